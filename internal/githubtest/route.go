package githubtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// object is a JSON object of an answer.
type object = map[string]any

// reply is an answer; its body is encoded as JSON unless it is raw.
type reply struct {
	status int
	header http.Header
	body   any
	raw    []byte
}

func ok(body any) reply { return reply{status: http.StatusOK, body: body} }

func created(body any) reply { return reply{status: http.StatusCreated, body: body} }

// refuse is an error as the platform words it.
func refuse(status int, message string, errors ...object) reply {
	body := object{
		"message": message, "documentation_url": "https://docs.github.com/rest", "status": strconv.Itoa(status),
	}
	if errors != nil {
		body["errors"] = errors
	}
	return reply{status: status, body: body}
}

func notFound() reply { return refuse(http.StatusNotFound, "Not Found") }

// invalid is the refusal of a body that does not fit the schema.
func invalid(format string, args ...any) reply {
	return refuse(http.StatusUnprocessableEntity, "Invalid request.\n\n"+fmt.Sprintf(format, args...))
}

// forbidden is what a token hears that lacks a permission.
func forbidden(needs ...string) reply {
	r := refuse(http.StatusForbidden, "Resource not accessible by integration")
	accepted := strings.NewReplacer("-", "_", ":", "=").Replace(strings.Join(needs, "; "))
	r.header = http.Header{"X-Accepted-Github-Permissions": {accepted}}
	return r
}

// route answers the requests of a pattern: "{name}" is one segment of a path
// and "{name...}" one or more. A request needs any one of the permissions;
// with none, reading the repository's metadata is enough.
type route struct {
	method, pattern string
	needs           []string
	handle          func(*call) reply
}

// kind is how requests of a route are counted.
func (rt route) kind() string {
	if rt.handle == nil {
		return ""
	}
	return rt.method + " " + rt.pattern
}

func routes() []route {
	const repo, pr = "/repos/{owner}/{repo}", "pull-requests:"
	talk := func(level string) []string { return []string{pr + level, "issues:" + level} }
	reads := func(scope string) []string { return []string{scope + ":read"} }
	return []route{
		{"POST", "/graphql", nil, (*call).graphql},
		{"GET", "/rate_limit", nil, (*call).rateLimit},
		{"GET", repo, nil, (*call).getRepository},
		{"GET", repo + "/git/ref/heads/{branch...}", reads("contents"), (*call).getRef},
		{"GET", repo + "/branches/{branch...}", reads("contents"), (*call).getBranch},
		{"GET", repo + "/rules/branches/{branch...}", nil, (*call).listRules},
		{"GET", repo + "/git/trees/{sha}", reads("contents"), (*call).getTree},
		{"GET", repo + "/git/commits/{sha}", reads("contents"), (*call).getCommit},
		{"GET", repo + "/git/blobs/{sha}", reads("contents"), (*call).getBlob},
		{"GET", repo + "/contents/{path...}", reads("contents"), (*call).getContents},
		{"GET", repo + "/compare/{range...}", reads("contents"), (*call).compare},
		{"GET", repo + "/commits/{sha}/pulls", reads("pull-requests"), (*call).listCommitPulls},
		{"GET", repo + "/commits/{ref...}/check-runs", reads("checks"), (*call).listCheckRuns},
		{"GET", repo + "/pulls", reads("pull-requests"), (*call).listPulls},
		{"GET", repo + "/pulls/{number}", reads("pull-requests"), (*call).getPull},
		{"GET", repo + "/pulls/{number}/files", reads("pull-requests"), (*call).listPullFiles},
		{"GET", repo + "/pulls/{number}/commits", reads("pull-requests"), (*call).listPullCommits},
		{"POST", repo + "/check-runs", []string{"checks:write"}, (*call).createCheckRun},
		{"GET", repo + "/check-runs/{id}", reads("checks"), (*call).getCheckRun},
		{"PATCH", repo + "/check-runs/{id}", []string{"checks:write"}, (*call).updateCheckRun},
		{"GET", repo + "/check-runs/{id}/annotations", reads("checks"), (*call).listAnnotations},
		{"GET", repo + "/issues/{number}/comments", talk("read"), (*call).listComments},
		{"POST", repo + "/issues/{number}/comments", talk("write"), (*call).createComment},
		{"GET", repo + "/issues/comments/{id}", talk("read"), (*call).getComment},
		{"PATCH", repo + "/issues/comments/{id}", talk("write"), (*call).updateComment},
		{"DELETE", repo + "/issues/comments/{id}", talk("write"), (*call).deleteComment},
		{"GET", repo + "/issues/comments/{id}/reactions", talk("read"), (*call).listReactions},
		{"POST", repo + "/issues/comments/{id}/reactions", talk("write"), (*call).createReaction},
		{"GET", repo + "/collaborators/{login}/permission", nil, (*call).getPermission},
		{"GET", "/orgs/{org}/teams/{team}/memberships/{login}", nil, (*call).getMembership},
		{"GET", repo + "/actions/runs", reads("actions"), (*call).listWorkflowRuns},
		{"GET", repo + "/actions/runs/{id}/artifacts", reads("actions"), (*call).listArtifacts},
		{"GET", repo + "/actions/artifacts/{id}/zip", reads("actions"), (*call).getArtifact},
		{"POST", repo + "/actions/runs/{id}/rerun", []string{"actions:write"}, (*call).rerun},
	}
}

