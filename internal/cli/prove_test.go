package cli_test

import (
	"bufio"
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// provable is a repository with one prohibition, held by a shell script.
func provable(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string]string{
		".github/surmise.yml": "version: 1\nprove:\n  carry: [vendored]\n  commands:\n    - [sh, check.sh]\n",
		".gitignore":          "/vendored/\n",
		"check.sh":            script,
		"code.txt":            "mask\n",
		"vendored/lib.txt":    "library\n",
		"SPEC.md": "# Cards\n\n## Prohibitions\n\n- **P-001**: The shop must not leak. (verification: test)\n  - check_kind: command\n" +
			"  - check_target: check.sh\n  - check_test: never leaks\n  - check_argv: [\"sh\", \"check.sh\"]\n  - check_report: stdout\n  - check_violation: leak.violation\n",
		"leak.violation": "surmise-violation 1\nedit code.txt\n-mask\n+leak\n",
	} {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("git", "-C", dir, "init", "-q", "-b", "main").CombinedOutput(); err != nil {
		t.Fatalf("git init: %v: %s", err, out)
	}
	commit(t, dir)
	return dir
}

// commit commits everything.
func commit(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{{"add", "-A"}, {"-c", "user.name=Octo", "-c", "user.email=octo@example.com", "commit", "-qm", "all"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
	}
}

// proveIn is the program, about to prove in a folder.
func proveIn(t testing.TB, dir, temp string) (cmd *exec.Cmd, out *bytes.Buffer) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out = &bytes.Buffer{}
	cmd = exec.Command(program)
	cmd.Args = []string{"surmise", "prove"}
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	return cmd, out
}

// everything is every file below a folder, the repository's own included, by
// its content.
func everything(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		out[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const reports = `# prohibits: P-001
say() { echo "{\"schema\": 1, \"tests\": [{\"id\": \"never leaks\", \"outcome\": $1}]}"; }
`

// TestProveInPlace runs a test that needs what is carried, writes all over its
// tree, and leaves the user's as it is.
func TestProveInPlace(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		return // there is no shell
	}
	dir := provable(t, reports+`echo x > code.txt.new; rm -rf SPEC.md; echo x >> vendored/lib.txt
grep -q library vendored/lib.txt || exit 9
[ -e leak.violation ] && exit 9
if grep -q leak code.txt; then say '"fail", "failure": "assertion", "message": "leaked"'; exit 1; fi
say '"pass"'
`)
	before, temp := everything(t, dir), t.TempDir()
	cmd, out := proveIn(t, dir, temp)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	if !strings.Contains(out.String(), "P-001 PROVEN\n") {
		t.Errorf("not proven:\n%s", out)
	}
	if diff := cmp.Diff(before, everything(t, dir)); diff != "" {
		t.Errorf("the repository changed (-before +after):\n%s", diff)
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestProveKilled kills the program in the middle of a run: the repository is
// as before, nothing goes on, and the next run sweeps up.
func TestProveKilled(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		return // there is no shell
	}
	dir := provable(t, reports+"echo x > code.txt; rm -f SPEC.md; sleep 4242\n")
	before, temp := everything(t, dir), t.TempDir()
	cmd, out := proveIn(t, dir, temp)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	changed := func() bool {
		// The self-test may have the first bench.
		found, _ := filepath.Glob(filepath.Join(temp, "surmise-prove-*", "bench-*", "tree", "code.txt"))
		return slices.ContainsFunc(found, func(name string) bool {
			data, err := os.ReadFile(name)
			return err == nil && string(data) == "x\n"
		})
	}
	for !changed() {
		select {
		case err := <-ended:
			t.Fatalf("ended before its run began: %v\n%s", err, out)
		case <-time.After(10 * time.Millisecond):
		}
	}
	cmd.Process.Kill()
	<-ended
	if diff := cmp.Diff(before, everything(t, dir)); diff != "" {
		t.Errorf("the repository changed (-before +after):\n%s", diff)
	}
	if left, _ := filepath.Glob(filepath.Join(temp, "surmise-prove-*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	cmd, out = proveIn(t, dir, temp)
	cmd.Args = append(cmd.Args, "--explain", "P-001")
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	if left, _ := filepath.Glob(filepath.Join(temp, "surmise-prove-*")); len(left) > 0 {
		t.Errorf("the next run did not sweep up: %v", left)
	}
}

// TestProveWatch proves again when HEAD moves, and only then.
func TestProveWatch(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		return // there is no shell
	}
	const blind, honest = reports + "say '\"pass\"'\n", reports + `if grep -q leak code.txt; then say '"fail", "failure": "assertion", "message": "leaked"'; exit 1; fi
say '"pass"'
`
	dir := provable(t, blind)
	cmd, _ := proveIn(t, dir, t.TempDir())
	cmd.Args = append(cmd.Args, "--watch")
	cmd.Stdout, cmd.Stderr = nil, nil
	said, say, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = say, say
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	say.Close()
	t.Cleanup(func() { cmd.Wait() })
	t.Cleanup(func() { cmd.Process.Kill() })
	lines := bufio.NewScanner(said)
	until := func(want string) {
		t.Helper()
		var before []string
		for lines.Scan() {
			if before = append(before, lines.Text()); strings.Contains(lines.Text(), want) {
				return
			}
		}
		t.Fatalf("it ended without %q:\n%s", want, strings.Join(before, "\n"))
	}
	until("✗ P-001 SURVIVED")
	until("waiting for HEAD to move")
	if err := os.WriteFile(filepath.Join(dir, "check.sh"), []byte(honest), 0o644); err != nil {
		t.Fatal(err)
	}
	commit(t, dir)
	until("✓ P-001 PROVEN")
	until("waiting for HEAD to move")
}
