package detect

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// reviser tells what edits did to requirements. What it needs of the whole head
// is worked out when first asked for.
type reviser struct {
	added   []align.Ref
	head    []*spec.Document
	escapes *tables[escapeWords]
	said    map[string]bool  // the binding sentences of the head
	news    map[string][]int // what is added, by the words it has
}

// escapeWords are the phrases of one language that take something from a duty.
type escapeWords struct {
	anywhere phraseSet
	last     phraseSet // only where nothing follows
	roughly  phraseSet // only before a number
	labels   phraseSet // only between the id and the requirement, or in brackets
}

// newEscapeWords leaves out what asks for as much as can be: "as soon as
// possible" takes nothing from a duty that had no bound.
func newEscapeWords(v *lang.Vagueness) escapeWords {
	w := escapeWords{
		anywhere: newPhraseSet(v.Hedges), last: make(phraseSet), roughly: newPhraseSet(v.Roughly), labels: newPhraseSet(v.Withdrawals),
	}
	for _, t := range v.Terms {
		switch {
		case strings.Contains(t.Phrase, anyWord):
		case t.Use == lang.Escape:
			w.anywhere.add(t.Phrase, struct{}{})
		case t.Use == lang.EscapeLast:
			w.last.add(t.Phrase, struct{}{})
		}
	}
	return w
}

// escape is the first escape clause or the like that a requirement gained.
func (r *reviser) escape(p align.Pair) (claim.Extent, bool) {
	words, ok := r.escapes.of(p.Head.Doc.Language)
	if !ok {
		return claim.Extent{}, false
	}
	before, after := words.in(p.Base.Statement), words.in(p.Head.Statement)
	if len(after) <= len(before) {
		return claim.Extent{}, false
	}
	known := make(map[string]bool)
	for _, e := range before {
		known[strings.ToLower(phrase(p.Base.Statement, e))] = true
	}
	for _, e := range after {
		if !known[strings.ToLower(phrase(p.Head.Statement, e))] {
			return e, true
		}
	}
	return claim.Extent{}, false
}

// in is where a statement lets the reader off.
func (w escapeWords) in(s *spec.Statement) []claim.Extent {
	var out []claim.Extent
	for k, sentence := range s.Sentences {
		c := clause{s: s, tokens: sentence.Tokens}
		for i := range c.tokens {
			if n := w.at(c, i, k == 0); n > 0 && !c.quoted(i) {
				out = append(out, claim.Extent{Start: c.tokens[i].Start, End: c.tokens[i+n-1].End})
			}
		}
	}
	return out
}

// at is how many tokens the phrase at token i has; 0 if none stands there.
func (w escapeWords) at(c clause, i int, first bool) int {
	if _, n := w.anywhere.match(c.tokens, i); n > 0 {
		return n
	}
	if _, n := w.last.match(c.tokens, i); n > 0 && c.kind(i+n) != spec.Word {
		return n
	}
	if _, n := w.roughly.match(c.tokens, i); n > 0 && c.kind(i+n) == spec.Number {
		return n
	}
	if _, n := w.labels.match(c.tokens, i); n > 0 && w.label(c, i, n, first) {
		return n
	}
	return 0
}

// label reports whether a phrase of n tokens stands by itself: in brackets, or
// in front of the requirement with a colon behind it.
func (w escapeWords) label(c clause, i, n int, first bool) bool {
	switch c.lower(i - 1) {
	case "(", "[":
		return c.lower(i+n) == ")" || c.lower(i+n) == "]"
	}
	return first && c.lower(i+n) == ":" && (i == 0 || c.tokens[i-1].End <= c.s.Body() || c.kind(i-1) == spec.Punct)
}

// lost is the first sentence of a requirement that bound somebody and of which
// nothing is left: the head does not say it, here or elsewhere, and what came in
// its place is about something else.
func (r *reviser) lost(p align.Pair) (claim.Extent, bool) {
	const left = 0.4 // of its words, in what is new where it stood
	base, head := p.Base.Statement, p.Head.Statement
	var fresh map[string]bool
	for k := range base.Sentences {
		s := &base.Sentences[k]
		if !s.Binds || s.Modality == lang.NoModality || r.stands(sentenceText(base, k)) {
			continue
		}
		if fresh == nil {
			fresh = freshWords(base, head)
		}
		about := claim.Content(base, k)
		switch {
		case len(about) == 0, len(fresh) > 0 && (p.Head.Doc.Language != "en" || share(about, fresh) >= left), r.moved(about):
			continue
		}
		return claim.Extent{Start: bodyStart(base, k), End: s.End}, true
	}
	return claim.Extent{}, false
}

// stands reports whether a binding statement of the head has this sentence.
func (r *reviser) stands(sentence string) bool {
	if r.said == nil {
		r.said = make(map[string]bool)
		for _, d := range r.head {
			for _, s := range d.Statements {
				for k := range s.Sentences {
					if s.Role.Binding() {
						r.said[sentenceText(s, k)] = true
					}
				}
			}
		}
	}
	return r.said[sentence]
}

// moved reports whether a new statement is about the same.
func (r *reviser) moved(about []string) bool {
	const enough = 0.6
	if r.news == nil {
		r.news = make(map[string][]int)
		for i, a := range r.added {
			for k := range a.Statement.Sentences {
				for _, w := range claim.Content(a.Statement, k) {
					if at := r.news[w]; len(at) == 0 || at[len(at)-1] != i {
						r.news[w] = append(at, i)
					}
				}
			}
		}
	}
	const common = 256 // a word of more statements than that finds nothing
	hits, everywhere := make(map[int]int), 0
	for _, w := range about {
		at := r.news[w]
		if len(at) > common {
			everywhere++
			continue
		}
		for _, i := range at {
			hits[i]++
		}
	}
	for _, n := range hits {
		if float64(n+everywhere) >= enough*float64(len(about)) {
			return true
		}
	}
	return false
}

// freshWords are the words of the head's sentences that the base has not.
func freshWords(base, head *spec.Statement) map[string]bool {
	old := make(map[string]bool)
	for k := range base.Sentences {
		old[sentenceText(base, k)] = true
	}
	out := make(map[string]bool)
	for k := range head.Sentences {
		if !old[sentenceText(head, k)] {
			for _, w := range claim.Content(head, k) {
				out[w] = true
			}
		}
	}
	return out
}

// share is the part of the words that is among others.
func share(words []string, others map[string]bool) float64 {
	n := 0
	for _, w := range words {
		if others[w] {
			n++
		}
	}
	return float64(n) / float64(len(words))
}

// sentenceText is a sentence on one line, without an id in front of it and the
// stop behind it.
func sentenceText(s *spec.Statement, k int) string {
	text := strings.Join(strings.Fields(s.Text.Prose()[bodyStart(s, k):s.Sentences[k].End]), " ")
	return strings.TrimRight(text, ". ")
}

// bodyStart is where a sentence starts behind an id and what parts the two.
func bodyStart(s *spec.Statement, k int) int {
	sentence := s.Sentences[k]
	if sentence.Start >= s.Body() {
		return sentence.Start
	}
	rest := s.Text.Prose()[min(s.Body(), sentence.End):sentence.End]
	return sentence.End - len(strings.TrimLeft(rest, ":-–— .)]"))
}
