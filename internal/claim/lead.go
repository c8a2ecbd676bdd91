package claim

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Lead is what a lead-in demands of every item under it: "The shop MUST NOT:".
type Lead struct {
	modality lang.Modality
	negated  bool
	modal    Extent
}

// LeadOf reads the statement that a list hangs on: one that ends in a colon and
// has a modal verb, the last of which counts.
func LeadOf(s *spec.Statement) (Lead, bool) {
	text := strings.TrimRight(s.Text.Prose(), " *_\x00")
	if !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "：") || len(s.Sentences) == 0 {
		return Lead{}, false
	}
	last := len(s.Sentences) - 1
	if len(s.Sentences[last].Tokens) > longest {
		return Lead{}, false
	}
	r := reader{text: s.Text.String(), statement: s}
	words := r.read(&s.Sentences[last], last == 0)
	ms := mainModals(words)
	if len(ms) == 0 || ms[len(ms)-1].modality == lang.NoModality {
		return Lead{}, false
	}
	m := ms[len(ms)-1]
	return Lead{m.modality, m.negated, Extent{words[m.start].start, words[m.end-1].end}}, true
}

// led reads the words of an item together with the lead-in that it hangs on:
// "The shop MUST NOT:" and "sell alcohol". It reports false where the lead-in
// has no modal verb, the item has one itself, or the list is one of choices.
func (r *reader) led(lead *spec.Statement) ([]Claim, bool) {
	if len(r.words) == 0 || len(mainModals(r.words)) > 0 || len(lead.Sentences) != 1 || len(lead.Sentences[0].Tokens) > longest {
		return nil, false
	}
	if _, ok := LeadOf(lead); !ok {
		return nil, false
	}
	above := reader{text: lead.Text.String(), statement: lead}
	above.words = above.read(&lead.Sentences[0], true)
	cs := above.clauses()
	if len(cs) != 1 || cs[0].modal.Empty() || slices.ContainsFunc(above.words, numeric) {
		return nil, false
	}
	context, ok := contextWords(lead)
	if !ok {
		return nil, false
	}
	c := cs[0]
	prefix := c.predicate
	for len(prefix) > 0 {
		last := prefix[len(prefix)-1]
		if !last.punct && last.text != "following" && last.text != "the" {
			break
		}
		prefix = prefix[:len(prefix)-1]
	}
	for _, w := range prefix {
		if w.text == "either" || w.text == "any" || w.text == "of" {
			return nil, false
		}
	}
	words := r.words
	for len(words) > 0 && words[len(words)-1].punct {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return nil, false
	}
	// The words of the lead-in stand in another text: here they have no place.
	under := above.text[c.modal.Start:c.modal.End]
	c.modal, c.subject, c.scope = Extent{}, moved(c.subject, words[0].start), moved(c.scope, words[0].start)
	c.predicate = slices.Concat(moved(prefix, words[0].start), words)
	got, ok := (&reader{text: r.text, statement: r.statement, context: context}).claim(finish([]clause{c})[0])
	if !ok {
		return nil, true
	}
	got.Under = under
	return []Claim{got}, true
}

// moved puts words at one place of another text.
func moved(ws []word, at int) []word {
	ws = slices.Clone(ws)
	for i := range ws {
		ws[i].start, ws[i].end = at, at
	}
	return ws
}

// Revise relates a lead-in to what it was before: Looser where the items lost
// their prohibition or their force, or became prohibited, Tighter where they
// gained force. Only a modal verb on either side tells.
func (l Lead) Revise(after Lead) Revision {
	r := Revision{Before: l.modal, After: after.modal}
	switch {
	case l.negated && !after.negated:
		r.Relation, r.Aspect = Looser, Polarity
	case !l.negated && after.negated:
		r.Relation, r.Aspect = Looser, Ban
	case l.modality > after.modality:
		r.Relation, r.Aspect = Looser, Force
	case l.modality < after.modality:
		r.Relation, r.Aspect = Tighter, Force
	default:
		return Revision{Relation: Same}
	}
	return r
}
