// Package githubtest is a GitHub in memory for tests: repositories with real
// git objects, pull requests, comments, check runs and a merge queue, behind
// the REST routes and the GraphQL fields that Surmise uses.
//
// It is strict. A request for a route, a GraphQL field, a body property or a
// login that it does not know fails the test. It grants a token exactly the
// permissions given to [Server.Grant], as for a private repository, and it
// imitates what the platform was measured to do, down to the text of refusals.
// It has no clock of its own: time stands still until a test moves it.
//
// Everything is safe for concurrent use.
package githubtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
)

// Server is the platform. It is an [http.Handler] too, so that a test can put
// a validator in front of it.
type Server struct {
	// URL is what a workflow knows as GITHUB_SERVER_URL.
	URL string
	// Token is the workflow's token, of the app github-actions. It may do
	// nothing until [Server.Grant].
	Token string

	t      testing.TB
	routes []route
	schema *ast.Schema
	done   chan struct{}
	store  *httptest.Server // of artifacts

	mu       sync.Mutex
	now      time.Time
	lastID   int64
	accounts map[string]*account    // by lower-case login
	repos    map[string]*Repository // by lower-case full name
	tokens   map[string]*credential
	teams    map[string][]string // logins by "org/slug"
	log      []Request
	faults   map[int]Fault
	budget   budget
	stored   map[int64][]byte // archives of artifacts
}

// ActionsApp is the id of the app that workflow tokens act for.
const ActionsApp = 15368

// New starts a platform that ends with the test. It is half past eight in the
// morning of 2 March 2026 there, UTC.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{
		Token: "ghs_workflow", t: t, done: make(chan struct{}), schema: loadSchema(t),
		now: time.Date(2026, 3, 2, 8, 30, 0, 0, time.UTC),
		// Ids exceed 32 bits, as they have for years.
		lastID:   5_000_000_000,
		accounts: map[string]*account{}, repos: map[string]*Repository{},
		tokens: map[string]*credential{}, teams: map[string][]string{}, faults: map[int]Fault{},
		budget: budget{limit: 1000}, stored: map[int64][]byte{},
	}
	actions := app{ActionsApp, "github-actions", "GitHub Actions"}
	s.tokens[s.Token] = &credential{actions, map[string]string{}}
	s.account(actions.slug + "[bot]")
	s.routes = routes()
	listener := httptest.NewServer(s)
	s.URL = listener.URL
	s.store = s.serveArtifacts()
	t.Cleanup(func() {
		close(s.done)
		listener.Close()
		s.store.Close()
	})
	return s
}

// APIURL is what a workflow knows as GITHUB_API_URL, without a final slash.
func (s *Server) APIURL() string { return s.URL + "/api/v3" }

// GraphQLURL is what a workflow knows as GITHUB_GRAPHQL_URL.
func (s *Server) GraphQLURL() string { return s.URL + "/api/graphql" }

// Now is the platform's time.
func (s *Server) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// SetNow sets the platform's time.
func (s *Server) SetNow(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = now
}

// Advance lets time pass.
func (s *Server) Advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

func (s *Server) id() int64 {
	s.lastID++
	return s.lastID
}

// ServeHTTP answers one request under /api/v3, /api/graphql, or the root as on
// api.github.com.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has gone
	}
	target := trimRoot(r.URL.EscapedPath())
	rt, params := s.route(r.Method, target)
	n, fault := s.enter(r, rt.kind(), target, body)
	if fault.Before != nil {
		fault.Before()
	}
	var answer reply
	switch {
	case fault.replaces():
		answer = fault.answer(s.Now())
	case rt.handle == nil:
		s.t.Errorf("githubtest: no route for %s %s", r.Method, target)
		answer = notFound()
	default:
		answer = s.serve(rt, params, r, body)
		if fault.breaks() {
			answer = fault.answer(s.Now())
		}
	}
	if fault.After != nil {
		fault.After()
	}
	if fault.Hang {
		select {
		case <-r.Context().Done():
		case <-s.done:
		}
		panic(http.ErrAbortHandler)
	}
	s.leave(n, answer.status)
	s.write(w, answer, fault.Cut)
}

func trimRoot(p string) string {
	if p == "/api/graphql" {
		return "/graphql"
	}
	if rest, ok := strings.CutPrefix(p, "/api/v3/"); ok {
		return "/" + rest
	}
	return p
}

// serve lets the route answer, under the lock: every request is atomic.
func (s *Server) serve(rt route, params map[string]string, r *http.Request, body []byte) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	status := http.StatusForbidden
	if rt.pattern == "/graphql" {
		status = http.StatusOK
	}
	if limited, ok := s.budget.spend(s.now, status); ok {
		return limited
	}
	who, refused := s.authenticate(r.Header.Get("Authorization"))
	if who == nil {
		return refused
	}
	c := &call{s: s, r: r, who: who, params: params, body: body, base: "http://" + r.Host}
	return c.run(rt)
}

func (s *Server) authenticate(header string) (*credential, reply) {
	if header == "" {
		return nil, refuse(http.StatusUnauthorized, "Requires authentication")
	}
	scheme, token, _ := strings.Cut(header, " ")
	if who := s.tokens[token]; who != nil && (strings.EqualFold(scheme, "bearer") || strings.EqualFold(scheme, "token")) {
		return who, reply{}
	}
	return nil, refuse(http.StatusUnauthorized, "Bad credentials")
}

func (s *Server) write(w http.ResponseWriter, a reply, cut bool) {
	body := a.raw
	if a.body != nil {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(a.body); err != nil {
			s.t.Errorf("githubtest: encode an answer: %v", err)
		}
		body = b.Bytes()
	}
	h := w.Header()
	s.mu.Lock()
	s.budget.tell(h)
	s.mu.Unlock()
	for name, values := range a.header {
		h[name] = values
	}
	if h.Get("Content-Type") == "" && len(body) > 0 {
		h.Set("Content-Type", "application/json; charset=utf-8")
	}
	h.Set("X-GitHub-Request-Id", "0000:SIMULATED")
	h.Set("Content-Length", fmt.Sprint(len(body)))
	w.WriteHeader(a.status)
	if !cut {
		_, _ = w.Write(body)
		return
	}
	_, _ = w.Write(body[:len(body)/2])
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}
