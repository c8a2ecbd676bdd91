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

// conversation is a pull request by mona from a branch of the repository.
func conversation(t *testing.T) (*githubtest.Repository, *githubtest.Pull, client) {
	t.Helper()
	r, c := world(t)
	r.Branch("topic", r.Tip("main"))
	r.Push("topic", "mona", githubtest.Files{"docs/specs/pay.md": "The gateway MUST answer in 2 s.\n"})
	return r, r.Open(githubtest.PullRequest{Head: "topic", Author: "mona"}), c
}

func TestCommentIsRefused(t *testing.T) {
	t.Parallel()
	_, p, c := conversation(t)
	tests := []struct{ name, body, want string }{
		{"too long", strings.Repeat("é", 65537), "Body is too long (maximum is 65536 characters)"},
		{"blank", " \n", "Body cannot be blank"},
	}
	for _, tt := range tests {
		a := c.repo("POST", "/issues/1/comments", encode(fields{"body": tt.body}))
		if got := each(a.body["errors"], "message"); a.status != http.StatusUnprocessableEntity || !cmp.Equal(got, []any{tt.want}) {
			t.Errorf("%s: %d %q, want 422 %q", tt.name, a.status, got, tt.want)
		}
	}
	if a := c.repo("POST", "/issues/1/comments", encode(fields{"body": strings.Repeat("é", 65536)})); a.status != http.StatusCreated {
		t.Errorf("the longest: %d", a.status)
	}
	if a := c.repo("POST", "/issues/9/comments", encode(fields{"body": "x"})); a.status != http.StatusNotFound {
		t.Errorf("on an unknown pull request: %d", a.status)
	}
	if got := len(p.Comments()); got != 1 {
		t.Errorf("%d comments are there, want 1", got)
	}
}

func TestOwnComment(t *testing.T) {
	t.Parallel()
	_, p, c := conversation(t)
	made := c.repo("POST", "/issues/1/comments", encode(fields{"body": "Open"}))
	if got := dig(made.body["user"], "login"); got != "github-actions[bot]" {
		t.Errorf("REST says that %v wrote it", got)
	}
	if got := dig(made.body["performed_via_github_app"], "id"); got != 15368.0 {
		t.Errorf("REST says that it came through %v", got)
	}
	path := "/issues/comments/" + id(made)
	if a := c.repo("PATCH", path, encode(fields{"body": "Closed"})); a.status != http.StatusOK || p.Comments()[0].Body() != "Closed" {
		t.Errorf("update: %d, and it says %q", a.status, p.Comments()[0].Body())
	}
	q := `{viewer {login} repository(owner: "octo-org", name: "octo-repo") {pullRequest(number: 1) {comments(first: 1) {
		nodes {viewerDidAuthor author {__typename login} fullDatabaseId}
	}}}}`
	got := c.query(q, nil)
	want := []any{fields{
		"viewerDidAuthor": true, "author": fields{"__typename": "Bot", "login": "github-actions"}, "fullDatabaseId": id(made),
	}}
	if diff := cmp.Diff(want, got.data(t, "repository", "pullRequest", "comments", "nodes")); diff != "" {
		t.Errorf("GraphQL (-want +got):\n%s", diff)
	}
	if a := c.repo("DELETE", path, ""); a.status != http.StatusNoContent || len(p.Comments()) != 0 {
		t.Errorf("delete: %d", a.status)
	}
	for _, method := range []string{"PATCH", "DELETE", "GET"} {
		if a := c.repo(method, path, encode(fields{"body": "Late"})); a.status != http.StatusNotFound {
			t.Errorf("%s after it is gone: %d", method, a.status)
		}
	}
}

// TestEditsShowInGraphQLOnly covers what REST does not tell: who edited.
func TestEditsShowInGraphQLOnly(t *testing.T) {
	t.Parallel()
	r, p, c := conversation(t)
	r.Member("hubot", "write")
	k := p.Comment("mona", "/ack all")
	c.server.Advance(time.Minute)
	k.Edit("hubot", "/confirm all")
	k.Hide("outdated")
	q := `{repository(owner: "octo-org", name: "octo-repo") {pullRequest(number: 1) {comments(last: 5) {totalCount nodes {
		body createdAt lastEditedAt includesCreatedEdit isMinimized minimizedReason viewerDidAuthor
		author {login} editor {login} userContentEdits(first: 5) {totalCount}
	}}}}}`
	want := fields{"totalCount": 1.0, "nodes": []any{fields{
		"body": "/confirm all", "createdAt": "2026-03-02T08:30:00Z", "lastEditedAt": "2026-03-02T08:31:00Z",
		"includesCreatedEdit": true, "viewerDidAuthor": false, "isMinimized": true, "minimizedReason": "outdated",
		"author": fields{"login": "mona"}, "editor": fields{"login": "hubot"},
		"userContentEdits": fields{"totalCount": 1.0},
	}}}
	if diff := cmp.Diff(want, c.query(q, nil).data(t, "repository", "pullRequest", "comments")); diff != "" {
		t.Errorf("GraphQL (-want +got):\n%s", diff)
	}
	a := c.repo("GET", "/issues/1/comments", "")
	if got := each(any(a.list), "updated_at"); !cmp.Equal(got, []any{"2026-03-02T08:31:00Z"}) {
		t.Errorf("REST says that it was updated at %v", got)
	}
	if strings.Contains(a.raw, "hubot") {
		t.Error("REST tells the editor")
	}
	k.Delete()
	if got := c.repo("GET", "/issues/1/comments", ""); len(got.list) != 0 {
		t.Errorf("a deleted comment is listed: %s", got.raw)
	}
}

