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

// Detect is the primary tag of the language that most of the text is in, or
// [Undetermined]. It looks at the first few kilobytes: the script settles
// Japanese and Chinese, the share of stop words the rest. Masked bytes and
// digits do not count.
func Detect(text string) string {
	if len(text) > sampleBytes {
		text = text[:sampleBytes]
		for len(text) > 0 && !utf8.RuneStart(text[len(text)-1]) {
			text = text[:len(text)-1]
		}
	}
	var letters, han, kana int
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			if 'a' <= r|0x20 && r|0x20 <= 'z' {
				letters++
			}
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			kana++
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.IsLetter(r):
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
	return byStopWords(text)
}

// byStopWords picks the language whose stop words make the largest share of
// the words; it takes a clear lead over the next one, or the text is
// undetermined.
func byStopWords(text string) string {
	languages := []struct {
		tag   string
		words []string
	}{
		{"en", englishStopWords()},
		{"de", germanStopWords()},
		{"es", spanishStopWords()},
		{"fr", frenchStopWords()},
		{"pt", portugueseStopWords()},
	}
	owners := make(map[string]uint8, 256)
	for i, l := range languages {
		for _, w := range l.words {
			owners[w] |= 1 << i
		}
	}
	hits := make([]int, len(languages))
	words := 0
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		words++
		for i, set := 0, owners[strings.ToLower(w)]; set != 0; i, set = i+1, set>>1 {
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
	return languages[best].tag
}
