package proof

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/probe"
)

// TestPlansOfRunners holds what is run to the letter: a flag more or less
// decides what a green run means.
func TestPlansOfRunners(t *testing.T) {
	t.Parallel()
	host := Host{
		Tools: map[string]string{"node": "/bin/node", "python3": "/bin/python3", "ast-grep": "/bin/ast-grep", "grep": "/bin/grep"},
		Tree:  "/tree", Temp: "/temp", Guarded: []string{"web/src/a.js", "web/src/b.js"},
	}
	tests := []struct {
		kind  Kind
		check probe.Check
		want  []string // one line for each step
		files []string
	}{
		{nodeTest(), probe.Check{Target: "test/a.test.js", Test: "receipt > costs (1.5)"}, []string{
			`/bin/node --test --test-reporter=/temp/node_test.mjs --test-reporter-destination=stdout --test-name-pattern=(?:^|\s)receipt$ --test-name-pattern=(?:^|\s)costs \(1\.5\)$ -- test/a.test.js`,
		}, []string{"node_test.mjs", "frames.cjs"}},
		{jest(), probe.Check{Target: "web/a.test.js", Test: "receipt costs (1.5)", Dir: "web"}, []string{
			`/bin/node /temp/launch.cjs jest a.test.js a.test.js --runTestsByPath --testNamePattern=^receipt costs \(1\.5\)$ --reporters=/temp/jest.cjs --testRunner=/temp/jest_runner.cjs ` +
				`--cacheDirectory=/temp/cache --ci --runInBand --coverage=false --watchman=false --passWithNoTests=false`,
		}, []string{"launch.cjs", "jest.cjs", "jest_runner.cjs", "frames.cjs"}},
		{vitest(), probe.Check{Target: "a.test.ts", Test: "receipt costs"}, []string{
			`/bin/node /temp/launch.cjs vitest a.test.ts run a.test.ts --testNamePattern=^receipt costs$ --reporter=/temp/vitest.mjs --coverage.enabled=false --passWithNoTests=false --allowOnly=false --retry=0 --cache=false`,
		}, []string{"launch.cjs", "vitest.mjs", "frames.cjs"}},
		{pytest(), probe.Check{Target: "api/tests/test_a.py", Test: "TestA::test_b[c d]", Dir: "api"}, []string{
			`/bin/python3 -m pytest -p surmise_report -p no:cacheprovider --color=no --rootdir=/tree/api tests/test_a.py::TestA::test_b[c d]`,
		}, []string{"surmise_report.py"}},
		{lintRule(), probe.Check{Target: "web/src/*.js", Rule: "no-eval", Dir: "web"}, []string{`/bin/node /temp/eslint.cjs no-eval`}, []string{"eslint.cjs", "guarded.json"}},
		{astGrep(), probe.Check{Target: "web/src/*.js", Rule: "no.eval"}, []string{
			`/bin/grep -cHE -e ast-grep-ignore([^:]|$|:.*no\.eval) -- web/src/a.js web/src/b.js`,
			`/bin/ast-grep scan --json=compact --inspect=entity --color=never --rule /temp/parse.yml -- web/src/a.js web/src/b.js`,
			`/bin/ast-grep scan --json=compact --inspect=entity --color=never --config sgconfig.yml --filter ^no\.eval$ -- web/src/a.js web/src/b.js`,
		}, []string{"parse.yml"}},
	}
	for _, tt := range tests {
		t.Run(tt.kind.ID, func(t *testing.T) {
			t.Parallel()
			tt.check.Kind = tt.kind.ID
			if err := tt.kind.Check(tt.check); err != nil {
				t.Fatal(err)
			}
			plan, err := tt.kind.Plan(tt.check, host)
			if err != nil {
				t.Fatal(err)
			}
			var argv, files []string
			for _, s := range plan.Steps {
				argv = append(argv, strings.Join(s.Argv, " "))
				if s.Dir != tt.check.Dir || s.Build {
					t.Errorf("the step runs in %q, as a build: %t", s.Dir, s.Build)
				}
			}
			for _, f := range plan.Files {
				files = append(files, f.Name)
			}
			if diff := cmp.Diff(tt.want, argv); diff != "" {
				t.Errorf("argv (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.files, files); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if _, err := tt.kind.Plan(tt.check, Host{Guarded: host.Guarded}); err == nil {
				t.Error("it is planned without its tools")
			}
		})
	}
	t.Run("nothing to guard", func(t *testing.T) {
		t.Parallel()
		for _, k := range []Kind{lintRule(), astGrep()} {
			if _, err := k.Plan(probe.Check{Kind: k.ID, Target: "src/*.js", Rule: "no-eval"}, Host{Tools: host.Tools}); err == nil {
				t.Errorf("%s is planned without a file to guard", k.ID)
			}
		}
	})
}

func TestDescriptorsOfRunners(t *testing.T) {
	t.Parallel()
	file := probe.Check{Kind: "jest", Target: "web/a.test.js", Test: "receipt", Violation: "v.edit"}
	guard := probe.Check{Kind: "lint-rule", Target: "web/*.js", Rule: "no-eval", Violation: "v.edit"}
	tests := []struct {
		name   string
		check  probe.Check
		change func(*probe.Check)
		want   string // in the error; "" if there is none
	}{
		{"a file", file, func(*probe.Check) {}, ""},
		{"a glob for a file", file, func(c *probe.Check) { c.Target = "web/*.test.js" }, "is a glob"},
		{"no test", file, func(c *probe.Check) { c.Test = "" }, "check_test is empty"},
		{"an option for a test", file, func(c *probe.Check) { c.Test = "--config=x" }, "starts with a hyphen"},
		{"an option for a file", file, func(c *probe.Check) { c.Target = "--config=x" }, "starts with a hyphen"},
		{"a folder", file, func(c *probe.Check) { c.Dir = "web" }, ""},
		{"another folder", file, func(c *probe.Check) { c.Dir = "we" }, "must lie below check_dir"},
		{"a folder outside", file, func(c *probe.Check) { c.Dir = ".." }, "check_dir"},
		{"a rule for a file", file, func(c *probe.Check) { c.Rule = "no-eval" }, "check_rule is not used"},
		{"guarded files", guard, func(*probe.Check) {}, ""},
		{"no rule", guard, func(c *probe.Check) { c.Rule = "" }, "check_rule is empty"},
		{"an option for a rule", guard, func(c *probe.Check) { c.Rule = "-c" }, "starts with a hyphen"},
		{"a test for guarded files", guard, func(c *probe.Check) { c.Test = "receipt" }, "check_test is not used"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.change(&tt.check)
			k, _ := Find(tt.check.Kind)
			err := k.Check(tt.check)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("the error is %v, want %q", err, tt.want)
			}
		})
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, data, want string
	}{
		{"a report", `{"runner": "jest", "suites": []}`, ""},
		{"nothing", ``, "not JSON"},
		{"two documents", `{"runner": "jest"}{"runner": "jest"}`, "after the end"},
		{"a key twice", `{"runner": "jest", "runner": "jest"}`, "twice"},
		{"a key in another case", `{"Runner": "jest"}`, `"Runner" is not known`},
		{"a letter that folds", `{"ſuites": []}`, "is not known"},
		{"a key below in another case", `{"suites": [{"tests": [{"Status": "passed"}]}]}`, `"Status" is not known`},
		{"an unknown key", `{"verdict": "pass"}`, `unknown field "verdict"`},
		{"another type", `{"suites": {}}`, "cannot unmarshal"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var report jestReport
			err := decode([]byte(tt.data), &report)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("the error is %v, want %q", err, tt.want)
			}
		})
	}
}
