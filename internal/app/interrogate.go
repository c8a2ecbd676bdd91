// Package app holds the use cases: it reads specs through small ports, lets the
// core judge them, and hands back a report. It prints nothing.
package app

import (
	"context"
	"slices"
	"time"

	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Document is a file whose bytes the caller already has.
type Document struct {
	Path string
	Data []byte
}

// Request is what to interrogate.
type Request struct {
	Tool string // name and version, for the report
	Head Tree   // may be nil if there are Documents only

	// Base is the merge base and Tip the revision whose policy counts. Without
	// a base everything is in scope and the policy is the head's own.
	Base Base
	Tip  Tree
	// BaseTip is the tip of the branch that the head goes to, and BaseName its
	// name: prohibitions that it has got since are required too. Nil where it is
	// the merge base, or where there is none.
	BaseTip  Tree
	BaseName string

	Paths     []string   // what to look at; nil means the policy's globs
	Documents []Document // looked at besides, in their own right
	Policy    *Document  // beats every policy file
	Grill     *Document  // a grill report, whose findings come to the others
	Finder    Finder     // of files of the head; nil means that only what a change touches is known
}

func (r Request) trees() []Tree {
	var out []Tree
	if r.Head != nil {
		out = append(out, r.Head)
	}
	if r.Base != nil {
		out = append(out, r.Base)
	}
	if r.BaseTip != nil {
		out = append(out, r.BaseTip)
	}
	return out
}

// Interrogate reads the specs of a request and reports what they leave open,
// before anybody decided anything. Errors are [*InputError] and
// [source.Problems] for what people must mend, and anything else if the run
// could not be finished.
func Interrogate(ctx context.Context, r Request) (report.Report, error) {
	i, err := interrogate(ctx, r)
	if err != nil {
		return report.Report{}, err
	}
	return i.conclude(i.report.Ledger, heard{asked: i.asked()}), nil
}

// interrogation is all that is known about a revision without the people's
// word.
type interrogation struct {
	policy    policy.Policy
	look      look
	discovery gate.Discovery
	report    report.Report // without a verdict
	head      revision
	base      revision
	questions []ledger.Question // all that could be asked
	idle      []source.Problem  // suppressions that do not do what they are there for
}

func interrogate(ctx context.Context, r Request) (interrogation, error) {
	p, notes, err := loadPolicy(ctx, r)
	if err != nil {
		return interrogation{}, err
	}
	p = inScope(p, r)
	if err := missing(ctx, r, p); err != nil {
		return interrogation{}, err
	}
	if err := announce(ctx, r, p); err != nil {
		return interrogation{}, err
	}
	lexicon := spec.NewLexicon()
	head, err := readHead(ctx, r, p, lexicon)
	if err != nil {
		return interrogation{}, err
	}
	base, err := readBase(ctx, r, p, lexicon, head)
	if err != nil {
		return interrogation{}, err
	}
	outside, err := elsewhere(ctx, r, p, head)
	if err != nil {
		return interrogation{}, err
	}
	notes = append(notes, outside...)
	head.unread = append(head.unread, goneUnread(head, base)...)
	if len(head.docs)+len(head.unread)+len(base.docs) == 0 && p.Specs.Written && r.Paths == nil {
		return interrogation{}, noSpec(p, head.excluded)
	}
	if err := readManifests(ctx, r, &head, &base); err != nil {
		return interrogation{}, err
	}
	tip, err := readTip(ctx, r, p, lexicon, base)
	if err != nil {
		return interrogation{}, err
	}
	head.unread = append(head.unread, unknownAtTip(r, base, tip)...)
	all, err := standings(ctx, r, head, base, tip)
	if err != nil {
		return interrogation{}, err
	}
	grills, about, err := readGrill(r.Grill, head.docs)
	if err != nil {
		return interrogation{}, err
	}
	if grills != nil {
		notes = append(notes, grills.Notes...)
	}
	return newLook(lexicon, p.Clarification).judge(r, p, head, base, all, grilled(grills, about), notes), nil
}

// judge is the pure part of [interrogate].
func (l look) judge(r Request, p policy.Policy, head, base revision, all []probe.Standing, grills detect.Detector, notes []string) interrogation {
	detectors := append(slices.Clip(l.detectors), grills)
	in := detect.Input{Head: head.docs, Base: base.docs, Files: r.files(), Policy: p, Spread: spread,
		Manifests: head.manifests, BaseManifests: base.manifests,
		Declared: head.declared, BaseDeclared: base.declared, Prohibitions: all}
	if r.Base != nil {
		in.Comparison = detect.Compare(base.docs, head.docs)
	}
	findings := detect.Run(detectors, in)
	out := report.Report{
		Tool: r.Tool, Findings: findings,
		Ledger:          ledger.FromFindings(findings, time.Time{}),
		Prohibitions:    prohibitions(r, head, all),
		Dismissed:       dismissed(head),
		NotInterrogated: head.unread,
		Limits:          slices.Concat(notes, limits(detectors, head, base), detect.Notices(detectors, in, findings)),
		Sources:         map[finding.Side]map[string]*source.File{finding.Head: head.sources, finding.Base: base.sources},
		Headings:        map[finding.Side]map[string][]report.Heading{finding.Head: report.Headings(head.docs), finding.Base: report.Headings(base.docs)},
	}
	for _, d := range head.docs {
		out.Specs = append(out.Specs, d.File.Path())
		out.Ambiguity = append(out.Ambiguity, l.measure(d))
	}
	discovery := gate.Discovery{Finished: true, Specs: len(head.docs), Excluded: head.excluded, Unread: head.unread}
	if r.Base != nil {
		out.Base = r.Base.ID()
		out.Changes = in.Comparison.Changes()
		discovery.Compared, discovery.Changed = true, changed(head, base)
		out.Limits = append(out.Limits, undeclared(head, base)...)
	}
	return interrogation{
		policy: p, look: l, discovery: discovery, report: out, idle: detect.IdleSuppressions(detectors, in, findings),
		head: head, base: base, questions: clarify.Questions(head.docs, findings, out.Ambiguity, p),
	}
}

// conclude is the report with a verdict on that ledger, and on what people
// said of prohibitions.
func (i interrogation) conclude(l ledger.Ledger, h heard) report.Report {
	out := i.report
	out.Prohibitions = h.judged(i.policy, out.Prohibitions)
	out.Limits = slices.Concat(out.Limits, edges(i.head, out.Prohibitions))
	out.Ledger = l
	out.Questions = l.Progress(h.asked)
	out.Drafts = i.drafts(out.Questions)
	out.Verdict = gate.Decide(gate.Input{Policy: i.policy, Discovery: i.discovery, Ledger: l, Prohibitions: out.Prohibitions})
	return out
}

// files answers whether the repository has a file; nil if there is none.
func (r Request) files() func(finding.Side, string) bool {
	if r.Head == nil {
		return nil
	}
	return func(side finding.Side, name string) bool {
		if side == finding.Base {
			return r.Base != nil && r.Base.Has(name)
		}
		return r.Head.Has(name)
	}
}

// prefetcher is a tree that reads the files of several trees together.
type prefetcher interface {
	Prefetch(ctx context.Context, paths []string) error
}

// announce says which specs of all trees are going to be read, so that those
// that lie far away come together.
func announce(ctx context.Context, r Request, p policy.Policy) error {
	for _, t := range r.trees() {
		far, ok := t.(prefetcher)
		if !ok {
			continue
		}
		s, err := selectSpecs(ctx, t, p, r.Paths)
		if err != nil {
			return err
		}
		names := s.specs
		for _, name := range s.specs {
			if beside := probe.SidecarOf(name); t.Has(beside) {
				names = append(slices.Clip(names), beside)
			}
		}
		if err := far.Prefetch(ctx, names); err != nil {
			return err
		}
	}
	return nil
}

func readHead(ctx context.Context, r Request, p policy.Policy, lexicon *spec.Lexicon) (revision, error) {
	in := newReader(p.Limits, lexicon)
	for _, d := range r.Documents {
		in.document(d.Path, d.Data)
	}
	if r.Head != nil && (r.Paths != nil || r.Documents == nil) {
		s, err := selectSpecs(ctx, r.Head, p, r.Paths)
		if err != nil {
			return revision{}, err
		}
		if err := in.tree(ctx, r.Head, s); err != nil {
			return revision{}, err
		}
	}
	out := in.finish()
	var err error
	if out.declared, err = declareAll(ctx, r.Head, out.docs); err != nil || r.Base == nil {
		return out, err
	}
	for i := range out.unread {
		u := &out.unread[i]
		same, err := r.Base.Same(ctx, u.Path)
		if err != nil {
			return revision{}, err
		}
		u.Unchanged = same
	}
	return out, nil
}

func readBase(ctx context.Context, r Request, p policy.Policy, lexicon *spec.Lexicon, head revision) (revision, error) {
	if r.Base == nil {
		return revision{}, nil
	}
	in := newReader(p.Limits, lexicon)
	in.same = make(map[string]*spec.Document, len(head.docs))
	for _, d := range head.docs {
		in.same[d.File.Path()] = d
	}
	s, err := selectSpecs(ctx, r.Base, p, r.Paths)
	if err != nil {
		return revision{}, err
	}
	if err := in.tree(ctx, r.Base, s); err != nil {
		return revision{}, err
	}
	// What the head has but cannot be read is not interrogated; it is not gone.
	out := in.finish()
	out.docs = slices.DeleteFunc(out.docs, func(d *spec.Document) bool {
		return slices.ContainsFunc(head.unread, func(u gate.Unread) bool { return u.Path == d.File.Path() })
	})
	out.declared, err = declareAll(ctx, r.Base, out.docs)
	return out, err
}

// readTip reads the tip of the branch that the head goes to.
func readTip(ctx context.Context, r Request, p policy.Policy, lexicon *spec.Lexicon, base revision) (revision, error) {
	if r.BaseTip == nil {
		return revision{}, nil
	}
	in := newReader(p.Limits, lexicon)
	in.same = make(map[string]*spec.Document, len(base.docs))
	for _, d := range base.docs {
		in.same[d.File.Path()] = d
	}
	s, err := selectSpecs(ctx, r.BaseTip, p, r.Paths)
	if err != nil {
		return revision{}, err
	}
	if err := in.tree(ctx, r.BaseTip, s); err != nil {
		return revision{}, err
	}
	out := in.finish()
	out.declared, err = declareAll(ctx, r.BaseTip, out.docs)
	return out, err
}

// goneUnread are the specs that the head took away and that could not be read at
// the base either: nobody can tell what went with them.
func goneUnread(head, base revision) []gate.Unread {
	var out []gate.Unread
	for _, u := range base.unread {
		there := slices.ContainsFunc(head.unread, func(h gate.Unread) bool { return h.Path == u.Path })
		if head.sources[u.Path] == nil && !there {
			out = append(out, gate.Unread{Path: u.Path, Reason: "is gone, and at the base it " + u.Reason})
		}
	}
	return out
}

// changed counts the specs whose text differs between the revisions, added and
// removed ones included.
func changed(head, base revision) int {
	n := 0
	for name, f := range head.sources {
		if old := base.sources[name]; old == nil || old.Content() != f.Content() {
			n++
		}
	}
	for name := range base.sources {
		if head.sources[name] == nil {
			n++
		}
	}
	return n
}
