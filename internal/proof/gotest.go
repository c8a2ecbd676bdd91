package proof

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/probe"
)

// goTest runs one Go test. The test binary is built first and run apart, so
// that code which does not compile is never a failed test, and it is converted
// to events by the toolchain's own converter.
func goTest() Kind {
	return Kind{
		ID: "go-test",
		Doc: Doc{
			Title: "one Go test",
			Text: "Builds the test binary of the package folder check_target with vet off, then runs exactly check_test, which is the full name as go test reports it: \"TestRefund/two_parts\". " +
				"It has failed for the right reason if a line of its own test file says why. Examples and fuzz targets with their seeds work too.",
			Example: "check_kind: go-test\ncheck_target: internal/refund\ncheck_test: TestNeverRefundsTwice\ncheck_violation: violations/P-003.edit",
			Since:   "0.1.0",
		},
		Needs:  []string{"check_target", "check_test", "check_violation"},
		Tools:  []Tool{{Name: "go"}},
		Check:  checkGoTest,
		Plan:   planGoTest,
		Read:   readGoTest,
		Bundle: goBundle,
	}
}

// goTestName is a test, example or fuzz target as the testing package knows it,
// with the names of subtests as it rewrites them.
var goTestName = pattern.Lazy(`^(?:Test|Example|Fuzz)[\pL\pN_]*(?:/[^\s/]+)*$`)

func checkGoTest(c probe.Check) error {
	if err := checkPath("check_target", c.Target); err != nil {
		return err
	}
	if !goTestName().MatchString(c.Test) {
		return fmt.Errorf("check_test %s is no name of a Go test; write it as go test -v prints it, TestName/sub_name", quote(c.Test))
	}
	return checkRest(c, "check_target", "check_test")
}

func planGoTest(c probe.Check, h Host) (Plan, error) {
	tool := h.Tools["go"]
	if tool == "" {
		return Plan{}, errors.New("the program go was not found; install Go before the step that proves")
	}
	env := []string{"GOFLAGS=", "GOENV=off", "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK="}
	build := slices.Clone(env)
	cached := h.Caches["go-build"]
	for _, cache := range []struct{ name, variable string }{{"go-build", "GOCACHE"}, {"go-mod", "GOMODCACHE"}} {
		dir := h.Caches[cache.name]
		if dir == "" {
			dir = path.Join(h.Temp, cache.name)
		}
		build = append(build, cache.variable+"="+dir)
	}
	binary, converter := path.Join(h.Temp, "surmise.test"), path.Join(h.Temp, "test2json")
	kept := ""
	if tools := h.Caches["go-tool"]; tools != "" {
		// Linking it costs as much as linking a small test.
		converter = path.Join(tools, "test2json")
		kept = converter
	}
	timeout := budget(c)
	return Plan{Steps: []Step{
		{Argv: []string{tool, "list", "-deps", "-test", "-f", goListFormat, "."}, Dir: c.Target, Env: build, Build: true, Cache: cached},
		{Argv: []string{tool, "build", "-o", converter, "cmd/test2json"}, Dir: c.Target, Env: build, Build: true, Cache: cached},
		{Argv: []string{tool, "test", "-c", "-vet=off", "-ldflags=-w", "-o", binary, "."}, Dir: c.Target, Env: build, Build: true, Cache: cached},
		{
			Argv: []string{
				converter, "-t", "-p", goPackage, binary, "-test.v=test2json", "-test.run=" + goPattern(c.Test),
				"-test.count=1", "-test.paniconexit0", "-test.timeout=" + timeout.String(),
			},
			Dir: c.Target, Env: env, Budget: timeout + grace, Kept: kept,
		},
	}}, nil
}

// goPackage is what the converter calls the package; the real name says nothing
// that the folder does not.
const goPackage = "wired"

// goListFormat prints the folder of the package under test after "= ", and the
// files that the test binary is built from, one a line.
const goListFormat = `{{if not .Standard}}{{if not .DepOnly}}= {{.Dir}}{{"\n"}}{{end}}` +
	`{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}{{range .CgoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}{{end}}`

