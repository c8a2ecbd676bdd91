package githubtest_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/githubtest"
)

// recorder is a test that takes notes of its failures.
type recorder struct {
	testing.TB
	mu  sync.Mutex
	log []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = append(r.log, fmt.Sprintf(format, args...))
}

func (r *recorder) messages() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.log
}

func TestMisuseFailsTheTest(t *testing.T) {
	t.Parallel()
	const repo = "/repos/octo-org/octo-repo"
	tests := []struct {
		name, method, path, body, want string
		status                         int
	}{
		{"unknown route", "GET", "/user", "", "no route for GET /user", 404},
		{"unknown method", "PUT", repo + "/pulls/1", "", "no route for PUT " + repo + "/pulls/1", 404},
		{"climbing path", "GET", repo + "/contents/a/%2e%2e/b", "", "no route for GET " + repo + "/contents/a/%2e%2e/b", 404},
		{"empty segment", "GET", repo + "/contents//a.md", "", "no route for GET " + repo + "/contents//a.md", 404},
		{"no login", "GET", repo + "/collaborators/a%2Fb/permission", "", `login "a/b" is not one`, 422},
		{"unknown property", "POST", repo + "/check-runs", `{"naem": "surmise"}`, `unknown field "naem"`, 422},
		{"filter", "GET", repo + "/commits/main/check-runs?filter=newest", "", `filter "newest" is neither latest nor all`, 422},
		{"other's comment", "PATCH", repo + "/issues/comments/ID", `{"body": "x"}`, "the comment is mona's, not ours", 422},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tb := &recorder{TB: t}
			s := githubtest.New(tb)
			s.Grant(everything())
			r := s.Repository("octo-org/octo-repo")
			fork := r.Fork("mona")
			r.Push("main", "octo-org", githubtest.Files{"a.md": "a\n"})
			fork.Push("main", "mona", githubtest.Files{"b.md": "b\n"})
			k := r.Open(githubtest.PullRequest{Head: "main", From: fork}).Comment("mona", "Hello")
			c := client{t: t, server: s, token: s.Token}
			a := c.do(tt.method, strings.ReplaceAll(tt.path, "ID", fmt.Sprint(k.ID)), tt.body)
			if a.status != tt.status || len(tb.messages()) != 1 || !strings.Contains(tb.messages()[0], tt.want) {
				t.Errorf("%d, and the test is told %q, want %d and %q", a.status, tb.messages(), tt.status, tt.want)
			}
		})
	}
}

func TestTokenIsAskedFor(t *testing.T) {
	t.Parallel()
	_, c := world(t)
	for token, want := range map[string]string{"": "Requires authentication", "ghs_other": "Bad credentials"} {
		c.token = token
		if a := c.repo("GET", "", ""); a.status != http.StatusUnauthorized || a.message() != want {
			t.Errorf("token %q: %d %q, want 401 %q", token, a.status, a.message(), want)
		}
	}
}

