package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cell is one character as a terminal shows it.
type cell struct {
	text  string // what is written
	width int    // columns taken; a tab counts as tabWidth
	at    int    // byte offset of the character in the original
}

// tabWidth is what a tab is reckoned as when a line is cut to fit. Tabs are
// written as they are, so that the carets below stay under their words.
const tabWidth = 8

// terminal is the one way in which text from a spec reaches a terminal:
// whatever could move the cursor, change colours, reorder or hide text is
// written as its code. Line breaks become blanks.
func terminal(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || needsCode(r) || r == utf8.RuneError }) {
		return s
	}
	var b strings.Builder
	for _, c := range cells(s) {
		if c.text == "\t" {
			c.text = " "
		}
		b.WriteString(c.text)
	}
	return b.String()
}

// cells lays text out. Tabs stay tabs; line breaks are blanks.
func cells(s string) []cell {
	out := make([]cell, 0, len(s))
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		c := cell{at: i}
		switch {
		case r == utf8.RuneError && size == 1:
			c.text = fmt.Sprintf(`\x%02x`, s[i])
			c.width = len(c.text)
		case r == '\t':
			c.text, c.width = "\t", tabWidth
		case r == '\n' || r == '\r':
			c.text, c.width = " ", 1
		case needsCode(r):
			c.text = fmt.Sprintf(`\u{%x}`, r)
			c.width = len(c.text)
		default:
			c.text, c.width = s[i:i+size], runeWidth(r)
		}
		out = append(out, c)
		i += size
	}
	return out
}

// needsCode reports whether a character acts on the terminal or on the text
// around it instead of being seen: controls, line separators, and format
// characters such as bidirectional overrides. The two joiners stay: scripts
// and emoji need them.
func needsCode(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	switch {
	case r < 0x20:
		return r != '\t' && r != '\n' && r != '\r'
	case r < 0x7f:
		return false
	case r == nonJoiner || r == joiner:
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// runeWidth is how many columns a character takes: none if it combines with
// the one before, two if it is wide in the sense of Unicode's annex 11.
func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case isWide(r):
		return 2
	}
	return 1
}

// isWide covers the blocks that terminals draw in two columns.
func isWide(r rune) bool {
	switch {
	case r < 0x1100:
		return false
	case r <= 0x115f, // Hangul initial consonants
		r >= 0x231a && r <= 0x231b, r >= 0x23e9 && r <= 0x23ec, r == 0x23f0, r == 0x23f3, // watches, players
		r >= 0x2614 && r <= 0x2615, r >= 0x2648 && r <= 0x2653, r == 0x26a1, // symbols drawn as emoji
		r == 0x26d4, r == 0x26ea, r >= 0x26f2 && r <= 0x26f3, r == 0x26f5, r == 0x26fa, r == 0x26fd,
		r == 0x2705, r >= 0x270a && r <= 0x270b, r == 0x2728, r == 0x274c, r == 0x274e,
		r >= 0x2753 && r <= 0x2755, r == 0x2757, r >= 0x2795 && r <= 0x2797, r == 0x27b0,
		r >= 0x2b1b && r <= 0x2b1c, r == 0x2b50, r == 0x2b55,
		r >= 0x2e80 && r <= 0x303e,                             // CJK radicals, punctuation
		r >= 0x3041 && r <= 0xa4cf,                             // kana, CJK, Yi
		r >= 0xa960 && r <= 0xa97f,                             // Hangul extended
		r >= 0xac00 && r <= 0xd7a3,                             // Hangul syllables
		r >= 0xf900 && r <= 0xfaff,                             // CJK compatibility
		r >= 0xfe30 && r <= 0xfe6f,                             // CJK compatibility and small forms
		r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6, // full-width forms
		r >= 0x1f300 && r <= 0x1f64f, r >= 0x1f680 && r <= 0x1f6ff, // emoji
		r >= 0x1f900 && r <= 0x1faff,
		r >= 0x20000 && r <= 0x3fffd: // CJK extensions
		return true
	}
	return false
}
