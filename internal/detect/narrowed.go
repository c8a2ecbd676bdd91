package detect

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/claim"
)

// shortened reads a list of which a member is gone: of what has to be done, or
// of what is forbidden.
func (r *reviser) shortened(e *wordDiff, x diffRun, negated bool) (claim.Revision, bool) {
	const most, mostOfClause = 5, 12
	if x.h1 > x.h0 || !e.deleted(x) || !e.base.listed(x.b0, x.b1) || e.base.conditional(x.b0) || e.base.permits(x.b0) {
		return claim.Revision{}, false
	}
	clause := e.clauseGone(x)
	if n := x.b1 - x.b0; n > most && (!clause || n > mostOfClause) {
		return claim.Revision{}, false
	}
	want := "and"
	if e.base.denies(x.b0, negated) {
		want = "or"
	}
	if got := e.base.joins(x.b0); got != want && (got != "nor" || want != "or") {
		return claim.Revision{}, false
	}
	var about []string
	for k := x.b0; k < x.b1; k++ {
		w := e.base.words[k].form
		switch {
		case conjunction(w):
		case clause && k > x.b0+1 && function(w) && !auxiliary([]string{w}) && w != "that" && w != "which":
		case function(w), tightening(w), linking(e.base.lower(k)), w == "unless", w == "as", w == "at", w == "of", !clause && e.head.has(w):
			return claim.Revision{}, false
		default:
			about = append(about, claim.Normal(e.base.lower(k)))
		}
	}
	return claim.Revision{Before: e.base.extent(x.b0, x.b1)}, len(about) > 0 && !r.moved(about)
}

// clauseGone reports whether a run takes the last act of several from the end of
// a sentence: "and send an alarm to the desk".
func (e *wordDiff) clauseGone(x diffRun) bool {
	_, to := e.base.sentence(x.b0)
	return x.b1 == to && x.b1-x.b0 > 1 && e.base.lower(x.b0) == "and" && !function(e.base.words[x.b0+1].form) && !e.head.has(e.base.words[x.b0+1].form)
}

// gone are the words that a list lost, where its other members closed up behind
// them, which moves commas and conjunctions as well.
func (e *wordDiff) gone() (diffRun, bool) {
	const most = 256 // words of a list with its sentence
	if len(e.runs) < 2 || len(e.base.words) > most || len(e.head.words) > most {
		return diffRun{}, false
	}
	first, last := e.runs[0], e.runs[len(e.runs)-1]
	for h := first.h0; h < last.h1; h++ {
		if !e.base.has(e.head.words[h].form) && !conjunction(e.head.lower(h)) {
			return diffRun{}, false
		}
	}
	from, to := -1, -1
	for b := first.b0; b < last.b1; b++ {
		switch {
		case e.head.has(e.base.words[b].form), conjunction(e.base.lower(b)):
		case from < 0:
			from, to = b, b+1
		case to == b:
			to++
		default:
			return diffRun{}, false // from several places
		}
	}
	if from < 0 {
		return diffRun{}, false
	}
	if from > 0 && conjunction(e.base.lower(from-1)) {
		from--
	}
	return diffRun{from, to, last.h1, last.h1}, true
}

// linking reports whether a word between commas only joins what is said.
func linking(word string) bool {
	switch word {
	case "therefore", "however", "also", "then", "thus", "additionally", "moreover", "furthermore", "always", "too", "finally", "example":
		return true
	}
	return false
}

// joins is the conjunction of the list that word i is a member of; "" if it
// cannot be told.
func (w *wording) joins(i int) string {
	const near = 10
	for k := i; k < min(len(w.words), i+near) && w.words[k].sentence == w.words[i].sentence; k++ {
		switch {
		case conjunction(w.lower(k)):
			return w.lower(k)
		case function(w.words[k].form) && w.words[k].form != "of" && w.words[k].form != "for":
			return ""
		}
	}
	return ""
}

// has reports whether the statement has a word.
func (w *wording) has(form string) bool {
	return slices.ContainsFunc(w.words, func(x diffWord) bool { return x.form == form })
}

