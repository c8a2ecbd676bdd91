package detect

import "github.com/surmise-ci/surmise/internal/spec"

// facts is what a document says elsewhere. It is worked out when first asked
// for, in one walk, since most documents never need it.
type facts struct {
	doc     *spec.Document
	stated  map[string]bool // stems, and pairs of stems, in sentences with a measured number
	terms   *glossary       // what it defines
	asked   *spec.Statement // the statement that settled is about
	settled bool
	clocked *spec.Statement // the statement that time is about
	time    bool            // whether it bounds a time
	cues    [][]cueWord     // of each statement's prose
}

// cueWords is the words of the i-th statement's prose.
func (f *facts) cueWords(i int) []cueWord {
	if f.cues == nil {
		f.cues = make([][]cueWord, len(f.doc.Statements))
	}
	if f.cues[i] == nil {
		text := f.doc.Statements[i].Text.Prose()
		f.cues[i] = cueWords(make([]cueWord, 0, 2+len(text)/5), text)
	}
	return f.cues[i]
}

// state reports whether some sentence of the document gives a measured number
// for the words of an amount: "rate limiting allows 10 requests per minute"
// settles every "rate limited".
func (f *facts) state(amount []spec.Token) bool {
	if f.stated == nil {
		f.stated = make(map[string]bool)
		for _, s := range f.doc.Statements {
			for _, sentence := range s.Sentences {
				if c := (clause{s: s, tokens: sentence.Tokens}); c.measured() {
					addStems(f.stated, sentence.Tokens)
				}
			}
		}
	}
	keys := make(map[string]bool)
	addStems(keys, amount)
	longest := ""
	for k := range keys {
		if len(k) > len(longest) || len(k) == len(longest) && k < longest {
			longest = k
		}
	}
	return longest != "" && f.stated[longest]
}

// timed reports whether any sentence of the statement bounds a time: what is to
// be fast is then as fast as that.
func (f *facts) timed(s *spec.Statement) bool {
	if f.clocked == s {
		return f.time
	}
	f.clocked, f.time = s, false
	for _, sentence := range s.Sentences {
		c := clause{s: s, tokens: sentence.Tokens}
		for i := range c.tokens {
			if c.kind(i) == spec.Number && c.isMeasure(i) && lasts(c.lower(i+1)) {
				f.time = true
				return true
			}
		}
	}
	return false
}

// defines reports whether the document's glossary says what the words mean: a
// "large invoice" is then as large as it says.
func (f *facts) defines(words string) bool {
	if f.terms == nil {
		terms := glossaryOf(f.doc)
		f.terms = &terms
	}
	return f.terms.defines(words)
}
