package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/claim"
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
				"latency\", \"rate limited\", \"a maximum size\", \"periodically\", \"after a while\". It is silent where the statement " +
				"gives a number with a unit, or another one gives it for the same words, where the value is said to be configurable or to " +
				"come from somewhere else, and where a parenthesis, colon, dash or list goes on to explain.",
			Bad:   "Repeated sign-in attempts must be rate limited.",
			Good:  "After 5 failed sign-ins within 10 minutes the account must refuse sign-in for 15 minutes.",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"missing-unit"},
		Needs: lang.VagueWords,
		Document: func(p *Pass) {
			for c, r := range firstClaims(p, tables, func(w amountWords, c clause) (tokenRange, bool) { return first(w.claims(c)) }) {
				p.Report(Result{
					Span: c.span(r), At: c.s,
					Message: fmt.Sprintf("%q has no number: state the amount and its unit", shorten(c.phrase(r.at, r.n), maxQuote)),
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
	amounts           lexicon[bool] // false for what only looks like an amount
	settled, explains phraseSet
}

func newAmountWords(v *lang.Vagueness) amountWords {
	w := amountWords{
		amounts: make(lexicon[bool]), settled: newPhraseSet(v.Settled), explains: newPhraseSet(v.Explains),
	}
	for _, p := range v.AmountNames {
		w.amounts.add(p, false)
	}
	for _, p := range v.Amounts {
		w.amounts.add(p, true)
	}
	return w
}

// claims is where the sentence claims an amount that nothing near it states.
func (w amountWords) claims(c clause) []tokenRange {
	var found []tokenRange
	for i := 0; i < len(c.tokens); {
		amount, n := w.amounts.match(c.tokens, i)
		if n == 0 {
			i++
			continue
		}
		if amount && !c.quoted(i) && !c.isName(i, n) && !c.label(i, n) && !c.counted(i) && !c.pointedOut(lang.Quality, i, n) && !w.stated(c, i+n) && !c.facts.state(c.tokens[i:i+n]) {
			found = append(found, tokenRange{i, n})
		}
		i += n
	}
	return found
}

// counted reports whether a number stands right before token i: "three
// consecutive failures".
func (c clause) counted(i int) bool {
	return c.kind(i-1) == spec.Number || claim.Counts(c.lower(i-1))
}

// stated reports whether the statement gives the amount, or says where it
// comes from, or explains the words before token i.
func (w amountWords) stated(c clause, i int) bool {
	if c.memo.settled.or(func() bool { return w.settles(c.s) }) {
		return true
	}
	for k := i; k < len(c.tokens); k++ {
		if c.kind(k) == spec.Opaque || starts(w.explains, c.tokens, k) {
			return true
		}
	}
	return c.sectioned(i)
}

// settles reports whether any sentence of the statement holds a measured
// number or the word of a setting.
func (w amountWords) settles(s *spec.Statement) bool {
	for _, sentence := range s.Sentences {
		c := clause{s: s, tokens: sentence.Tokens}
		if c.measured() {
			return true
		}
		for k := range c.tokens {
			if starts(w.settled, c.tokens, k) {
				return true
			}
		}
	}
	return false
}

// stemLength is how many letters of a word stand for its inflected forms.
const stemLength = 5

// addStems adds the stem of each content word, and of each two in a row. A
// hyphen joins words like a blank.
func addStems(to map[string]bool, tokens []spec.Token) {
	previous := ""
	for i := range tokens {
		if tokens[i].Kind != spec.Word {
			previous = ""
			continue
		}
		for word := range strings.SplitSeq(tokens[i].Lower, "-") {
			if len(word) <= 3 || bareDegree(word) {
				previous = ""
				continue
			}
			stem := word[:min(len(word), stemLength)]
			to[stem] = true
			if previous != "" {
				to[previous+" "+stem] = true
			}
			previous = stem
		}
	}
}

// bareDegree reports whether a word only grades the one behind it.
func bareDegree(word string) bool {
	switch word {
	case "high", "large", "fast", "short", "quick", "minimal", "minimum", "maximum", "good", "heavy", "near", "some",
		"after", "with", "limited", "reasonable", "acceptable", "certain", "several", "multiple", "many", "from":
		return true
	}
	return false
}
