// Package gate decides. It is a pure function of the policy, the ledger and
// what was looked at; it fails closed: whatever nobody looked at is Unknown,
// and only Pass passes.
package gate

import "fmt"

// Status is a five-valued outcome. The zero value is Unknown, so that what was
// never set can never read as a pass.
type Status uint8

// The statuses. Error beats Fail beats Unknown beats Pass; Skipped counts as
// Unknown.
const (
	Unknown Status = iota
	Pass
	Fail
	Error
	Skipped
)

// String is the status as reports write it. What is none of the five is named
// as such, and counts as Error.
func (s Status) String() string {
	switch s {
	case Unknown:
		return "unknown"
	case Pass:
		return "pass"
	case Fail:
		return "fail"
	case Error:
		return "error"
	case Skipped:
		return "skipped"
	}
	return fmt.Sprintf("status %d", uint8(s))
}

// rank orders statuses from best to worst.
func (s Status) rank() int {
	switch s {
	case Pass:
		return 0
	case Unknown, Skipped:
		return 1
	case Fail:
		return 2
	}
	return 3
}

// Verdict is a node of the decision tree. The root has three children:
// discovery, assumptions, prohibitions.
type Verdict struct {
	Subject  string
	Status   Status
	Reason   string
	Children []Verdict // in an order that does not depend on the input's
}

// Unread is a spec that could not be interrogated, and why.
type Unread struct {
	Path   string
	Reason string
	// Unchanged says that the same bytes stand at the merge base: it is then
	// listed as not looked at, but does not block.
	Unchanged bool
}

// Prohibition is one declared prohibition with its outcome.
type Prohibition struct {
	ID        string
	Statement string
	Path      string // of the file that declares it
	Line      int    // of the statement; 0 if the head does not have it
	Tier      string // "test" or "judgment"; "" if none was declared
	Outcome   Status
	// Flagged marks a pass that nobody vouches for: no test holds it, and no
	// person said that it holds. Of any other outcome it means nothing.
	Flagged bool
	Code    string // a stable word for the reason; "" if there is nothing to say
	Reason  string // in words for people, with the next step
	// Evidence names the record that the outcome comes from; "" without one.
	Evidence string
	// Caught are a few lines of what its test was seen to catch; nil if it was
	// not seen to.
	Caught []string
}

// CodeDismissed is the code of a prohibition that its spec dismisses. Reports
// list those with the outcome Skipped; they are no input of a decision.
const CodeDismissed = "DISMISSED"

// ByPeople is the tier of prohibitions that are held by people's judgment.
const ByPeople = "judgment"

// worst is the status that decides among several: Error over Fail over Unknown
// over Pass. Skipped counts as Unknown, and so does an empty set.
func worst(statuses ...Status) Status {
	if len(statuses) == 0 {
		return Unknown
	}
	out := Pass
	for _, s := range statuses {
		if s.rank() > out.rank() {
			out = s
		}
	}
	switch out.rank() {
	case 1:
		return Unknown
	case 3:
		return Error
	}
	return out
}
