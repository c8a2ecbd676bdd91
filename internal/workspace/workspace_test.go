package workspace_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/workspace"
)

// write lays files below dir; a content that starts with "->" makes a link.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, link := strings.CutPrefix(content, "->"); link {
			err = os.Symlink(target, full)
		} else {
			err = os.WriteFile(full, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func open(t *testing.T, dir string) *workspace.Folder {
	t.Helper()
	f, err := workspace.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestFolderList(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"SPEC.md":                      "a",
		"docs/b.md":                    "b",
		"docs/a.md":                    "a",
		"docs/deep/c.md":               "c",
		"docs/node_modules/x/d.md":     "no",
		".git/HEAD":                    "ref",
		"docs/linked":                  "->deep",
		"docs/vendored/.git":           "gitdir: elsewhere",
		"docs/vendored/specs/spec.md":  "no",
		"linkedtop":                    "->docs",
		"specs/001-first-thing/SPEC.x": "x",
	})
	tests := []struct {
		name   string
		under  []string
		files  []string
		opaque []string
	}{
		{"everything", []string{"."},
			[]string{"SPEC.md", "docs/a.md", "docs/b.md", "docs/deep/c.md", "specs/001-first-thing/SPEC.x"},
			[]string{"docs/linked", "docs/vendored", "linkedtop"}},
		{"overlapping starts are walked once", []string{"docs/deep", "docs", "docs/a.md"},
			[]string{"docs/a.md", "docs/b.md", "docs/deep/c.md"}, []string{"docs/linked", "docs/vendored"}},
		{"one file", []string{"SPEC.md"}, []string{"SPEC.md"}, nil},
		{"missing", []string{"nowhere"}, nil, nil},
		{"through a link", []string{"linkedtop/deep"}, nil, []string{"linkedtop/deep"}},
		{"inside a submodule", []string{"docs/vendored/specs"}, nil, []string{"docs/vendored/specs"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			files, opaque, err := open(t, dir).List(t.Context(), tt.under)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.files, files); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.opaque, opaque); diff != "" {
				t.Errorf("opaque (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFolderRead(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	write(t, outside, map[string]string{"secret.md": "secret"})
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"SPEC.md":             "hello",
		"in.md":               "->SPEC.md",
		"out.md":              "->" + filepath.Join(outside, "secret.md"),
		"outdir":              "->" + outside,
		"sub/.git":            "gitdir: x",
		"sub/spec.md":         "sub",
		"folder/nested/x.md":  "x",
		"dangling/to/nothing": "x",
	})
	tests := []struct {
		name, path string
		limit      int
		want, err  string
	}{
		{"at the limit", "SPEC.md", 5, "hello", ""},
		{"over the limit", "SPEC.md", 4, "", `"SPEC.md" is larger than the limit: 5 bytes, limit 4`},
		{"link inside", "in.md", 9, "", `"in.md" is a symbolic link, which is not followed`},
		{"link outside", "out.md", 9, "", `"out.md" is a symbolic link, which is not followed`},
		{"linked folder", "outdir/secret.md", 9, "", `"outdir/secret.md" is a symbolic link, which is not followed`},
		{"submodule", "sub/spec.md", 9, "", `"sub/spec.md" lies in a submodule, which is not entered`},
		{"folder", "folder", 9, "", `"folder" is not a regular file`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := open(t, dir).Read(t.Context(), tt.path, tt.limit)
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("content (-want +got):\n%s", diff)
			}
			refusal, refused := errors.AsType[*workspace.Refusal](err)
			if refused != (tt.err != "") || refused && refusal.Error() != tt.err {
				t.Errorf("error = %v, want a refusal %q", err, tt.err)
			}
		})
	}
	t.Run("missing", func(t *testing.T) {
		t.Parallel()
		if _, err := open(t, dir).Read(t.Context(), "gone.md", 9); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("error = %v, want %v", err, fs.ErrNotExist)
		}
	})
	t.Run("parent", func(t *testing.T) {
		t.Parallel()
		if got, err := open(t, dir).Read(t.Context(), "../x", 9); err == nil {
			t.Errorf("read %q outside of the root", got)
		}
	})
}

func TestFolderListStopsWhenCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := open(t, t.TempDir()).List(ctx, []string{"."}); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want %v", err, context.Canceled)
	}
}

func TestTop(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, map[string]string{"repo/.git/HEAD": "x", "repo/a/b/c.md": "x", "plain/x.md": "x"})
	tests := []struct{ name, dir, want string }{
		{"at the top", filepath.Join(dir, "repo"), filepath.Join(dir, "repo")},
		{"below", filepath.Join(dir, "repo", "a", "b"), filepath.Join(dir, "repo")},
		{"no repository", filepath.Join(dir, "plain"), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := workspace.Top(tt.dir); got != tt.want {
				t.Errorf("Top(%q) = %q, want %q", tt.dir, got, tt.want)
			}
		})
	}
}
