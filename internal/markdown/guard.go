package markdown

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/spec"
)

// maxParagraph is the longest paragraph, in bytes, whose inline markup is
// looked at: far above prose, far below what the parser's slow loops need.
const maxParagraph = 256 << 10

// guard takes from the parser, while it runs, what would cost it too much, and
// remembers the first refusal.
type guard struct {
	limits  policy.Limits
	refused *spec.RefusedError
	offset  int
}

func (g *guard) refuse(offset int, format string, args ...any) {
	if g.refused == nil {
		g.refused, g.offset = &spec.RefusedError{Reason: fmt.Sprintf(format, args...)}, offset
	}
}

// paragraphGuard runs when a paragraph is closed, between block and inline
// parsing, after tables have taken theirs.
type paragraphGuard struct{ *guard }

// maxEmphasis is how many marks of emphasis one paragraph may hold: those that find
// no partner are compared with all before them.
const maxEmphasis = 2000

// Transform empties a paragraph that reaches a limit, so that its inline
// markup is never parsed.
func (g paragraphGuard) Transform(node *ast.Paragraph, reader text.Reader, _ parser.Context) {
	lines := node.Lines()
	size, brackets, marks := 0, 0, 0
	for i := range lines.Len() {
		segment := lines.At(i)
		size += segment.Len()
		brackets += bytes.Count(segment.Value(reader.Source()), []byte{'['})
		marks += runsOfMarks(segment.Value(reader.Source()))
	}
	switch start := lines.At(0).Start; {
	case brackets > g.limits.Brackets:
		g.refuse(start, "%d opening brackets in one paragraph, the limit is %d", brackets, g.limits.Brackets)
	case marks > maxEmphasis:
		g.refuse(start, "%d marks of emphasis in one paragraph, the limit is %d", marks, maxEmphasis)
	case size > maxParagraph:
		g.refuse(start, "a paragraph of %d bytes, the limit is %d", size, maxParagraph)
	default:
		return
	}
	node.SetLines(text.NewSegments())
}

// runsOfMarks counts the runs of equal marks that may open or close emphasis.
// Marks within a word, as names have them, do neither unless they are asterisks.
func runsOfMarks[T string | []byte](line T) int {
	word := func(i int) bool {
		return i >= 0 && i < len(line) && (line[i] >= 0x80 || line[i]|0x20 >= 'a' && line[i]|0x20 <= 'z' || line[i] >= '0' && line[i] <= '9')
	}
	n := 0
	for i := 0; i < len(line); {
		start := i
		for i < len(line) && line[i] == line[start] {
			i++
		}
		switch line[start] {
		case '*', '~':
			n++
		case '_':
			if !word(start-1) || !word(i) {
				n++
			}
		}
	}
	return n
}

// definitionGuard runs before the parser takes link definitions off the front
// of a paragraph, which it does one by one, moving all that follow.
type definitionGuard struct{ *guard }

// maxDefinitions is how many lines of one paragraph may begin with a bracket.
const maxDefinitions = 10_000

// Transform cuts a paragraph that may hold more definitions than that.
func (g definitionGuard) Transform(node *ast.Paragraph, reader text.Reader, _ parser.Context) {
	lines := node.Lines()
	if lines.Len() <= maxDefinitions {
		return
	}
	n := 0
	for i := range lines.Len() {
		segment := lines.At(i)
		if bytes.HasPrefix(bytes.TrimLeft(segment.Value(reader.Source()), " \t"), []byte{'['}) {
			n++
		}
	}
	if n > maxDefinitions {
		g.refuse(lines.At(0).Start, "%d lines of one paragraph begin with a bracket, the limit is %d", n, maxDefinitions)
		node.SetLines(text.NewSegments())
	}
}

// shallow opens no container below the nesting limit. The parser goes through
// all open containers for each line.
type shallow struct {
	parser.BlockParser
	*guard
}

// Open opens nothing where the nesting limit is reached.
func (s shallow) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent.Parent(); n != nil && depth < s.limits.Nesting; n = n.Parent() {
		depth++
	}
	if depth == s.limits.Nesting {
		_, at := reader.Position()
		s.refuse(at.Start, "more than %d nested blocks", s.limits.Nesting)
		return nil, parser.NoChildren
	}
	return s.BlockParser.Open(parent, reader, pc)
}