// narrowed reads a prohibition that forbids less: "must not keep cards" became
// "must not keep full cards", or "in plain text".
func (r *reviser) narrowed(e *wordDiff, x diffRun, negated bool) (claim.Revision, bool) {
	const most, modifiers = 8, 2
	if !e.inserted(x) || x.h1-x.h0 > most || whole(e.head, x.h0, x.h1) || !e.head.denies(x.h0, negated) || !e.base.denies(max(0, min(x.b0, len(e.base.words)-1)), negated) {
		return claim.Revision{}, false
	}
	if x.h0 == 0 || e.head.words[x.h0-1].partner < 0 || e.head.words[x.h0-1].sentence != e.head.words[x.h0].sentence || r.purpose(e.head, x.h0) {
		return claim.Revision{}, false
	}
	by := claim.Revision{Aspect: claim.Reach, After: e.head.extent(x.h0, x.h1)}
	if narrows(e.head.lower(x.h0)) {
		return by, x.h1-x.h0 > 1
	}
	for k := x.h0; k < x.h1; k++ {
		if function(e.head.words[k].form) || empty(e.head.words[k].form) || e.head.number(k) || stresses(e.head.lower(k)) {
			return claim.Revision{}, false
		}
	}
	// A modifier goes before something that stands; an adverb may be the last.
	adverb := x.h1-x.h0 == 1 && strings.HasSuffix(e.head.lower(x.h0), "ly")
	follows := x.h1 < len(e.head.words) && e.head.words[x.h1].sentence == e.head.words[x.h0].sentence && e.head.words[x.h1].partner >= 0 &&
		!function(e.head.words[x.h1].form) && !conjunction(e.head.token(x.h1-1, 1)) && e.head.token(x.h1-1, 1) != ","
	return by, x.h1-x.h0 <= modifiers && (adverb || follows)
}

// narrows reports whether a preposition limits a prohibition to one case: where
// to, by what, for whom.
func narrows(word string) bool {
	switch word {
	case "to", "in", "for", "of", "with", "by", "on", "from", "via", "through", "during", "at", "outside", "inside", "into", "under", "between",
		"among", "if", "when", "while", "without", "unless", "except", "before", "after", "until":
		return true
	}
	return false
}

// scoped reads a duty that got a place, a time or a kind of people at its end,
// for which alone it holds now: "in production", "on weekdays", "of new
// customers". Only words that are known to name a part are taken for one.
func scoped(e *wordDiff, x diffRun, negated bool) (claim.Revision, bool) {
	const most = 5
	if !e.inserted(x) || x.h1-x.h0 > most || x.h1-x.h0 < 2 || x.h0 == 0 || e.head.conditional(x.h0) ||
		e.head.denies(x.h0, negated) || whole(e.head, x.h0, x.h1) {
		return claim.Revision{}, false
	}
	if modal, _ := e.head.modal(x.h0); modal < 0 && e.head.words[x.h0-1].partner < 0 {
		return claim.Revision{}, false
	}
	switch e.head.lower(x.h0) {
	case "in", "on", "of", "for", "from", "during", "with":
	default:
		return claim.Revision{}, false
	}
	for k := x.h0 + 1; k < x.h1; k++ {
		if partial(e.head.lower(k)) {
			return claim.Revision{Aspect: claim.Reach, After: e.head.extent(x.h0, x.h1)}, true
		}
	}
	return claim.Revision{}, false
}

// partial reports whether a word names a part of the places, times or people
// that a duty may be about.
func partial(word string) bool {
	switch word {
	case "production", "prod", "staging", "pilot", "beta", "alpha", "preview", "trial", "sandbox", "canary",
		"new", "selected", "premium", "paying", "paid", "enterprise", "internal", "external", "first", "critical", "important", "main", "major", "opted-in",
		"weekdays", "workdays", "weekends", "office", "business", "working", "daytime", "peak":
		return true
	}
	return false
}

