package spec

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
)

func specKit() Shape {
	return Shape{
		ID: "spec-kit",
		Doc: ShapeDoc{
			Title:     "spec-kit feature specifications",
			Text:      "A \"Feature Branch\" field, or headings for user scenarios and functional requirements with FR-001 ids.",
			Criterion: "each acceptance scenario under a story and each SC-001 outcome",
			Example:   "**Feature Branch**: `004-loan-limit`\n\n### Functional Requirements\n\n- **FR-001**: The desk MUST refuse a sixth loan.\n",
			Since:     "0.1.0",
		},
		Present: isSpecKit,
		Role: func(_ *Document, s *Statement) (Role, bool) {
			switch {
			case strings.HasPrefix(s.ID, "FR-"), strings.HasPrefix(s.ID, "NFR-"):
				return Requirement, true
			case strings.HasPrefix(s.ID, "SC-"):
				return Criterion, true
			}
			return Prose, false
		},
	}
}

func isSpecKit(d *Document) bool {
	numbered := false
	for _, s := range d.Statements {
		if strings.HasPrefix(s.Text.plain, "Feature Branch:") {
			return true
		}
		numbered = numbered || strings.HasPrefix(s.ID, "FR-")
	}
	if !numbered {
		return false
	}
	for _, s := range d.Sections {
		if s.Kind == lang.Scenarios && hasPrefixFold(s.Title, "user scenarios") {
			return true
		}
	}
	return false
}
