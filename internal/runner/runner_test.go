//go:build unix

package runner_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/runner"
)

// TestMain makes the test binary the helper, and the program of the steps.
func TestMain(m *testing.M) {
	if runner.Helper(os.Args) {
		return
	}
	if len(os.Args) > 2 && os.Args[1] == "act" {
		act(os.Args[2], os.Args[3:])
	}
	os.Exit(m.Run())
}

// stage is a sandbox with an empty tree and the test binary as its program.
type stage struct {
	runner.Sandbox
	scene   runner.Scene
	program string
}

func newStage(t testing.TB) stage {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	s := stage{Sandbox: runner.Detect(t.Context(), program), program: program}
	s.scene = runner.Scene{
		Root: root, Tree: filepath.Join(root, "tree"), Home: filepath.Join(root, "home"), Temp: filepath.Join(root, "temp"),
		Path: "/usr/local/bin:/usr/bin:/bin", Visible: map[string]string{program: program},
	}
	s.scene.At = s.scene.Tree
	for _, dir := range []string{s.scene.Tree, s.scene.Home, s.scene.Temp} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := s.Give(dir); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// act is a step in which the test binary does one thing.
func (s stage) step(args ...string) proof.Step {
	return proof.Step{Argv: append([]string{s.program, "act"}, args...), Budget: 20 * time.Second}
}

func (s stage) run(t testing.TB, args ...string) proof.StepRecord {
	t.Helper()
	return s.Run(t.Context(), s.step(args...), nil, s.scene)
}

func TestRecords(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	for _, tt := range []struct {
		name string
		args []string
		want proof.StepRecord
	}{
		{"exits well", []string{"print", "out", "err"}, proof.StepRecord{Started: true, Stdout: []byte("out"), Stderr: []byte("err")}},
		{"exits badly", []string{"exit", "7"}, proof.StepRecord{Started: true, Exit: 7}},
		{"is killed", []string{"kill"}, proof.StepRecord{Started: true, Exit: 137, Signal: "SIGKILL"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := s.run(t, tt.args...)
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("record (-want +got):\n%s", diff)
			}
		})
	}
}

func TestInput(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	step := s.step("cat")
	step.Stdin = []byte("given")
	if got := s.Run(t.Context(), step, nil, s.scene); string(got.Stdout) != "given" {
		t.Errorf("got %+v, want the input back", got)
	}
}

func TestNotStarted(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	for _, tt := range []struct {
		name string
		step proof.Step
		want string
	}{
		{"relative program", proof.Step{Argv: []string{"true"}}, "is not an absolute path"},
		{"no program", proof.Step{}, "is not an absolute path"},
		{"missing program", proof.Step{Argv: []string{"/nowhere/at/all"}}, "no such file"},
		{"program of an earlier step", proof.Step{Program: func([]proof.StepRecord) (string, error) {
			return "", fmt.Errorf("it named none")
		}}, "it named none"},
		{"folder outside", proof.Step{Argv: []string{"/bin/true"}, Dir: "../.."}, "not below the tree"},
		{"report outside", proof.Step{Argv: []string{"/bin/true"}, Report: "/etc/report.xml"}, "lies outside of the tree"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := s.Run(t.Context(), tt.step, nil, s.scene)
			if got.Started || !strings.Contains(got.Failed, tt.want) {
				t.Errorf("got %+v, want %q", got, tt.want)
			}
		})
	}
}

