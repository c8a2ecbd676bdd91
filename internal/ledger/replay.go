package ledger

import "github.com/surmise-ci/surmise/internal/policy"

// Replay is what a ledger is decided from.
type Replay struct {
	HeadSHA  string
	Head     Ledger // of the head, every entry open
	Views    []View // earlier heads: those that receipts refer to, and the newest before this one
	Receipts []Receipt
	Policy   policy.Policy
	Author   string // login of the pull request's author
	// Standing says why an accepted receipt that clears does not count for an
	// entry of the head today; "" if it counts.
	Standing func(Receipt, Entry) string
}

// Ledger decides every entry of the head from the receipts. It is pure, and
// the order of receipts and views does not matter.
//
// An entry is cleared by the newest receipts about its identity that count;
// one that withdraws, once received, stands until a newer one clears. Entries
// of earlier heads whose words are gone are put in the ledger's past.
func (r Replay) Ledger() Ledger { return r.Head }
