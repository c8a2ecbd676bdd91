package proof

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/probe"
)

// nodeSeparator stands between the names of nested tests in an id.
const nodeSeparator = " > "

// nodeTest runs one test of Node's own runner. A reporter of ours repeats the
// runner's events, because text that looks like a report is not one.
func nodeTest() Kind {
	return Kind{
		ID: "node-test",
		Doc: Doc{
			Title: "one test of node --test",
			Text: "Runs the test file check_target with node --test and reads the runner's events for check_test, the test's name; names of suites and tests around it come first, each followed by \" > \". " +
				"It has failed for the right reason if node:assert says so. Needs node 20 or later. " +
				"Tests that are skipped, to do, cancelled by a hook, or ended by process.exit never count, and neither does a file without tests, which node itself counts as one that passes.",
			Example: "check_kind: node-test\ncheck_target: test/receipt.test.js\ncheck_test: \"receipt > never shows a card number\"\ncheck_violation: violations/P-003.edit",
			Since:   "0.1.0",
		},
		Needs:  []string{"check_target", "check_test", "check_violation"},
		Tools:  []Tool{{Name: "node"}},
		Check:  checkFile,
		Plan:   planNodeTest,
		Read:   readNodeTest,
		Bundle: nodeBundle,
	}
}

func planNodeTest(c probe.Check, h Host) (Plan, error) {
	node, err := h.tool("node")
	if err != nil {
		return Plan{}, err
	}
	files, err := supportFiles("node_test.mjs", "frames.cjs")
	if err != nil {
		return Plan{}, err
	}
	argv := []string{node, "--test", "--test-reporter=" + path.Join(h.Temp, "node_test.mjs"), "--test-reporter-destination=stdout"}
	// Node 20 holds the pattern to each name, later versions to all names
	// joined by blanks; what encloses the test has to run too.
	for name := range strings.SplitSeq(c.Test, nodeSeparator) {
		argv = append(argv, "--test-name-pattern=(?:^|\\s)"+regexp.QuoteMeta(name)+"$")
	}
	argv = append(argv, "--", fromDir(c, c.Target))
	return Plan{Files: files, Steps: []Step{{Argv: argv, Dir: c.Dir, Env: nodeEnv(), Budget: budget(c)}}}, nil
}

// nodeEvent is one line of our reporter.
type nodeEvent struct {
	Event   string     `json:"event"`
	Version string     `json:"version"`
	Name    string     `json:"name"`
	Depth   int        `json:"depth"`
	File    string     `json:"file"`
	Suite   bool       `json:"suite"`
	Whole   bool       `json:"whole"` // it is about the file and not about a test
	Skip    bool       `json:"skip"`
	Todo    bool       `json:"todo"`
	Error   *nodeFault `json:"error"`
}

