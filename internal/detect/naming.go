package detect

import (
	"slices"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// names reports whether the term is part of what something is called, or the
// value that something has, so that no quality is asked for: "the fast lane",
// "a simple mode", "one of easy, normal or hard".
func (w vagueWords) names(c clause, use lang.Use, at, n int) bool {
	if use.Escapes() || use == lang.Nuisance || use == lang.Capability || use == lang.Effort {
		return false
	}
	if c.isValue(at, n) || c.assigned(at, n) || n == 1 && w.enumerated(c, at) {
		return true
	}
	if selects(c.lower(at)) {
		return false
	}
	return (use != lang.Degree || n > 1) && namesKind(c.lower(at+n)) && c.lower(at+n+1) != "of" || c.pointedOut(use, at, n)
}

// isValue reports whether the term is one of the values of an enumeration,
// "easy/medium/hard", or all that a table cell says.
func (c clause) isValue(at, n int) bool {
	for _, s := range []string{c.lower(at - 1), c.lower(at + n)} {
		if s == "/" || s == "|" {
			return true
		}
	}
	return c.s.Block.Kind == spec.Cell && n == len(c.tokens)
}

// assigned reports whether something takes the term as its value or label:
// "set to excellent", "graded as good", "the tag easy".
func (c clause) assigned(at, n int) bool {
	if !c.endsClause(at + n) {
		return false
	}
	switch c.lower(at - 1) {
	case "to":
		return n == 1
	case "tagged", "labelled", "labeled", "named", "called", "rated", "graded", "tag", "label", "status", "level",
		"mode", "grade", "theme", "speed", "size", "difficulty":
		return true
	case "as":
		switch c.lower(at - 2) {
		case "tagged", "labelled", "labeled", "marked", "rated", "graded", "classified", "classed", "flagged", "stored", "listed":
			return true
		}
	}
	return false
}

// pointedOut reports whether an article or pronoun that points points to what
// the term describes: "the fast lane" is known by that name, while "the proper
// lane" is not. A size names one thing only: "the large files" are many.
func (c clause) pointedOut(use lang.Use, at, n int) bool {
	switch c.lower(at - 1) {
	case "the", "this", "these", "those", "both", "each", "every":
	default:
		return false
	}
	if c.kind(at+n) != spec.Word || connects(c.lower(at+n)) {
		return false
	}
	switch use {
	case lang.Quality, lang.Homonym:
		return true
	case lang.Degree:
		head := c.lower(at + n)
		return c.lower(at-1) == "the" && sizes(c.lower(at)) && head[len(head)-1] != 's' && head != "number" && head != "amount"
	}
	return false
}

// enumerated reports whether the word at token i is one of some values, of
// which at least one is no vague term: "fast or slow", "the themes light, dark
// and modern". "Fast, simple and reliable" asks for three qualities.
func (w vagueWords) enumerated(c clause, i int) bool {
	first, last := i, i
	either := false
	for {
		k := first - 1
		for k >= 0 && joinsValues(c.lower(k)) {
			either = either || c.lower(k) == "or"
			k--
		}
		if k == first-1 || k < 0 || c.kind(k) != spec.Word || connects(c.lower(k)) || !joinsValues(c.lower(k-1)) && !opensValues(c.lower(k-1)) {
			break
		}
		first = k
	}
	for {
		k := last + 1
		for joinsValues(c.lower(k)) {
			either = either || c.lower(k) == "or"
			k++
		}
		if k == last+1 || c.kind(k) != spec.Word || connects(c.lower(k)) {
			break
		}
		last = k
	}
	if first == last || connects(c.lower(last+1)) && !c.endsClause(last+1) {
		return false
	}
	members, plain := 0, false
	for k := first; k <= last; k++ {
		if joinsValues(c.lower(k)) {
			continue
		}
		members++
		if _, n := w.terms.match(c.tokens, k); n == 0 {
			plain = true
		}
	}
	before := c.lower(first - 1)
	switch {
	case before == "be" && members == 2:
		return false // "short or clear"
	case before == "between" || valueNoun(before):
		return true
	case before == "(" && c.lower(last+1) == ")", first == 0 && last == len(c.tokens)-1:
		return plain
	}
	return plain && either
}

// joinsValues reports whether a token stands between two values.
func joinsValues(word string) bool { return word == "," || word == "or" || word == "and" }

// opensValues reports whether a list of values may start behind the word.
func opensValues(word string) bool {
	switch word {
	case "(", "between", "either", "of", "be", "is", "as", "accept", "offer", "with":
		return true
	}
	return valueNoun(word)
}

// valueNoun reports whether the word announces the values that follow it.
func valueNoun(word string) bool {
	return slices.Contains([]string{
		"values", "themes", "levels", "modes", "options", "grades", "states", "statuses", "sizes", "types", "speeds", "tags", "labels",
		"categories", "classes", "plans", "tiers", "priorities", "profiles", "presets", "kinds",
	}, word)
}

// namesKind reports whether a word in front of this noun is its name: "a simple
// mode", "fast lanes".
func namesKind(noun string) bool {
	switch noun {
	case "mode", "modes", "lane", "lanes", "track", "tracks", "tier", "tiers", "preset", "presets", "tag", "tags", "flag", "flags",
		"tab", "tabs", "theme", "themes", "fare", "fares", "tariff", "tariffs", "difficulty", "pass", "passes":
		return true
	}
	return false
}

// selects reports whether the word picks what suits and describes nothing, so
// that an article before it makes no name: "the proper port".
func selects(word string) bool {
	switch word {
	case "appropriate", "adequate", "sufficient", "suitable", "acceptable", "satisfactory", "proper", "reasonable", "sensible",
		"sane", "optimal", "optimum", "ideal", "meaningful", "useful", "helpful", "realistic", "customary", "timely", "relevant":
		return true
	}
	return false
}

// sizes reports whether the word tells one of a few sizes or terms by its name.
func sizes(word string) bool {
	switch word {
	case "large", "small", "huge", "tiny", "long-term", "short-term":
		return true
	}
	return false
}

// connects reports whether a word belongs to no noun: it opens something else.
func connects(word string) bool {
	switch word {
	case "a", "an", "the", "its", "their", "his", "her", "it", "they", "he", "she", "we", "you", "to", "by", "with", "for", "in", "on",
		"of", "at", "from", "and", "or", "but", "must", "shall", "should", "will", "can", "may", "not", "is", "are", "be", "has", "have",
		"so", "that", "which", "when", "if", "while", "as":
		return true
	}
	return false
}
