package detect

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// ChangeKind says what a change did to one requirement.
type ChangeKind string

// The kinds of change, in the order in which the meaning diff lists them.
const (
	Weakened  ChangeKind = "looser"
	Removed   ChangeKind = "removed"
	Tightened ChangeKind = "tighter"
	Altered   ChangeKind = "changed" // another claim; neither looser nor tighter
	Added     ChangeKind = "new"
	Reworded  ChangeKind = "re-worded" // same claim in other words
)

// Change is one line of the meaning diff.
type Change struct {
	Kind    ChangeKind
	Subject string        // id, else heading, of the requirement
	Text    string        // "timeout 5 s → 30 s"; "" if the kind says it all
	Before  finding.Place // zero if new
	After   finding.Place // zero if removed
}

// Changes is the meaning diff: kind by kind in the order of the constants, and
// in document order within a kind. What is the same word for word, wherever it
// stands, is not in it.
func (c *Comparison) Changes() []Change {
	byKind := make(map[ChangeKind][]Change)
	for _, r := range c.revised {
		byKind[r.kind] = append(byKind[r.kind], Change{
			Kind: r.kind, Subject: r.head.Statement.Anchor(), Text: r.text(),
			Before: placeOf(r.base, finding.Base, r.before), After: placeOf(r.head, finding.Head, r.after),
		})
	}
	for _, r := range c.removed {
		byKind[Removed] = append(byKind[Removed], Change{
			Kind: Removed, Subject: r.Statement.Anchor(), Before: placeOf(r, finding.Base, claim.Extent{}),
		})
	}
	for _, r := range c.added {
		byKind[Added] = append(byKind[Added], Change{
			Kind: Added, Subject: r.Statement.Anchor(), After: placeOf(r, finding.Head, claim.Extent{}),
		})
	}
	var out []Change
	for _, k := range []ChangeKind{Weakened, Removed, Tightened, Altered, Added, Reworded} {
		out = append(out, byKind[k]...)
	}
	return out
}

// Comparison is what became of the requirements of a base: the one computation
// behind the meaning diff and the change detectors.
type Comparison struct {
	revised        []revision // in the order of the base; without what is unchanged
	removed, added []align.Ref
}

// revision is one requirement whose words changed.
type revision struct {
	base, head    align.Ref
	kind          ChangeKind
	aspect        claim.Aspect
	before, after claim.Extent // the words that it comes down to; empty if the whole statement or nothing
}

// Compare follows the requirements of a base to a head.
func Compare(base, head []*spec.Document) *Comparison {
	a := align.Match(base, head)
	c := &Comparison{added: a.Added}
	became := make(map[*spec.Statement]*spec.Statement, len(a.Pairs))
	for _, p := range a.Pairs {
		became[p.Base.Statement] = p.Head.Statement
	}
	r := reviser{added: a.Added, head: head, escapes: vaguenessTables(newEscapeWords)}
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
	retired := retiredTitles(head)
	for _, r := range a.Removed {
		if !retired[title(r.Statement.Section)] && !retired[strings.ToLower(r.Statement.ID)] {
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
	if e, ok := r.escape(p); ok {
		out.worse(Weakened, claim.Revision{After: e})
	}
	if e, ok := r.lost(p); ok {
		out.worse(Weakened, claim.Revision{Before: e})
	}
	befores, afters := claim.Of(p.Base.Statement), claim.Of(p.Head.Statement)
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
		switch r := claim.Revise(b, afters[k]); r.Relation {
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
	for _, used := range taken {
		if !used {
			out.worse(Altered, claim.Revision{})
		}
	}
	return out
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

// text is the change in few words: "within 5 s → within 30 s".
func (r *revision) text() string {
	const longest = 60
	before, after := phrase(r.base.Statement, r.before), phrase(r.head.Statement, r.after)
	switch {
	case before != "" || after != "":
	case r.kind == Altered:
		before, after = soleDifference(r.base.Statement, r.head.Statement)
	default:
		return ""
	}
	if before == "" && after == "" || len(before)+len(after) > longest {
		return ""
	}
	return arrow(before, after)
}

// arrow writes a change; what came or went is set against "none".
func arrow(before, after string) string {
	if before == "" {
		before = "none"
	}
	if after == "" {
		after = "none"
	}
	return before + " → " + after
}

// soleDifference is the one run of words in which two statements differ; empty
// if there are several.
func soleDifference(base, head *spec.Statement) (before, after string) {
	found := false
	for _, r := range align.Words(base.Text.String()[base.Body():], head.Text.String()[head.Body():]) {
		if r.Shared() {
			continue
		}
		if found {
			return "", ""
		}
		found, before, after = true, r.Before, r.After
	}
	return before, after
}

// phrase is the text of an extent on one line; "" if it is empty.
func phrase(s *spec.Statement, e claim.Extent) string {
	if e.Empty() {
		return ""
	}
	return strings.Join(strings.Fields(s.Text.String()[e.Start:e.End]), " ")
}

// spanOf is where an extent stands in the file; the statement if it is empty.
func spanOf(s *spec.Statement, e claim.Extent) source.Span {
	if e.Empty() {
		return s.Span
	}
	return s.Text.Span(e.Start, e.End)
}

func placeOf(r align.Ref, side finding.Side, e claim.Extent) finding.Place {
	return finding.PlaceOf(r.Doc.File, side, spanOf(r.Statement, e))
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
