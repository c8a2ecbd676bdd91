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
	minimumWords = 3    // fewer ideographs, or letters of a script without a pack, say nothing
)

// Recogniser tells languages apart, those with a pack from each other and from
// others. It is immutable.
type Recogniser struct {
	tags   []string
	packed int               // how many of tags have a pack; they come first, English before all
	owners map[string]uint64 // by stop word, one bit for each of tags
	plain  map[string]uint64 // the same by plain word
}

// NewRecogniser collects the words.
func NewRecogniser() Recogniser {
	var packed, plain []stopWords
	for _, p := range All() {
		if p.StopWords != nil {
			packed = append(packed, stopWords{p.Tag, p.StopWords()})
			plain = append(plain, stopWords{p.Tag, p.PlainWords()})
		}
	}
	r := Recogniser{packed: len(packed), owners: make(map[string]uint64, 1024), plain: make(map[string]uint64, 1024)}
	for i, l := range append(packed, neighbours()...) {
		r.tags = append(r.tags, l.tag)
		for _, w := range l.words {
			r.owners[w] |= 1 << i
		}
	}
	for i, l := range plain {
		for _, w := range l.words {
			r.plain[w] |= 1 << i
		}
	}
	return r
}

// Tag is the primary tag of the language that most of the text is in, whether
// it has a pack or not, or [Undetermined]. It looks at the first few kilobytes:
// the script settles Japanese, Chinese and whatever is not written in Latin
// letters, the share of stop words the rest. Masked bytes and digits do not
// count.
func (r Recogniser) Tag(text string) string {
	if len(text) > sampleBytes {
		text = text[:sampleBytes]
		for len(text) > 0 && !utf8.RuneStart(text[len(text)-1]) {
			text = text[:len(text)-1]
		}
	}
	switch s := scriptsOf(text); {
	case s.ideographs() && 10*s.kana > s.han+s.kana:
		return "ja"
	case s.ideographs():
		return "zh"
	case s.foreign() && s.tag != Undetermined:
		return s.tag
	case s.foreign():
		return r.neighbour(r.count(text))
	}
	return r.byWords(text)
}

// scripts counts letters by script.
type scripts struct {
	latin, han, kana, other int
	tag                     string // the language of most other letters, if their script has but one
}

func scriptsOf(text string) scripts {
	s := scripts{tag: Undetermined}
	of := make(map[string]int)
	for _, c := range text {
		switch {
		case c < utf8.RuneSelf:
			if 'a' <= c|0x20 && c|0x20 <= 'z' {
				s.latin++
			}
		case unicode.In(c, unicode.Hiragana, unicode.Katakana):
			s.kana++
		case unicode.Is(unicode.Han, c):
			s.han++
		case unicode.Is(unicode.Latin, c):
			s.latin++
		case unicode.IsLetter(c):
			s.other++
			of[languageOf(c)]++
		}
	}
	for tag, n := range of {
		if 2*n > s.other {
			s.tag = tag
		}
	}
	return s
}

// ideographs reports whether the text is in Japanese or Chinese. One ideograph
// carries about as much as three Latin letters.
func (s scripts) ideographs() bool {
	n := s.han + s.kana
	return 3*n > s.latin+s.other && n >= minimumWords
}

// foreign reports whether the text is in a script that no pack has. A letter of
// these carries more than a Latin one, in a syllable or without its vowels.
func (s scripts) foreign() bool { return 3*s.other > 2*s.latin && s.other >= minimumWords }

// languageOf is the language that alone is written in the script of a letter,
// among those that specifications are written in.
func languageOf(c rune) string {
	switch {
	case unicode.Is(unicode.Hangul, c):
		return "ko"
	case unicode.Is(unicode.Hebrew, c):
		return "he"
	case unicode.Is(unicode.Greek, c):
		return "el"
	case unicode.Is(unicode.Thai, c):
		return "th"
	}
	return Undetermined
}

// census is how many words a text has, and how many of them are stop words and
// plain words of each language.
type census struct {
	words       int
	stop, plain []int
}

func (r Recogniser) count(text string) census {
	c := census{stop: make([]int, len(r.tags)), plain: make([]int, len(r.tags))}
	for w := range strings.FieldsFuncSeq(text, func(c rune) bool { return !unicode.IsLetter(c) }) {
		c.words++
		w = strings.ToLower(w)
		for i, set := 0, r.owners[w]; set != 0; i, set = i+1, set>>1 {
			c.stop[i] += int(set & 1)
		}
		for i, set := 0, r.plain[w]; set != 0; i, set = i+1, set>>1 {
			c.plain[i] += int(set & 1)
		}
	}
	return c
}

// byWords picks the language whose stop words make the largest share of the
// words. One with a pack takes a clear lead over the next; a text without one
// is told by its plain words, or not at all.
func (r Recogniser) byWords(text string) string {
	c := r.count(text)
	best, second := 0, 0
	for i := range r.packed {
		switch {
		case c.stop[i] > c.stop[best]:
			best, second = i, c.stop[best]
		case i != best:
			second = max(second, c.stop[i])
		}
	}
	near := c.stop[r.nearest(c)]
	if near > c.stop[best] || best == 0 && near >= several && 2*near > c.stop[best] {
		return r.neighbour(c)
	}
	// Running text has a stop word in every third or fourth place, a terse list
	// of requirements at least in every tenth.
	if c.stop[best] >= 2 && 10*c.stop[best] >= c.words && c.stop[best] > second {
		return r.tags[best]
	}
	best, second = 0, near
	told := func(i int) int { return c.stop[i] + c.plain[i] }
	for i := range r.packed {
		switch {
		case told(i) > told(best):
			best, second = i, max(near, told(best))
		case i != best:
			second = max(second, told(i))
		}
	}
	if told(best) > second && 10*told(best) >= c.words {
		return r.tags[best]
	}
	return Undetermined
}

// several stop words of a language without a pack outweigh the English that a
// template brings along.
const several = 3

// nearest is the language without a pack that has most stop words.
func (r Recogniser) nearest(c census) int {
	best := r.packed
	for i := r.packed; i < len(r.tags); i++ {
		if c.stop[i] > c.stop[best] {
			best = i
		}
	}
	return best
}

// neighbour names the language without a pack that a text is in.
func (r Recogniser) neighbour(c census) string {
	best := r.nearest(c)
	for i := r.packed; i < len(r.tags); i++ {
		if i != best && c.stop[i] == c.stop[best] {
			return Undetermined
		}
	}
	return r.tags[best]
}
