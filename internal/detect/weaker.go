package detect

import (
	"slices"

	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/spec"
)

// weaker is the first run of an English edit by which a requirement asks for
// less while the words around it stand: who may was opened to more, all became a
// part, "and" became "or", a member of a list is gone, a prohibition was
// narrowed. Negated says what a sentence without a modal verb is under.
func (r *reviser) weaker(e *wordDiff, negated bool) (claim.Revision, bool) {
	runs := e.runs
	if gone, ok := e.gone(); ok {
		runs = append(slices.Clip(runs), gone)
	}
	for _, x := range runs {
		for _, rule := range []func(*wordDiff, diffRun, bool) (claim.Revision, bool){opened, restricted, loosened, r.shortened, r.narrowed, tolerant, optional, slackened, reversed, degraded, scoped} {
			if by, ok := rule(e, x, negated); ok {
				by.Relation = claim.Looser
				return by, true
			}
		}
	}
	return claim.Revision{}, false
}

// mostly is the share of a sentence that has to stand for one run of it to be
// what changed.
const mostly = 0.5

// inserted reports whether a run only adds words to a sentence that stands.
func (e *wordDiff) inserted(x diffRun) bool {
	return x.b0 == x.b1 && x.h0 < x.h1 && e.head.within(x.h0, x.h1) && e.head.kept(x.h0, x.h1) >= mostly
}

// deleted reports whether a run only takes words from a sentence that stands.
func (e *wordDiff) deleted(x diffRun) bool {
	return x.h0 == x.h1 && x.b0 < x.b1 && e.base.within(x.b0, x.b1) && e.base.kept(x.b0, x.b1) >= mostly
}

// within reports whether the words [i,j) stand in one sentence.
func (w *wording) within(i, j int) bool { return w.words[i].sentence == w.words[j-1].sentence }

// denies reports whether a prohibition governs word i.
func (w *wording) denies(i int, negated bool) bool {
	at, denied := w.modal(i)
	if at < 0 {
		return negated
	}
	return denied
}

// opened reads "only admins" that became "only admins and editors", or "admins".
func opened(e *wordDiff, x diffRun, _ bool) (claim.Revision, bool) {
	const most, far = 6, 8
	if e.deleted(x) && x.b1-x.b0 == 1 && exclusive(e.base.lower(x.b0)) {
		next, before := e.base.form(x.b1, x.b0), e.base.form(x.b0-1, x.b0)
		if next != "" && next != "be" && before != "not" && !e.base.number(x.b1) && !counts(e.base.lower(x.b1)) {
			return claim.Revision{Aspect: claim.Reach, Before: e.base.extent(x.b0, x.b1+1), After: e.head.extent(e.base.words[x.b1].partner, e.base.words[x.b1].partner+1)}, true
		}
	}
	if !e.inserted(x) || x.h1-x.h0 > most || !e.head.listed(x.h0, x.h1) {
		return claim.Revision{}, false
	}
	for k := x.h0 - 1; k >= max(0, x.h0-far) && e.head.form(k, x.h0) != ""; k-- {
		word := e.head.lower(k)
		if claim.ModalVerb(word) || slices.Contains([]string{"cannot", "never", "be", "is", "are"}, word) {
			return claim.Revision{}, false
		}
		if !exclusive(word) && !reserved(e.head, k) || e.head.words[k].partner < 0 {
			continue
		}
		if e.head.form(k-1, k) == "not" || e.head.lower(x.h0) != "or" && tightening(e.head.form(k+1, k)) {
			return claim.Revision{}, false
		}
		return claim.Revision{After: e.head.extent(x.h0, x.h1)}, true
	}
	return claim.Revision{}, false
}

func exclusive(word string) bool { return word == "only" || word == "solely" || word == "exclusively" }

// counts reports whether a word behind "only" says how often.
func counts(word string) bool { return word == "once" || word == "twice" || word == "one" }

// reserved reports whether word k opens what something is kept for: "to" in
// "limited to", "but" in "no one but".
func reserved(w wording, k int) bool {
	if w.form(k-1, k) == "" {
		return false
	}
	switch w.lower(k) {
	case "to":
		before := w.lower(k - 1)
		return before == "limited" || before == "restricted" || before == "confined"
	case "but", "except":
		before := w.lower(k - 1)
		return before == "one" || before == "nobody" || before == "none"
	}
	return false
}

