package spec

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"
)

// sentencesOf splits a text by UAX #29 and joins again what that standard
// splits only because it knows no abbreviations.
func (r *reader) sentencesOf(t *Text) []Sentence {
	prose := t.prose
	var out []Sentence
	start := 0
	for it := sentences.FromString(prose); it.Next(); {
		end := it.End()
		if end < len(prose) && endsInAbbreviation(prose[start:end]) {
			continue
		}
		if s, ok := r.sentence(t, start, end); ok {
			out = append(out, s)
		}
		start = end
	}
	return out
}

// sentence trims blanks and finds the words; false if nothing is left.
func (r *reader) sentence(t *Text, start, end int) (Sentence, bool) {
	for start < end && t.prose[start] == ' ' {
		start++
	}
	for end > start && t.prose[end-1] == ' ' {
		end--
	}
	if start == end {
		return Sentence{}, false
	}
	return Sentence{Start: start, End: end, Tokens: r.tokens(t, start, end)}, true
}

// endsInAbbreviation reports whether the stop that s ends in belongs to an
// abbreviation that is followed by more of its sentence.
func endsInAbbreviation(s string) bool {
	s = strings.TrimRight(s, " ")
	if !strings.HasSuffix(s, ".") {
		return false
	}
	word := s[strings.LastIndexAny(s, " (\u00a0")+1:]
	switch strings.ToLower(word) {
	case "e.g.", "i.e.", "cf.", "vs.", "approx.", "incl.", "resp.", "no.", "fig.", "sec.", "ca.", "z.b.", "d.h.", "bzw.", "ggf.", "p.ex.":
		return true
	}
	return false
}

// tokens cuts t[start:end] into tokens. Their memory comes in chunks that the
// whole document shares.
func (r *reader) tokens(t *Text, start, end int) []Token {
	if cap(r.arena)-len(r.arena) < (end-start)/2+1 {
		r.arena = make([]Token, 0, max(min(4096, r.doc.File.Len()/4), end-start))
	}
	first := len(r.arena)
	for i := start; i < end; {
		c := t.prose[i]
		switch {
		case c == ' ':
			i++
		case c == mask:
			j := i + 1
			for j < end && t.prose[j] == mask {
				j++
			}
			r.arena = append(r.arena, Token{Kind: Opaque, Start: i, End: j})
			i = j
		case isDigit(c):
			j := numberEnd(t.prose, i, end)
			r.arena = append(r.arena, Token{Kind: Number, Start: i, End: j, Lower: t.prose[i:j]})
			i = j
		default:
			i = r.wordOrPunct(t.prose, i, end)
		}
	}
	return r.arena[first:len(r.arena):len(r.arena)]
}

func (r *reader) wordOrPunct(s string, i, end int) int {
	j, lower := wordEnd(s, i, end)
	if j == i {
		c, size := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsSpace(c) {
			r.arena = append(r.arena, Token{Kind: Punct, Start: i, End: i + size, Lower: s[i : i+size]})
		}
		return i + size
	}
	text := s[i:j]
	if !lower {
		text = strings.ToLower(asRead(text))
	}
	r.arena = append(r.arena, Token{Kind: Word, Start: i, End: j, Lower: text})
	return j
}

// wordEnd is the end of the word at i, and whether it is lower-case Latin already.
// Inner hyphens, underscores, apostrophes, dots and digits belong to a word if
// a letter or digit follows. One ideograph or kana run is one word each.
func wordEnd(s string, i, end int) (int, bool) {
	lower := true
	j := i
	for j < end {
		if c := s[j]; c < utf8.RuneSelf {
			switch {
			case 'a' <= c && c <= 'z':
			case 'A' <= c && c <= 'Z':
				lower = false
			case j > i && (isDigit(c) || joins(c) && j+1 < end && isWordByte(s[j+1])):
			default:
				return j, lower
			}
			j++
			continue
		}
		c, size := utf8.DecodeRuneInString(s[j:])
		switch {
		case c == '’' && j > i && j+size < end && isWordByte(s[j+size]):
		case !unicode.IsLetter(c) && !unicode.IsMark(c):
			return j, lower
		case unicode.IsUpper(c) || hasLookalikes(c):
			lower = false
		}
		j += size
	}
	return j, lower
}

func joins(c byte) bool { return c == '-' || c == '_' || c == '\'' || c == '.' }

// numberEnd is the end of the number at i: digits with inner separators.
func numberEnd(s string, i, end int) int {
	j := i
	for j < end && (isDigit(s[j]) || (s[j] == '.' || s[j] == ',' || s[j] == '_') && j+1 < end && isDigit(s[j+1])) {
		j++
	}
	return j
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWordByte(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf
}
