package detect

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Comparison is what became of the requirements of a base: the one computation
// behind the meaning diff and the change detectors.
type Comparison struct {
	revised        []revision // in the order of the base; without what is unchanged
	removed, added []align.Ref
	lost           []align.ScenarioRef
}

// revision is one requirement, or outcome of a scenario, whose words changed.
type revision struct {
	base, head    align.Ref
	kind          ChangeKind
	aspect        claim.Aspect
	before, after claim.Extent // the words that it comes down to; empty if the whole statement or nothing
	demoted       int          // how many requirements the head takes out of force by what its statement says of them; most do not
}

// Compare follows the requirements of a base to a head.
func Compare(base, head []*spec.Document) *Comparison {
	a := align.Match(base, head)
	c := &Comparison{added: a.Added}
	became := make(map[*spec.Statement]*spec.Statement, len(a.Pairs))
	for _, p := range a.Pairs {
		became[p.Base.Statement] = p.Head.Statement
	}
	r := reviser{added: a.Added, head: head, escapes: vaguenessTables(newEscapeWords), plain: plainStyle(a)}
	c.revised = demoted(a, marksOf(base, r.escapes, nil), marksOf(head, r.escapes, origins(a)))
	for _, p := range a.Pairs {
		switch {
		case underWeaker(p, became):
			c.revised = append(c.revised, revision{base: p.Base, head: p.Head, kind: Weakened})
		case !p.Equal:
			c.revised = append(c.revised, r.revise(p))
		case !p.Head.Statement.Role.Binding():
			c.revised = append(c.revised, revision{base: p.Base, head: p.Head, kind: Altered})
		}
	}
	pairs, lost := align.Scenarios(base, head)
	c.revised, c.lost = append(c.revised, revisedOutcomes(pairs)...), lost
	retired, merged := retiredTitles(head), claimsOf(a)
	for _, r := range a.Removed {
		if !retired[title(r.Statement.Section)] && !retired[strings.ToLower(r.Statement.ID)] && !merged.hold(r.Statement) {
			c.removed = append(c.removed, r)
		}
	}
	return c
}

// revise says what an edit did to one requirement: the worst that it did to any
// of its claims.
func (r *reviser) revise(p align.Pair) revision {
	out := revision{base: p.Base, head: p.Head, kind: Reworded}
	if before, ok := claim.LeadOf(p.Base.Statement); ok {
		if after, ok := claim.LeadOf(p.Head.Statement); ok {
			return out.led(before.Revise(after))
		}
	}
	befores, afters := claim.Of(p.Base.Statement), claim.Of(p.Head.Statement)
	if len(befores) == 0 && len(afters) == 0 {
		befores, afters = cells(p)
	}
	e := newWordDiff(p.Base.Statement, p.Head.Statement)
	if by, ok := r.escape(p, e); ok {
		out.worse(Weakened, by)
	}
	if by, ok := r.unbound(p, e); ok {
		out.worse(Weakened, by)
	}
	if by, ok := r.lost(p); ok {
		out.worse(Weakened, claim.Revision{Before: by})
	}
	if english(p) {
		negated := slices.ContainsFunc(befores, func(c claim.Claim) bool { return c.Negated })
		if by, ok := r.weaker(e, negated); ok {
			out.worse(Weakened, by)
		}
	}
	if by, ok := muted(p, befores); ok {
		out.worse(Weakened, by)
		return out
	}
	if len(befores) == 0 && len(afters) == 0 {
		out.worse(Altered, claim.Revision{})
		return out
	}
	taken := make([]bool, len(afters))
	for _, b := range befores {
		k := partner(b, afters, taken)
		if k < 0 {
			out.worse(Altered, claim.Revision{})
			continue
		}
		taken[k] = true
		r := claim.Revise(b, afters[k])
		switch r = visible(p, r, b, afters[k]); r.Relation {
		case claim.Looser:
			if !statedElsewhere(r, p) {
				out.worse(Weakened, r)
				continue
			}
			out.worse(Altered, r)
		case claim.Tighter:
			out.worse(Tightened, r)
		case claim.Conflict, claim.Unrelated:
			out.worse(Altered, r)
		}
	}
	if slices.Contains(taken, false) {
		out.worse(Altered, claim.Revision{})
	}
	return out
}

// cells are the claims of a value in a table whose row stands.
func cells(p align.Pair) (befores, afters []claim.Claim) {
	b, h := p.Base.Statement, p.Head.Statement
	if len(b.Headers) < 2 || len(h.Headers) < 2 || b.Headers[1] != h.Headers[1] {
		return nil, nil
	}
	before, ok := claim.OfCell(b)
	after, known := claim.OfCell(h)
	if !ok || !known {
		return nil, nil
	}
	return []claim.Claim{before}, []claim.Claim{after}
}

