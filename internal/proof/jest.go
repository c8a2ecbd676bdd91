package proof

import (
	"path"
	"regexp"
	"strings"

	"github.com/surmise-ci/surmise/internal/probe"
)

// jest runs one test of jest. A reporter of ours repeats the results, because
// what a test prints goes to the same place as jest's own report, and a listener
// tells a test's own failure from one of a hook.
func jest() Kind {
	return Kind{
		ID: "jest",
		Doc: Doc{
			Title: "one test of jest",
			Text: "Runs the test file check_target with the jest that the tree resolves, and reads the result of check_test: the names of the describe blocks and of the test, joined by blanks, as jest calls it itself. " +
				"It has failed for the right reason if a matcher of expect or node:assert says so. Needs node, and jest 29 or later in a folder that policy names in prove.carry. " +
				"A test that asserts nothing, is retried until it passes, or whose setup failed never counts. With check_dir jest starts in a folder below the root.",
			Example: "check_kind: jest\ncheck_target: src/receipt.test.js\ncheck_test: receipt never shows a card number\ncheck_violation: violations/P-003.edit",
			Since:   "0.1.0",
		},
		Needs:  []string{"check_target", "check_test", "check_violation"},
		Tools:  []Tool{{Name: "node"}},
		Check:  checkFile,
		Plan:   planJest,
		Read:   readJest,
		Bundle: jestBundle,
	}
}

func planJest(c probe.Check, h Host) (Plan, error) {
	// The target comes first: options that take lists would swallow it.
	return launch(c, h, "jest", []string{"jest.cjs", "jest_runner.cjs", "frames.cjs"},
		fromDir(c, c.Target), "--runTestsByPath", "--testNamePattern=^"+regexp.QuoteMeta(c.Test)+"$",
		"--reporters="+path.Join(h.Temp, "jest.cjs"), "--testRunner="+path.Join(h.Temp, "jest_runner.cjs"), "--cacheDirectory="+path.Join(h.Temp, "cache"),
		"--ci", "--runInBand", "--coverage=false", "--watchman=false", "--passWithNoTests=false")
}

// jestReport is what our reporter writes.
type jestReport struct {
	launched
	Runner      string      `json:"runner"`
	Interrupted bool        `json:"interrupted"`
	Suites      []jestSuite `json:"suites"`
}

type jestSuite struct {
	File  string     `json:"file"`
	Error string     `json:"error"`
	Tests []jestTest `json:"tests"`
}

type jestTest struct {
	Name        string      `json:"name"`
	Status      string      `json:"status"`
	Asserts     int         `json:"asserts"` // expectations that held
	Invocations int         `json:"invocations"`
	Entered     bool        `json:"entered"`  // its own function was started
	Hook        bool        `json:"hook"`     // a hook around it failed
	Errors      []jestFault `json:"errors"`   // of its own function
	Messages    []string    `json:"messages"` // of all that failed
}

type jestFault struct {
	Message string   `json:"message"`
	Matcher bool     `json:"matcher"` // a matcher of expect raised it
	Code    string   `json:"code"`
	Frames  []string `json:"frames"` // the innermost first
}

func readJest(c probe.Check, t Transcript) Result {
	step, _ := last(t)
	var report jestReport
	if err := decode(step.Report, &report); err != nil {
		return malformed(err.Error())
	}
	if r, ended := report.result(); ended {
		return r
	}
	switch {
	case report.Runner != "jest":
		return malformed("the report is of the runner " + quote(report.Runner))
	case report.Interrupted:
		return Result{State: Crashed, Detail: "jest was interrupted"}
	}
	var named []jestTest
	clean := true
	for _, suite := range report.Suites {
		if suite.File != fromDir(c, c.Target) {
			return foreign(suite.File)
		}
		if suite.Error != "" {
			return Result{State: LoadFailed, Detail: quote(firstLine(suite.Error))}
		}
		for _, test := range suite.Tests {
			clean = clean && test.Status != "failed"
			switch {
			case test.Name == c.Test:
				named = append(named, test)
			case test.Status == "passed" || test.Status == "failed":
				return foreign(test.Name)
			}
		}
	}
	switch len(named) {
	case 0:
		return notFound(c.Test)
	case 1:
		return agree(jestNamed(c, named[0]), step.Exit, clean)
	}
	return ambiguous(c.Test, len(named))
}

// jestNamed is the result of the named test by itself.
func jestNamed(c probe.Check, test jestTest) Result {
	switch test.Status {
	case "pending", "disabled":
		return Result{State: Skipped}
	case "todo":
		return Result{State: Todo}
	case "passed":
		switch {
		case test.Invocations > 1:
			return Result{State: Flaky}
		case test.Asserts == 0:
			return Result{State: NoAssertions}
		case len(test.Errors) > 0 || len(test.Messages) > 0:
			return malformed("the test passed and has a failure")
		}
		return Result{State: Passed}
	case "failed":
		return jestFailure(c, test)
	}
	return malformed("there is no status " + quote(test.Status))
}

func jestFailure(c probe.Check, test jestTest) Result {
	all := strings.Join(test.Messages, "\n")
	switch {
	case !test.Entered || test.Hook:
		return Result{State: SetupFailed, Detail: quote(firstLine(all))}
	case len(test.Errors) == 0:
		return Result{State: Failed, Class: Exception, Message: all}
	}
	r := asserted(c, test.Errors[0].Frames)
	var said []string
	for _, e := range test.Errors {
		said = append(said, e.Message)
		if !e.Matcher && e.Code != "ERR_ASSERTION" {
			r.Class = Exception
		}
	}
	r.Message = strings.Join(said, "\n")
	return r
}

// jestBundle needs the jest of the tree.
func jestBundle() Bundle {
	check := probe.Check{Kind: "jest", Target: "wired.test.cjs", Test: "passes", Violation: "none"}
	failing := check
	failing.Test = "fails"
	return Bundle{
		Files: map[string]string{
			"package.json":   `{"private": true, "jest": {"testMatch": ["**/wired.test.cjs"]}}` + "\n",
			"wired.test.cjs": "test('passes', () => { expect(1).toBe(1); });\ntest('fails', () => { expect('seen to fail').toBe(''); });\n",
		},
		Pass: check, Fail: failing,
	}
}
