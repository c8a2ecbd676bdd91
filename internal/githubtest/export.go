package githubtest

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// Export writes the repository as git keeps one, bare, into an empty folder,
// with the heads of its pull requests, for tests that check out what it holds.
func (r *Repository) Export(dir string) error {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	files := map[string]string{"HEAD": "ref: refs/heads/" + r.defaultBranch + "\n", "objects/info/packs": "\n"}
	for branch, sha := range r.branches {
		files["refs/heads/"+branch] = sha + "\n"
	}
	for _, p := range r.pulls {
		files["refs/pull/"+strconv.Itoa(p.Number)+"/head"] = p.headSHA + "\n"
	}
	object := func(sha, kind, data string) error {
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		if _, err := fmt.Fprintf(w, "%s %d\x00%s", kind, len(data), data); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		files["objects/"+sha[:2]+"/"+sha[2:]] = b.String()
		return nil
	}
	for sha, data := range r.objects.blobs {
		if err := object(sha, "blob", string(data)); err != nil {
			return err
		}
	}
	for sha, data := range r.objects.written {
		kind := "tree"
		if r.objects.commits[sha] != nil {
			kind = "commit"
		}
		if err := object(sha, kind, data); err != nil {
			return err
		}
	}
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
