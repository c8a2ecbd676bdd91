package github_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/github"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/pull"
)

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func replaced(body io.ReadCloser, from, to string) io.ReadCloser {
	defer body.Close()
	data, err := io.ReadAll(body)
	if err != nil {
		return io.NopCloser(strings.NewReader(""))
	}
	return io.NopCloser(bytes.NewReader(bytes.ReplaceAll(data, []byte(from), []byte(to))))
}

func TestNew(t *testing.T) {
	t.Parallel()
	good := github.Options{
		APIURL: "https://api.github.com", GraphQLURL: "https://api.github.com/graphql", Repository: "octo-org/octo-repo", Token: "t",
	}
	if _, err := github.New(good); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		change func(*github.Options)
		want   string
	}{
		{"path in repository", func(o *github.Options) { o.Repository = "octo-org/../user" }, `repository "octo-org/../user" is not owner/name`},
		{"dots", func(o *github.Options) { o.Repository = "octo-org/.." }, `repository "octo-org/.." is not owner/name`},
		{"query", func(o *github.Options) { o.Repository = "octo-org/x?y" }, `repository "octo-org/x?y" is not owner/name`},
		{"plain http", func(o *github.Options) { o.APIURL = "http://api.example.com" },
			`read GITHUB_API_URL: "http://api.example.com" is not https, and the token is sent over nothing else`},
		{"no address", func(o *github.Options) { o.GraphQLURL = "" },
			`read GITHUB_GRAPHQL_URL: "" is not an address such as https://api.github.com`},
		{"user in address", func(o *github.Options) { o.APIURL = "https://a@b.example" },
			`read GITHUB_API_URL: "https://a@b.example" is not an address such as https://api.github.com`},
		{"no token", func(o *github.Options) { o.Token = "" }, "no token is given: set the input github-token"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := good
			tt.change(&o)
			if _, err := github.New(o); err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	broken := func(n int) []githubtest.Fault {
		out := make([]githubtest.Fault, n)
		for i := range out {
			out[i] = githubtest.Fault{Status: 502}
		}
		return out
	}
	tests := []struct {
		name   string
		faults []githubtest.Fault
		want   string // "" is success
		waits  []time.Duration
	}{
		{"server errors, then well", broken(3), "", []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}},
		{"server errors", broken(4), "cannot find the merge base of %BASE and %HEAD: the API answers 502; run again",
			[]time.Duration{time.Second, 2 * time.Second, 4 * time.Second}},
		{"broken off", []githubtest.Fault{{Cut: true}}, "", []time.Duration{time.Second}},
		{"secondary limit, 403", []githubtest.Fault{githubtest.SecondaryLimit(403, 30*time.Second)}, "", []time.Duration{30 * time.Second}},
		{"secondary limit, 429", []githubtest.Fault{githubtest.SecondaryLimit(429, 30*time.Second)}, "", []time.Duration{30 * time.Second}},
		{"secondary limit without a time", []githubtest.Fault{githubtest.SecondaryLimit(403, 0)}, "", []time.Duration{time.Minute}},
		{"used up, 429", []githubtest.Fault{githubtest.PrimaryLimit(429)},
			"cannot find the merge base of %BASE and %HEAD: the API's rate limit is used up; run again after 09:00:01 UTC", nil},
		{"used up, 403", []githubtest.Fault{githubtest.PrimaryLimit(403)},
			"cannot find the merge base of %BASE and %HEAD: the API's rate limit is used up; run again after 09:00:01 UTC", nil},
		{"waits add up", []githubtest.Fault{githubtest.SecondaryLimit(403, 90*time.Second), githubtest.SecondaryLimit(403, 90*time.Second)},
			"cannot find the merge base of %BASE and %HEAD: the API's rate limit is used up; run again after 08:33:00 UTC", []time.Duration{90 * time.Second}},
		{"forbidden", []githubtest.Fault{{Status: 403}},
			`cannot find the merge base of %BASE and %HEAD: the workflow token lacks "contents: read"; add it under permissions:`, nil},
		{"bad token", []githubtest.Fault{{Status: 401, Message: "Bad credentials"}},
			`cannot find the merge base of %BASE and %HEAD: the token is refused ("Bad credentials"); pass a valid github-token`, nil},
		{"not found", []githubtest.Fault{{Status: 404}}, "cannot find the merge base of %BASE and %HEAD: not found", nil},
		{"invalid", []githubtest.Fault{{Status: 422}},
			`cannot find the merge base of %BASE and %HEAD: the API answers 422: "Validation Failed"`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			for i, f := range tt.faults {
				w.server.Fail(i+1, f)
			}
			base, head := w.repo.Tip("main"), w.repo.Tip("topic")
			_, err := w.client.MergeBase(t.Context(), base, head)
			want := strings.NewReplacer("%BASE", base[:12], "%HEAD", head[:12]).Replace(tt.want)
			if got := message(err); got != want {
				t.Errorf("error %q, want %q", got, want)
			}
			if diff := cmp.Diff(tt.waits, w.waits); diff != "" {
				t.Errorf("waits (-want +got):\n%s", diff)
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

// TestGraphQLErrors holds that errors count whatever the status says.
func TestGraphQLErrors(t *testing.T) {
	t.Parallel()
	const trouble = `{"data":null,"errors":[{"message":"Something went wrong while executing your query."}]}`
	tests := []struct {
		name, answer, want string
		requests           int32
	}{
		{"forbidden", `{"data":{"repository":null},"errors":[{"type":"FORBIDDEN","message":"Resource not accessible by integration"}]}`,
			`cannot read pull request 1: the workflow token lacks "pull-requests: read"; add it under permissions:`, 1},
		{"not found", `{"data":{"repository":null},"errors":[{"type":"NOT_FOUND","message":"Could not resolve"}]}`,
			"cannot read pull request 1: not found", 1},
		{"limited", `{"errors":[{"type":"RATE_LIMITED","message":"API rate limit exceeded"}]}`,
			"cannot read pull request 1: the API's rate limit is used up; run again after 09:30:00 UTC", 1},
		{"trouble", trouble, `cannot read pull request 1: the API answers "Something went wrong while executing your query."; run again`, 4},
		{"unknown field", `{"errors":[{"message":"Field 'x' doesn't exist on type 'y'"}]}`,
			`cannot read pull request 1: the API answers 200: "Field 'x' doesn't exist on type 'y'"`, 1},
		{"no data", `{}`, "cannot read pull request 1: unexpected answer: it holds nothing; run again", 1},
		{"no JSON", `<html>`,
			"cannot read pull request 1: unexpected answer: invalid character '<' looking for beginning of value; run again", 1},
		{"no object ids", `{"data":{"repository":{"pullRequest":{"headRefOid":"main"}}}}`,
			`cannot read pull request 1: unexpected answer: "main" is not an object id; run again`, 1},
		{"wrong type", `{"data":{"repository":{"pullRequest":{"number":"one"}}}}`,
			"cannot read pull request 1: unexpected answer: json: cannot unmarshal string into Go struct field " +
				"requestNode.Repository.PullRequest.Number of type int; run again", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, requests := answering(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, tt.answer) })
			_, err := c.Request(t.Context(), 1)
			if got := message(err); got != tt.want {
				t.Errorf("error\n%s, want\n%s", got, tt.want)
			}
			if requests.Load() != tt.requests {
				t.Errorf("%d requests, want %d", requests.Load(), tt.requests)
			}
		})
	}
}

// answering is a client of a server that answers everything alike.
func answering(t *testing.T, handle http.HandlerFunc) (*github.Client, *atomic.Int32) {
	t.Helper()
	requests := new(atomic.Int32)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		handle(w, r)
	}))
	t.Cleanup(server.Close)
	c, err := github.New(github.Options{
		APIURL: server.URL, GraphQLURL: server.URL + "/graphql", Repository: "octo-org/octo-repo", Token: "secret",
		Wait: func(context.Context, time.Duration) error { return nil },
		Now:  func() time.Time { return time.Date(2026, 3, 2, 8, 30, 0, 0, time.UTC) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return c, requests
}

// TestRedirects holds that a write is never redirected and that the token goes
// to no other host.
func TestRedirects(t *testing.T) {
	t.Parallel()
	var leaked atomic.Bool
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		leaked.Store(true)
	}))
	t.Cleanup(other.Close)
	c, requests := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" {
			t.Error("a request without the token")
		}
		http.Redirect(w, r, other.URL+"/elsewhere", http.StatusMovedPermanently)
	})
	err := c.React(t.Context(), 5, pull.Accepted)
	if want := "cannot add a reaction: the API redirects a write; was the repository renamed?; run again"; message(err) != want {
		t.Errorf("write: %v", err)
	}
	if requests.Load() != 1 {
		t.Errorf("%d requests, want 1", requests.Load())
	}
	if _, err = c.Person(t.Context(), "mona"); err == nil || !strings.Contains(err.Error(), "which is not followed") {
		t.Errorf("read: %v", err)
	}
	if leaked.Load() {
		t.Error("another host was asked")
	}
}

