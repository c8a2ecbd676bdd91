package probe

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// FromDocument reads what a document declares in its rendered text: the items,
// rows and sub-blocks of its sections about prohibitions, and tagged sentences
// anywhere. What stands in code, quotations, comments and front matter declares
// nothing here. Problems are those of the form; [Collect] finds the rest.
func FromDocument(d *spec.Document) Source {
	r := reader{
		doc: d, out: Source{Path: d.File.Path()}, used: make(map[*spec.Statement]bool),
		byBlock: make(map[*spec.Block]*spec.Statement), children: make(map[*spec.Statement][]*spec.Statement),
		tags: make(map[*spec.Statement]int),
	}
	if !mentions(d.File.Content()) {
		return r.out
	}
	for _, s := range d.Statements {
		r.byBlock[s.Block] = s
		if s.Parent != nil && s.Item != nil {
			r.children[s.Parent] = append(r.children[s.Parent], s)
		}
	}
	blocks := blocksOf(d)
	for _, s := range d.Sections {
		if s.Prohibitive() {
			r.section(s, blocks[s])
		}
	}
	for _, s := range d.Statements {
		if !r.used[s] && s.Block.Kind != spec.Heading {
			r.tagged(s)
		}
	}
	r.strays()
	r.out.declared = r.used
	return r.out
}

// blocksOf are the top-level blocks under each section's own heading.
func blocksOf(d *spec.Document) map[*spec.Section][]*spec.Block {
	byHeading := make(map[*spec.Block]*spec.Section, len(d.Sections))
	for _, s := range d.Sections {
		byHeading[s.Heading] = s
	}
	out := make(map[*spec.Section][]*spec.Block)
	current := d.Sections[0]
	for _, b := range d.Blocks {
		if s := byHeading[b]; s != nil {
			current = s
			continue
		}
		out[current] = append(out[current], b)
	}
	return out
}

