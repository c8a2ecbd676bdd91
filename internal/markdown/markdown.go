// Package markdown turns CommonMark with GitHub's extensions into spec blocks
// with exact byte spans. It is the only package that knows the parser.
//
// The parser cannot be cancelled and some of its loops are quadratic, so
// hostile input is refused by its shape, before the costly step.
package markdown

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Parse reads a file. It fails only with a [*spec.RefusedError].
func Parse(f *source.File, limits policy.Limits) (spec.Tree, error) {
	if f.Len() > limits.FileBytes {
		return spec.Tree{}, &spec.RefusedError{Reason: fmt.Sprintf("%d bytes, the limit is %d", f.Len(), limits.FileBytes)}
	}
	front := frontMatter(f)
	content := lineFeeds(f.Content())
	if err := checkLines(f, content, front.End, limits); err != nil {
		return spec.Tree{}, err
	}
	base := max(front.End, f.BOM())
	src := []byte(content[base:])
	g := &guard{limits: limits}
	root := newParser(g).Parse(text.NewReader(src))
	if g.refused != nil {
		g.refused.Line = f.Position(base + g.offset).Line
		return spec.Tree{}, g.refused
	}
	c := converter{file: f, src: content, parsed: src, base: base, nesting: limits.Nesting}
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
func newParser(g *guard) parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(shallow{extension.NewDefinitionListParser(), g}, 101),
			util.Prioritized(extension.NewDefinitionDescriptionParser(), 102),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(shallow{parser.NewListParser(), g}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(shallow{parser.NewBlockquoteParser(), g}, 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(shallow{extension.NewFootnoteBlockParser(), g}, 999),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(append(parser.DefaultInlineParsers(),
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(extension.NewFootnoteParser(), 101),
			util.Prioritized(extension.NewStrikethroughParser(), 500),
			util.Prioritized(extension.NewLinkifyParser(), 999),
		)...),
		parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(),
			util.Prioritized(extension.NewTableParagraphTransformer(), 200),
			util.Prioritized(definitionGuard{g}, 0),
			util.Prioritized(paragraphGuard{g}, 1000),
		)...),
		parser.WithASTTransformers(util.Prioritized(extension.NewFootnoteASTTransformer(), 999)),
	)
}

// checkLines refuses single lines that reach a limit by themselves: headings
// and table cells are no paragraphs, and block nesting is decided line by line.
func checkLines(f *source.File, src string, from int, limits policy.Limits) error {
	marks, notes := 0, 0
	line := f.Position(from).Line
	for start := from; start < len(src); line++ {
		end := len(src)
		if i := strings.IndexByte(src[start:], '\n'); i >= 0 {
			end = start + i
		}
		text := src[start:end]
		if len(text) > limits.Brackets {
			if n := strings.Count(text, "["); n > limits.Brackets {
				return &spec.RefusedError{Line: line, Reason: fmt.Sprintf("%d opening brackets in one line, the limit is %d", n, limits.Brackets)}
			}
		}
		if len(text) > maxEmphasis {
			if n := runsOfMarks(text); n > maxEmphasis {
				return &spec.RefusedError{Line: line, Reason: fmt.Sprintf("%d marks of emphasis in one line, the limit is %d", n, maxEmphasis)}
			}
		}
		if len(text) > maxParagraph {
			return &spec.RefusedError{Line: line, Reason: fmt.Sprintf("a line of %d bytes, the limit is %d", len(text), maxParagraph)}
		}
		n := containers(text)
		if n > limits.Nesting {
			return &spec.RefusedError{Line: line, Reason: fmt.Sprintf("%d nested quotes or lists in one line, the limit is %d", n, limits.Nesting)}
		}
		if notes += strings.Count(text, "[^"); notes > maxNotes {
			return &spec.RefusedError{Line: line, Reason: fmt.Sprintf("more than %d footnotes and references to them", maxNotes)}
		}
		if marks += 1 + n + markup(text); marks > maxMarks {
			return &spec.RefusedError{Line: line, Reason: fmt.Sprintf("more than %d lines and characters of markup", maxMarks)}
		}
		start = end + 1
	}
	return nil
}

// maxNotes is how many footnotes and references to them a file may have: the
// parser compares each with each.
const maxNotes = 4096

// maxMarks is how many lines, list markers and characters of inline markup a
// file may have: more than ten megabytes of ordinary specs have. The
// parser makes a node of each, which is many times as large.
const maxMarks = 2 << 20

// markup counts the characters that inline markup is made of.
func markup(line string) int {
	n := 0
	for i := range len(line) {
		switch line[i] {
		case '[', '*', '_', '~', '`', '<', '|', ':', '@':
			n++
		}
	}
	return n
}

// lineFeeds turns carriage returns that end a line by themselves into line
// feeds, which is all that the parser takes for a line's end. Offsets stay.
func lineFeeds(text string) string {
	if strings.Count(text, "\r") == strings.Count(text, "\r\n") {
		return text
	}
	out := []byte(text)
	for i, c := range out {
		if c == '\r' && (i+1 == len(out) || out[i+1] != '\n') {
			out[i] = '\n'
		}
	}
	return string(out)
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
// never closed is no front matter, and neither is what stands between two rules
// without being settings: nobody would read it.
func frontMatter(f *source.File) source.Span {
	start := f.BOM()
	first := f.Line(1)
	open := strings.TrimRight(f.Content()[start:first.End], " \t\r")
	if open != "---" && open != "+++" {
		return source.Span{Start: start, End: start}
	}
	set := false
	for n := 2; n <= f.Lines(); n++ {
		line := f.Line(n)
		text := strings.TrimRight(f.Excerpt(line), " \t")
		switch {
		case text == open || open == "---" && text == "...":
			return source.Span{Start: start, End: line.End}
		case set || strings.HasPrefix(text, "#"):
		case !setting(text, open):
			return source.Span{Start: start, End: start}
		default:
			set = true
		}
	}
	return source.Span{Start: start, End: start}
}

// setting reports whether a line can be the first of front matter: a key with
// its value, or in TOML the head of a table.
func setting(line, open string) bool {
	if open == "+++" {
		return strings.HasPrefix(line, "[") || strings.Contains(line, "=")
	}
	key, value, ok := strings.Cut(line, ":")
	return ok && (value == "" || value[0] == ' ' || value[0] == '\t') && !strings.ContainsAny(key, " *[<") || strings.HasPrefix(line, "{")
}