// TestEnvironment gives the caller's variables no way into a step.
func TestEnvironment(t *testing.T) {
	for _, name := range []string{
		"GITHUB_TOKEN", "GITHUB_ENV", "ACTIONS_RUNTIME_TOKEN", "NPM_TOKEN", "GOFLAGS", "GOENV", "NODE_OPTIONS", "NODE_TEST_CONTEXT",
		"PYTEST_ADDOPTS", "PYTHONPATH", "RUSTFLAGS", "CARGO_HOME", "LD_PRELOAD", "GIT_DIR", "SSH_AUTH_SOCK",
	} {
		t.Setenv(name, "leak")
	}
	s := newStage(t)
	step := s.step("env")
	step.Env = []string{"OWN=1"}
	got := s.Run(t.Context(), step, nil, s.scene)
	want := []string{"HOME=" + s.scene.Home, "LANG=C.UTF-8", "OWN=1", "PATH=" + s.scene.Path, "TMPDIR=" + s.scene.Temp, "TZ=UTC"}
	lines := strings.Fields(string(got.Stdout))
	slices.Sort(lines)
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("variables (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"HOME", "LANG", "OWN", "PATH", "TMPDIR", "TZ"}, runner.Environment(step, s.scene)); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestOutputIsCapped(t *testing.T) {
	t.Parallel()
	got := newStage(t).run(t, "flood")
	if !got.Truncated || got.TimedOut || got.Failed != "" || len(got.Stdout) != 8<<20 {
		t.Errorf("truncated %t, timed out %t, failed %q, %d bytes; want the first 8 MiB at once",
			got.Truncated, got.TimedOut, got.Failed, len(got.Stdout))
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	outside := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, act string
		want      proof.StepRecord
	}{
		{"fresh", "write", proof.StepRecord{Report: []byte("report")}},
		{"empty", "touch", proof.StepRecord{Report: []byte{}}},
		{"none", "nothing", proof.StepRecord{}},
		{"a link", "link", proof.StepRecord{Stale: true}},
		{"a second name", "hardlink", proof.StepRecord{Stale: true}},
		{"a folder", "mkdir", proof.StepRecord{Stale: true}},
		{"a pipe", "pipe", proof.StepRecord{Stale: true}},
		{"older than the run", "old", proof.StepRecord{Stale: true}},
		{"behind a link out of the tree", "linkdir", proof.StepRecord{Stale: true}},
		{"beyond the cap", "large", proof.StepRecord{Truncated: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			name := filepath.Join(s.scene.Tree, "sub", "report.xml")
			if err := os.Mkdir(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte("stale"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := s.Give(filepath.Dir(name)); err != nil {
				t.Fatal(err)
			}
			step := s.step("report", tt.act, name, outside)
			step.Report = name
			got := s.Run(t.Context(), step, nil, s.scene)
			if got.Exit != 0 || got.Failed != "" {
				t.Fatalf("the step failed: %+v", got)
			}
			got = proof.StepRecord{Report: got.Report, Stale: got.Stale, Truncated: got.Truncated}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("record (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCallOff(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	start := time.Now()
	got := s.Run(ctx, s.step("sleep"), nil, s.scene)
	if !got.TimedOut && got.Failed == "" {
		t.Errorf("got %+v, want a step that was called off", got)
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %s", took)
	}
}

func TestIsolationSays(t *testing.T) {
	t.Parallel()
	full := runner.Isolation{UID: 61184, Processes: true, Mounts: true, Unprivileged: true}
	unprivileged := runner.Isolation{UID: -1, Users: true, Processes: true, Mounts: true, Unprivileged: true}
	for _, tt := range []struct {
		isolation runner.Isolation
		want      string
	}{
		{full, "full"},
		{unprivileged, "full"},
		{runner.Isolation{UID: -1, Unprivileged: true}, "weak: without a user of its own, a process namespace, a mount namespace"},
		{runner.Isolation{UID: -1}, "weak: without a user of its own, a process namespace, a mount namespace, the ban on new privileges"},
	} {
		if got := tt.isolation.String(); got != tt.want || tt.isolation.Weak() != strings.HasPrefix(tt.want, "weak") {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// equal reports whether a file still holds what it held.
func equal(t *testing.T, name string, want []byte) bool {
	t.Helper()
	got, err := os.ReadFile(name)
	return err == nil && bytes.Equal(got, want)
}
