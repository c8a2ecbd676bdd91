package proof

import (
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/probe"
)

// Case is one prohibition with everything that is known about its proof: what
// was declared, what was refused before anything ran, and what the runs gave.
type Case struct {
	Prohibition probe.Prohibition
	Line        int // of the statement in its file
	// Refusal is why nothing was run; nil if everything was.
	Refusal *Refusal
	// SelfTest is what the kind's own bundle gave on this machine.
	SelfTest SelfTest
	Link     Link
	// Touched are the places that the violation changes.
	Touched []Place
	// Mutated says that the violation is an automatic mutation.
	Mutated bool
	// NotBuilt says that the test is built from no file that the violation
	// changes; see NotBuilt.
	NotBuilt bool
	// The runs; nil if one was not made.
	Baseline  *Result
	Control   *Result
	Violation *Result
	Again     *Result
	Strict    bool // the second baseline is required
}

// SelfTest says whether a kind saw its own passing test pass and its own
// failing test fail.
type SelfTest struct {
	SawPass bool
	SawFail bool
	Detail  string // what it saw instead
}

// Link is the back-reference in the test: a comment "prohibits: ID".
type Link struct {
	Place Place // of the test, or of the tag
	// Tagged says that the test carries the prohibition's id.
	Tagged bool
	// Others are the places outside the test that carry the tag.
	Others []Place
}

// Place is a line of a file. Line 0 is the whole file.
type Place struct {
	Path string
	Line int
}

// Refusal is why a descriptor or a violation is not run.
type Refusal struct {
	Code  Code
	Place Place
	Text  string // what was found
	Next  string // what to do
}

func (r *Refusal) Error() string { return r.Place.String() + ": " + r.Text + "; " + r.Next }

// Ruling is what a case comes to. Message says what was found and where, Next
// what to do about it.
type Ruling struct {
	Code    Code
	Place   Place
	Message string
	Next    string
}

// Judge decides a case. The order matters: what is not declared is not run,
// what does not pass today is not worth proving, and a violation that nobody
// notices outweighs every doubt about the control.
func Judge(c Case) Ruling {
	if r, decided := c.static(); decided {
		return r
	}
	if !c.SelfTest.SawPass || !c.SelfTest.SawFail {
		return c.infra("the self-test of kind " + c.Prohibition.Check.Kind + " was not seen to pass and fail: " + or(c.SelfTest.Detail, "it was not run"))
	}
	for _, run := range []struct {
		role   Role
		result *Result
	}{{Baseline, c.Baseline}, {Violation, c.Violation}, {Control, c.Control}, {Again, c.Again}} {
		switch {
		case run.role == Again && !c.Strict && run.result == nil:
		case run.result == nil:
			if run.role != Baseline && c.Baseline.State != Passed {
				return c.baseline(*c.Baseline)
			}
			return c.infra("the " + string(run.role) + " was not run")
		case run.result.State == Infrastructure || !slices.Contains(States(), run.result.State):
			return c.infra("the " + string(run.role) + " could not be run: " + or(run.result.Detail, "no reason was recorded"))
		}
	}
	switch {
	case c.Baseline.State != Passed:
		return c.baseline(*c.Baseline)
	case c.Violation.State == Passed:
		if c.NotBuilt {
			return c.notInBuild()
		}
		return c.survived()
	case c.Control.State != Passed:
		return c.control(*c.Control)
	case c.Again != nil && c.Again.State != Passed:
		return c.flaky(*c.Again)
	case c.Violation.State != Failed:
		return c.inconclusive(*c.Violation)
	}
	return c.reason()
}

// static decides what can be decided without a run.
func (c Case) static() (Ruling, bool) {
	check := c.Prohibition.Check
	if check.Kind == "" {
		return c.unwired(), true
	}
	k, ok := Find(check.Kind)
	if !ok {
		return c.unknownKind(), true
	}
	if c.Refusal != nil {
		return c.refused(*c.Refusal), true
	}
	if err := k.Check(check); err != nil && len(Missing(k, check)) == 0 {
		return c.badDescriptor(err), true
	}
	if missing := Missing(k, check); len(missing) > 0 {
		return c.unproven(missing), true
	}
	if !c.Link.Tagged {
		return c.unlinked(), true
	}
	return Ruling{}, false
}

// reason decides a violation that failed, when everything else is well: did
// the test fail because it looks for the forbidden thing?
func (c Case) reason() Ruling {
	v := c.Violation
	if c.Prohibition.Check.Expect != "" {
		switch {
		case !v.Matched:
			return c.wrong(WrongMessage)
		case c.Baseline.Matched || c.Control.Matched || c.Again != nil && c.Again.Matched:
			return c.wrong(WrongBanner)
		}
		return c.proven()
	}
	switch v.Class {
	case Assertion:
		return c.proven()
	case Panic:
		return c.wrong(WrongPanic)
	case Exception:
		return c.wrong(WrongException)
	}
	return c.wrong(WrongUnclear)
}

// Blame is the result of a run under a violation, by who failed: an assertion
// that stands in the code that the violation changes is the violation's own, and
// no test looked for anything.
func Blame(violation Result, changes []Change) Result {
	for _, c := range changes {
		if violation.Class != Assertion || c.Path != violation.Raised.Path {
			continue
		}
		// Rust has tests below the code, in the same file.
		if tests := rustTests(c.After); path.Ext(c.Path) == ".rs" && tests > 0 && violation.Raised.Line >= tests {
			continue
		}
		violation.Class = Exception
		violation.Message = "raised at " + violation.Raised.String() + ", which the violation changes: " + violation.Message
	}
	return violation
}

// NotBuilt reports whether the test of a run is built without any of the code
// that the violation changes. Only source code can be told: other files are
// read at run time.
func NotBuilt(violation Result, touched []Place) bool {
	if violation.Inputs == nil || len(touched) == 0 {
		return false
	}
	for _, p := range touched {
		if path.Ext(p.Path) != ".go" || slices.Contains(violation.Inputs, p.Path) {
			return false
		}
	}
	return true
}

// Find is the kind of an id.
func Find(id string) (Kind, bool) {
	kinds := Kinds()
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.ID == id })
	if i < 0 {
		return Kind{}, false
	}
	return kinds[i], true
}

// Missing lists the keys that a descriptor of the kind lacks.
func Missing(k Kind, c probe.Check) []string {
	var out []string
	for _, key := range k.Needs {
		if value(c, key) == "" {
			out = append(out, key)
		}
	}
	return out
}

// value is a key of a descriptor as text.
func value(c probe.Check, key string) string {
	switch key {
	case "check_kind":
		return c.Kind
	case "check_target":
		return c.Target
	case "check_test":
		return c.Test
	case "check_rule":
		return c.Rule
	case "check_violation":
		return c.Violation
	case "check_expect":
		return c.Expect
	case "check_control":
		return c.Control
	case "check_argv":
		return strings.Join(c.Argv, "\n")
	case "check_report":
		return c.Report
	case "check_dir":
		return c.Dir
	}
	return ""
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