// stresses reports whether a word in a prohibition only gives it weight or
// points to what was named before.
func stresses(word string) bool {
	switch word {
	case "ever", "absolutely", "strictly", "simply", "itself", "themselves", "therefore", "thus", "likewise", "otherwise", "anywhere",
		"indirectly", "own", "existing", "other", "same", "longer":
		return true
	}
	return false
}

// purpose reports whether a reason starts at word i.
func (r *reviser) purpose(w wording, i int) bool {
	words, ok := r.escapes.of("en")
	return ok && starts(words.purposes, w.s.Sentences[w.words[i].sentence].Tokens, w.words[i].token)
}

// tolerant reads a limit that holds for a share of the cases alone: "within 2 s
// for 95 % of requests".
func tolerant(e *wordDiff, x diffRun, _ bool) (claim.Revision, bool) {
	if e.unmeasured(x) {
		return claim.Revision{Aspect: claim.Limit, Before: e.base.extent(x.b0, x.b1), After: e.head.extent(x.h0, x.h1)}, true
	}
	if !e.inserted(x) || x.h1-x.h0 > 8 {
		return claim.Revision{}, false
	}
	share := false
	for k := x.h0; k < x.h1; k++ {
		next := e.head.token(k, 1)
		share = share || e.head.number(k) && (next == "%" || next == "percent") && e.head.token(k, 2) == "of"
		switch e.head.lower(k) {
		case "p50", "p90", "p95", "p99", "percentile":
			share = true
		case "target", "goal", "aim":
			if e.head.form(x.h1, x.h0) != "" && e.head.number(x.h1) {
				return claim.Revision{Aspect: claim.Limit, Before: e.base.extent(x.b0, x.b0+1), After: e.head.extent(x.h0, x.h1+1)}, true
			}
		}
	}
	from, to := e.head.sentence(x.h0)
	limited := false
	for k := from; k < to; k++ {
		if k >= x.h0 && k < x.h1 || !e.head.number(k) {
			continue
		}
		limited = limited || isUnit(e.head.token(k, 1))
		share = share && e.head.token(k, 1) != "%"
	}
	return claim.Revision{After: e.head.extent(x.h0, x.h1)}, share && limited
}

// unmeasured reports whether a number with its unit became words: "2 s" became
// "a reasonable time".
func (e *wordDiff) unmeasured(x diffRun) bool {
	if x.b0 == x.b1 || x.h0 == x.h1 || !e.base.within(x.b0, x.b1) || e.base.kept(x.b0, x.b1) < mostly {
		return false
	}
	switch e.head.form(x.h0-1, x.h0) { // what made a bound of it still stands
	case "within", "under", "below", "over", "above", "in", "after", "for", "least", "most", "than":
	default:
		return false
	}
	measured := false
	for k := x.b0; k < x.b1; k++ {
		measured = measured || e.base.number(k) && isUnit(e.base.token(k, 1))
	}
	for k := range e.head.words {
		measured = measured && !e.head.number(k)
	}
	return measured && x.h1-x.h0 <= 4 && !slices.ContainsFunc(e.head.lowers(x.h0, x.h1), isNumeral)
}

// isNumeral reports whether a word counts, so that the number is still there.
func isNumeral(word string) bool {
	switch word {
	case "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "hour", "minute", "second", "day", "week", "month", "year",
		"daily", "hourly", "half", "double", "twelve", "twenty", "thirty", "sixty", "hundred":
		return true
	}
	return false
}

// optional reads "print" that became "optionally print".
func optional(e *wordDiff, x diffRun, _ bool) (claim.Revision, bool) {
	if !e.inserted(x) || x.h1-x.h0 != 1 {
		return claim.Revision{}, false
	}
	switch e.head.lower(x.h0) {
	case "optional", "optionally", "voluntarily":
		return claim.Revision{After: e.head.extent(x.h0, x.h1)}, e.head.token(x.h0, -1) != "(" && e.head.form(x.h0-1, x.h0) != "not"
	}
	return claim.Revision{}, false
}
