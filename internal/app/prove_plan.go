package app

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// planner decides what can be decided without a run.
type planner struct {
	request   ProveRequest
	files     []string
	links     *linker
	configs   *configs
	protected proof.Protected
	// hidden are the files that say what violations and controls look like. No
	// run sees them: a test that asks them would catch whatever they declare.
	hidden []string
	before *linker // of the base; nil without one
}

func newPlanner(r ProveRequest) *planner {
	files := r.Head.Files()
	p := &planner{request: r, files: files, links: newLinker(r.Head), configs: newConfigs(files)}
	if r.Before != nil {
		p.before = newLinker(r.Before)
	}
	p.protected.Specs = append(slices.Clone(r.Specs), config.Path)
	for _, d := range r.Prohibitions {
		for _, name := range []string{d.Check.Violation, d.Check.Control} {
			if name != "" && name != autoControl {
				p.protected.Specs = append(p.protected.Specs, name)
			}
		}
		if k, known := proof.Find(d.Check.Kind); known && !k.Guards {
			p.protected.Tests = append(p.protected.Tests, p.links.testFiles(d.Check)...)
		}
	}
	return p
}

// notFound is the code of a test that is not there, whether that was seen in
// its files or in a run.
const notFound = proof.Code("BASELINE_NOT_FOUND")

// autoControl is the check_control of a harmless change of our own.
const autoControl = "auto"

// planned is a prohibition that is ready to be run, or refused.
type planned struct {
	Declared
	kind      proof.Kind
	judged    proof.Case // without runs
	guarded   []string
	testFile  string
	testBlock []byte
	configs   []string // that decide how it is run
	declared  []byte   // the violation file
	violation []proof.Change
	control   []proof.Change
	// beneath are files of the tree that every run replaces, those of the base in
	// a replay, and hidden those that it does not see besides the planner's.
	beneath map[string][]byte
	hidden  []string
	replay  *replay // nil if there is nothing to replay
}

// runs reports whether there is anything to run.
func (p planned) runs() bool {
	return p.violation != nil && p.judged.Refusal == nil && p.judged.Link.Tagged
}

func (p planned) selfTest() selfTestKey { return selfTestKey{p.Check.Kind, p.Check.Dir} }

// planCheck is the descriptor with the policy's cap on its time.
func (p planned) planCheck(rules policy.Policy) probe.Check {
	c := p.Check
	if c.Timeout == 0 && rules.Prove.Timeout < 60 {
		c.Timeout = rules.Prove.Timeout
	}
	return c
}

// contents are the files of the tree that a run changes.
func (p planned) contents(role proof.Role) map[string][]byte {
	changes := map[proof.Role][]proof.Change{proof.Violation: p.violation, proof.Control: p.control}[role]
	out := make(map[string][]byte, len(p.beneath)+len(changes))
	maps.Copy(out, p.beneath)
	for _, c := range changes {
		out[c.Path] = c.After
	}
	return out
}

func (p *planner) plan(d Declared) planned {
	out := planned{Declared: d, judged: proof.Case{Prohibition: d.Prohibition, Line: d.Line, Strict: p.request.Policy.Prove.Strict}}
	k, known := proof.Find(d.Check.Kind)
	if !known || len(proof.Missing(k, d.Check)) > 0 || k.Check(d.Check) != nil {
		return out // its judge says so
	}
	out.kind = k
	err := p.complete(&out)
	if refusal, refused := errors.AsType[*proof.Refusal](err); refused {
		out.judged.Refusal = refusal
	} else if err != nil {
		out.judged.Refusal = p.refuse(d, proof.Infra, err.Error(), "run the proof again")
	}
	if out.runs() {
		out.replay = p.replay(d)
	}
	return out
}

// refuse is a refusal at the prohibition itself.
func (p *planner) refuse(d Declared, code proof.Code, text, next string) *proof.Refusal {
	return &proof.Refusal{Code: code, Place: proof.Place{Path: d.Path, Line: d.Line}, Text: text, Next: next}
}

