package app

import (
	"slices"

	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// asked are the questions of a revision that nobody was asked before.
func (i interrogation) asked() []ledger.Question {
	return ledger.Ask(i.questions, nil, i.policy.Clarification.MaxQuestions)
}

// drafts are the specs with the answers to those questions written in, read
// again and judged again.
func (i interrogation) drafts(questions []ledger.Question) []clarify.Draft {
	answers := make(map[string][]clarify.Answered)
	for _, q := range questions {
		if step, words, ok := q.Answer(); ok {
			answers[q.Place.Path] = append(answers[q.Place.Path], clarify.Answered{
				Question: q, Option: slices.Index(q.Options, words) + 1, Words: words, On: step.At,
			})
		}
	}
	var out []clarify.Draft
	for _, doc := range i.head.docs {
		given := answers[doc.File.Path()]
		if len(given) == 0 {
			continue
		}
		draft := clarify.Write(doc, i.report.Findings, given)
		again := i.reread(draft)
		for _, a := range given {
			if (again.holds(a.Question) || again.problem(a.Question, i.report.Findings) != "") && !slices.Contains(draft.Left, a.ID) {
				draft.Left = append(draft.Left, a.ID)
			}
		}
		out = append(out, draft)
	}
	return out
}

// rescore says why words are no answer to a question: the spec with them
// written in leaves as much open as it did. It is "" if they are one, or if no
// sentence of the spec can tell.
func (i interrogation) rescore(q ledger.Question, words string) string {
	for _, doc := range i.head.docs {
		if doc.File.Path() != q.Place.Path {
			continue
		}
		draft := clarify.Write(doc, i.report.Findings, []clarify.Answered{{Question: q, Words: words}})
		if len(draft.Left) > 0 {
			return ""
		}
		return i.reread(draft).problem(q, i.report.Findings)
	}
	return ""
}

// rereading is what a draft leaves open.
type rereading struct {
	read     bool
	path     string
	score    clarify.Score
	findings []finding.Finding
}

func (i interrogation) reread(d clarify.Draft) rereading {
	r := newReader(i.policy.Limits, i.look.lexicon)
	doc, err := r.parse(source.New(d.Path, []byte(d.Text)))
	if err != nil {
		return rereading{}
	}
	p := i.policy
	p.Scope = policy.ScopeAll
	return rereading{
		read: true, path: d.Path, score: i.look.measure(doc),
		findings: detect.Run(i.look.detectors, detect.Input{Head: []*spec.Document{doc}, Policy: p}),
	}
}

// holds reports whether the draft still has the gap that a question is about.
func (r rereading) holds(q ledger.Question) bool {
	return !r.read || slices.ContainsFunc(r.findings, func(f finding.Finding) bool {
		return slices.Contains(q.Resolves, finding.Key{Path: f.Path, Fingerprint: f.Fingerprint})
	})
}

// problem says in what way the draft is no better than before; "" if it is.
func (r rereading) problem(q ledger.Question, before []finding.Finding) string {
	if !r.read {
		return "the spec with these words in it cannot be read"
	}
	switch q.Field {
	case clarify.FieldCriteria:
		for _, reason := range r.score.Reasons {
			if reason.Signal == clarify.NoAcceptanceCriteria {
				return reason.Text
			}
		}
		return r.first("no-criterion")
	case clarify.FieldTarget:
		for _, reason := range r.score.Reasons {
			if reason.Signal == clarify.NoTargetSurface {
				return reason.Text
			}
		}
		return ""
	}
	was, is := r.count(before), r.count(r.findings)
	for _, key := range q.Resolves {
		for _, f := range before {
			if (finding.Key{Path: f.Path, Fingerprint: f.Fingerprint}) == key && f.Severity == finding.High {
				was--
			}
		}
	}
	if is <= was {
		return ""
	}
	for _, f := range r.findings {
		same := func(old finding.Finding) bool { return old.Fingerprint == f.Fingerprint }
		if f.Active() && f.Severity == finding.High && !slices.ContainsFunc(before, same) {
			return f.Message
		}
	}
	return "the words leave it as it was"
}

// first is the message of the first finding of a detector; "" without one.
func (r rereading) first(detector string) string {
	for _, f := range r.findings {
		if f.Detector == detector && f.Active() {
			return f.Message
		}
	}
	return ""
}

// count is how many high findings that count are in the draft's spec.
func (r rereading) count(findings []finding.Finding) int {
	n := 0
	for _, f := range findings {
		if f.Path == r.path && f.Active() && f.Severity == finding.High && f.Side == finding.Head && !changes(f) {
			n++
		}
	}
	return n
}

// changes reports whether a finding is about what a change took away: a draft
// is compared with nothing.
func changes(f finding.Finding) bool {
	return ledger.Entry{Source: f.Detector}.Nature() >= ledger.Weakening
}
