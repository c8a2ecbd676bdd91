package ledger

import (
	"time"

	"github.com/surmise-ci/surmise/internal/finding"
)

// Verb is what a decision does to an entry.
type Verb string

// The verbs. [Reopen] withdraws, [Judge] says what its choice says, and the
// others clear.
const (
	Confirm     Verb = "confirm"
	Acknowledge Verb = "acknowledge"
	Dismiss     Verb = "dismiss"
	Answer      Verb = "answer"
	Reopen      Verb = "reopen"
	Judge       Verb = "judge" // of prohibitions; does nothing to an entry
)

// Verbs lists those that entries have events of.
func Verbs() []Verb { return []Verb{Confirm, Acknowledge, Dismiss, Answer, Reopen} }

// Clears reports whether the verb clears an entry.
func (v Verb) Clears() bool { return v != Reopen && v.State() != "" }

// State is where an entry stands once the verb counts; "" for what is no verb.
func (v Verb) State() State {
	switch v {
	case Confirm:
		return Confirmed
	case Acknowledge:
		return Acknowledged
	case Dismiss:
		return Dismissed
	case Answer:
		return Answered
	case Reopen:
		return Open
	}
	return ""
}

// Effect is what an event does today. It is decided anew in every replay.
type Effect string

// The effects.
const (
	Counts  Effect = "counts"  // the entry stands where it does because of it
	Waits   Effect = "waits"   // it counts once more people decide the same
	Outdone Effect = "outdone" // a later event took its place
	Void    Effect = "void"    // it has no power; Event.Why says why
)

// Effects lists them.
func Effects() []Effect { return []Effect{Counts, Waits, Outdone, Void} }

// Event is one thing that happened to an entry. Nothing is ever taken away
// from a list of events: what lost its power is still there, and says why.
type Event struct {
	Verb        Verb
	Auto        bool // by the policy's autonomous mode, not by a person
	By          string
	Permission  string // what that person was allowed when it was received
	Self        bool   // by the author of the pull request
	At          time.Time
	Link        string // of the comment
	HeadSHA     string // the head that was on show
	Fingerprint finding.Fingerprint
	Question    finding.Fingerprint // that an answer is to; "" for every other verb
	Choice      string              // the side, "A" or "B", or the option of a question
	Reason      string              // the person's words
	Effect      Effect
	Why         string // why it is void or waits, in words for people; "" otherwise
}
