package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/cli"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// examine runs doctor in a fresh folder that holds these files, and returns
// its exit code and lines.
func examine(t *testing.T, files, env map[string]string, args ...string) (code int, lines []string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	code = cli.Run(t.Context(), cli.Env{
		Args: append([]string{"doctor"}, args...), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Dir: dir,
		Lookup: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
	})
	if errs.Len() > 0 {
		t.Errorf("doctor says on standard error: %s", &errs)
	}
	return code, strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// ownWorkflow is the workflow that init writes.
func ownWorkflow(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(testkit.Path(t, "internal", "cli", "surmise.yml"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

const (
	workflowFile = ".github/workflows/surmise.yml"
	clearSpec    = "# Lamp\n\nRiders MUST see the lamp in `rack.html` light up within 1 second.\n"
)

// TestDoctorWorkflow breaks the workflow in one way at a time.
func TestDoctorWorkflow(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, old, new string
		want           []string // the findings, without their next steps and places
	}{
		{"as init writes it", "", "", nil},
		{"no pull request event", "  pull_request_target:\n    types: [opened, synchronize, reopened, edited, ready_for_review, closed]\n  issue_comment:", "  issue_comment:",
			[]string{`· pull_request gives pull requests of forks a token that cannot publish`,
				`✗ pull_request does not start on "edited", "ready_for_review", "closed"`,
				`✗ pull_request has a filter "paths": a change that it skips never gets the check`}},
		{"no type edited", "reopened, edited, ready", "reopened, ready", []string{`✗ pull_request_target does not start on "edited"`}},
		{"usual types", "    types: [opened, synchronize, reopened, edited, ready_for_review, closed]\n", "",
			[]string{`✗ pull_request_target does not start on "edited", "ready_for_review", "closed"`}},
		{"comments never end", "types: [created, edited, deleted]", "types: created", []string{`✗ issue_comment does not start on "edited", "deleted"`}},
		{"no comments", "  issue_comment:\n    types: [created, edited, deleted]\n", "", []string{`✗ the trigger "issue_comment" is missing: comments clear nothing`}},
		{"no queue", "  merge_group:\n    types: [checks_requested]\n", "", []string{`✗ the trigger "merge_group" is missing: a merge queue waits for ever`}},
		{"paths", "  pull_request_target:\n", "  pull_request_target:\n    paths: [docs/**]\n",
			[]string{`✗ pull_request_target has a filter "paths": a change that it skips never gets the check`}},
		{"branches", "  pull_request_target:\n", "  pull_request_target:\n    branches-ignore: [old]\n",
			[]string{`· pull_request_target has a filter "branches-ignore": other branches get no check`}},
		{"no contents", "      contents: read\n", "", []string{`✗ the permission "contents: read" is missing; the job has "none"`}},
		{"checks only read", "checks: write", "checks: read", []string{`✗ the permission "checks: write" is missing; the job has "read"`}},
		{"no pull requests", "      pull-requests: write\n", "", []string{`✗ the permission "pull-requests: write" is missing; the job has "none"`}},
		{"too much", "contents: read", "contents: write", []string{`✗ the job has "contents: write", which Surmise does not need`}},
		{"everything", "    permissions:\n      contents: read\n      checks: write\n      pull-requests: write\n", "    permissions: write-all\n",
			[]string{`✗ the job has "write-all", and hostile pull requests start it`}},
		{"permissions of the workflow", "    permissions:\n      contents: read\n      checks: write\n      pull-requests: write\n", "",
			[]string{`✗ the permission "contents: read" is missing; the job has "none"`, `✗ the permission "checks: write" is missing; the job has "none"`,
				`✗ the permission "pull-requests: write" is missing; the job has "none"`}},
		{"named like the check", "name: surmise-runner", "name: surmise", []string{`✗ the job is named "surmise" like the check, and a green job would count as a pass`}},
		{"named like another base's", "name: surmise-runner", "name: surmise (release)",
			[]string{`✗ the job is named "surmise (release)" like the check, and a green job would count as a pass`}},
		{"checkout", "    steps:\n", "    steps:\n      - uses: actions/checkout@" + strings.Repeat("a", 40) + "\n        with: {ref: '${{ github.event.pull_request.head.sha }}'}\n",
			[]string{`✗ a step checks out the head of the pull request in a job with a writing token`}},
		{"idle checkout", "    steps:\n", "    steps:\n      - uses: actions/checkout@" + strings.Repeat("a", 40) + "\n",
			[]string{`· a step checks the repository out, which Surmise has no use for`}},
		{"fetch by hand", "    steps:\n", "    steps:\n      - run: git fetch origin pull/${{ github.event.number }}/head\n",
			[]string{`✗ a step fetches the head of the pull request into a job with a writing token`}},
		{"another action by name", "    steps:\n", "    steps:\n      - uses: octo-org/helper@v1\n", []string{`✗ "octo-org/helper@v1" is not pinned: whoever moves the name runs with this token`}},
		{"a secret", "    steps:\n", "    env: {KEY: '${{ secrets.DEPLOY_KEY }}'}\n    steps:\n", []string{`✗ the workflow uses the secret "DEPLOY_KEY"`}},
		{"an app's secret", "    steps:\n", "    steps:\n      - uses: actions/create-github-app-token@" + strings.Repeat("a", 40) + "\n        with: {private-key: '${{ secrets.APP_KEY }}'}\n", nil},
		{"the workflow's own token", "    steps:\n", "    env: {TOKEN: '${{ secrets.GITHUB_TOKEN }}'}\n    steps:\n", nil},
		{"runs cancel each other", "cancel-in-progress: false", "cancel-in-progress: true", []string{`✗ concurrency cancels a run in progress, perhaps while it publishes`}},
		{"concurrency of the workflow", "permissions: {}\n", "permissions: {}\nconcurrency: one\n",
			[]string{`✗ concurrency is the workflow's: a comment without a command would displace a waiting run`}},
		{"permissions left to the settings", "permissions: {}\n\njobs:\n", "jobs:\n  other:\n    steps: [{uses: octo-org/surmise@" + strings.Repeat("b", 40) + "}]\n",
			[]string{`· every comment starts a runner`, `✗ the job names no permissions, so the repository's settings decide`,
				`✗ the job has no concurrency: two runs would decide at once`, `✗ a second job runs Surmise and publishes the same check`}},
		{"a key twice", "    timeout-minutes: 10\n", "    timeout-minutes: 10\n    timeout-minutes: 20\n",
			[]string{`✗ key "timeout-minutes" of jobs.decide stands in line 33 already`}},
		{"another event altogether", "on:\n", "on: push\nunused:\n", []string{
			`✗ the trigger "pull_request_target" is missing: no pull request is decided`,
			`✗ the trigger "issue_comment" is missing: comments clear nothing`, `✗ the trigger "merge_group" is missing: a merge queue waits for ever`}},
		{"a word is missing", "/reopen'", "/confirm'", []string{`✗ the job's "if:" does not look for "/reopen": nothing happens on it`}},
		{"edits are not seen", "github.event.changes.body.from", "''", []string{`✗ the job's "if:" misses a command that was edited away, and it would go on counting`}},
		{"twice", "  decide:\n", "  other:\n    steps:\n      - uses: octo-org/surmise@" + strings.Repeat("b", 40) + "\n  decide:\n",
			[]string{`· every comment starts a runner`, `✗ the permission "contents: read" is missing; the job has "none"`,
				`✗ the permission "checks: write" is missing; the job has "none"`, `✗ the permission "pull-requests: write" is missing; the job has "none"`,
				`✗ the job has no concurrency: two runs would decide at once`, `✗ a second job runs Surmise and publishes the same check`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := ownWorkflow(t)
			if tt.old != "" && !strings.Contains(text, tt.old) {
				t.Fatalf("the workflow does not hold %q", tt.old)
			}
			text = strings.ReplaceAll(text, tt.old, tt.new)
			if tt.old == "" {
				text = ownWorkflow(t)
			}
			code, lines := examine(t, map[string]string{workflowFile: text, "SPEC.md": clearSpec}, nil, "--offline")
			var got []string
			mend := false
			for _, l := range lines {
				mend = mend || strings.HasPrefix(l, "✗")
				mark, rest, _ := strings.Cut(l, " ")
				_, found, placed := strings.Cut(rest, ": ")
				if placed && (mark == "✗" || mark == "·") {
					got = append(got, mark+" "+found)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s\nall lines:\n%s", diff, strings.Join(lines, "\n"))
			}
			if want := map[bool]int{true: 1}[mend]; code != want {
				t.Errorf("exit code %d, want %d", code, want)
			}
		})
	}
}

// TestDoctorPlatform asks a platform what a merge requires.
func TestDoctorPlatform(t *testing.T) {
	t.Parallel()
	const own = 4711
	appToken := strings.NewReplacer("    steps:\n", "    steps:\n      - id: app\n        uses: actions/create-github-app-token@"+strings.Repeat("a", 40)+"\n")
	notRequired := []string{
		`✗ a merge into "main" does not require the check "surmise"`, "guarantee: none: no merge needs the check, so a red one blocks nothing",
	}
	fromAnywhere := []string{`✗ a merge into "main" takes the check "surmise" from any source`, basic}
	bound := []string{`✓ a merge into "main" requires the check "surmise" from app 15368`, basic}
	tests := []struct {
		name   string
		ownApp bool
		set    func(*githubtest.Repository)
		want   []string
	}{
		{"nothing", false, func(*githubtest.Repository) {}, notRequired},
		{"another base's check", false, func(r *githubtest.Repository) {
			r.RequireCheck("main", "surmise (old)", githubtest.ActionsApp)
			r.RequireCheck("old", "surmise", githubtest.ActionsApp)
		}, notRequired},
		{"any source", false, func(r *githubtest.Repository) { r.RequireCheck("main", "surmise", 0) }, fromAnywhere},
		{"bound", false, func(r *githubtest.Repository) { r.RequireCheck("main", "surmise", githubtest.ActionsApp) }, bound},
		{"bound, on the second page", false, func(r *githubtest.Repository) {
			for n := range 120 {
				r.RequireCheck("main", fmt.Sprintf("lint %d", n), 0)
			}
			r.RequireCheck("main", "surmise", githubtest.ActionsApp)
		}, bound},
		{"protected branch", false, func(r *githubtest.Repository) { r.ProtectWithCheck("main", "surmise", githubtest.ActionsApp) }, bound},
		{"protected branch, any source", false, func(r *githubtest.Repository) { r.ProtectWithCheck("main", "surmise", 0) }, fromAnywhere},
		{"own app", true, func(r *githubtest.Repository) { r.RequireCheck("main", "surmise", own) },
			[]string{`✓ a merge into "main" requires the check "surmise" from app 4711`, strong}},
		{"workflow that is always green", false, func(r *githubtest.Repository) { r.RequireWorkflow("main", workflowFile) }, notRequired},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := githubtest.New(t)
			server.Grant(map[string]string{"contents": "read", "pull-requests": "read"})
			repository := server.Repository("octo-org/octo-repo")
			repository.Push("main", "octo-org", githubtest.Files{"SPEC.md": clearSpec})
			tt.set(repository)
			workflow := ownWorkflow(t)
			if tt.ownApp {
				workflow = appToken.Replace(workflow) + "        with: {github-token: '${{ steps.app.outputs.token }}'}\n"
			}
			_, lines := examine(t, map[string]string{workflowFile: workflow, "SPEC.md": clearSpec}, asked(server, server.Token))
			if diff := cmp.Diff(tt.want, aboutMerges(lines)); diff != "" {
				t.Errorf("lines (-want +got):\n%s\nall lines:\n%s", diff, strings.Join(lines, "\n"))
			}
		})
	}
}

// TestDoctorIsRefused shows that a platform that does not tell is no pass.
func TestDoctorIsRefused(t *testing.T) {
	t.Parallel()
	server := githubtest.New(t)
	server.Repository("octo-org/octo-repo").Push("main", "octo-org", githubtest.Files{"SPEC.md": clearSpec})
	code, lines := examine(t, map[string]string{workflowFile: ownWorkflow(t), "SPEC.md": clearSpec}, asked(server, server.Token))
	got := aboutMerges(lines)
	if code != 1 || len(got) != 2 || !strings.HasPrefix(got[0], "✗ what a merge requires could not be read: ") ||
		got[1] != "guarantee: at most Basic, and only if a merge needs the check: that was not looked at, the platform did not tell" {
		t.Errorf("exit code %d and\n%s", code, strings.Join(lines, "\n"))
	}
}

// asked is an environment in which the platform is asked.
func asked(s *githubtest.Server, token string) map[string]string {
	return map[string]string{
		"GITHUB_TOKEN": token, "GITHUB_REPOSITORY": "octo-org/octo-repo",
		"GITHUB_API_URL": s.APIURL(), "GITHUB_GRAPHQL_URL": s.GraphQLURL(),
	}
}

func aboutMerges(lines []string) []string {
	var out []string
	for _, l := range lines {
		if strings.Contains(l, "a merge") || strings.HasPrefix(l, "guarantee") {
			out = append(out, l)
		}
	}
	return out
}

const (
	basic  = "guarantee: Basic: holds against mistakes, hostile text and people without write access; who can write can forge the check"
	strong = "guarantee: Strong: holds against people with write access too, since only your own app's check, or the workflow itself, counts"
)
