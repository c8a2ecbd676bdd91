package internal_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// workflowFile is the workflow that people paste, as far as the platform and
// the test look at it.
type workflowFile struct {
	On          map[string]map[string][]string `yaml:"on"`
	Permissions map[string]string              `yaml:"permissions"`
	Concurrency any                            `yaml:"concurrency"`
	Jobs        map[string]struct {
		Name        string            `yaml:"name"`
		If          string            `yaml:"if"`
		Timeout     int               `yaml:"timeout-minutes"`
		Permissions map[string]string `yaml:"permissions"`
		Concurrency struct {
			Group  string `yaml:"group"`
			Cancel bool   `yaml:"cancel-in-progress"`
		} `yaml:"concurrency"`
		Steps []map[string]any `yaml:"steps"`
	} `yaml:"jobs"`
}

// TestWorkflow holds the workflow that people paste to what the product needs
// of it: what runners that play it do not look at, and what would fail only in
// other people's repositories.
func TestWorkflow(t *testing.T) {
	t.Parallel()
	text := readFile(t, testkit.Path(t, "internal", "cli", "surmise.yml"))
	var w workflowFile
	if err := yaml.Unmarshal([]byte(text), &w); err != nil {
		t.Fatal(err)
	}
	// A filter on an event that decides would leave a required check waiting
	// for ever. The one path is of the event that brings the file.
	wantOn := map[string]map[string][]string{
		"pull_request_target": {"types": {"opened", "synchronize", "reopened", "edited", "ready_for_review", "closed"}},
		"issue_comment":       {"types": {"created", "edited", "deleted"}},
		"merge_group":         {"types": {"checks_requested"}},
		"pull_request":        {"paths": {".github/workflows/surmise.yml"}},
		"workflow_dispatch":   nil,
	}
	if diff := cmp.Diff(wantOn, w.On); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if w.Permissions == nil || len(w.Permissions) > 0 {
		t.Errorf("permissions of the workflow are %v, want {}", w.Permissions)
	}
	if w.Concurrency != nil {
		t.Error("concurrency is of the workflow: a comment without a command would displace a waiting run")
	}
	if len(w.Jobs) != 1 {
		t.Fatalf("%d jobs, want one", len(w.Jobs))
	}
	job := w.Jobs["decide"]
	if job.Name != "surmise-runner" {
		t.Errorf("the job is named %q; the check's own name would be taken for it", job.Name)
	}
	if job.Timeout == 0 {
		t.Error("the job has no timeout")
	}
	wantMay := map[string]string{"contents": "read", "checks": "write", "pull-requests": "write"}
	if diff := cmp.Diff(wantMay, job.Permissions); diff != "" {
		t.Errorf("permissions of the job (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(job.Concurrency.Group, "surmise-${{ github.event.pull_request.number || github.event.issue.number || ") || job.Concurrency.Cancel {
		t.Errorf("concurrency is %+v, want one run at a time for each pull request, none cancelled", job.Concurrency)
	}
	if len(job.Steps) != 1 || len(job.Steps[0]) != 1 ||
		!regexp.MustCompile(`^surmise-ci/surmise@[0-9a-f]{40}$`).MatchString(job.Steps[0]["uses"].(string)) {
		t.Errorf("steps %v, want the action alone, pinned to a commit", job.Steps)
	}
	for _, word := range []string{"secrets", "checkout", "run:"} {
		if strings.Contains(text, word) {
			t.Errorf("the workflow holds %q", word)
		}
	}
}

// TestProveWorkflow holds the workflow that runs the code of pull requests to
// what it may do, which is nothing, and to what it is to prove: the head.
func TestProveWorkflow(t *testing.T) {
	t.Parallel()
	text := readFile(t, testkit.Path(t, "internal", "cli", "surmise-prove.yml"))
	var w workflowFile
	if err := yaml.Unmarshal([]byte(text), &w); err != nil {
		t.Fatal(err)
	}
	wantOn := map[string]map[string][]string{"pull_request": nil, "merge_group": {"types": {"checks_requested"}}}
	if diff := cmp.Diff(wantOn, w.On); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(text, "name: surmise-prove\n") {
		t.Error("the other workflow waits for surmise-prove")
	}
	if w.Permissions == nil || len(w.Permissions) > 0 || len(w.Jobs) != 1 {
		t.Errorf("permissions of the workflow are %v for %d jobs, want {} for one", w.Permissions, len(w.Jobs))
	}
	job := w.Jobs["prove"]
	if diff := cmp.Diff(map[string]string{"contents": "read"}, job.Permissions); diff != "" {
		t.Errorf("permissions of the job (-want +got):\n%s", diff)
	}
	if job.Name != "surmise-prove-runner" || job.Timeout == 0 || job.If != "" {
		t.Errorf("the job is %q with timeout %d and condition %q", job.Name, job.Timeout, job.If)
	}
	pin := regexp.MustCompile(`^(actions/checkout|surmise-ci/surmise)@[0-9a-f]{40}$`)
	var uses []string
	for _, s := range job.Steps {
		name, _ := s["uses"].(string)
		if !pin.MatchString(name) {
			t.Errorf("the step %v is not pinned to a commit", s)
		}
		uses = append(uses, pin.ReplaceAllString(name, "$1"))
	}
	if diff := cmp.Diff([]string{"actions/checkout", "surmise-ci/surmise"}, uses); diff != "" {
		t.Fatalf("steps (-want +got):\n%s", diff)
	}
	wantWith := map[string]any{"ref": "${{ github.event.pull_request.head.sha || github.sha }}", "fetch-depth": 0, "persist-credentials": false}
	if diff := cmp.Diff(wantWith, job.Steps[0]["with"]); diff != "" {
		t.Errorf("checkout (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]any{"run": "prove"}, job.Steps[1]["with"]); diff != "" {
		t.Errorf("inputs (-want +got):\n%s", diff)
	}
	if strings.Contains(text, "secrets.") || strings.Contains(text, "token") {
		t.Error("the workflow uses a secret")
	}
}

// TestWorkflowWords holds the condition under which a comment starts a runner
// to the commands that there are: each is found by its word, before and after
// an edit, and no word is there for nothing.
func TestWorkflowWords(t *testing.T) {
	t.Parallel()
	text := readFile(t, testkit.Path(t, "internal", "cli", "surmise.yml"))
	var w workflowFile
	if err := yaml.Unmarshal([]byte(text), &w); err != nil {
		t.Fatal(err)
	}
	condition := w.Jobs["decide"].If
	var words []string
	const both = `contains\(format\('\{0\} \{1\}', github\.event\.comment\.body, github\.event\.changes\.body\.from\), '(/[a-z]+)'\)`
	for _, m := range regexp.MustCompile(both).FindAllStringSubmatch(condition, -1) {
		words = append(words, m[1])
	}
	rest := regexp.MustCompile(both+`( \|\| )?`).ReplaceAllString(condition, "")
	if want := "github.event_name != 'issue_comment' || github.event.issue.pull_request && ( )"; strings.Join(strings.Fields(rest), " ") != want {
		t.Errorf("the condition beside its words is %q, want %q", rest, want)
	}
	written := []string{"/surmise"}
	for _, c := range command.All() {
		if c.Prefixed {
			continue
		}
		for _, verb := range append([]string{c.ID}, c.Aliases...) {
			written = append(written, "/"+verb)
		}
	}
	for _, verb := range written {
		if !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(verb, w) }) {
			t.Errorf("a comment with %q starts no runner", verb)
		}
	}
	for _, word := range words {
		if !slices.ContainsFunc(written, func(verb string) bool { return strings.HasPrefix(verb, word) }) {
			t.Errorf("the word %q is of no command", word)
		}
	}
}
