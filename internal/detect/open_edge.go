package detect

import (
	"fmt"
	"strconv"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/spec"
)

func openEdge() Detector {
	return Detector{
		ID: "open-edge",
		Doc: Doc{
			Title: "open edge",
			Text: "Finds edges that a section \"Edge Coverage\" lists and leaves open: a row whose status is neither covered, explicit, backstop " +
				"nor dismissed. One entry covers a spec. Specs without such a section are silent, unless the policy says \"edges: all\": " +
				"then an edge counts that a requirement raises and its own words do not settle.",
			Bad:   "## Edge Coverage\n\n| Edge | Of | Status | Resolution |\n|---|---|---|---|\n| empty | FR-001 | unresolved | |",
			Good:  "## Edge Coverage\n\n| Edge | Of | Status | Resolution |\n|---|---|---|---|\n| empty | FR-001 | explicit | an empty list gives a total of 0 |",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"open-edge"},
		Needs: lang.NoWords,
		Document: func(p *Pass) {
			rows := probe.EdgeRows(p.Doc)
			switch {
			case rows != nil:
				reportOpenRows(p, rows)
			case p.EveryEdge:
				reportOpenEdges(p)
			}
		},
	}
}

const (
	settleEdges = "write what happens there and mark it explicit, name the test that is held out for it as backstop, or dismiss it with a reason"
	noEdges     = "nothing in particular happens at these edges"
)

func reportOpenRows(p *Pass, rows []probe.EdgeRow) {
	r := Result{Hint: settleEdges, Default: noEdges}
	name := ""
	for _, row := range rows {
		if row.Label != "" {
			continue
		}
		if r.Members == nil {
			r.Span, name = row.Span, row.Name
		}
		r.Members = append(r.Members, row.Text)
	}
	switch len(r.Members) {
	case 0:
		return
	case 1:
		r.Message = fmt.Sprintf("the edge %q is open: settle it, or dismiss it with a reason", shorten(name, maxQuote))
	default:
		r.Message = fmt.Sprintf("%s are open, the first is %q: settle or dismiss them", count(len(r.Members), "edge"), shorten(name, maxQuote))
	}
	p.Report(r)
}

// reportOpenEdges asks the requirements of a spec that says nothing of edges.
func reportOpenEdges(p *Pass) {
	var asked []probe.Requirement
	byID := make(map[string]*spec.Statement)
	for i, s := range p.Doc.Statements {
		if s.Role != spec.Requirement {
			continue
		}
		id := strconv.Itoa(i)
		byID[id] = s
		asked = append(asked, probe.Requirement{ID: id, Text: s.Text.String()})
	}
	open, err := probe.OpenEdges(asked)
	if err != nil || len(open) == 0 {
		return // every requirement has an id and words
	}
	r := Result{Hint: settleEdges, Default: noEdges}
	requirements := make(map[string]bool)
	for _, item := range open {
		requirements[item.RequirementID] = true
		r.Members = append(r.Members, item.Category+"\x00"+byID[item.RequirementID].Text.String())
	}
	first := byID[open[0].RequirementID]
	r.Span = first.Text.Span(max(first.Body(), 0), len(first.Text.String()))
	r.Message = fmt.Sprintf("%s of %s are not settled, such as %q here", count(len(open), "edge"), count(len(requirements), "requirement"), open[0].Category)
	p.Report(r)
}
