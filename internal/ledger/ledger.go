// Package ledger is the record of what a spec leaves open: one entry a gap,
// with a stable identity, an honest default and a state.
package ledger

import "github.com/surmise-ci/surmise/internal/finding"

// State is where an entry stands. The zero value is no state; decoding refuses it.
type State string

// The states that exist without people's decisions.
const (
	Open State = "open"
)

// Kind is what an entry is about; it is also the prefix of its id.
type Kind string

// The kinds.
const (
	Assumption Kind = "assumption"
)

// Entry is one line of the ledger.
type Entry struct {
	ID          string // "a-" and the short id
	Kind        Kind
	Gap         string // the words of the spec, verbatim
	Assumption  string // the default taken while it is open
	Why         string
	Severity    finding.Severity
	Class       finding.Class
	Affects     string
	Source      string // the detector's id
	Spec        Spec
	Fingerprint finding.Fingerprint
	State       State
	PreExisting bool
	Predecessor string // id of the entry whose words these were before the change
}

// Spec is where an entry's words stand.
type Spec struct {
	Path    string
	Heading string
	Place   finding.Place
}

// Ledger is all entries of one run, ordered by path, place and id.
type Ledger struct {
	Entries []Entry
}
