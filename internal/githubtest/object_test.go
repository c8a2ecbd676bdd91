package githubtest_test

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/githubtest"
)

// TestObjectIDs compares the ids with those that git gives to the same files
// and the same commit.
func TestObjectIDs(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	files := githubtest.Files{
		"a.md": "one\n", "a/b.md": "two\n", "a-b": "three\n", "a0/c/d.md": "", "link": "a.md", "run.sh": "#!/bin/sh\n",
	}
	sha := r.Commit(githubtest.Commit{
		Files: files, Modes: map[string]string{"link": githubtest.ModeSymlink, "run.sh": githubtest.ModeScript},
		Author: "mona", Committer: "web-flow", Message: "Hold on",
	})

	dir := t.TempDir()
	git := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		const date = "1772440200 +0000"
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
			"GIT_AUTHOR_NAME=mona", "GIT_AUTHOR_EMAIL=mona@users.noreply.github.com", "GIT_AUTHOR_DATE="+date,
			"GIT_COMMITTER_NAME=GitHub", "GIT_COMMITTER_EMAIL=noreply@github.com", "GIT_COMMITTER_DATE="+date)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "-q")
	for name, content := range files {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		write := func() error { return os.WriteFile(full, []byte(content), 0o600) }
		switch name {
		case "link":
			write = func() error { return os.Symlink(content, full) }
		case "run.sh":
			write = func() error { return os.WriteFile(full, []byte(content), 0o700) } // a script
		}
		if err := write(); err != nil {
			t.Fatal(err)
		}
	}
	git("add", ".")
	git("commit", "-q", "-m", "Hold on")
	if want := git("rev-parse", "HEAD"); sha != want {
		t.Errorf("commit is %s, git says %s", sha, want)
	}
	var got []string
	for _, e := range c.repo("GET", "/git/trees/"+sha+"?recursive=1", "").body["tree"].([]any) {
		got = append(got, dig(e, "mode").(string)+" "+dig(e, "type").(string)+" "+dig(e, "sha").(string)+"\t"+dig(e, "path").(string))
	}
	if diff := cmp.Diff(strings.Split(git("ls-tree", "-r", "-t", "HEAD"), "\n"), got); diff != "" {
		t.Errorf("tree (-git +got):\n%s", diff)
	}
}

func TestReadingFiles(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	long := strings.Repeat("0123456789\n", 100)
	head := r.Push("main", "octo-org", githubtest.Files{"long.md": long, "huge.md": strings.Repeat("x", 1<<20+1)})
	tree := c.repo("GET", "/git/trees/"+head, "")
	if got := each(tree.body["tree"], "path"); !cmp.Equal(got, []any{"README.md", "docs", "huge.md", "long.md"}) {
		t.Errorf("a listing that is not recursive has %q", got)
	}

	blob := c.repo("GET", "/git/blobs/"+each(tree.body["tree"], "sha")[3].(string), "")
	lines := strings.Split(blob.body["content"].(string), "\n")
	if len(lines[0]) != 60 {
		t.Errorf("base64 comes in lines of %d, want 60", len(lines[0]))
	}
	plain, err := base64.StdEncoding.DecodeString(strings.Join(lines, ""))
	if err != nil || string(plain) != long {
		t.Errorf("blob is %q, %v", plain, err)
	}
	raw := c
	raw.accept = "application/vnd.github.raw+json"
	if got := raw.repo("GET", "/git/blobs/"+blob.body["sha"].(string), ""); got.raw != long {
		t.Errorf("raw blob is %q", got.raw)
	}

	for path, want := range map[string]string{"long.md": "base64", "huge.md": "none"} {
		if got := c.repo("GET", "/contents/"+path+"?ref="+head, ""); got.body["encoding"] != want {
			t.Errorf("%s has the encoding %q, want %q", path, got.body["encoding"], want)
		}
	}
	if got := raw.repo("GET", "/contents/huge.md?ref=main", ""); len(got.raw) != 1<<20+1 {
		t.Errorf("a huge file comes raw with %d bytes", len(got.raw))
	}
	if got := c.repo("GET", "/contents/docs/specs", ""); !cmp.Equal(each(any(got.list), "name"), []any{"pay.md"}) {
		t.Errorf("a folder has %q", got.raw)
	}
	for _, path := range []string{"/contents/none.md", "/contents/docs/specs/pay.md?ref=gone", "/git/trees/" + strings.Repeat("0", 40), "/git/blobs/" + strings.Repeat("0", 40)} {
		if got := c.repo("GET", path, ""); got.status != http.StatusNotFound {
			t.Errorf("GET %s: %d, want 404", path, got.status)
		}
	}
}

