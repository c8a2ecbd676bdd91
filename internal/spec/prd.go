package spec

import "github.com/surmise-ci/surmise/internal/lang"

func prd() Shape {
	return Shape{
		ID: "prd",
		Doc: ShapeDoc{
			Title:     "plain product requirements",
			Text:      "Headings or labels that announce requirements or acceptance, success or done criteria, with lists or tables below.",
			Criterion: "each item under Acceptance, Success or Done",
			Example:   "## Requirements\n\n- Refuse a sixth loan\n\n## Acceptance Criteria\n\n- The sixth loan shows \"limit reached\"\n",
			Since:     "0.1.0",
		},
		Present: func(d *Document) bool {
			for _, s := range d.Sections {
				if s.Kind == lang.Requirements || s.Kind == lang.Criteria {
					return true
				}
			}
			for _, s := range d.Statements {
				if s.label == lang.Requirements || s.label == lang.Criteria {
					return true
				}
			}
			return false
		},
		Role: func(_ *Document, s *Statement) (Role, bool) {
			if s.Item == nil && s.Block.Kind != Cell || s.Body() == len(s.Text.plain) {
				return Prose, false
			}
			switch s.Under() {
			case lang.Requirements:
				return Requirement, true
			case lang.Criteria:
				return Criterion, true
			}
			return Prose, false
		},
	}
}
