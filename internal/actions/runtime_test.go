package actions_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/actions"
	"github.com/surmise-ci/surmise/internal/pull"
)

// runtime is a step with these variables.
func runtime(t *testing.T, env map[string]string, log io.Writer) *actions.Runtime {
	t.Helper()
	if log == nil {
		log = io.Discard
	}
	r, err := actions.New(func(name string) string {
		if name == "GITHUB_ACTIONS" {
			return "true"
		}
		return env[name]
	}, log)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestOutside(t *testing.T) {
	t.Parallel()
	if _, err := actions.New(func(string) string { return "" }, io.Discard); !errors.Is(err, actions.ErrOutside) {
		t.Errorf("error %v", err)
	}
	r := runtime(t, nil, nil)
	if err := r.SetOutputs(actions.Outputs{}); message(err) != "write for the runner: GITHUB_OUTPUT is not set" {
		t.Errorf("outputs: %v", err)
	}
	if err := r.Summarise("x"); err != nil {
		t.Errorf("summary: %v", err)
	}
}

func TestContext(t *testing.T) {
	t.Parallel()
	env := func(change ...string) map[string]string {
		out := map[string]string{
			"GITHUB_REPOSITORY": "octo-org/octo-repo", "GITHUB_API_URL": "https://ghes.example/api/v3",
			"GITHUB_GRAPHQL_URL": "https://ghes.example/api/graphql", "GITHUB_SERVER_URL": "https://ghes.example",
			"GITHUB_RUN_ID": "31415926535", "GITHUB_RUN_ATTEMPT": "2", "RUNNER_TEMP": "/tmp/x",
			"GITHUB_WORKFLOW_REF": "octo-org/octo-repo/.github/workflows/surmise.yml@refs/heads/main",
		}
		for i := 0; i+1 < len(change); i += 2 {
			out[change[i]] = change[i+1]
		}
		return out
	}
	got, err := runtime(t, env(), nil).Context()
	want := actions.Context{
		Repository: "octo-org/octo-repo", APIURL: "https://ghes.example/api/v3", GraphQLURL: "https://ghes.example/api/graphql",
		ServerURL: "https://ghes.example", RunID: 31415926535, RunAttempt: 2, Workflow: ".github/workflows/surmise.yml", Temp: "/tmp/x",
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("context: %v (-want +got):\n%s", err, diff)
	}
	for _, ref := range []string{"", "other/repo/.github/workflows/x.yml@main", "octo-org/octo-repo/../x.yml@main"} {
		if got, err := runtime(t, env("GITHUB_WORKFLOW_REF", ref), nil).Context(); err != nil || got.Workflow != "" {
			t.Errorf("workflow of %q: %q, %v", ref, got.Workflow, err)
		}
	}
	for name, want := range map[string]string{
		"GITHUB_API_URL":     "read the runner's environment: GITHUB_API_URL is not set",
		"GITHUB_RUN_ID":      `read the runner's environment: GITHUB_RUN_ID is "", which is no number`,
		"GITHUB_RUN_ATTEMPT": `read the runner's environment: GITHUB_RUN_ATTEMPT is "", which is no number`,
	} {
		if _, err := runtime(t, env(name, ""), nil).Context(); message(err) != want {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

func TestInputs(t *testing.T) {
	t.Parallel()
	tests := []struct {
		token, fail string
		failJob     bool
		err         string
	}{
		{"ghs_x", "", false, ""},
		{" ghs_x\n", "false", false, ""},
		{"ghs_x", " true ", true, ""},
		{"ghs_x", "yes", false, `the input fail-job is "yes"; it is "true" or "false"`},
		{" ", "", false, "the input github-token is empty; leave it out to use the workflow's token"},
	}
	for _, tt := range tests {
		r := runtime(t, map[string]string{
			"SURMISE_GITHUB_TOKEN": tt.token, "SURMISE_FAIL_JOB": tt.fail, "INPUT_GITHUB-TOKEN": "wrong", "INPUT_FAIL-JOB": "true",
		}, nil)
		in, err := r.Inputs()
		if message(err) != tt.err || in.FailJob != tt.failJob || err == nil && in.Token.Reveal() != "ghs_x" {
			t.Errorf("%q, %q: %v, %v", tt.token, tt.fail, in.FailJob, err)
		}
	}
}

func TestSecret(t *testing.T) {
	t.Parallel()
	in, err := runtime(t, map[string]string{"SURMISE_GITHUB_TOKEN": "ghs_x"}, nil).Inputs()
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "token", in.Token, "inputs", in)
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "token", in.Token, "inputs", in)
	data, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		fmt.Sprint(in), fmt.Sprintf("%v %+v %#v %s %q %x %d", in, in, in, in.Token, in.Token, in.Token, in.Token), in.Token.String(),
		log.String(), string(data), fmt.Errorf("x: %v", in.Token).Error(),
	} {
		if strings.Contains(text, "ghs_x") || strings.Contains(text, "6768735f78") || !strings.Contains(text, "[redacted]") {
			t.Errorf("shows itself: %s", text)
		}
	}
}

func TestSetOutputs(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "output")
	r := runtime(t, map[string]string{"GITHUB_OUTPUT": file}, nil)
	bad := map[string]actions.Outputs{
		`set output conclusion: "neutral" is neither "success" nor "failure"`:     {Conclusion: "neutral"},
		`set output report-path: "a\nconclusion=success" is not one line of text`: {ReportPath: "a\nconclusion=success"},
		`set output ledger-path: "a\rb" is not one line of text`:                  {LedgerPath: "a\rb"},
		`set output prompt-path: "\xff" is not one line of text`:                  {PromptPath: "\xff"},
	}
	for want, o := range bad {
		if err := r.SetOutputs(o); message(err) != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("something was written")
	}
	if err := r.SetOutputs(actions.Outputs{Conclusion: "failure", HighOpen: 3, ReportPath: "/tmp/a b/report.json"}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	want := "conclusion=failure\nhigh-open=3\nquestions-open=0\nprohibitions-failing=0\nledger-path=\nreport-path=/tmp/a b/report.json\nprompt-path=\n"
	if diff := cmp.Diff(want, string(got)); err != nil || diff != "" {
		t.Errorf("outputs: %v (-want +got):\n%s", err, diff)
	}
}

func TestSummarise(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "summary")
	r := runtime(t, map[string]string{"GITHUB_STEP_SUMMARY": file}, nil)
	read := func() string {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for _, text := range []string{"# One", "# Two\xff"} {
		if err := r.Summarise(text); err != nil {
			t.Fatal(err)
		}
	}
	if want := "# One\n# Two\uFFFD\n"; read() != want {
		t.Errorf("summary %q, want %q", read(), want)
	}
	for range 2 {
		if err := r.Summarise(strings.Repeat("é", 1<<20)); err != nil {
			t.Fatal(err)
		}
		got := read()
		if len(got) > 1<<20 || len(got) < 1<<20-4 || !utf8.ValidString(got) || !strings.HasSuffix(got, "too large.\n") {
			t.Errorf("summary of %d bytes ends in %q", len(got), got[len(got)-50:])
		}
	}
}

func TestAnnotate(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	r := runtime(t, nil, &log)
	err := r.Annotate([]pull.Annotation{
		{Path: "docs/a,b:c.md", StartLine: 3, EndLine: 3, StartColumn: 2, EndColumn: 9, Level: pull.Failure, Title: "T: x",
			Message: "line 1\n::error::line 2 100% ##[error]x"},
		{Level: pull.Warning, Title: "no place", Message: strings.Repeat("é", 3000)},
		{Path: "a.md", StartLine: 1, EndLine: 2, Level: pull.Notice, Message: "\x1b[31mred\u202e"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "::error col=2,endColumn=9,endLine=3,file=docs/a%2Cb%3Ac.md,line=3,title=T%3A x::line 1%0A::error::line 2 100%25 ## [error]x\n" +
		"::warning title=no place::" + strings.Repeat("é", 2046) + "…\n" +
		"::notice endLine=2,file=a.md,line=1,title=::[31mred\n"
	if diff := cmp.Diff(want, log.String()); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	log.Reset()
	var many []pull.Annotation
	for range 12 {
		many = append(many, pull.Annotation{Level: pull.Failure, Message: "m"}, pull.Annotation{Level: pull.Warning, Message: "m"})
	}
	if err := r.Annotate(many); err != nil {
		t.Fatal(err)
	}
	got := log.String()
	if n, m := strings.Count(got, "::error "), strings.Count(got, "::warning "); n != 9 || m != 9 || !strings.HasSuffix(got, "6 more annotations are in the step's summary\n") {
		t.Errorf("%d errors and %d warnings besides one of each:\n%s", n, m, got)
	}
}

// isCommand is how the runner finds commands in a line; what it may skip counts
// as skipped.
func isCommand(line string) bool {
	visible := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, line)
	return strings.HasPrefix(strings.TrimSpace(visible), "::") || strings.Contains(visible, "##[")
}

func TestLog(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"plain", "level=INFO msg=\"a: b\"\n", "level=INFO msg=\"a: b\"\n"},
		{"command", "::set-output name=x::y\n", "| ::set-output name=x::y\n"},
		{"after blanks", "a\n \t\u00a0::error::x\n", "a\n|  \t\u00a0::error::x\n"},
		{"after a return", "a\r::error::x\r\n::error::y", "a\n| ::error::x\n| ::error::y"},
		{"after what is not shown", "\u200b:\u00ad:error::x", "| ::error::x"},
		{"older form", "a ##[error]x #\u200b#[error]y", "a ## [error]x ## [error]y"},
		{"older form with a tab in it", "#\t#[error]x #\u0301#[error]y", "#\t# [error]x #\u0301# [error]y"},
		{"colours", "\x1b[31mred", "[31mred"},
		{"in parts", ":", "| :"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			n, err := actions.Log(&out).Write([]byte(tt.text))
			if err != nil || n != len(tt.text) {
				t.Errorf("wrote %d of %d, %v", n, len(tt.text), err)
			}
			if diff := cmp.Diff(tt.want, out.String()); diff != "" {
				t.Errorf("log (-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzLog holds that no text makes a line that the runner takes for a command.
func FuzzLog(f *testing.F) {
	for _, text := range []string{"::error::x", " ::x", "a\r::x", "##[error]", "#\u200b#[x", "#\t#[", ":\u00ad:", "\u0301::x", "\xff::x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var out bytes.Buffer
		if _, err := actions.Log(&out).Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(strings.ReplaceAll(out.String(), "\r", "\n")) {
			if isCommand(line) {
				t.Errorf("%q became the command %q", text, line)
			}
		}
	})
}

// FuzzAnnotate holds that an annotation is one line, whose title and path end
// where they should.
func FuzzAnnotate(f *testing.F) {
	f.Add("a,b:c.md", "T::x", "m\n::error::x")
	f.Add("a.md\r\n", "%0A", "##[error]\u2028")
	f.Fuzz(func(t *testing.T, path, title, text string) {
		var log bytes.Buffer
		r := runtime(t, nil, &log)
		if err := r.Annotate([]pull.Annotation{{Path: path, StartLine: 1, EndLine: 1, Level: pull.Failure, Title: title, Message: text}}); err != nil {
			t.Fatal(err)
		}
		got := log.String()
		if strings.Count(got, "\n") != 1 || strings.ContainsRune(got, '\r') || strings.Contains(got, "##[") {
			t.Errorf("log %q", got)
		}
		head, _, _ := strings.Cut(strings.TrimPrefix(got, "::error "), "::")
		if properties := strings.Count(head, ","); properties != 3 && path != "" || properties != 0 && path == "" {
			t.Errorf("properties %q", head)
		}
	})
}
