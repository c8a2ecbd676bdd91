package detect

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/spec"
)

// anyWord stands for any one word of a phrase: "as * as possible".
const anyWord = "*"

// lexicon finds phrases in the tokens of a sentence: by their first word, the
// longest first. A comma or hyphen between two words of a phrase is passed over.
type lexicon[T any] map[string][]lexeme[T]

type lexeme[T any] struct {
	rest  []string // the words after the first
	value T
}

func (l lexicon[T]) add(phrase string, value T) {
	words := strings.Fields(phrase)
	first, rest := words[0], words[1:]
	at := slices.IndexFunc(l[first], func(x lexeme[T]) bool { return len(x.rest) < len(rest) })
	if at < 0 {
		at = len(l[first])
	}
	l[first] = slices.Insert(l[first], at, lexeme[T]{rest, value})
}

// match is the longest phrase that starts at token i and how many tokens it
// covers; none if that is 0.
func (l lexicon[T]) match(tokens []spec.Token, i int) (value T, n int) {
	if tokens[i].Kind != spec.Word {
		return value, 0
	}
	for _, x := range l[tokens[i].Lower] {
		if end := x.end(tokens, i+1); end > 0 {
			return x.value, end - i
		}
	}
	return value, 0
}

func (x lexeme[T]) end(tokens []spec.Token, i int) int {
	for _, word := range x.rest {
		if i < len(tokens) && tokens[i].Kind == spec.Punct && (tokens[i].Lower == "," || tokens[i].Lower == "-") {
			i++
		}
		if i >= len(tokens) || tokens[i].Lower != word && (word != anyWord || tokens[i].Kind != spec.Word) {
			return 0
		}
		i++
	}
	return i
}

// phraseSet is a lexicon that only tells whether a phrase is there.
type phraseSet = lexicon[struct{}]

func newPhraseSet(phrases ...[]string) phraseSet {
	set := make(phraseSet)
	for _, list := range phrases {
		for _, p := range list {
			set.add(p, struct{}{})
		}
	}
	return set
}

// starts reports whether a phrase of the set starts at token i.
func starts(set phraseSet, tokens []spec.Token, i int) bool {
	if i < 0 || i >= len(tokens) {
		return false
	}
	_, n := set.match(tokens, i)
	return n > 0
}

// wordSet is a set of single words.
func wordSet(lists ...[]string) map[string]bool {
	set := make(map[string]bool)
	for _, list := range lists {
		for _, w := range list {
			set[w] = true
		}
	}
	return set
}
