package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// converter walks goldmark's tree. Node positions count from base, where the
// parsed part of the file starts.
type converter struct {
	file     *source.File
	src      string
	parsed   []byte // src from base on, as the parser has it
	base     int
	nesting  int
	comments []spec.Comment
	struck   struck // by HTML blocks around what is converted
}

// children converts the children of n. What the parser moves, footnotes and
// some headings behind tables, is put back where it stands.
func (c *converter) children(n ast.Node, depth int) ([]*spec.Block, error) {
	if depth > c.nesting {
		return nil, &spec.RefusedError{Reason: fmt.Sprintf("more than %d nested blocks", c.nesting)}
	}
	var out []*spec.Block
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if child.Type() == ast.TypeInline {
			continue
		}
		if child.Kind() == east.KindFootnoteList {
			notes, err := c.children(child, depth)
			if err != nil {
				return nil, err
			}
			out = append(out, notes...)
			continue
		}
		b, err := c.block(child, depth)
		if err != nil {
			return nil, err
		}
		if b != nil {
			out = append(out, b)
		}
	}
	slices.SortStableFunc(out, func(a, b *spec.Block) int { return a.Span.Start - b.Span.Start })
	return out, nil
}

// block converts one block node; nil for a node that stands nowhere in the
// source, such as the cell that pads a short table row.
func (c *converter) block(n ast.Node, depth int) (*spec.Block, error) {
	b := &spec.Block{Span: c.span(n)}
	switch n := n.(type) {
	case *ast.Heading:
		b.Kind, b.Level = spec.Heading, n.Level
		b.Span.End = max(b.Span.End, c.headingEnd(b.Span))
	case *ast.Paragraph, *ast.TextBlock:
		b.Kind = spec.Paragraph
	case *ast.List:
		b.Kind = spec.List
	case *ast.ListItem:
		b.Kind = spec.Item
	case *ast.Blockquote:
		b.Kind = spec.Quote
	case *ast.FencedCodeBlock:
		b.Kind = spec.Code
		if n.Info != nil {
			b.Info, _, _ = strings.Cut(strings.TrimSpace(string(n.Info.Segment.Value(c.parsed))), " ")
		}
		b.Span = c.fence(b.Span)
	case *ast.CodeBlock:
		b.Kind = spec.Code
	case *ast.HTMLBlock:
		b.Kind = spec.HTML
		if n.HasClosure() {
			b.Span = widen(b.Span, c.base+n.ClosureLine.Stop)
		}
		c.comment(b.Span)
		c.struck.html(c.src[b.Span.Start:b.Span.End])
	case *ast.ThematicBreak:
		b.Kind = spec.Break
		b.Span = widen(b.Span, c.lineEnd(b.Span.Start))
	case *east.Table:
		b.Kind = spec.Table
	case *east.TableHeader:
		b.Kind, b.Header = spec.Row, true
	case *east.TableRow:
		b.Kind = spec.Row
	case *east.TableCell:
		b.Kind = spec.Cell
		for b.Span.Start < b.Span.End && isBlank(c.src[b.Span.Start]) {
			b.Span.Start++
		}
	case *east.Footnote:
		b.Kind = spec.Footnote
	case *east.DefinitionList:
		b.Kind = spec.List
	case *east.DefinitionTerm:
		b.Kind = spec.Term
	case *east.DefinitionDescription:
		b.Kind = spec.Description
	default: // link reference definitions and the like hold no prose
		return nil, nil
	}
	return c.fill(b, n, depth)
}

// fill adds the prose of a leaf or the children of a container, and trims the
// span to them.
func (c *converter) fill(b *spec.Block, n ast.Node, depth int) (*spec.Block, error) {
	switch b.Kind {
	case spec.Code, spec.HTML, spec.Break:
		b.Span.End = b.Span.Start + len(strings.TrimRight(c.src[b.Span.Start:b.Span.End], "\r\n"))
		return b, nil
	case spec.Heading, spec.Paragraph, spec.Cell, spec.Term:
		if n.Lines().Len() == 0 && !n.HasChildren() {
			if n.Pos() < 0 {
				return nil, nil
			}
			b.Span.End = max(b.Span.End, b.Span.Start)
		}
		w := inlineWriter{c: c, end: b.Span.End, cursor: b.Span.Start, block: b, struck: c.struck}
		if err := w.nodes(n, true, 0); err != nil {
			return nil, err
		}
		b.Text = w.text.Text()
		b.Span.End = b.Span.Start + len(strings.TrimRight(c.src[b.Span.Start:b.Span.End], " \t\r\n"))
		return b, nil
	}
	outside := c.struck
	var err error
	if b.Children, err = c.children(n, depth+1); err != nil {
		return nil, err
	}
	c.struck = outside // an element ends with the block that holds it
	for _, child := range b.Children {
		b.Span = b.Span.Union(child.Span)
	}
	if b.Kind == spec.Table && len(b.Children) > 0 {
		b.Span.Start = max(b.Span.Start, c.rowStart(b.Children[0].Span.Start))
	}
	if b.Kind == spec.Item {
		b.Task = task(n)
		if len(b.Children) > 0 {
			b.Span.Start = c.markerStart(b.Children[0].Span.Start)
		}
		b.Marker = c.src[b.Span.Start:c.markerEnd(b.Span.Start)]
		b.Span = widen(b.Span, b.Span.Start+len(b.Marker))
	}
	return b, nil
}

