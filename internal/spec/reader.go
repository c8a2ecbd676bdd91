package spec

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/source"
)

// Lexicon is the words that reading takes, looked up once for many documents.
// It is immutable.
type Lexicon struct {
	languages lang.Recogniser
	criteria  criterionWords
	known     map[string]vocabulary // by language, of those with a pack
	foreign   vocabulary            // of all others
}

// vocabulary is what a document's language decides.
type vocabulary struct {
	headings lang.HeadingTable
	modals   modalTable
}

// NewLexicon knows every language of [lang.All]. Specs in all of them borrow
// English headings, so each vocabulary is that of its pack, then of English.
func NewLexicon() *Lexicon {
	l := &Lexicon{languages: lang.NewRecogniser(), criteria: newCriterionWords(), known: make(map[string]vocabulary)}
	english, _ := lang.Find("en")
	for _, own := range lang.All() {
		packs := []lang.Pack{own, english}
		if own.Tag == english.Tag {
			packs = packs[:1]
		}
		l.known[own.Tag] = vocabulary{headings: lang.NewHeadingTable(packs), modals: newModalTable(own)}
	}
	l.foreign = l.known[english.Tag]
	return l
}

// Read reads a document from its parsed tree.
func (l *Lexicon) Read(f *source.File, tree Tree) *Document {
	r := &reader{doc: &Document{File: f, Blocks: tree.Blocks, Comments: tree.Comments}}
	r.doc.Language = l.language(tree.Blocks)
	r.doc.Normative = citesKeyWords(f.Content())
	words, known := l.known[r.doc.Language]
	if !known {
		words, r.doc.Foreign = l.foreign, true
	}
	r.words = words
	r.section = &Section{}
	r.doc.Sections = append(r.doc.Sections, r.section)
	r.blocks(tree.Blocks, nil)
	r.closeSections(0, f.Len())
	r.doc.nameWhole()
	r.doc.nameLeadUp()
	r.anchors(tree)
	r.classify()
	r.doc.judgeCriteria(l.criteria)
	return r.doc
}

// reader builds a document in one walk over its blocks.
type reader struct {
	doc     *Document
	words   vocabulary
	section *Section
	arena   []Token
}

