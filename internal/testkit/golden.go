// Package testkit is what the tests of several packages share: golden files,
// fixture folders, and the documents that property tests run over. It is
// imported by tests only, and it holds the one package-level flag of the house.
package testkit

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files with what the code gives now")

// Updating reports whether golden files are being rewritten, for the tests
// whose golden form is not a file of its own.
func Updating() bool { return *update }

// Golden compares got with the file at path, byte for byte, and with -update
// writes it there. A golden file that should not exist yet is a failure.
func Golden(t testing.TB, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("read golden file: %v; run the test with -update and look at what it writes", err)
	}
	if diff := cmp.Diff(strings.SplitAfter(string(want), "\n"), strings.SplitAfter(string(got), "\n")); diff != "" {
		t.Errorf("%s is out of date; if the change is meant, run with -update (-want +got):\n%s", path, diff)
	}
}

// Root is the repository's root: the folder that holds go.mod, found upwards
// from the folder of the package under test.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the package under test")
		}
		dir = parent
	}
}

// Path joins elements to the repository's root.
func Path(t testing.TB, elem ...string) string {
	t.Helper()
	return filepath.Join(append([]string{Root(t)}, elem...)...)
}
