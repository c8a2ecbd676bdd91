package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Undetermined is the tag of a text whose language cannot be told.
const Undetermined = "und"

const (
	sampleBytes  = 4096 // enough for shares to settle, small enough to cost nothing
	minimumWords = 5    // fewer words of a script without stop words say nothing
)

// Recogniser tells languages apart. It is immutable.
type Recogniser struct {
	tags   []string
	owners map[string]uint8 // by stop word, one bit for each of tags
}

// NewRecogniser collects the stop words.
func NewRecogniser() Recogniser {
	r := Recogniser{tags: []string{"en", "de", "es", "fr", "pt"}, owners: make(map[string]uint8, 256)}
	for i, words := range [][]string{
		englishStopWords(), germanStopWords(), spanishStopWords(), frenchStopWords(), portugueseStopWords(),
	} {
		for _, w := range words {
			r.owners[w] |= 1 << i
		}
	}
	return r
}

// Tag is the primary tag of the language that most of the text is in, or
// [Undetermined]. It looks at the first few kilobytes: the script settles
// Japanese and Chinese, the share of stop words the rest. Masked bytes and
// digits do not count.
func (r Recogniser) Tag(text string) string {
	if len(text) > sampleBytes {
		text = text[:sampleBytes]
		for len(text) > 0 && !utf8.RuneStart(text[len(text)-1]) {
			text = text[:len(text)-1]
		}
	}
	var letters, han, kana int
	for _, c := range text {
		switch {
		case c < utf8.RuneSelf:
			if 'a' <= c|0x20 && c|0x20 <= 'z' {
				letters++
			}
		case unicode.In(c, unicode.Hiragana, unicode.Katakana):
			kana++
		case unicode.Is(unicode.Han, c):
			han++
		case unicode.IsLetter(c):
			letters++
		}
	}
	// One ideograph carries about as much as three Latin letters.
	if ideographs := han + kana; 3*ideographs > letters && ideographs >= minimumWords {
		if 10*kana > ideographs {
			return "ja"
		}
		return "zh"
	}
	return r.byStopWords(text)
}

// byStopWords picks the language whose stop words make the largest share of
// the words; it takes a clear lead over the next one, or the text is
// undetermined.
func (r Recogniser) byStopWords(text string) string {
	hits := make([]int, len(r.tags))
	words := 0
	for w := range strings.FieldsFuncSeq(text, func(c rune) bool { return !unicode.IsLetter(c) }) {
		words++
		for i, set := 0, r.owners[strings.ToLower(w)]; set != 0; i, set = i+1, set>>1 {
			hits[i] += int(set & 1)
		}
	}
	best, second := 0, 1
	if hits[1] > hits[0] {
		best, second = 1, 0
	}
	for i := 2; i < len(hits); i++ {
		switch {
		case hits[i] > hits[best]:
			best, second = i, best
		case hits[i] > hits[second]:
			second = i
		}
	}
	// Running text has a stop word in every third or fourth place, a terse list
	// of requirements at least in every tenth.
	if hits[best] < 2 || 10*hits[best] < words || hits[best] == hits[second] {
		return Undetermined
	}
	return r.tags[best]
}
