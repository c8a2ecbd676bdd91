package markdown

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// inlineWriter collects the prose of one leaf block.
type inlineWriter struct {
	c      *converter
	block  *spec.Block
	text   spec.TextBuilder
	cursor int // where the source has been read to
	struck struck
	end    int
}

// copy appends source text, unless it is struck out: whoever reads the page
// takes that for not said.
func (w *inlineWriter) copy(s source.Span, prose bool) {
	if w.struck == 0 {
		w.text.Copy(w.c.src, s, prose)
	}
}

// replace appends text that stands for source text, unless it is struck out.
func (w *inlineWriter) replace(text string, s source.Span, prose bool) {
	if w.struck == 0 {
		w.text.Replace(text, s, prose)
	}
}

// reference records a link, unless it is struck out.
func (w *inlineWriter) reference(l spec.Link) {
	if w.struck == 0 {
		w.text.Link(l)
	}
}

// nodes writes the children of n. Prose is false inside image descriptions.
func (w *inlineWriter) nodes(n ast.Node, prose bool, depth int) error {
	if depth > w.c.nesting {
		line := w.c.file.Position(w.cursor).Line
		return &spec.RefusedError{Line: line, Reason: fmt.Sprintf("more than %d nested pieces of inline markup", w.c.nesting)}
	}
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if child.Type() != ast.TypeInline {
			continue
		}
		if err := w.node(child, prose, depth); err != nil {
			return err
		}
	}
	return nil
}

func (w *inlineWriter) node(n ast.Node, prose bool, depth int) error {
	switch n := n.(type) {
	case *ast.Text:
		w.segment(source.Span{Start: w.c.base + n.Segment.Start, End: w.c.base + n.Segment.Stop}, n.IsRaw(), prose)
		if n.SoftLineBreak() || n.HardLineBreak() {
			w.lineBreak(prose)
		}
	case *ast.CodeSpan:
		for child := n.FirstChild(); child != nil; child = child.NextSibling() {
			if t, ok := child.(*ast.Text); ok {
				w.segment(source.Span{Start: w.c.base + t.Segment.Start, End: w.c.base + t.Segment.Stop}, true, false)
			}
		}
	case *ast.Link:
		return w.link(n, string(n.Destination), prose, depth)
	case *ast.Image:
		return w.link(n, string(n.Destination), false, depth)
	case *ast.AutoLink:
		w.autoLink(n)
	case *ast.RawHTML:
		w.rawHTML(n)
	case *east.Strikethrough:
		w.struck++
		err := w.nodes(n, prose, depth+1)
		w.struck--
		return err
	case *east.FootnoteLink, *east.FootnoteBacklink, *east.TaskCheckBox:
	default:
		return w.nodes(n, prose, depth+1)
	}
	return nil
}

// segment copies source text. Unless it is raw, escapes and entities stand for
// one character each, and characters that nobody sees are left out, so that
// they cannot come between the letters of a word. A line break inside a code
// span is a blank.
func (w *inlineWriter) segment(s source.Span, raw, prose bool) {
	src := w.c.src
	w.cursor = max(w.cursor, s.End)
	run := s.Start
	flush := func(to int) {
		if to > run {
			w.copy(source.Span{Start: run, End: to}, prose)
		}
	}
	for i := s.Start; i < s.End; {
		text, width := "", 0
		switch c := src[i]; {
		case c == '\n' || c == '\r':
			text, width = " ", 1
			if c == '\r' && i+1 < s.End && src[i+1] == '\n' {
				width = 2
			}
		case raw:
		case c == '\\' && i+1 < s.End && isPunct(src[i+1]):
			text, width = src[i+1:i+2], 2
		case c == '&':
			text, width = entity(src[i:s.End])
			if invisible(text) == len(text) {
				text = ""
			}
		case c >= utf8.RuneSelf:
			width = invisible(src[i:s.End])
		}
		if width == 0 {
			i++
			continue
		}
		flush(i)
		w.replace(text, source.Span{Start: i, End: i + width}, prose)
		i += width
		run = i
	}
	flush(s.End)
}

