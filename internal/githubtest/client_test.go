package githubtest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/githubtest"
)

// client is the plainest client there can be.
type client struct {
	t      *testing.T
	server *githubtest.Server
	token  string
	accept string
}

// answer is a decoded answer; list is set where the body is a list.
type answer struct {
	status int
	header http.Header
	raw    string
	body   map[string]any
	list   []any
}

func everything() map[string]string {
	return map[string]string{"contents": "read", "checks": "write", "pull-requests": "write", "actions": "write"}
}

// world is a repository with two files, and a client that may do everything.
func world(t *testing.T) (*githubtest.Repository, client) {
	t.Helper()
	s := githubtest.New(t)
	s.Grant(everything())
	r := s.Repository("octo-org/octo-repo")
	r.Push("main", "octo-org", githubtest.Files{"README.md": "# Octo\n", "docs/specs/pay.md": "The gateway MUST answer.\n"})
	return r, client{t: t, server: s, token: s.Token}
}

func (c client) do(method, path, body string) answer {
	c.t.Helper()
	a, err := c.try(context.Background(), method, path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

func (c client) get(path string) answer { c.t.Helper(); return c.do("GET", path, "") }

// repo asks below the repository.
func (c client) repo(method, path, body string) answer {
	c.t.Helper()
	return c.do(method, "/repos/octo-org/octo-repo"+path, body)
}

func (c client) try(ctx context.Context, method, path, body string) (answer, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.server.APIURL()+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if path == "/graphql" {
		if req, err = http.NewRequestWithContext(ctx, method, c.server.GraphQLURL(), strings.NewReader(body)); err != nil {
			c.t.Fatal(err)
		}
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	req.Header.Set("Accept", c.accept)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return answer{}, err
	}
	a := answer{status: res.StatusCode, header: res.Header, raw: string(data)}
	if bytes.HasPrefix(data, []byte("[")) {
		err = json.Unmarshal(data, &a.list)
	} else if bytes.HasPrefix(data, []byte("{")) {
		err = json.Unmarshal(data, &a.body)
	}
	if err != nil {
		c.t.Fatalf("%s %s: %v in %s", method, path, err, data)
	}
	return a, nil
}

// query runs a GraphQL query on the repository.
func (c client) query(query string, variables map[string]any) answer {
	c.t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		c.t.Fatal(err)
	}
	return c.do("POST", "/graphql", string(body))
}

// data is the part of an answer to a query at a path.
func (a answer) data(t *testing.T, path ...string) any {
	t.Helper()
	if a.body["errors"] != nil {
		t.Fatalf("errors: %s", a.raw)
	}
	return dig(a.body["data"], path...)
}

// dig walks into nested objects; it is nil where there is nothing.
func dig(v any, path ...string) any {
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}

// each digs into every element of a list.
func each(v any, path ...string) []any {
	list, _ := v.([]any)
	out := []any{}
	for _, e := range list {
		out = append(out, dig(e, path...))
	}
	return out
}

func (a answer) message() string {
	m, _ := a.body["message"].(string)
	return m
}
