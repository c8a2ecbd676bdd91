// Package policy is what a repository has decided about its own gate: which
// files are specs, which findings count and how much. It is decoded by config,
// never from the head of a pull request, and asked by every other package.
package policy

import (
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/pull"
)

// Scope says which entries the gate looks at.
type Scope string

// The scopes.
const (
	ScopeChanged Scope = "changed" // what the change brought; what stood before is listed only
	ScopeAll     Scope = "all"
)

// Policy is the decoded policy file. [Default] is what counts without one.
type Policy struct {
	Specs         Specs
	Scope         Scope
	Since         string // detectors that a later version brought weigh at most low; "" takes all
	Assumptions   bool   // false: the ledger is kept, but no entry blocks
	Rules         Rules
	Paths         []PathRules // later ones win
	Clarification Clarification
	Limits        Limits
	Mode          Mode
	People        People
	// RequireConfirm takes every acknowledgement's power to clear.
	RequireConfirm bool
	Autonomous     Autonomous
	Edges          Edges
	Prove          Prove
}

// Edges says which specs are asked about their edges.
type Edges string

// The choices.
const (
	CoveredEdges Edges = "section" // those with a section about them
	AllEdges     Edges = "all"     // every one, by what its requirements raise
)

// Mode is what the verdict is for.
type Mode string

// The modes.
const (
	ModeGate    Mode = "gate"    // it blocks
	ModeObserve Mode = "observe" // it is told and blocks nothing
)

// People says who decides on a pull request.
type People struct {
	Minimum pull.Permission // everybody with at least this may; never below triage
	Users   []string        // logins that may besides, in lower case
	Bots    []string        // logins of bots and apps that may, in lower case; others never
	// SeparationOfDuties keeps the author and everybody who contributed to the
	// change from clearing anything.
	SeparationOfDuties bool
	RequiredHigh       int // how many people must clear a high entry; at least 1
}

// Autonomous lets a change go on without people: what was on show on an earlier
// head counts as acknowledged. The first head still blocks.
type Autonomous struct {
	Enabled bool
	Authors []string // logins in lower case; empty means everybody
	Paths   []string // globs; empty means every spec
}

// Prove says how prohibitions are proven.
type Prove struct {
	// Carry are paths, slash-separated and relative to the repository's root,
	// that are not tracked and that tests need: each run sees them read-only.
	Carry []string
	// Commands are the command lines that check_argv may hold, word by word; one
	// that ends in "..." allows more words that are no options.
	Commands [][]string
	// AllowWeakIsolation lets a proof count that ran without isolation.
	AllowWeakIsolation bool
	// AllowMutation lets a proof count whose violation is an automatic mutation.
	AllowMutation bool
	// Strict runs the unchanged tree once more at the end.
	Strict  bool
	Timeout int // seconds that one test may take at most
}

// Specs are the globs of the files that are interrogated, slash-separated and
// relative to the repository's root.
type Specs struct {
	Include []string
	Exclude []string
	// Written says that the policy file names the globs itself: matching
	// nothing is then a configuration error, not an empty repository.
	Written bool
}

// Rules move severities. A detector's rule beats an area's.
type Rules struct {
	Detectors map[string]finding.Severity
	Areas     map[string]finding.Severity
}

// PathRules are rules for the specs that match a glob.
type PathRules struct {
	Glob  string
	Rules Rules
}

// Clarification is the ambiguity score's part of the policy, with the knobs of
// the structured clarification gate.
type Clarification struct {
	Enabled               bool
	TriggerThreshold      int // 0 to 100; a score at or above it is a high entry
	MaxQuestions          int // that one pull request is asked in all; 0 asks none
	MinAcceptanceCriteria int
	Signals               Signals
}

// Signals are the weights of the score, added and clamped to 100.
type Signals struct {
	NoAcceptanceCriteria int
	VagueDescription     int
	NoTargetSurface      int
	UnboundedScope       int
}

// Limits cap what hostile or runaway input may cost. Reaching one is always
// shown.
type Limits struct {
	FileBytes int // one file
	RunBytes  int // all files of a run
	Nesting   int // block nesting
	Brackets  int // opening brackets in one paragraph
}

// Default is the policy without a policy file.
func Default() Policy {
	return Policy{
		Specs: Specs{
			Include: []string{
				"SPEC.md", "PRD.md", "docs/prd*.md", "docs/specs/**/*.md",
				"specs/*/spec.md",
				"openspec/specs/**/spec.md", "openspec/changes/*/specs/**/spec.md",
				".kiro/specs/*/requirements.md",
				".planning/**/SPEC.md", ".loki/generated-prd.md",
			},
			Exclude: []string{"openspec/changes/archive/**"},
		},
		Scope:       ScopeChanged,
		Assumptions: true,
		Clarification: Clarification{
			Enabled: true, TriggerThreshold: 50, MaxQuestions: 4, MinAcceptanceCriteria: 1,
			Signals: Signals{NoAcceptanceCriteria: 60, VagueDescription: 25, NoTargetSurface: 20, UnboundedScope: 25},
		},
		Limits: Limits{FileBytes: 16 << 20, RunBytes: 64 << 20, Nesting: 100, Brackets: 1000},
		Mode:   ModeGate,
		Edges:  CoveredEdges,
		People: People{Minimum: pull.Write, RequiredHigh: 1},
		Prove:  Prove{Timeout: 600},
	}
}
