package proof

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/probe"
)

// reported is a kind that runs a declared command and reads what it reports.
// Three kinds differ in the form of the report only.
func reported(id string, doc Doc, read func(test string, report []byte, s StepRecord) Result, bundle func() Bundle) Kind {
	return Kind{
		ID: id, Doc: doc,
		Needs: []string{"check_target", "check_test", "check_violation", "check_argv", "check_report"},
		Check: checkReported,
		Plan:  planReported,
		Read: func(c probe.Check, t Transcript) Result {
			s := t.Steps[len(t.Steps)-1]
			if c.Report == reportStdout {
				return read(c.Test, s.Stdout, s)
			}
			return read(c.Test, s.Report, s)
		},
		Bundle: bundle,
	}
}

// reportStdout is the check_report of a command that reports on stdout.
const reportStdout = "stdout"

// command runs any command that writes our own small report.
func command() Kind {
	return reported("command", Doc{
		Title: "a command with a report of its own",
		Text: "Runs check_argv, a list that the policy allows, without a shell, in check_dir. It writes its report to check_report, a fresh file below check_dir, or to stdout: " +
			`{"schema": 1, "tests": [{"id": "refund twice", "outcome": "fail", "failure": "assertion", "message": "refunded twice"}]}. ` +
			"Outcomes are pass, fail and skip; a failure is assertion, panic, exception or \"\". It exits with 0 if and only if no test failed.",
		Example: "check_kind: command\ncheck_target: checks/refund.sh\ncheck_test: refund twice\ncheck_argv: [\"checks/refund.sh\"]\ncheck_report: stdout\ncheck_violation: violations/P-003.edit",
		Since:   "0.1.0",
	}, func(test string, report []byte, s StepRecord) Result { return commandResult(test, report, s.Exit) }, commandBundle)
}

// tap runs a command that reports in the Test Anything Protocol.
func tap() Kind {
	return reported("tap", Doc{
		Title: "a command that reports in TAP",
		Text: "Runs check_argv, a list that the policy allows, without a shell, in check_dir, and reads TAP 13 or 14 from check_report, a fresh file below check_dir, or from stdout. " +
			"check_test is the description of the test, with those of its parents before it: \"refunds > never twice\". Plans, numbers and nesting must be right to the letter. " +
			"Set check_expect unless the failure says in its block, or in Test::More's words on stderr, that it is an assertion.",
		Example: "check_kind: tap\ncheck_target: t/refund.t\ncheck_test: never refunds twice\ncheck_argv: [\"perl\", \"t/refund.t\"]\ncheck_report: stdout\ncheck_violation: violations/P-003.edit",
		Since:   "0.1.0",
	}, func(test string, report []byte, s StepRecord) Result {
		return tapResult(test, report, s.Stderr, s.Exit)
	}, tapBundle)
}

// junit runs a command that reports in JUnit's XML.
func junit() Kind {
	return reported("junit", Doc{
		Title: "a command that reports in JUnit XML",
		Text: "Runs check_argv, a list that the policy allows, without a shell, in check_dir, and reads JUnit XML from check_report, a fresh file below check_dir, or from stdout. " +
			"check_test is the name of the test case, or its class name, a dot and its name; exactly one must have it. Set check_expect unless the failure's type or message says that it is an assertion.",
		Example: "check_kind: junit\ncheck_target: src/test/java/RefundTest.java\ncheck_test: shop.RefundTest.neverTwice\ncheck_argv: [\"mvn\", \"-o\", \"-q\", \"test\", \"-Dtest=RefundTest\"]\n" +
			"check_report: target/surefire-reports/TEST-shop.RefundTest.xml\ncheck_violation: violations/P-003.edit",
		Since: "0.1.0",
	}, func(test string, report []byte, s StepRecord) Result { return junitResult(test, report, s.Exit) }, junitBundle)
}