// rowStart is where the row starts whose first cell starts at offset. Like a
// heading, a table that was cut from a paragraph is given the paragraph's
// position, which may have lines of its own in front of it.
func (c *converter) rowStart(cell int) int {
	i := cell
	for i > c.base && (isBlank(c.src[i-1]) || c.src[i-1] == '|') {
		i--
	}
	for i < cell && isBlank(c.src[i]) {
		i++
	}
	return i
}

// span is the union of a node's position and its own lines; the empty span at
// the start for a container that the parser gives no position.
func (c *converter) span(n ast.Node) source.Span {
	pos := min(c.base+max(n.Pos(), 0), len(c.src))
	s := source.Span{Start: pos, End: pos}
	if l := n.Lines(); l != nil && l.Len() > 0 {
		s = source.Span{Start: c.base + l.At(0).Start, End: c.base + l.At(l.Len()-1).Stop}
		switch n.Kind() {
		case ast.KindHeading, ast.KindParagraph: // pos may be that of a paragraph it was cut from
			pos = max(pos, c.lineStart(s.Start))
		case east.KindTableCell: // pos may be that of an earlier cell
			pos = s.Start
		}
		if n.Pos() >= 0 {
			s = widen(s, pos)
		}
	}
	return s
}

func widen(s source.Span, offset int) source.Span {
	return source.Span{Start: min(s.Start, offset), End: max(s.End, offset)}
}

// markerStart is where the list marker in front of an item's content starts.
// The parser's own position is wrong behind tabs.
func (c *converter) markerStart(content int) int {
	i := content
	for i > c.base && (isBlank(c.src[i-1]) || c.src[i-1] == '\n' || c.src[i-1] == '\r' || c.src[i-1] == '>') {
		i--
	}
	if i == c.base {
		return content
	}
	i--
	for c.src[i] == '.' || c.src[i] == ')' || '0' <= c.src[i] && c.src[i] <= '9' {
		if i == c.base || !('0' <= c.src[i-1] && c.src[i-1] <= '9') {
			break
		}
		i--
	}
	return i
}

// markerEnd is the end of the list marker that stands at offset.
func (c *converter) markerEnd(offset int) int {
	end := offset
	for end < len(c.src) && !isBlank(c.src[end]) && c.src[end] != '\r' && c.src[end] != '\n' {
		end++
	}
	return end
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

func (c *converter) lineStart(offset int) int {
	return max(c.base, strings.LastIndexByte(c.src[:offset], '\n')+1)
}

func (c *converter) lineEnd(offset int) int {
	if i := strings.IndexByte(c.src[offset:], '\n'); i >= 0 {
		return offset + i
	}
	return len(c.src)
}

// headingEnd is the end of the heading's last line: of the closing #s, or of
// the underline of a setext heading.
func (c *converter) headingEnd(s source.Span) int {
	end := c.lineEnd(s.End)
	if strings.HasPrefix(c.src[s.Start:], "#") || end >= len(c.src) {
		return end
	}
	next := c.lineEnd(end + 1)
	if strings.Trim(c.src[end+1:next], " \t\r=-") == "" && strings.TrimSpace(c.src[end+1:next]) != "" {
		return next
	}
	return end
}

// fence is the span of a fenced block with its fences. The parser gives only
// what stands between them.
func (c *converter) fence(s source.Span) source.Span {
	if s.End == s.Start { // nothing between the fences
		s.End = min(c.lineEnd(s.Start)+1, len(c.src))
	}
	end := c.lineEnd(s.End)
	closing := strings.Trim(c.src[s.End:end], " \t\r>")
	if len(closing) >= 3 && (strings.Trim(closing, "`") == "" || strings.Trim(closing, "~") == "") {
		s.End = end
	}
	return s
}

// comment records the HTML comments inside s.
func (c *converter) comment(s source.Span) {
	for at := s.Start; at < s.End; {
		open := strings.Index(c.src[at:s.End], "<!--")
		if open < 0 {
			return
		}
		open += at
		length := strings.Index(c.src[open+4:s.End], "-->")
		if length < 0 {
			return
		}
		end := open + 4 + length + 3
		c.comments = append(c.comments, spec.Comment{
			Span: source.Span{Start: open, End: end},
			Text: strings.TrimSpace(c.file.Excerpt(source.Span{Start: open + 4, End: end - 3})),
		})
		at = end
	}
}

// task reads the check box that the first line of an item may start with.
func task(item ast.Node) spec.Task {
	first := item.FirstChild()
	if first == nil {
		return spec.NoTask
	}
	if box, ok := first.FirstChild().(*east.TaskCheckBox); ok {
		if box.IsChecked {
			return spec.DoneTask
		}
		return spec.OpenTask
	}
	return spec.NoTask
}