func TestReactionIsAddedOnce(t *testing.T) {
	t.Parallel()
	_, p, c := conversation(t)
	k := p.Comment("mona", "/ack all")
	path := fmt.Sprintf("/issues/comments/%d/reactions", k.ID)
	for i, want := range []int{http.StatusCreated, http.StatusOK} {
		if a := c.repo("POST", path, encode(fields{"content": "+1"})); a.status != want {
			t.Errorf("time %d: %d, want %d", i+1, a.status, want)
		}
	}
	if a := c.repo("POST", path, encode(fields{"content": "tada"})); a.status != http.StatusUnprocessableEntity {
		t.Errorf("unknown reaction: %d", a.status)
	}
	if diff := cmp.Diff([]string{"github-actions[bot] +1"}, k.Reactions()); diff != "" {
		t.Errorf("reactions (-want +got):\n%s", diff)
	}
	if a := c.repo("GET", path+"?content=heart", ""); a.status != http.StatusOK || len(a.list) != 0 {
		t.Errorf("hearts: %d %s", a.status, a.raw)
	}
	if a := c.repo("GET", path, ""); !cmp.Equal(each(any(a.list), "content"), []any{"+1"}) {
		t.Errorf("all: %s", a.raw)
	}
}

// TestPermissionIsTheLegacyLevel has the level that the endpoint tells beside
// the role that somebody really has.
func TestPermissionIsTheLegacyLevel(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	for _, level := range []string{"read", "triage", "write", "maintain", "admin"} {
		r.Member("has-"+level, level)
	}
	r.Member("has-custom", "write", "release-manager")
	r.Member("left", "write")
	r.Member("left", "none")
	r.Fork("outsider")
	tests := []struct {
		login, permission, role string
	}{
		{"has-read", "read", "read"},
		{"has-triage", "read", "triage"},
		{"has-write", "write", "write"},
		{"has-maintain", "write", "maintain"},
		{"has-admin", "admin", "admin"},
		{"HAS-ADMIN", "admin", "admin"},
		{"has-custom", "write", "release-manager"},
		{"left", "none", "none"},
		{"outsider", "none", "none"},
	}
	for _, tt := range tests {
		a := c.repo("GET", "/collaborators/"+tt.login+"/permission", "")
		if a.body["permission"] != tt.permission || a.body["role_name"] != tt.role {
			t.Errorf("%s: %v as %v, want %s as %s", tt.login, a.body["permission"], a.body["role_name"], tt.permission, tt.role)
		}
	}
	for login, want := range map[string]string{"nobody": "nobody is not a user", "github-actions[bot]": "github-actions[bot] is not a user"} {
		if a := c.repo("GET", "/collaborators/"+login+"/permission", ""); a.status != http.StatusNotFound || a.message() != want {
			t.Errorf("%s: %d %q", login, a.status, a.message())
		}
	}
	r.Public()
	if a := c.repo("GET", "/collaborators/outsider/permission", ""); a.body["permission"] != "read" {
		t.Errorf("an outsider of a public repository: %v", a.body["permission"])
	}
}

func TestTeamsAreNotFound(t *testing.T) {
	t.Parallel()
	_, c := world(t)
	c.server.Team("octo-org/core", "mona")
	path := "/orgs/octo-org/teams/core/memberships/mona"
	if a := c.get(path); a.status != http.StatusNotFound {
		t.Errorf("with a workflow's token: %d", a.status)
	}
	c.token = c.server.AppToken("reader", map[string]string{"members": "read"})
	if a := c.get(path); a.status != http.StatusOK || a.body["state"] != "active" {
		t.Errorf("with a token that may: %d %s", a.status, a.raw)
	}
	if a := c.get("/orgs/octo-org/teams/core/memberships/hubot"); a.status != http.StatusNotFound {
		t.Errorf("somebody else: %d", a.status)
	}
}