func checkReported(c probe.Check) error {
	if err := checkPath("check_target", c.Target); err != nil {
		return err
	}
	if err := checkName("check_test", c.Test); err != nil {
		return err
	}
	if c.Dir != "" {
		if err := checkPath("check_dir", c.Dir); err != nil {
			return err
		}
	}
	if c.Report != reportStdout {
		if err := checkPath("check_report", c.Report); err != nil {
			return err
		}
	}
	if err := checkArgv(c.Argv); err != nil {
		return err
	}
	return checkRest(c, "check_target", "check_test", "check_argv", "check_report", "check_dir")
}

// programName is a program that is looked up on the host's path. A path is one
// of the tree.
var programName = pattern.Lazy(`^[A-Za-z0-9_][A-Za-z0-9_.+-]*$`)

func checkArgv(argv []string) error {
	const most = 64
	if len(argv) == 0 || len(argv) > most {
		return fmt.Errorf("check_argv has %d words; it must have 1 to %d", len(argv), most)
	}
	for _, word := range argv {
		if err := checkText("check_argv", word); err != nil {
			return err
		}
	}
	if program := argv[0]; !programName().MatchString(program) {
		if !strings.Contains(program, "/") || checkPath("check_argv", program) != nil {
			return fmt.Errorf("check_argv starts with %s; it must be the name of a program, or a plain path below check_dir", quote(program))
		}
	}
	return nil
}

// Tools are the programs that a descriptor needs.
func Tools(k Kind, c probe.Check) []Tool {
	tools := slices.Clone(k.Tools)
	if len(c.Argv) > 0 && !strings.Contains(c.Argv[0], "/") {
		tools = append(tools, Tool{Name: c.Argv[0]})
	}
	return tools
}

// RefuseArgv is why a descriptor's command is not run; nil if it is, or if it
// has none. allowed are the lists that the base policy allows, word by word; one
// that ends in "..." allows more words after it that are no options.
func RefuseArgv(p probe.Prohibition, line int, allowed [][]string) *Refusal {
	argv := p.Check.Argv
	if len(argv) == 0 || slices.ContainsFunc(allowed, func(list []string) bool { return allows(list, argv) }) {
		return nil
	}
	return &Refusal{
		RefusedArgv, Place{p.Path, line}, "check_argv " + quote(strings.Join(argv, " ")) + " is not allowed by the policy",
		"have it added to prove.commands in the policy of the default branch",
	}
}

func allows(list, argv []string) bool {
	n := len(list)
	if n == 0 || list[n-1] != "..." {
		return slices.Equal(list, argv)
	}
	fixed := list[:n-1]
	if len(fixed) == 0 || len(argv) < len(fixed) || !slices.Equal(fixed, argv[:len(fixed)]) {
		return false
	}
	return !slices.ContainsFunc(argv[len(fixed):], func(word string) bool { return strings.HasPrefix(word, "-") })
}

func planReported(c probe.Check, h Host) (Plan, error) {
	argv := slices.Clone(c.Argv)
	if name := argv[0]; strings.Contains(name, "/") {
		argv[0] = path.Join(h.Tree, c.Dir, name)
	} else if argv[0] = h.Tools[name]; argv[0] == "" {
		return Plan{}, fmt.Errorf("the program %s was not found; install it before the step that proves", quote(name))
	}
	step := Step{Argv: argv, Dir: c.Dir, Budget: budget(c)}
	if c.Report != reportStdout {
		step.Report = path.Join(h.Tree, c.Dir, c.Report)
	}
	return Plan{Steps: []Step{step}}, nil
}

// commandResult decides what our own report and an exit status say of one
// test.
func commandResult(id string, data []byte, exit int) Result {
	if len(data) == 0 {
		return Result{State: ReportMissing, Detail: "the report is empty"}
	}
	tests, err := parseReport(data)
	if err != nil {
		return malformed(err.Error())
	}
	var named []Result
	failed := false
	for _, t := range tests {
		failed = failed || t.result.State == Failed
		if t.id == id {
			named = append(named, t.result)
		}
	}
	switch {
	case len(named) == 0:
		return Result{State: NotFound, Detail: fmt.Sprintf("none of %d tests is %s", len(tests), quote(id))}
	case len(named) > 1:
		return Result{State: Ambiguous, Detail: fmt.Sprintf("%d tests are %s", len(named), quote(id))}
	}
	if r, bad := disagree(named[0].State, failed, exit); bad {
		return r
	}
	return named[0]
}

