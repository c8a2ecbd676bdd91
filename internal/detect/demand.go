package detect

import (
	"slices"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// demands reports whether the sentence itself demands something. Where a shape
// knows requirements by their modal verbs alone, the sentences around them
// tell, and so do an author's plans for themselves ("we need to").
func (c clause) demands(m lang.Modality) bool {
	if c.s.Shape != "rfc2119" && c.s.Shape != "normative" {
		return true
	}
	if m < lang.Should {
		return c.s.Item != nil && c.s.Section.Within(lang.Requirements) && c.duty(len(c.tokens))
	}
	if c.s.Shape == "normative" || c.s.Item != nil && c.s.ID != "" || c.facts.doc.Language != "en" {
		return true
	}
	for i := range c.tokens {
		switch c.lower(i) {
		case "must", "shall", "should", "required":
			if !c.describes(i) {
				return true
			}
		case "we", "i", "you", "let's":
			return false
		}
	}
	return false
}

// describes reports whether the modal verb at token i stands in a clause that
// tells which thing is meant: "groups which should keep order", or what something
// tells of: "explains how loans should be signed". The sentence around it may
// demand nothing.
func (c clause) describes(i int) bool {
	switch c.lower(i - 1) {
	case "which", "who", "that":
		return i > 1
	}
	for k := i - 1; k > 0 && c.kind(k) == spec.Word; k-- {
		if c.lower(k) == "how" || c.lower(k) == "why" {
			return true
		}
	}
	return false
}

// introduces reports whether statement i is a paragraph between a heading and
// the subsections that work out what it says: one of at most three, since more
// are a text of their own. The paragraph under a document's title speaks of the
// whole, and shapes with a form of their own for requirements put the
// requirement there.
func introduces(d *spec.Document, i int) bool {
	s := d.Statements[i]
	if s.Item != nil || s.ID != "" || s.Section.Level < 2 || s.Shape != "rfc2119" && s.Shape != "normative" {
		return false
	}
	const most = 3 // paragraphs
	blocks := s.Section.Blocks
	if len(blocks) > most || slices.ContainsFunc(blocks, func(b *spec.Block) bool { return b.Kind != spec.Paragraph }) {
		return false
	}
	next := i + 1
	for next < len(d.Statements) && d.Statements[next].Section == s.Section {
		next++
	}
	return next < len(d.Statements) && d.Statements[next].Section.Parent == s.Section
}
