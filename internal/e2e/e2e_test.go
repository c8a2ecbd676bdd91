// Package e2e judges Surmise by what others wrote: GitHub's own description of
// its interfaces, its GraphQL schema, its example events, linters for workflow
// and action files, and a runner of workflows. It is a module of its own, so
// that the product does not depend on any of them.
//
// .ci/run installs the tools and runs the tests.
package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

// root is the repository's root.
func root(t testing.TB, elem ...string) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join(append([]string{"..", ".."}, elem...)...))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// tool is a path in the folder of tools.
func tool(t testing.TB, elem ...string) string {
	t.Helper()
	dir := os.Getenv("SURMISE_E2E_TOOLS")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			t.Fatal(err)
		}
		dir = filepath.Join(cache, "surmise-ci", "e2e")
	}
	name := filepath.Join(append([]string{dir}, elem...)...)
	if _, err := os.Stat(name); err != nil {
		t.Fatalf("%v; .ci/run installs it", err)
	}
	return name
}

// document reads a JSON document of the folder of tools.
func document(t testing.TB, into any, elem ...string) {
	t.Helper()
	data := read(t, tool(t, append([]string{"node_modules"}, elem...)...))
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		t.Fatalf("decode %s: %v", elem, err)
	}
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func write(t testing.TB, name string, data []byte, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, mode); err != nil {
		t.Fatal(err)
	}
}

// built is the program under test, built once for all tests that need it.
var built struct {
	sync.Once
	dir, log string
	err      error
}

func binary(t testing.TB) string {
	t.Helper()
	built.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "surmise-e2e-"); built.err != nil {
			return
		}
		cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", filepath.Join(built.dir, "surmise"), "./cmd/surmise")
		cmd.Dir = filepath.Join("..", "..")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
		var out []byte
		out, built.err = cmd.CombinedOutput()
		built.log = string(out)
	})
	if built.err != nil {
		t.Fatalf("build surmise: %v\n%s", built.err, built.log)
	}
	return filepath.Join(built.dir, "surmise")
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// platform is the name of a release file for the machine under test.
func platform() string { return "surmise_" + runtime.GOOS + "_" + runtime.GOARCH }