// reportedTest is one test of our own report.
type reportedTest struct {
	id     string
	result Result
}

func parseReport(data []byte) ([]reportedTest, error) {
	v, err := parseJSON(data)
	if err != nil {
		return nil, err
	}
	root, ok := v.(map[string]any)
	if !ok || len(root) != 2 || fmt.Sprint(root["schema"]) != "1" {
		return nil, fmt.Errorf("the report is not an object with schema 1 and tests alone")
	}
	tests, ok := root["tests"].([]any)
	if !ok {
		return nil, fmt.Errorf("tests is no list")
	}
	var out []reportedTest
	for i, v := range tests {
		t, err := parseReported(v)
		if err != nil {
			return nil, fmt.Errorf("test %d: %w", i+1, err)
		}
		out = append(out, t)
	}
	return out, nil
}

func parseReported(v any) (reportedTest, error) {
	fields, ok := v.(map[string]any)
	if !ok {
		return reportedTest{}, fmt.Errorf("it is no object")
	}
	text := map[string]string{}
	for _, name := range sortedKeys(fields) {
		s, ok := fields[name].(string)
		if !ok || !slices.Contains([]string{"id", "outcome", "failure", "message"}, name) {
			return reportedTest{}, fmt.Errorf("the field %s is not known, or no text", quote(name))
		}
		text[name] = s
	}
	t := reportedTest{id: text["id"], result: Result{State: State(text["outcome"]), Class: Class(text["failure"]), Message: text["message"]}}
	switch {
	case t.id == "":
		return t, fmt.Errorf("it has no id")
	case !slices.Contains([]State{Passed, Failed, Skipped}, t.result.State):
		return t, fmt.Errorf("the outcome %s is not pass, fail or skip", quote(text["outcome"]))
	case !slices.Contains([]Class{Assertion, Panic, Exception, Unclear}, t.result.Class):
		return t, fmt.Errorf("the failure %s is not assertion, panic or exception", quote(text["failure"]))
	case t.result.State != Failed && t.result.Class != Unclear:
		return t, fmt.Errorf("it has the outcome %s and a failure", strconv.Quote(text["outcome"]))
	}
	return t, nil
}

// shellBundle is a bundle of a shell script with one report that passes and one
// that fails.
func shellBundle(kind, pass, fail string) Bundle {
	script := func(report, exit string) string {
		return "cat <<'END'\n" + report + "\nEND\nexit " + exit + "\n"
	}
	check := probe.Check{Kind: kind, Target: "pass.sh", Test: "wired", Violation: "none", Argv: []string{"sh", "pass.sh"}, Report: reportStdout}
	failing := check
	failing.Target, failing.Argv = "fail.sh", []string{"sh", "fail.sh"}
	return Bundle{Files: map[string]string{"pass.sh": script(pass, "0"), "fail.sh": script(fail, "1")}, Pass: check, Fail: failing}
}

func commandBundle() Bundle {
	return shellBundle("command", `{"schema": 1, "tests": [{"id": "wired", "outcome": "pass"}]}`,
		`{"schema": 1, "tests": [{"id": "wired", "outcome": "fail", "failure": "assertion", "message": "seen to fail"}]}`)
}

func tapBundle() Bundle {
	return shellBundle("tap", "TAP version 14\n1..1\nok 1 - wired", "TAP version 14\n1..1\nnot ok 1 - wired\n  ---\n  code: 'ERR_ASSERTION'\n  ...")
}

func junitBundle() Bundle {
	return shellBundle("junit", `<testsuite tests="1"><testcase name="wired"/></testsuite>`,
		`<testsuite tests="1" failures="1"><testcase name="wired"><failure message="AssertionError: seen to fail"/></testcase></testsuite>`)
}
