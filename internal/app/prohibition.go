package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// declareAll is what the documents of a tree declare, the files beside them
// included. A file beside a spec that cannot be read is a problem of the spec.
func declareAll(ctx context.Context, t Tree, docs []*spec.Document) (probe.Revision, error) {
	out := probe.Revision{Files: make(map[string]*source.File)}
	for _, d := range docs {
		sources := inDocument(d)
		for _, name := range misnamed(t, d.File.Path()) {
			out.Files[name] = source.New(name, nil)
			sources = append(sources, probe.Source{Path: name, Problems: []probe.Problem{{Path: name,
				Message: fmt.Sprintf("the file is not read; prohibitions stand in %q", probe.SidecarOf(d.File.Path()))}}})
		}
		name := probe.SidecarOf(d.File.Path())
		if t != nil && t.Has(name) {
			data, err := t.Read(ctx, name, config.MaxBytes)
			reason := refusal(err)
			switch {
			case errors.Is(err, fs.ErrNotExist):
			case err != nil && reason == "":
				return probe.Revision{}, err
			default:
				out.Files[name] = source.New(name, data)
				beside := config.Sidecar(out.Files[name])
				if reason != "" {
					beside = probe.Source{Path: name, Problems: []probe.Problem{{Path: name, Message: "the file beside the spec " + reason}}}
				}
				sources = append(sources, beside)
			}
		}
		out.Specs = append(out.Specs, probe.Collect(d.File.Path(), sources...))
	}
	return out, nil
}

// inDocument is what a document itself declares, in its text and its front
// matter.
func inDocument(d *spec.Document) []probe.Source {
	sources := []probe.Source{probe.FromDocument(d)}
	for _, b := range d.Blocks {
		if b.Kind == spec.FrontMatter {
			sources = append(sources, config.FrontMatter(d.File, b.Span))
		}
	}
	return sources
}

// standings are the prohibitions of the three revisions, with what became of
// the files of their violations.
func standings(ctx context.Context, r Request, head, base, tip revision) ([]probe.Standing, error) {
	out := probe.Required(tip.declared.Items(), base.declared.Items(), head.declared.Items())
	if r.Base == nil || r.Head == nil {
		return out, nil
	}
	for i := range out {
		s := &out[i]
		if s.Head == nil || s.Base == nil || s.Head.Check.Violation == "" || s.Head.Check.Violation != s.Base.Check.Violation {
			continue
		}
		same, err := r.Base.Same(ctx, s.Head.Check.Violation)
		if err != nil {
			return nil, err
		}
		if same || !r.Base.Has(s.Base.Check.Violation) {
			continue
		}
		data, err := r.Head.Read(ctx, s.Head.Check.Violation, config.MaxBytes)
		switch reason := refusal(err); {
		case errors.Is(err, fs.ErrNotExist):
			s.Violation = "gone"
		case reason != "":
			s.Violation = reason
		case err != nil:
			return nil, err
		default:
			sum := sha256.Sum256(data)
			s.Violation = hex.EncodeToString(sum[:])
		}
	}
	return out, nil
}

// unknownAtTip are the specs that only the tip of the base branch has like this
// and that could not be read there: what they require is not known.
func unknownAtTip(r Request, base, tip revision) []gate.Unread {
	var out []gate.Unread
	for _, u := range tip.unread {
		if !slices.ContainsFunc(base.unread, func(b gate.Unread) bool { return b.Path == u.Path }) {
			out = append(out, gate.Unread{Path: u.Path, Reason: fmt.Sprintf("at the tip of %s it %s", baseName(r), u.Reason)})
		}
	}
	return out
}

func baseName(r Request) string {
	if r.BaseName == "" {
		return "the base branch"
	}
	return r.BaseName
}

