package testkit

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// File is one document of a fixture or corpus.
type File struct {
	Path string // slash-separated, relative to where it was looked for
	Data []byte
}

// Case is one fixture: the documents of a revision, and of its base where the
// fixture is about a change.
//
// A case is a file, "vague.md", or a folder. A folder with a "head" or "base"
// folder inside holds two revisions; any other folder holds one revision of
// several documents. The golden file stands beside it: "vague.golden".
type Case struct {
	Name    string // file or folder name without extension
	Golden  string // path of the golden file
	Head    []File
	Base    []File
	Compare bool   // the case has revisions, though Base may be empty
	dir     string // of a folder case
}

// All reads every file of the revision, of any kind, in path order.
func (c Case) All(t testing.TB, base bool) []File {
	t.Helper()
	switch {
	case c.dir != "":
		return below(t, c.folder(base), func(string) bool { return true })
	case base:
		return c.Base
	}
	return c.Head
}

// folder is where the files of a revision of a folder case stand.
func (c Case) folder(base bool) string {
	switch {
	case !c.Compare:
		return c.dir
	case base:
		return filepath.Join(c.dir, "base")
	}
	return filepath.Join(c.dir, "head")
}

// Has reports whether the revision holds a file of any kind, or a folder, at a
// slash-separated path.
func (c Case) Has(base bool, name string) bool {
	if c.dir == "" {
		return slices.ContainsFunc(c.Head, func(f File) bool { return f.Path == name })
	}
	_, err := os.Stat(filepath.Join(c.folder(base), filepath.FromSlash(name)))
	return err == nil
}

// Cases loads the fixtures of a folder in name order. A folder that is not
// there has none.
func Cases(t testing.TB, dir string) []Case {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var out []Case
	for _, e := range entries {
		full := filepath.Join(dir, e.Name())
		name := strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
		c := Case{Name: name, Golden: filepath.Join(dir, name+".golden")}
		switch {
		case !e.IsDir() && document(e.Name()):
			c.Head = []File{{Path: e.Name(), Data: read(t, full)}}
		case !e.IsDir():
			continue
		case isDir(filepath.Join(full, "head")) || isDir(filepath.Join(full, "base")):
			c.Head, c.Base = Files(t, filepath.Join(full, "head")), Files(t, filepath.Join(full, "base"))
			c.Compare, c.dir = true, full
		default:
			c.Head, c.dir = Files(t, full), full
		}
		out = append(out, c)
	}
	return out
}

// Files reads every document below a folder, in path order. A folder that is
// not there has none.
func Files(t testing.TB, dir string) []File {
	t.Helper()
	return below(t, dir, document)
}

func below(t testing.TB, dir string, want func(name string) bool) []File {
	t.Helper()
	if !isDir(dir) {
		return nil
	}
	var out []File
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !want(p) {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		out = append(out, File{Path: filepath.ToSlash(rel), Data: read(t, p)})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(out, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// Documents are all documents of the repository's own fixtures.
func Documents(t testing.TB) []File {
	t.Helper()
	out := Files(t, Path(t, "testdata"))
	if len(out) == 0 {
		t.Fatal("no documents under testdata")
	}
	return out
}

// Corpus are the specs of a checkout of measuring data beside the repository,
// in ../shared/data/corpus; nil where there is none.
func Corpus(t testing.TB) []File {
	t.Helper()
	return Files(t, Path(t, "..", "shared", "data", "corpus"))
}

func document(name string) bool {
	return slices.Contains([]string{".md", ".markdown"}, path.Ext(name))
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
