package workspace

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// commitAll makes a repository with these files and returns it with the id of
// its commit. "->" begins a link's target, "#!" a program.
func commitAll(t *testing.T, files map[string]string) (dir, commit string) {
	t.Helper()
	dir = t.TempDir()
	for name, data := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		target, link := strings.CutPrefix(data, "->")
		err := error(nil)
		if link {
			err = os.Symlink(target, full)
		} else {
			err = os.WriteFile(full, []byte(data), map[bool]os.FileMode{false: 0o644, true: 0o755}[strings.HasPrefix(data, "#!")])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) string {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=Octo", "-c", "user.email=octo@example.com"}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "-q", "-b", "main")
	git("add", "-A")
	git("commit", "-qm", "all")
	return dir, git("rev-parse", "HEAD")
}

// snapshotOf is every file below a folder with its content, and whatever git
// says of it.
func snapshotOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		if d.Type()&fs.ModeSymlink != 0 {
			to, err := os.Readlink(name)
			out[filepath.ToSlash(rel)] = "->" + to
			return err
		}
		data, err := os.ReadFile(name)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestCheckout writes out exactly the objects, and writes nothing into the
// repository, whatever hooks, filters and attributes it has.
func TestCheckout(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Log("links need a right of their own here")
		return
	}
	files := map[string]string{
		"a.txt": "one\r\ntwo\n", "sub/run.sh": "#!/bin/sh\n", "sub/deep/b.txt": "$Id$\n", "link": "->sub/deep", "out": "->/etc/passwd",
		".gitattributes": "*.txt text eol=crlf ident filter=boom export-ignore\n",
	}
	repo, commit := commitAll(t, files)
	hook := filepath.Join(repo, ".git", "hooks", "post-checkout")
	if err := os.WriteFile(hook, []byte("#!/bin/sh\ntouch ran\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(repo, "untracked"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	before := snapshotOf(t, repo)
	git := NewGit(repo, os.LookupEnv)
	pristine := t.TempDir()
	c, err := git.Checkout(t.Context(), commit, pristine)
	if err != nil {
		t.Fatal(err)
	}
	files["a.txt"] = "one\ntwo\n" // as git took it in
	if diff := cmp.Diff(files, snapshotOf(t, pristine)); diff != "" {
		t.Errorf("tree (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, snapshotOf(t, repo)); diff != "" {
		t.Errorf("the repository changed (-before +after):\n%s", diff)
	}
	if info, err := os.Stat(filepath.Join(pristine, "sub", "run.sh")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the program is %v, %v", info, err)
	}

	copied := t.TempDir()
	var given []string
	give := func(name string) error {
		rel, err := filepath.Rel(copied, name)
		given = append(given, filepath.ToSlash(rel))
		return err
	}
	changes := map[string][]byte{"a.txt": []byte("changed\n"), "sub/new/c.txt": []byte("added\n"), "hidden.txt": []byte("never\n")}
	if err := c.CopyTo(copied, changes, []string{".gitattributes", "hidden.txt"}, give); err != nil {
		t.Fatal(err)
	}
	files["a.txt"], files["sub/new/c.txt"] = "changed\n", "added\n"
	delete(files, ".gitattributes")
	if diff := cmp.Diff(files, snapshotOf(t, copied)); diff != "" {
		t.Errorf("copy (-want +got):\n%s", diff)
	}
	slices.Sort(given)
	want := []string{"a.txt", "link", "out", "sub", "sub/deep", "sub/deep/b.txt", "sub/new", "sub/new/c.txt", "sub/run.sh"}
	if diff := cmp.Diff(want, given); diff != "" {
		t.Errorf("given away (-want +got):\n%s", diff)
	}
	if os.WriteFile(filepath.Join(copied, "sub", "deep", "b.txt"), []byte("x"), 0o644) != nil {
		t.Fatal("cannot write the copy")
	}
	if got, _ := os.ReadFile(filepath.Join(pristine, "sub", "deep", "b.txt")); string(got) != "$Id$\n" {
		t.Errorf("writing the copy changed the original: %q", got)
	}
}

func TestCheckoutRead(t *testing.T) {
	t.Parallel()
	repo, commit := commitAll(t, map[string]string{"a.txt": "one\n", "sub/b.txt": "two\n", "link": "->sub"})
	c, err := NewGit(repo, os.LookupEnv).Checkout(t.Context(), commit, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a.txt", "sub/b.txt"}, c.Files()); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if data, err := c.Read("sub/b.txt"); string(data) != "two\n" || err != nil {
		t.Errorf("got %q, %v", data, err)
	}
	for _, name := range []string{"link", "link/b.txt"} {
		if _, err := c.Read(name); !refused(err) {
			t.Errorf("%s: got %v, want a refusal", name, err)
		}
	}
	for _, name := range []string{"nowhere", "sub", "../a.txt", "/etc/passwd"} {
		if _, err := c.Read(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: got %v, want that there is none", name, err)
		}
	}
	for name, want := range map[string]bool{"sub": true, "sub/b.txt": true, "sub/b.txt/c": true, "su": false, "node_modules": false, "link/x": true} {
		if got := c.Overlaps(name); got != want {
			t.Errorf("overlaps %q: got %t", name, got)
		}
	}
}

func refused(err error) bool {
	_, ok := errors.AsType[*Refusal](err)
	return ok
}

// TestDigest changes with everything that the tree says of its files, and with
// nothing else.
func TestDigest(t *testing.T) {
	t.Parallel()
	repo, commit := commitAll(t, map[string]string{"a.txt": "one\n", "sub/b.txt": "two\n"})
	c, err := NewGit(repo, os.LookupEnv).Checkout(t.Context(), commit, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	digest := func(change func(dir string)) string {
		dir := t.TempDir()
		if err := c.CopyTo(dir, nil, nil, nil); err != nil {
			t.Fatal(err)
		}
		change(dir)
		got, err := c.Digest(dir)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	pristine := digest(func(string) {})
	if again := digest(func(dir string) { os.WriteFile(filepath.Join(dir, "new"), nil, 0o644) }); again != pristine {
		t.Error("a file that is not of the tree changes its digest")
	}
	seen := map[string]string{pristine: "nothing"}
	for name, change := range map[string]func(dir string){
		"content": func(dir string) { os.WriteFile(filepath.Join(dir, "a.txt"), []byte("two\n"), 0o644) },
		"mode":    func(dir string) { os.Chmod(filepath.Join(dir, "a.txt"), 0o755) },
		"removal": func(dir string) { os.Remove(filepath.Join(dir, "a.txt")) },
		"link": func(dir string) {
			os.Remove(filepath.Join(dir, "a.txt"))
			os.Symlink("sub/b.txt", filepath.Join(dir, "a.txt"))
		},
		"link out of the tree": func(dir string) {
			os.RemoveAll(filepath.Join(dir, "sub"))
			os.Symlink("/etc", filepath.Join(dir, "sub"))
		},
	} {
		got := digest(change)
		if other := seen[got]; other != "" {
			t.Errorf("%s: the same digest as %s", name, other)
		}
		seen[got] = name
	}
}

func TestScratch(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	held, err := NewScratch()
	if err != nil {
		t.Fatal(err)
	}
	// One whose owner was killed: the lock is there, and free.
	dead := filepath.Join(filepath.Dir(held.Dir()), scratchPrefix+"dead")
	if err := os.MkdirAll(filepath.Join(dead, "tree", "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{scratchLock, "tree/sub/file"} {
		if err := os.WriteFile(filepath.Join(dead, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Join(dead, "tree", "sub"), 0o555); err != nil {
		t.Fatal(err)
	}
	next, err := NewScratch()
	if err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]bool{held.Dir(): true, next.Dir(): true, dead: false} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s: there %t, want %t", dir, err == nil, want)
		}
	}
	if err := errors.Join(held.Close(), next.Close()); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(filepath.Dir(held.Dir())); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
