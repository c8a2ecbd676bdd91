// Package proof decides whether a negative test holds a prohibition. It plans
// what has to be run, reads what came of it, and judges three runs of one named
// test together: the baseline passes, the violation fails in that test and for
// the right reason, and a harmless change passes again. It starts no process;
// it takes records and returns outcomes.
package proof

import (
	"time"

	"github.com/surmise-ci/surmise/internal/probe"
)

// Kind is one way in which tests are run and read.
type Kind struct {
	ID  string
	Doc Doc
	// Check refuses a descriptor that the kind cannot run, in words for people.
	Check func(probe.Check) error
	// Plan is what has to be run in a tree to get one result.
	Plan func(probe.Check, Host) (Plan, error)
	// Read is the result of what was run. It never fails: what it cannot
	// understand is a result of its own.
	Read func(probe.Check, Transcript) Result
	// Tools are the programs that must be on the host's path.
	Tools []string
}

// Doc explains a kind.
type Doc struct {
	Title   string
	Text    string
	Example string // a descriptor, as it stands in a spec
	Since   string
}

// Host is what a plan may know of the machine: absolute paths of tools, and the
// folder of the tree in which the steps run, the same for every run.
type Host struct {
	Tools map[string]string
	Tree  string
	Temp  string // fresh for each run
}

// Plan is the steps of one run, in order; the last one yields the result.
type Plan struct {
	Steps []Step
}

// Step is one process.
type Step struct {
	Argv   []string // absolute program first; no shell
	Dir    string   // below the tree
	Env    []string // besides the runner's own short list
	Build  bool     // prepares; its failure is no test's failure
	Stdin  []byte
	Report string        // file that the step writes; "" if it is read from stdout
	Budget time.Duration // 0 means the default of its sort
}

// Role is what a run is for.
type Role string

// The roles.
const (
	Baseline  Role = "baseline"
	Control   Role = "control"
	Violation Role = "violation"
)

// Transcript is what happened in one run.
type Transcript struct {
	Role  Role
	Steps []StepRecord
}

// StepRecord is what became of one step. The zero value is a step that was
// never started.
type StepRecord struct {
	Started   bool
	Exit      int
	Signal    string // that ended it; "" if it exited
	TimedOut  bool
	Truncated bool // output beyond the cap was lost
	Leftover  bool // processes outlived it
	Stdout    []byte
	Stderr    []byte
	Report    []byte // nil if none was written
	Failed    string // why it could not be run at all; "" if it could
}

// State is what became of the named test in one run. The zero value is
// unknown.
type State string

// The states. Only Passed is good without a violation, and only Failed, for the
// right reason, is good with one.
const (
	Passed          State = "pass"
	Failed          State = "fail"
	Skipped         State = "skip"
	Todo            State = "todo"
	ExpectedFailure State = "xfail"
	UnexpectedPass  State = "xpass"
	NotFound        State = "not_found"
	Ambiguous       State = "ambiguous"
	Flaky           State = "flaky"
	NoAssertions    State = "no_assertions"
	SetupFailed     State = "setup_failed"
	LoadFailed      State = "load_failed"
	BuildFailed     State = "build_failed"
	ParseFailed     State = "parse_failed"
	RuleNotActive   State = "rule_not_active"
	NotLinted       State = "not_linted"
	Crashed         State = "crashed"
	TimedOut        State = "timeout"
	OutputTruncated State = "output_truncated"
	ReportMissing   State = "report_missing"
	ReportStale     State = "report_stale"
	ReportMalformed State = "report_malformed"
	ExitMismatch    State = "exit_mismatch"
	ForeignEvents   State = "foreign_events"
	Infrastructure  State = "infra"
)

// Class is why a test failed.
type Class string

// The classes. Only an assertion shows that the test looks for the forbidden
// thing.
const (
	Assertion Class = "assertion"
	Panic     Class = "panic"
	Exception Class = "exception"
	Unclear   Class = ""
)

// Result is one run of the named test, in the terms of every kind.
type Result struct {
	State   State
	Class   Class  // of Failed
	Message string // of the failure, as the test said it
	Detail  string // what the reader saw, for people
}
