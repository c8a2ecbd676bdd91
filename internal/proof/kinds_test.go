package proof_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestKinds polices the list: every kind explains itself, has captures of an
// honest test and of traps, and plans the same thing each time.
func TestKinds(t *testing.T) {
	t.Parallel()
	var ids []string
	for _, k := range proof.Kinds() {
		ids = append(ids, k.ID)
		if k.Doc.Title == "" || k.Doc.Text == "" || k.Doc.Example == "" || k.Doc.Since == "" {
			t.Errorf("%s: the documentation is not complete", k.ID)
		}
		example := parseCheck(t, k.ID, k.Doc.Example)
		if example.Kind != k.ID || len(proof.Missing(k, example)) > 0 {
			t.Errorf("%s: the example is of kind %q and lacks %v", k.ID, example.Kind, proof.Missing(k, example))
		}
		if err := k.Check(example); err != nil {
			t.Errorf("%s: the example is refused: %v", k.ID, err)
		}
		h := host(k, example, nil)
		h.Guarded = []string{example.Target}
		first, err := k.Plan(example, h)
		if err != nil {
			t.Errorf("%s: the example has no plan: %v", k.ID, err)
		}
		second, _ := k.Plan(example, h)
		for _, p := range []proof.Plan{first, second} {
			for i := range p.Steps {
				p.Steps[i].Program = nil
			}
		}
		if diff := cmp.Diff(first, second); diff != "" {
			t.Errorf("%s: two plans differ:\n%s", k.ID, diff)
		}
		for _, s := range first.Steps {
			if len(s.Argv) == 0 || !filepath.IsAbs(s.Argv[0]) && !strings.HasPrefix(s.Argv[0], "-") {
				t.Errorf("%s: the step %q does not start with an absolute program", k.ID, s.Argv)
			}
		}
		if len(k.Tools) > 0 {
			if _, err := k.Plan(example, proof.Host{Tree: root, Temp: temp}); err == nil {
				t.Errorf("%s: there is a plan without its tools", k.ID)
			}
		}
		b := k.Bundle()
		if len(b.Files) == 0 || k.Check(b.Pass) != nil || k.Check(b.Fail) != nil || cmp.Equal(b.Pass, b.Fail) {
			t.Errorf("%s: the bundle is not two tests that the kind takes", k.ID)
		}
		cases := captures(t, k.ID)
		good := slices.ContainsFunc(cases, func(c capture) bool { return strings.HasPrefix(c.want, "PROVEN\n") })
		if bad := len(cases); !good || bad < 3 {
			t.Errorf("%s: %d captures, of which one proven: %v", k.ID, bad, good)
		}
		for _, c := range cases {
			if c.check.Kind != k.ID {
				t.Errorf("%s is of kind %s", c.path, c.check.Kind)
			}
		}
	}
	folders, err := os.ReadDir(filepath.Join(testkit.Root(t), "testdata", "proof"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if f.IsDir() && !slices.Contains(ids, f.Name()) {
			t.Errorf("testdata/proof/%s is of no kind", f.Name())
		}
	}
}

// TestDescriptors holds every kind to the refusals that they share.
func TestDescriptors(t *testing.T) {
	t.Parallel()
	hostile := []string{"-o/etc/x", "--config=x", "../x", "a/../b", "/etc/passwd", "a\x00b", "a\nb", "a\u202eb", `a\b`, ".git/config", "a//b", "./a", "c:x", "\xff", strings.Repeat("a", 1001)}
	for _, k := range proof.Kinds() {
		example := parseCheck(t, k.ID, k.Doc.Example)
		refused := func(what string, c probe.Check) {
			t.Helper()
			if err := k.Check(c); err == nil {
				t.Errorf("%s takes %s", k.ID, what)
			} else if strings.ContainsAny(err.Error(), "\n\x00\u202e") {
				t.Errorf("%s says %q of %s", k.ID, err, what)
			}
		}
		for _, value := range hostile {
			c := example
			c.Target = value
			refused("check_target "+value, c)
			c = example
			c.Violation = value
			refused("check_violation "+value, c)
			c = example
			c.Control = value
			refused("check_control "+value, c)
		}
		for _, value := range []string{"-run=x", "--passWithNoTests", "a\x00b", "a\nb", "a\u202eb", "\xff", " a"} {
			c := example
			if c.Test != "" {
				c.Test = value
			} else {
				c.Rule = value
			}
			refused("the name "+value, c)
		}
		for _, value := range []string{"(", ".*", "", "a|", "x\x00"} {
			c := example
			c.Expect = value
			if value != "" {
				refused("check_expect "+value, c)
			}
		}
		for _, value := range []int{-1, 601} {
			c := example
			c.Timeout = value
			refused("a check_timeout", c)
		}
		if len(example.Argv) == 0 {
			c := example
			c.Argv = []string{"sh"}
			refused("check_argv", c)
		}
	}
}

func TestArgv(t *testing.T) {
	t.Parallel()
	k, _ := proof.Find("tap")
	base := parseCheck(t, "tap", k.Doc.Example)
	for _, argv := range [][]string{nil, {""}, {"-x"}, {"/bin/sh"}, {"../x"}, {"./x"}, {"a b"}, {"$(x)"}, {"sh", "a\x00"}, {"sh", "a\nb"}, slices.Repeat([]string{"a"}, 65)} {
		c := base
		c.Argv = argv
		if k.Check(c) == nil {
			t.Errorf("check_argv %q is taken", argv)
		}
	}
	allowed := [][]string{{"perl", "t/refund.t"}, {"prove", "-v", "..."}, {"..."}, {}}
	for _, tt := range []struct {
		argv []string
		want bool
	}{
		{[]string{"perl", "t/refund.t"}, true},
		{[]string{"perl", "t/refund.t", "x"}, false},
		{[]string{"perl"}, false},
		{[]string{"prove", "-v"}, true},
		{[]string{"prove", "-v", "t/a.t", "t/b.t"}, true},
		{[]string{"prove", "-v", "-e", "sh"}, false},
		{[]string{"prove"}, false},
		{[]string{"sh"}, false},
		{nil, true},
	} {
		p := probe.Prohibition{Path: "spec.md", Check: probe.Check{Argv: tt.argv}}
		if r := proof.RefuseArgv(p, 3, allowed); (r == nil) != tt.want {
			t.Errorf("%q: %v, want allowed %v", tt.argv, r, tt.want)
		}
	}
}

// TestPlanEnvironment shows that no plan takes anything from the environment of
// the caller that could turn its tests around.
func TestPlanEnvironment(t *testing.T) {
	t.Parallel()
	k, _ := proof.Find("go-test")
	plan, err := k.Plan(parseCheck(t, k.ID, k.Doc.Example), host(k, probe.Check{}, nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range plan.Steps {
		for _, want := range []string{"GOFLAGS=", "GOENV=off", "GOPROXY=off", "GOTOOLCHAIN=local"} {
			if !slices.Contains(s.Env, want) {
				t.Errorf("the step %q runs without %q", s.Argv, want)
			}
		}
	}
	run := plan.Steps[len(plan.Steps)-1]
	want := []string{"/temp/test2json", "-t", "-p", "wired", "/temp/surmise.test", "-test.v=test2json", "-test.run=^TestNeverRefundsTwice$", "-test.count=1", "-test.paniconexit0", "-test.timeout=1m0s"}
	if diff := cmp.Diff(want, run.Argv); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
