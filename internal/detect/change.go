package detect

import "github.com/surmise-ci/surmise/internal/finding"

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
