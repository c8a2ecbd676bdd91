package detect

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cueWord is a word of a text in lower case and where it stands there. Commas
// and opening brackets are words; the empty word stands between sentences,
// which no phrase crosses.
type cueWord struct {
	lower      string
	start, end int
}

// cueWords appends the words of a text. Addresses are no words.
func cueWords(to []cueWord, text string) []cueWord {
	for i := 0; i < len(text); {
		letter, size := letterAt(text, i)
		if !letter {
			switch text[i] {
			case '.', ';', ':', '!', '?', '\n':
				if len(to) == 0 || to[len(to)-1].lower != "" {
					to = append(to, cueWord{"", i, i})
				}
			case ',', '(':
				to = append(to, cueWord{",", i, i + size})
			}
			i += size
			continue
		}
		end := cueWordEnd(text, i)
		if strings.HasPrefix(text[end:], "://") {
			i = end + strings.IndexAny(text[end:]+" ", " \t\n)>\"")
			continue
		}
		to = append(to, cueWord{strings.ToLower(text[i:end]), i, end})
		i = end
	}
	return to
}

// letterAt reports whether a letter or digit stands at i, and its size.
func letterAt(text string, i int) (letter bool, size int) {
	if c := text[i]; c < utf8.RuneSelf {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9', 1
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	return unicode.IsLetter(r) || unicode.IsDigit(r), size
}

// cueWordEnd is where the word at i ends. Hyphens, apostrophes and stops belong
// to it if the word goes on behind them.
func cueWordEnd(text string, i int) int {
	end := i
	for i < len(text) {
		letter, size := letterAt(text, i)
		switch {
		case letter:
			end = i + size
		case i > end:
			return end
		case text[i] == '-', text[i] == '\'', text[i] == '.', strings.HasPrefix(text[i:], "’"):
		default:
			return end
		}
		i += size
	}
	return end
}

// cueSet finds phrases in running text; each adds its bits to what a text
// speaks of. See [lang.Gaps] for how phrases are written. It maps from the
// first bytes of a phrase's first word.
type cueSet map[string][]cuePhrase

type cuePhrase struct {
	words []string
	bits  uint64
}

const cueKey = 3 // bytes of a first word; shorter words are their own key

func (c cueSet) add(bits uint64, phrases []string) {
	for _, p := range phrases {
		words := strings.Fields(p)
		key := strings.TrimSuffix(words[0], "*")
		key = key[:min(cueKey, len(key))]
		c[key] = append(c[key], cuePhrase{words, bits})
	}
}

// at is what the phrases that start at word i say, and where the longest ends.
func (c cueSet) at(words []cueWord, i int) (bits uint64, end int) {
	first := words[i].lower
	for _, p := range c[first[:min(cueKey, len(first))]] {
		if e := matchCue(p.words, words, i); e > 0 {
			bits |= p.bits
			end = max(end, e)
		}
	}
	return bits, end
}

// in is what all phrases in the words say.
func (c cueSet) in(words []cueWord) uint64 {
	var bits uint64
	for i := range words {
		b, _ := c.at(words, i)
		bits |= b
	}
	return bits
}

// matchCue is where the phrase ends that starts at word i; 0 if it is not
// there.
func matchCue(phrase []string, words []cueWord, i int) int {
	for k, w := range phrase {
		if w == "~" {
			const most = 3
			for skip := 0; skip <= most && i+skip < len(words); skip++ {
				if skip > 0 && words[i+skip-1].lower == "" {
					return 0
				}
				if e := matchCue(phrase[k+1:], words, i+skip); e > 0 {
					return e
				}
			}
			return 0
		}
		if i >= len(words) || words[i].lower == "" {
			return 0
		}
		if stem, open := strings.CutSuffix(w, "*"); open && !strings.HasPrefix(words[i].lower, stem) || !open && words[i].lower != w {
			return 0
		}
		i++
	}
	return i
}
