package github_test

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/github"
	"github.com/surmise-ci/surmise/internal/githubtest"
)

const plenty = 16 << 20

// files commits many files of different kinds and returns the commit.
func (w *world) files() string {
	w.repo.Push("main", "mona", githubtest.Files{
		"a.md": "A\r\n", "docs/one.md": "One", "docs/two.md": "Two", "docs-x/three.md": "Three",
		"docs/node_modules/x/readme.md": "Not ours", "latin.md": "caf\xe9", "nul.md": "a\x00b", "empty.md": "",
	})
	sha := w.repo.Commit(githubtest.Commit{
		Parents: []string{w.repo.Tip("main")},
		Files:   githubtest.Files{"docs/link.md": "one.md", "docs/vendored": strings.Repeat("a", 40)},
		Modes:   map[string]string{"docs/link.md": "120000", "docs/vendored": "160000"},
	})
	w.repo.Branch("main", sha)
	return sha
}

func TestTree(t *testing.T) {
	t.Parallel()
	for _, truncate := range []int{0, 3} {
		t.Run(fmt.Sprintf("truncated after %d", truncate), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			sha := w.files()
			if truncate > 0 {
				w.repo.TruncateTrees(truncate)
			}
			tree, err := w.client.Revision(t.Context(), sha)
			if err != nil {
				t.Fatal(err)
			}
			files, opaque, err := tree.List(t.Context(), []string{"docs", "a.md", "./docs/"})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{"a.md", "docs/one.md", "docs/specs/pay.md", "docs/two.md"}, files); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{"docs/link.md", "docs/vendored"}, opaque); diff != "" {
				t.Errorf("opaque (-want +got):\n%s", diff)
			}
			for name, want := range map[string]bool{
				".": true, "docs": true, "docs/": true, "docs/one.md": true, "docs/link.md": true, "doc": false, "docs/zero.md": false,
			} {
				if got := tree.Has(name); got != want {
					t.Errorf("Has(%q) = %t", name, got)
				}
			}
			if one := tree.Object("docs/one.md"); len(one) != 40 || tree.Object("docs/zero.md") != "" {
				t.Errorf("Object: %q", one)
			}
		})
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	tree, err := w.client.Revision(t.Context(), w.files())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a.md": "A\r\n", "latin.md": "caf\xe9", "nul.md": "a\x00b", "empty.md": "", "docs/one.md": "One",
	} {
		got, err := tree.Read(t.Context(), name, plenty)
		if err != nil || string(got) != want {
			t.Errorf("Read(%q) = %q, %v", name, got, err)
		}
	}
	for name, want := range map[string]string{
		"docs/link.md":  "is a symbolic link, which is not followed",
		"docs/vendored": "lies in a submodule, which is not entered",
		"docs/two.md":   "is larger than the limit: 3 bytes, limit 2",
	} {
		_, err := tree.Read(t.Context(), name, 2)
		refusal, ok := errors.AsType[*github.Refusal](err)
		if !ok || refusal.Refused() != want {
			t.Errorf("Read(%q): %v", name, err)
		}
	}
	for _, name := range []string{"docs", "none.md"} {
		if _, err := tree.Read(t.Context(), name, plenty); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Read(%q): %v", name, err)
		}
	}
	if _, err := w.client.Revision(t.Context(), "main"); err == nil {
		t.Error("a name is taken for an object id")
	}
}

// TestPrefetch counts: blobs of two commits that are announced before any is
// read come a hundred to a request, equal ones once.
func TestPrefetch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before := githubtest.Files{}
	var names []string
	for i := range 150 {
		name := fmt.Sprintf("specs/%03d.md", i)
		before[name] = name
		names = append(names, name)
	}
	base := w.repo.Push("main", "mona", before)
	after := githubtest.Files{}
	for _, name := range names[:50] {
		after[name] = "new " + name
	}
	after[names[149]] = strings.Repeat("long ", 1000)
	head := w.repo.Push("main", "mona", after)
	w.repo.TruncateText(1000)
	trees := map[string]*github.Tree{}
	n := w.requests(func() {
		for _, sha := range []string{base, head} {
			tree, err := w.client.Revision(t.Context(), sha)
			if err != nil {
				t.Fatal(err)
			}
			if err := tree.Prefetch(t.Context(), append(names, "none.md")); err != nil {
				t.Fatal(err)
			}
			trees[sha] = tree
		}
	})
	if n != 2 {
		t.Errorf("%d requests before anything is read, want two listings", n)
	}
	n = w.requests(func() {
		for sha, tree := range trees {
			for _, name := range names {
				want, changed := after[name]
				if sha == base || !changed {
					want = before[name]
				}
				if got, err := tree.Read(t.Context(), name, plenty); err != nil || string(got) != want {
					t.Fatalf("Read(%q) = %q, %v", name, got, err)
				}
			}
		}
	})
	if n != 4 {
		t.Errorf("%d requests, want 201 blobs in three and a truncated one", n)
	}
}

// TestForgedBlob holds every byte to its object id.
func TestForgedBlob(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	forge := roundTrip(func(r *http.Request) (*http.Response, error) {
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err == nil && (strings.Contains(r.URL.Path, "/git/blobs/") || strings.HasSuffix(r.URL.Path, "/graphql")) {
			resp.Body = replaced(resp.Body, "Old words", "New words")
		}
		return resp, err
	})
	c := w.connect(t, func(o *github.Options) { o.Transport = forge })
	tree, err := c.Revision(t.Context(), w.repo.Tip("main"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = tree.Read(t.Context(), "docs/specs/pay.md", plenty)
	if _, ok := errors.AsType[*github.UnavailableError](err); !ok {
		t.Errorf("forged content: %v", err)
	}
}

func TestRootTree(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got, err := w.client.RootTree(t.Context(), w.pull.Head())
	if err != nil || got != w.repo.Tree(w.pull.Head()) {
		t.Errorf("the tree is %q, %v, want %q", got, err, w.repo.Tree(w.pull.Head()))
	}
	if _, err := w.client.RootTree(t.Context(), "main"); err == nil {
		t.Error("a branch is taken for a commit")
	}
}