// lineBreak stands for the line break, the indentation and the quote marks
// that lead to the next line's text.
func (w *inlineWriter) lineBreak(prose bool) {
	start := w.cursor
	end := w.c.lineEnd(start)
	if end < len(w.c.src) {
		end++
	}
	w.replace(" ", source.Span{Start: start, End: end}, prose)
	w.cursor = end
}

func (w *inlineWriter) link(n ast.Node, target string, prose bool, depth int) error {
	from := w.text.Len()
	start := w.cursor
	if err := w.nodes(n, prose, depth+1); err != nil {
		return err
	}
	_, image := n.(*ast.Image)
	w.reference(spec.Link{Target: target, Span: source.Span{Start: min(start, w.cursor), End: w.cursor}, From: from, To: w.text.Len(), Image: image})
	return nil
}

// autoLink writes an address that is its own text. Its position is not given
// by the parser; it is the first place after what was read so far.
func (w *inlineWriter) autoLink(n *ast.AutoLink) {
	label := string(n.Label(w.c.parsed))
	at := strings.Index(w.c.src[w.cursor:w.end], label)
	if at < 0 || label == "" {
		return
	}
	s := source.Span{Start: w.cursor + at, End: w.cursor + at + len(label)}
	target := string(n.URL(w.c.parsed)) // with the scheme that an address without one gets
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(label), "mailto:") {
		target = "mailto:" + label
	}
	from := w.text.Len()
	w.copy(s, false)
	w.reference(spec.Link{Target: target, Span: s, From: from, To: w.text.Len()})
	w.cursor = s.End
}

// rawHTML drops a tag that GitHub renders and keeps, as no prose, one that it
// does not know: people write <name> for a thing to fill in. Comments are
// recorded; a line break tag is a blank.
func (w *inlineWriter) rawHTML(n *ast.RawHTML) {
	if n.Segments.Len() == 0 {
		return
	}
	s := source.Span{
		Start: w.c.base + n.Segments.At(0).Start,
		End:   w.c.base + n.Segments.At(n.Segments.Len()-1).Stop,
	}
	tag := w.c.src[s.Start:s.End]
	w.cursor = max(w.cursor, s.End)
	switch {
	case strings.HasPrefix(tag, "<!--"):
		w.c.comment(s)
	case renderedTag(tag):
		w.struck.html(tag)
		if strings.HasPrefix(strings.ToLower(tag), "<br") {
			w.replace(" ", s, true)
		}
	default:
		w.segment(s, true, false)
	}
}

// renderedTag reports whether a tag is one of those that specs use as markup.
func renderedTag(tag string) bool {
	name := strings.ToLower(strings.TrimLeft(tag, "</"))
	if i := strings.IndexAny(name, " \t\r\n/>"); i >= 0 {
		name = name[:i]
	}
	switch name {
	case "a", "abbr", "b", "br", "code", "dd", "del", "details", "dfn", "div", "dl", "dt", "em", "h1", "h2", "h3",
		"h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "s", "samp", "section",
		"small", "span", "strike", "strong", "sub", "summary", "sup", "table", "tbody", "td", "th", "thead", "tr",
		"tt", "u", "ul", "var", "wbr":
		return true
	}
	return false
}

// entity decodes the HTML entity that text starts with; width 0 if it is none.
func entity(text string) (string, int) {
	end := strings.IndexByte(text, ';')
	if end < 2 || end > 32 {
		return "", 0
	}
	decoded := html.UnescapeString(text[:end+1])
	if decoded == text[:end+1] {
		return "", 0
	}
	return decoded, end + 1
}

// invisible is the length of the character that text starts with if it shows
// nothing and only joins, parts or turns what stands beside it: soft hyphens,
// characters of no width, and marks of direction; 0 if it is another.
func invisible(text string) int {
	switch c, size := utf8.DecodeRuneInString(text); {
	case c == 0xad, c == 0x61c, c == 0xfeff, 0x200b <= c && c <= 0x200f, 0x202a <= c && c <= 0x202e, 0x2060 <= c && c <= 0x206f:
		return size
	}
	return 0
}

func isPunct(c byte) bool {
	return c > ' ' && c < 0x7f && !('0' <= c && c <= '9') && !('a' <= c && c <= 'z') && !('A' <= c && c <= 'Z')
}