// visible is a revision that shows its difference: where both sides have the
// same modal verb, the words that it governs are what was turned round.
func visible(p align.Pair, r claim.Revision, before, after claim.Claim) claim.Revision {
	b, a := phrase(p.Base.Statement, r.Before), phrase(p.Head.Statement, r.After)
	if b != "" && strings.EqualFold(b, a) {
		r.Before, r.After = claim.Extent{Start: before.Start, End: before.End}, claim.Extent{Start: after.Start, End: after.End}
		r.Aspect = claim.Outcome
	}
	return r
}

// muted reports whether the modal verb of a claim is still there, but no longer
// as prose: struck out, or made code.
func muted(p align.Pair, befores []claim.Claim) (claim.Revision, bool) {
	base, head := p.Base.Statement.Text, p.Head.Statement.Text
	if base.String() != head.String() {
		return claim.Revision{}, false
	}
	for _, b := range befores {
		if m := b.Modal; !m.Empty() && head.Prose()[m.Start:m.End] != base.Prose()[m.Start:m.End] {
			return claim.Revision{Relation: claim.Looser, Aspect: claim.Force, Before: m}, true
		}
	}
	return claim.Revision{}, false
}

// led is the revision of a lead-in, by what became of its force.
func (r revision) led(by claim.Revision) revision {
	switch by.Relation {
	case claim.Looser:
		r.worse(Weakened, by)
	case claim.Tighter:
		r.worse(Tightened, by)
	default:
		r.worse(Altered, by)
	}
	return r
}

// underWeaker reports whether an item was put under another lead-in that asks
// less of it. Where its lead-in itself was edited, that is told of the lead-in.
func underWeaker(p align.Pair, became map[*spec.Statement]*spec.Statement) bool {
	from, before := governing(p.Base.Statement)
	to, after := governing(p.Head.Statement)
	return from != nil && to != nil && became[from] != to && before.Revise(after).Relation == claim.Looser
}

// governing is the nearest lead-in above a statement that has a modal verb.
func governing(s *spec.Statement) (*spec.Statement, claim.Lead) {
	for at := s.Parent; at != nil; at = at.Parent {
		if l, ok := claim.LeadOf(at); ok {
			return at, l
		}
	}
	return nil, claim.Lead{}
}

// worse notes what was done to one claim if nothing worse is known: looser
// comes before changed, changed before tighter, tighter before re-worded.
func (r *revision) worse(k ChangeKind, by claim.Revision) {
	rank := func(k ChangeKind) int {
		switch k {
		case Weakened:
			return 3
		case Altered:
			return 2
		case Tightened:
			return 1
		}
		return 0
	}
	if rank(k) > rank(r.kind) {
		r.kind, r.aspect, r.before, r.after = k, by.Aspect, by.Before, by.After
	}
}

// partner is the claim among afters that b most likely became; -1 if none is
// like it. Ties go to the first.
func partner(b claim.Claim, afters []claim.Claim, taken []bool) int {
	const alike = 0.5
	best, score := -1, alike
	for k := range afters {
		if taken[k] {
			continue
		}
		if afters[k].Key() == b.Key() {
			return k
		}
		if s := claim.Likeness(&b, &afters[k]); s > score || best < 0 && s >= score {
			best, score = k, s
		}
	}
	return best
}

// statedElsewhere reports whether a bound that a claim lost still stands in the
// statement, in another sentence.
func statedElsewhere(r claim.Revision, p align.Pair) bool {
	if r.Aspect != claim.Limit || !r.After.Empty() {
		return false
	}
	bound := p.Base.Statement.Text.String()[r.Before.Start:r.Before.End]
	return strings.Contains(p.Head.Statement.Text.Prose(), bound)
}

// retiredTitles are the headings and ids that the head takes away on record:
// what stands under "REMOVED Requirements" with a reason.
func retiredTitles(head []*spec.Document) map[string]bool {
	out := make(map[string]bool)
	for _, d := range head {
		for _, s := range d.Sections {
			if s.Kind != lang.Removed && s.Within(lang.Removed) && len(s.Blocks) > 0 {
				out[title(s)] = true
			}
		}
		for _, s := range d.Statements {
			if s.ID != "" && s.Section.Within(lang.Removed) && len(s.Text.String()) > s.Body()+len(" - why") {
				out[strings.ToLower(s.ID)] = true
			}
		}
	}
	delete(out, "")
	return out
}

// title is a section's heading as far as it names something.
func title(s *spec.Section) string {
	return strings.Join(strings.Fields(strings.ToLower(s.Title)), " ")
}
