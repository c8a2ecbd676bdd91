// Package markdown turns CommonMark with GitHub's extensions into spec blocks
// with exact byte spans. It is the only package that knows the parser.
//
// The parser cannot be cancelled and some of its loops are quadratic, so
// hostile input is refused by its shape, before the costly step.
package markdown

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// RefusedError says that a file was not parsed because a limit was reached.
type RefusedError struct {
	Line   int // 1-based; 0 if the whole file is meant
	Reason string
}

// Error names the line and the limit.
func (e *RefusedError) Error() string {
	if e.Line == 0 {
		return e.Reason
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
}

// maxParagraph is the longest paragraph, in bytes, whose inline markup is
// looked at: far above prose, far below what the parser's slow loops need.
const maxParagraph = 256 << 10

// Parse reads a file. It fails only with a [*RefusedError].
func Parse(f *source.File, limits policy.Limits) (spec.Tree, error) {
	if f.Len() > limits.FileBytes {
		return spec.Tree{}, &RefusedError{Reason: fmt.Sprintf("%d bytes, the limit is %d", f.Len(), limits.FileBytes)}
	}
	front := frontMatter(f)
	if err := checkLines(f, front.End, limits); err != nil {
		return spec.Tree{}, err
	}
	base := max(front.End, f.BOM())
	src := []byte(f.Content()[base:])
	guard := &paragraphGuard{limits: limits}
	root := newParser(guard).Parse(text.NewReader(src))
	if guard.refused != nil {
		guard.refused.Line = f.Position(base + guard.offset).Line
		return spec.Tree{}, guard.refused
	}
	c := converter{file: f, src: f.Content(), parsed: src, base: base, nesting: limits.Nesting}
	blocks, err := c.children(root, 0)
	if err != nil {
		return spec.Tree{}, err
	}
	if front.Len() > 0 {
		blocks = append([]*spec.Block{{Kind: spec.FrontMatter, Span: front}}, blocks...)
	}
	return spec.Tree{Blocks: blocks, Comments: c.comments}, nil
}

// newParser is goldmark with GitHub's tables, strikethrough, autolinks, task
// lists and footnotes, and definition lists. Parsers are not safe to share
// once a guard is in them, and cheap to make.
func newParser(guard *paragraphGuard) parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(append(parser.DefaultBlockParsers(),
			util.Prioritized(extension.NewFootnoteBlockParser(), 999),
			util.Prioritized(extension.NewDefinitionListParser(), 101),
			util.Prioritized(extension.NewDefinitionDescriptionParser(), 102),
		)...),
		parser.WithInlineParsers(append(parser.DefaultInlineParsers(),
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(extension.NewFootnoteParser(), 101),
			util.Prioritized(extension.NewStrikethroughParser(), 500),
			util.Prioritized(extension.NewLinkifyParser(), 999),
		)...),
		parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(),
			util.Prioritized(extension.NewTableParagraphTransformer(), 200),
			util.Prioritized(guard, 1000),
		)...),
		parser.WithASTTransformers(util.Prioritized(extension.NewFootnoteASTTransformer(), 999)),
	)
}

// paragraphGuard refuses a paragraph between block and inline parsing: it runs
// when a paragraph is closed, after tables have taken theirs.
type paragraphGuard struct {
	limits  policy.Limits
	refused *RefusedError
	offset  int
}

// Transform empties a paragraph that reaches a limit, so that its inline
// markup is never parsed, and remembers the refusal.
func (g *paragraphGuard) Transform(node *ast.Paragraph, reader text.Reader, _ parser.Context) {
	lines := node.Lines()
	size, brackets := 0, 0
	for i := range lines.Len() {
		segment := lines.At(i)
		size += segment.Len()
		brackets += bytes.Count(segment.Value(reader.Source()), []byte{'['})
	}
	var reason string
	switch {
	case brackets > g.limits.Brackets:
		reason = fmt.Sprintf("%d opening brackets in one paragraph, the limit is %d", brackets, g.limits.Brackets)
	case size > maxParagraph:
		reason = fmt.Sprintf("a paragraph of %d bytes, the limit is %d", size, maxParagraph)
	default:
		return
	}
	if g.refused == nil {
		g.refused = &RefusedError{Reason: reason}
		g.offset = lines.At(0).Start
	}
	node.SetLines(text.NewSegments())
}

// checkLines refuses single lines that reach a limit by themselves: headings
// and table cells are no paragraphs, and block nesting is decided line by line.
func checkLines(f *source.File, from int, limits policy.Limits) error {
	src := f.Content()
	line := f.Position(from).Line
	for start := from; start < len(src); line++ {
		end := len(src)
		if i := strings.IndexByte(src[start:], '\n'); i >= 0 {
			end = start + i
		}
		text := src[start:end]
		if len(text) > limits.Brackets {
			if n := strings.Count(text, "["); n > limits.Brackets {
				return &RefusedError{line, fmt.Sprintf("%d opening brackets in one line, the limit is %d", n, limits.Brackets)}
			}
		}
		if len(text) > maxParagraph {
			return &RefusedError{line, fmt.Sprintf("a line of %d bytes, the limit is %d", len(text), maxParagraph)}
		}
		if n := containers(text); n > limits.Nesting {
			return &RefusedError{line, fmt.Sprintf("%d nested quotes or lists in one line, the limit is %d", n, limits.Nesting)}
		}
		start = end + 1
	}
	return nil
}

// containers counts the quote and list markers that a line starts with.
func containers(line string) int {
	n := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ' || c == '\t':
		case c == '>':
			n++
		case (c == '-' || c == '*' || c == '+') && i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t'):
			n++
		case c >= '0' && c <= '9' || (c == '.' || c == ')') && i > 0 && line[i-1] >= '0' && line[i-1] <= '9':
			if c == '.' || c == ')' {
				n++
			}
		default:
			return n
		}
	}
	return n
}

// frontMatter is the span of a YAML ("---") or TOML ("+++") block that starts
// at the first byte, closing line included; empty without one. A rule that is
// never closed is no front matter.
func frontMatter(f *source.File) source.Span {
	start := f.BOM()
	first := f.Line(1)
	open := strings.TrimRight(f.Content()[start:first.End], " \t\r")
	if open != "---" && open != "+++" {
		return source.Span{Start: start, End: start}
	}
	for n := 2; n <= f.Lines(); n++ {
		line := f.Line(n)
		text := strings.TrimRight(f.Excerpt(line), " \t")
		if text == open || open == "---" && text == "..." {
			return source.Span{Start: start, End: line.End}
		}
	}
	return source.Span{Start: start, End: start}
}
