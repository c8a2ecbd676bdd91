package spec

import "github.com/surmise-ci/surmise/internal/lang"

func rfc2119() Shape {
	return Shape{
		ID: "rfc2119",
		Doc: ShapeDoc{
			Title:     "prose with modal verbs",
			Text:      "Documents that say must, shall or should, in any case, without citing RFC 2119.",
			Criterion: "the must or shall sentence itself",
			Example:   "The desk must refuse a sixth loan.\n",
			Since:     "0.1.0",
		},
		Present: func(d *Document) bool {
			if d.Normative {
				return false
			}
			for _, s := range d.Statements {
				if s.Role != Exempt && s.modality() >= lang.Must {
					return true
				}
			}
			return false
		},
		Role: func(_ *Document, s *Statement) (Role, bool) {
			switch s.Under() {
			case lang.Questions, lang.OutOfScope, lang.Assumptions, lang.Glossary:
				return Prose, false
			case lang.Criteria:
				return Criterion, s.modality() >= lang.Should
			}
			return Requirement, s.modality() >= lang.Should
		},
	}
}
