package internal_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/cli"
	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestReadme holds the README to the program: what stands between "begin" and
// "end" comments is what the program says, and -update writes it anew.
func TestReadme(t *testing.T) {
	t.Parallel()
	path := testkit.Path(t, "README.md")
	old := readFile(t, path)
	text := old
	for _, block := range []struct{ name, want string }{
		{"output", fence("console", sampleOutput(t))},
		{"workflow", fence("yaml", readFile(t, testkit.Path(t, "internal", "cli", "surmise.yml")))},
		{"prove-workflow", fence("yaml", readFile(t, testkit.Path(t, "internal", "cli", "surmise-prove.yml")))},
		{"evidence-lines", fence("diff", evidenceLines(t))},
		{"help", fence("console", surmise(t, 0, "help"))},
		{"verbs", verbTable()},
		{"detectors", detectorTable()},
		{"kinds", kindTable()},
		{"codes", codeTable()},
		{"shapes", shapeTable()},
		{"formats", formatTable()},
	} {
		begin, end := "<!-- begin "+block.name+" -->\n", "<!-- end "+block.name+" -->"
		before, rest, ok := strings.Cut(text, begin)
		got, after, ok2 := strings.Cut(rest, end)
		if !ok || !ok2 {
			t.Fatalf("README.md has no block %q", block.name)
		}
		if diff := cmp.Diff(block.want, got); diff != "" && !testkit.Updating() {
			t.Errorf("block %q of README.md is out of date; run with -update (-want +got):\n%s", block.name, diff)
		}
		text = before + begin + block.want + end + after
	}
	if testkit.Updating() && text != old {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReadmePolicies decodes every policy that the README shows.
func TestReadmePolicies(t *testing.T) {
	t.Parallel()
	found := regexp.MustCompile("(?s)```yaml\n(version:.*?)```").FindAllStringSubmatch(readFile(t, testkit.Path(t, "README.md")), -1)
	if len(found) == 0 {
		t.Fatal("README.md shows no policy")
	}
	for _, m := range found {
		if _, err := config.Decode("README.md", []byte(m[1]), app.KnownNames()); err != nil {
			t.Error(err)
		}
	}
}

// sampleOutput is the command of the README, the contradiction that it finds,
// and the last line.
func sampleOutput(t *testing.T) string {
	t.Helper()
	blocks := strings.Split(strings.TrimSpace(surmise(t, 1, "check", "testdata/sample/spec.md")), "\n\n")
	i := slices.IndexFunc(blocks, func(b string) bool { return strings.Contains(b, " contradiction: ") })
	if i < 0 {
		t.Fatalf("the sample holds no contradiction:\n%s", strings.Join(blocks, "\n\n"))
	}
	return "$ surmise check testdata/sample/spec.md\n…\n" + blocks[i] + "\n…\n" + blocks[len(blocks)-1] + "\n"
}

// surmise runs the program in the repository's root.
func surmise(t *testing.T, want int, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := cli.Run(t.Context(), cli.Env{
		Args: args, Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr,
		Dir: testkit.Root(t), Lookup: func(string) (string, bool) { return "", false },
	})
	if code != want || stderr.Len() > 0 {
		t.Fatalf("surmise %q: exit %d, want %d; %s", args, code, want, &stderr)
	}
	return stdout.String()
}

// evidenceLines is what init adds to the workflow that decides where tests hold
// something.
func evidenceLines(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := cli.Run(t.Context(), cli.Env{
		Args: []string{"init", "--prove"}, Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Dir: dir,
		Lookup: func(string) (string, bool) { return "", false },
	}); code != 0 {
		t.Fatalf("surmise init: exit %d: %s", code, &stderr)
	}
	before := strings.Split(readFile(t, testkit.Path(t, "internal", "cli", "surmise.yml")), "\n")
	var b strings.Builder
	for line := range strings.Lines(readFile(t, filepath.Join(dir, ".github", "workflows", "surmise.yml"))) {
		if !slices.Contains(before, strings.TrimSuffix(line, "\n")) || strings.Contains(line, "types: [completed]") {
			b.WriteString("+" + line)
		}
	}
	return b.String()
}

func fence(language, text string) string {
	return "```" + language + "\n" + strings.TrimRight(text, "\n") + "\n```\n"
}

func verbTable() string {
	var b strings.Builder
	b.WriteString("| Comment | Means |\n|---|---|\n")
	for _, c := range command.All() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(c.Doc.Usage, "|", "\\|"), c.Doc.Text)
	}
	return b.String()
}

func detectorTable() string {
	var b strings.Builder
	b.WriteString("| Detector | Severity | Finds |\n|---|---|---|\n")
	for _, d := range app.Detectors(policy.Default().Clarification) {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", d.ID, d.Severity, gist(d.Doc))
	}
	return b.String()
}

// gist is what a detector's documentation says first.
func gist(d detect.Doc) string {
	text, ok := strings.CutPrefix(d.Text, "Finds ")
	if !ok {
		return d.Title
	}
	if i := strings.IndexAny(text, ".:;"); i >= 0 {
		text = text[:i]
	}
	return text
}

func kindTable() string {
	var b strings.Builder
	b.WriteString("| Check kind | Runs | Needs |\n|---|---|---|\n")
	for _, k := range proof.Kinds() {
		fmt.Fprintf(&b, "| `%s` | %s | `%s` |\n", k.ID, k.Doc.Title, strings.Join(k.Needs, "`, `"))
	}
	return b.String()
}

func codeTable() string {
	var b strings.Builder
	b.WriteString("| Code | Says |\n|---|---|\n")
	for _, c := range app.Codes() {
		id := c.ID
		if strings.HasSuffix(id, "_") {
			id += "…"
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", id, c.Title)
	}
	return b.String()
}

func shapeTable() string {
	var b strings.Builder
	b.WriteString("| Shape | What counts as a criterion |\n|---|---|\n")
	for _, s := range spec.Shapes() {
		fmt.Fprintf(&b, "| %s | %s |\n", s.Doc.Title, s.Doc.Criterion)
	}
	return b.String()
}

func formatTable() string {
	var b strings.Builder
	b.WriteString("| Format | For |\n|---|---|\n")
	for _, f := range report.Formats() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", f.ID, f.Doc)
	}
	return b.String()
}
