package spec

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
)

// Shape is one of the ways in which people write specifications. Several may
// stand in one file.
type Shape struct {
	ID  string
	Doc ShapeDoc
	// Present reports whether the document is written in this shape.
	Present func(*Document) bool
	// Role gives a statement its role; false leaves it to the next shape.
	Role func(*Document, *Statement) (Role, bool)
}

// ShapeDoc is what explain and the README say about a shape.
type ShapeDoc struct {
	Title     string // a noun phrase
	Text      string // how it is recognised
	Criterion string // what counts as a verifiable criterion in it
	Example   string // a document in it, as short as can be
	Since     string
}

// Shapes lists every shape. Earlier ones are asked first about a statement.
func Shapes() []Shape {
	return []Shape{
		givenWhenThen(),
		userStory(),
		openSpecDelta(),
		openSpec(),
		specKit(),
		gsd(),
		bmad(),
		ears(),
		normative(),
		rfc2119(),
		prd(),
		numbered(),
	}
}

// classify finds the shapes of the document and the role of each statement.
func (r *reader) classify() {
	var present []Shape
	known := r.stated()
	for i, s := range r.doc.Statements {
		s.index = i
		if r.exempt(s, known) {
			s.Role = Exempt
			continue
		}
		s.Sentences = r.sentencesOf(s.Text)
	}
	keyWords := r.doc.Normative || prefersKeyWords(r.doc)
	for _, s := range r.doc.Statements {
		for i := range s.Sentences {
			s.Sentences[i].Modality = r.words.modals.strongest(s.Text, s.Sentences[i], keyWords)
		}
	}
	for _, shape := range Shapes() {
		if shape.Present(r.doc) {
			present = append(present, shape)
			r.doc.Shapes = append(r.doc.Shapes, shape.ID)
		}
	}
	for _, s := range r.doc.Statements {
		if s.Role == Exempt || s.Block.Kind == Heading {
			continue
		}
		if s.Under() == lang.Questions && s.Item != nil && strings.ContainsAny(s.Text.plain, "?？") {
			s.Role = Question
			continue
		}
		for _, shape := range present {
			if role, ok := shape.Role(r.doc, s); ok {
				s.Role, s.Shape = role, shape.ID
				break
			}
		}
		s.bind()
	}
	r.scenarios()
}

// prefersKeyWords reports whether a document that cites no RFC still writes
// most of its modal verbs in upper case. Its lower-case ones then explain.
func prefersKeyWords(d *Document) bool {
	const enough = 5
	upper, lower := 0, 0
	for _, s := range d.Statements {
		for _, sentence := range s.Sentences {
			for _, t := range sentence.Tokens {
				switch t.Lower {
				case "must", "shall", "should":
					if keyWord(s.Text.plain[t.Start:t.End]) != lang.NoModality {
						upper++
					} else {
						lower++
					}
				}
			}
		}
	}
	return upper >= enough && upper > lower
}

// bind marks the sentences that the statement is held to: all of an item's,
// and of a paragraph's those with a modal verb.
func (s *Statement) bind() {
	if !s.Role.Binding() {
		return
	}
	whole := s.Item != nil || s.ID != "" || s.Block.Kind == Cell || s.Shape == "ears"
	for i := range s.Sentences {
		s.Sentences[i].Binds = whole || s.Sentences[i].Modality >= lang.Should
	}
}
