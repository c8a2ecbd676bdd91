package spec

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// explicitID is the id that a statement or heading starts with, such as
// FR-001, [FEAT-001-AC003] or US-2, and where the text goes on after it. An id
// is upper case with a number, and is set off: by brackets, a colon, a dash, or
// because nothing follows. So "SHA-256 digests" has none.
func explicitID(text string) (string, int) {
	i := 0
	for i < len(text) && strings.IndexByte(" [(", text[i]) >= 0 {
		i++
	}
	bracketed := i > 0 && (text[i-1] == '[' || text[i-1] == '(')
	end := idEnd(text, i)
	if end < 0 {
		return "", 0
	}
	rest := text[end:]
	next := strings.TrimLeft(rest, " \u00a0\u202f")
	switch {
	case bracketed && (strings.HasPrefix(rest, "]") || strings.HasPrefix(rest, ")")):
		return text[i:end], end + 1
	case next == "":
		return text[i:end], len(text)
	case strings.HasPrefix(rest, ". "):
		return text[i:end], end + 1
	case strings.HasPrefix(next, ":"): // French sets a blank before it
		return text[i:end], len(text) - len(next) + 1
	case strings.HasPrefix(rest, "："):
		return text[i:end], end + len("：")
	case len(next) < len(rest) && startsWithDash(next), startsWithDash(rest) && !strings.HasPrefix(rest, "-"):
		_, dash := utf8.DecodeRuneInString(next)
		return text[i:end], end + (len(rest) - len(next)) + dash
	case strings.HasPrefix(next, "("):
		return text[i:end], end
	}
	return "", 0
}

func startsWithDash(s string) bool {
	for _, dash := range []string{"- ", "– ", "— ", "—", "| "} {
		if strings.HasPrefix(s, dash) {
			return true
		}
	}
	return false
}

// idEnd is the end of an id that starts at i, or -1: upper-case letters first,
// then letters, digits and single hyphens, underscores or dots, with a digit in
// it and, at the most, one lower-case letter at the end (FR-034a). In scripts
// without case it is a short word, a hyphen and digits (要件-03).
func idEnd(text string, i int) int {
	if i < len(text) && text[i] >= utf8.RuneSelf {
		return caselessIDEnd(text, i)
	}
	j, letters, digits := i, 0, 0
	for j < len(text) {
		switch c := text[j]; {
		case 'A' <= c && c <= 'Z':
			letters++
		case isDigit(c):
			if letters == 0 {
				return -1
			}
			digits++
		case (c == '-' || c == '_' || c == '.') && j > i && j+1 < len(text) && isIDByte(text[j+1]):
		case 'a' <= c && c <= 'z' && digits > 0 && isDigit(text[j-1]) && (j+1 == len(text) || !isWordByte(text[j+1])):
		default:
			if c >= 'a' && c <= 'z' {
				return -1
			}
			if digits == 0 {
				return -1
			}
			return j
		}
		j++
	}
	if digits == 0 || letters == 0 {
		return -1
	}
	return j
}

// caselessIDEnd is the end of an id whose word is of ideographs, kana or hangul;
// -1 if there is none.
func caselessIDEnd(text string, i int) int {
	const longestWord = 6
	j, letters := i, 0
	for j < len(text) && text[j] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(text[j:])
		if letters++; letters > longestWord || !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			return -1
		}
		j += size
	}
	if j+1 >= len(text) || text[j] != '-' || !isDigit(text[j+1]) {
		return -1
	}
	for j++; j < len(text) && isDigit(text[j]); j++ {
	}
	return j
}

func isIDByte(c byte) bool { return isDigit(c) || 'A' <= c && c <= 'Z' }
