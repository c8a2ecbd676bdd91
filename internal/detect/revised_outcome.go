package detect

import (
	"slices"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/claim"
)

// revisedOutcomes are the scenarios whose outcome is the opposite of what it was,
// or has a looser limit, while all that leads to it stands. Another outcome than
// before is a change that cannot be called looser.
func revisedOutcomes(pairs []align.ScenarioPair) []revision {
	var out []revision
	for _, p := range pairs {
		base, head := p.Base.Scenario.Steps, p.Head.Scenario.Steps
		if len(base) != len(head) {
			continue
		}
		changed := -1
		for i := range base {
			if base[i].Text.Canonical() == head[i].Text.Canonical() {
				continue
			}
			if changed >= 0 {
				changed = -1
				break
			}
			changed = i
		}
		if changed < 0 {
			continue
		}
		before, led, ok := claim.OutcomeOf(base[changed])
		after, leads, known := claim.OutcomeOf(head[changed])
		if !ok || !known || led != leads {
			continue
		}
		by := claim.Revise(before, after)
		r := revision{
			base: align.Ref{Doc: p.Base.Doc, Statement: base[changed]}, head: align.Ref{Doc: p.Head.Doc, Statement: head[changed]},
			kind: Altered, aspect: by.Aspect, before: by.Before, after: by.After,
		}
		switch {
		case by.Relation == claim.Same:
			continue
		case by.Relation != claim.Looser:
		case by.Aspect == claim.Limit && !by.After.Empty() && limited(before, by.Before):
			r.kind = Weakened
		case by.Aspect == claim.Polarity, by.Aspect == claim.Ban, by.Aspect == claim.Outcome:
			r.kind, r.aspect = Weakened, claim.Outcome
			r.before, r.after = claim.Extent{Start: before.Start, End: before.End}, claim.Extent{Start: after.Start, End: after.End}
		}
		out = append(out, r)
	}
	return out
}

// limited reports whether a bound of an outcome is written as one: a value by
// itself is an example.
func limited(c claim.Claim, at claim.Extent) bool {
	return slices.ContainsFunc(c.Bounds, func(b claim.Bound) bool {
		return b.Start == at.Start && b.End == at.End && b.Shape != claim.Point
	})
}
