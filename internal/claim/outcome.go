package claim

import "github.com/surmise-ci/surmise/internal/spec"

// OutcomeOf reads what a step of a scenario says has to happen, after its last
// "then", and returns the words in front of that as they stand. Its bare numbers
// are examples; what is done or not done, and a limit written as one, are for
// comparing.
func OutcomeOf(s *spec.Statement) (c Claim, leads string, ok bool) {
	if len(s.Sentences) != 1 || len(s.Sentences[0].Tokens) > longest {
		return Claim{}, "", false
	}
	r := reader{text: s.Text.String(), statement: s}
	words := r.read(&s.Sentences[0], true)
	then := -1
	for k, w := range words {
		if w.text == "then" {
			then = k
		}
	}
	if then < 0 {
		return Claim{}, "", false
	}
	r.words = words[then+1:]
	if got := r.claims(); len(got) == 1 {
		return got[0], r.text[:words[then].start], true
	}
	return Claim{}, "", false
}
