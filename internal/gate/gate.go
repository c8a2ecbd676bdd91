// Package gate decides. It is a pure function of the policy, the ledger and
// what was looked at; it fails closed: whatever nobody looked at is Unknown,
// and only Pass passes.
package gate

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

// Verdict is a node of the decision tree. The root has three children:
// discovery, assumptions, prohibitions.
type Verdict struct {
	Subject  string
	Status   Status
	Reason   string
	Children []Verdict
}

// Unread is a spec that could not be interrogated, and why.
type Unread struct {
	Path   string
	Reason string
	// Unchanged says that the same bytes stand at the merge base: it is then
	// listed as not looked at, but does not block.
	Unchanged bool
}

// Prohibition is one declared test-tier prohibition with its outcome.
type Prohibition struct {
	ID        string
	Statement string
	Path      string
	Line      int
	Outcome   Status
	Reason    string
}