// TestEveryRouteAsksForItsPermission takes one permission away at a time.
func TestEveryRouteAsksForItsPermission(t *testing.T) {
	t.Parallel()
	_, p, c := conversation(t)
	k := p.Comment("mona", "/ack all")
	ofComment := fmt.Sprintf("/issues/comments/%d", k.ID)
	graph := func(selection string) string {
		return encode(fields{"query": "{" + octo + "{" + selection + "}}"})
	}
	runs := `object(expression: "main") {... on Commit {checkSuites(first: 1) {totalCount}}}`
	tests := []struct{ method, path, body, scope, level string }{
		{"GET", "/git/ref/heads/main", "", "contents", "read"},
		{"GET", "/branches/main", "", "contents", "read"},
		{"GET", "/git/trees/main", "", "contents", "read"},
		{"GET", "/git/blobs/x", "", "contents", "read"},
		{"GET", "/contents/README.md", "", "contents", "read"},
		{"GET", "/compare/main...topic", "", "contents", "read"},
		{"GET", "/pulls", "", "pull-requests", "read"},
		{"GET", "/pulls/1", "", "pull-requests", "read"},
		{"GET", "/pulls/1/files", "", "pull-requests", "read"},
		{"GET", "/pulls/1/commits", "", "pull-requests", "read"},
		{"GET", "/commits/main/pulls", "", "pull-requests", "read"},
		{"GET", "/commits/main/check-runs", "", "checks", "read"},
		{"GET", "/check-runs/1", "", "checks", "read"},
		{"GET", "/check-runs/1/annotations", "", "checks", "read"},
		{"POST", "/check-runs", "{}", "checks", "write"},
		{"PATCH", "/check-runs/1", "{}", "checks", "write"},
		{"GET", "/issues/1/comments", "", "pull-requests", "read"},
		{"POST", "/issues/1/comments", "{}", "pull-requests", "write"},
		{"GET", ofComment, "", "pull-requests", "read"},
		{"PATCH", "/issues/comments/1", "{}", "pull-requests", "write"},
		{"DELETE", "/issues/comments/1", "", "pull-requests", "write"},
		{"GET", ofComment + "/reactions", "", "pull-requests", "read"},
		{"POST", ofComment + "/reactions", `{"content": "+1"}`, "pull-requests", "write"},
		{"POST", "/actions/runs/1/rerun", "", "actions", "write"},
		{"POST", "graphql", graph("defaultBranchRef {name}"), "contents", "read"},
		{"POST", "graphql", graph(`ref(qualifiedName: "refs/heads/main") {name}`), "contents", "read"},
		{"POST", "graphql", graph(`object(expression: "main") {oid}`), "contents", "read"},
		{"POST", "graphql", graph(runs), "checks", "read"},
		{"POST", "graphql", graph("pullRequest(number: 1) {number}"), "pull-requests", "read"},
		{"POST", "graphql", graph("pullRequests(first: 1) {totalCount}"), "pull-requests", "read"},
	}
	ask := func(method, path, body string) (int, string) {
		if path == "graphql" {
			a := c.do(method, "/graphql", body)
			if list, _ := a.body["errors"].([]any); list != nil {
				return http.StatusForbidden, dig(list[0], "message").(string)
			}
			return a.status, ""
		}
		a := c.repo(method, path, body)
		return a.status, a.message()
	}
	for _, tt := range tests {
		name := tt.method + " " + tt.path + " " + tt.body
		granted := everything()
		granted[tt.scope] = tt.level
		c.server.Grant(granted)
		if status, _ := ask(tt.method, tt.path, tt.body); status == http.StatusForbidden {
			t.Errorf("%s is forbidden with %s: %s", name, tt.scope, tt.level)
		}
		less := "none"
		if tt.level == "write" {
			less = "read"
		}
		granted[tt.scope] = less
		c.server.Grant(granted)
		if status, message := ask(tt.method, tt.path, tt.body); status != http.StatusForbidden || message != "Resource not accessible by integration" {
			t.Errorf("%s with %s: %s is %d %q, want 403", name, tt.scope, less, status, message)
		}
	}
	c.server.Grant(nil)
	for _, path := range []string{"", "/collaborators/mona/permission"} {
		if a := c.repo("GET", path, ""); a.status != http.StatusOK {
			t.Errorf("GET %s with no permission at all: %d", path, a.status)
		}
	}
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	workflow := []byte("permissions:\n  contents: read\n  checks: write\njobs:\n  one: {}\n  two:\n    permissions: {contents: write}\n  three:\n    permissions: {}\n")
	for job, want := range map[string]map[string]string{
		"one": {"contents": "read", "checks": "write"}, "two": {"contents": "write"}, "three": {},
	} {
		if diff := cmp.Diff(want, githubtest.Permissions(t, workflow, job)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", job, diff)
		}
	}
}

func TestPagesAreLinked(t *testing.T) {
	t.Parallel()
	_, p, c := conversation(t)
	for range 5 {
		p.Comment("mona", "Hello")
	}
	at := func(n int) string {
		return fmt.Sprintf("<%s/repos/octo-org/octo-repo/issues/1/comments?page=%d&per_page=2>", c.server.APIURL(), n)
	}
	for n, want := range map[int]string{
		1: at(2) + `; rel="next", ` + at(3) + `; rel="last"`,
		2: at(1) + `; rel="prev", ` + at(3) + `; rel="next", ` + at(3) + `; rel="last", ` + at(1) + `; rel="first"`,
		3: at(2) + `; rel="prev", ` + at(1) + `; rel="first"`,
	} {
		a := c.repo("GET", fmt.Sprintf("/issues/1/comments?per_page=2&page=%d", n), "")
		if diff := cmp.Diff(want, a.header.Get("Link")); diff != "" {
			t.Errorf("page %d (-want +got):\n%s", n, diff)
		}
	}
	if a := c.repo("GET", "/issues/1/comments?per_page=500", ""); a.header.Get("Link") != "" || len(a.list) != 5 {
		t.Errorf("a single page: %q", a.header.Get("Link"))
	}
}

func TestRateLimit(t *testing.T) {
	t.Parallel()
	_, c := world(t)
	c.server.RateLimit(1000, 1)
	if a := c.repo("GET", "", ""); a.status != http.StatusOK || a.header.Get("X-RateLimit-Remaining") != "0" {
		t.Errorf("the last one: %d with %q left", a.status, a.header.Get("X-RateLimit-Remaining"))
	}
	a := c.repo("GET", "", "")
	if a.status != http.StatusForbidden || !strings.HasPrefix(a.message(), "API rate limit exceeded") ||
		a.header.Get("X-RateLimit-Remaining") != "0" || a.header.Get("X-RateLimit-Reset") != "1772442000" {
		t.Errorf("over the limit: %d %q %v", a.status, a.message(), a.header)
	}
	if a := c.query("{viewer {login}}", nil); a.status != http.StatusOK || !cmp.Equal(each(a.body["errors"], "type"), []any{"RATE_LIMITED"}) {
		t.Errorf("GraphQL over the limit: %d %s", a.status, a.raw)
	}
	c.server.Advance(30 * time.Minute)
	if a := c.repo("GET", "", ""); a.status != http.StatusOK || a.header.Get("X-RateLimit-Remaining") != "999" {
		t.Errorf("after the reset: %d with %q left", a.status, a.header.Get("X-RateLimit-Remaining"))
	}
	if a := c.get("/rate_limit"); dig(a.body["rate"], "remaining") != 999.0 {
		t.Errorf("asking is not free: %s", a.raw)
	}
}

