package spec

import "strings"

func gsd() Shape {
	return Shape{
		ID: "gsd",
		Doc: ShapeDoc{
			Title:     "GSD phase specifications",
			Text:      "Requirements with Current, Target and Acceptance lines below them, or an ambiguity score or report. What is current is no requirement.",
			Criterion: "each Acceptance line and each item under Acceptance Criteria",
			Example:   "## Requirements\n\n1. **Loan limit**: The desk lends 5 books.\n   - Current: it lends any number\n   - Target: it refuses a sixth loan\n   - Acceptance: the sixth loan shows \"limit reached\"\n",
			Since:     "0.1.0",
		},
		Present: func(d *Document) bool {
			for _, s := range d.Sections {
				if hasPrefixFold(s.Title, "ambiguity report") {
					return true
				}
			}
			for _, s := range d.Statements {
				if strings.Contains(s.Text.plain, "Ambiguity score:") || s.Parent != nil && s.Item != nil && hasPrefixFold(s.Text.plain, "target:") {
					return true
				}
			}
			return false
		},
		Role: gsdRole,
	}
}

// gsdRole tells the lines below a requirement apart: what is so today binds
// nobody, what is to be is a part of the requirement, and its acceptance is
// the criterion. What lies within the boundaries only says how far the phase
// goes.
func gsdRole(_ *Document, s *Statement) (Role, bool) {
	if s.Item != nil && s.Parent != nil && s.Parent.Item != nil {
		switch field(s.Text.plain) {
		case "current":
			return Prose, true
		case "target":
			return Requirement, true
		case "acceptance":
			return Criterion, true
		}
	}
	return Prose, s.Item != nil && within(s.Section, "boundaries")
}

// within reports whether a section or one above it has a title that starts so.
func within(s *Section, title string) bool {
	for ; s != nil; s = s.Parent {
		if hasPrefixFold(s.Title, title) {
			return true
		}
	}
	return false
}