// goPattern selects exactly one test.
func goPattern(test string) string {
	parts := strings.Split(test, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}

// goEvent is one line of test2json.
type goEvent struct {
	action, test, output string
}

var (
	goFrame = pattern.Lazy(`^\s*(?:=== (?:RUN|PAUSE|CONT|NAME|ATTR)|--- (?:PASS|FAIL|SKIP):|\*\*\* )`)
	goSays  = pattern.Lazy(`(?m)(?:^ *|    )[^\s/:]+_test\.go:\d+: `)
	goPanic = pattern.Lazy(`(?m)^panic: `)
	goFatal = pattern.Lazy(`(?m)^(?:fatal error: |SIG[A-Z]+: |signal: )`)
	goExit  = pattern.Lazy(`(?m)^panic: unexpected call to os\.Exit`)
	goLate  = pattern.Lazy(`(?m)^panic: test timed out after `)
)

func readGoTest(c probe.Check, t Transcript) Result {
	const list, compile, run = 0, 2, 3
	if len(t.Steps) != run+1 {
		return Result{State: Infrastructure, Detail: "a run of go-test has four steps"}
	}
	if bytes.Contains(t.Steps[compile].Stdout, []byte("[no test files]")) {
		return Result{State: NotFound, Detail: "the package has no test files"}
	}
	events, err := goEvents(t.Steps[run].Stdout)
	if err != nil {
		return malformed(err.Error())
	}
	r := goResult(c.Test, events, t.Steps[run].Exit)
	r.Inputs = goInputs(c.Target, t.Steps[list].Stdout)
	return r
}

// goEvents reads the lines of the converter. It writes nothing else, so that
// anything else is not its own.
func goEvents(out []byte) ([]goEvent, error) {
	var events []goEvent
	for line := range bytes.Lines(out) {
		n := len(events) + 1
		v, err := parseJSON(line)
		if err != nil {
			return nil, fmt.Errorf("line %d of the events: %w", n, err)
		}
		fields, ok := v.(map[string]any)
		if !ok || line[len(line)-1] != '\n' {
			return nil, fmt.Errorf("line %d of the events is not a whole event", n)
		}
		var e goEvent
		for _, field := range []struct {
			name string
			to   *string
		}{{"Action", &e.action}, {"Test", &e.test}, {"Output", &e.output}} {
			if v, there := fields[field.name]; there {
				if *field.to, ok = v.(string); !ok {
					return nil, fmt.Errorf("line %d of the events: %s is no text", n, field.name)
				}
			}
		}
		if fields["Package"] != goPackage {
			return nil, fmt.Errorf("line %d of the events is about another package", n)
		}
		events = append(events, e)
	}
	return events, nil
}

// goTally is what the events say of one test.
type goTally struct {
	runs, ends int
	state      State
	late       bool // something happened after the end
}

// goResult decides what the events and the exit status say together.
func goResult(id string, events []goEvent, exit int) Result {
	tallies := map[string]*goTally{}
	var all, own strings.Builder
	var wrapped State
	for i, e := range events {
		last := i == len(events)-1
		if e.action == "output" {
			all.WriteString(e.output)
			if within(e.test, id) {
				own.WriteString(e.output)
			}
		}
		if (e.action == "start") != (i == 0) || e.action == "start" && e.test != "" {
			return malformed("the events do not start once, at the start")
		}
		if e.test == "" {
			if state, ends := goEnd(e.action); ends && !last {
				return malformed("the events do not end once, at the end")
			} else if ends {
				wrapped = state
			}
			if !slices.Contains([]string{"start", "output", "pass", "fail", "skip"}, e.action) {
				return malformed("the package has the event " + quote(e.action))
			}
			continue
		}
		if !within(e.test, id) && !within(id, e.test) {
			return Result{State: ForeignEvents, Detail: "it reported " + quote(e.test), Output: []byte(all.String())}
		}
		if tallies[e.test] == nil {
			tallies[e.test] = &goTally{}
		}
		if !tallies[e.test].add(e.action) {
			return malformed("the test " + quote(e.test) + " has the event " + quote(e.action))
		}
	}
	if len(events) == 0 {
		return Result{State: ReportMissing, Detail: "the run wrote no events"}
	}
	r := goVerdict(id, tallies, wrapped, exit, own.String(), all.String())
	r.Output = []byte(all.String())
	return r
}

// within reports whether a test is another one or stands below it.
func within(test, root string) bool {
	return test == root || strings.HasPrefix(test, root+"/")
}

// goEnd is the state of an event that ends a test.
func goEnd(action string) (State, bool) {
	switch action {
	case "pass":
		return Passed, true
	case "fail":
		return Failed, true
	case "skip":
		return Skipped, true
	}
	return "", false
}

// add counts an event; false if there is no such event of a test.
func (t *goTally) add(action string) bool {
	state, ends := goEnd(action)
	switch {
	case ends:
		t.late = t.late || t.runs == 0
		t.ends, t.state = t.ends+1, state
	case action == "run":
		t.late = t.late || t.ends > 0
		t.runs++
	case slices.Contains([]string{"output", "pause", "cont", "attr", "artifacts", "bench"}, action):
		t.late = t.late || t.ends > 0 || t.runs == 0
	default:
		return false
	}
	return true
}

func goVerdict(id string, tallies map[string]*goTally, wrapped State, exit int, own, all string) Result {
	switch {
	case goLate().MatchString(all):
		return Result{State: TimedOut, Detail: "the test ran into its deadline"}
	case goFatal().MatchString(all):
		return Result{State: Crashed, Detail: quote(from(goFatal(), all))}
	case goExit().MatchString(all):
		return Result{State: Crashed, Detail: quote(from(goExit(), all))}
	}
	named := tallies[id]
	if named == nil || named.runs == 0 && named.ends == 0 {
		if goPanic().MatchString(all) {
			return Result{State: Crashed, Detail: quote(from(goPanic(), all))}
		}
		return Result{State: NotFound, Detail: "no event is about " + quote(id)}
	}
	for _, test := range sortedKeys(tallies) {
		switch t := tallies[test]; {
		case t.runs > 1 || t.ends > 1:
			return Result{State: Ambiguous, Detail: quote(test) + " ran " + strconv.Itoa(t.runs) + " times and ended " + strconv.Itoa(t.ends) + " times"}
		case t.ends == 0:
			return Result{State: Crashed, Detail: quote(test) + " started and never ended"}
		case t.runs == 0 || t.late:
			return Result{State: ForeignEvents, Detail: "the events of " + quote(test) + " are out of order"}
		}
	}
	if wrapped == "" {
		// The process died inside of a test: the converter then ends the test in
		// its stead, and does not end the package.
		if named.state == Failed && exit != 0 && goPanic().MatchString(all) {
			return Result{State: Failed, Class: Panic, Message: strings.TrimSpace(all[goPanic().FindStringIndex(all)[0]:])}
		}
		return Result{State: Crashed, Detail: "the process ended in the middle of the test"}
	}
	if wrapped != Passed && wrapped != Failed || (wrapped == Passed) != (exit == 0) {
		return Result{State: ExitMismatch, Detail: fmt.Sprintf("the package says %q and the exit status is %d", wrapped, exit)}
	}
	return goAgree(id, tallies, wrapped, own, all)
}

// from is the line on which a pattern first matches, from there on.
func from(re *regexp.Regexp, s string) string {
	return firstLine(s[re.FindStringIndex(s)[0]:])
}

// goAgree holds the tests to each other: whoever has a failed child failed.
func goAgree(id string, tallies map[string]*goTally, wrapped State, own, all string) Result {
	named := tallies[id].state
	children, skipped := 0, 0
	for _, test := range sortedKeys(tallies) {
		state := tallies[test].state
		for above := path.Dir(test); above != "."; above = path.Dir(above) {
			if t := tallies[above]; t == nil || state == Failed && t.state != Failed {
				return Result{State: ExitMismatch, Detail: quote(test) + " and " + quote(above) + " disagree"}
			}
		}
		if test != id && within(test, id) {
			children++
			if state == Skipped {
				skipped++
			}
		}
	}
	switch {
	case named == Failed && wrapped != Failed || named != Failed && wrapped != Passed:
		return Result{State: ExitMismatch, Detail: fmt.Sprintf("the test says %q and the package says %q", named, wrapped)}
	case named == Passed && children > 0 && skipped == children:
		return Result{State: Skipped, Detail: "every subtest is skipped"}
	case named != Failed:
		return Result{State: named}
	}
	r := Result{State: Failed, Message: goMessage(own)}
	switch {
	case goPanic().MatchString(all):
		r.Class = Panic
	case goSays().MatchString(own):
		r.Class = Assertion
	}
	return r
}

// goMessage is what a test printed, without the lines that frame it.
func goMessage(output string) string {
	var b strings.Builder
	for line := range strings.Lines(output) {
		if !goFrame().MatchString(line) {
			b.WriteString(strings.TrimRight(line, " \r\n"))
			b.WriteByte('\n')
		}
	}
	return strings.TrimSpace(b.String())
}

// goInputs are the files of the tree that the test is built from.
func goInputs(target string, listed []byte) []string {
	root := ""
	var files []string
	for line := range strings.Lines(string(listed)) {
		line = strings.TrimSuffix(line, "\n")
		if dir, ok := strings.CutPrefix(line, "= "); ok && root == "" {
			root = strings.TrimSuffix(strings.TrimSuffix(dir, target), "/")
		} else if path.IsAbs(line) {
			files = append(files, line)
		}
	}
	var out []string
	for _, f := range files {
		if below, ok := strings.CutPrefix(f, root+"/"); ok && root != "" {
			out = append(out, below)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// goBundle is a package that needs nothing but the toolchain.
func goBundle() Bundle {
	check := probe.Check{Kind: "go-test", Target: ".", Test: "TestPass", Violation: "none"}
	failing := check
	failing.Test = "TestFail"
	return Bundle{
		Files: map[string]string{
			"go.mod":        "module selftest\n\ngo 1.21\n",
			"wired_test.go": "package wired\n\nimport \"testing\"\n\nfunc TestPass(t *testing.T) {}\n\nfunc TestFail(t *testing.T) { t.Error(\"seen to fail\") }\n",
		},
		Pass: check, Fail: failing,
	}
}
