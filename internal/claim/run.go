package claim

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// appendRun adds a word of a script that puts no blanks between words. The
// numbers in it, and the units behind them, are words of their own.
func appendRun(out []word, w word) []word {
	first, _ := utf8.DecodeRuneInString(w.text)
	if !unicode.In(first, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || w.end-w.start != len(w.text) {
		return append(out, w)
	}
	for text, at := w.text, w.start; text != ""; {
		n, number := leadingDigits(text), true
		if n == 0 {
			number = false
			if len(out) > 0 && out[len(out)-1].number && out[len(out)-1].end <= at {
				n = leadingUnit(text)
			}
			if n == 0 {
				if n = strings.IndexAny(text, "0123456789"); n < 0 {
					n = len(text)
				}
				if k := leadingSide(out, text[:n]); k > 0 {
					n = k
				}
			}
		}
		out = append(out, word{text: text[:n], start: at, end: at + n, number: number})
		text, at = text[n:], at+n
	}
	return out
}

// leadingSide is where text is cut so that the word in it that puts the number
// before it on one side stands alone: "文字以上である" behind a number is cut in
// front of 以上, then behind it. It is 0 where no number is near.
func leadingSide(out []word, text string) int {
	const longest = 4 // runes of what is counted
	n := len(out)
	if n == 0 || !out[n-1].number && (n == 1 || !out[n-2].number) {
		return 0
	}
	for i := range text[:min(len(text), longest*len("以"))] {
		end := i + len("以上")
		if end > len(text) {
			break
		}
		if _, _, ok := sideBehind(text[i:end]); ok && i > 0 {
			return i
		} else if ok {
			return end
		}
	}
	return 0
}

func leadingDigits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}

// leadingUnit is the length of the time unit that a run starts with, the
// longest that does; 0 without one.
func leadingUnit(s string) int {
	const longest = 2 // runes of a unit's name
	ends := make([]int, 0, longest)
	for i := range s {
		if i > 0 {
			ends = append(ends, i)
		}
		if len(ends) == longest {
			break
		}
	}
	if len(ends) < longest {
		ends = append(ends, len(s))
	}
	for k := len(ends) - 1; k >= 0; k-- {
		if foreignTimeUnit(s[:ends[k]]) != "" {
			return ends[k]
		}
	}
	return 0
}
