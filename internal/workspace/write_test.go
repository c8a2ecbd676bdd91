package workspace_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/workspace"
)

// contents are the regular files of a folder by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, e := range entries {
		if e.Type().IsRegular() {
			data, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			out[e.Name()] = string(data)
		}
	}
	return out
}

func TestWriteFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, map[string]string{"old.txt": "old", "linked.txt": "->old.txt", "folder/x": "x"})
	for _, name := range []string{"new.txt", "old.txt"} {
		if err := workspace.WriteFile(filepath.Join(dir, name), []byte("text")); err != nil {
			t.Errorf("write %s: %v", name, err)
		}
	}
	if err := workspace.WriteFile(filepath.Join(dir, "linked.txt"), []byte("owned")); !isRefusal(err, "is a symbolic link, which is not followed") {
		t.Errorf("write through a link: error = %v", err)
	}
	for _, name := range []string{"folder", "missing/new.txt"} {
		if err := workspace.WriteFile(filepath.Join(dir, name), nil); err == nil {
			t.Errorf("write %s: no error", name)
		}
	}
	if err := workspace.WriteFile(os.DevNull, []byte("text")); err != nil {
		t.Errorf("write a device: %v", err)
	}
	if diff := cmp.Diff(map[string]string{"new.txt": "text", "old.txt": "text"}, contents(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestWriteFolder(t *testing.T) {
	t.Parallel()
	owned := func(name string) bool { return strings.HasPrefix(name, "a-") }
	files := map[string][]byte{"a-1": []byte("one"), "index": []byte("all")}

	t.Run("new, twice", func(t *testing.T) {
		t.Parallel()
		dir := filepath.Join(t.TempDir(), "deep", "ledger")
		for range 2 {
			if err := workspace.WriteFolder(dir, files, owned); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(map[string]string{"a-1": "one", "index": "all"}, contents(t, dir)); diff != "" {
			t.Errorf("files (-want +got):\n%s", diff)
		}
	})
	t.Run("stale files of its own go", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		write(t, dir, map[string]string{"a-2": "stale", "b-2": "not ours", "a-3/x": "a folder", "a-4": "->b-2"})
		if err := workspace.WriteFolder(dir, files, owned); err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"a-1": "one", "index": "all", "b-2": "not ours"}
		if diff := cmp.Diff(want, contents(t, dir)); diff != "" {
			t.Errorf("files (-want +got):\n%s", diff)
		}
		for _, kept := range []string{"a-3", "a-4"} {
			if _, err := os.Lstat(filepath.Join(dir, kept)); err != nil {
				t.Errorf("%s is gone: %v", kept, err)
			}
		}
	})
	t.Run("links", func(t *testing.T) {
		t.Parallel()
		dir, outside := t.TempDir(), t.TempDir()
		write(t, outside, map[string]string{"index": "precious"})
		write(t, dir, map[string]string{"linked": "->" + outside, "ledger/index": "->" + filepath.Join(outside, "index")})
		for _, target := range []string{"linked", "ledger"} {
			err := workspace.WriteFolder(filepath.Join(dir, target), files, owned)
			if !isRefusal(err, "is a symbolic link, which is not followed") {
				t.Errorf("write %s: error = %v", target, err)
			}
		}
		if diff := cmp.Diff(map[string]string{"index": "precious"}, contents(t, outside)); diff != "" {
			t.Errorf("files outside (-want +got):\n%s", diff)
		}
	})
}

func TestReadFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, map[string]string{"a": "one", "b": "two!"})
	got, err := workspace.ReadFolder(t.Context(), dir, 2, 4)
	if diff := cmp.Diff(map[string][]byte{"a": []byte("one"), "b": []byte("two!")}, got); err != nil || diff != "" {
		t.Errorf("ReadFolder: %v (-want +got):\n%s", err, diff)
	}
	if _, err := workspace.ReadFolder(t.Context(), dir, 1, 4); !isRefusal(err, "holds 2 files; the limit is 1") {
		t.Errorf("too many files: error = %v", err)
	}
	if _, err := workspace.ReadFolder(t.Context(), dir, 2, 3); !isRefusal(err, "is larger than the limit: 4 bytes, limit 3") {
		t.Errorf("too large a file: error = %v", err)
	}
	write(t, dir, map[string]string{"c/d": "x"})
	if _, err := workspace.ReadFolder(t.Context(), dir, 9, 9); !isRefusal(err, "is not a regular file") {
		t.Errorf("folder inside: error = %v", err)
	}
	if _, err := workspace.ReadFile(filepath.Join(dir, "b"), 3); !isRefusal(err, "is larger than the limit: 4 bytes, limit 3") {
		t.Errorf("ReadFile: error = %v", err)
	}
	if _, err := workspace.ReadFile(filepath.Join(dir, "none"), 3); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("ReadFile: error = %v", err)
	}
}

func TestHas(t *testing.T) {
	t.Parallel()
	dir := repository(t)
	write(t, dir, map[string]string{"untracked.md": "x"})
	head, base := open(t, dir), revision(t, dir, "topic")
	tests := []struct {
		path       string
		head, base bool
	}{
		{"SPEC.md", true, true},
		{"docs", true, true},
		{"doc", false, false},
		{"docs/", true, true},
		{"docs/ünï code.md", true, true},
		{"link.md", true, true},
		{"untracked.md", true, false},
		{"../" + filepath.Base(dir), false, false},
		{".", true, true},
	}
	for _, tt := range tests {
		if got := head.Has(tt.path); got != tt.head {
			t.Errorf("working tree: Has(%q) = %v, want %v", tt.path, got, tt.head)
		}
		if got := base.Has(tt.path); got != tt.base {
			t.Errorf("revision: Has(%q) = %v, want %v", tt.path, got, tt.base)
		}
	}
}
