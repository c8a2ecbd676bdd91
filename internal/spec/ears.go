package spec

import "github.com/surmise-ci/surmise/internal/lang"

func ears() Shape {
	return Shape{
		ID: "ears",
		Doc: ShapeDoc{
			Title:     "EARS requirements, as Kiro writes them",
			Text:      "Statements that start with WHEN, IF, WHILE, WHERE or THE in upper case and say what the system SHALL do.",
			Criterion: "the EARS line itself",
			Example:   "1. WHEN a reader with 5 loans borrows, THE desk SHALL refuse the loan\n",
			Since:     "0.1.0",
		},
		Present: func(d *Document) bool {
			for _, s := range d.Statements {
				if s.Role != Exempt && isEARS(s) {
					return true
				}
			}
			return false
		},
		Role: func(_ *Document, s *Statement) (Role, bool) { return Requirement, isEARS(s) },
	}
}

func isEARS(s *Statement) bool {
	if len(s.Sentences) == 0 || len(s.Sentences[0].Tokens) == 0 || s.modality() < lang.Must {
		return false
	}
	first := s.Sentences[0].Tokens[0]
	switch s.Text.plain[first.Start:first.End] {
	case "WHEN", "IF", "WHILE", "WHERE", "THE":
	default:
		return false
	}
	for _, t := range s.Sentences[0].Tokens {
		if t.Lower == "shall" && s.Text.plain[t.Start:t.End] == "SHALL" {
			return true
		}
	}
	return false
}
