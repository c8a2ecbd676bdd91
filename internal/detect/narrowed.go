package detect

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/spec"
)

// narrowed is what was put into a prohibition so that it forbids less, or what
// was taken out of a duty's list: "must not be sent" became "must not be sent to
// partners", "must log name and address" became "must log name".
func narrowed(p align.Pair, before, after claim.Claim) (claim.Revision, bool) {
	if p.Head.Doc.Language != "en" || before.Negated != after.Negated || len(before.Bounds) != len(after.Bounds) {
		return claim.Revision{}, false
	}
	gone, came := soleDifference(p.Base.Statement, p.Head.Statement)
	switch {
	case before.Negated && gone == "" && narrows(came) && within(before.Words(), after.Words()):
		return claim.Revision{Relation: claim.Looser, Aspect: claim.Reach, After: placeIn(p.Head.Statement, came)}, true
	case !before.Negated && came == "" && conjunct(gone) && within(after.Words(), before.Words()):
		return claim.Revision{Relation: claim.Looser, Before: placeIn(p.Base.Statement, gone)}, true
	}
	return claim.Revision{}, false
}

// narrows reports whether words in a prohibition limit it to one case: where to,
// by what, for whom. What says "in no case at all" does not.
func narrows(words string) bool {
	fields := strings.Fields(strings.ToLower(words))
	if len(fields) < 2 {
		return false
	}
	for _, w := range fields {
		switch strings.Trim(w, ",.;") {
		case "any", "all", "every", "no", "ever", "or", "nor", "and", "anyone", "whatsoever", "least", "must", "shall", "should", "may":
			return false
		}
	}
	switch fields[0] {
	case "to", "in", "for", "of", "with", "by", "on", "from", "via", "through", "during", "at", "outside", "inside", "into", "under", "between",
		"among", "if", "when", "while":
		return true
	}
	return false
}

// conjunct reports whether words are one more member of a list that has to be
// met as a whole.
func conjunct(words string) bool {
	fields := strings.Fields(strings.ToLower(words))
	if len(fields) < 2 || slices.Contains(fields, "or") {
		return false
	}
	return fields[0] == "and" || fields[len(fields)-1] == "and"
}

// within reports whether a sorted set of words lies in another.
func within(a, b []string) bool {
	for _, w := range a {
		if _, ok := slices.BinarySearch(b, w); !ok {
			return false
		}
	}
	return len(a) < len(b)
}

// placeIn is where words of a statement stand; empty where white space parts them
// otherwise than by single blanks.
func placeIn(s *spec.Statement, words string) claim.Extent {
	i := strings.Index(s.Text.String(), words)
	if i < 0 {
		return claim.Extent{}
	}
	return claim.Extent{Start: i, End: i + len(words)}
}

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
