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
	// ID is unique among the declarations of a spec, whatever the case of its
	// letters. It is the explicit one, or in front matter, where there need be
	// none, one that is made from the statement.
	ID          string
	Statement   string // as it reads when rendered, on one line
	Requirement string // the requirement that it came of; may be ""
	Category    string // "privacy", "safety"; any word, may be ""
	Status      Status
	Tier        Tier
	Reason      string // why it is dismissed
	Check       Check
	Spec        string      // path of the spec that it belongs to
	Path        string      // of the file that declares it: the spec or its sidecar
	Span        source.Span // the statement in that file
}

// Required reports whether the prohibition is in force: neither dismissed nor
// left unresolved.
func (p Prohibition) Required() bool { return p.Status == Resolved }

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

// Declared reports whether any key of a check is there.
func (c Check) Declared() bool {
	return c.Kind != "" || c.Target != "" || c.Test != "" || c.Rule != "" || c.Violation != "" || c.Expect != "" ||
		c.Control != "" || c.Timeout != 0 || c.Argv != nil || c.Report != "" || c.Dir != ""
}

// Problem is something that a declaration gets wrong, at its place.
type Problem struct {
	Path    string
	Span    source.Span
	Message string // what was found, then what is allowed or the next step
}
