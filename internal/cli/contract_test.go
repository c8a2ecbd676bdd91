package cli_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/surmise-ci/surmise/internal/cli"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// run runs the program in the repository's root.
func run(t *testing.T, args ...string) (code int, stdout string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = cli.Run(t.Context(), cli.Env{
		Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
		Dir: testkit.Root(t), Lookup: func(string) (string, bool) { return "", false },
	})
	if errs.Len() > 0 {
		t.Errorf("surmise %q says on standard error: %s", args, errs.String())
	}
	return code, out.String()
}

func parsed(t *testing.T, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func published(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	_, text := run(t, "schema", name)
	c := jsonschema.NewCompiler()
	if err := c.AddResource(name+".json", parsed(t, text)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRealReportsMeetTheirSchemas checks every fixture of the repository and
// holds report and ledger entries to what "surmise schema" prints.
func TestRealReportsMeetTheirSchemas(t *testing.T) {
	t.Parallel()
	reports, entries := published(t, "report"), published(t, "ledger")
	code, text := run(t, "check", "--format", "json", "testdata")
	if code != 1 {
		t.Errorf("exit code %d, want 1: the fixtures leave things open", code)
	}
	report := parsed(t, text)
	if err := reports.Validate(report); err != nil {
		t.Error(err)
	}
	ledger := report.(map[string]any)["ledger"].([]any)
	if len(ledger) == 0 {
		t.Error("the fixtures gave no ledger entry")
	}
	for _, e := range ledger {
		if err := entries.Validate(e); err != nil {
			t.Errorf("entry %v: %v", e.(map[string]any)["id"], err)
		}
	}
}

// failing is a stream that takes nothing.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errBroken }

type brokenError string

func (e brokenError) Error() string { return string(e) }

const errBroken = brokenError("stream is closed")

// TestReportThatCannotBeWritten shows that a report which nobody got is not a
// pass.
func TestReportThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"check", "-"}, {"version"}, {"help"}, {"explain"}, {"schema", "report"}} {
		var errs bytes.Buffer
		code := cli.Run(t.Context(), cli.Env{
			Args: args, Stdin: strings.NewReader(""), Stdout: failing{}, Stderr: &errs,
			Dir: testkit.Root(t), Lookup: func(string) (string, bool) { return "", false },
		})
		if want := "surmise: stream is closed\n"; code != 4 || errs.String() != want {
			t.Errorf("surmise %q: exit code %d and %q, want 4 and %q", args, code, errs.String(), want)
		}
	}
}
