package detect

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// vagueWords are one language's lookup tables.
type vagueWords struct {
	terms    lexicon[lang.Use]
	explains phraseSet
	restates phraseSet
	reasons  reasonWords
	examples phraseSet
	others   []claimant
}

// claimant finds words that another detector reports: one root cause makes one
// entry.
type claimant func(c clause) []tokenRange

type tokenRange struct{ at, n int }

func newVagueWords(v *lang.Vagueness) vagueWords {
	w := vagueWords{
		terms: make(lexicon[lang.Use]), explains: newPhraseSet(v.Explains), reasons: newReasonWords(v),
		restates: newPhraseSet(v.Restates), examples: newPhraseSet(v.Examples),
	}
	for _, t := range v.Terms {
		w.terms.add(t.Phrase, t.Use)
		if t.Use == lang.Fixed && !strings.HasSuffix(t.Phrase, "s") {
			w.terms.add(t.Phrase+"s", t.Use)
		}
	}
	amounts, lists := newAmountWords(v), newListWords(v)
	w.others = []claimant{amounts.claims, lists.claims}
	return w
}

// in reports whether the sentence has a vague term, which is a finding of its
// own.
func (w vagueWords) in(c clause) bool {
	return w.find(c, func(lang.Use) bool { return true }, nil) != nil
}

// find adds the vague terms of a sentence to those found in its statement, if
// their use is wanted. The others only hide what stands in them: "as quickly as
// possible" is one escape clause.
func (w vagueWords) find(c clause, wanted func(lang.Use) bool, open *vagueFinding) *vagueFinding {
	var claimed []tokenRange
	asked, bounded := false, false
	for i := 0; i < len(c.tokens); {
		use, n := w.terms.match(c.tokens, i)
		if n == 0 {
			if w.reasons.opens(c, i) {
				break
			}
			i++
			continue
		}
		at := i
		i += n
		if use == lang.Fixed || !wanted(use) || !w.counts(c, use, at, n) {
			continue
		}
		if !asked {
			asked, bounded = true, c.measured()
			for _, claims := range w.others {
				claimed = append(claimed, claims(c)...)
			}
		}
		if overlapsAny(claimed, at, n) || (ofTime(c.lower(at)) || ofTime(c.lower(at+n-1))) && c.memo.timed.or(func() bool { return timed(c.s) }) || bounded && use != lang.Escape && use != lang.Capability || w.explained(c, use, at+n) {
			continue
		}
		if open == nil {
			open = &vagueFinding{first: c, at: at, n: n, use: use, weak: true}
		}
		open.weak = open.weak && use == lang.Capability && c.named(at+n)
		open.phrase = append(open.phrase, c.phrase(at, n))
	}
	return open
}

// ofTime reports whether the word asks for a short time.
func ofTime(word string) bool {
	switch word {
	case "fast", "quick", "quickly", "rapid", "rapidly", "responsive", "prompt", "promptly", "speedy", "swift", "swiftly":
		return true
	}
	return false
}

func overlapsAny(ranges []tokenRange, at, n int) bool {
	for _, r := range ranges {
		if r.at < at+n && at < r.at+r.n {
			return true
		}
	}
	return false
}

// counts reports whether the term is used in its vague sense.
func (w vagueWords) counts(c clause, use lang.Use, at, n int) bool {
	if c.quoted(at) || !use.Escapes() && (c.isName(at, n) || (c.negated(at) || c.disclaims(at)) && use != lang.Degree && use != lang.Nuisance) {
		return false
	}
	if c.label(at, n) || w.names(c, use, at, n) || c.permitted(at) || use != lang.Degree && w.servesPurpose(c, at) ||
		at+n < len(c.tokens) && c.facts.defines(c.phrase(at, n+1)) {
		return false
	}
	if use == lang.Degree && c.lower(at+n-1) == "of" && (c.kind(at+n) == spec.Number || c.lower(at+n) == "one" || claim.Counts(c.lower(at+n))) {
		return false
	}
	switch use {
	case lang.Manner:
		return c.lower(at) != "clearly" || !writes(c.lower(at+n))
	case lang.Homonym:
		return c.adjective(at, n)
	case lang.EscapeLast:
		return c.endsClause(at+n) && c.word(at+n-1) == c.lower(at+n-1)
	case lang.Effort:
		return c.afterModal(at) || c.undergone(at)
	case lang.Extreme:
		return c.wantsMost(at, n)
	case lang.Capability:
		return c.last && (c.afterModal(at) || c.given(at, n)) && !w.told(c, at+n) && !c.onlyNames(at+n) && !c.loaded(at+n)
	}
	return true
}

// writes reports whether a verb is what an author does. "Clearly" before it asks
// for no more than the verb does.
func writes(verb string) bool {
	switch verb {
	case "define", "defines", "document", "documents", "specify", "specifies", "describe", "describes":
		return true
	}
	return false
}

