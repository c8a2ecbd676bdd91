package spec

func numbered() Shape {
	return Shape{
		ID: "numbered",
		Doc: ShapeDoc{
			Title:     "numbered items of an unknown language",
			Text:      "In a document whose language has no pack, or cannot be told, the items, paragraphs and rows that open with an explicit id.",
			Criterion: "none: what is written there cannot be judged",
			Example:   "## Vereisten\n\n- **FR-001**: De balie weigert een zesde lening.\n",
			Since:     "0.1.0",
		},
		Present: func(d *Document) bool {
			if !d.Foreign {
				return false
			}
			for _, s := range d.Statements {
				if s.Role != Exempt && carriesID(s) {
					return true
				}
			}
			return false
		},
		Role: func(_ *Document, s *Statement) (Role, bool) { return Requirement, carriesID(s) },
	}
}

// carriesID reports whether a statement has an explicit id, as its own or that
// of its table row, and says something besides it.
func carriesID(s *Statement) bool {
	return s.ID != "" && s.Block.Kind != Heading && s.Body() < len(s.Text.plain)
}
