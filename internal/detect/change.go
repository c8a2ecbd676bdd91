package detect

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/finding"
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
	bare := func(s *spec.Statement) string { return strings.TrimRight(s.Text.String()[s.Body():], ". ") }
	for _, r := range align.Words(bare(base), bare(head)) {
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
