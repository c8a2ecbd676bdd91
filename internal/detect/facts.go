package detect

import (
	"sync"

	"github.com/surmise-ci/surmise/internal/spec"
)

// facts is what a document says elsewhere, for all detectors, which may ask at
// the same time. Each is worked out when first asked for, in one walk, since
// most documents never need it.
type facts struct {
	doc    *spec.Document
	cues   func() [][]cueWord     // of the prose of each statement that speaks of what the product does; none of the others
	stated func() map[string]bool // stems, and pairs of stems, in sentences with a measured number
	terms  func() *glossary       // what it defines
}

func factsOf(doc *spec.Document) *facts {
	return &facts{
		doc:    doc,
		cues:   sync.OnceValue(func() [][]cueWord { return cuesOf(doc) }),
		stated: sync.OnceValue(func() map[string]bool { return statedIn(doc) }),
		terms: sync.OnceValue(func() *glossary {
			terms := glossaryOf(doc)
			return &terms
		}),
	}
}

// cuesOf is the words of those statements that promise something, tell a
// story or are a step of one; of the others there are none.
func cuesOf(doc *spec.Document) [][]cueWord {
	cues := make([][]cueWord, len(doc.Statements))
	for i, s := range doc.Statements {
		if (s.Role.Binding() || s.Role == spec.Story || s.Role == spec.Step) && s.Block.Kind != spec.Heading {
			text := s.Text.Prose()
			cues[i] = cueWords(make([]cueWord, 0, 2+len(text)/5), text)
		}
	}
	return cues
}

func statedIn(doc *spec.Document) map[string]bool {
	stated := make(map[string]bool)
	for _, s := range doc.Statements {
		for _, sentence := range s.Sentences {
			if c := (clause{s: s, tokens: sentence.Tokens}); c.measured() {
				addStems(stated, sentence.Tokens)
			}
		}
	}
	return stated
}

// state reports whether some sentence of the document gives a measured number
// for the words of an amount: "rate limiting allows 10 requests per minute"
// settles every "rate limited".
func (f *facts) state(amount []spec.Token) bool {
	keys := make(map[string]bool)
	addStems(keys, amount)
	longest := ""
	for k := range keys {
		if len(k) > len(longest) || len(k) == len(longest) && k < longest {
			longest = k
		}
	}
	return longest != "" && f.stated()[longest]
}

// defines reports whether the document's glossary says what the words mean: a
// "large invoice" is then as large as it says.
func (f *facts) defines(words string) bool { return f.terms().defines(words) }

// memo is what a detector has found out about the whole statement that it is
// at.
type memo struct {
	settled, timed answer
}

// answer is one that is worked out once.
type answer struct{ known, yes bool }

func (a *answer) or(workOut func() bool) bool {
	if !a.known {
		a.known, a.yes = true, workOut()
	}
	return a.yes
}

// timed reports whether any sentence of the statement bounds a time: what is to
// be fast is then as fast as that.
func timed(s *spec.Statement) bool {
	for _, sentence := range s.Sentences {
		c := clause{s: s, tokens: sentence.Tokens}
		for i := range c.tokens {
			if c.kind(i) == spec.Number && c.isMeasure(i) && lasts(c.lower(i+1)) {
				return true
			}
		}
	}
	return false
}