// citesKeyWords reports whether the text takes its modal words from RFC 2119
// or RFC 8174.
func citesKeyWords(text string) bool {
	for _, name := range []string{"RFC 2119", "RFC2119", "RFC 8174", "RFC8174", "BCP 14", "BCP14", "rfc2119"} {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

// language tells the language of a document by its first prose, headings aside:
// templates bring those along in English. A document that says little is told
// by its headings too.
func (l *Lexicon) language(blocks []*Block) string {
	const enough, little = 4096, 300
	var body, heads strings.Builder
	for _, block := range blocks {
		if block.Kind == Quote {
			continue
		}
		for leaf := range block.All() {
			if leaf.Text == nil {
				continue
			}
			to := &body
			if leaf.Kind == Heading {
				to = &heads
			}
			to.WriteString(leaf.Text.prose)
			to.WriteByte(' ')
		}
		if body.Len() > enough {
			break
		}
	}
	tag := l.languages.Tag(body.String())
	if _, known := l.known[tag]; body.Len() < little && (known || tag == lang.Undetermined) {
		tag = l.languages.Tag(heads.String() + body.String())
	}
	return tag
}

// blocks reads siblings. Parent is the statement that governs them.
func (r *reader) blocks(blocks []*Block, parent *Statement) {
	var previous *Block
	for _, b := range blocks {
		governing := parent
		if b.Kind == List || b.Kind == Table {
			if lead := r.leadIn(previous); lead != nil {
				governing = lead
			}
		}
		r.block(b, governing)
		previous = b
	}
}

// leadIn is the statement of the paragraph just before a list, if it
// introduces it: it ends in a colon, or is nothing but a heading in bold.
func (r *reader) leadIn(previous *Block) *Statement {
	if previous == nil || previous.Kind != Paragraph || len(r.doc.Statements) == 0 {
		return nil
	}
	last := r.doc.Statements[len(r.doc.Statements)-1]
	if last.Block != previous {
		return nil
	}
	if text := last.Text.String(); strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：") || last.label != lang.Other {
		return last
	}
	return nil
}

func (r *reader) block(b *Block, parent *Statement) {
	switch b.Kind {
	case Heading:
		r.heading(b)
		return
	case Quote:
		r.alert(b)
	case Code, HTML, Break, FrontMatter:
	case Paragraph, Cell, Term:
		r.statement(b, parent)
	case Item, Description, Footnote:
		r.item(b, parent)
	case Table:
		r.table(b, parent)
	default:
		r.blocks(b.Children, parent)
	}
	if b.Kind != Term && b.Kind != Cell {
		r.own(b)
	}
}

// own records a block as standing directly under the current section.
func (r *reader) own(b *Block) {
	if top := r.section; len(top.Blocks) == 0 || !top.Blocks[len(top.Blocks)-1].Span.Contains(b.Span) {
		top.Blocks = append(top.Blocks, b)
	}
}

// item reads a list item: its first paragraph governs the rest.
func (r *reader) item(b *Block, parent *Statement) {
	for i, child := range b.Children {
		if i == 0 && child.Kind == Paragraph {
			if s := r.statement(child, parent); s != nil {
				s.Item = b
				parent = s
			}
			r.blocks(b.Children[1:], parent)
			return
		}
	}
	r.blocks(b.Children, parent)
}

// table reads a table cell by cell. A cell is governed by its column's head
// and the first cell of its row, which may also hold the row's explicit id.
func (r *reader) table(b *Block, parent *Statement) {
	var heads []string
	for _, row := range b.Children {
		if row.Header {
			for _, cell := range row.Children {
				heads = append(heads, abridged(cell.Text.Canonical()))
			}
			continue
		}
		var first *Statement
		var name string
		for column, cell := range row.Children {
			s := r.statement(cell, parent)
			if s == nil {
				continue
			}
			if column < len(heads) {
				s.Headers = append(s.Headers, heads[column])
			}
			if first == nil {
				first, name = s, abridged(s.Text.Canonical())
				continue
			}
			s.Headers = append(s.Headers, name)
			if s.ID == "" {
				s.ID = first.ID
			}
		}
	}
}

// statement adds the statement of one leaf; nil if it holds no text.
func (r *reader) statement(b *Block, parent *Statement) *Statement {
	if b.Text == nil {
		return nil
	}
	return r.statementOf(b, b.Text, parent)
}

// statementOf is [reader.statement] for a part of the leaf's text.
func (r *reader) statementOf(b *Block, text *Text, parent *Statement) *Statement {
	if strings.TrimSpace(text.plain) == "" {
		return nil
	}
	s := &Statement{
		Block: b, Section: r.section, Text: text, Parent: parent,
		Span: text.Span(0, len(text.plain)),
	}
	if parent != nil && parent.governing == "" {
		parent.governing = abridged(parent.Text.Canonical())
	}
	s.ID, s.idEnd = explicitID(text.plain)
	if b.Kind == Paragraph && len(text.plain) <= maxLabel {
		s.label = r.labelKind(s)
	}
	r.doc.Statements = append(r.doc.Statements, s)
	return s
}

// maxLabel is the longest paragraph, in bytes, that may be a label for the
// list under it.
const maxLabel = 80

// labelKind is the kind of section that a paragraph such as "**Acceptance
// Criteria:**" opens without being a heading.
func (r *reader) labelKind(s *Statement) lang.Section {
	text := strings.TrimRight(s.Text.plain, " ")
	colon := strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")
	if !colon && !s.startsInBold(r.doc.File) || strings.ContainsAny(strings.TrimRight(text, ":：. "), ".;") {
		return lang.Other
	}
	return r.words.headings.Section(text)
}

func (r *reader) heading(b *Block) {
	title := strings.TrimSpace(cutAttribute(b.Text.plain))
	r.closeSections(b.Level, b.Span.Start)
	parent := r.section
	for parent != nil && parent.Level >= b.Level {
		parent = parent.Parent
	}
	r.section = &Section{
		Level: b.Level, Title: abridged(cutNumbering(title)), Heading: b, Parent: parent,
		Kind: r.words.headings.Section(title), Span: b.Span,
	}
	r.section.ID, _ = explicitID(title)
	r.doc.Sections = append(r.doc.Sections, r.section)
	r.statement(b, nil)
}

// closeSections ends the open sections of this level and deeper at offset.
func (r *reader) closeSections(level, offset int) {
	for s := r.section; s != nil; s = s.Parent {
		if s.Level >= level {
			s.Span.End = max(offset, s.Span.End)
		}
	}
}

// cutAttribute drops a heading's "{#id}" and trailing #s.
func cutAttribute(title string) string {
	if i := strings.Index(title, "{#"); i >= 0 && strings.HasSuffix(strings.TrimSpace(title), "}") {
		title = title[:i]
	}
	return strings.TrimRight(strings.TrimSpace(title), "# ")
}

// cutNumbering drops "2.3.1 " or "4) " in front of a title, so that moving a
// section does not change the identity of what stands under it.
func cutNumbering(title string) string {
	i := 0
	for i < len(title) && (isDigit(title[i]) || title[i] == '.' || title[i] == ')') {
		i++
	}
	if i > 0 && i < len(title) && title[i] == ' ' && isDigit(title[0]) {
		return strings.TrimSpace(title[i:])
	}
	return title
}
