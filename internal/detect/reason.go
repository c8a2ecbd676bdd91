package detect

import (
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// reasonWords find where a sentence goes over from a duty to what it is good
// for.
type reasonWords struct{ purposes phraseSet }

func newReasonWords(v *lang.Vagueness) reasonWords { return reasonWords{newPhraseSet(v.Purposes)} }

// opens reports whether a clause that explains a duty stated before it starts
// at token i. "Able to support" is the duty itself, and so is what a thing must
// be "built to" allow.
func (w reasonWords) opens(c clause, i int) bool {
	if i == 0 || !starts(w.purposes, c.tokens, i) {
		return false
	}
	if c.lower(i) != "to" {
		return true
	}
	switch c.lower(i - 1) {
	case "able", "has", "have", "need", "needs", "required", "capability", "ability", "possible", "allowed",
		"permitted", "is", "are", "expected", "supposed", "necessary", "want", "wants", "capable", "aim", "aims", "try",
		"attempt", "strive", "designed", "intended", "option", "way", "continue", "fail", "fails", "and", "or", ",", "available",
		"built", "constructed", "structured", "organised", "organized", "arranged", "partitioned", "defined", "selected", "chosen",
		"sized", "tuned", "written":
		return false
	}
	return c.duty(i) && !c.enables(i)
}

// from is where, from token i on, the first such clause starts; the number of
// tokens if none does.
func (w reasonWords) from(c clause, i int) int {
	for ; i < len(c.tokens); i++ {
		if w.opens(c, i) {
			return i
		}
	}
	return len(c.tokens)
}

// enables reports whether the infinitive at token i is what a duty makes
// possible for somebody: "it must be possible for the clerk to keep a copy".
func (c clause) enables(i int) bool {
	const reach = 8 // words for somebody
	for k := i - 1; k > max(0, i-reach) && c.kind(k) == spec.Word && c.lower(k) != "to"; k-- {
		if c.lower(k) == "for" {
			switch c.lower(k - 1) {
			case "possible", "easy", "impossible", "necessary", "way", "option":
				return true
			}
		}
	}
	return false
}

// before reports whether such a clause starts before an offset of the text.
func (w reasonWords) before(c clause, offset int) bool {
	for i := range c.tokens {
		if c.tokens[i].Start >= offset {
			return false
		}
		if w.opens(c, i) {
			return true
		}
	}
	return false
}
