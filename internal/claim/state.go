package claim

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/spec"
)

// Move says that something comes to be in a state.
type Move struct {
	State      string   // its name, in lower case
	Start, End int      // what says it, in the statement's text
	subject    []string // content words of what changes, normalised; empty for "its state"
	named      []string // normalised words of the sentence that stand right behind an article
}

// MovesOf reads the states that a statement names as what something changes to:
// "moves to the state `seized`", "its status becomes `revoked`".
func MovesOf(s *spec.Statement) []Move {
	switch s.Role {
	case spec.Question, spec.Exempt:
		return nil
	}
	var out []Move
	for i := range s.Sentences {
		tokens := s.Sentences[i].Tokens
		if len(tokens) > longest || !slices.ContainsFunc(tokens, func(t spec.Token) bool { return stateNoun(t.Lower) }) {
			continue
		}
		r := reader{text: s.Text.String(), statement: s}
		ws := r.read(&s.Sentences[i], i == 0)
		at, from := destination(ws)
		if at < 0 || !endsName(ws, at+1) {
			continue
		}
		m := Move{State: plainName(ws[at].text), Start: ws[from].start, End: ws[at].end}
		m.subject = subjectBefore(ws[:from])
		for k := 1; k < len(ws); k++ {
			if article(ws[k-1].text) {
				m.named = append(m.named, Normal(ws[k].text))
			}
		}
		out = append(out, m)
	}
	return out
}

// subjectBefore are the content words of the clause that ws ends in.
func subjectBefore(ws []word) []string {
	var out []string
	for k := len(ws) - 1; k >= 0 && !ws[k].punct && ws[k].text != "then"; k-- {
		_, modal := modalAt(ws, k)
		if w := ws[k].text; !modal && !stop(w) && !stateNoun(w) && w != "must" && w != "shall" && w != "will" {
			out = append(out, Normal(w))
		}
	}
	return out
}

func article(w string) bool {
	return w == "a" || w == "an" || w == "the" || w == "each" || w == "every"
}

// destination is the index of the state that a sentence names as what is changed
// to, and of where it starts to say so; -1 without one.
func destination(ws []word) (at, from int) {
	for k := range ws {
		if !changes(ws[k].text) {
			continue
		}
		to := k + 1
		becomes := ws[k].text == "becomes" || ws[k].text == "become"
		if to < len(ws) && (ws[to].text == "to" || ws[to].text == "into") {
			to++
		} else if !becomes {
			continue
		}
		if to < len(ws) && ws[to].text == "the" {
			to++
		}
		switch {
		case to+1 < len(ws) && stateNoun(ws[to].text) && names(ws[to+1]):
			return to + 1, k
		case to+1 < len(ws) && names(ws[to]) && stateNoun(ws[to+1].text):
			return to, k
		case to < len(ws) && names(ws[to]) && slices.ContainsFunc(ws[max(0, k-3):k], func(w word) bool { return stateNoun(w.text) }):
			return to, k
		}
	}
	return -1, -1
}

func names(w word) bool {
	return w.opaque && !strings.Contains(w.text, " ") || !w.punct && !w.number && !stop(w.text) && !opensCondition(w.text) && !generic(Normal(w.text))
}

// endsName reports whether the name of a state is over where word k stands.
func endsName(ws []word, k int) bool {
	return k >= len(ws) || ws[k].punct || stateNoun(ws[k].text) || conditional(ws, k) || opensCondition(ws[k].text) || ws[k].text == "and"
}

func changes(w string) bool {
	switch w {
	case "moves", "move", "moved", "changes", "change", "changed", "goes", "go", "transitions", "transition", "switches", "switch", "set", "becomes", "become":
		return true
	}
	return false
}

func stateNoun(w string) bool {
	switch w {
	case "state", "states", "status", "statuses":
		return true
	}
	return false
}

// Lacks reports whether that of which the claim lists all states is said to come
// to be in one that is not on the list.
func (c *Claim) Lacks(m Move) bool {
	owner := slices.DeleteFunc(slices.Clone(c.words), ofStates)
	if !c.ListsStates() || len(owner) == 0 || noValue(m.State) || c.Lists(m.State) {
		return false
	}
	if len(m.subject) == 0 {
		return within(owner, m.named) // "when the order is lost, its state changes to"
	}
	own := func(w string) bool { return slices.Contains(owner, w) || c.Lists(w) }
	return within(owner, m.subject) && !slices.ContainsFunc(m.subject, func(w string) bool { return !own(w) })
}

// Lists reports whether one of the values that the claim lists is this one, or
// has a word of it.
func (c *Claim) Lists(value string) bool {
	return slices.ContainsFunc(c.listed, func(item string) bool { return overlaps(item, value) })
}

// ListsStates reports whether the claim names all states of something.
func (c *Claim) ListsStates() bool {
	return c.listed != nil && len(c.Scope) == 0 && slices.ContainsFunc(c.words, ofStates)
}

// ofStates reports whether a normalised word is the noun for states.
func ofStates(w string) bool { return w == "stat" || w == "status" }
