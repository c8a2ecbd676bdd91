package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

func contradiction() Detector {
	m := matter{parts: dividingWords()}
	return Detector{
		ID: "contradiction",
		Doc: Doc{
			Title: "contradiction",
			Text: "Finds two requirements of one document that cannot both hold: the same thing required and forbidden, bounded twice " +
				"with different numbers, given two values or defaults of which one excludes the other, two lists of all that is allowed, " +
				"two answers of permission or state tables, and orders that run in a circle; what is never done and done after a time, kept " +
				"and deleted before, at least so much and at most less, always so and only in one case; a default or a state outside of what is allowed; and a scenario against " +
				"its requirement, or against one with the same steps. Units are converted exactly. Both must speak of the same thing " +
				"under the same condition, so a qualifier or a condition on one side alone keeps it silent, and so does everything that " +
				"it cannot bring into comparable form. Numbers in what a scenario is given are examples. In a language without a pack only " +
				"sentences count that are the same but for a number with its unit.",
			Bad:   "- Refunds must end within 14 days.\n- Refunds must end within 30 days.",
			Good:  "- Refunds must end within 14 days.\n- Refunds to gift cards must end within 30 days.",
			Since: "0.1.0",
		},
		Class: finding.Contradictory, Affects: "requirements", Severity: finding.High,
		Kinds: []string{"contradiction"},
		Needs: lang.NoWords,
		Blind: "two sides that do not share their words, one that only follows from where it stands or from the steps around it, " +
			"and what nothing in the document speaks against",
		Document: func(p *Pass) {
			all := assertions(p.Doc)
			if p.Doc.Foreign {
				m.reportMeasured(p, all)
				return
			}
			m.report(p, all)
			reportEmpty(p, all)
			m.reportScenarios(p, all)
			m.reportMoves(p, all)
			m.reportCircles(p)
		},
	}
}

// report compares only claims of one key. All claims of a key that contradict
// the same one are a single finding: they have one cause.
func (m matter) report(p *Pass, all []assertion) {
	done := make(map[int]bool)
	m.reportGroups(p, all, done, (*assertion).key, func(a, b *assertion) bool {
		return (a.s != b.s || a.part != b.part) && claim.Contradict(a.Claim, b.Claim)
	})
	m.reportGroups(p, all, done, (*assertion).topic, func(a, b *assertion) bool { return claim.Opposed(a.Claim, b.Claim) })
	m.reportTolerated(p, all)
}

func (a *assertion) key() string   { return a.Key() }
func (a *assertion) topic() string { return a.Topic() }

// reportGroups holds the claims of each group against one another. Done are
// those that have been told of.
func (m matter) reportGroups(p *Pass, all []assertion, done map[int]bool, group func(*assertion) string, against func(a, b *assertion) bool) {
	const mostOfOne = 32
	groups := make(map[string][]int)
	for i := range all {
		if k := group(&all[i]); len(groups[k]) < mostOfOne {
			groups[k] = append(groups[k], i)
		}
	}
	for i := range all {
		var others []assertion
		for _, j := range groups[group(&all[i])] {
			if j > i && !done[i] && !done[j] && against(&all[i], &all[j]) && m.same(&all[i], &all[j]) {
				others = append(others, all[j])
				done[j] = true
			}
		}
		if len(others) > 0 {
			reportContradiction(p, all[i], others)
			done[i] = true
		}
	}
}

// reportTolerated finds limits beyond which another requirement only warns.
func (m matter) reportTolerated(p *Pass, all []assertion) {
	const mostLimits = 32
	limits := firstOf(all, mostLimits, func(a *assertion) bool { return a.Limits() })
	for _, w := range all {
		if !w.Warns() {
			continue
		}
		for _, l := range limits {
			if l.s != w.s && claim.Tolerates(w.Claim, l.Claim) && m.samePlace(&w, &l) {
				first, second := w, l
				if l.s.Span.Start < w.s.Span.Start {
					first, second = l, w
				}
				reportContradiction(p, first, []assertion{second})
				break
			}
		}
	}
}

// reportContradiction puts the finding on the later statement, which is the one
// more likely to be new, and shows the other side.
func reportContradiction(p *Pass, first assertion, against []assertion) {
	second := against[0]
	a, b := claim.Contrast(first.Claim, second.Claim)
	span, other := second.s.Text.Span(b.Start, b.End), first.s.Text.Span(a.Start, a.End)
	r := Result{
		Span: span, At: second.s,
		Message: fmt.Sprintf("%q contradicts %q on line %d: keep one", shorten(second.said(b), maxSide),
			shorten(first.said(a), maxSide), p.Doc.File.Position(other.Start).Line),
		Hint:    "say which one holds, or state the condition that tells the two cases apart",
		Default: "none: whichever side the implementer reads first would win",
		Related: []finding.Related{side(p.Doc, first.s, other)},
		Members: []string{first.s.Text.Canonical()},
	}
	for _, other := range against[1:] {
		_, o := claim.Contrast(first.Claim, other.Claim)
		r.Related = append(r.Related, side(p.Doc, other.s, other.s.Text.Span(o.Start, o.End)))
		r.Members = append(r.Members, other.s.Text.Canonical())
	}
	p.Report(r)
}

// reportEmpty finds intervals that nothing lies in. Their two ends are the sides.
func reportEmpty(p *Pass, all []assertion) {
	for i := range all {
		a := &all[i]
		e, ok := a.Empty()
		if !ok || a.table != nil {
			continue
		}
		end := strings.LastIndex(a.s.Text.String()[e.Start:e.End], " and ")
		other := a.s.Text.Span(e.Start, e.End)
		if end > 0 {
			other = a.s.Text.Span(e.Start, e.Start+end)
		}
		p.Report(Result{
			Span: a.s.Text.Span(e.Start, e.End), At: a.s,
			Message: fmt.Sprintf("no amount is %q: correct one end", shorten(words(a.s, e), maxQuote)),
			Hint:    "say which end holds, and give the other one a value that leaves something between them",
			Default: "none: whichever end the implementer reads first would win",
			Related: []finding.Related{side(p.Doc, a.s, other)},
		})
	}
}

// maxSide is how many characters of either side a message repeats.
const maxSide = 38

func side(d *spec.Document, s *spec.Statement, span source.Span) finding.Related {
	note := "the other side"
	if s.ID != "" {
		note += ", " + s.ID
	}
	return finding.Related{Place: finding.PlaceOf(d.File, finding.Head, span), Note: note}
}
