package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Lines are the lines of a comment that can be commands: those that begin with
// a slash, in the source and as rendered. So a line of a paragraph is one,
// also where a list goes on below its items; a list item, a heading and a
// table row are not, since they begin with their mark. A break in a paragraph
// ends a line, as it does in the rendered comment.
//
// Nothing is spoken that stands in code, a quotation, a footnote, an HTML
// comment, struck-out text, or an element that quotes, hides or frames what is
// in it. Inside a line, such text stays with its marks, and an image or note
// becomes a mark, so that it can never be read as a word of a command. The
// error is a [*spec.RefusedError].
func Lines(body string) ([]command.Line, error) {
	body = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(body, "\uFFFD"))
	if !strings.HasPrefix(strings.TrimLeft(body, " \t\n"), "/") && !slashed(body) {
		return nil, nil // nothing to parse, and most comments are like that
	}
	f := source.New("comment", []byte(body))
	limits := policy.Default().Limits
	if f.Len() > maxParagraph {
		return nil, &spec.RefusedError{Reason: "a comment longer than any platform accepts"}
	}
	if err := checkLines(f, body, 0, limits); err != nil {
		return nil, err
	}
	src := []byte(f.Content())
	g := &guard{limits: limits}
	root := newParser(g).Parse(text.NewReader(src))
	if g.refused != nil {
		g.refused.Line = f.Position(g.offset).Line
		return nil, g.refused
	}
	r := &lineReader{file: f, src: src, open: make(map[string]int)}
	if err := r.blocks(root, 0, limits.Nesting); err != nil {
		return nil, err
	}
	return r.lines, nil
}

// slashed reports whether a line begins with a slash.
func slashed(body string) bool {
	for line := range strings.Lines(body) {
		if strings.HasPrefix(strings.TrimLeft(line, " \t"), "/") {
			return true
		}
	}
	return false
}

// lineReader walks a comment in the order of its source.
type lineReader struct {
	file  *source.File
	src   []byte
	open  map[string]int // quoting elements that are open, by name
	lines []command.Line

	line  strings.Builder
	start int // offset of the line's first text; -1 before it
}

// mute reports whether an open element takes the text out of speech.
func (r *lineReader) mute() bool { return len(r.open) > 0 }

func (r *lineReader) blocks(n ast.Node, depth, nesting int) error {
	if depth > nesting {
		return &spec.RefusedError{Reason: "blocks nested too deep"}
	}
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		switch child := child.(type) {
		case *ast.HTMLBlock:
			r.html(r.rawBlock(child))
		case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *east.DefinitionTerm:
			r.start = -1
			if err := r.inlines(child, "", 0, nesting); err != nil {
				return err
			}
			r.flush()
		case *ast.List, *ast.ListItem, *east.DefinitionList, *east.DefinitionDescription:
			if err := r.blocks(child, depth+1, nesting); err != nil {
				return err
			}
		}
	}
	return nil
}

// rawBlock is the source of an HTML block, its last line included.
func (r *lineReader) rawBlock(n *ast.HTMLBlock) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		b.Write(segment.Value(r.src))
	}
	if n.HasClosure() {
		b.Write(n.ClosureLine.Value(r.src))
	}
	return b.String()
}

// inlines writes the text below n; mark stands around text that is no speech.
func (r *lineReader) inlines(n ast.Node, mark string, depth, nesting int) error {
	if depth > nesting {
		return &spec.RefusedError{Reason: "inline markup nested too deep"}
	}
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		var err error
		switch child := child.(type) {
		case *ast.Text:
			r.text(child, mark)
		case *ast.CodeSpan:
			err = r.inlines(child, "`", depth+1, nesting)
		case *east.Strikethrough:
			err = r.inlines(child, "~~", depth+1, nesting)
		case *ast.RawHTML:
			var b strings.Builder
			for i := range child.Segments.Len() {
				segment := child.Segments.At(i)
				b.Write(segment.Value(r.src))
			}
			r.rawInline(b.String())
		case *ast.AutoLink:
			r.put(child.Pos(), string(child.Label(r.src)), mark)
		case *ast.Image, *east.FootnoteLink, *east.FootnoteBacklink, *east.TaskCheckBox:
			r.put(-1, "", "\uFFFC")
		default:
			err = r.inlines(child, mark, depth+1, nesting)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rawInline writes raw HTML inside a line. A comment is nothing, a line break
// ends the line, and every other tag is a mark.
func (r *lineReader) rawInline(raw string) {
	r.html(raw)
	switch lower := strings.ToLower(raw); {
	case strings.HasPrefix(raw, "<!--"):
	case strings.HasPrefix(lower, "<br"):
		r.flush()
	default:
		r.put(-1, "", "\uFFFC")
	}
}

// text writes one piece of text, and ends the line after it if it breaks there.
func (r *lineReader) text(n *ast.Text, mark string) {
	raw := n.Segment.Value(r.src)
	for i, piece := range strings.Split(string(raw), "\n") {
		if i > 0 {
			r.flush()
		}
		if mark != "`" {
			piece = string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations([]byte(piece)))))
		}
		r.put(n.Segment.Start, piece, mark)
	}
	if n.SoftLineBreak() || n.HardLineBreak() {
		r.flush()
	}
}

// put adds text that stands at an offset; a negative one is nowhere.
func (r *lineReader) put(offset int, s, mark string) {
	if r.start < 0 {
		if offset < 0 || s == "" {
			offset = 0 // begins with a mark, and so is no command
			mark = "\uFFFC"
		}
		r.start = offset
	}
	if r.mute() {
		mark = "\uFFFC"
	}
	// Text cannot hold a break, whatever its entities stand for.
	r.line.WriteString(mark + strings.NewReplacer("\n", " ", "\r", " ").Replace(s) + mark)
}

// flush ends a line and keeps it if its source begins with it.
func (r *lineReader) flush() {
	line := strings.TrimSpace(r.line.String())
	start := r.start
	r.line.Reset()
	r.start = -1
	// An escaped slash or an entity renders as one, and is none in the source.
	if start < 0 || !strings.HasPrefix(line, "/") || r.src[start] != '/' {
		return
	}
	before := r.src[:start]
	before = before[strings.LastIndexByte(string(before), '\n')+1:]
	if len(strings.TrimSpace(string(before))) > 0 {
		return
	}
	r.lines = append(r.lines, command.Line{Number: r.file.Position(start).Line, Text: line})
}
