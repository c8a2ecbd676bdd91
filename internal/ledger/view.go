package ledger

import (
	"time"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/policy"
)

// View is what one head of a pull request leaves open: what people saw there.
// It is built by interrogating that head, never from what a run said.
type View struct {
	HeadSHA     string
	PublishedAt time.Time // of its first run; zero if none was published
	Ledger      Ledger
	Questions   []Question // all that could be asked there
	// Prohibitions are those that people judge.
	Prohibitions []Prohibition
}

// InScope are the entries that the gate looks at, in the order of the ledger.
// The number that people see of an entry is its place in this list, from 1: it
// depends on the revision and the policy alone, so that a decision never moves
// the number of another entry.
func (l Ledger) InScope(s policy.Scope) []Entry {
	var out []Entry
	for _, e := range l.Entries {
		if s == policy.ScopeAll || !e.PreExisting {
			out = append(out, e)
		}
	}
	return out
}

// Key is the entry's identity in its repository.
func (e Entry) Key() finding.Key { return finding.Key{Path: e.Spec.Path, Fingerprint: e.Fingerprint} }
