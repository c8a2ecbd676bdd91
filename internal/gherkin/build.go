package gherkin

import (
	"fmt"
	"strings"

	gherkin "github.com/cucumber/gherkin/go/v42"

	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// builder makes blocks of the parser's tokens, in the order of the file.
type builder struct {
	file     *source.File
	blocks   []*spec.Block
	comments []spec.Comment
	refused  *spec.RefusedError

	prose    *spec.TextBuilder // of the description's open paragraph; nil without one
	open     *spec.Block       // that paragraph
	steps    *spec.Block       // the open list of steps; nil outside
	table    *spec.Block       // the open table; nil outside
	docStart int               // where the open doc string begins; -1 outside
	inRule   bool
}

// Reset starts anew.
func (b *builder) Reset() { *b = builder{file: b.file, docStart: -1} }

// StartRule is told what begins; tokens say enough.
func (b *builder) StartRule(gherkin.RuleType) (bool, error) { return true, nil }

// EndRule ends tables with their step or their examples.
func (b *builder) EndRule(r gherkin.RuleType) (bool, error) {
	if r == gherkin.RuleTypeDataTable || r == gherkin.RuleTypeExamplesTable {
		b.table = nil
	}
	return true, nil
}

// Build takes one token.
func (b *builder) Build(t *gherkin.Token) (bool, error) {
	switch t.Type {
	case gherkin.TokenTypeOther, gherkin.TokenTypeEmpty, gherkin.TokenTypeComment:
	default:
		b.endParagraph()
	}
	switch t.Type {
	case gherkin.TokenTypeFeatureLine:
		b.heading(t, 1)
	case gherkin.TokenTypeRuleLine:
		b.inRule = true
		b.heading(t, 2)
	case gherkin.TokenTypeBackgroundLine, gherkin.TokenTypeScenarioLine:
		level := 2
		if b.inRule {
			level = 3
		}
		b.heading(t, level)
	case gherkin.TokenTypeExamplesLine:
		b.heading(t, 4)
	case gherkin.TokenTypeStepLine:
		b.step(t)
	case gherkin.TokenTypeTableRow:
		b.row(t)
	case gherkin.TokenTypeDocStringSeparator:
		b.docString(t)
	case gherkin.TokenTypeComment, gherkin.TokenTypeLanguage:
		b.comment(t)
	case gherkin.TokenTypeOther, gherkin.TokenTypeEmpty:
		if b.docStart < 0 {
			b.describe(t)
		}
	}
	return true, nil
}

// line is the span of a token's line without the blanks around it.
func (b *builder) line(t *gherkin.Token) source.Span {
	start := lineStart(b.file, t.Location.Line)
	text := lineText(b.file, t.Location.Line)
	left := len(text) - len(strings.TrimLeft(text, " \t"))
	return source.Span{Start: start + left, End: start + max(left, len(strings.TrimRight(text, " \t")))}
}

// heading adds a line with a keyword as a heading, both as written.
func (b *builder) heading(t *gherkin.Token, level int) {
	b.steps, b.table = nil, nil
	at := b.line(t)
	var text spec.TextBuilder
	text.Copy(b.file.Content(), at, true)
	b.blocks = append(b.blocks, &spec.Block{Kind: spec.Heading, Level: level, Span: at, Text: text.Text()})
}

// step adds a step as a list item. An asterisk is its marker.
func (b *builder) step(t *gherkin.Token) {
	at := b.line(t)
	marker, words := "", at
	if strings.HasPrefix(t.Keyword, "*") {
		marker = "*"
		words.Start += len(t.Keyword)
		rest := b.file.Excerpt(source.Span{Start: min(words.Start, at.End), End: at.End})
		words.Start = at.End - len(strings.TrimLeft(rest, " \t"))
	}
	var text spec.TextBuilder
	b.parameters(&text, words)
	item := &spec.Block{Kind: spec.Item, Span: at, Marker: marker, Children: []*spec.Block{
		{Kind: spec.Paragraph, Span: words, Text: text.Text(), Step: stepOf(t)},
	}}
	if b.steps == nil {
		b.steps = &spec.Block{Kind: spec.List, Span: at}
		b.blocks = append(b.blocks, b.steps)
	}
	b.steps.Children = append(b.steps.Children, item)
	b.steps.Span.End = at.End
}

// stepOf is a step's keyword in English.
func stepOf(t *gherkin.Token) string {
	switch t.KeywordType {
	case "Context":
		return "given"
	case "Action":
		return "when"
	case "Outcome":
		return "then"
	}
	return "and"
}

// parameters adds text in which "<name>" stands for a value of the examples.
func (b *builder) parameters(text *spec.TextBuilder, at source.Span) {
	src := b.file.Content()
	for at.Start < at.End {
		rest := src[at.Start:at.End]
		open := strings.IndexByte(rest, '<')
		length := strings.IndexByte(rest[max(open, 0):], '>')
		if open < 0 || length < 0 {
			text.Copy(src, at, true)
			return
		}
		if open > 0 {
			text.Copy(src, source.Span{Start: at.Start, End: at.Start + open}, true)
		}
		end := at.Start + open + length + 1
		text.Copy(src, source.Span{Start: at.Start + open, End: end}, false)
		at.Start = end
	}
}

// attach adds a block below the last step, or to the document behind a heading.
func (b *builder) attach(block *spec.Block) {
	if b.steps == nil {
		b.blocks = append(b.blocks, block)
		return
	}
	item := b.steps.Children[len(b.steps.Children)-1]
	item.Children = append(item.Children, block)
	item.Span.End, b.steps.Span.End = block.Span.End, block.Span.End
}

// row adds a table's row. The first row of a table names the columns.
func (b *builder) row(t *gherkin.Token) {
	at := b.line(t)
	row := &spec.Block{Kind: spec.Row, Span: at, Children: b.cells(at)}
	if b.table == nil {
		row.Header = true
		b.table = &spec.Block{Kind: spec.Table, Span: at, Children: []*spec.Block{row}}
		b.attach(b.table)
		return
	}
	if want := len(b.table.Children[0].Children); len(row.Children) != want && b.refused == nil {
		b.refused = &spec.RefusedError{Line: t.Location.Line, Reason: fmt.Sprintf("a row of %d cells in a table of %d columns", len(row.Children), want)}
	}
	b.table.Children = append(b.table.Children, row)
	b.table.Span.End = at.End
	if b.steps != nil {
		b.steps.Children[len(b.steps.Children)-1].Span.End, b.steps.Span.End = at.End, at.End
	}
}

// cells cuts a row at its bars. A backslash goes before a bar, a backslash or
// an n for a line break.
func (b *builder) cells(at source.Span) []*spec.Block {
	src := b.file.Content()
	var out []*spec.Block
	start := at.Start + 1
	for i := start; i < at.End; i++ {
		switch src[i] {
		case '\\':
			i++
		case '|':
			out = append(out, b.cell(source.Span{Start: start, End: i}))
			start = i + 1
		}
	}
	return out
}

func (b *builder) cell(at source.Span) *spec.Block {
	src := b.file.Content()
	for at.Start < at.End && (src[at.Start] == ' ' || src[at.Start] == '\t') {
		at.Start++
	}
	for at.End > at.Start && (src[at.End-1] == ' ' || src[at.End-1] == '\t') {
		at.End--
	}
	var text spec.TextBuilder
	from := at.Start
	for i := at.Start; i+1 < at.End; i++ {
		if src[i] != '\\' {
			continue
		}
		escaped := map[byte]string{'\\': `\`, '|': "|", 'n': " "}[src[i+1]]
		if escaped != "" {
			if from < i {
				text.Copy(src, source.Span{Start: from, End: i}, true)
			}
			text.Replace(escaped, source.Span{Start: i, End: i + 2}, true)
			from = i + 2
		}
		i++
	}
	if from < at.End {
		text.Copy(src, source.Span{Start: from, End: at.End}, true)
	}
	return &spec.Block{Kind: spec.Cell, Span: at, Text: text.Text()}
}

// docString adds what stands between two separators as code.
func (b *builder) docString(t *gherkin.Token) {
	at := b.line(t)
	if b.docStart < 0 {
		b.docStart = at.Start
		return
	}
	b.attach(&spec.Block{Kind: spec.Code, Span: source.Span{Start: b.docStart, End: at.End}})
	b.docStart = -1
}

// comment adds a comment line, without its sign.
func (b *builder) comment(t *gherkin.Token) {
	at := b.line(t)
	text := strings.TrimSpace(strings.TrimLeft(b.file.Excerpt(at), "#"))
	b.comments = append(b.comments, spec.Comment{Span: at, Text: text})
}

// describe adds a line of free text. Blank lines and bullets part paragraphs.
func (b *builder) describe(t *gherkin.Token) {
	at := b.line(t)
	if at.Len() == 0 {
		b.endParagraph()
		return
	}
	src := b.file.Content()
	marker := ""
	if text := b.file.Excerpt(at); strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "* ") {
		b.endParagraph()
		marker = text[:1]
	}
	if b.prose == nil {
		b.prose = new(spec.TextBuilder)
		b.open = &spec.Block{Kind: spec.Paragraph, Span: at}
		if marker == "" {
			b.blocks = append(b.blocks, b.open)
		} else {
			words := at
			words.Start += len(marker)
			words.Start = at.End - len(strings.TrimLeft(b.file.Excerpt(words), " \t"))
			b.open.Span = words
			b.bullet(marker, at)
			at = words
		}
	} else {
		b.prose.Replace(" ", source.Span{Start: b.open.Span.End, End: at.Start}, true)
	}
	b.prose.Copy(src, at, true)
	b.open.Span.End = at.End
}

// bullet adds the open paragraph as an item of the list that stands last.
func (b *builder) bullet(marker string, at source.Span) {
	item := &spec.Block{Kind: spec.Item, Span: at, Marker: marker, Children: []*spec.Block{b.open}}
	if n := len(b.blocks); n > 0 && b.blocks[n-1].Kind == spec.List && b.steps == nil {
		b.blocks[n-1].Children = append(b.blocks[n-1].Children, item)
		return
	}
	b.blocks = append(b.blocks, &spec.Block{Kind: spec.List, Span: at, Children: []*spec.Block{item}})
}

// endParagraph finishes the open paragraph, and with it what it stands in.
func (b *builder) endParagraph() {
	if b.prose == nil {
		return
	}
	b.open.Text = b.prose.Text()
	end := b.open.Span.End
	if last := b.blocks[len(b.blocks)-1]; last.Kind == spec.List && b.steps == nil {
		last.Span.End = end
		last.Children[len(last.Children)-1].Span.End = end
	}
	b.prose, b.open = nil, nil
}
