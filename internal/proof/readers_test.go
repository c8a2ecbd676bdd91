package proof

import (
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/probe"
)

// TestReadersOfRunners reads reports that no honest runner writes, or that it
// writes too rarely to be captured.
func TestReadersOfRunners(t *testing.T) {
	t.Parallel()
	file := probe.Check{Target: "a.test.js", Test: "t"}
	node := func(lines ...string) string {
		return "{\"event\":\"begin\"}\n" + strings.Join(lines, "\n") + "\n{\"event\":\"end\"}\n"
	}
	const (
		start  = `{"event":"start","name":"t","depth":0,"file":"a.test.js"}`
		pass   = `{"event":"pass","name":"t","depth":0,"file":"a.test.js"}`
		fail   = `{"event":"fail","name":"t","depth":0,"error":{"type":"testCodeFailure","cause":{"code":"ERR_ASSERTION"}}}`
		below  = `{"event":"start","name":"u","depth":1}` + "\n"
		parent = "\n" + `{"event":"fail","name":"t","depth":0,"error":{"type":"subtestsFailed"}}`
	)
	jestReport := func(file, tests string) string {
		return `{"runner":"jest","suites":[{"file":"` + file + `","tests":[` + tests + `]}]}`
	}
	vitestReport := func(file, tests string) string {
		return `{"runner":"vitest","suites":[{"file":"` + file + `","tests":[` + tests + `]}]}`
	}
	py := func(lines ...string) string {
		return "{\"event\":\"begin\"}\n" + strings.Join(lines, "\n") + "\n{\"event\":\"end\",\"exit\":0}\n"
	}
	phase := func(when, more string) string {
		return `{"event":"report","id":"a.test.js::t","when":"` + when + `","outcome":"passed"` + more + `}`
	}
	const held = `{"name":"t","status":"passed","asserts":1,"invocations":1,"entered":true}`
	tests := []struct {
		name   string
		kind   Kind
		report string
		exit   int
		state  State
		class  Class
	}{
		{"node: a pass", nodeTest(), node(start, pass), 0, Passed, ""},
		{"node: a failed assertion", nodeTest(), node(start, fail), 1, Failed, Assertion},
		{"node: an error with another code", nodeTest(), node(start, strings.Replace(fail, "ERR_ASSERTION", "ENOENT", 1)), 1, Failed, Exception},
		{"node: a failure of a sort unheard of", nodeTest(), node(start, strings.Replace(fail, "testCodeFailure", "other", 1)), 1, Failed, Exception},
		{"node: another file", nodeTest(), node(strings.ReplaceAll(start, "a.test", "b.test"), strings.ReplaceAll(pass, "a.test", "b.test")), 0, ForeignEvents, ""},
		{"node: a failure, then one of the file", nodeTest(),
			node(start, fail, strings.Replace(start, `"t"`, `"a.test.js"`, 1), `{"event":"fail","name":"a.test.js","depth":0,"whole":true,"error":{"type":"testCodeFailure"}}`), 1, Crashed, ""},
		{"node: a test in it throws", nodeTest(), node(start, below+`{"event":"fail","name":"u","depth":1,"error":{"type":"testCodeFailure","cause":{"name":"TypeError"}}}`+parent), 1, Failed, Exception},
		{"node: one test in it asserts and another throws", nodeTest(),
			node(start, below+strings.Replace(strings.Replace(fail, `"t"`, `"u"`, 1), `"depth":0`, `"depth":1`, 1),
				below+`{"event":"fail","name":"u","depth":1,"error":{"type":"testCodeFailure","cause":{"name":"TypeError"}}}`+parent), 1, Failed, Exception},
		{"node: a test in it times out", nodeTest(), node(start, below+`{"event":"fail","name":"u","depth":1,"error":{"type":"testTimeoutFailure"}}`+parent), 1, TimedOut, ""},
		{"node: no test in it fails", nodeTest(), node(start, below+`{"event":"pass","name":"u","depth":1}`+parent), 1, Failed, Exception},
		{"node: a failure without a reason", nodeTest(), node(start, `{"event":"fail","name":"t","depth":0}`), 1, ReportMalformed, ""},
		{"node: nothing but a start", nodeTest(), node(start), 0, Crashed, ""},
		{"node: a start within a start", nodeTest(), node(start, start, pass), 0, ReportMalformed, ""},
		{"node: a negative depth", nodeTest(), node(`{"event":"pass","name":"t","depth":-1}`), 0, ForeignEvents, ""},
		{"node: no beginning", nodeTest(), start + "\n" + pass + "\n{\"event\":\"end\"}\n", 0, ReportMalformed, ""},
		{"node: no end", nodeTest(), "{\"event\":\"begin\"}\n" + start + "\n" + pass + "\n", 0, ReportMalformed, ""},
		{"node: half a line", nodeTest(), node(start, pass) + "{}", 0, ReportMalformed, ""},

		{"jest: a pass", jest(), jestReport("a.test.js", held), 0, Passed, ""},
		{"jest: a pass with a status", jest(), jestReport("a.test.js", held), 1, ExitMismatch, ""},
		{"jest: another file", jest(), jestReport("b.test.js", held), 0, ForeignEvents, ""},
		{"jest: another test", jest(), jestReport("a.test.js", held+","+strings.Replace(held, `"t"`, `"u"`, 1)), 0, ForeignEvents, ""},
		{"jest: a pass with a failure", jest(), jestReport("a.test.js", strings.Replace(held, "}", `,"messages":["x"]}`, 1)), 0, ReportMalformed, ""},
		{"jest: an unknown status", jest(), jestReport("a.test.js", strings.Replace(held, "passed", "fine", 1)), 0, ReportMalformed, ""},
		{"jest: interrupted", jest(), `{"runner":"jest","interrupted":true}`, 0, Crashed, ""},
		{"jest: no files", jest(), `{"runner":"jest"}`, 0, NotFound, ""},
		{"jest: another runner", jest(), vitestReport("a.test.js", ""), 0, ReportMalformed, ""},
		{"jest: not installed", jest(), `{"missing":"jest"}`, 1, Infrastructure, ""},
		{"jest: a file that cannot be loaded", jest(), `{"runner":"jest","suites":[{"file":"a.test.js","error":"x"}]}`, 1, LoadFailed, ""},
		{"jest: a failure that nobody raised", jest(), jestReport("a.test.js", `{"name":"t","status":"failed","entered":true,"messages":["x"]}`), 1, Failed, Exception},
		{"jest: two failures of two sorts", jest(), jestReport("a.test.js", `{"name":"t","status":"failed","entered":true,"errors":[{"matcher":true},{}]}`), 1, Failed, Exception},

		{"vitest: a pass", vitest(), vitestReport("a.test.js", `{"name":"t","mode":"run","state":"pass"}`), 0, Passed, ""},
		{"vitest: another file", vitest(), vitestReport("b.test.js", `{"name":"t","mode":"run","state":"pass"}`), 0, ForeignEvents, ""},
		{"vitest: another test", vitest(), vitestReport("a.test.js", `{"name":"t","mode":"run","state":"pass"},{"name":"u","mode":"run","state":"pass"}`), 0, ForeignEvents, ""},
		{"vitest: no state", vitest(), vitestReport("a.test.js", `{"name":"t","mode":"run"}`), 0, ReportMalformed, ""},
		{"vitest: a failure without a reason", vitest(), vitestReport("a.test.js", `{"name":"t","mode":"run","state":"fail"}`), 1, ReportMalformed, ""},
		{"vitest: a failure with the status 0", vitest(), vitestReport("a.test.js", `{"name":"t","mode":"run","state":"fail","errors":[{"name":"AssertionError"}]}`), 0, ExitMismatch, ""},
		{"vitest: two failures of two sorts", vitest(), vitestReport("a.test.js", `{"name":"t","mode":"run","state":"fail","errors":[{"name":"AssertionError"},{"name":"TypeError"}]}`), 1, Failed, Exception},
		{"vitest: another runner", vitest(), jestReport("a.test.js", ""), 0, ReportMalformed, ""},

		{"pytest: a pass", pytest(), py(phase("setup", ""), phase("call", ""), phase("teardown", "")), 0, Passed, ""},
		{"pytest: out of order", pytest(), py(phase("call", ""), phase("setup", ""), phase("teardown", "")), 0, ReportMalformed, ""},
		{"pytest: never called", pytest(), py(phase("setup", ""), phase("teardown", "")), 0, ReportMalformed, ""},
		{"pytest: called twice", pytest(), py(phase("setup", ""), phase("call", ""), phase("call", ""), phase("teardown", "")), 0, Ambiguous, ""},
		{"pytest: another test", pytest(), py(strings.Replace(phase("setup", ""), "::t", "::u", 1)), 0, ForeignEvents, ""},
		{"pytest: an unknown event", pytest(), py(`{"event":"verdict"}`), 0, ReportMalformed, ""},
		{"pytest: two statuses", pytest(), py(phase("setup", ""), phase("call", ""), phase("teardown", "")), 1, ExitMismatch, ""},
		{"pytest: no beginning", pytest(), "{\"event\":\"end\",\"exit\":0}\n", 0, ReportMalformed, ""},
		{"pytest: no end", pytest(), "{\"event\":\"begin\"}\n", 0, ReportMissing, ""},

		{"eslint: clean", lintRule(), `{"linter":"eslint","files":[{"file":"a.js","level":"2"}]}`, 0, Passed, ""},
		{"eslint: suppressed", lintRule(), `{"linter":"eslint","files":[{"file":"a.js","level":"2","suppressed":[{"rule":"r"}]}]}`, 0, Failed, Assertion},
		{"eslint: another rule", lintRule(), `{"linter":"eslint","files":[{"file":"a.js","level":"2","messages":[{"rule":"s"}]}]}`, 0, Passed, ""},
		{"eslint: a message of no rule", lintRule(), `{"linter":"eslint","files":[{"file":"a.js","level":"2","messages":[{"message":"File ignored"}]}]}`, 0, NotLinted, ""},
		{"eslint: a word for a level", lintRule(), `{"linter":"eslint","files":[{"file":"a.js","level":"error"}]}`, 0, Passed, ""},
		{"eslint: no files", lintRule(), `{"linter":"eslint"}`, 0, NotLinted, ""},
		{"eslint: a file twice", lintRule(), `{"linter":"eslint","files":[{"file":"a.js","level":"2"},{"file":"a.js","level":"2"}]}`, 0, Ambiguous, ""},
		{"eslint: a status", lintRule(), `{"linter":"eslint","files":[{"file":"a.js","level":"2"}]}`, 1, ExitMismatch, ""},
		{"eslint: another linter", lintRule(), `{"linter":"other","files":[{"file":"a.js","level":"2"}]}`, 0, ReportMalformed, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := file
			c.Rule = "r"
			step := StepRecord{Started: true, Exit: tt.exit, Stdout: []byte(tt.report), Report: []byte(tt.report)}
			got := tt.kind.Read(c, Transcript{Role: Baseline, Steps: []StepRecord{step}})
			if got.State != tt.state || got.Class != tt.class {
				t.Errorf("it is read as %+v, want %q %q", got, tt.state, tt.class)
			}
		})
	}
}

