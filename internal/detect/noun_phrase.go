package detect

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// number is a grammatical number; words such as data have both.
type number uint8

const (
	singular number = 1 << iota
	plural
	person // one, which "he" may stand for and "it" may not
)

// nounPhrase is a run of words that names a thing, as far as closed classes of
// words tell: from a determiner, or from a bare noun, to the next word that no
// noun phrase goes on with. The last word is its head.
type nounPhrase struct {
	tokenRange
	number number // none for a bare singular, which may be a verb as well
	acts   bool   // a verb follows that says what it does to something
}

// nounWords are one language's lookup tables for noun phrases.
type nounWords struct {
	determiners      map[string]number
	breaks, verbal   map[string]bool
	plurals, endless map[string]bool
	objects          map[string]bool
}

func newNounWords(g *lang.Grammar) nounWords {
	w := nounWords{
		determiners: make(map[string]number), breaks: wordSet(g.Breaks), verbal: wordSet(g.Verbal),
		plurals: wordSet(g.PluralNouns), endless: wordSet(g.SingularNouns),
		objects: wordSet(g.Singular, g.Plural, g.Personal),
	}
	for _, word := range g.Determiners {
		w.determiners[word] = singular | plural
	}
	for _, word := range g.PluralOpeners {
		w.determiners[word] = plural
	}
	return w
}

// at is the noun phrase that starts at token i.
func (w nounWords) at(c clause, i int) (nounPhrase, bool) {
	const longest = 6 // words behind the determiner
	number := w.determiners[c.lower(i)]
	from := i
	switch {
	case c.kind(i) != spec.Word:
		return nounPhrase{}, false
	case number != 0:
		from++
	case w.breaks[c.lower(i)] || w.verbal[c.lower(i-1)]:
		return nounPhrase{}, false
	}
	end := from
	for end < from+longest && w.goesOn(c, end) {
		end++
		if end == from+1 && number != 0 && c.lower(end) == "," && w.goesOn(c, end+1) {
			end++ // "a single, safe place"
		}
	}
	if end == from {
		return nounPhrase{}, false
	}
	acts := false
	if number != 0 && end-from > 1 && strings.HasSuffix(c.lower(end-1), "s") && (w.determiners[c.lower(end)] != 0 || w.objects[c.lower(end)]) {
		end-- // a verb: "the gate shows a sign"
		acts = true
	}
	return nounPhrase{tokenRange{i, end - i}, w.count(c.lower(end-1), number), acts}, true
}

func (w nounWords) goesOn(c clause, i int) bool {
	switch c.kind(i) {
	case spec.Opaque:
		return true
	case spec.Word:
		return !w.breaks[c.lower(i)] && w.determiners[c.lower(i)] == 0
	}
	return false
}

// count is the number of a phrase with this head and what its determiner
// allows, 0 without one.
func (w nounWords) count(head string, opened number) number {
	switch {
	case w.plurals[head]:
		return singular | plural
	case strings.HasSuffix(head, "s") && len(head) > 3 && !strings.HasSuffix(head, "ss") && !w.endless[head]:
		return plural
	case opened&singular != 0:
		return singular
	}
	return opened
}