// tightening reports whether what stands behind "only" is a condition, to which
// one more that has to hold adds.
func tightening(word string) bool {
	switch word {
	case "if", "when", "whenever", "while", "where", "once", "after", "before", "until", "with", "":
		return true
	}
	return false
}

// listed reports whether the words [i,j) are members of a list: a comma, "and"
// or "or" parts them from what stands around them.
func (w *wording) listed(i, j int) bool {
	return conjunction(w.lower(i)) || conjunction(w.lower(j-1)) ||
		w.token(i, -1) == "," && (w.token(j-1, 1) == "," || conjunction(w.token(j-1, 1)) || slices.ContainsFunc(w.lowers(i, j), conjunction))
}

func conjunction(word string) bool { return word == "and" || word == "or" || word == "nor" }

// number reports whether word i is a number.
func (w *wording) number(i int) bool {
	return w.s.Sentences[w.words[i].sentence].Tokens[w.words[i].token].Kind == spec.Number
}

// restricted reads "all requests" that became "requests from partners", or "all
// paid requests".
func restricted(e *wordDiff, x diffRun, _ bool) (claim.Revision, bool) {
	if x.h0 == x.h1 || x.h1-x.h0 > 8 || !e.head.within(x.h0, x.h1) || e.head.conditional(x.h0) || e.head.kept(x.h0, x.h1) < mostly {
		return claim.Revision{}, false
	}
	if x.b0 == x.b1 && e.head.form(x.h1-1, x.h0) == "of" && x.h1 < len(e.head.words) && quantifies(e.head.lower(x.h1)) {
		return claim.Revision{Aspect: claim.Reach, Before: e.base.extent(x.b0, x.b0+1), After: e.head.extent(x.h0, x.h1+1)}, partitive(e.head.lowers(x.h0, x.h1))
	}
	noun, ok := e.universal(x)
	if !ok {
		return claim.Revision{}, false
	}
	at := e.base.words[noun].partner
	if whole(e.head, x.h0, x.h1) && !(x.h0 == at+1 && e.head.form(x.h0+1, x.h0) == "than") {
		return claim.Revision{}, false
	}
	switch {
	case x.h1 == at: // new words in front of the noun
		if x.h1-x.h0 > 3 || empty(e.head.form(x.h0, x.h0)) {
			return claim.Revision{}, false
		}
	case x.h0 == at+1:
		modal, _ := e.head.modal(x.h0)
		if !restricts(e.head.lower(x.h0), modal < 0, e.head, x.h0) {
			return claim.Revision{}, false
		}
	default:
		return claim.Revision{}, false
	}
	from := noun
	for from > 0 && !quantifies(e.base.lower(from)) {
		from--
	}
	return claim.Revision{Aspect: claim.Reach, Before: e.base.extent(from, noun+1), After: e.head.extent(min(at, x.h0), max(at+1, x.h1))}, true
}

// universal is the noun next to the run of which the base speaks as a whole, if
// the head still has it.
func (e *wordDiff) universal(x diffRun) (noun int, ok bool) {
	const near = 3
	for _, h := range []int{x.h1, x.h0 - 1} {
		if h < 0 || h >= len(e.head.words) || e.head.words[h].sentence != e.head.words[x.h0].sentence {
			continue
		}
		n := e.head.words[h].partner
		if n < 0 || quantifies(e.base.lower(n)) || function(e.base.words[n].form) {
			continue
		}
		for k := n - 1; k >= max(0, n-near) && e.base.form(k, n) != ""; k-- {
			if quantifies(e.base.lower(k)) {
				return n, true
			}
			if function(e.base.words[k].form) {
				break
			}
		}
	}
	return 0, false
}

// partitive reports whether words take a part of what follows.
func partitive(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		switch w {
		case "half", "most", "some", "part", "majority", "sample", "subset", "many", "percent":
			return true
		}
		return false
	})
}

// quantifies reports whether a word speaks of all things of a kind.
func quantifies(word string) bool {
	return word == "all" || word == "every" || word == "each" || word == "any"
}

// function reports whether a word cannot stand between "all" and its noun.
func function(word string) bool {
	switch word {
	case "be", "of", "to", "in", "on", "for", "by", "with", "from", "and", "or", "not", "that", "which":
		return true
	}
	return claim.ModalVerb(word)
}

