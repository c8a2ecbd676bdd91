// Package ledger is the record of what a spec leaves open: one entry a gap,
// with a stable identity, an honest default and a state. Its files are decoded
// strictly: what is malformed is an error, never a default, since an entry
// that reads as cleared by mistake would open the gate.
package ledger

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/finding"
)

// State is where an entry stands. The zero value is no state; decoding refuses it.
type State string

// The states. Open is what every entry starts in; the next four are cleared by
// people, or by the policy's autonomous mode; the last three are those of older
// words, which stand in the ledger's past and never block.
const (
	Open         State = "open"
	Acknowledged State = "acknowledged" // seen; going on with the default
	Confirmed    State = "confirmed"    // this is what is wanted
	Dismissed    State = "dismissed"    // not a real gap
	Answered     State = "answered"     // a question about it was answered
	Superseded   State = "superseded"   // the words changed before anybody decided
	Stale        State = "stale"        // the words changed after a decision
	Fixed        State = "fixed"        // the words are gone, and nothing took their place
)

// States lists them.
func States() []State {
	return []State{Open, Acknowledged, Confirmed, Dismissed, Answered, Superseded, Stale, Fixed}
}

// Cleared reports whether the state is one that people or the policy's
// autonomous mode put an entry of the head in.
func (s State) Cleared() bool {
	return s == Acknowledged || s == Confirmed || s == Dismissed || s == Answered
}

// Past reports whether the state is one of older words.
func (s State) Past() bool { return s == Superseded || s == Stale || s == Fixed }

// Kind is what an entry is about.
type Kind string

// The kinds.
const (
	Assumption Kind = "assumption"
)

// prefix is what the ids of assumptions begin with.
const prefix = "a-"

// Entry is one line of the ledger.
type Entry struct {
	ID          string // "a-" and the short id, unique in its ledger; see [finding.IDs]
	Kind        Kind
	Gap         string // the words of the spec, verbatim
	Words       string // the statement that holds them, for showing what changed; "" where it was not read in this run
	Assumption  string // the default taken while it is open
	Why         string
	Severity    finding.Severity // high or medium
	Class       finding.Class
	Affects     string
	Source      string    // the detector's id
	CreatedAt   time.Time // of the revision looked at, in UTC; zero for a working tree, which has none
	Spec        Spec
	Fingerprint finding.Fingerprint
	State       State
	PreExisting bool
	Predecessor string  // id of the entry whose words these were before the change; "" without one
	Events      []Event // oldest first
}

// Spec is where an entry's words stand. Its place repeats the path, and the
// gap as its text.
type Spec struct {
	Path    string
	Heading string
	Place   finding.Place
}

// Ledger is all entries of one run, ordered by path, place and id.
type Ledger struct {
	Entries []Entry
	// Past are entries of earlier heads of the same pull request whose words
	// are no longer there: superseded, stale or fixed. They tell what became of
	// decisions and block nothing.
	Past []Entry
}

// compare orders entries by path, place and id.
func compare(a, b Entry) int {
	return cmp.Or(
		strings.Compare(a.Spec.Path, b.Spec.Path),
		strings.Compare(string(b.Spec.Place.Side), string(a.Spec.Place.Side)), // head before base
		cmp.Compare(a.Spec.Place.Span.Start, b.Spec.Place.Span.Start),
		cmp.Compare(a.Spec.Place.Span.End, b.Spec.Place.Span.End),
		strings.Compare(a.ID, b.ID),
	)
}

// FromFindings opens an entry for every finding that counts and is of high or
// medium severity; low ones are listed by reports only. The findings come from
// one run, with fingerprints. The time is that of the revision looked at, not
// of the run, so that the same revision gives the same bytes; a working tree
// passes the zero time.
func FromFindings(findings []finding.Finding, at time.Time) Ledger {
	var counted []finding.Finding
	for _, f := range findings {
		if f.Active() && f.Severity >= finding.Medium {
			counted = append(counted, f)
		}
	}
	keys := make([]finding.Key, 0, 2*len(counted))
	for _, f := range counted {
		keys = append(keys, finding.Key{Path: f.Path, Fingerprint: f.Fingerprint})
	}
	for _, f := range counted {
		if f.Predecessor != "" {
			keys = append(keys, finding.Key{Path: f.Path, Fingerprint: f.Predecessor})
		}
	}
	ids := finding.IDs(keys)
	predecessors := ids[len(counted):]

	entries := make([]Entry, len(counted))
	for i, f := range counted {
		entries[i] = Entry{
			ID: prefix + ids[i], Kind: Assumption,
			Gap: f.Text, Words: f.Identity.Text, Assumption: f.Default, Why: f.Message,
			Severity: f.Severity, Class: f.Class, Affects: f.Affects, Source: f.Detector,
			CreatedAt:   at.UTC().Truncate(time.Second),
			Spec:        Spec{Path: f.Path, Heading: f.Heading, Place: f.Place},
			Fingerprint: f.Fingerprint, State: Open, PreExisting: f.PreExisting,
		}
		if f.Predecessor != "" {
			entries[i].Predecessor, predecessors = prefix+predecessors[0], predecessors[1:]
		}
	}
	slices.SortFunc(entries, compare)
	return Ledger{Entries: entries}
}
