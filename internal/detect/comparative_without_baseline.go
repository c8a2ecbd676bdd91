package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func comparativeWithoutBaseline() Detector {
	tables := grammarTables(newComparativeWords)
	return Detector{
		ID: "comparative-without-baseline",
		Doc: Doc{
			Title: "comparative without baseline",
			Text: "Finds comparisons in requirements and criteria that do not say with what: \"faster\", \"improved performance\", " +
				"\"lower memory usage\", and those with something that nobody measured: \"faster than before\". It is silent where " +
				"the sentence names the other side or gives a number with a unit, where words in parentheses or behind a colon explain, " +
				"and in a clause that only gives the reason. One finding per statement. English documents only.",
			Bad:   "The archive search must be faster than before.",
			Good:  "The archive search must be faster than the index scan, which takes 900 ms.",
			Since: "0.1.0",
		},
		Class: finding.Ambiguous, Affects: "requirements", Severity: finding.Low,
		Kinds: []string{"comparative-without-baseline"},
		Needs: lang.GrammarWords,
		Document: func(p *Pass) {
			for c, r := range firstClaims(p, tables, comparativeWords.find) {
				p.Report(Result{
					Span: c.span(r), At: c.s,
					Message: fmt.Sprintf("%q compares with nothing that was measured: name the baseline", shorten(c.phrase(r.at, r.n), maxQuote)),
					Hint:    "give the value to reach with its unit, or name what it is compared with and how that was measured",
					Default: "any difference in that direction counts as meeting it",
					Members: []string{c.lower(r.at)},
				})
			}
		},
	}
}

// comparativeWords are one language's lookup tables.
type comparativeWords struct {
	comparatives, changes, measures phraseSet
	baselines, yesterdays, breaks   phraseSet
	grades, states                  map[string]bool
	reasons                         reasonWords
}

func newComparativeWords(p lang.Pack) comparativeWords {
	g := p.Grammar()
	return comparativeWords{
		comparatives: newPhraseSet(g.Comparatives), changes: newPhraseSet(g.Changes), measures: newPhraseSet(g.Measures),
		baselines: newPhraseSet(g.Baselines), yesterdays: newPhraseSet(g.Yesterdays), breaks: newPhraseSet(g.Breaks),
		grades: wordSet(g.Grades), states: wordSet(g.States, []string{g.Be}),
		reasons: newReasonWords(p.Vague()),
	}
}

// find is the first comparison of the sentence that has no other side.
func (w comparativeWords) find(c clause) (tokenRange, bool) {
	for i := range c.tokens {
		if w.reasons.opens(c, i) {
			break
		}
		n := w.compares(c, i)
		if n == 0 || c.quoted(i) || c.isName(i, n) || c.label(i, n) || c.permitted(i) {
			continue
		}
		named, to := w.baseline(c, i+n)
		if named || c.measured() || c.sectioned(i+n) {
			return tokenRange{}, false
		}
		return tokenRange{i, max(i+n, to) - i}, true
	}
	return tokenRange{}, false
}

// compares is how many tokens from i on compare something, 0 if they do not.
func (w comparativeWords) compares(c clause, i int) int {
	if _, n := w.comparatives.match(c.tokens, i); n > 0 {
		return n
	}
	if w.grades[c.lower(i)] && (c.endsClause(i+1) && c.lower(i+1) != "or" && w.states[c.lower(i-1)] || c.capital(i) && c.opensSentence(i) && !strings.HasSuffix(c.lower(i), "ed")) {
		return 1
	}
	_, n := w.changes.match(c.tokens, i)
	if n == 0 {
		return 0
	}
	const between = 2 // words that may qualify what is measured
	for k := i + n; k < len(c.tokens) && k <= i+n+between; k++ {
		if _, m := w.measures.match(c.tokens, k); m > 0 {
			return k + m - i
		}
		if c.kind(k) != spec.Word || starts(w.breaks, c.tokens, k) {
			return 0
		}
	}
	return 0
}

// baseline reports whether the words from token i on name what is compared
// with. If they only point to how things were, to is where they end.
func (w comparativeWords) baseline(c clause, i int) (named bool, to int) {
	for ; i < len(c.tokens); i++ {
		_, n := w.baselines.match(c.tokens, i)
		if n == 0 || i+n >= len(c.tokens) {
			continue
		}
		_, m := w.yesterdays.match(c.tokens, i+n)
		if m == 0 {
			return true, 0
		}
		return false, i + n + m
	}
	return false, 0
}