// empty reports whether a word in front of a noun leaves its reach as it is.
func empty(word string) bool {
	switch word {
	case "of", "such", "this", "that", "these", "those", "its", "their", "his", "her", "our", "your", "single", "individual", "respective",
		"incoming", "and", "or", "to", "in", "on", "for", "by", "with", "from", "be":
		return true
	}
	return claim.ModalVerb(word)
}

// restricts reports whether words behind a noun name a part of what it names. In
// the object of a sentence most prepositions belong to the verb instead.
func restricts(word string, subject bool, w wording, i int) bool {
	if w.form(i+1, i) == "than" {
		return true
	}
	switch word {
	case "from", "that", "which", "whose", "of", "made", "sent", "coming":
		return true
	case "above", "over", "below", "under":
		return subject || i+1 < len(w.words) && w.number(i+1)
	case "by", "to", "in", "on", "with", "for", "without", "outside", "inside", "within", "at":
		return subject
	}
	return false
}

// whole reports whether the words [i,j) speak of all of something, or lead to
// another clause.
func whole(w wording, i, j int) bool {
	for ; i < j; i++ {
		switch w.lower(i) {
		case "any", "all", "every", "each", "no", "ever", "or", "nor", "and", "anyone", "whatsoever", "least", "must", "shall", "should", "may",
			"more", "less", "than", "only", "never", "not", "even", "also", "either", "regardless", "including", "whether":
			return true
		}
	}
	return false
}

// loosened reads "and" that became "or", and "each" that became "any".
func loosened(e *wordDiff, x diffRun, negated bool) (claim.Revision, bool) {
	or := x.h1-x.h0 == 2 && e.head.lower(x.h0) == "or" && function(e.head.words[x.h0+1].form)
	if x.h1-x.h0 != 1 && !or || x.b1-x.b0 > 1 || e.head.conditional(x.h0) || e.head.kept(x.h0, x.h1) < mostly || e.head.denies(x.h0, negated) {
		return claim.Revision{}, false
	}
	after := e.head.lower(x.h0)
	by := claim.Revision{Aspect: claim.Reach, Before: e.base.extent(x.b0, x.b1), After: e.head.extent(x.h0, x.h1)}
	if x.b0 == x.b1 {
		return by, after == "or" && x.h0 > 0 && e.head.lower(x.h0-1) == "and" && e.head.token(x.h0, -1) == "/"
	}
	modal, _ := e.head.modal(x.h0)
	of := e.head.form(x.h1, x.h0) == "of"
	switch before := e.base.lower(x.b0); before {
	case "and":
		return by, after == "or" && !e.head.permits(x.h0)
	case "both":
		return by, after == "either"
	case "hourly", "daily", "weekly", "monthly", "quarterly":
		return by, rhythm(before) < rhythm(after)
	case "all", "each", "every":
		switch after {
		case "any":
			return by, of || modal >= 0 && !reacts(e.head.token(modal, 1))
		case "one":
			return by, of
		}
	}
	return claim.Revision{}, false
}

// rhythm orders words for how often something is done, most often first; 0 for
// any other word.
func rhythm(word string) int {
	switch word {
	case "hourly":
		return 1
	case "daily":
		return 2
	case "weekly":
		return 3
	case "monthly":
		return 4
	case "quarterly":
		return 5
	case "yearly", "annually":
		return 6
	}
	return 0
}

// permits reports whether word i stands in what somebody may do.
func (w *wording) permits(i int) bool {
	from, to := w.sentence(i)
	for k := from; k < to; k++ {
		switch w.lower(k) {
		case "may", "can", "only", "allowed", "permitted", "able":
			return true
		}
	}
	return false
}

// reacts reports whether a verb tells what is done to things as they come, so
// that "any" of them is every one: "reject any unsigned order".
func reacts(verb string) bool {
	switch verb {
	case "reject", "refuse", "deny", "block", "drop", "discard", "ignore", "log", "record", "report", "show", "display", "notify", "alert",
		"handle", "catch", "escape", "strip", "mask", "redact", "flag", "delete", "remove", "encrypt", "sanitise", "sanitize", "return",
		"preserve", "accept", "allow", "prevent", "avoid", "announce":
		return true
	}
	return false
}