// route finds the route of a request, and the parts of its path by name.
func (s *Server) route(method, target string) (route, map[string]string) {
	segments := strings.Split(target, "/")
	for i, segment := range segments {
		plain, err := url.PathUnescape(segment)
		if err != nil || plain == "." || plain == ".." || (plain == "" && i > 0) {
			return route{}, nil
		}
		segments[i] = plain
	}
	for _, rt := range s.routes {
		params := map[string]string{}
		if rt.method == method && match(strings.Split(rt.pattern, "/"), segments, params) {
			return rt, params
		}
	}
	return route{}, nil
}

func match(pattern, segments []string, params map[string]string) bool {
	if len(pattern) == 0 || len(segments) == 0 {
		return len(pattern) == len(segments)
	}
	name, wild := strings.CutPrefix(pattern[0], "{")
	name = strings.TrimSuffix(name, "}")
	if !wild {
		return pattern[0] == segments[0] && match(pattern[1:], segments[1:], params)
	}
	most := 1
	if short, several := strings.CutSuffix(name, "..."); several {
		name, most = short, len(segments)
	}
	for n := most; n > 0; n-- {
		if match(pattern[1:], segments[n:], params) {
			params[name] = strings.Join(segments[:n], "/")
			return true
		}
	}
	return false
}

// call is one request on its way through a route, under the server's lock.
type call struct {
	s      *Server
	r      *http.Request
	who    *credential
	params map[string]string
	body   []byte
	base   string // scheme and host that the client used
	repo   *Repository
}

var logins = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?:\[bot\])?$`)

// run checks what every route has in common and answers.
func (c *call) run(rt route) reply {
	if login, ok := c.params["login"]; ok && !logins.MatchString(login) {
		return c.misuse("login %q is not one", login)
	}
	if owner, ok := c.params["owner"]; ok {
		c.repo = c.s.repos[strings.ToLower(owner+"/"+c.params["repo"])]
		if c.repo == nil || c.repo.deleted {
			return notFound()
		}
	}
	if rt.needs != nil && !slices.ContainsFunc(rt.needs, c.who.may) {
		return forbidden(rt.needs...)
	}
	return rt.handle(c)
}

// misuse fails the test for a request that no well-made client sends.
func (c *call) misuse(format string, args ...any) reply {
	c.s.t.Errorf("githubtest: %s %s: %s", c.r.Method, c.r.URL.EscapedPath(), fmt.Sprintf(format, args...))
	return refuse(http.StatusUnprocessableEntity, "Validation Failed")
}

// decode reads the body. A property that the platform does not know is a
// mistake of the client that the platform would not tell.
func (c *call) decode(into any) (reply, bool) {
	d := json.NewDecoder(bytes.NewReader(c.body))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		if _, syntax := err.(*json.SyntaxError); syntax { // the decoder does not wrap it
			return refuse(http.StatusBadRequest, "Problems parsing JSON"), false
		}
		return c.misuse("body: %v", err), false
	}
	return reply{}, true
}

// number reads an id or number out of the path; 0 finds nothing.
func (c *call) number(name string) int64 {
	n, err := strconv.ParseInt(c.params[name], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// page cuts one page out of a list and links to its neighbours.
func page[T any](c *call, list []T, render func(T) object) reply {
	items, header := pageItems(c, list)
	out := []object{}
	for _, item := range items {
		out = append(out, render(item))
	}
	return reply{status: http.StatusOK, header: header, body: out}
}

func pageItems[T any](c *call, list []T) ([]T, http.Header) {
	size, number := c.query("per_page", 30), c.query("page", 1)
	size = min(size, 100)
	last := max(1, (len(list)+size-1)/size)
	var links []string
	link := func(rel string, n int) {
		u := *c.r.URL
		q := u.Query()
		q.Set("page", strconv.Itoa(n))
		u.RawQuery = q.Encode()
		links = append(links, fmt.Sprintf("<%s%s>; rel=%q", c.base, u.RequestURI(), rel))
	}
	if number > 1 {
		link("prev", number-1)
	}
	if number < last {
		link("next", number+1)
		link("last", last)
	}
	if number > 1 {
		link("first", 1)
	}
	header := http.Header{}
	if links != nil {
		header.Set("Link", strings.Join(links, ", "))
	}
	start := min((number-1)*size, len(list))
	return list[start:min(start+size, len(list))], header
}

func (c *call) query(name string, fallback int) int {
	n, err := strconv.Atoi(c.r.URL.Query().Get(name))
	if err != nil || n < 1 {
		return fallback
	}
	return n
}

// wants reports whether the client asked for a raw body.
func (c *call) wants(kind string) bool {
	return strings.Contains(c.r.Header.Get("Accept"), "."+kind)
}
