// Package gherkin turns .feature files into spec blocks with exact byte spans.
// It is the only package that knows the parser. Features, rules and scenarios
// become headings, steps become list items, tables become tables; so a scenario
// reads like one that is written in Markdown. Parameters of outlines and doc
// strings are no prose.
package gherkin

import (
	"fmt"
	"strings"

	gherkin "github.com/cucumber/gherkin/go/v42"

	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Limits far above what people write: the bytes of a line, the lines of a file,
// and the lines of tags with nothing but comments and blanks between them. For
// each of those the parser looks ahead to what they are tags of.
const (
	maxLine  = 64 << 10
	maxLines = 256 << 10
	maxTags  = 50
)

// Parse reads a file. It fails only with a [*spec.RefusedError].
func Parse(f *source.File, limits policy.Limits) (spec.Tree, error) {
	if f.Len() > limits.FileBytes {
		return spec.Tree{}, &spec.RefusedError{Reason: fmt.Sprintf("%d bytes, the limit is %d", f.Len(), limits.FileBytes)}
	}
	if f.Lines() > maxLines {
		return spec.Tree{}, &spec.RefusedError{Reason: fmt.Sprintf("%d lines, the limit is %d", f.Lines(), maxLines)}
	}
	s := &scanner{file: f}
	b := &builder{file: f}
	p := gherkin.NewParser(b)
	p.StopAtFirstError(true)
	err := p.Parse(s, gherkin.NewLanguageMatcher(gherkin.DialectsBuiltin(), gherkin.DefaultDialect))
	switch {
	case s.refused != nil:
		return spec.Tree{}, s.refused
	case b.refused != nil:
		return spec.Tree{}, b.refused
	case err != nil:
		return spec.Tree{}, malformed(f, err)
	}
	b.endParagraph()
	return spec.Tree{Blocks: b.blocks, Comments: b.comments}, nil
}

// malformed is the first of the parser's errors, "(3:5): expected: ...". What
// the parser expects it names by its own tokens, which help nobody.
func malformed(f *source.File, err error) *spec.RefusedError {
	text := err.Error()
	if i := strings.IndexByte(text, '('); i >= 0 {
		text = text[i:]
	}
	out := &spec.RefusedError{Reason: "is no Gherkin"}
	var column int
	if _, err := fmt.Sscanf(text, "(%d:%d)", &out.Line, &column); err != nil {
		return out
	}
	const shown = 40
	line := ""
	if out.Line >= 1 && out.Line <= f.Lines() {
		line = strings.TrimSpace(f.Excerpt(f.Line(out.Line)))
	}
	if runes := []rune(line); len(runes) > shown {
		line = string(runes[:shown-1]) + "…"
	}
	switch {
	case strings.Contains(text, "unexpected end of file"):
		out.Line, out.Reason = f.Lines(), "the file ends where Gherkin expects more"
	case strings.Contains(text, "Language not supported"):
		out.Reason = fmt.Sprintf("%q names a language that Gherkin does not know", line)
	case strings.Contains(text, "whitespace"):
		out.Reason = fmt.Sprintf("a tag of %q contains a blank", line)
	default:
		out.Reason = fmt.Sprintf("Gherkin does not allow %q here", line)
	}
	return out
}

// scanner hands the parser the lines of a file; the parser's own drops the rest
// of a file behind a long one.
type scanner struct {
	file    *source.File
	line    int
	tags    int // lines of them since the last line that is more
	refused *spec.RefusedError
}

// Scan is the next line. Behind the last one, or behind one that is refused,
// the file ends.
func (s *scanner) Scan() (line *gherkin.Line, atEOF bool, err error) {
	s.line++
	end := s.line > s.file.Lines() || s.refused != nil
	text := ""
	if !end {
		text = lineText(s.file, s.line)
		if len(text) > maxLine {
			s.refused = &spec.RefusedError{Line: s.line, Reason: fmt.Sprintf("a line of %d bytes, the limit is %d", len(text), maxLine)}
			end, text = true, ""
		}
	}
	trimmed := strings.TrimLeft(text, " \t")
	switch {
	case strings.HasPrefix(trimmed, "@"):
		if s.tags++; s.tags > maxTags && s.refused == nil {
			s.refused = &spec.RefusedError{Line: s.line, Reason: fmt.Sprintf("more than %d lines of tags in a row", maxTags)}
		}
	case trimmed != "" && trimmed[0] != '#':
		s.tags = 0
	}
	return &gherkin.Line{LineText: text, LineNumber: s.line, TrimmedLineText: trimmed, AtEof: end}, end, nil
}

// lineStart is where a line begins, behind a byte order mark.
func lineStart(f *source.File, line int) int { return max(f.Line(line).Start, f.BOM()) }

func lineText(f *source.File, line int) string {
	end := f.Line(line).End
	return f.Excerpt(source.Span{Start: min(lineStart(f, line), end), End: end})
}
