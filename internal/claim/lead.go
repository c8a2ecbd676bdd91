package claim

import (
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
