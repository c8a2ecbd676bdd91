package spec

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/source"
)

// PassedOver lists the lines that say MUST or SHALL in upper case, or hold the id
// of a requirement, where nothing is read as one: in HTML, in quotations, in code
// and in the background. They are 1-based and in order. What no reader sees, such
// as a comment, is not among them.
func (d *Document) PassedOver() []int {
	w := passedOver{doc: d, read: make(map[*Block]bool)}
	for _, s := range d.Statements {
		w.read[s.Block] = true
		if s.Role == Exempt && s.Block.Kind != Heading && s.Section.Within(lang.Background) && !never(s) && demandsInCapitals(s.Text.prose) {
			w.lines = append(w.lines, d.File.Position(s.Span.Start).Line)
		}
	}
	for _, b := range d.Blocks {
		w.block(b, false)
	}
	slices.Sort(w.lines)
	return slices.Compact(w.lines)
}

type passedOver struct {
	doc   *Document
	read  map[*Block]bool // blocks that are statements
	lines []int
}

func (w *passedOver) block(b *Block, quoted bool) {
	switch {
	case b.Kind == Code:
		w.text(b.Span, false)
	case b.Kind == HTML:
		w.text(b.Span, true)
	case quoted && b.Text != nil && !w.read[b] && !keyWordNotice(b.Text.plain):
		w.text(b.Span, true)
	}
	for _, c := range b.Children {
		w.block(c, quoted || b.Kind == Quote)
	}
}

// text looks through source that is no prose, line by line. Comments are left
// out, and so are tags.
func (w *passedOver) text(span source.Span, ids bool) {
	raw := w.doc.File.Excerpt(span)
	if !demandsInCapitals(raw) && !ids {
		return
	}
	line := w.doc.File.Position(span.Start).Line
	comment := false
	for text := range strings.SplitSeq(raw, "\n") {
		text, comment = bare(text, comment)
		if demandsInCapitals(text) || ids && namesRequirement(text) {
			w.lines = append(w.lines, line)
		}
		line++
	}
}

// bare is a line of HTML without its comments and tags, and whether a comment
// goes on behind it.
func bare(text string, comment bool) (string, bool) {
	var b strings.Builder
	for {
		end := "-->"
		if !comment {
			open := strings.IndexByte(text, '<')
			if open < 0 {
				b.WriteString(text)
				return b.String(), false
			}
			b.WriteString(text[:open])
			text = text[open:]
			if comment = strings.HasPrefix(text, "<!--"); !comment {
				end = ">"
			}
		}
		i := strings.Index(text, end)
		if i < 0 {
			if !comment {
				b.WriteString(text)
			}
			return b.String(), comment
		}
		text, comment = text[i+len(end):], false
		b.WriteByte(' ')
	}
}

// namesRequirement reports whether a line starts with an id such as REQ-12 or
// FR-003.
func namesRequirement(line string) bool {
	id, _ := explicitID(strings.TrimLeft(line, " \t>*-|"))
	prefix, _, ok := strings.Cut(id, "-")
	switch prefix {
	case "REQ", "FR", "NFR", "SC", "AC":
		return ok
	}
	return false
}
