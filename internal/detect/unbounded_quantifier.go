package detect

import (
	"fmt"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func unboundedQuantifier() Detector {
	tables := vaguenessTables(newQuantifierWords)
	return Detector{
		ID: "unbounded-quantifier",
		Doc: Doc{
			Title: "unbounded quantifier",
			Text: "Finds \"all\", \"any\" and \"every\" in requirements and criteria before a set that nobody can enumerate (devices, " +
				"browsers, scenarios), and words that name no set at all (\"everything\", \"at all times\"). It is silent where a " +
				"clause, list or parenthesis limits the set, and in prohibitions, which are meant to hold without exception.",
			Bad:   "The reading room page must work on all devices.",
			Good:  "The reading room page must work in Firefox and Safari, in the two latest major versions of each.",
			Since: "0.1.0",
		},
		Class: finding.Ambiguous, Affects: "requirements", Severity: finding.Low,
		Kinds: []string{"unbounded-quantifier"},
		Needs: lang.VagueWords,
		Document: func(p *Pass) {
			for c, r := range firstClaims(p, tables, quantifierWords.find) {
				p.Report(Result{
					Span: c.span(r), At: c.s,
					Message: fmt.Sprintf("%q names no set that ends: list what is meant", shorten(c.phrase(r.at, r.n), maxQuote)),
					Hint:    "list the members, or say which property a member has",
					Default: "the cases that the spec names elsewhere are covered, no others",
					Members: []string{c.lower(r.at)},
				})
			}
		},
	}
}

// quantifierWords are one language's lookup tables.
type quantifierWords struct {
	quantifiers   map[string]bool
	domains, sets phraseSet
}

func newQuantifierWords(v *lang.Vagueness) quantifierWords {
	return quantifierWords{
		quantifiers: wordSet(v.Quantifiers), domains: newPhraseSet(v.OpenDomains),
		sets: newPhraseSet(v.OpenSets),
	}
}

func (w quantifierWords) find(c clause) (tokenRange, bool) {
	for i := range c.tokens {
		if c.kind(i) != spec.Word {
			continue
		}
		at, n := i, 0
		if _, n = w.sets.match(c.tokens, i); n == 0 && w.quantifiers[c.lower(i)] {
			if _, m := w.domains.match(c.tokens, i+1); m > 0 {
				n = 1 + m
			}
		}
		if n == 0 || c.forbids(i) || c.quoted(i) || w.limited(c, at+n) {
			continue
		}
		return tokenRange{at, n}, true
	}
	return tokenRange{}, false
}

// limited reports whether the words from token i on limit the set.
func (w quantifierWords) limited(c clause, i int) bool {
	return !c.endsClause(i) || c.sectioned(i)
}
