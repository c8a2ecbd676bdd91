package detect

import (
	"fmt"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func missingNumber() Detector {
	tables := vaguenessTables(newAmountWords)
	return Detector{
		ID: "missing-number",
		Doc: Doc{
			Title: "missing number",
			Text: "Finds claims in requirements and criteria about speed, size, frequency or limits that give no number: \"low " +
				"latency\", \"rate limited\", \"a maximum size\", \"periodically\", \"after a while\". It is silent where the statement or " +
				"a neighbour under the same heading gives a number with a unit, where the value is said to be configurable or to " +
				"come from somewhere else, and where a parenthesis, colon, dash or list goes on to explain.",
			Bad:   "Repeated sign-in attempts must be rate limited.",
			Good:  "After 5 failed sign-ins within 10 minutes the account must refuse sign-in for 15 minutes.",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"missing-unit"},
		Document: func(p *Pass) {
			var last *spec.Statement
			for words, c := range bindingSentences(p.Doc, tables) {
				if c.s == last {
					continue
				}
				found := words.claims(c)
				if len(found) == 0 {
					continue
				}
				last = c.s
				r := found[0]
				text := c.phrase(r.at, r.n)
				p.Report(Result{
					Span: c.s.Text.Span(c.tokens[r.at].Start, c.tokens[r.at+r.n-1].End), At: c.s,
					Message: fmt.Sprintf("%q has no number: state the amount and its unit", shorten(text, maxQuote)),
					Hint:    "give the value with its unit and what it is counted over, or say which setting holds it",
					Default: "whatever amount the implementer picks is accepted",
					Members: []string{c.lower(r.at)},
				})
			}
		},
	}
}

// amountWords are one language's lookup tables.
type amountWords struct {
	amounts, settled, explains phraseSet
}

func newAmountWords(v *lang.Vagueness) amountWords {
	return amountWords{
		amounts: newPhraseSet(v.Amounts), settled: newPhraseSet(v.Settled), explains: newPhraseSet(v.Explains),
	}
}

// claims is where the sentence claims an amount that nothing near it states.
func (w amountWords) claims(c clause) []tokenRange {
	var found []tokenRange
	for i := 0; i < len(c.tokens); {
		_, n := w.amounts.match(c.tokens, i)
		if n == 0 {
			i++
			continue
		}
		if !c.quoted(i) && !c.isName(i, n) && !c.label(i, n) && !w.stated(c, i+n) {
			found = append(found, tokenRange{i, n})
		}
		i += n
	}
	return found
}

// stated reports whether the statement gives the amount, or says where it
// comes from, or explains the words before token i.
func (w amountWords) stated(c clause, i int) bool {
	for _, sentence := range c.s.Sentences {
		other := clause{s: c.s, tokens: sentence.Tokens}
		if other.measured() {
			return true
		}
		for k := range other.tokens {
			if starts(w.settled, other.tokens, k) {
				return true
			}
		}
	}
	for k := i; k < len(c.tokens); k++ {
		if c.kind(k) == spec.Opaque || starts(w.explains, c.tokens, k) {
			return true
		}
	}
	return c.sectioned(i)
}
