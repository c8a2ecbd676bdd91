package workspace_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/workspace"
)

// git runs git in dir as a fixed person at a fixed time.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(),
		"GIT_AUTHOR_NAME=Octo", "GIT_AUTHOR_EMAIL=octo@example.com", "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME=Octo", "GIT_COMMITTER_EMAIL=octo@example.com", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// repository has main with a change after the branch "topic" left it.
func repository(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	git(t, dir, "init", "-q")
	write(t, dir, map[string]string{
		"SPEC.md":             "first\n",
		"docs/ünï code.md":    "umlaut\n",
		"docs/with\nbreak.md": "break\n",
		"link.md":             "->SPEC.md",
		"big.md":              strings.Repeat("x", 100),
		"node_modules/x.md":   "no",
	})
	git(t, dir, "add", "-A", "-f")
	git(t, dir, "commit", "-qm", "first")
	git(t, dir, "branch", "topic")
	write(t, dir, map[string]string{"SPEC.md": "second\n"})
	git(t, dir, "commit", "-qam", "second")
	git(t, dir, "checkout", "-q", "topic")
	write(t, dir, map[string]string{"topic.md": "topic\n"})
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "third")
	return dir
}

func revision(t *testing.T, dir, ref string) *workspace.Revision {
	t.Helper()
	g := workspace.NewGit(dir, os.LookupEnv)
	id, err := g.Resolve(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	r, err := g.Revision(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func TestRevisionListAndRead(t *testing.T) {
	t.Parallel()
	r := revision(t, repository(t), "main")
	files, opaque, err := r.List(t.Context(), []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"SPEC.md", "big.md", "docs/with\nbreak.md", "docs/ünï code.md"}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"link.md"}, opaque); diff != "" {
		t.Errorf("opaque (-want +got):\n%s", diff)
	}
	for name, want := range map[string]string{"SPEC.md": "second\n", "docs/ünï code.md": "umlaut\n", "docs/with\nbreak.md": "break\n"} {
		got, err := r.Read(t.Context(), name, 50)
		if err != nil || string(got) != want {
			t.Errorf("Read(%q) = %q, %v; want %q", name, got, err, want)
		}
	}
	if _, err := r.Read(t.Context(), "link.md", 50); !isRefusal(err, "is a symbolic link, which is not followed") {
		t.Errorf("link: error = %v", err)
	}
	if _, err := r.Read(t.Context(), "big.md", 50); !isRefusal(err, "is larger than the limit: 100 bytes, limit 50") {
		t.Errorf("big file: error = %v", err)
	}
	if _, err := r.Read(t.Context(), "topic.md", 50); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: error = %v", err)
	}
}

func isRefusal(err error, reason string) bool {
	r, ok := errors.AsType[*workspace.Refusal](err)
	return ok && r.Refused() == reason
}

func TestMergeBase(t *testing.T) {
	t.Parallel()
	dir := repository(t)
	g := workspace.NewGit(dir, os.LookupEnv)
	main, topic := git(t, dir, "rev-parse", "main"), git(t, dir, "rev-parse", "topic")
	got, err := g.MergeBase(t.Context(), main, topic)
	if err != nil {
		t.Fatal(err)
	}
	if want := git(t, dir, "rev-parse", "main~1"); got != want {
		t.Errorf("MergeBase = %q, want %q", got, want)
	}
	orphan := git(t, dir, "commit-tree", "-m", "orphan", "main^{tree}")
	if _, err := g.MergeBase(t.Context(), main, orphan); !errors.Is(err, workspace.ErrNoMergeBase) {
		t.Errorf("unrelated histories: error = %v, want %v", err, workspace.ErrNoMergeBase)
	}
}

func TestResolveRefuses(t *testing.T) {
	t.Parallel()
	dir := repository(t)
	g := workspace.NewGit(dir, os.LookupEnv)
	for _, ref := range []string{"no-such-branch", "", "--all", "--output=owned", "main:SPEC.md", "main..topic", "@{no}"} {
		if got, err := g.Resolve(t.Context(), ref); !errors.Is(err, workspace.ErrUnknownRevision) {
			t.Errorf("Resolve(%q) = %q, %v; want %v", ref, got, err, workspace.ErrUnknownRevision)
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, "owned")); err == nil {
		t.Error("a revision that looks like an option was obeyed")
	}
}

// TestForeignOwner tells a repository that git does not read from one without
// the revision. What git says then is played by a script: another owner cannot
// be had everywhere.
func TestForeignOwner(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // there is no shell
	}
	dir := t.TempDir()
	script := "#!/bin/sh\necho \"fatal: detected dubious ownership in repository at '$PWD'\" >&2\nexit 128\n"
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	_, err := workspace.NewGit(dir, os.LookupEnv).Resolve(t.Context(), "HEAD")
	if !errors.Is(err, workspace.ErrForeignOwner) || errors.Is(err, workspace.ErrUnknownRevision) {
		t.Errorf("error = %v, want %v", err, workspace.ErrForeignOwner)
	}
}

func TestSame(t *testing.T) {
	t.Parallel()
	dir := repository(t)
	r := revision(t, dir, "topic")
	write(t, dir, map[string]string{"SPEC.md": "edited\n", "new.md": "new\n"})
	for name, want := range map[string]bool{"SPEC.md": false, "big.md": true, "docs/ünï code.md": true, "new.md": false, "link.md": true} {
		got, err := r.Same(t.Context(), name)
		if err != nil || got != want {
			t.Errorf("Same(%q) = %v, %v; want %v", name, got, err, want)
		}
	}
}

// TestGitEnvironment shows that neither a variable from outside nor a setting of
// the repository makes git look elsewhere or start a program.
func TestGitEnvironment(t *testing.T) {
	dir := repository(t)
	git(t, dir, "config", "core.fsmonitor", "touch "+filepath.Join(dir, "owned"))
	git(t, dir, "config", "diff.external", "touch "+filepath.Join(dir, "owned"))
	t.Setenv("GIT_DIR", filepath.Join(t.TempDir(), "elsewhere"))
	r := revision(t, dir, "topic")
	if same, err := r.Same(t.Context(), "SPEC.md"); err != nil || !same {
		t.Errorf("Same = %v, %v; want true", same, err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "owned")); err == nil {
		t.Error("a program named by the repository was started")
	}
}

func TestSubmoduleInRevision(t *testing.T) {
	t.Parallel()
	dir, inner := repository(t), repository(t)
	git(t, dir, "submodule", "--quiet", "add", inner, "docs/inner")
	git(t, dir, "commit", "-qm", "submodule")
	files, opaque, err := revision(t, dir, "HEAD").List(t.Context(), []string{"docs/inner"})
	if err != nil || files != nil {
		t.Errorf("files = %q, %v; want none", files, err)
	}
	if diff := cmp.Diff([]string{"docs/inner"}, opaque); diff != "" {
		t.Errorf("opaque (-want +got):\n%s", diff)
	}
}