// TestFaults holds each fault to what the client sees, whether the write had
// its effect, and that the next request is well.
func TestFaults(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		fault   githubtest.Fault
		status  int // 0 is no answer
		message string
		retry   string
		effect  bool
	}{
		{"403", githubtest.Fault{Status: 403}, 403, "Resource not accessible by integration", "", false},
		{"404", githubtest.Fault{Status: 404}, 404, "Not Found", "", false},
		{"422", githubtest.Fault{Status: 422}, 422, "Validation Failed", "", false},
		{"500", githubtest.Fault{Status: 500}, 500, "Server Error", "", false},
		{"500 after the effect", githubtest.Fault{Status: 500, Applied: true}, 500, "Server Error", "", true},
		{"502 in HTML", githubtest.Fault{Status: 502}, 502, "", "", false},
		{"secondary limit", githubtest.SecondaryLimit(403, time.Minute), 403,
			"You have exceeded a secondary rate limit. Please wait a few minutes before you try again.", "60", false},
		{"429", githubtest.SecondaryLimit(429, time.Minute), 429,
			"You have exceeded a secondary rate limit. Please wait a few minutes before you try again.", "60", false},
		{"primary limit", githubtest.PrimaryLimit(429), 429, "API rate limit exceeded for installation.", "", false},
		{"time-out", githubtest.Fault{Hang: true}, 0, "", "", false},
		{"time-out after the effect", githubtest.Fault{Hang: true, Applied: true}, 0, "", "", true},
		{"cut off", githubtest.Fault{Cut: true}, 0, "", "", true},
		{"nothing", githubtest.Fault{}, 201, "", "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, p, c := conversation(t)
			c.server.Fail(2, tt.fault)
			if a := c.repo("GET", "", ""); a.status != http.StatusOK {
				t.Fatalf("the first request: %d", a.status)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if tt.fault.Hang {
				time.AfterFunc(50*time.Millisecond, cancel)
			}
			const path = "/repos/octo-org/octo-repo/issues/1/comments"
			a, err := c.try(ctx, "POST", path, `{"body": "Hello"}`)
			if (err != nil) != (tt.status == 0) || a.status != tt.status || a.message() != tt.message || a.header.Get("Retry-After") != tt.retry {
				t.Errorf("%d %q %v %v", a.status, a.message(), a.header, err)
			}
			if got := len(p.Comments()) == 1; got != tt.effect {
				t.Errorf("effect is %t, want %t", got, tt.effect)
			}
			if a := c.do("POST", path, `{"body": "Hello"}`); a.status != http.StatusCreated {
				t.Errorf("the next request: %d", a.status)
			}
			if got := c.server.Requests()[1]; got.Status != tt.status && !tt.fault.Cut {
				t.Errorf("in the log: %v", got)
			}
		})
	}
}

func TestRedirect(t *testing.T) {
	t.Parallel()
	_, c := world(t)
	c.server.Fail(1, githubtest.Fault{Status: 301, Location: c.server.APIURL() + "/rate_limit", Message: "Moved Permanently"})
	if a := c.repo("GET", "", ""); a.status != http.StatusOK || a.body["rate"] == nil {
		t.Errorf("%d %s", a.status, a.raw)
	}
	if got := fmt.Sprint(c.server.Requests()); got != "[1 GET /repos/octo-org/octo-repo 301 2 GET /rate_limit 200]" {
		t.Errorf("requests are %s", got)
	}
}

func TestHooksRunAroundTheEffect(t *testing.T) {
	t.Parallel()
	_, p, c := conversation(t)
	var seen []int
	look := func() { seen = append(seen, len(p.Comments())) }
	c.server.Fail(1, githubtest.Fault{Before: look, After: look})
	c.repo("POST", "/issues/1/comments", `{"body": "Hello"}`)
	if diff := cmp.Diff([]int{0, 1}, seen); diff != "" {
		t.Errorf("comments before and after (-want +got):\n%s", diff)
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	_, c := world(t)
	c.repo("GET", "/branches/main", "")
	c.repo("GET", "/branches/none%2Fsuch", "")
	c.get("/rate_limit")
	want := map[string]int{"GET /repos/{owner}/{repo}/branches/{branch...}": 2, "GET /rate_limit": 1}
	if diff := cmp.Diff(want, c.server.Counts()); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("   1 GET /rate_limit\n   2 GET /repos/{owner}/{repo}/branches/{branch...}\n", githubtest.Kinds(c.server.Counts())); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	if got := fmt.Sprint(c.server.Requests()[1]); got != "2 GET /repos/octo-org/octo-repo/branches/none%2Fsuch 404" {
		t.Errorf("the second is %q", got)
	}
	c.server.Forget()
	if got := c.server.Requests(); len(got) != 0 {
		t.Errorf("after forgetting: %v", got)
	}
}
