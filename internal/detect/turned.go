package detect

import (
	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/claim"
)

// turnedOutcomes are the scenarios whose outcome is the opposite of what it was
// while all that leads to it stands.
func turnedOutcomes(pairs []align.ScenarioPair) []revision {
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
		r := claim.Revise(before, after)
		if r.Relation == claim.Looser && (r.Aspect == claim.Polarity || r.Aspect == claim.Ban || r.Aspect == claim.Outcome) {
			out = append(out, revision{
				base: align.Ref{Doc: p.Base.Doc, Statement: base[changed]}, head: align.Ref{Doc: p.Head.Doc, Statement: head[changed]},
				kind: Weakened, aspect: claim.Outcome,
				before: claim.Extent{Start: before.Start, End: before.End}, after: claim.Extent{Start: after.Start, End: after.End},
			})
		}
	}
	return out
}
