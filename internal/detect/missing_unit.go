package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func missingUnit() Detector {
	tables := vaguenessTables(newUnitWords)
	return Detector{
		ID: "missing-unit",
		Doc: Doc{
			Title: "missing unit",
			Text: "Finds numbers in requirements and criteria that bound a quantity with a dimension but carry no unit: \"a " +
				"timeout of 30\", \"within 5\", \"retry after 10\", \"max size 100\". Counts such as a page size, zero, versions, code, and " +
				"columns whose head names the unit are silent.",
			Bad:   "The request must end after a timeout of 30.",
			Good:  "The request must end after a timeout of 30 seconds.",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"missing-unit"},
		Needs: lang.VagueWords,
		Document: func(p *Pass) {
			for words, c := range bindingSentences(p, tables) {
				from, i := words.find(c)
				if i < 0 {
					continue
				}
				p.Report(Result{
					Span: c.s.Text.Span(c.tokens[i].Start, c.tokens[i].End), At: c.s,
					Message: fmt.Sprintf("%q has no unit: write it behind the number", shorten(c.phrase(from, i+1-from), maxQuote)),
					Hint:    "write the unit behind the number, such as ms, seconds, MB or characters",
					Default: "the unit is taken to be whatever the implementer's platform uses",
					Members: []string{c.lower(i)},
				})
			}
		},
	}
}

// unitWords are one language's lookup tables.
type unitWords struct {
	quantities        phraseSet
	bounds, particles map[string]bool
}

func newUnitWords(v *lang.Vagueness) unitWords {
	return unitWords{
		quantities: newPhraseSet(v.Quantities), bounds: wordSet(v.Bounds), particles: wordSet(v.Particles),
	}
}

// find is the first number of the sentence that needs a unit and has none, and
// the token at which what it bounds starts; -1 if there is no such number.
func (w unitWords) find(c clause) (from, number int) {
	quantity, bound := -1, 0 // the last quantity without a number yet, and where its bound starts
	for i := range c.tokens {
		switch {
		case c.kind(i) == spec.Number:
			if w.bare(c, i) {
				if quantity >= 0 && w.boundsOnly(c, bound, i) {
					return quantity, i
				}
				if c.dangles(i) {
					return i - 1, i
				}
			}
			if c.limitsUncounted(i) {
				return i - 1, i
			}
			quantity = -1
		case c.kind(i) == spec.Word:
			if _, n := w.quantities.match(c.tokens, i); n > 0 {
				quantity, bound = i, i+n
			}
		}
	}
	return -1, -1
}

// bare reports whether the number at token i has no unit beside it.
func (w unitWords) bare(c clause, i int) bool {
	number := c.lower(i)
	if strings.Trim(number, "0.,") == "" || strings.Count(number, ".") > 1 || c.quoted(i) || w.unitInHeaders(c) {
		return false
	}
	switch c.lower(i - 1) {
	case "$", "€", "£", "#", "-", "/", ".", "§", "v", "version", "section", "step", "phase", "level":
		return false
	}
	if c.kind(i+1) == spec.Word {
		return w.particles[c.lower(i+1)] && !isUnit(c.lower(i+1)) && !c.opensRange(i)
	}
	switch c.lower(i + 1) {
	case "", ".", ",", ";", ")", "—":
		return true
	}
	return false
}

// opensRange reports whether the number at token i only starts a range such as
// "5 to 10 seconds".
func (c clause) opensRange(i int) bool {
	switch c.lower(i + 1) {
	case "to", "and", "or":
		return c.kind(i+2) == spec.Number
	}
	return false
}

// boundsOnly reports whether only words of bounding stand between a quantity
// and its number.
func (w unitWords) boundsOnly(c clause, from, to int) bool {
	for k := from; k < to; k++ {
		if !w.bounds[c.lower(k)] {
			return false
		}
	}
	return true
}

// limitsUncounted reports whether the number at token i is what a limit is said
// to be of nothing: "limit 20 per sender".
func (c clause) limitsUncounted(i int) bool {
	return c.lower(i+1) == "per" && (c.lower(i-1) == "limit" || c.lower(i-1) == "limits") && !c.quoted(i)
}

// counting reports whether the sentence counts its steps or parts, so that a
// bare number may be one of them.
func (c clause) counting() bool {
	for i := range c.tokens {
		switch c.lower(i) {
		case "step", "steps", "phase", "phases", "stage", "stages", "task", "tasks", "item", "items", "requirement", "requirements", "version",
			"versions", "release", "section", "chapter", "level", "levels", "priority", "attempt", "attempts", "retries", "tries", "failures":
			return true
		}
	}
	return false
}

// dangles reports whether the number at token i stands where only a time can:
// "within 5." or "for at most 30,". A year has no unit.
func (c clause) dangles(i int) bool {
	switch c.lower(i - 1) {
	case "within":
	case "every":
		switch c.lower(i + 1) {
		case "the", "its":
			return true
		}
	case "after":
		if len(c.lower(i)) == 4 || c.counting() {
			return false
		}
	case "for":
		if len(c.lower(i)) == 4 {
			return false
		}
	case "most", "least":
		if c.lower(i-2) != "at" || c.lower(i-3) != "for" {
			return false
		}
	default:
		return false
	}
	switch c.lower(i + 1) {
	case "", ".", ",", ";":
		return true
	}
	return false
}

func (w unitWords) unitInHeaders(c clause) bool {
	for _, h := range c.s.Headers {
		if strings.ContainsAny(h, "([") {
			return true
		}
	}
	return false
}
