package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/proof"
)

// TestPrograms finds programs on the machine, and in what the policy lets runs
// see, but none that the head could bring.
func TestPrograms(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		return // programs are not told by their mode there
	}
	dir := real(t.TempDir())
	for _, name := range []string{
		"machine/go", "machine/python3", "repo/bin/go", "repo/bin/scan", "repo/tools/scan", "repo/other/.bin/scan", "repo/plain/bin/python3",
		"repo/node_modules/.bin/go", "repo/node_modules/.bin/scan", "repo/node_modules/pkg/run", "repo/.venv/bin/python3", "repo/.venv/bin/go", "repo/.venv/pyvenv.cfg",
	} {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range map[string]string{
		"repo/node_modules/.bin/own": "../pkg/run", "repo/node_modules/.bin/tracked": "../../tools/scan", "repo/node_modules/.bin/machine": "../../../machine/go",
		"linked": "repo/bin",
	} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(dir, filepath.FromSlash(from))); err != nil {
			t.Fatal(err)
		}
	}
	repo := filepath.Join(dir, "repo")
	value := strings.Join([]string{filepath.Join(repo, "bin"), filepath.Join(dir, "linked"), "repo/bin", filepath.Join(dir, "machine")}, string(filepath.ListSeparator))
	w := &workshop{repo: repo, path: searchPath(value, repo), carry: []string{"node_modules", "plain", ".venv"}}
	for _, tt := range []struct {
		name string
		tool proof.Tool
		want string
	}{
		{"the machine's before the project's", proof.Tool{Name: "go"}, "machine/go"},
		{"the project's where the machine has none", proof.Tool{Name: "scan"}, "repo/node_modules/.bin/scan"},
		{"the project's where it may be", proof.Tool{Name: "scan", Local: true}, "repo/node_modules/.bin/scan"},
		{"of a virtual environment", proof.Tool{Name: "python3", Local: true}, "repo/.venv/bin/python3"},
		{"not of a virtual environment", proof.Tool{Name: "python3"}, "machine/python3"},
		{"a link within what is installed", proof.Tool{Name: "own", Local: true}, "repo/node_modules/.bin/own"},
		{"a link to the machine", proof.Tool{Name: "machine", Local: true}, "repo/node_modules/.bin/machine"},
		{"a link to what the head brings", proof.Tool{Name: "tracked", Local: true}, ""},
		{"nowhere", proof.Tool{Name: "none", Local: true}, ""},
	} {
		got := ""
		if program := w.program(tt.tool); program != "" {
			rel, err := filepath.Rel(dir, program)
			if err != nil {
				t.Fatal(err)
			}
			got = filepath.ToSlash(rel)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	w.carry = nil
	if got := w.program(proof.Tool{Name: "scan", Local: true}); got != "" {
		t.Errorf("without prove.carry: found %q", got)
	}
}
