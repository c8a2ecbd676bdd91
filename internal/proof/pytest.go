package proof

import (
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/probe"
)

// pytest runs one test of pytest. A plugin of ours repeats its reports, because
// JUnit has no word for an unexpected pass or the kind of an error.
func pytest() Kind {
	return Kind{
		ID: "pytest",
		Doc: Doc{
			Title: "one test of pytest",
			Text: "Runs exactly check_test of the file check_target with pytest: the rest of the node id after the file, \"TestReceipt::test_no_card[visa]\". " +
				"It has failed for the right reason if an assert, unittest or pytest.fail says so. Needs pytest 7 or later in a virtual environment that policy names in prove.carry, or for the python3 on the path. " +
				"A test that is skipped, expected to fail, or whose fixtures failed never counts. With check_dir pytest starts in a folder below the root.",
			Example: "check_kind: pytest\ncheck_target: tests/test_receipt.py\ncheck_test: test_never_shows_a_card_number\ncheck_violation: violations/P-003.edit",
			Since:   "0.1.0",
		},
		Needs:  []string{"check_target", "check_test", "check_violation"},
		Tools:  []Tool{{Name: "python3", Local: true}},
		Check:  checkFile,
		Plan:   planPytest,
		Read:   readPytest,
		Bundle: pytestBundle,
	}
}

func planPytest(c probe.Check, h Host) (Plan, error) {
	python, err := h.tool("python3")
	if err != nil {
		return Plan{}, err
	}
	files, err := supportFiles("surmise_report.py")
	if err != nil {
		return Plan{}, err
	}
	return Plan{Files: files, Steps: []Step{{
		Argv: []string{
			python, "-m", "pytest", "-p", "surmise_report", "-p", "no:cacheprovider", "--color=no",
			"--rootdir=" + path.Join(h.Tree, c.Dir), pytestID(c),
		},
		Dir:    c.Dir,
		Env:    []string{"CI=true", "NO_COLOR=1", "PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH=" + h.Temp},
		Budget: budget(c),
	}}}, nil
}

// pytestID is the node id of the named test.
func pytestID(c probe.Check) string { return fromDir(c, c.Target) + "::" + c.Test }

// pytestLine is one line of our plugin.
type pytestLine struct {
	Event     string   `json:"event"`
	Version   string   `json:"version"`
	ID        string   `json:"id"`
	When      string   `json:"when"`
	Outcome   string   `json:"outcome"`
	Xfail     bool     `json:"xfail"`
	Raised    string   `json:"raised"` // the exception's type
	Assertion bool     `json:"assertion"`
	Message   string   `json:"message"`
	Frames    []string `json:"frames"` // the innermost first
	Exit      int      `json:"exit"`
}

func readPytest(c probe.Check, t Transcript) Result {
	step, _ := last(t)
	if len(step.Stdout) == 0 {
		if strings.Contains(string(step.Stderr), "No module named pytest") {
			return Result{State: Infrastructure, Detail: "python3 has no pytest; install it for the one on the path, or in an environment that prove.carry names"}
		}
		return Result{State: ReportMissing, Detail: "pytest reported nothing"}
	}
	lines, err := decodeLines[pytestLine](step.Stdout)
	if err != nil {
		return malformed(err.Error())
	}
	end := lines[len(lines)-1]
	switch {
	case lines[0].Event != "begin":
		return malformed("the report does not begin as it should")
	case len(lines) == 1 || end.Event != "end":
		return Result{State: ReportMissing, Detail: "pytest ended before its session did"}
	}
	return pytestResult(c, lines[1:len(lines)-1], end, step.Exit)
}

// pytestResult decides what the lines and the exit status say together.
func pytestResult(c probe.Check, lines []pytestLine, end pytestLine, exit int) Result {
	phases := map[string]pytestLine{}
	var order []string
	clean := true
	for _, l := range lines {
		switch {
		case l.Event == "collect" && l.Outcome == "failed":
			return Result{State: LoadFailed, Detail: quote(lastLine(l.Message))}
		case l.Event == "collect" && l.Outcome == "skipped":
			continue
		case l.Event != "report":
			return malformed("there is no event " + quote(l.Event))
		case l.ID != pytestID(c):
			return foreign(l.ID)
		}
		if _, twice := phases[l.When]; twice {
			return ambiguous(c.Test, 2)
		}
		phases[l.When] = l
		order = append(order, l.When)
		clean = clean && l.Outcome != "failed"
	}
	if end.Exit != exit {
		return Result{State: ExitMismatch, Detail: "the session and the process have different exit statuses"}
	}
	if len(phases) == 0 {
		switch {
		case exit == 3:
			return Result{State: Infrastructure, Detail: "pytest reports an error of its own"}
		case exit == 2:
			return Result{State: Crashed, Detail: "the session was interrupted"}
		}
		return notFound(pytestID(c))
	}
	if o := strings.Join(order, " "); o != "setup call teardown" && o != "setup teardown" {
		return malformed("the phases of the test are " + quote(o))
	}
	return agree(pytestNamed(c, phases), exit, clean)
}

// pytestNamed is the result of the phases of the named test.
func pytestNamed(c probe.Check, phases map[string]pytestLine) Result {
	setup, call, teardown := phases["setup"], phases["call"], phases["teardown"]
	switch {
	case setup.Outcome == "failed":
		return Result{State: SetupFailed, Detail: quote(firstLine(setup.Message))}
	case setup.Outcome == "skipped" && setup.Xfail, call.Outcome == "skipped" && call.Xfail:
		return Result{State: ExpectedFailure}
	case setup.Outcome == "skipped" || call.Outcome == "skipped":
		return Result{State: Skipped}
	case setup.Outcome != "passed" || call.Event == "":
		return malformed("the test was set up and not called")
	case teardown.Outcome != "passed":
		return Result{State: SetupFailed, Detail: "its teardown failed: " + quote(firstLine(teardown.Message))}
	case call.Outcome == "passed" && call.Xfail, call.Outcome == "failed" && call.Raised == "":
		return Result{State: UnexpectedPass}
	case call.Outcome == "passed":
		return Result{State: Passed}
	case call.Outcome != "failed":
		return malformed("there is no outcome " + quote(call.Outcome))
	}
	r := Result{State: Failed, Class: Exception, Message: call.Message}
	switch {
	case call.Assertion && len(call.Frames) > 0 && !slices.ContainsFunc(call.Frames, inTarget(c)):
		r.Detail = "it was not raised in the test, but around it"
	case call.Assertion:
		r.Class, r.Raised = Assertion, raised(c, call.Frames)
	default:
		r.Detail = quote(call.Raised)
	}
	return r
}

// inTarget reports whether a place is in the test's own file.
func inTarget(c probe.Check) func(string) bool {
	return func(frame string) bool { return strings.HasPrefix(frame, fromDir(c, c.Target)+":") }
}

// lastLine is the last line of a text that says something.
func lastLine(s string) string {
	out := ""
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			out = line
		}
	}
	return out
}

// pytestBundle needs nothing but pytest.
func pytestBundle() Bundle {
	check := probe.Check{Kind: "pytest", Target: "test_wired.py", Test: "test_passes", Violation: "none"}
	failing := check
	failing.Test = "test_fails"
	return Bundle{
		Files: map[string]string{
			"test_wired.py": "def test_passes():\n    assert True\n\n\ndef test_fails():\n    assert False, \"seen to fail\"\n",
		},
		Pass: check, Fail: failing,
	}
}
