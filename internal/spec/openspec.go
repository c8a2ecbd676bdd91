package spec

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
)

func openSpec() Shape {
	return Shape{
		ID: "openspec",
		Doc: ShapeDoc{
			Title:     "OpenSpec capabilities",
			Text:      "Headings \"Requirement: ...\" with headings \"Scenario: ...\" below them.",
			Criterion: "each scenario under its requirement",
			Example:   "### Requirement: Loan limit\nThe desk SHALL refuse a sixth loan.\n\n#### Scenario: Sixth loan\n- **WHEN** a reader with 5 loans borrows\n- **THEN** the desk refuses\n",
			Since:     "0.1.0",
		},
		Present: func(d *Document) bool {
			for _, s := range d.Sections {
				if isRequirementHeading(s) {
					return true
				}
			}
			return false
		},
		Role: openSpecRole,
	}
}

func openSpecRole(_ *Document, s *Statement) (Role, bool) {
	switch {
	case isRequirementHeading(s.Section):
		return Requirement, true
	case hasPrefixFold(s.Section.Title, "scenario:") && s.Item != nil:
		return Step, true
	}
	return Prose, false
}

func isRequirementHeading(s *Section) bool { return hasPrefixFold(s.Title, "requirement:") }

// hasPrefixFold is strings.HasPrefix without regard to the case of ASCII.
func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

func openSpecDelta() Shape {
	return Shape{
		ID: "openspec-delta",
		Doc: ShapeDoc{
			Title:     "OpenSpec deltas",
			Text:      "Headings ADDED, MODIFIED, REMOVED or RENAMED Requirements. What is removed there is no requirement.",
			Criterion: "each scenario under its requirement",
			Example:   "## ADDED Requirements\n### Requirement: Loan limit\nThe desk SHALL refuse a sixth loan.\n",
			Since:     "0.1.0",
		},
		Present: func(d *Document) bool {
			for _, s := range d.Sections {
				if isDelta(s) {
					return true
				}
			}
			return false
		},
		Role: openSpecRole,
	}
}

// isDelta reports whether a section is one of the four operations of an
// OpenSpec delta.
func isDelta(s *Section) bool {
	switch strings.ToUpper(s.Title) {
	case "ADDED REQUIREMENTS", "MODIFIED REQUIREMENTS", "REMOVED REQUIREMENTS", "RENAMED REQUIREMENTS":
		return s.Kind == lang.Requirements || s.Kind == lang.Removed || s.Kind == lang.Guidance
	}
	return false
}