type nodeFault struct {
	Type    string `json:"type"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Signal  string `json:"signal"`
	Cause   struct {
		Code    string   `json:"code"`
		Name    string   `json:"name"`
		Message string   `json:"message"`
		Frames  []string `json:"frames"` // the innermost first
	} `json:"cause"`
}

// nodeOutcome is what became of one test, suite or file.
type nodeOutcome struct {
	nodeEvent
	id string
}

func readNodeTest(c probe.Check, t Transcript) Result {
	step, _ := last(t)
	if len(step.Stdout) == 0 {
		if step.Exit != 0 && strings.Contains(string(step.Stderr), "Could not find ") {
			return notFound(c.Target)
		}
		return Result{State: ReportMissing, Detail: "the runner reported no events"}
	}
	events, err := decodeLines[nodeEvent](step.Stdout)
	if err != nil {
		return malformed(err.Error())
	}
	if events[0].Event != "begin" || events[len(events)-1].Event != "end" {
		return malformed("the events do not begin and end as they should")
	}
	outcomes, r, ok := nodeOutcomes(fromDir(c, c.Target), events[1:len(events)-1])
	if !ok {
		return r
	}
	return nodeResult(c, outcomes, step)
}

// nodeOutcomes joins nested events to outcomes with their full ids. What
// started last has to end first, once.
func nodeOutcomes(file string, events []nodeEvent) ([]nodeOutcome, Result, bool) {
	var open []string
	var out []nodeOutcome
	for _, e := range events {
		if e.File != "" && e.File != file {
			return nil, foreign(e.File + ": " + e.Name), false
		}
		ends := e.Event == "pass" || e.Event == "fail"
		switch {
		case e.Event == "start" && e.Depth == len(open):
			open = append(open, e.Name)
		case ends && (len(open) == 0 || e.Depth != len(open)-1 || e.Name != open[e.Depth]):
			return nil, Result{State: ForeignEvents, Detail: quote(e.Name) + " ended and was not what ran"}, false
		case e.Event == "fail" && e.Error == nil:
			return nil, malformed("the failure of " + quote(e.Name) + " has no reason"), false
		case ends:
			out = append(out, nodeOutcome{e, strings.Join(open, nodeSeparator)})
			open = open[:e.Depth]
		default:
			return nil, malformed("the event " + quote(e.Event) + " of " + quote(e.Name) + " is out of place"), false
		}
	}
	if len(open) > 0 {
		return nil, Result{State: Crashed, Detail: quote(open[len(open)-1]) + " started and never ended"}, false
	}
	return out, Result{}, true
}

// nodeThrown is where node says on standard error what ended a file.
var nodeThrown = pattern.Lazy(`(?m)^\w*Error\b.*`)

// nodeResult decides what the outcomes and the exit status say together.
func nodeResult(c probe.Check, outcomes []nodeOutcome, step StepRecord) Result {
	var named []nodeOutcome
	var file *nodeFault
	clean, excused := true, false
	for _, o := range outcomes {
		failed := o.Event == "fail" && !o.Todo
		clean = clean && !failed
		switch {
		case o.Whole && failed:
			file = o.Error
		case o.Whole:
		case o.id == c.Test && !o.Suite:
			named = append(named, o)
		case o.Skip && strings.HasPrefix(c.Test, o.id+nodeSeparator):
			excused = true
		}
	}
	switch {
	case file != nil && file.Type == "testTimeoutFailure":
		return Result{State: TimedOut, Detail: "the runner ended the file at its deadline"}
	case file != nil && file.Signal != "":
		return Result{State: Crashed, Detail: "the file was ended by " + file.Signal}
	case len(named) > 1:
		return ambiguous(c.Test, len(named))
	case len(named) == 0 && file != nil:
		return Result{State: LoadFailed, Detail: quote(cmp.Or(nodeThrown().FindString(string(step.Stderr)), file.Cause.Message))}
	case len(named) == 0 && excused:
		return Result{State: Skipped, Detail: "the suite around it is skipped"}
	case len(named) == 0:
		return notFound(c.Test)
	}
	r := nodeNamed(c, named[0], outcomes)
	if r.State == Failed && file != nil {
		return Result{State: Crashed, Detail: "the test failed and then its file did: " + quote(firstLine(file.Cause.Message))}
	}
	return agree(r, step.Exit, clean)
}

// nodeNamed is the result of the named test by itself.
func nodeNamed(c probe.Check, o nodeOutcome, all []nodeOutcome) Result {
	switch {
	case o.Todo:
		return Result{State: Todo}
	case o.Skip:
		return Result{State: Skipped}
	case o.Event == "pass":
		children := slices.DeleteFunc(slices.Clone(all), func(b nodeOutcome) bool { return !strings.HasPrefix(b.id, o.id+nodeSeparator) })
		if len(children) > 0 && !slices.ContainsFunc(children, func(b nodeOutcome) bool { return !b.Skip && !b.Todo }) {
			return Result{State: Skipped, Detail: "every test in it is skipped"}
		}
		return Result{State: Passed}
	}
	switch o.Error.Type {
	case "testCodeFailure":
		return nodeFailure(c, o)
	case "subtestsFailed":
		return nodeParent(c, o, all)
	case "testTimeoutFailure":
		return Result{State: TimedOut, Detail: "the test ran into its own deadline"}
	case "hookFailed", "cancelledByParent", "parentAlreadyFinished":
		return Result{State: SetupFailed, Detail: quote(o.Error.Type + ": " + firstLine(o.Error.Cause.Message))}
	}
	return Result{State: Failed, Class: Exception, Message: o.Error.Cause.Message, Detail: quote(o.Error.Type)}
}

func nodeFailure(c probe.Check, o nodeOutcome) Result {
	cause := o.Error.Cause
	r := Result{State: Failed, Class: Exception}
	if cause.Code == "ERR_ASSERTION" {
		r = asserted(c, cause.Frames)
	} else if cause.Name != "" {
		r.Detail = quote(cause.Name)
	}
	r.Message = cause.Message
	return r
}

// nodeParent is the result of a test that failed because tests in it did: for
// the right reason if each of them did.
func nodeParent(c probe.Check, o nodeOutcome, all []nodeOutcome) Result {
	r := Result{State: Failed, Class: Exception}
	for _, b := range all {
		if b.Event != "fail" || b.Todo || !strings.HasPrefix(b.id, o.id+nodeSeparator) || b.Error.Type == "subtestsFailed" {
			continue
		}
		below := nodeNamed(c, b, nil)
		if below.State != Failed || below.Class != Assertion {
			below.Message = b.id + ": " + below.Message
			return below
		}
		if r.Class != Assertion {
			r = below
		}
	}
	return r
}

// nodeBundle is a file that needs nothing but node.
func nodeBundle() Bundle {
	check := probe.Check{Kind: "node-test", Target: "wired.test.cjs", Test: "passes", Violation: "none"}
	failing := check
	failing.Test = "fails"
	return Bundle{
		Files: map[string]string{
			"wired.test.cjs": "const test = require('node:test');\nconst assert = require('node:assert');\n" +
				"test('passes', () => assert.ok(true));\ntest('fails', () => assert.ok(false, 'seen to fail'));\n",
		},
		Pass: check, Fail: failing,
	}
}
