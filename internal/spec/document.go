// Package spec knows what a specification is made of. It turns the blocks of a
// parsed file into a [Document]: sections, and statements that each have a
// [Role] (requirement, criterion, scenario step, open question ...). What a
// role looks like differs between the ways people write specs; each way is a
// [Shape] in a file of its own.
package spec

import (
	"slices"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/source"
)

// Role is what a statement does in its specification.
type Role uint8

// The roles. Detectors look at what binds: requirements, criteria, stories.
const (
	Prose       Role = iota // explains; binds nobody
	Requirement             // something the product must do or be
	Criterion               // how somebody sees that a requirement is met
	Step                    // a step of a scenario; its values are examples
	Story                   // a user story's "as a ..., I want ..." line
	Question                // something the author asks
	Exempt                  // never a requirement: logs of answers, background, guidance
)

// String is the role's name in reports and tests.
func (r Role) String() string {
	return [...]string{"prose", "requirement", "criterion", "step", "story", "question", "exempt"}[r]
}

// Binding reports whether a statement of this role is promised to somebody.
func (r Role) Binding() bool { return r == Requirement || r == Criterion }

// Document is one specification, read. It is immutable after [Lexicon.Read].
type Document struct {
	File       *source.File
	Blocks     []*Block
	Comments   []Comment
	Sections   []*Section   // in source order; the first is the part before any heading
	Statements []*Statement // in source order
	Scenarios  []*Scenario
	Anchors    Anchors
	Shapes     []string // ids of the shapes found, in the order of [Shapes]
	Language   string   // BCP 47 primary tag, [lang.Undetermined] if it could not be told
	Foreign    bool     // in a language without a pack, or none that could be told
	Normative  bool     // cites RFC 2119 or RFC 8174 for its key words

	verifiable []*Statement
	hollow     []*Statement
}

// Title is the first level-one heading, else the first heading; nil without any.
func (d *Document) Title() *Section {
	var first *Section
	for _, s := range d.Sections[1:] {
		if s.Level == 1 {
			return s
		}
		if first == nil {
			first = s
		}
	}
	return first
}

// Has reports whether the document has the shape with this id.
func (d *Document) Has(shape string) bool {
	for _, s := range d.Shapes {
		if s == shape {
			return true
		}
	}
	return false
}

// Section is a heading with what stands under it, up to the next heading.
type Section struct {
	Level   int    // 0 for the part before the first heading
	Title   string // the heading's text without numbering, abridged if very long; "" at level 0
	ID      string // explicit id in the heading; "" without one
	Kind    lang.Section
	Heading *Block      // nil at level 0
	Span    source.Span // from the heading to the end of its last subsection
	Parent  *Section
	Blocks  []*Block // the blocks directly under it, heading excluded

	hasStory bool
}

// nameWhole takes from the title that heads a whole document the power to exempt
// what stands under it: "Context" or "Session log" is then what the document is
// called. A document of record, such as a changelog or a glossary, keeps it as
// long as no heading in it announces a requirement.
func (d *Document) nameWhole() {
	t := d.Title()
	if t == nil || slices.ContainsFunc(d.Sections[1:], func(s *Section) bool { return s != t && s.Level <= t.Level }) {
		return
	}
	switch t.Kind {
	case lang.Clarifications, lang.Background, lang.Guidance, lang.OutOfScope:
		t.Kind = lang.Other
	case lang.Past, lang.Glossary, lang.Assumptions, lang.Questions:
		if slices.ContainsFunc(d.Sections, func(s *Section) bool {
			return s.Kind == lang.Requirements || s.Kind == lang.Criteria || s.Kind == lang.Scenarios
		}) {
			t.Kind = lang.Other
		}
	}
}

// Within reports whether the section or one above it is of one of these kinds.
func (s *Section) Within(kinds ...lang.Section) bool {
	for ; s != nil; s = s.Parent {
		for _, k := range kinds {
			if s.Kind == k {
				return true
			}
		}
	}
	return false
}

// nearest is the kind of the section, or of the closest one above it that has
// one.
func (s *Section) nearest() lang.Section {
	for ; s != nil; s = s.Parent {
		if s.Kind != lang.Other {
			return s.Kind
		}
	}
	return lang.Other
}

// Statement is one piece of prose that a reader takes as a unit: a heading, a
// paragraph, a list item without its sub-items, or a table cell.
type Statement struct {
	Role      Role
	Shape     string // id of the shape that gave it its role; "" for plain prose
	ID        string // explicit id such as FR-001; "" without one
	Block     *Block
	Section   *Section
	Text      *Text
	Span      source.Span // the text in the file, without marker
	Sentences []Sentence
	Parent    *Statement // the item above, or the lead-in that ends in a colon
	Scenario  *Scenario  // set on steps
	Headers   []string   // for a table cell: its column's head and its row's first cell, abridged if very long
	Item      *Block     // the list item that it opens; nil for other statements

	label     lang.Section // what it announces for the list under it
	idEnd     int          // where the text goes on after the id
	index     int          // its place in Document.Statements
	afterThen bool         // a step that follows a Then of its scenario
	governing string       // its text as context of what stands below it; "" if nothing does
}

// Under is the kind of section that the statement stands in: the one that its
// lead-in announces, else the nearest that its headings do.
func (s *Statement) Under() lang.Section {
	for p := s.Parent; p != nil; p = p.Parent {
		if p.label != lang.Other {
			return p.label
		}
	}
	return s.Section.nearest()
}

// Body is where the statement's text goes on after its explicit id.
func (s *Statement) Body() int { return s.idEnd }

// Context is what governs the statement, outermost first: the texts of its
// lead-in and parent items. Very long ones are abridged.
func (s *Statement) Context() []string {
	var out []string
	for p := s.Parent; p != nil; p = p.Parent {
		out = append(out, p.governing)
	}
	slices.Reverse(out)
	return out
}

// Anchor is what names the statement's place for identity: its explicit id,
// else the title of its section.
func (s *Statement) Anchor() string {
	if s.ID != "" {
		return s.ID
	}
	return s.Section.Title
}

// Scenario is a named Given/When/Then group.
type Scenario struct {
	Title   string
	Section *Section
	Steps   []*Statement
}

// Sentence is a sentence of a statement: a range of its text, with its words.
type Sentence struct {
	Start, End int
	Tokens     []Token
	Modality   lang.Modality // of its strongest modal verb
	Binds      bool          // somebody may be held to this sentence
}

// TokenKind classes a [Token].
type TokenKind uint8

// The token kinds.
const (
	Word   TokenKind = iota + 1 // letters, with inner hyphens, apostrophes, digits
	Number                      // digits with inner separators: 1,000 99.9 15
	Punct                       // one character
	Opaque                      // a run of masked text: code, a link address
)

// Token is one token of a sentence: a range of the statement's text.
type Token struct {
	Kind       TokenKind
	Start, End int
	Lower      string // the text in lower case; "" if opaque
}
