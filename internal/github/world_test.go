package github_test

import (
	"context"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/github"
	"github.com/surmise-ci/surmise/internal/githubtest"
)

// world is a repository on a simulated platform with one pull request, and a
// client that may do what the workflow may. Waiting is noted, not done.
type world struct {
	server *githubtest.Server
	repo   *githubtest.Repository
	pull   *githubtest.Pull
	client *github.Client
	waits  []time.Duration
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{server: githubtest.New(t)}
	w.server.Grant(map[string]string{"contents": "read", "checks": "write", "pull-requests": "write"})
	w.server.RateLimit(1000, 1000)
	w.repo = w.server.Repository("octo-org/octo-repo")
	w.repo.Push("main", "mona", githubtest.Files{"README.md": "Hello.\n", "docs/specs/pay.md": "Old words.\n"})
	w.repo.Branch("topic", w.repo.Tip("main"))
	w.repo.Push("topic", "mona", githubtest.Files{"docs/specs/pay.md": "The gateway MUST answer in 2 s.\n"})
	w.pull = w.repo.Open(githubtest.PullRequest{Head: "topic", Author: "mona"})
	w.client = w.connect(t, nil)
	return w
}

// connect makes a client of its own, as a later run is.
func (w *world) connect(t *testing.T, change func(*github.Options)) *github.Client {
	t.Helper()
	o := github.Options{
		APIURL: w.server.APIURL(), GraphQLURL: w.server.GraphQLURL(), Repository: "octo-org/octo-repo",
		Token: w.server.Token, UserAgent: "surmise/test",
		Wait: func(_ context.Context, d time.Duration) error {
			w.waits = append(w.waits, d)
			w.server.Advance(d)
			return nil
		},
		Now: w.server.Now,
	}
	if change != nil {
		change(&o)
	}
	c, err := github.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// requests is how many requests arrived while do ran.
func (w *world) requests(do func()) int {
	w.server.Forget()
	do()
	return len(w.server.Requests())
}
