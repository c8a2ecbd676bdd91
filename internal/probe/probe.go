// Package probe is what a specification says about its edges and its
// prohibitions: items with a status and a tier of verification, the validators
// that both share, and the coverage that follows. It reads documents and
// resolutions; it runs nothing and proves nothing.
package probe

import "github.com/surmise-ci/surmise/internal/source"

// Status is where an item stands. It is orthogonal to how it is verified.
type Status string

// The statuses.
const (
	Resolved   Status = "resolved"
	Dismissed  Status = "dismissed" // needs a reason
	Unresolved Status = "unresolved"
)

// Tier is how a prohibition is held.
type Tier string

// The tiers of prohibitions.
const (
	Test     Tier = "test"     // by a negative test that is proven able to fail
	Judgment Tier = "judgment" // by people
)

// Prohibition is one "must not" as a spec declares it.
type Prohibition struct {
	ID        string // explicit id, unique in its file
	Statement string
	Status    Status
	Tier      Tier
	Reason    string // why it is dismissed
	Check     Check
	Path      string      // of the spec, or of the sidecar that declares it
	Span      source.Span // the statement in that file
}

// Check is the descriptor by which a test-tier prohibition is held, as flat
// scalars. Which keys a kind needs, the kind says.
type Check struct {
	Kind      string   // check_kind: "go-test"
	Target    string   // check_target: package folder, test file or linted glob
	Test      string   // check_test: the exact id of the test
	Rule      string   // check_rule: of lint kinds
	Violation string   // check_violation: path of a violation file
	Expect    string   // check_expect: RE2 on the failure's message
	Control   string   // check_control: "" or "auto", or the path of a control file
	Timeout   int      // check_timeout: seconds; 0 means the kind's own
	Argv      []string // check_argv: of command, tap and junit
	Report    string   // check_report: a path below check_dir, or "stdout"
	Dir       string   // check_dir: where the command runs
}

// Problem is something that a declaration gets wrong, at its place.
type Problem struct {
	Path    string
	Span    source.Span
	Message string
}
