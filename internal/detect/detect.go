// Package detect holds the detectors, each a value in one list, and runs them
// over documents, and over a base and a head. A detector sees values and
// returns findings; whether a finding counts is policy's word.
package detect

import (
	"cmp"
	"slices"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/manifest"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Doc is the only source of what explain, help and the README say about a
// detector.
type Doc struct {
	Title string // a noun phrase
	Text  string // what it finds, which conventions it assumes, when it is silent
	Bad   string // a line that it flags
	Good  string // the same line, mended
	Since string // the version that brought it
}

// Detector is one analysis. Exactly one of Document, Set, Change and Silence is
// set.
type Detector struct {
	ID       string // stable kebab-case; the file is named after it
	Doc      Doc
	Class    finding.Class
	Affects  string
	Severity finding.Severity
	Kinds    []string // the published kinds of defect that it answers to, for eval
	Blind    string   // what of these kinds it cannot see: a noun phrase; "" if nothing is known
	// Needs is what words it judges by. It is not shown a document in a language
	// without them; those of changes see every document.
	Needs lang.Words
	// Besides is what words only a part of it judges by, if not those of Needs.
	Besides lang.Words

	Document func(*Pass) // called for several documents at the same time
	Set      func(*SetPass)
	Change   func(*ChangePass)
	Silence  func(*SilencePass) // runs last, over what the suppressions of the others do
}

// All lists every detector, in the order of explain and the README.
func All() []Detector {
	vague := vaguenessTables(newVagueWords)
	return []Detector{
		clarificationMarker(),
		placeholder(),
		openQuestion(),
		noCriterion(),
		templateSlot(),
		vagueTerm(vague),
		escapeClause(vague),
		openEndedList(),
		unboundedQuantifier(),
		comparativeWithoutBaseline(),
		passiveWithoutActor(),
		ambiguousPronoun(),
		compoundRequirement(),
		weakModal(),
		missingNumber(),
		missingUnit(),
		contradiction(),
		conflictingDefinition(),
		duplicateID(),
		weakenedRequirement(),
		removedRequirement(),
		weakenedProhibition(),
		removedProhibition(),
		removedScenario(),
		danglingReference(),
		missingPath(),
		undefinedTerm(),
		glossaryDrift(),
		undefinedAcronym(),
		databaseMismatch(),
		versionMismatch(),
		openEdge(),
		untestableCriterion(vague),
		missingFailureBehaviour(vague),
		blindSpot(),
		missingDimension(),
		addedSuppression(),
	}
}

// Pass is one document for one detector.
type Pass struct {
	Doc *spec.Document
	// Files reports whether the repository has a file or a folder at a
	// slash-separated path. It is nil where nobody can tell; a detector is
	// silent then.
	Files func(path string) bool
	// Manifests is what the revision declares of itself; nothing where nobody
	// can tell.
	Manifests manifest.Set
	// EveryEdge says that the policy asks for edges where a spec says nothing of
	// them.
	EveryEdge bool
	facts     *facts // of Doc, shared by the detectors
	report    reporter
}

// SetPass is all documents of a revision for one detector.
type SetPass struct {
	Docs   []*spec.Document
	report reporter
}

// ChangePass is what the change did: every pair of revisions, matched.
type ChangePass struct {
	Base, Head []*spec.Document
	// Declared is what the head and the merge base declare of prohibitions.
	Declared, BaseDeclared probe.Revision
	Prohibitions           []probe.Standing
	comparison             *Comparison
	report                 reporter
}

// SilencePass is what the change silences, after all other detectors and the
// policy had their say.
type SilencePass struct {
	Silencers []Silencer
	report    reporter
}

// Result is what a detector reports; the rest of a finding comes from the
// detector's entry and the document.
type Result struct {
	Doc      *spec.Document   // nil in a Pass: its own
	Side     finding.Side     // "" is head
	Span     source.Span      // the exact words
	At       *spec.Statement  // the governing statement, for identity; nil for a finding about the document
	Severity finding.Severity // Off: the detector's own
	Class    finding.Class    // "": the detector's own
	Affects  string           // "": the detector's own
	Message  string
	Hint     string
	Edit     string // in place of the words at Span; "" where no edit is honest
	Default  string
	Related  []finding.Related
	Members  []string // the members of a grouped finding
	// Prohibition is the declaration that the result is about, in place of a
	// statement; File is where it stands.
	Prohibition *probe.Prohibition
	File        *source.File
}

type reporter struct {
	detector *Detector
	out      *[]finding.Finding
	last     *spec.Statement  // the governing statement of the last result
	identity finding.Identity // of last, without members
}

// Report adds a finding to the pass.
func (p *Pass) Report(r Result) {
	if r.Doc == nil {
		r.Doc = p.Doc
	}
	p.report.add(r)
}

// Report adds a finding to the pass.
func (p *SetPass) Report(r Result) { p.report.add(r) }

// Report adds a finding to the pass.
func (p *ChangePass) Report(r Result) { p.report.add(r) }

// Report adds a finding to the pass.
func (p *SilencePass) Report(r Result) { p.report.add(r) }

func (w *reporter) add(r Result) {
	d := w.detector
	side := r.Side
	if side == "" {
		side = finding.Head
	}
	severity := r.Severity
	if severity == finding.Off {
		severity = d.Severity
	}
	class, affects := cmp.Or(r.Class, d.Class), cmp.Or(r.Affects, d.Affects)
	var id finding.Identity
	var heading string
	file := r.Doc.File
	if p := r.Prohibition; p != nil {
		id.Text, id.Anchor, file = declaration(*p), p.ID, r.File
		heading = "Prohibitions"
	} else if r.At != nil {
		id, heading = w.identityOf(r.At), r.At.Section.Title
	} else if t := r.Doc.Title(); t != nil {
		id.Anchor, heading = t.Title, t.Title
	}
	id.Members = r.Members
	*w.out = append(*w.out, finding.Finding{
		Detector: d.ID, Severity: severity, Class: class, Affects: affects,
		Place: finding.PlaceOf(file, side, r.Span), Heading: heading,
		Message: r.Message, Hint: r.Hint, Edit: r.Edit, Default: r.Default, Related: r.Related, Identity: id,
	})
}

// identityOf is the identity that a statement gives to findings about it. A
// statement may have thousands, which then share its text.
func (w *reporter) identityOf(s *spec.Statement) finding.Identity {
	if w.last != s {
		w.last = s
		w.identity = finding.Identity{Text: s.Text.Canonical(), Context: s.Context(), Headers: s.Headers, Anchor: s.Anchor()}
	}
	return w.identity
}

// Input is what one run looks at.
type Input struct {
	Head []*spec.Document
	Base []*spec.Document // read at the merge base; used only with a Comparison
	// Comparison is that of Base with Head; nil where there is nothing to
	// compare with. An empty base means that every head document is new.
	Comparison *Comparison
	// Files reports whether the repository has a file or a folder at a
	// slash-separated path on one of the sides; nil if that is not known.
	Files func(side finding.Side, path string) bool
	// Manifests and BaseManifests are what both revisions declare of
	// themselves; the zero sets where that is not known.
	Manifests, BaseManifests manifest.Set
	// Declared and BaseDeclared are what both revisions declare of prohibitions,
	// and Prohibitions is how those stand; all empty where none was read.
	Declared, BaseDeclared probe.Revision
	Prohibitions           []probe.Standing
	// Policy moves severities. The zero policy moves none.
	Policy policy.Policy
	// Spread calls do for each number below n, several at the same time where
	// the caller has the processors; nil takes them in turn.
	Spread func(n int, do func(int))
}

// spread is Spread, or its default.
func (in Input) spread(n int, do func(int)) {
	if in.Spread != nil {
		in.Spread(n, do)
		return
	}
	for i := range n {
		do(i)
	}
}

// Run applies the detectors, the suppressions that stand in the specs and the
// policy, and returns the findings in order, with fingerprints. Silenced ones
// are among them, marked. With a base, the detectors of documents run over
// it too: a finding that stood there is marked PreExisting, and one whose
// words came out of others names their finding as its Predecessor.
func Run(detectors []Detector, in Input) []finding.Finding {
	head := in.run(detectors, in.Head, finding.Head)
	own := readAllowances(in.Head, finding.Head, detectors)
	if in.Comparison == nil {
		head = finding.Finish(head)
		suppress(own, nil, head, nil, nil)
		return weigh(detectors, in.Policy, head)
	}
	for i := range detectors {
		if d := &detectors[i]; d.Change != nil {
			d.Change(&ChangePass{
				Base: in.Base, Head: in.Head, Declared: in.Declared, BaseDeclared: in.BaseDeclared, Prohibitions: in.Prohibitions,
				comparison: in.Comparison, report: reporter{detector: d, out: &head},
			})
		}
	}
	head = finding.Finish(head)
	base := finding.Finish(in.run(detectors, in.Base, finding.Base))
	partners := finding.Match(head, base)
	for i, j := range partners {
		head[i].PreExisting = j >= 0
	}
	finding.Precede(head, base, partners)
	suppress(own, readAllowances(in.Base, finding.Base, detectors), head, base, partners)
	return withSilencers(detectors, in, own, weigh(detectors, in.Policy, head))
}

// withSilencers adds what the detectors of silences find.
func withSilencers(detectors []Detector, in Input, own allowances, findings []finding.Finding) []finding.Finding {
	added := silencers(in.Head, own, findings)
	if len(added) == 0 {
		return findings
	}
	var found []finding.Finding
	for i := range detectors {
		if d := &detectors[i]; d.Silence != nil {
			d.Silence(&SilencePass{Silencers: added, report: reporter{detector: d, out: &found}})
		}
	}
	found = weigh(detectors, in.Policy, finding.Finish(found))
	findings = append(findings, found...)
	slices.SortFunc(findings, finding.Compare)
	return findings
}

// on is what is known of the files on one side.
func (in Input) on(side finding.Side) func(path string) bool {
	if in.Files == nil {
		return nil
	}
	return func(path string) bool { return in.Files(side, path) }
}

// of is what the documents of one side have in common.
func (in Input) of(side finding.Side) Pass {
	p := Pass{Files: in.on(side), Manifests: in.Manifests, EveryEdge: in.Policy.Edges == policy.AllEdges}
	if side == finding.Base {
		p.Manifests = in.BaseManifests
	}
	return p
}

// reads are the documents in languages that it has the words for.
func (d *Detector) reads(docs []*spec.Document) []*spec.Document {
	return slices.DeleteFunc(slices.Clone(docs), func(doc *spec.Document) bool { return !lang.Knows(doc.Language, d.Needs) })
}

// Unread lists the ids of the detectors that are not shown a document in a
// language, or cannot read all of it, in their order: nobody may take their
// silence for a pass.
func Unread(detectors []Detector, language string) []string {
	var out []string
	for i := range detectors {
		switch d := &detectors[i]; {
		case d.Document == nil && d.Set == nil:
		case !lang.Knows(language, d.Needs):
			out = append(out, d.ID)
		case d.Besides != lang.BasicWords && !lang.Knows(language, d.Besides):
			out = append(out, d.ID+" (in part)")
		}
	}
	return out
}

// run runs the detectors of documents over one side, each apart from the
// others, and puts their findings together in order: those about all documents
// first, and then those of each document.
func (in Input) run(detectors []Detector, docs []*spec.Document, side finding.Side) []finding.Finding {
	about, known := in.of(side), make([]*facts, len(docs))
	for i, doc := range docs {
		known[i] = factsOf(doc)
	}
	n := len(detectors)
	found := make([][]finding.Finding, n*(1+len(docs)))
	in.spread(len(found), func(k int) {
		d, report := &detectors[k%n], reporter{detector: &detectors[k%n], out: &found[k]}
		if k < n {
			if d.Set != nil {
				d.Set(&SetPass{Docs: d.reads(docs), report: report})
			}
			return
		}
		facts := known[k/n-1]
		if d.Document == nil || !lang.Knows(facts.doc.Language, d.Needs) {
			return
		}
		p := about
		p.Doc, p.facts, p.report = facts.doc, facts, report
		d.Document(&p)
	})
	return slices.Concat(found...)
}