// prohibitions are the outcomes that follow from the declarations alone, before
// any evidence and anybody's word: no test was run, and nobody judged. What was
// removed or weakened is told by detectors.
func prohibitions(r Request, head revision, all []probe.Standing) []gate.Prohibition {
	var out []gate.Prohibition
	for _, d := range head.declared.Specs {
		for _, problem := range d.Problems {
			out = append(out, malformed(d.Spec, head.fileOf(problem.Path), problem))
		}
	}
	for _, s := range all {
		switch p := s.Shown(); {
		case s.Behind():
			out = append(out, behind(r, s))
		case s.Head == nil || p.Status == probe.Dismissed:
		default:
			out = append(out, undecidedOutcome(s, head.fileOf(p.Path), r.Base != nil))
		}
	}
	return out
}

// dismissed are the prohibitions that the head declares and takes out of force.
func dismissed(head revision) []gate.Prohibition {
	var out []gate.Prohibition
	for _, p := range head.declared.Items() {
		if p.Status == probe.Dismissed {
			out = append(out, gate.Prohibition{
				ID: p.ID, Statement: p.Statement, Path: p.Path, Line: head.fileOf(p.Path).Position(p.Span.Start).Line, Tier: string(p.Tier),
				Outcome: gate.Skipped, Code: gate.CodeDismissed, Reason: p.Reason,
			})
		}
	}
	return out
}

func malformed(path string, f *source.File, problem probe.Problem) gate.Prohibition {
	p := gate.Prohibition{
		ID: problem.Path, Path: problem.Path, Line: 1, Outcome: gate.Fail, Code: codeMalformed, Reason: problem.Message,
		Statement: "a declaration of " + path,
	}
	if f != nil {
		p.Line = f.Position(problem.Span.Start).Line
		p.ID = fmt.Sprintf("%s:%d", problem.Path, p.Line)
	}
	return p
}

// behind is a prohibition that the merge would bring in, and that the head was
// never held to.
func behind(r Request, s probe.Standing) gate.Prohibition {
	verb := "added to"
	if s.Base != nil || s.Head != nil {
		verb = "changed in"
	}
	return gate.Prohibition{
		ID: s.Tip.ID, Statement: s.Tip.Statement, Path: s.Tip.Path, Tier: string(s.Tip.Tier), Outcome: gate.Fail, Code: codeBehind,
		Reason: fmt.Sprintf("update the branch: %s was %s %s after this branch", s.Tip.ID, verb, baseName(r)),
	}
}

// undecidedOutcome is where a prohibition of the head stands that nothing is
// known of but its declaration. Without a base there is no change to judge.
func undecidedOutcome(s probe.Standing, f *source.File, compared bool) gate.Prohibition {
	p := *s.Head
	out := gate.Prohibition{ID: p.ID, Statement: p.Statement, Path: p.Path, Tier: string(p.Tier)}
	if f != nil {
		out.Line = f.Position(p.Span.Start).Line
	}
	switch {
	case p.Status == probe.Unresolved:
		out.Outcome, out.Flagged, out.Code = gate.Pass, true, codeUnresolved
		out.Reason = "nobody decided how it is held; resolve it with a verification, or dismiss it with a reason"
	case p.Tier == probe.Test:
		out.Code = codeNotRun
		out.Reason = fmt.Sprintf("nothing was run here; \"surmise prove %s\" shows it, and the prove workflow's run counts", p.ID)
		if ruling := proof.Judge(proof.Case{Prohibition: p, Line: out.Line, Link: proof.Link{Tagged: true}}); ruling.Code != proof.Infra {
			out.Outcome, out.Code, out.Reason = gate.Fail, string(ruling.Code), ruling.From(proof.Place{Path: p.Path, Line: out.Line})+"; "+ruling.Next
		}
	case compared && s.Brought():
		out.Code = codeNotJudged
		out.Reason = fmt.Sprintf("the change brings it, and nobody judged it: write \"/judge %s holds -- reason\", or violated", p.ID)
	default:
		out.Outcome, out.Flagged, out.Code, out.Reason = gate.Pass, true, codeNotJudged, "held by people's judgment, and nobody judged it here"
	}
	return out
}

// heard is what people were asked and what they said, and in whose pull
// request.
type heard struct {
	author    string
	asked     []ledger.Question
	judgments []ledger.Judgment
}

