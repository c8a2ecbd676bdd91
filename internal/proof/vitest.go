package proof

import (
	"path"
	"regexp"
	"slices"

	"github.com/surmise-ci/surmise/internal/probe"
)

// vitest runs one test of vitest. A reporter of ours repeats the results,
// because vitest's own have no word for a retry, an expected failure or the
// kind of an error.
func vitest() Kind {
	return Kind{
		ID: "vitest",
		Doc: Doc{
			Title: "one test of vitest",
			Text: "Runs the test file check_target with the vitest that the tree resolves, and reads the result of check_test: the names of the describe blocks and of the test, joined by blanks. " +
				"It has failed for the right reason if the error is an AssertionError. Needs node, and vitest 2 or later in a folder that policy names in prove.carry. " +
				"A test that is expected to fail, is retried until it passes, or whose setup failed never counts. With check_dir vitest starts in a folder below the root.",
			Example: "check_kind: vitest\ncheck_target: src/receipt.test.ts\ncheck_test: receipt never shows a card number\ncheck_violation: violations/P-003.edit",
			Since:   "0.1.0",
		},
		Needs:  []string{"check_target", "check_test", "check_violation"},
		Tools:  []Tool{{Name: "node"}},
		Check:  checkFile,
		Plan:   planVitest,
		Read:   readVitest,
		Bundle: vitestBundle,
	}
}

func planVitest(c probe.Check, h Host) (Plan, error) {
	return launch(c, h, "vitest", []string{"vitest.mjs", "frames.cjs"},
		"run", fromDir(c, c.Target), "--testNamePattern=^"+regexp.QuoteMeta(c.Test)+"$",
		"--reporter="+path.Join(h.Temp, "vitest.mjs"), "--coverage.enabled=false", "--passWithNoTests=false",
		"--allowOnly=false", "--retry=0", "--cache=false")
}

// vitestReport is what our reporter writes.
type vitestReport struct {
	launched
	Runner string        `json:"runner"`
	Suites []vitestSuite `json:"suites"`
	Errors []vitestFault `json:"errors"` // outside every test
}

type vitestSuite struct {
	File   string        `json:"file"`
	State  string        `json:"state"`
	Errors []vitestFault `json:"errors"`
	Tests  []vitestTest  `json:"tests"`
}

type vitestTest struct {
	Name    string        `json:"name"`
	Mode    string        `json:"mode"`
	State   string        `json:"state"`
	Fails   bool          `json:"fails"` // it is expected to fail
	Retries int           `json:"retries"`
	Hooks   []string      `json:"hooks"` // what became of beforeEach and afterEach
	Setup   []vitestFault `json:"setup"` // of the suites around it
	Errors  []vitestFault `json:"errors"`
}

type vitestFault struct {
	Name    string   `json:"name"`
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Frames  []string `json:"frames"` // the innermost first
}

func readVitest(c probe.Check, t Transcript) Result {
	step, _ := last(t)
	var report vitestReport
	if err := decode(step.Report, &report); err != nil {
		return malformed(err.Error())
	}
	if r, ended := report.result(); ended {
		return r
	}
	switch {
	case report.Runner != "vitest":
		return malformed("the report is of the runner " + quote(report.Runner))
	}
	var named []vitestTest
	clean := len(report.Errors) == 0
	for _, suite := range report.Suites {
		if suite.File != fromDir(c, c.Target) {
			return foreign(suite.File)
		}
		if len(suite.Errors) > 0 && len(suite.Tests) == 0 {
			return Result{State: LoadFailed, Detail: quote(firstLine(suite.Errors[0].Message))}
		}
		clean = clean && suite.State != "fail" && len(suite.Errors) == 0
		for _, test := range suite.Tests {
			clean = clean && test.State != "fail"
			switch {
			case test.Name == c.Test:
				named = append(named, test)
			case test.Mode != "skip" && (test.State == "pass" || test.State == "fail"):
				return foreign(test.Name)
			}
		}
	}
	switch len(named) {
	case 0:
		return notFound(c.Test)
	case 1:
		return agree(vitestNamed(c, named[0]), step.Exit, clean)
	}
	return ambiguous(c.Test, len(named))
}

// vitestNamed is the result of the named test by itself.
func vitestNamed(c probe.Check, test vitestTest) Result {
	switch {
	case len(test.Setup) > 0:
		return Result{State: SetupFailed, Detail: quote(firstLine(test.Setup[0].Message))}
	case test.Mode == "todo":
		return Result{State: Todo}
	case test.Mode == "skip" || test.State == "skip":
		return Result{State: Skipped}
	case test.Fails && test.State == "pass":
		return Result{State: ExpectedFailure}
	case test.Fails && test.State == "fail":
		return Result{State: UnexpectedPass}
	case test.State == "pass" && (test.Retries > 0 || len(test.Errors) > 0):
		return Result{State: Flaky}
	case test.State == "pass":
		return Result{State: Passed}
	case test.State != "fail":
		return malformed("there is no state " + quote(test.State))
	case len(test.Errors) == 0:
		return malformed("the failure has no reason")
	case slices.ContainsFunc(test.Hooks, func(state string) bool { return state != "" && state != "pass" }):
		return Result{State: SetupFailed, Detail: quote(firstLine(test.Errors[0].Message))}
	}
	r := asserted(c, test.Errors[0].Frames)
	for i, e := range test.Errors {
		if i > 0 {
			r.Message += "\n"
		}
		r.Message += e.Message
		if e.Name != "AssertionError" && e.Code != "ERR_ASSERTION" {
			r.Class, r.Detail = Exception, quote(e.Name)
		}
	}
	return r
}

// vitestBundle needs the vitest of the tree.
func vitestBundle() Bundle {
	check := probe.Check{Kind: "vitest", Target: "wired.test.mjs", Test: "passes", Violation: "none"}
	failing := check
	failing.Test = "fails"
	return Bundle{
		Files: map[string]string{
			"package.json": `{"private": true, "type": "module"}` + "\n",
			"wired.test.mjs": "import { expect, test } from 'vitest';\n" +
				"test('passes', () => { expect(1).toBe(1); });\ntest('fails', () => { expect('seen to fail').toBe(''); });\n",
		},
		Pass: check, Fail: failing,
	}
}