// TestReadAstGrep reads runs of three steps, two of which look.
func TestReadAstGrep(t *testing.T) {
	t.Parallel()
	const (
		seen = "sg: entity|file|a.js: language=JavaScript,appliedRuleCount=1\n"
		on   = "sg: entity|rule|r: finalSeverity=Error\n" + seen
		hit  = `[{"ruleId":"r","file":"a.js","message":"m","lines":"l"}]`
	)
	type step struct {
		out, err string
		exit     int
	}
	counted, parsed, clean := step{"a.js:0\n", "", 1}, step{"[]", seen, 0}, step{"[]", on, 0}
	tests := []struct {
		name  string
		steps []step
		state State
	}{
		{"clean", []step{counted, parsed, clean}, Passed},
		{"a match", []step{counted, parsed, {hit, on, 1}}, Failed},
		{"a match with the status 0", []step{counted, parsed, {hit, on, 0}}, ExitMismatch},
		{"a match of another rule", []step{counted, parsed, {strings.Replace(hit, `"r"`, `"s"`, 1), on, 1}}, ForeignEvents},
		{"a match in another file", []step{counted, parsed, {strings.Replace(hit, "a.js", "b.js", 1), on, 1}}, ForeignEvents},
		{"a match without a rule", []step{counted, parsed, {`[{"file":"a.js"}]`, on, 1}}, ReportMalformed},
		{"no list", []step{counted, parsed, {`{}`, on, 0}}, ReportMalformed},
		{"another rule is on", []step{counted, parsed, {"[]", strings.Replace(on, "|r:", "|s:", 1), 0}}, RuleNotActive},
		{"a file was not parsed", []step{counted, {"[]", "", 0}, clean}, NotLinted},
		{"a file was not scanned", []step{counted, parsed, {"[]", strings.Replace(on, seen, "", 1), 0}}, NotLinted},
		{"a file could not be counted", []step{{"a.js:0\n", "grep: b.js: no such file", 2}, parsed, clean}, NotLinted},
		{"the comments were not counted", []step{{"a.js\n", "", 1}, parsed, clean}, ReportMalformed},
		{"the parsing failed", []step{counted, {"", "Error: no", 2}, clean}, Infrastructure},
		{"a step is missing", []step{parsed, clean}, Infrastructure},
		{"nothing was guarded", []step{{"", "", 1}, {"[]", "", 0}, {"[]", "sg: entity|rule|r: finalSeverity=Error\n", 0}}, NotLinted},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			transcript := Transcript{Role: Baseline}
			for _, s := range tt.steps {
				transcript.Steps = append(transcript.Steps, StepRecord{Started: true, Exit: s.exit, Stdout: []byte(s.out), Stderr: []byte(s.err)})
			}
			if got := readAstGrep(probe.Check{Rule: "r"}, transcript); got.State != tt.state {
				t.Errorf("it is read as %+v, want %q", got, tt.state)
			}
		})
	}
}
