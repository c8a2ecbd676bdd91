package actions_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/actions"
)

const (
	repository = `"repository": {"full_name": "octo-org/octo-repo"}`
	sender     = `"sender": {"login": "mona", "type": "User"}`
	sha        = "0123456789abcdef0123456789abcdef01234567"
)

func opened(action, headRepo, sender string) string {
	return fmt.Sprintf(`{"action": %q, "number": 7, %s, %s, "pull_request": {
		"title": "::error::x", "head": {"sha": %q, "repo": %s}, "base": {"ref": "release/1.0"}}}`, action, repository, sender, sha, headRepo)
}

func commented(on string) string {
	return `{"action": "edited", ` + repository + `, ` + sender + `, "issue": {"number": 7` + on + `},
		"comment": {"id": 3141592653589793238, "body": "/ack all"}, "changes": {"body": {"from": "/ack 1"}}}`
}

func grouped(base string) string {
	return `{"action": "checks_requested", ` + repository + `, ` + sender + `, "merge_group": {
		"head_sha": "` + sha + `", "head_ref": "refs/heads/gh-readonly-queue/main/pr-7-` + sha + `", "base_ref": "` + base + `"}}`
}

func ran(by, branch string) string {
	return `{"action": "completed", ` + repository + `, ` + sender + `, "workflow_run": {
		"event": "` + by + `", "head_sha": "` + sha + `", "head_branch": "` + branch + `", "pull_requests": []}}`
}