func TestFollowsAtHome(t *testing.T) {
	t.Parallel()
	c, _ := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/moved") {
			http.Redirect(w, r, r.URL.Path+"/moved", http.StatusMovedPermanently)
			return
		}
		io.WriteString(w, `{"permission":"admin","role_name":"admin"}`)
	})
	p, err := c.Person(t.Context(), "mona")
	if err != nil || p.Permission != pull.Admin {
		t.Errorf("%+v %v", p, err)
	}
}

func TestAnswerIsBounded(t *testing.T) {
	t.Parallel()
	c, requests := answering(t, func(w http.ResponseWriter, _ *http.Request) {
		chunk := bytes.Repeat([]byte(" "), 1<<20)
		for range 20 {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	})
	_, err := c.Person(t.Context(), "mona")
	if want := "cannot ask what mona may do: the answer is too large: over 16777216 bytes; run again"; message(err) != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if requests.Load() != 1 {
		t.Errorf("asked %d times", requests.Load())
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	c, requests := answering(t, func(w http.ResponseWriter, _ *http.Request) {
		cancel()
		w.WriteHeader(http.StatusBadGateway)
	})
	if _, err := c.Request(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if requests.Load() != 1 {
		t.Errorf("asked %d times", requests.Load())
	}
}

// TestHollowAnswers holds that no answer without content reads as "there is
// nothing".
func TestHollowAnswers(t *testing.T) {
	t.Parallel()
	sha := strings.Repeat("a", 40)
	asks := map[string]func(context.Context, *github.Client) error{
		"Default":   func(ctx context.Context, c *github.Client) error { _, _, err := c.Default(ctx); return err },
		"MergeBase": func(ctx context.Context, c *github.Client) error { _, err := c.MergeBase(ctx, sha, sha); return err },
		"Revision":  func(ctx context.Context, c *github.Client) error { _, err := c.Revision(ctx, sha); return err },
		"Request":   func(ctx context.Context, c *github.Client) error { _, err := c.Request(ctx, 1); return err },
		"Queued":    func(ctx context.Context, c *github.Client) error { _, err := c.Queued(ctx, sha, "main"); return err },
		"Open":      func(ctx context.Context, c *github.Client) error { _, err := c.Open(ctx, sha); return err },
		"Comments":  func(ctx context.Context, c *github.Client) error { _, err := c.Comments(ctx, 1); return err },
		"Keep":      func(ctx context.Context, c *github.Client) error { return c.Keep(ctx, 1, marker, "x") },
		"Runs": func(ctx context.Context, c *github.Client) error {
			_, err := c.Runs(ctx, pull.Request{Number: 1, HeadSHA: sha}, "surmise")
			return err
		},
		"Publish": func(ctx context.Context, c *github.Client) error {
			_, err := c.Publish(ctx, pull.Check{Name: "surmise", HeadSHA: sha, Title: "t", Summary: "s"})
			return err
		},
	}
	for _, body := range []string{"", "null", "{}", `{"data":null}`, `{"data":{}}`} {
		for name, ask := range asks {
			t.Run(name+" "+body, func(t *testing.T) {
				t.Parallel()
				c, _ := answering(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) })
				if err := ask(t.Context(), c); err == nil {
					t.Error("taken for an answer")
				}
			})
		}
	}
}

// TestDeadline holds that an attempt which takes too long is repeated if that
// changes nothing, and that the caller's own deadline ends everything.
func TestDeadline(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := 0
	c := w.connect(t, func(o *github.Options) {
		o.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
			deadline, bounded := r.Context().Deadline()
			if !bounded || time.Until(deadline) > time.Minute {
				t.Error("an attempt without a deadline")
			}
			if n++; n == 1 {
				return nil, context.DeadlineExceeded
			}
			return http.DefaultTransport.RoundTrip(r)
		})
	})
	if _, err := c.Request(t.Context(), 1); err != nil || n != 2 {
		t.Errorf("%d attempts, %v", n, err)
	}
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	if _, err := c.Request(ctx, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if _, ok := errors.AsType[*github.UnavailableError](c.React(ctx, 5, pull.Accepted)); ok {
		t.Error("the caller's deadline is taken for the platform's trouble")
	}
}
