package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/spec"
)

func removedScenario() Detector {
	return Detector{
		ID: "removed-scenario",
		Doc: Doc{
			Title: "removed scenario",
			Text: "Finds Given/When/Then scenarios of the base that the head no longer has: neither their steps in any spec that is " +
				"read, nor their title, nor one that is like them in their file. It is silent where the requirement above the " +
				"scenario or the whole file is gone, which is a finding of its own, or was taken away on record.",
			Bad:   "Scenario: Late return (deleted)",
			Good:  "Scenario: Late return (steps reworded)",
			Since: "0.1.0",
		},
		Class: finding.Missing, Affects: "acceptance-criteria", Severity: finding.Medium,
		Kinds: []string{"removed-scenario"},
		Change: func(p *ChangePass) {
			gone := goneSections(p)
			for _, l := range p.comparison.lost {
				if !gone.covers(l.Doc, l.Scenario.Section) {
					reportLostScenario(p, l)
				}
			}
		},
	}
}

// coverage is where a removal has been noted for another cause.
type coverage struct {
	kept     map[string]bool        // paths that the head still has
	sections map[*spec.Section]bool // with a requirement that is gone
	retired  map[string]bool        // titles taken away on record
}

func goneSections(p *ChangePass) coverage {
	c := coverage{kept: make(map[string]bool), sections: make(map[*spec.Section]bool), retired: retiredTitles(p.Head)}
	for _, d := range p.Head {
		c.kept[d.File.Path()] = true
	}
	for _, r := range p.comparison.removed {
		c.sections[r.Statement.Section] = true
	}
	return c
}

func (c coverage) covers(d *spec.Document, s *spec.Section) bool {
	if !c.kept[d.File.Path()] {
		return true
	}
	for ; s != nil && s.Level > 0; s = s.Parent {
		if c.retired[title(s)] || c.sections[s] && strings.HasPrefix(title(s), "requirement:") {
			return true
		}
	}
	return false
}

func reportLostScenario(p *ChangePass, l align.ScenarioRef) {
	first := l.Scenario.Steps[0]
	what := l.Scenario.Title
	if first.Scenario.Section.Heading == nil || what == "" || len(l.Scenario.Steps) == 1 {
		what = strings.Join(strings.Fields(first.Text.String()), " ")
	}
	p.Report(Result{
		Doc: l.Doc, Side: finding.Base, Span: first.Span, At: first,
		Message: fmt.Sprintf("the scenario %q is gone: restore it or say what covers it", shorten(what, maxQuote)),
		Hint:    "put the scenario back, or confirm that nobody has to see this case any more",
		Default: "the case is no longer checked",
	})
}
