package detect

import "github.com/surmise-ci/surmise/internal/lang"

// reasonWords find where a sentence goes over from a duty to what it is good
// for.
type reasonWords struct{ purposes phraseSet }

func newReasonWords(v *lang.Vagueness) reasonWords { return reasonWords{newPhraseSet(v.Purposes)} }

// opens reports whether a clause that explains a duty stated before it starts
// at token i. "Able to support" is the duty itself.
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
		"attempt", "strive", "designed", "intended", "option", "way", "continue", "fail", "fails", "and", "or", ",":
		return false
	}
	return c.duty(i)
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
