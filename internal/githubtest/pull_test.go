package githubtest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/githubtest"
)

func TestPullRequestFollowsItsBranch(t *testing.T) {
	t.Parallel()
	_, p, c := conversation(t)
	first := p.Head()
	second := p.Push("hubot", githubtest.Files{"docs/new.md": "new\n", "README.md": githubtest.Removed})
	if p.Head() != second {
		t.Errorf("head is %s, want %s", p.Head(), second)
	}
	a := c.repo("GET", "/pulls/1", "")
	want := fields{"draft": false, "state": "open", "commits": 2.0, "changed_files": 3.0, "additions": 2.0, "deletions": 2.0}
	for name, value := range want {
		if a.body[name] != value {
			t.Errorf("%s is %v, want %v", name, a.body[name], value)
		}
	}
	if diff := cmp.Diff([]any{first, second}, each(any(c.repo("GET", "/pulls/1/commits", "").list), "sha")); diff != "" {
		t.Errorf("commits (-want +got):\n%s", diff)
	}
	p.SetDraft(true)
	p.Close("mona")
	later := p.Push("hubot", githubtest.Files{"late.md": "late\n"})
	if a := c.repo("GET", "/pulls/1", ""); p.Head() != second || a.body["draft"] != true || a.body["state"] != "closed" || a.body["merged"] != false {
		t.Errorf("closed: %s", a.raw)
	}
	p.Reopen("mona")
	if p.Head() != later {
		t.Errorf("reopened it has the head %s, want %s", p.Head(), later)
	}
}

