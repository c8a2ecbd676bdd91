package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// verified are the prohibitions with the outcomes that evidence gives them.
// Everything that follows from the head is worked out anew from its objects, by
// the code that planned the runs; only what came of the runs is believed.
func (d round) verified(ctx context.Context, i interrogation, w witness, t testimony, head Snapshot) ([]gate.Prohibition, error) {
	out := slices.Clone(i.report.Prohibitions)
	declared, err := Declare(ctx, head, i.policy, nil)
	if problems, ok := problemsIn(err); ok {
		return withReason(out, codeNotRun, "no test was run: "+problems.Error()), nil
	}
	if err != nil {
		return nil, err
	}
	far, err := newDistant(ctx, head, declared.Required)
	if err != nil {
		return nil, err
	}
	request := ProveRequest{Commit: w.headSHA, Policy: i.policy, Prohibitions: declared.Required, Specs: declared.Paths, Head: far}
	if t.records != nil {
		if request.Tree, err = d.action.Host.RootTree(ctx, w.headSHA); err != nil {
			return nil, err
		}
	}
	planner := newPlanner(request)
	for n := range out {
		p := &out[n]
		at := slices.IndexFunc(declared.Required, func(o Declared) bool { return keyOfRecord(o.Path, o.ID) == keyOfRecord(p.Path, p.ID) })
		if !awaitsTest(*p) || at < 0 {
			continue
		}
		plan := planner.plan(declared.Required[at])
		if far.err != nil {
			return nil, far.err
		}
		verify(p, planner, plan, t, i.policy)
	}
	return out, nil
}

// awaitsTest reports whether evidence decides about a prohibition.
func awaitsTest(p gate.Prohibition) bool { return p.Tier == string(probe.Test) && p.Code == codeNotRun }

// withReason says of all that evidence decides about why there is none.
func withReason(all []gate.Prohibition, code, reason string) []gate.Prohibition {
	out := slices.Clone(all)
	for i := range out {
		if awaitsTest(out[i]) {
			out[i].Code, out[i].Reason = code, reason
		}
	}
	return out
}

// verify gives one prohibition its outcome.
func verify(p *gate.Prohibition, planner *planner, plan planned, t testimony, rules policy.Policy) {
	if !plan.runs() {
		rule(p, proof.Judge(plan.judged))
		return
	}
	e, there := t.records[keyOfRecord(plan.Path, plan.ID)]
	again := "; run it again: " + t.run.URL
	switch {
	case t.code != "":
		p.Code, p.Reason = t.code, t.reason
		return
	case !there:
		p.Reason = "the run's evidence has no record of it" + again
		return
	}
	p.Evidence = e.Digest()
	if part := e.Differs(planner.evidence(plan)); part != "" {
		p.Code, p.Reason = codeDiffers, fmt.Sprintf("the evidence is of another %s than the head's", part)+again
		return
	}
	if e.CachedFrom != "" {
		p.Code, p.Reason = codeDiffers, "the evidence is taken over from another commit"+again
		return
	}
	rule(p, proof.Judge(withRuns(plan.judged, e.Case(plan.Prohibition, plan.Line))))
	if p.Outcome == gate.Pass && e.Sandbox.Weak && !rules.Prove.AllowWeakIsolation {
		p.Outcome, p.Code = gate.Fail, codeIsolated
		p.Reason = "its test ran with weak isolation; use a runner that allows more, or set prove.allow_weak_isolation in " + config.Path
	}
}

// withRuns is a case of our own planning with what a record says of its runs.
func withRuns(own, record proof.Case) proof.Case {
	own.SelfTest, own.NotBuilt = record.SelfTest, record.NotBuilt
	own.Baseline, own.Control, own.Violation, own.Again = record.Baseline, record.Control, record.Violation, record.Again
	return own
}

// rule puts a ruling into the terms of the gate.
func rule(p *gate.Prohibition, r proof.Ruling) {
	p.Code, p.Reason = string(r.Code), r.Message+"; "+r.Next
	switch r.Code.Outcome() {
	case proof.Pass:
		p.Outcome, p.Reason = gate.Pass, r.Message
	case proof.Fail:
		p.Outcome = gate.Fail
	case proof.Error:
		p.Outcome = gate.Error
	default:
		p.Outcome = gate.Unknown
	}
}

// distant is a head that lies far away: the files that plans need are announced
// before they are read, and no other one is read.
type distant struct {
	ctx   context.Context // of the one round that it serves
	tree  Snapshot
	files []string
	needs map[string]bool
	err   error // why the head could not be read to its end
}

func newDistant(ctx context.Context, tree Snapshot, all []Declared) (*distant, error) {
	files, _, err := tree.List(ctx, []string{"."})
	if err != nil {
		return nil, err
	}
	f := &distant{ctx: ctx, tree: tree, files: files, needs: make(map[string]bool)}
	links := &linker{head: f, files: files}
	var names []string
	for _, d := range all {
		names = append(append(names, d.Check.Violation, d.Check.Control), links.testFiles(d.Check)...)
		if k, known := proof.Find(d.Check.Kind); known && k.Guards {
			names = append(names, policy.Select(d.Check.Target, files)...)
		}
	}
	if err := f.need(names); err != nil {
		return nil, err
	}
	names = nil
	for _, d := range all {
		for _, name := range []string{d.Check.Violation, d.Check.Control} {
			data, err := f.Read(name)
			if err != nil {
				continue // the plan says so
			}
			if file, err := proof.ParseViolation(name, data); err == nil {
				for _, e := range file.Edits {
					names = append(names, e.Path)
				}
			}
		}
	}
	if err := f.need(names); err != nil {
		return nil, err
	}
	return f, f.err
}

func (f *distant) need(names []string) error {
	for _, name := range names {
		f.needs[name] = true
	}
	return f.tree.Prefetch(f.ctx, names)
}

// Files lists the regular files.
func (f *distant) Files() []string { return slices.Clone(f.files) }

// Read returns one of those that were announced.
func (f *distant) Read(name string) ([]byte, error) {
	if !f.needs[name] {
		return nil, fmt.Errorf("read %q: it is not looked at: %w", name, fs.ErrNotExist)
	}
	const most = 16 << 20
	data, err := f.tree.Read(f.ctx, name, most)
	if err != nil && refusal(err) == "" && !errors.Is(err, fs.ErrNotExist) && f.err == nil {
		f.err = err
	}
	return data, err
}