// judged are the prohibitions with people's word on them. Where the policy lets
// things go on without people, what waits for their word passes with a flag.
func (h heard) judged(p policy.Policy, all []gate.Prohibition) []gate.Prohibition {
	out := slices.Clone(all)
	for i := range out {
		o := &out[i]
		if !awaitsPeople(*o) {
			continue
		}
		word, said := h.about(keyOf(*o))
		by := fmt.Sprintf("%s (%s)", word.By, word.Permission)
		if word.Self {
			by += ", the author,"
		}
		switch {
		case said && word.Word == ledger.Violated:
			o.Outcome, o.Flagged, o.Code = gate.Fail, false, codeViolated
			o.Reason = fmt.Sprintf("%s said that it is violated: %s", by, word.Reason)
		case said && word.Word == ledger.Holds:
			o.Outcome, o.Flagged, o.Code = gate.Pass, false, codeJudged
			o.Reason = fmt.Sprintf("%s said that it holds: %s", by, word.Reason)
		case said && o.Outcome != gate.Pass:
			o.Reason = fmt.Sprintf("%s said that it holds; %d more must say so", by, word.Missing)
		case o.Outcome != gate.Pass && p.Autonomous.Applies(h.author, o.Path):
			o.Outcome, o.Flagged, o.Reason = gate.Pass, true, "unverified: the policy lets it go on; a person should look at it"
		}
		if said && word.Word != "" {
			o.Evidence = word.Link
		}
	}
	return out
}

// awaitsPeople reports whether people's word decides about a prohibition.
func awaitsPeople(p gate.Prohibition) bool {
	return p.Tier == gate.ByPeople && (p.Code == codeNotJudged || p.Code == codeJudged || p.Code == codeViolated)
}

// about is the word on one prohibition. Of several, which the pull requests of
// a merge group give, that it is violated outweighs that it holds.
func (h heard) about(key finding.Key) (ledger.Judgment, bool) {
	rank := func(j ledger.Judgment) int { return slices.Index([]string{"", ledger.Holds, ledger.Violated}, j.Word) }
	var out ledger.Judgment
	found := false
	for _, j := range h.judgments {
		if j.Key == key && (!found || rank(j) > rank(out)) {
			out, found = j, true
		}
	}
	return out, found
}

// keyOf names a prohibition by its id and its words: a judgment of other words
// is none of it.
func keyOf(p gate.Prohibition) finding.Key {
	sum := sha256.Sum256([]byte(strings.ToLower(p.ID) + "\x00" + p.Statement))
	return finding.Key{Path: p.Path, Fingerprint: finding.Fingerprint(hex.EncodeToString(sum[:]))}
}

// judgeable are the prohibitions that people can judge.
func judgeable(all []gate.Prohibition) []ledger.Prohibition {
	var out []ledger.Prohibition
	for _, p := range all {
		if awaitsPeople(p) {
			out = append(out, ledger.Prohibition{ID: p.ID, Path: p.Path, Key: keyOf(p)})
		}
	}
	return out
}

// undeclared has one notice for each spec that the change touched and that
// forbids something without saying how that is held, and one for each topic
// that has an owner of its own.
func undeclared(head, base revision) []string {
	var out []string
	for _, d := range head.docs {
		path := d.File.Path()
		if old := base.sources[path]; old != nil && old.Content() == d.File.Content() {
			continue
		}
		u := probe.FindUndeclared(d, head.declared.Of(path))
		if u.Sentences > 0 {
			what := "a MUST NOT sentence is not declared as a prohibition, so nothing holds it"
			if u.Sentences > 1 {
				what = fmt.Sprintf("%d MUST NOT sentences are not declared as prohibitions, so nothing holds them", u.Sentences)
			}
			out = append(out, fmt.Sprintf("%s:%d: %s", path, d.File.Position(u.First.Start).Line, what))
		}
		for _, r := range u.Referred {
			out = append(out, fmt.Sprintf("%s: %s is for %s; it is not taken up as a prohibition", path, r.Topic, r.Owner))
		}
	}
	return out
}

// fileOf is a file of the revision: a spec or one beside it.
func (r revision) fileOf(path string) *source.File {
	if f := r.declared.Files[path]; f != nil {
		return f
	}
	return r.sources[path]
}
