package detect

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/spec"
)

// afterModal reports whether the verb at token i is what the sentence demands,
// at most an adverb, or another verb and "and", away from its modal verb.
func (c clause) afterModal(i int) bool {
	k := c.before(i)
	if c.lower(k) == "and" {
		k = c.before(k - 1)
	}
	if strings.HasSuffix(c.lower(k), "ly") || c.lower(k) == "also" {
		k = c.before(k)
	}
	if c.lower(k) != "to" {
		return claim.DemandVerb(c.lower(k))
	}
	switch c.lower(k - 1) {
	case "able", "has", "have", "need", "needs", "required", "capability", "ability", "capable", "available", "necessary", "needed", "sufficient":
		return true
	}
	return false
}

// given reports whether the noun at token at, which a preposition follows, is
// what the sentence demands: "provide full support for returns".
func (c clause) given(at, n int) bool {
	if c.lower(at) != "support" || c.lower(at+n) != "for" {
		return false
	}
	const between = 3 // words that qualify it
	for k := at - 1; k >= max(0, at-1-between) && c.kind(k) == spec.Word; k-- {
		switch c.lower(k) {
		case "provide", "offer", "include", "have", "be":
			return c.afterModal(k)
		}
	}
	return false
}

// undergone reports whether the participle at token i is what something must
// be: "be improved", "be tested and improved".
func (c clause) undergone(i int) bool {
	if c.lower(i-1) == "and" && strings.HasSuffix(c.lower(i-2), "ed") {
		i -= 2
	}
	return strings.HasSuffix(c.lower(i), "ed") && c.lower(i-1) == "be"
}

// told reports whether the words from token i on say what one can do with a
// capability: by code or a link, a way, a list, a part that it plays, or an
// action of its own ("support disabling the check").
func (w vagueWords) told(c clause, i int) bool {
	if strings.HasSuffix(c.lower(i), "ing") || c.linked(i) {
		return true
	}
	commas := 0
	for k := i; k < len(c.tokens); k++ {
		switch c.kind(k) {
		case spec.Opaque:
			return true
		case spec.Word:
			switch c.lower(k) {
			case "by", "via", "through", "using":
				if !openSet(c.lower(k + 1)) {
					return true
				}
			case "allowing", "when", "where":
				return true
			case "as":
				if roleArticle(c.lower(k + 1)) {
					return true
				}
			}
		case spec.Punct:
			switch c.lower(k) {
			case ",":
				commas++
			case "[":
				return commas >= 2
			}
		}
	}
	return commas >= 2
}

// roleArticle reports whether a word behind "as" opens the part that a thing
// plays: "support the harbour net as the default".
func roleArticle(word string) bool {
	return word == "a" || word == "an" || word == "the" || word == "its"
}

// openSet reports whether a word opens a set that nobody named: "by any way".
func openSet(word string) bool {
	switch word {
	case "all", "any", "every", "various", "several", "multiple", "different", "appropriate", "suitable", "some", "other":
		return true
	}
	return false
}

// named reports whether the words from token i on name or count what a
// capability is about, though not what one can do with it.
func (c clause) named(i int) bool {
	for k := i; k < len(c.tokens); k++ {
		switch c.word(k) {
		case "AND", "OR", "WHEN", "IF", "WHILE", "WHERE", "THEN", "THE":
			continue
		}
		if c.kind(k) == spec.Number || c.capital(k) && !keyWord(c.word(k)) {
			return true
		}
	}
	return false
}

// loaded reports whether the words from token i on give a capability a load
// that a test can put on it: "50 simultaneous connections", "2 Mbit per second".
// A count of anything else bounds how many there are, not what each can do.
func (c clause) loaded(i int) bool {
	const between = 2 // words that qualify what is counted
	for ; i < len(c.tokens); i++ {
		if c.kind(i) != spec.Number {
			continue
		}
		for k := i + 1; k <= i+1+between && c.kind(k) == spec.Word; k++ {
			if isUnit(c.lower(k)) || atOnce(c.lower(k)) {
				return true
			}
		}
	}
	return false
}

func atOnce(word string) bool {
	return word == "concurrent" || word == "simultaneous" || word == "parallel"
}

// onlyNames reports whether the words from token i to the end of their clause
// are names and versions: everybody knows what it is to support a browser.
func (c clause) onlyNames(i int) bool {
	names := 0
	for ; i < len(c.tokens); i++ {
		switch c.lower(i) {
		case ".", ";", "(", "[":
			return names > 0
		case ",", "/", "and", "or", "both", "above", "later", "newer", "higher", "up", "version", "versions":
			continue
		}
		switch {
		case c.kind(i) == spec.Number:
		case c.capital(i) && !keyWord(c.word(i)):
			names++
		default:
			return false
		}
	}
	return names > 0
}
