package spec

import "github.com/surmise-ci/surmise/internal/lang"

func normative() Shape {
	return Shape{
		ID: "normative",
		Doc: ShapeDoc{
			Title:     "normative documents",
			Text:      "Documents that cite RFC 2119 or RFC 8174: only their upper-case key words bind.",
			Criterion: "the MUST or SHALL sentence itself",
			Example:   "The key words are to be read as in RFC 2119.\n\nA client MUST send the header.\n",
			Since:     "0.1.0",
		},
		Present: func(d *Document) bool { return d.Normative },
		Role: func(_ *Document, s *Statement) (Role, bool) {
			return Requirement, s.modality() >= lang.May
		},
	}
}
