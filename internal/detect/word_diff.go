package detect

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/spec"
)

// wordDiff is what came and went between the words of a requirement. Articles,
// punctuation and inflection are no words of their own: "the cards" is "card".
type wordDiff struct {
	base, head wording
	runs       []diffRun // where the two differ, from left to right

	graded                 bool // whether the grades are known
	baseGrades, headGrades []grade
}

// wording is the words of a statement behind its id.
type wording struct {
	s     *spec.Statement
	words []diffWord
}

// diffWord is one word with its place.
type diffWord struct {
	form            string // lower case, without inflection
	sentence, token int
	partner         int // of the same word on the other side; -1 if it stands on one side alone
}

// diffRun is a stretch of words that differ: [b0,b1) of the base became [h0,h1)
// of the head. One of the two may be empty.
type diffRun struct{ b0, b1, h0, h1 int }

// newWordDiff compares two statements word by word.
func newWordDiff(base, head *spec.Statement) *wordDiff {
	e := &wordDiff{base: wordingOf(base), head: wordingOf(head)}
	b, h := 0, 0
	for _, x := range align.Stretches(e.base.forms(), e.head.forms()) {
		went, came := len(x.Before), len(x.After)
		if x.Shared {
			for k := range came {
				e.base.words[b+k].partner, e.head.words[h+k].partner = h+k, b+k
			}
		} else {
			e.runs = append(e.runs, diffRun{b, b + went, h, h + came})
		}
		b, h = b+went, h+came
	}
	return e
}

func wordingOf(s *spec.Statement) wording {
	w := wording{s: s}
	for k := range s.Sentences {
		for i, t := range s.Sentences[k].Tokens {
			if t.Kind == spec.Punct || t.End <= s.Body() || article(s, k, i) {
				continue
			}
			form := strings.Join(strings.Fields(s.Text.String()[t.Start:t.End]), "")
			if t.Kind == spec.Word {
				form = uninflected(t.Lower)
			}
			w.words = append(w.words, diffWord{form: form, sentence: k, token: i, partner: -1})
		}
	}
	return w
}

// article reports whether token i of sentence k only goes with a noun. A capital
// letter behind another word is a name: "level A".
func article(s *spec.Statement, k, i int) bool {
	tokens := s.Sentences[k].Tokens
	switch t := tokens[i]; t.Lower {
	case "an", "the":
		return true
	case "a":
		return i == 0 || s.Text.String()[t.Start:t.End] == "a" || tokens[i-1].Kind == spec.Punct || tokens[i-1].End <= s.Body()
	}
	return false
}

// uninflected is a word without its inflection; the forms of "be" are one. The
// "s" of "https" is none.
func uninflected(w string) string {
	switch {
	case w == "is", w == "are", w == "be":
		return "be"
	case secured(w):
		return w
	}
	return claim.Stem(w)
}

// secured reports whether a word is the name of a protocol with an "s" for its
// secured form.
func secured(word string) bool {
	switch word {
	case "https", "ftps", "wss", "ldaps", "imaps", "smtps":
		return true
	}
	return false
}

// forms are those of all words; that of a blank code span is empty.
func (w *wording) forms() []string {
	out := make([]string, len(w.words))
	for i := range w.words {
		out[i] = w.words[i].form
	}
	return out
}

// form is the i-th word; "" where there is none in the sentence of word from.
func (w *wording) form(i, from int) string {
	if i < 0 || i >= len(w.words) || w.words[i].sentence != w.words[from].sentence {
		return ""
	}
	return w.words[i].form
}

// lower is the i-th word as it stands, in lower case.
func (w *wording) lower(i int) string { return w.token(i, 0) }

// token is the token n behind that of word i, in lower case; "" at the ends of
// the sentence.
func (w *wording) token(i, n int) string {
	at := w.words[i]
	if tokens := w.s.Sentences[at.sentence].Tokens; at.token+n >= 0 && at.token+n < len(tokens) {
		return tokens[at.token+n].Lower
	}
	return ""
}

// lowers are the words [i,j) as they stand, in lower case.
func (w *wording) lowers(i, j int) []string {
	var out []string
	for ; i < j; i++ {
		out = append(out, w.lower(i))
	}
	return out
}

// extent is where the words [i,j) stand; empty if there are none.
func (w *wording) extent(i, j int) claim.Extent {
	if i >= j {
		return claim.Extent{}
	}
	first, last := w.words[i], w.words[j-1]
	return claim.Extent{
		Start: w.s.Sentences[first.sentence].Tokens[first.token].Start,
		End:   w.s.Sentences[last.sentence].Tokens[last.token].End,
	}
}

// sentence is the range of words of the sentence that word i stands in.
func (w *wording) sentence(i int) (from, to int) {
	from, to = i, i+1
	for from > 0 && w.words[from-1].sentence == w.words[i].sentence {
		from--
	}
	for to < len(w.words) && w.words[to].sentence == w.words[i].sentence {
		to++
	}
	return from, to
}

// modal is the modal verb that governs word i, the nearest before it in its
// sentence; -1 without one. Denied reports whether it forbids.
func (w *wording) modal(i int) (at int, denied bool) {
	from, _ := w.sentence(i)
	for k := i - 1; k >= from; k-- {
		switch word := w.lower(k); {
		case claim.ModalVerb(word):
			next := w.form(k+1, k)
			return k, next == "not" || next == "never"
		case forbidsAlone(word):
			return k, true
		}
	}
	return -1, false
}

// forbidsAlone reports whether a word forbids without a modal verb before it or
// a "not" behind it.
func forbidsAlone(word string) bool {
	switch word {
	case "never", "cannot", "mustn't", "can't", "shouldn't", "won't", "mustn’t", "can’t", "shouldn’t":
		return true
	}
	return false
}

// conditional reports whether word i stands in a condition.
func (w *wording) conditional(i int) bool {
	from, _ := w.sentence(i)
	for k := i; k >= from; k-- {
		word := w.lower(k)
		switch word {
		case "if", "when", "whenever", "while", "unless", "until", "where", "once", "before", "after", "provided":
			return true
		case "cannot", "never", "then":
			return false
		}
		if claim.ModalVerb(word) || k < i && w.token(k, 1) == "," {
			return false
		}
	}
	return false
}

// kept is the share of the words of a sentence, those in [i,j) aside, that the
// other side has as well.
func (w *wording) kept(i, j int) float64 {
	from, to := w.sentence(i)
	n, all := 0, 0
	for k := from; k < to; k++ {
		if k >= i && k < j {
			continue
		}
		all++
		if w.words[k].partner >= 0 {
			n++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(n) / float64(all)
}