func TestChangedFiles(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	r.Push("main", "octo-org", githubtest.Files{"a.md": "one\ntwo\nthree\n", "gone.md": "gone\n", "moved.md": "moved\n"})
	r.Branch("topic", r.Tip("main"))
	r.Push("topic", "octo-org", githubtest.Files{
		"a.md": "one\n2\nthree\n", "gone.md": githubtest.Removed, "moved.md": githubtest.Removed, "docs/moved.md": "moved\n", "new.md": "new\n",
	})
	r.Push("main", "octo-org", githubtest.Files{"later.md": "not of the pull request\n"})
	r.Open(githubtest.PullRequest{Head: "topic"})
	var got []string
	for _, f := range c.repo("GET", "/pulls/1/files", "").list {
		got = append(got, fmt.Sprint(dig(f, "status"), " ", dig(f, "filename"), " ", dig(f, "previous_filename"), " ", dig(f, "additions"), " ", dig(f, "deletions")))
	}
	want := []string{
		"modified a.md <nil> 1 1", "renamed docs/moved.md moved.md 0 0", "removed gone.md <nil> 0 1", "added new.md <nil> 1 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	q := "{" + octo + "{pullRequest(number: 1) {changedFiles files(first: 9) {nodes {path changeType}}}}}"
	kinds := each(c.query(q, nil).data(t, "repository", "pullRequest", "files", "nodes"), "changeType")
	if diff := cmp.Diff([]any{"MODIFIED", "RENAMED", "DELETED", "ADDED"}, kinds); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
}

func TestListOfPullRequests(t *testing.T) {
	t.Parallel()
	r, p, c := conversation(t)
	r.Branch("next", r.Tip("main"))
	r.Open(githubtest.PullRequest{Head: "topic", Base: "next", Author: "dependabot[bot]"})
	r.Open(githubtest.PullRequest{Head: "topic"}).Close("mona")
	tests := []struct {
		query string
		want  []any
	}{
		{"", []any{2.0, 1.0}},
		{"?state=open&base=next", []any{2.0}},
		{"?state=closed", []any{3.0}},
		{"?state=all&per_page=1&page=2", []any{2.0}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, each(any(c.repo("GET", "/pulls"+tt.query, "").list), "number")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.query, diff)
		}
	}
	q := "{" + octo + `{pullRequests(first: 9, states: [OPEN], baseRefName: "next") {nodes {number author {__typename login} state}}}}`
	want := []any{fields{"number": 2.0, "author": fields{"__typename": "Bot", "login": "dependabot"}, "state": "OPEN"}}
	if diff := cmp.Diff(any(want), c.query(q, nil).data(t, "repository", "pullRequests", "nodes")); diff != "" {
		t.Errorf("GraphQL (-want +got):\n%s", diff)
	}
	p.Retarget("mona", "next")
	if a := c.repo("GET", "/pulls/1", ""); dig(a.body["base"], "ref") != "next" {
		t.Errorf("retargeted: %v", a.body["base"])
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	r, p, c := conversation(t)
	r.Push("main", "octo-org", githubtest.Files{"README.md": "# Later\n"})
	onto := r.Tip("main")
	merge := p.Merge("hubot")
	if r.Tip("main") != merge || r.MergeBase(p.Head(), merge) != p.Head() || r.MergeBase(onto, merge) != onto {
		t.Errorf("main is %s after the merge %s", r.Tip("main"), merge)
	}
	for path, want := range map[string]string{"README.md": "# Later\n", "docs/specs/pay.md": "The gateway MUST answer in 2 s.\n"} {
		raw := c
		raw.accept = "application/vnd.github.raw"
		if got := raw.repo("GET", "/contents/"+path, "").raw; got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	a := c.repo("GET", "/pulls/1", "")
	if a.body["merged"] != true || a.body["state"] != "closed" || a.body["commits"] != 1.0 {
		t.Errorf("merged: %s", a.raw)
	}
}

// TestAppSpeaksForSomebody covers what only REST tells: through which app a
// person's comment came.
func TestAppSpeaksForSomebody(t *testing.T) {
	t.Parallel()
	_, p, c := conversation(t)
	k := p.CommentThrough("helper", "mona", "/ack all")
	a := c.repo("GET", fmt.Sprintf("/issues/comments/%d", k.ID), "")
	if k.Author() != "mona" || dig(a.body["user"], "type") != "User" || dig(a.body["performed_via_github_app"], "slug") != "helper" {
		t.Errorf("%s", a.raw)
	}
}

func TestLastTouchedComment(t *testing.T) {
	t.Parallel()
	_, p, c := conversation(t)
	first := p.Comment("mona", "first")
	c.server.Advance(time.Minute)
	p.Comment("mona", "second")
	ask := func() []any {
		q := "{" + octo + "{pullRequest(number: 1) {comments(first: 1, orderBy: {field: UPDATED_AT, direction: DESC}) {nodes {body}}}}}"
		return each(c.query(q, nil).data(t, "repository", "pullRequest", "comments", "nodes"), "body")
	}
	if diff := cmp.Diff([]any{"second"}, ask()); diff != "" {
		t.Errorf("before the edit (-want +got):\n%s", diff)
	}
	c.server.SetNow(c.server.Now().Add(time.Minute))
	first.Edit("mona", "first, again")
	if diff := cmp.Diff([]any{"first, again"}, ask()); diff != "" {
		t.Errorf("after the edit (-want +got):\n%s", diff)
	}
}

func TestRunsOfASuite(t *testing.T) {
	t.Parallel()
	r, p, c := conversation(t)
	for _, conclusion := range []string{"failure", "success"} {
		c.repo("POST", "/check-runs", run(p.Head(), fields{"conclusion": conclusion, "external_id": conclusion}))
	}
	c.repo("POST", "/check-runs", run(p.Head(), fields{"status": "in_progress", "conclusion": nil}))
	r.AppRun("other", p.Head(), "surmise", "success")
	r.JobRun(p.Head(), "surmise-runner", "success")
	q := "{" + octo + `{object(oid: "` + p.Head() + `") {... on Commit {
		checkSuites(first: 9, filterBy: {checkName: "surmise", appId: 15368}) {nodes {id app {slug} checkRuns(first: 1, filterBy: {status: COMPLETED, checkType: ALL}) {totalCount nodes {externalId}}}}
	}}}}`
	suites, _ := c.query(q, nil).data(t, "repository", "object", "checkSuites", "nodes").([]any)
	if len(suites) != 1 || dig(suites[0], "app", "slug") != "github-actions" || dig(suites[0], "checkRuns", "totalCount") != 2.0 {
		t.Fatalf("suites are %v", suites)
	}
	q = fmt.Sprintf(`{node(id: %q) {... on CheckSuite {checkRuns(first: 9) {nodes {status conclusion externalId}}}}}`, dig(suites[0], "id"))
	want := []any{fields{"status": "IN_PROGRESS", "conclusion": nil, "externalId": nil}}
	if diff := cmp.Diff(any(want), c.query(q, nil).data(t, "node", "checkRuns", "nodes")); diff != "" {
		t.Errorf("the latest (-want +got):\n%s", diff)
	}
	c.server.Grant(map[string]string{"contents": "read"})
	if a := c.query(q, nil); !strings.Contains(a.raw, "Resource not accessible by integration") {
		t.Errorf("without the permission: %s", a.raw)
	}
}

func TestRerun(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	run := r.Ran(githubtest.WorkflowRun{HeadSHA: r.Tip("main")})
	if a := c.repo("POST", fmt.Sprintf("/actions/runs/%d/rerun", run), ""); a.status != http.StatusCreated || !cmp.Equal(r.Reruns(), []int64{run}) {
		t.Errorf("%d, and %v were run again", a.status, r.Reruns())
	}
}

func TestDefaultBranch(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	r.Branch("trunk", r.Tip("main"))
	r.SetDefaultBranch("trunk")
	if a := c.repo("GET", "", ""); a.body["default_branch"] != "trunk" {
		t.Errorf("REST: %v", a.body["default_branch"])
	}
	if got := c.query("{"+octo+"{defaultBranchRef {name}}}", nil).data(t, "repository", "defaultBranchRef", "name"); got != "trunk" {
		t.Errorf("GraphQL: %v", got)
	}
	for ref, want := range map[string]string{"heads/trunk": r.Tip("trunk"), "heads/none": ""} {
		a := c.repo("GET", "/git/ref/"+ref, "")
		if got, _ := dig(a.body["object"], "sha").(string); got != want {
			t.Errorf("%s is %q, want %q", ref, got, want)
		}
	}
}
