//go:build live

package proof_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestLive runs the captured cases again with the real tools, and with -update
// captures them anew. It is built with the tag "live", because the tools are
// not everywhere. With -short it runs one case of each kind for each code, and
// of a case that the baseline decides that run alone.
func TestLive(t *testing.T) {
	for _, k := range proof.Kinds() {
		seen := map[string]bool{}
		for _, c := range captures(t, k.ID) {
			code, _, _ := strings.Cut(c.want, "\n")
			if strings.Contains(c.about, "(by hand)") || testing.Short() && seen[code] {
				continue
			}
			seen[code] = true
			t.Run(k.ID+"/"+strings.TrimSuffix(filepath.Base(c.path), ".txtar"), func(t *testing.T) {
				t.Parallel()
				live(t, k, c)
			})
		}
		if len(seen) == 0 {
			t.Errorf("%s has no case that a tool made", k.ID)
		}
	}
}

// live makes the runs of a case, and compares or captures them.
func live(t *testing.T, k proof.Kind, c capture) {
	was := c.read(t)
	runs := map[proof.Role]proof.Transcript{}
	for _, role := range roles() {
		if c.violation == "" && role != proof.Baseline {
			continue
		}
		if _, refusal := c.changes(role); refusal != nil {
			continue
		}
		if testing.Short() && role != proof.Baseline && was[proof.Baseline].State != proof.Passed {
			delete(was, role)
			continue
		}
		runs[role] = runLive(t, k, c, role)
	}
	c.runs = runs
	now := c.read(t)
	if testkit.Updating() {
		c.want = describe(c.judge(now), now)
		c.write(t)
		return
	}
	if diff := cmp.Diff(was, now, cmpopts.IgnoreFields(proof.Result{}, "Output", "Message", "Detail", "Raised")); diff != "" {
		t.Errorf("the tools of this machine give another result (-captured +now):\n%s", diff)
	}
}

// TestLiveBundles shows that each kind sees its own tests pass and fail.
func TestLiveBundles(t *testing.T) {
	for _, k := range proof.Kinds() {
		t.Run(k.ID, func(t *testing.T) {
			t.Parallel()
			b := k.Bundle()
			pass := capture{check: b.Pass, tree: b.Files}
			pass.runs = map[proof.Role]proof.Transcript{proof.Baseline: runLive(t, k, pass, proof.Baseline)}
			if r := pass.read(t)[proof.Baseline]; r.State != proof.Passed {
				t.Errorf("the passing test: %+v", r)
			}
			fail := capture{check: b.Fail, tree: b.Files}
			fail.runs = map[proof.Role]proof.Transcript{proof.Baseline: runLive(t, k, fail, proof.Baseline)}
			if r := fail.read(t)[proof.Baseline]; r.State != proof.Failed || r.Class != proof.Assertion {
				t.Errorf("the failing test: %+v", r)
			}
		})
	}
}

func runLive(t *testing.T, k proof.Kind, c capture, role proof.Role) proof.Transcript {
	t.Helper()
	base := t.TempDir()
	h := host(k, c.check, c.tree)
	h.Tree, h.Temp = filepath.Join(base, "tree"), filepath.Join(base, "temp")
	for tool := range h.Tools {
		path, err := exec.LookPath(tool)
		if err != nil {
			t.Fatal(err)
		}
		h.Tools[tool] = path
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	h.Caches["go-build"], h.Caches["rustup"] = filepath.Join(cache, "go-build"), filepath.Join(home, ".rustup")
	files := map[string]string{}
	for path, data := range c.tree {
		files[filepath.Join(h.Tree, path)] = data
	}
	changes, _ := c.changes(role)
	for _, change := range changes {
		files[filepath.Join(h.Tree, change.Path)] = string(change.After)
	}
	plan, err := k.Plan(c.check, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range plan.Files {
		files[filepath.Join(h.Temp, f.Name)] = string(f.Data)
	}
	for _, dir := range []string{h.Temp, filepath.Join(h.Temp, "home")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for path, data := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	modules := nodeModules(t, k, c)
	machine, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	replaced := []string{h.Tree, root, h.Temp, temp, home, "/home", `hostname="` + machine + `"`, `hostname="machine"`}
	if modules != "" {
		replaced = append(replaced, modules, "/modules")
		if err := os.Symlink(modules, filepath.Join(h.Tree, "node_modules")); err != nil {
			t.Fatal(err)
		}
	}
	out := proof.Transcript{Role: role, Steps: make([]proof.StepRecord, len(plan.Steps))}
	for i, step := range plan.Steps {
		out.Steps[i] = runStep(h, step, c.env, out.Steps[:i])
		if step.Build && out.Steps[i].Exit != 0 || out.Steps[i].Failed != "" {
			break
		}
	}
	plain := strings.NewReplacer(replaced...)
	for i := range out.Steps {
		s := &out.Steps[i]
		s.Stdout, s.Stderr = []byte(plain.Replace(string(s.Stdout))), []byte(plain.Replace(string(s.Stderr)))
		if s.Report != nil {
			s.Report = []byte(plain.Replace(string(s.Report)))
		}
		s.Failed = plain.Replace(s.Failed)
	}
	return out
}

// nodeModules is the folder in which the runners are that a tree brings itself;
// their commands are on the path. "" for a case that needs none of them.
func nodeModules(t *testing.T, k proof.Kind, c capture) string {
	t.Helper()
	command := map[string]string{"jest": "jest", "vitest": "vitest", "lint-rule": "eslint"}[k.ID]
	if len(c.check.Argv) > 0 && c.check.Argv[0] == "vitest" {
		command = "vitest"
	}
	if command == "" {
		return ""
	}
	at, err := exec.LookPath(command)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(filepath.Dir(at))
}

func runStep(h proof.Host, step proof.Step, extra []string, before []proof.StepRecord) proof.StepRecord {
	argv := slices.Clone(step.Argv)
	if step.Program != nil {
		program, err := step.Program(before)
		if err != nil {
			return proof.StepRecord{Failed: err.Error()}
		}
		argv = append([]string{program}, argv...)
	}
	budget := step.Budget
	if budget == 0 {
		budget = 5 * time.Minute
	}
	ctx, cancel := context.WithTimeout(context.Background(), budget)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir = filepath.Join(h.Tree, step.Dir)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(h.Temp, "home"), "TMPDIR=" + h.Temp, "LANG=C.UTF-8"}, step.Env...)
	for _, variable := range extra {
		cmd.Env = append(cmd.Env, strings.TrimSpace(variable))
	}
	cmd.Stdin = bytes.NewReader(step.Stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	s := proof.StepRecord{Started: cmd.Process != nil, Stdout: stdout.Bytes(), Stderr: stderr.Bytes(), TimedOut: ctx.Err() != nil, Leftover: errors.Is(err, exec.ErrWaitDelay)}
	if !s.Started {
		s.Failed = err.Error()
		return s
	}
	s.Exit = max(0, cmd.ProcessState.ExitCode())
	if w, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		s.Signal = w.Signal().String()
	}
	if step.Report != "" {
		if data, err := os.ReadFile(step.Report); err == nil {
			s.Report = append([]byte{}, data...)
		}
	}
	return s
}
