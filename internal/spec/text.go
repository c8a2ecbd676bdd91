package spec

import (
	"crypto/sha256"
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/source"
)

// Text is the prose of one block as a reader sees it, on one line: markup is
// gone, and so is what is struck out; line breaks are blanks, escapes and
// entities are resolved. Its offsets map back to the file, so a match in the
// text is always a span in the source.
//
// Two kinds of bytes stand in [Text.String] but are masked in [Text.Prose],
// since nobody may be held to them as prose: code spans and addresses that are
// their own link text.
type Text struct {
	plain string
	prose string
	parts []part
	Links []Link
}

// Link is a reference made inside a text.
type Link struct {
	Target   string      // the destination as written, without its title
	Span     source.Span // the link's text in the file
	From, To int         // the link's text in the text
	Image    bool
}

// part maps a run of text to a run of source: byte by byte if the lengths are
// equal, otherwise as a whole (an entity, a line break with its indentation).
type part struct {
	text, textLen int
	src, srcLen   int
}

// mask is the byte, zero, that stands in [Text.Prose] for all that is not
// prose. A spec that holds it is binary and never gets here.
const mask = 0

// from is the text behind its first i bytes and the blanks that follow them.
func (t *Text) from(i int) *Text {
	for i < len(t.plain) && t.plain[i] == ' ' {
		i++
	}
	out := &Text{plain: t.plain[i:], prose: t.prose[i:]}
	for _, p := range t.parts {
		switch {
		case p.text+p.textLen <= i:
			continue
		case p.text < i && p.textLen == p.srcLen:
			cut := i - p.text
			p = part{i, p.textLen - cut, p.src + cut, p.srcLen - cut}
		}
		p.text = max(0, p.text-i)
		out.parts = append(out.parts, p)
	}
	for _, l := range t.Links {
		if l.From >= i {
			l.From, l.To = l.From-i, l.To-i
			out.Links = append(out.Links, l)
		}
	}
	return out
}

// String is the whole text, code included.
func (t *Text) String() string { return t.plain }

// Prose is the text with everything that is not prose masked by NUL bytes.
// Its length and offsets are those of [Text.String].
func (t *Text) Prose() string { return t.prose }

// Span maps the half-open range [i, j) of the text to the file. The span of a
// range that crosses markup includes that markup.
func (t *Text) Span(i, j int) source.Span {
	if len(t.parts) == 0 {
		return source.Span{}
	}
	start := t.sourceOffset(i, false)
	if j <= i {
		return source.Span{Start: start, End: start}
	}
	return source.Span{Start: start, End: t.sourceOffset(j-1, true)}
}

// sourceOffset is where byte i of the text starts in the file, or with end
// set, where it ends.
func (t *Text) sourceOffset(i int, end bool) int {
	k := sort.Search(len(t.parts), func(k int) bool { return t.parts[k].text > i }) - 1
	p := t.parts[max(k, 0)]
	if p.textLen != p.srcLen {
		if end || i >= p.text+p.textLen {
			return p.src + p.srcLen
		}
		return p.src
	}
	off := min(i-p.text, p.textLen)
	if end {
		off = min(off+1, p.textLen)
	}
	return p.src + off
}

// Canonical is the text as it counts for identity: white space folded, code
// spans kept apart from prose, link targets included. Digits, signs, units,
// negation and the case of words stay as they are.
func (t *Text) Canonical() string {
	var b strings.Builder
	inCode := false
	for i := range len(t.plain) {
		code := t.prose[i] == mask
		if code != inCode {
			b.WriteByte('`')
			inCode = code
		}
		b.WriteByte(t.plain[i])
	}
	if inCode {
		b.WriteByte('`')
	}
	for _, l := range t.Links {
		b.WriteString(" <" + l.Target + ">")
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// abridged is a text as it counts for what it governs: itself, or if it is
// longer than any heading or lead-in that people write, its start and a digest
// of the whole. It stays different from every other text, and what repeats it
// for each of thousands of items stays small.
func abridged(text string) string {
	const longest = 1 << 10
	if len(text) <= longest {
		return text
	}
	cut := longest
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return fmt.Sprintf("%s… %x", text[:cut], sha256.Sum256([]byte(text)))
}

// TextBuilder assembles a [Text] from left to right.
type TextBuilder struct {
	plain strings.Builder
	masks []source.Span // ranges of the text that are no prose, in order
	parts []part
	links []Link
}

// Copy appends src[span], which stands in the file at that span. Prose says
// whether it counts as prose.
func (b *TextBuilder) Copy(src string, span source.Span, prose bool) {
	b.add(src[span.Start:span.End], span, prose)
}

// Replace appends text that stands for the bytes at span: a blank for a line
// break, a character for its entity.
func (b *TextBuilder) Replace(text string, span source.Span, prose bool) {
	b.add(text, span, prose)
}

// Link records a link whose text, if it has one, is added separately.
func (b *TextBuilder) Link(l Link) { b.links = append(b.links, l) }

// Len is the number of bytes added so far.
func (b *TextBuilder) Len() int { return b.plain.Len() }

func (b *TextBuilder) add(text string, span source.Span, prose bool) {
	if text == "" {
		return
	}
	at := b.plain.Len()
	b.plain.WriteString(text)
	if !prose {
		b.masks = append(b.masks, source.Span{Start: at, End: b.plain.Len()})
	}
	if n := len(b.parts); n > 0 && span.Len() == len(text) {
		last := &b.parts[n-1]
		if last.textLen == last.srcLen && last.src+last.srcLen == span.Start {
			last.textLen += len(text)
			last.srcLen += len(text)
			return
		}
	}
	b.parts = append(b.parts, part{text: at, textLen: len(text), src: span.Start, srcLen: span.Len()})
}

// Text finishes the text. A builder that was given nothing yields an empty one.
func (b *TextBuilder) Text() *Text {
	t := &Text{plain: b.plain.String(), parts: b.parts, Links: b.links}
	t.prose = t.plain
	if len(b.masks) > 0 {
		masked := []byte(t.plain)
		for _, m := range b.masks {
			clear(masked[m.Start:m.End])
		}
		t.prose = string(masked)
	}
	return t
}
