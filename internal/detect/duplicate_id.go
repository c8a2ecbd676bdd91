package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func duplicateID() Detector {
	return Detector{
		ID: "duplicate-id",
		Doc: Doc{
			Title: "duplicate id",
			Text: "Finds two requirements of one document that carry the same explicit id and say different things, so that a reference " +
				"or a decision names neither. Both must be items or paragraphs that open with the id, rows of one table, or headings " +
				"side by side; and two scenarios of a feature with one name. A trace table, an acceptance criterion and a story that repeat " +
				"the id of a requirement refer to it.",
			Bad:   "- **FR-003**: Sellers MUST pay the fee.\n- **FR-003**: Buyers MUST see the fee.",
			Good:  "- **FR-004**: Sellers MUST pay the fee.\n- **FR-005**: Buyers MUST see the fee.",
			Since: "0.1.0",
		},
		Class: finding.Ambiguous, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"duplicate-id"},
		Needs: lang.NoWords,
		Document: func(p *Pass) {
			reportDuplicateIDs(p)
			reportDuplicateScenarios(p)
		},
	}
}

// carrier is where an id may be given once: what two of one carrier have in
// common makes the second a duplicate.
type carrier struct {
	id     string
	column string        // the head of a cell's column; "" for what is no cell
	serial int           // of the table
	under  *spec.Section // the section above a heading; nil for a statement
}

func reportDuplicateIDs(p *Pass) {
	first := make(map[carrier]*spec.Statement)
	serial := 0
	var previous *spec.Statement
	for _, s := range p.Doc.Statements {
		if s.Block.Kind == spec.Cell && (previous == nil || previous.Block.Kind != spec.Cell || previous.Section != s.Section) {
			serial++
		}
		previous = s
		c, ok := carrierOf(s, serial)
		if !ok {
			continue
		}
		before := first[c]
		if before == nil {
			first[c] = s
			continue
		}
		if before.Text.Canonical() == s.Text.Canonical() {
			continue
		}
		at := strings.Index(s.Text.String()[:s.Body()], s.ID)
		span := s.Span
		if at >= 0 {
			span = s.Text.Span(at, at+len(s.ID))
		}
		p.Report(Result{
			Span: span, At: s,
			Message: fmt.Sprintf("%q stands on line %d already: give one of the two another id", s.ID, p.Doc.File.Position(before.Span.Start).Line),
			Hint:    "number one of them anew and mend the references, or merge the two",
			Default: "a reference to the id is taken for the first of the two",
			Related: []finding.Related{side(p.Doc, before, before.Span)},
			Members: []string{before.Text.Canonical()},
		})
	}
}

// reportDuplicateScenarios finds two scenarios of one feature, or of one rule in
// it, with one name, which is all that a test report says of either.
func reportDuplicateScenarios(p *Pass) {
	type named struct {
		under *spec.Section
		name  string
	}
	first := make(map[named]*spec.Scenario)
	for _, sc := range p.Doc.Scenarios {
		n := named{sc.Section.Parent, strings.ToLower(sc.Title)}
		if sc.Steps[0].Block.Step == "" || sc.Section.Heading == nil || sc.Title == "" || sc.Title == sc.Section.Title {
			continue
		}
		before := first[n]
		if before == nil {
			first[n] = sc
			continue
		}
		if before.Section == sc.Section {
			continue
		}
		p.Report(Result{
			Span: sc.Section.Heading.Span, At: sc.Steps[0],
			Message: fmt.Sprintf("%q names the scenario on line %d already: give one of the two another name", shorten(sc.Title, maxSide),
				p.Doc.File.Position(before.Section.Heading.Span.Start).Line),
			Hint:    "say in the name what tells the two apart, or drop one if they show the same",
			Default: "a report of the name is taken for either of the two",
			Related: []finding.Related{side(p.Doc, before.Steps[0], before.Section.Heading.Span)},
			Members: []string{before.Steps[0].Text.Canonical()},
		})
	}
}

// carrierOf is where a statement gives its id; false if it gives none, or only
// refers to one.
func carrierOf(s *spec.Statement, serial int) (carrier, bool) {
	c := carrier{id: strings.ToLower(s.ID)}
	switch {
	case s.ID == "":
		return c, false
	case s.Block.Kind == spec.Cell:
		// The id stands in the row's first cell, what it is given to in another.
		if len(s.Headers) < 2 {
			return c, false
		}
		c.column, c.serial = s.Headers[0], serial
		return c, s.Role == spec.Requirement
	case s.Body() == 0:
		return c, false
	case s.Block.Kind == spec.Heading:
		c.under = s.Section.Parent
		return c, s.Role != spec.Exempt
	}
	return c, s.Role == spec.Requirement && len(strings.TrimSpace(s.Text.String())) > s.Body()
}
