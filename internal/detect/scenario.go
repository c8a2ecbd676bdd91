package detect

import (
	"slices"

	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/spec"
)

// shown is a scenario as what it shows, with where it stands.
type shown struct {
	claim.Case
	scenario *spec.Scenario
}

// reportScenarios holds the outcomes of scenarios against the requirements of
// their document, and against one another where the setting is the same.
func (m matter) reportScenarios(p *Pass, all []assertion) {
	if len(p.Doc.Scenarios) == 0 {
		return
	}
	var cases []shown
	var section *spec.Section
	beside := false // whether tables stand in it
	for _, sc := range p.Doc.Scenarios {
		if sc.Section != section {
			section, beside = sc.Section, tabular(sc.Section)
		}
		if beside {
			continue
		}
		if c, ok := claim.CaseOf(sc); ok {
			cases = append(cases, shown{c, sc})
		}
	}
	told := make(map[*spec.Statement]bool)
	m.reportRivals(p, cases, told)
	m.reportBroken(p, cases, all, told)
}

// tabular reports whether tables or code stand beside the steps of a section:
// they are part of what is given.
func tabular(s *spec.Section) bool {
	for _, root := range s.Blocks {
		for b := range root.All() {
			if b.Kind == spec.Table || b.Kind == spec.Code {
				return true
			}
		}
	}
	return false
}

// reportRivals finds two scenarios with one setting and opposite outcomes.
func (m matter) reportRivals(p *Pass, cases []shown, told map[*spec.Statement]bool) {
	first := make(map[string]*shown)
	for i := range cases {
		c := &cases[i]
		before := first[c.Setting()]
		if before == nil {
			first[c.Setting()] = c
			continue
		}
		if !claim.Rivals(before.Case, c.Case) || !m.siblings(before.scenario, c.scenario) {
			continue
		}
		for _, o := range c.Effects {
			for _, was := range before.Effects {
				a, b := assertion{Claim: was.Claim, place: place{s: was.Step}}, assertion{Claim: o.Claim, place: place{s: o.Step}}
				if !told[o.Step] && was.Step != o.Step && claim.Contradict(was.Claim, o.Claim) {
					told[o.Step] = true
					reportContradiction(p, a, []assertion{b})
				}
			}
		}
	}
}

// siblings reports whether two scenarios stand side by side and their titles do
// not tell two cases apart that their steps forgot: "Gold member" and "Silver
// member", "mobile" and "desktop".
func (m matter) siblings(a, b *spec.Scenario) bool {
	if a.Section != b.Section && a.Section.Parent != b.Section.Parent {
		return false
	}
	ta, tb := titleWords(nil, a.Title), titleWords(nil, b.Title)
	return slices.Equal(wordsWhere(ta, m.divides), wordsWhere(tb, m.divides)) && !parallel(a.Title, b.Title)
}

// reportBroken finds outcomes that are against a requirement. Only requirements
// with a word of the outcome's verb or subject are looked at.
func (m matter) reportBroken(p *Pass, cases []shown, all []assertion, told map[*spec.Statement]bool) {
	if len(cases) == 0 {
		return
	}
	const mostOfOne = 64
	rules := make(map[string][]int)
	for i := range all {
		if all[i].table != nil {
			continue
		}
		for _, w := range all[i].Words() {
			if len(rules[w]) < mostOfOne {
				rules[w] = append(rules[w], i)
			}
		}
	}
	for i := range cases {
		c := &cases[i]
		for _, o := range c.Effects {
			words := o.Words()
			if told[o.Step] || len(words) == 0 {
				continue
			}
			b := assertion{Claim: o.Claim, place: place{s: o.Step}}
			for _, k := range rules[words[0]] {
				rule := all[k]
				own := above(rule.s.Section, c.scenario.Section)
				if c.Breaks(o, rule.Claim, own) && (own || m.samePlace(&rule, &b)) {
					told[o.Step] = true
					reportContradiction(p, rule, []assertion{b})
					break
				}
			}
		}
	}
}

// reportMoves finds states that something is said to come to be in and that the
// list of its states lacks.
func (m matter) reportMoves(p *Pass, all []assertion) {
	const mostLists = 16
	lists := firstOf(all, mostLists, func(a *assertion) bool { return a.ListsStates() })
	if len(lists) == 0 {
		return
	}
	for _, at := range places(p.Doc) {
		if !at.s.Role.Binding() && at.s.Role != spec.Step {
			continue
		}
		for _, move := range claim.MovesOf(at.s) {
			made := assertion{Claim: claim.Claim{Start: move.Start, End: move.End}, place: at}
			if list := lacking(lists, move); list != nil && list.s != at.s && m.samePlace(list, &made) {
				reportContradiction(p, *list, []assertion{made})
			}
		}
	}
}

// lacking is the one list that lacks the state of a move; nil if none does, or
// another list of the document has it.
func lacking(lists []assertion, move claim.Move) *assertion {
	var found *assertion
	for i := range lists {
		switch {
		case lists[i].Lists(move.State):
			return nil
		case lists[i].Lacks(move):
			found = &lists[i]
		}
	}
	return found
}