func TestParseEvent(t *testing.T) {
	t.Parallel()
	mona := actions.Account{Login: "mona"}
	tests := []struct {
		name    string
		kind    actions.Kind
		payload string
		want    actions.Event
		err     string
	}{
		{name: "opened", kind: actions.PullRequestTarget, payload: opened("opened", `{"full_name": "Octo-Org/octo-repo"}`, sender),
			want: actions.Event{Action: "opened", Number: 7, HeadSHA: sha, BaseRef: "release/1.0", Sender: mona}},
		{name: "from a fork", kind: actions.PullRequest, payload: opened("synchronize", `{"full_name": "mona/octo-repo"}`, sender),
			want: actions.Event{Action: "synchronize", Number: 7, HeadSHA: sha, BaseRef: "release/1.0", Fork: true, Sender: mona}},
		{name: "from a fork that is gone", kind: actions.PullRequest, payload: opened("synchronize", "null", sender),
			want: actions.Event{Action: "synchronize", Number: 7, HeadSHA: sha, BaseRef: "release/1.0", Fork: true, Sender: mona}},
		{name: "by a bot", kind: actions.PullRequest,
			payload: opened("opened", `{"full_name": "octo-org/octo-repo"}`, `"sender": {"login": "dependabot[bot]", "type": "Bot"}`),
			want: actions.Event{Action: "opened", Number: 7, HeadSHA: sha, BaseRef: "release/1.0",
				Sender: actions.Account{Login: "dependabot[bot]", Bot: true}}},
		{name: "comment", kind: actions.IssueComment, payload: commented(`, "pull_request": {"url": "x"}`),
			want: actions.Event{Action: "edited", Number: 7, Comment: 3141592653589793238, Sender: mona}},
		{name: "comment on an issue", kind: actions.IssueComment, payload: commented(""),
			want: actions.Event{Action: "edited", Comment: 3141592653589793238, Sender: mona}},
		{name: "merge group", kind: actions.MergeGroup, payload: grouped("refs/heads/main"),
			want: actions.Event{Action: "checks_requested", HeadSHA: sha, BaseRef: "main", Sender: mona}},
		{name: "workflow run", kind: actions.WorkflowRun, payload: ran("pull_request", "topic"),
			want: actions.Event{Action: "completed", HeadSHA: sha, By: actions.PullRequest, Sender: mona}},
		{name: "workflow run of a merge group", kind: actions.WorkflowRun, payload: ran("merge_group", "gh-readonly-queue/release/1.0/pr-7-"+sha),
			want: actions.Event{Action: "completed", HeadSHA: sha, BaseRef: "release/1.0", By: actions.MergeGroup, Sender: mona}},
		{name: "by hand", kind: actions.Dispatch, payload: `{}`},
		{name: "by the clock", kind: actions.Schedule, payload: `{"schedule": "0 0 * * *"}`},

		{name: "unknown event", kind: "push", payload: `{}`,
			err: `"push" is no event that surmise decides on; see the workflow that surmise init writes`},
		{name: "not JSON", kind: actions.PullRequest, payload: `{"action"`, err: "not JSON at byte 9: unexpected end of JSON input"},
		{name: "wrong type", kind: actions.PullRequest, payload: `{"pull_request": {"head": {"sha": 5}}}`,
			err: "pull_request.head.sha: is a JSON number, which is not expected there"},
		{name: "number too large", kind: actions.PullRequest, payload: `{"number": 1e30}`,
			err: "number: is a JSON number 1e30, which is not expected there"},
		{name: "other repository", kind: actions.PullRequest, payload: `{"repository": {"full_name": "octo-org/other"}}`,
			err: `repository.full_name: want "octo-org/octo-repo", the repository of the run`},
		{name: "no pull request", kind: actions.PullRequest, payload: `{` + repository + `}`, err: "pull_request: is missing"},
		{name: "no action", kind: actions.PullRequest, payload: opened("", "null", sender),
			err: "action: is missing or not as the platform writes it"},
		{name: "no sender", kind: actions.PullRequest, payload: opened("opened", "null", `"sender": null`),
			err: "sender.login: is missing or not as the platform writes it"},
		{name: "head is no object id", kind: actions.PullRequest, payload: strings.ReplaceAll(opened("opened", "null", sender), sha, "main"),
			err: "pull_request.head.sha: is missing or not as the platform writes it"},
		{name: "no issue", kind: actions.IssueComment, payload: `{` + repository + `}`, err: "issue: is missing"},
		{name: "no comment", kind: actions.IssueComment, payload: `{` + repository + `, "issue": {"number": 7}}`, err: "comment: is missing"},
		{name: "no group", kind: actions.MergeGroup, payload: `{` + repository + `}`, err: "merge_group: is missing"},
		{name: "no workflow run", kind: actions.WorkflowRun, payload: `{` + repository + `}`, err: "workflow_run: is missing"},
		{name: "workflow run of no queue", kind: actions.WorkflowRun, payload: ran("merge_group", "topic"),
			err: "workflow_run.head_branch: is missing or not as the platform writes it"},
		{name: "group on a tag", kind: actions.MergeGroup, payload: grouped("refs/tags/v1"),
			err: "merge_group.base_ref: is missing or not as the platform writes it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := actions.ParseEvent(tt.kind, "octo-org/octo-repo", []byte(tt.payload))
			if message(err) != tt.err {
				t.Fatalf("error %v, want %s", err, tt.err)
			}
			if tt.err == "" {
				tt.want.Kind = tt.kind
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("event (-want +got):\n%s", diff)
			}
		})
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestEventFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	good, huge := filepath.Join(dir, "event.json"), filepath.Join(dir, "huge.json")
	if err := os.WriteFile(good, []byte(opened("opened", "null", sender)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(huge, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(huge, 32<<20+1); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, path, kind, err string }{
		{"there", good, "pull_request", ""},
		{"no kind", good, "", fmt.Sprintf(`read the event %q: "" is no event that surmise decides on; see the workflow that surmise init writes`, good)},
		{"not named", "", "pull_request", "read the event: GITHUB_EVENT_PATH is not set"},
		{"not there", filepath.Join(dir, "none"), "pull_request",
			"read the event: open " + filepath.Join(dir, "none") + ": no such file or directory"},
		{"too large", huge, "pull_request", fmt.Sprintf("read the event: %q is larger than 33554432 bytes", huge)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := runtime(t, map[string]string{
				"GITHUB_EVENT_PATH": tt.path, "GITHUB_EVENT_NAME": tt.kind, "GITHUB_REPOSITORY": "octo-org/octo-repo",
			}, nil)
			e, err := r.Event()
			if message(err) != tt.err || (err == nil) != (e.Number == 7) {
				t.Errorf("event %+v, error %v, want %s", e, err, tt.err)
			}
		})
	}
}

func TestEventAnswers(t *testing.T) {
	t.Parallel()
	mona, dependabot := actions.Account{Login: "mona"}, actions.Account{Login: "dependabot[bot]", Bot: true}
	tests := []struct {
		name             string
		event            actions.Event
		pusher, readOnly string
	}{
		{"push", actions.Event{Kind: actions.PullRequestTarget, Action: "synchronize", Sender: mona, Fork: true}, "mona", ""},
		{"opened", actions.Event{Kind: actions.PullRequest, Action: "opened", Sender: mona}, "", ""},
		{"comment", actions.Event{Kind: actions.IssueComment, Action: "synchronize", Sender: mona}, "", ""},
		{"fork", actions.Event{Kind: actions.PullRequest, Action: "opened", Sender: mona, Fork: true}, "",
			"a fork's pull_request run has a read-only token; use pull_request_target"},
		{"dependabot", actions.Event{Kind: actions.PullRequest, Action: "opened", Sender: dependabot}, "",
			"Dependabot's pull_request run has a read-only token; use pull_request_target"},
	}
	for _, tt := range tests {
		if got := tt.event.Pusher(); got != tt.pusher {
			t.Errorf("%s: pusher %q, want %q", tt.name, got, tt.pusher)
		}
		if got := tt.event.ReadOnly(); got != tt.readOnly {
			t.Errorf("%s: read-only %q, want %q", tt.name, got, tt.readOnly)
		}
	}
}

// FuzzParseEvent holds that an event that is accepted names what it is about,
// and that nothing makes the reader fail otherwise than by an error.
func FuzzParseEvent(f *testing.F) {
	for _, p := range []string{opened("opened", "null", sender), commented(""), commented(`, "pull_request": {}`), grouped("refs/heads/main"), `{`, `[]`, `null`} {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, data string) {
		for _, kind := range []actions.Kind{actions.PullRequest, actions.PullRequestTarget, actions.IssueComment, actions.MergeGroup} {
			e, err := actions.ParseEvent(kind, "octo-org/octo-repo", []byte(data))
			switch {
			case err != nil && e != actions.Event{}:
				t.Errorf("an event with error %v: %+v", err, e)
			case err != nil:
			case kind == actions.IssueComment && (e.Comment < 1 || e.Sender.Login == ""),
				kind == actions.MergeGroup && (len(e.HeadSHA) < 40 || e.BaseRef == ""),
				kind != actions.IssueComment && kind != actions.MergeGroup && (e.Number < 1 || len(e.HeadSHA) < 40 || e.BaseRef == ""):
				t.Errorf("%s accepted: %+v", kind, e)
			}
		}
	})
}