// complete finds the test, and what the runs change. Its errors are refusals.
func (p *planner) complete(out *planned) error {
	d := out.Declared
	rules := p.request.Policy.Prove
	if refusal := proof.RefuseArgv(d.Prohibition, d.Line, rules.Commands); refusal != nil {
		return refusal
	}
	if d.Check.Timeout > rules.Timeout {
		return p.refuse(d, proof.RefusedDescriptor, fmt.Sprintf("check_timeout is %d, and the policy allows %d seconds", d.Check.Timeout, rules.Timeout),
			"lower it, or have prove.timeout raised in the policy of the default branch")
	}
	if out.kind.Guards {
		out.guarded = policy.Select(d.Check.Target, p.files)
		out.judged.Link = proof.Link{Place: proof.Place{Path: d.Check.Target}, Tagged: true}
	} else if err := p.link(out); err != nil {
		return err
	}
	var err error
	if out.configs, err = p.configured(out); err != nil {
		return err
	}
	var file proof.ViolationFile
	if out.declared, file, out.violation, err = p.changes(d, d.Check.Violation, out.guarded); err != nil {
		return err
	}
	if refusal := proof.RefuseBlanks(d.Check, file, out.violation); refusal != nil {
		return refusal
	}
	out.judged.Mutated = file.Mutated()
	for _, c := range out.violation {
		out.judged.Touched = append(out.judged.Touched, proof.Place{Path: c.Path, Line: c.Line})
	}
	if d.Check.Control == "" || d.Check.Control == autoControl {
		out.control = proof.AutoControl(out.violation)
		return nil
	}
	if _, _, out.control, err = p.changes(d, d.Check.Control, out.guarded); err != nil {
		return err
	}
	if refusal := proof.RefuseControl(d.Check, out.violation, out.control); refusal != nil {
		return refusal
	}
	return nil
}

// configured are the files that decide how the test is run. One that is too
// large to be read is left to the tree's digest.
func (p *planner) configured(out *planned) ([]string, error) {
	var names []string
	for _, name := range p.configs.of(out.Check, out.testFile) {
		data, err := p.request.Head.Read(name)
		switch {
		case refusal(err) != "" || errors.Is(err, fs.ErrNotExist) || len(data) > maxConfig:
		case err != nil:
			return nil, err
		default:
			names = append(names, name)
		}
	}
	return names, nil
}

// link finds the test and its tag.
func (p *planner) link(out *planned) error {
	d := out.Declared
	found, ok := p.links.find(d.Check, d.ID)
	if !ok {
		place := proof.Place{Path: d.Path, Line: d.Line}
		return &proof.Refusal{Code: notFound, Place: place,
			Text: fmt.Sprintf("test %q is not in %q", d.Check.Test, d.Check.Target),
			Next: "set check_target and check_test to a test that exists" + p.links.hint(d.ID)}
	}
	out.testFile, out.testBlock = found.link.Place.Path, found.block
	out.judged.Link = found.link
	if !found.link.Tagged {
		out.judged.Link.Others = p.links.tagged(d.ID)
	}
	return nil
}

// changes reads a violation file, or a control, and applies it to the head.
func (p *planner) changes(d Declared, name string, guarded []string) ([]byte, proof.ViolationFile, []proof.Change, error) {
	data, err := p.request.Head.Read(name)
	if err != nil {
		text := fmt.Sprintf("%q is not in the tree", name)
		if reason := refusal(err); reason != "" {
			text = fmt.Sprintf("%q %s", name, reason)
		}
		return nil, proof.ViolationFile{}, nil, p.refuse(d, proof.RefusedPath, text, "commit the file, or write it with \"surmise prove --new "+d.ID+"\"")
	}
	file, err := proof.ParseViolation(name, data)
	if err != nil {
		return nil, file, nil, err
	}
	p.hidden = append(p.hidden, name)
	file = file.On(guarded)
	changes, err := proof.ApplyViolation(file, func(name string) ([]byte, error) {
		data, err := p.request.Head.Read(name)
		if refusal(err) != "" {
			return nil, proof.ErrLink
		}
		return data, err
	})
	if err != nil {
		return nil, file, nil, err
	}
	if refusal := proof.RefuseChanges(file, changes, p.protected); refusal != nil {
		return nil, file, nil, refusal
	}
	return data, file, changes, nil
}

// inDir puts a path into a folder; neither may be there.
func inDir(dir, name string) string {
	if dir == "" || name == "" {
		return dir + name
	}
	return path.Join(dir, name)
}
