package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/cli"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestReadmeTranscripts runs the README's transcripts that need a repository of
// their own, and demands that the README shows what the program says.
func TestReadmeTranscripts(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile(testkit.Path(t, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	spec := "# Bicycle rack\n\n- **FR-001**: The rack MUST show a free stand within [NEEDS CLARIFICATION: how many seconds?].\n"
	if err := os.WriteFile(filepath.Join(dir, "SPEC.md"), []byte(spec), 0o644); err != nil {
		t.Fatal(err)
	}
	for line, args := range map[string][]string{
		"surmise init": {"init"},
		`surmise simulate --as monalisa --permission read "/ack 1"`: {"simulate", "--as", "monalisa", "--permission", "read", "/ack 1"},
	} {
		var out, errs bytes.Buffer
		cli.Run(t.Context(), cli.Env{
			Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Dir: dir,
			Lookup: func(string) (string, bool) { return "", false },
		})
		if want := "$ " + line + "\n" + out.String() + "```\n"; errs.Len() > 0 || !strings.Contains(string(readme), want) {
			t.Errorf("README.md does not show this:\n%s%s", want, &errs)
		}
	}
}
