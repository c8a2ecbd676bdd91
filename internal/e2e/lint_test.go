package e2e

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// workflows are the workflow files that the repository holds: its own, and
// those that people paste.
func workflows(t testing.TB) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{root(t, ".github", "workflows", "*.yml"), root(t, "internal", "cli", "surmise*.yml")} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, found...)
	}
	if len(out) < 3 {
		t.Fatalf("found the workflows %q only", out)
	}
	return out
}

// TestLintWorkflows runs actionlint and GitHub's schema of workflows over them.
func TestLintWorkflows(t *testing.T) {
	t.Parallel()
	lint := tool(t, "bin", "actionlint")
	files := workflows(t)
	proving := filepath.Join(t.TempDir(), "surmise.yml")
	write(t, proving, both(t)["surmise.yml"], 0o644)
	files = append(files, proving)
	cmd := exec.Command(lint, append([]string{"-no-color", "-shellcheck=", "-pyflakes="}, files...)...)
	cmd.Dir = root(t)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("actionlint: %v\n%s", err, out)
	}
	for _, file := range files {
		validate(t, file, true)
	}

	// The judges find what is wrong.
	bad := filepath.Join(t.TempDir(), "bad.yml")
	text := strings.Replace(string(read(t, pasted(t))), "types: [created, edited, deleted]", "types: [created, minimised]", 1)
	write(t, bad, []byte(text), 0o644)
	if out, err := exec.Command(lint, "-no-color", bad).CombinedOutput(); err == nil || !strings.Contains(string(out), "minimised") {
		t.Errorf("actionlint accepts an activity that there is not: %v\n%s", err, out)
	}
	write(t, bad, []byte(strings.Replace(string(read(t, pasted(t))), "runs-on:", "runs-in:", 1)), 0o644)
	validate(t, bad, false)
}

// TestLintAction holds action.yml to the published schema of action files.
func TestLintAction(t *testing.T) {
	t.Parallel()
	validate(t, root(t, "action.yml"), true)

	bad := filepath.Join(t.TempDir(), "action.yml")
	write(t, bad, []byte(strings.Replace(string(read(t, root(t, "action.yml"))), "using: composite", "using: compost", 1)), 0o644)
	validate(t, bad, false)
}

func validate(t *testing.T, file string, good bool) {
	t.Helper()
	cli := tool(t, "node_modules", "@action-validator", "cli", "cli.mjs")
	out, err := exec.Command("node", cli, file).CombinedOutput()
	if (err == nil) != good {
		t.Errorf("action-validator on %s: %v\n%s", file, err, out)
	}
}

// pasted is the workflow that the README shows.
func pasted(t testing.TB) string {
	t.Helper()
	return root(t, "internal", "cli", "surmise.yml")
}
