package detect

import (
	"slices"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// claims are those of the binding statements that a change wrote or rewrote, by
// key.
type claims map[string][]claim.Claim

// claimsOf keeps the first claims of each key: a removed requirement whose like
// comes after them is told as removed.
func claimsOf(a align.Alignment) claims {
	const mostOfOne = 32 // each requirement that is gone looks at all of its key
	out := make(claims)
	add := func(s *spec.Statement) {
		for _, c := range claim.Of(s) {
			if k := c.Key(); len(out[k]) < mostOfOne {
				out[k] = append(out[k], c)
			}
		}
	}
	if len(a.Removed) == 0 {
		return out
	}
	for _, p := range a.Pairs {
		if !p.Equal && p.Head.Statement.Role.Binding() {
			add(p.Head.Statement)
		}
	}
	for _, r := range a.Added {
		add(r.Statement)
	}
	return out
}

// hold reports whether all that a statement claims is claimed by another one
// now, in the same words: two requirements became one.
func (cs claims) hold(s *spec.Statement) bool {
	own := claim.Of(s)
	if len(own) == 0 || len(own) < len(s.Sentences) {
		return false // a sentence that cannot be read may be what is gone
	}
	for _, c := range own {
		if !slices.ContainsFunc(cs[c.Key()], func(now claim.Claim) bool {
			r := claim.Compare(now, c)
			return r == claim.Same || r == claim.Tighter
		}) {
			return false
		}
	}
	return true
}

// plainStyle reports whether a change drops the modal verbs of a whole spec:
// where most requirements lost theirs, the plain form is how it is written now.
func plainStyle(a align.Alignment) bool {
	const several = 3
	lost, kept := 0, 0
	for _, p := range a.Pairs {
		if !demand(p.Base.Statement) {
			continue
		}
		if demand(p.Head.Statement) {
			kept++
		} else {
			lost++
		}
	}
	return lost >= several && lost > kept
}

// demand reports whether a sentence of the statement binds by its modal verb.
func demand(s *spec.Statement) bool {
	return slices.ContainsFunc(s.Sentences, func(x spec.Sentence) bool { return x.Binds && x.Modality == lang.Must })
}

// unbound reads a requirement that lost its modal verb and nothing else: "must
// encrypt" became "encrypts". Where that is how the whole spec is written now,
// what still counts as a requirement stands.
func (r *reviser) unbound(p align.Pair, e *wordDiff) (claim.Revision, bool) {
	if !english(p) || r.plain && p.Head.Statement.Role.Binding() {
		return claim.Revision{}, false
	}
	if lead, _ := governing(p.Head.Statement); lead != nil {
		return claim.Revision{}, false
	}
	for i := range e.base.words {
		w := &e.base.words[i]
		sentence := &p.Base.Statement.Sentences[w.sentence]
		if w.form != "must" && w.form != "shall" || !sentence.Binds || sentence.Modality != lang.Must || e.base.kept(i, i+1) < mostly {
			continue
		}
		if k := w.partner; k >= 0 {
			if now := &p.Head.Statement.Sentences[e.head.words[k].sentence]; now.Modality == lang.NoModality && !now.Binds {
				return claim.Revision{Aspect: claim.Force, Before: e.base.extent(i, i+1), After: e.head.extent(k, k+1)}, true // in lower case, where that is no key word
			}
			continue
		}
		run := slices.IndexFunc(e.runs, func(x diffRun) bool { return x.b0 <= i && i < x.b1 })
		if run < 0 {
			continue
		}
		x := e.runs[run]
		if at, ok := e.next(x); ok && e.head.plain(at) && auxiliary(e.base.lowers(x.b0, x.b1)) && auxiliary(e.head.lowers(x.h0, x.h1)) {
			return claim.Revision{Aspect: claim.Force, Before: e.base.extent(x.b0, x.b1+1), After: e.head.extent(x.h0, at+1)}, true
		}
	}
	return claim.Revision{}, false
}

// next is the word of the head behind a run, if it is in the same sentence in
// both.
func (e *wordDiff) next(x diffRun) (at int, ok bool) {
	return x.h1, x.b1 < len(e.base.words) && x.h1 < len(e.head.words) && e.base.words[x.b1].sentence == e.base.words[x.b0].sentence
}

// plain reports whether nothing in the sentence of word i demands anything.
func (w *wording) plain(i int) bool {
	from, to := w.sentence(i)
	for k := from; k < to; k++ {
		switch w.words[k].form {
		case "will", "would", "requir", "mandatori", "obligatori", "forbidden", "prohibit", "never", "only", "no", "cannot", "need":
			return false
		}
	}
	return w.s.Sentences[w.words[i].sentence].Modality == lang.NoModality
}

// auxiliary reports whether the words are modal verbs and what goes with them.
func auxiliary(words []string) bool {
	for _, w := range words {
		switch w {
		case "must", "shall", "be", "is", "are", "have", "has", "do", "does", "not", "always":
		default:
			return false
		}
	}
	return true
}