// disclaims reports whether the clause before token i says what will not or
// can not be had: "it won't give an accurate figure".
func (c clause) disclaims(i int) bool {
	for k := i - 1; k >= 0 && c.kind(k) != spec.Punct; k-- {
		word := c.lower(k)
		switch word {
		case "won't", "won’t", "cannot", "can't", "can’t", "doesn't", "doesn’t", "don't", "don’t":
			return true
		}
		if claim.DemandVerb(word) {
			return false
		}
	}
	return false
}

// permitted reports whether the nearest modal verb before token i only permits.
func (c clause) permitted(i int) bool {
	for k := i - 1; k >= 0; k-- {
		switch word := c.lower(k); word {
		case "may", "might", "could":
			return true
		case "can", ";":
			return false
		default:
			if claim.DemandVerb(word) {
				return false
			}
		}
	}
	return false
}

// servesPurpose reports whether the term at token i says what a duty before it
// is good for: "store it in one place for easy access".
func (w vagueWords) servesPurpose(c clause, i int) bool {
	if c.lower(i-1) != "for" {
		return false
	}
	switch c.lower(i - 2) {
	case "be", "designed", "built", "optimized", "optimised", "intended", "allow", "provide", "made", "provides", "strive", "aim":
		return false
	}
	return c.duty(i)
}

// duty reports whether a modal verb that demands stands before token i.
func (c clause) duty(i int) bool {
	for k := range i {
		if claim.DemandVerb(c.lower(k)) {
			return true
		}
	}
	return false
}

// label reports whether the term stands in a lead word such as "Robust
// parsing: ...", which the text behind its colon explains.
func (c clause) label(at, n int) bool {
	for k := at + n; k < min(len(c.tokens), at+n+4); k++ {
		if c.lower(k) == ":" && c.opens(k) {
			return true
		}
	}
	return false
}

// adjective tells "a clear message" and "is secure" from "clear the cache".
func (c clause) adjective(at, n int) bool {
	switch c.lower(at + n) {
	case "the", "all", "any", "a", "an", "of", "its", "their", "this", "that", "these", "those", "-", "each", "every":
		return false
	case "to", "for":
		return c.lower(at-1) == "be" && c.lower(at) == "clear"
	}
	switch c.lower(at - 1) {
	case "a", "an", "be", "is", "are", "very", "more", "provide", "provides", "show", "display", "has", "have", "with",
		"and", "as", "remain", "remains", "stay", "stays", "return", "include", "offer", "offers", "give", "in", "through",
		"present", "contain", "use", "uses", "look", "feel", "highly", "extremely", "kept", "too", "most", "simple",
		"clear", "via", "on", "ensure", "allow", "enable", "require", "using":
		return true
	}
	return false
}

// wantsMost tells "provide maximum comfort" from the value of "show the maximum
// speed" and "a minimum of two": what is wanted or given, by no more than that.
func (c clause) wantsMost(at, n int) bool {
	if c.kind(at+n) != spec.Word || c.lower(at+n) == "of" || c.lower(at+n) == "and" || c.lower(at+n) == "or" {
		return false
	}
	switch c.lower(at - 1) {
	case "with", "provide", "provides", "ensure", "ensures", "achieve", "achieves", "offer", "offers", "guarantee", "guarantees",
		"for", "require", "requires", "deliver", "delivers", "give", "gives":
		return true
	}
	return false
}

// endsClause reports whether nothing that belongs to the phrase before token i
// follows there: "as required." but not "as required by the licence".
func (c clause) endsClause(i int) bool {
	switch c.lower(i) {
	case "", ".", ",", ";", ")", "and", "or", "but", "to", "before", "after", "when", "—", "–":
		return true
	}
	return false
}

// explained reports whether the words after a term, which ends before token i,
// say what it means. What stands behind a reason explains the reason.
func (w vagueWords) explained(c clause, use lang.Use, i int) bool {
	if use == lang.Manner && strings.HasSuffix(c.lower(i), "ed") && c.lower(i+1) == "with" {
		return true
	}
	c.tokens = c.tokens[:w.reasons.from(c, i)]
	if c.sectioned(i) || c.next != nil && starts(w.restates, c.next, 0) {
		return true
	}
	for k := i; k < len(c.tokens); k++ {
		if c.kind(k) == spec.Opaque && k < i+4 || starts(w.explains, c.tokens, k) && !c.acts(k) {
			return true
		}
		if c.lower(k) == "by" && strings.HasSuffix(c.lower(k+1), "ing") {
			return true
		}
		if _, n := w.examples.match(c.tokens, k); n > 0 && c.lists(k+n) {
			return true
		}
	}
	return false
}

// acts reports whether the word at token i, which could explain, is what
// somebody does: "the users who will see them", "to start using the desk".
func (c clause) acts(i int) bool {
	switch c.lower(i) {
	case "see":
		switch c.lower(i - 1) {
		case "to", "can", "will", "may", "must", "shall", "should", "could", "would", "they", "users", "people", "who", "and":
			return true
		}
	case "using":
		switch c.lower(i - 1) {
		case "start", "stop", "begin", "keep", "avoid", "while", "when", "before", "after", "of", "satisfied", "enjoy":
			return true
		}
	}
	return false
}
