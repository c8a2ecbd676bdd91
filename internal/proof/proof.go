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
	// Needs are the keys of a descriptor without which nothing can be proven,
	// besides check_kind.
	Needs []string
	// Check refuses a descriptor that the kind cannot run, in words for people.
	Check func(probe.Check) error
	// Plan is what has to be run in a tree to get one result.
	Plan func(probe.Check, Host) (Plan, error)
	// Read is the result of what was run, for a transcript whose steps all ran
	// to their end; the function Read sees to the rest. It never fails: what it
	// cannot understand is a result of its own.
	Read func(probe.Check, Transcript) Result
	// Bundle is a small tree of our own with one test that passes and one that
	// fails: a kind that does not see both on this machine proves nothing.
	Bundle func() Bundle
	// Guards says that check_target selects the files that a rule guards, and
	// that a violation or a control is a snippet put at the end of each of them.
	Guards bool
	// Tools are the programs without which nothing can be run.
	Tools []Tool
	// Files are the files of the tree in which check_test may stand, the
	// likeliest first; not all of them need to be there. nil if check_target is
	// the one file, or the folder whose test files it may be.
	Files func(probe.Check) []string
}

// Tool is a program of the host.
type Tool struct {
	Name string
	// Local says that a project may bring the program itself, in a folder that
	// policy lets runs see. It then comes before the one on the host's path. No
	// project brings its own compiler: one that does reports what it likes.
	Local bool
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
	// Guarded are the tracked files of the tree that check_target selects,
	// sorted and slash-separated; of kinds that guard files.
	Guarded []string
	// Caches are folders that outlive a run, by name: "go-build", "go-mod",
	// "cargo-home", and "go-tool", the one in which programs of Go itself are
	// kept. One that is not there is fresh for each run.
	Caches map[string]string
}

// Bundle is a tree with which a kind shows that it can tell a pass from a
// failure.
type Bundle struct {
	Files map[string]string // content by path
	Pass  probe.Check       // its test passes
	Fail  probe.Check       // its test fails by assertion
}

// Plan is the steps of one run, in order; the last one yields the result.
type Plan struct {
	// Files are written into the temporary folder before the first step: our
	// own reporters and plugins.
	Files []File
	Steps []Step
}

// File is a support file of a plan.
type File struct {
	Name string // below the temporary folder, slash-separated
	Data []byte
}

// Step is one process.
type Step struct {
	Argv []string // absolute program first; no shell
	// Program is the program where only an earlier step can name it; Argv are
	// then the arguments after it. It gets the records of the steps before.
	Program func([]StepRecord) (string, error)
	Dir     string   // below the tree, slash-separated; "" is the tree
	Env     []string // besides the runner's own short list
	Build   bool     // prepares; its failure is no test's failure
	// Cache is the folder of the host's caches that the step may write; "" for
	// none. A step that runs code of the tree must have none: what it left there
	// would tell one run of another.
	Cache string
	// Kept is a program in a cache that the step sees, and nothing else of that
	// cache; "" for none.
	Kept   string
	Stdin  []byte
	Report string        // absolute path of the file that the step writes anew; "" if stdout is the report
	Budget time.Duration // 0 means the default of its sort
}

// Role is what a run is for.
type Role string

// The roles.
const (
	Baseline  Role = "baseline"
	Control   Role = "control"
	Violation Role = "violation"
	Again     Role = "baseline-again" // the second baseline of strict mode
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
	Stale     bool   // the report is not a fresh regular file of this step
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
	// Raised is the line of the tree on which an assertion failed; zero where
	// the kind cannot tell.
	Raised Place
	// Matched says that check_expect matches: the message of a failure, and
	// anything at all that another run printed.
	Matched bool
	// Output is what was printed, freed from the report's framing; nil where
	// stdout and stderr say it all.
	Output []byte
	// Inputs are the files of the tree that the test is built from; nil where
	// the kind cannot tell.
	Inputs []string
}
