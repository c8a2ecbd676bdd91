package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// judge stands before a platform and holds every request, and every answer, to
// GitHub's own documents. What it does not know is a fault.
type judge struct {
	platform http.Handler
	rest     description
	graphql  schema

	mu     sync.Mutex
	faults []string
	seen   map[string]int // requests by method and path, or by name of the GraphQL operation
}

// newJudge lets the test fail with everything that was wrong.
func newJudge(t testing.TB, platform http.Handler) *judge {
	t.Helper()
	j := &judge{platform: platform, rest: openapi(t), graphql: graphQL(t), seen: map[string]int{}}
	t.Cleanup(func() {
		for _, fault := range j.verdict() {
			t.Error(fault)
		}
	})
	return j
}

// verdict is what was wrong since it was last asked for.
func (j *judge) verdict() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	out := j.faults
	j.faults = nil
	return out
}

func (j *judge) count(kind string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.seen[kind]++
}

func (j *judge) fault(r *http.Request, format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.faults = append(j.faults, r.Method+" "+r.URL.RequestURI()+": "+fmt.Sprintf(format, args...))
}

// ServeHTTP passes a request on and its answer back, unchanged.
func (j *judge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has gone
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	copied := &copier{ResponseWriter: w, status: http.StatusOK}
	if strings.HasSuffix(r.URL.Path, "/graphql") {
		judged := j.operation(r, body)
		j.platform.ServeHTTP(copied, r)
		judged(copied)
		return
	}
	input := j.request(r, body)
	j.platform.ServeHTTP(copied, r) // a fault that ends the connection panics: such an answer is not judged
	if input != nil {
		j.answer(r, input, copied)
	}
}

// request judges a request of the REST interface; nil if it is of no route.
func (j *judge) request(r *http.Request, body []byte) *openapi3filter.RequestValidationInput {
	plain := r.Clone(context.Background())
	plain.URL = &url.URL{
		Path: strings.TrimPrefix(r.URL.Path, "/api/v3"), RawPath: strings.TrimPrefix(r.URL.RawPath, "/api/v3"), RawQuery: r.URL.RawQuery,
	}
	plain.Body = io.NopCloser(bytes.NewReader(body))
	route, params, err := j.rest.router.FindRoute(plain)
	if err != nil {
		j.fault(r, "GitHub has no such interface: %v", err)
		return nil
	}
	j.count(r.Method + " " + route.Path)
	if len(body) > 0 && plain.Header.Get("Content-Type") == "" {
		j.fault(r, "a body without a content type")
	}
	input := &openapi3filter.RequestValidationInput{Request: plain, PathParams: params, Route: route, Options: options()}
	if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil {
		j.fault(r, "request: %v", err)
	}
	return input
}

func options() *openapi3filter.Options {
	return &openapi3filter.Options{
		AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true, MultiError: true,
		SkipSettingDefaults: true, RejectWhenRequestBodyNotSpecified: true,
	}
}

// answer judges what came back. The document leaves most refusals out; they
// have to look like the ones that it does declare.
func (j *judge) answer(r *http.Request, input *openapi3filter.RequestValidationInput, w *copier) {
	if !declared(input.Route, w.status) {
		if err := refusal(w); err != nil {
			j.fault(r, "answer %d: %v", w.status, err)
		}
		return
	}
	opts := options()
	// The document has no word about the raw forms of files.
	opts.ExcludeResponseBody = w.status == http.StatusOK && strings.Contains(r.Header.Get("Accept"), ".raw")
	header := w.Header().Clone()
	if mime, _, _ := strings.Cut(header.Get("Content-Type"), ";"); mime == "application/vnd.github.object+json" {
		header.Set("Content-Type", "application/json")
	}
	response := &openapi3filter.ResponseValidationInput{RequestValidationInput: input, Status: w.status, Header: header, Options: opts}
	response.SetBodyBytes(w.body.Bytes())
	if err := openapi3filter.ValidateResponse(context.Background(), response); err != nil {
		j.fault(r, "answer %d: %v", w.status, err)
	}
}

func declared(route *routers.Route, status int) bool {
	return route.Operation.Responses.Status(status) != nil
}

// refusal holds an undeclared refusal to the document's schemas basic-error
// and validation-error. From 500 on, anything may come back.
func refusal(w *copier) error {
	switch {
	case w.status >= 500:
		return nil
	case w.status < 400:
		return fmt.Errorf("GitHub does not answer so")
	}
	var e struct {
		Message *string `json:"message"`
		URL     *string `json:"documentation_url"`
		Status  string  `json:"status"`
		Errors  []any   `json:"errors"`
	}
	d := json.NewDecoder(bytes.NewReader(w.body.Bytes()))
	d.DisallowUnknownFields()
	if err := d.Decode(&e); err != nil {
		return err
	}
	if e.Message == nil || e.URL == nil {
		return fmt.Errorf("a refusal has a message and a documentation_url")
	}
	return nil
}

