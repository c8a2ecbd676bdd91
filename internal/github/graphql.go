package github

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// query asks one GraphQL question. Questions change nothing and may be repeated.
// An answer with errors is an error, whatever its status and its data say.
func (c *Client) query(ctx context.Context, k call, document string, variables map[string]any, into any) error {
	k.again = true
	all := maps.Clone(variables)
	if strings.Contains(document, "$owner") {
		all = map[string]any{"owner": c.owner, "name": c.name}
		maps.Copy(all, variables)
	}
	pause := firstPause
	for n := 1; ; n++ {
		err := c.queryOnce(ctx, k, document, all, into)
		// The platform reports its own trouble with status 200, too.
		if trouble, ok := errors.AsType[*graphQLTrouble](err); ok {
			if n < attempts {
				if err := c.transport.wait(ctx, pause); err != nil {
					return c.explain(k, err)
				}
				pause *= 2
				continue
			}
			return &UnavailableError{Doing: k.doing, Err: trouble}
		}
		return err
	}
}

// graphQLTrouble is an error that the platform reports about itself.
type graphQLTrouble struct{ said string }

func (e *graphQLTrouble) Error() string { return fmt.Sprintf("the API answers %q", e.said) }

type graphQLError struct {
	Type    string
	Message string
	Path    []any
}

func (c *Client) queryOnce(ctx context.Context, k call, document string, variables map[string]any, into any) error {
	body := map[string]any{"query": document, "variables": variables}
	req, err := c.rest.NewRequest(http.MethodPost, c.graphQL, body)
	if err != nil {
		return fmt.Errorf("%s: %w", k.doing, err)
	}
	var answer struct {
		Data   json.RawMessage
		Errors []graphQLError
	}
	if _, err := c.rest.Do(k.in(ctx), req, &answer); err != nil {
		return c.explain(k, err)
	}
	if len(answer.Errors) > 0 {
		return c.graphQLRefusal(k, answer.Errors[0])
	}
	// What was asked for is there whole or not at all.
	var parts map[string]json.RawMessage
	if len(answer.Data) > 0 {
		if err := json.Unmarshal(answer.Data, &parts); err != nil {
			return c.explain(k, err)
		}
	}
	whole := len(parts) > 0
	for _, part := range parts {
		whole = whole && string(part) != "null"
	}
	if !whole {
		return c.hollow(k, nil, false)
	}
	return c.explain(k, json.Unmarshal(answer.Data, into))
}

// graphQLRefusal reads the first error of an answer.
func (c *Client) graphQLRefusal(k call, e graphQLError) error {
	said := cut(strings.Join(strings.Fields(e.Message), " "), 300, "…")
	switch {
	case e.Type == "NOT_FOUND":
		return c.refusal(k, http.StatusNotFound, said)
	case e.Type == "FORBIDDEN", e.Type == "INSUFFICIENT_SCOPES", strings.HasPrefix(said, "Resource not accessible"):
		k.needs = neededFor(e.Path, k.needs)
		return c.refusal(k, http.StatusForbidden, said)
	case e.Type == "RATE_LIMITED", e.Type == "RATE_LIMIT":
		return &RateLimitError{Doing: k.doing, Until: c.transport.now().Add(time.Hour)}
	case e.Type == "" && strings.HasPrefix(said, "Something went wrong"):
		return &graphQLTrouble{said}
	}
	return &RejectedError{Doing: k.doing, Status: http.StatusOK, Said: said}
}

// neededFor is the permission for the innermost field of a path that has one of
// its own: a question may be about several things. Otherwise it is the usual.
func neededFor(path []any, usual string) string {
	for _, field := range slices.Backward(path) {
		switch field {
		case "defaultBranchRef", "baseRef", "object":
			return "contents: read"
		case "checkSuites", "checkRuns":
			return "checks: read"
		case "pullRequest", "pullRequests", "comments", "mergeQueue":
			return "pull-requests: read"
		}
	}
	return usual
}

// page is a part of a list.
type page[T any] struct {
	TotalCount int
	PageInfo   pageInfo
	Nodes      []T
}

type pageInfo struct {
	HasNextPage bool
	EndCursor   string
}

// pagesLimit bounds every list: twenty thousand of anything is no discussion.
const pagesLimit = 200

// follow reads the pages that follow a first one. It fails rather than leave
// something out.
func follow[T any](first page[T], next func(after string) (page[T], error)) ([]T, error) {
	out := first.Nodes
	p := first
	for n := 1; p.PageInfo.HasNextPage; n++ {
		if n == pagesLimit || p.PageInfo.EndCursor == "" {
			return nil, fmt.Errorf("the API's list does not end after %d pages", n)
		}
		var err error
		if p, err = next(p.PageInfo.EndCursor); err != nil {
			return nil, err
		}
		out = append(out, p.Nodes...)
	}
	return out, nil
}

// bigID is a 64-bit number that GraphQL writes as a number or as a string.
type bigID int64

// UnmarshalJSON reads both forms.
func (id *bigID) UnmarshalJSON(data []byte) error {
	n, err := strconv.ParseInt(strings.Trim(string(data), `"`), 10, 64)
	if err != nil {
		return fmt.Errorf("read id %q: %w", data, err)
	}
	*id = bigID(n)
	return nil
}

// who is an account. A deleted one is absent.
type who struct {
	Typename string `json:"__typename"`
	Login    string
}

// ghost is the login that the platform shows for deleted accounts.
const ghost = "ghost"

func (w *who) bot() bool { return w != nil && w.Typename == "Bot" }

// login is the account's name as REST and events write it: GraphQL leaves the
// mark of a bot out.
func (w *who) login() string {
	switch {
	case w == nil || w.Login == "":
		return ghost
	case w.bot() && !strings.HasSuffix(w.Login, botSuffix):
		return w.Login + botSuffix
	}
	return w.Login
}

const botSuffix = "[bot]"