func TestTruncatedTree(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	r.TruncateTrees(1)
	got := c.repo("GET", "/git/trees/main?recursive=1", "")
	if got.body["truncated"] != true || len(got.body["tree"].([]any)) != 1 {
		t.Errorf("over its limit a listing is %s", got.raw)
	}
	if got := c.repo("GET", "/git/trees/main", ""); got.body["truncated"] != false {
		t.Errorf("one level is said to be truncated: %s", got.raw)
	}
}

func TestSymlinkIsFollowedInside(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	sha := r.Commit(githubtest.Commit{
		Parents: []string{r.Tip("main")},
		Files:   githubtest.Files{"docs/in.md": "specs/pay.md", "out.md": "../../etc/passwd", "sub": strings.Repeat("a", 40)},
		Modes:   map[string]string{"docs/in.md": githubtest.ModeSymlink, "out.md": githubtest.ModeSymlink, "sub": githubtest.ModeSubmodule},
	})
	for path, want := range map[string]string{"docs/in.md": "file", "out.md": "symlink", "sub": "submodule"} {
		if got := c.repo("GET", "/contents/"+path+"?ref="+sha, ""); got.body["type"] != want {
			t.Errorf("%s is a %q, want %q", path, got.body["type"], want)
		}
	}
}

// TestBlobText shows what GraphQL does to text: a client that does not compare
// ids would not notice.
func TestBlobText(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	r.TruncateText(20)
	sha := r.Push("main", "octo-org", githubtest.Files{
		"plain.md": "Text\n", "long.md": strings.Repeat("é", 11), "broken.md": "a\xffb", "image": "\x89PNG\x00",
	})
	type blob struct {
		Text              any
		Binary, Truncated any
		Size              any
	}
	tests := []struct {
		path string
		want blob
	}{
		{"plain.md", blob{"Text\n", false, false, 5.0}},
		{"long.md", blob{strings.Repeat("é", 10), false, true, 22.0}},
		{"broken.md", blob{"a\uFFFDb", false, false, 3.0}},
		{"image", blob{nil, true, false, 5.0}},
	}
	var query bytes.Buffer
	query.WriteString(`{repository(owner: "octo-org", name: "octo-repo") {`)
	for i, tt := range tests {
		query.WriteString("f" + string(rune('0'+i)) + `: object(expression: "` + sha + ":" + tt.path + `") {
			... on Blob { text isBinary isTruncated byteSize }
		}`)
	}
	query.WriteString("}}")
	got := c.query(query.String(), nil).data(t, "repository")
	for i, tt := range tests {
		f := dig(got, "f"+string(rune('0'+i)))
		b := blob{dig(f, "text"), dig(f, "isBinary"), dig(f, "isTruncated"), dig(f, "byteSize")}
		if diff := cmp.Diff(tt.want, b); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.path, diff)
		}
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	fork := r.Fork("mona")
	start := r.Tip("main")
	r.Push("main", "octo-org", githubtest.Files{"more.md": "more\n"})
	head := fork.Push("topic", "mona", githubtest.Files{"README.md": "# Octo\n\nMore\n"})
	fork.Branch("topic", fork.Commit(githubtest.Commit{Parents: []string{start}, Files: githubtest.Files{"README.md": "# Octo\n\nMore\n"}}))
	tests := []struct {
		name, span, status string
		base               any
	}{
		{"fork's commit by its id", "main..." + fork.Tip("topic"), "diverged", start},
		{"fork's branch", "main...mona:topic", "diverged", start},
		{"ahead", start + "...main", "ahead", start},
		{"behind", "main..." + start, "behind", start},
		{"identical", "main...main", "identical", r.Tip("main")},
		{"unrelated", "main..." + head, "", nil},
	}
	for _, tt := range tests {
		got := c.repo("GET", "/compare/"+tt.span, "")
		if status, _ := got.body["status"].(string); tt.base != nil && status != tt.status {
			t.Errorf("%s: status %q, want %q", tt.name, status, tt.status)
		}
		if base := dig(got.body["merge_base_commit"], "sha"); base != tt.base {
			t.Errorf("%s: merge base %v, want %v", tt.name, base, tt.base)
		}
	}
	got := c.repo("GET", "/compare/main...mona:topic", "")
	if diff := cmp.Diff([]any{"README.md"}, each(got.body["files"], "filename")); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// TestExport lets git read what the simulator holds.
func TestExport(t *testing.T) {
	t.Parallel()
	r, _ := world(t)
	dir := t.TempDir()
	if err := r.Export(dir); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"fsck", "--strict", "--no-dangling"}, {"rev-parse", "main"}, {"rev-parse", "main^{tree}"}} {
		cmd := exec.Command("git", append([]string{"--git-dir", dir}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("git %q: %v\n%s", args, err, out)
		}
		want := map[string]string{"main": r.Tip("main"), "main^{tree}": r.Tree(r.Tip("main"))}[args[len(args)-1]]
		if got := strings.TrimSpace(string(out)); want != "" && got != want {
			t.Errorf("git %q: %q, want %q", args, got, want)
		}
	}
}