// copier keeps what passes through it.
type copier struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader keeps the status.
func (c *copier) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

// Write keeps the body.
func (c *copier) Write(p []byte) (int, error) {
	c.body.Write(p)
	return c.ResponseWriter.Write(p)
}

// Unwrap lets a response be flushed.
func (c *copier) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// TestJudge shows that the judge finds what is wrong: one that never does
// would let everything in.
func TestJudge(t *testing.T) {
	t.Parallel()
	const repo = "/api/v3/repos/octo-org/octo-repo"
	annotation := `{"path":"a.md","start_line":1,"end_line":1,"annotation_level":"%s","message":"m"}`
	run := func(annotations string) string {
		return `{"name":"surmise","head_sha":"` + strings.Repeat("a", 40) + `","status":"completed","conclusion":"failure",` +
			`"output":{"title":"t","summary":"s","annotations":[` + annotations + `]}}`
	}
	const refused = `{"message":"Resource not accessible by integration","documentation_url":"https://docs.github.com/rest"}`
	reaction := `{"id":1,"node_id":"n","user":null,"content":"+1","created_at":"2026-03-02T08:30:00Z"}`
	tests := []struct {
		name, method, path, body string
		status                   int
		answer                   string
		want                     string // part of the only fault; "" for none
	}{
		{"good", "POST", repo + "/issues/comments/1/reactions", `{"content":"+1"}`, 201, reaction, ""},
		{"refused", "POST", repo + "/check-runs", run(""), 403, refused, ""},
		{"down", "GET", repo, "", 502, "<html>", ""},
		{"no such route", "GET", repo + "/secrets", "", 200, "{}", "no such interface"},
		{"slash in a login", "GET", repo + "/collaborators/a/b/permission", "", 200, "{}", "no such interface"},
		{"no head", "POST", repo + "/check-runs", `{"name":"surmise"}`, 403, refused, "head_sha"},
		{"level", "POST", repo + "/check-runs", run(fmt.Sprintf(annotation, "error")), 403, refused, "annotation_level"},
		{"too many annotations", "POST", repo + "/check-runs",
			run(strings.Repeat(fmt.Sprintf(annotation, "notice")+",", 50) + fmt.Sprintf(annotation, "notice")), 403, refused, "maximum number of items is 50"},
		{"reaction", "POST", repo + "/issues/comments/1/reactions", `{"content":"+2"}`, 201, reaction, "content"},
		{"lost field", "POST", repo + "/issues/comments/1/reactions", `{"content":"+1"}`, 201,
			strings.Replace(reaction, `"node_id":"n",`, "", 1), "node_id"},
		{"wrong type", "POST", repo + "/issues/comments/1/reactions", `{"content":"+1"}`, 201,
			strings.Replace(reaction, `"id":1`, `"id":"1"`, 1), "value must be an integer"},
		{"status", "POST", repo + "/check-runs", run(""), 204, "", "does not answer so"},
		{"refusal without words", "POST", repo + "/check-runs", run(""), 403, "{}", "a message"},
		{"query", "POST", "/api/graphql", `{"query":"query Q { viewer { name_ } }"}`, 200, `{"data":null}`, "name_"},
		{"variable", "POST", "/api/graphql", `{"query":"query Q($o: String!) { repository(owner: $o, name: \"r\") { id } }"}`,
			200, `{"data":null}`, "variable.o"},
		{"answer of a query", "POST", "/api/graphql", `{"query":"query Q { viewer { login } }"}`, 200, `{"data":{"viewer":{}}}`, "viewer.login"},
		{"null where there is none", "POST", "/api/graphql", `{"query":"query Q { viewer { login } }"}`, 200,
			`{"data":{"viewer":{"login":null}}}`, "viewer.login"},
		{"good query", "POST", "/api/graphql", `{"query":"query Q { viewer { who: login } }"}`, 200, `{"data":{"viewer":{"who":"a"}}}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			j := newJudge(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.answer)
			}))
			r := httptest.NewRequest(tt.method, tt.path, strings.NewReader(tt.body))
			r.Header.Set("Content-Type", "application/json")
			j.ServeHTTP(httptest.NewRecorder(), r)
			got := j.verdict()
			switch {
			case tt.want == "" && len(got) > 0:
				t.Errorf("faults %q, want none", got)
			case tt.want != "" && (len(got) != 1 || !strings.Contains(got[0], tt.want)):
				t.Errorf("faults %q, want one with %q", got, tt.want)
			}
		})
	}
}
