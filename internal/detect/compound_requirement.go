package detect

import (
	"fmt"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func compoundRequirement() Detector {
	tables := grammarTables(newDemandWords)
	return Detector{
		ID: "compound-requirement",
		Doc: Doc{
			Title: "compound requirement",
			Text: "Finds sentences of requirements and criteria that demand three things or more, each with a modal verb of its own, or four " +
				"deeds or more behind one modal verb, so that nobody can say whether the requirement is met. Fewer often belong " +
				"together and are silent, as are lists of things. One finding per sentence. English documents only.",
			Bad:   "The kiosk must print the receipt, must open the gate and must log the visit.",
			Good:  "The kiosk must open the gate once the receipt is printed.",
			Since: "0.1.0",
		},
		Class: finding.Ambiguous, Affects: "requirements", Severity: finding.Low,
		Kinds: []string{"compound-requirement"},
		Needs: lang.GrammarWords,
		Document: func(p *Pass) {
			for words, c := range bindingSentences(p, tables) {
				found := words.all(c)
				if len(found) < tooManyDemands {
					if len(found) == 0 {
						continue
					}
					if found = words.deeds(c, found[0]); len(found) < tooManyDeeds {
						continue
					}
				}
				r := found[0]
				p.Report(Result{
					Span: c.span(r), At: c.s,
					Message: fmt.Sprintf("%q and %d more demands stand in one sentence: give each its own requirement",
						shorten(c.phrase(r.at, r.n), maxQuote), len(found)-1),
					Hint:    "make each demand an item with its own id, so that it can be met, tested and changed alone",
					Default: "the requirement is met only if every demand in it is",
					Members: []string{c.lower(r.at)},
				})
			}
		},
	}
}

// tooManyDemands is how many modal verbs of duty make a sentence a list, and
// tooManyDeeds how many verbs with an object behind one of them.
const (
	tooManyDemands = 3
	tooManyDeeds   = 4
)

// demandWords are one language's lookup tables.
type demandWords struct {
	demands phraseSet
	nouns   nounWords
}

func newDemandWords(p lang.Pack) demandWords {
	g := p.Grammar()
	return demandWords{newPhraseSet(g.Duties), newNounWords(g)}
}

// all is every demand of the sentence: the modal verb with up to two words
// behind it.
func (w demandWords) all(c clause) []tokenRange {
	var found []tokenRange
	for i := 0; i < len(c.tokens); i++ {
		_, n := w.demands.match(c.tokens, i)
		if n == 0 || c.quoted(i) {
			continue
		}
		for k := 0; k < 2 && i+n < len(c.tokens) && c.kind(i+n) != spec.Punct; k++ {
			n++
		}
		found = append(found, tokenRange{i, n})
		i += n - 1
	}
	return found
}

// deeds are the first demand of the sentence and each verb that a comma or "and"
// adds to it: a bare word before a determiner, as in "open the gate".
func (w demandWords) deeds(c clause, first tokenRange) []tokenRange {
	found := []tokenRange{first}
	for i := first.at + first.n; i+1 < len(c.tokens); i++ {
		switch c.lower(i - 1) {
		case ",", "and", "then", ";":
			if c.kind(i) == spec.Word && !w.nouns.breaks[c.lower(i)] && w.nouns.determiners[c.lower(i)] == 0 && w.nouns.determiners[c.lower(i+1)] != 0 {
				found = append(found, tokenRange{i, 2})
			}
		}
	}
	return found
}