// mentions reports whether a text can hold a declaration, or what was meant as
// one, at all.
func mentions(text string) bool {
	for _, word := range []string{"rohibition", "ROHIBITION", "check_", "Check_", "CHECK_", "erification: ", "ERIFICATION: ", "(P-", "[P-"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// reader collects the declarations of one document.
type reader struct {
	doc      *spec.Document
	out      Source
	byBlock  map[*spec.Block]*spec.Statement
	children map[*spec.Statement][]*spec.Statement // sub-items
	used     map[*spec.Statement]bool              // read as part of a declaration
	tags     map[*spec.Statement]int               // of those that state a prohibition: where the tag opens that was read, or -1
	ids      map[string]bool                       // of what was read, in lower case; known once all is
}

// section reads the blocks directly under one heading. A heading with an id of
// its own below the section's is a sub-block: what stands under it are fields.
func (r *reader) section(s *spec.Section, blocks []*spec.Block) {
	if s.ID != "" && s.Parent != nil && s.Parent.Prohibitive() {
		r.subBlock(s, blocks)
		return
	}
	for _, b := range blocks {
		switch b.Kind {
		case spec.List:
			for _, item := range b.Children {
				r.item(item)
			}
		case spec.Table:
			r.table(b)
		}
	}
}

// item reads a list item with its sub-items as one declaration.
func (r *reader) item(b *spec.Block) {
	s := r.statementOf(b)
	if s == nil {
		return
	}
	fields := r.fieldsBelow(s)
	statement, inline, ok := r.inline(s)
	if !ok && s.ID == "" && len(fields) == 0 {
		for _, sub := range b.Children {
			if sub.Kind == spec.List {
				for _, item := range sub.Children {
					r.item(item)
				}
			}
		}
		return
	}
	raw := Raw{At: s.Span}
	if s.ID != "" {
		raw.Fields = append(raw.Fields, r.idField(s))
	}
	if statement.Value != "" {
		raw.Fields = append(raw.Fields, statement)
	}
	raw.Fields = append(append(raw.Fields, inline...), fields...)
	r.used[s] = true
	r.out.Raws = append(r.out.Raws, raw)
}

// statementOf is the statement that an item opens with.
func (r *reader) statementOf(item *spec.Block) *spec.Statement {
	if len(item.Children) == 0 {
		return nil
	}
	return r.byBlock[item.Children[0]]
}

// fieldsBelow are the sub-items of an item that are fields. Where none is one,
// the sub-items are prose.
func (r *reader) fieldsBelow(s *spec.Statement) []Field {
	var fields []Field
	var from []*spec.Statement
	sure := false
	for _, sub := range r.children[s] {
		f, ok := r.field(sub, 0, len(sub.Text.String()))
		if !ok {
			continue
		}
		_, known := find(f.Key)
		sure = sure || known || meant(f.Key) != "" || tierish(f.Value)
		fields, from = append(fields, f), append(from, sub)
	}
	if !sure {
		return nil
	}
	for _, sub := range from {
		r.used[sub] = true
	}
	return fields
}

// table reads the rows of a table in which a column names the status, the tier
// or a part of the check; any other table is prose.
func (r *reader) table(b *spec.Block) {
	var heads []Field
	declared := false
	for _, row := range b.Children {
		if row.Header {
			for _, cell := range row.Children {
				at := cell.Span
				if cell.Text != nil && cell.Text.String() != "" {
					at = cell.Text.Span(0, len(cell.Text.String()))
				}
				h := Field{KeyAt: at}
				if cell.Text != nil {
					h.Key = strings.TrimSpace(cell.Text.String())
				}
				k, ok := find(h.Key)
				if !ok {
					k.key = meant(h.Key)
				}
				declared = declared || k.key == "status" || k.key == "verification" || strings.HasPrefix(k.key, "check_")
				heads = append(heads, h)
			}
			continue
		}
		raw := Raw{At: row.Span}
		for i, cell := range row.Children {
			s := r.byBlock[cell]
			if s == nil || i >= len(heads) {
				continue
			}
			f := heads[i]
			r.value(&f, s, 0, len(s.Text.String()))
			raw.Fields = append(raw.Fields, f)
			declared = declared || tierish(f.Value)
			r.used[s] = r.used[s] || declared
		}
		if declared {
			r.out.Raws = append(r.out.Raws, raw)
		}
	}
}

// subBlock reads a heading with an id, and what stands under it: the statement,
// if the heading has none, and fields as items or as lines of their own.
func (r *reader) subBlock(s *spec.Section, blocks []*spec.Block) {
	head := r.byBlock[s.Heading]
	if head == nil {
		return
	}
	raw := Raw{At: head.Span, Fields: []Field{r.idField(head)}}
	statement := r.statementField(head, head.Body(), len(head.Text.String()))
	var fields []Field
	for _, b := range blocks {
		for _, st := range r.lines(b) {
			for _, part := range st.parts {
				f, ok := r.field(st.s, part.Start, part.End)
				_, known := find(f.Key)
				switch {
				case ok && (known || meant(f.Key) != "" || tierish(f.Value) || st.s.Item != nil && len(strings.Fields(f.Key)) == 1 && strings.ToLower(f.Key) == f.Key):
					r.used[st.s] = true
					fields = append(fields, f)
				case statement.Value == "" && st.s.Item == nil:
					statement = r.statementField(st.s, part.Start, part.End)
				}
			}
		}
	}
	if statement.Value != "" {
		raw.Fields = append(raw.Fields, statement)
	}
	raw.Fields = append(raw.Fields, fields...)
	r.used[head], r.tags[head] = true, -1
	r.out.Raws = append(r.out.Raws, raw)
}

// lined is a statement with the lines in which it is written, as parts of its
// text.
type lined struct {
	s     *spec.Statement
	parts []source.Span
}

// lines are the paragraphs and top-level items of a block.
func (r *reader) lines(b *spec.Block) []lined {
	var out []lined
	switch b.Kind {
	case spec.Paragraph:
		if s := r.byBlock[b]; s != nil {
			out = append(out, lined{s, r.split(s.Text)})
		}
	case spec.List:
		for _, item := range b.Children {
			if s := r.statementOf(item); s != nil {
				out = append(out, lined{s, []source.Span{{Start: 0, End: len(s.Text.String())}}})
			}
		}
	}
	return out
}

// split cuts a text where its source has line breaks.
func (r *reader) split(t *spec.Text) []source.Span {
	text := t.String()
	var out []source.Span
	start := 0
	for i := range len(text) {
		if text[i] == ' ' && strings.Contains(r.doc.File.Excerpt(t.Span(i, i+1)), "\n") {
			out = append(out, source.Span{Start: start, End: i})
			start = i + 1
		}
	}
	return append(out, source.Span{Start: start, End: len(text)})
}
