package github

import (
	"strings"
	"unicode/utf8"
)

// cut shortens valid UTF-8 to at most limit bytes, between characters, and says
// so with the mark at its end. In UTF-8 a text has at least as many bytes as it
// has UTF-16 units, so a limit in bytes holds for both.
func cut(s string, limit int, mark string) string {
	if len(s) <= limit {
		return s
	}
	end := max(limit-len(mark), 0)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + mark
}

// cutFront is [cut] at the other end, for text whose end matters.
func cutFront(s string, limit int, mark string) string {
	if len(s) <= limit {
		return s
	}
	start := min(len(s)-limit+len(mark), len(s))
	for start < len(s) && !utf8.RuneStart(s[start]) {
		start++
	}
	return mark + s[start:]
}

// clean makes text fit to be sent: valid UTF-8 without the characters that the
// platform does not store.
func clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
