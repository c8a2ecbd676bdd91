package app_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/github"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/report"
)

// host is the adapter as the action sees it.
type host struct{ *github.Client }

// Revision hands a tree on as the action's own interface.
func (h host) Revision(ctx context.Context, sha string) (app.Snapshot, error) {
	return h.Client.Revision(ctx, sha)
}

const (
	heldSpec = `# Reservations

A customer reserves articles in a shop and collects them there.

## Requirements

- **FR-001**: The system MUST confirm a reservation by e-mail within 5 minutes.

## Acceptance criteria

- A customer who reserves an article receives an e-mail within 5 minutes.
`
	releaseRequirement = "- **FR-002**: The shop MUST release a reserved article after 72 hours, TBD by the shops whether weekends count.\n"
)

// stage is a pull request that leaves one thing open, on a platform of its own.
type stage struct {
	t    *testing.T
	hub  *githubtest.Server
	repo *githubtest.Repository
	pull *githubtest.Pull

	mu    sync.Mutex
	count int  // requests since the run began
	at    int  // the request at which the program is killed; 0 never
	after bool // it is killed when that request has had its effect
	dead  bool
	kill  context.CancelFunc
	url   string

	silent int  // the request that gets no answer in time; 0 none
	late   bool // it has had its effect all the same
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{t: t, hub: githubtest.New(t)}
	s.hub.Grant(map[string]string{"contents": "read", "checks": "write", "pull-requests": "write"})
	s.repo = s.hub.Repository("octo-org/octo-repo")
	s.repo.Member("maria", "maintain")
	s.repo.Member("nina", "read")
	s.repo.Push("main", "maria", githubtest.Files{"docs/specs/reservations.md": heldSpec})
	s.repo.Branch("release", s.repo.Tip("main"))
	s.repo.Push("release", "octocat", githubtest.Files{
		"docs/specs/reservations.md": strings.Replace(heldSpec, "\n## Acceptance", releaseRequirement+"\n## Acceptance", 1),
	})
	s.pull = s.repo.Open(githubtest.PullRequest{Head: "release", Author: "octocat", Title: "Release what nobody collects"})
	gate := httptest.NewServer(http.HandlerFunc(s.pass))
	t.Cleanup(gate.Close)
	s.url = gate.URL
	return s
}

// pass hands requests to the platform while the program lives.
func (s *stage) pass(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.count++
	now := s.count == s.at
	dead := s.dead || now && !s.after
	s.dead = s.dead || now
	s.mu.Unlock()
	if dead {
		s.kill()
		panic(http.ErrAbortHandler)
	}
	if !now {
		s.hub.ServeHTTP(w, r)
		return
	}
	s.hub.ServeHTTP(httptest.NewRecorder(), r)
	s.kill()
	panic(http.ErrAbortHandler)
}

// run lets the action decide the pull request, as a process of its own would.
func (s *stage) run() error {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	defer cancel()
	s.mu.Lock()
	s.count, s.dead, s.kill = 0, false, cancel
	s.mu.Unlock()
	err := s.decide(ctx)
	s.hub.Advance(time.Minute)
	return err
}

func (s *stage) decide(ctx context.Context) error {
	wire := &http.Transport{}
	defer wire.CloseIdleConnections()
	sent := 0
	transport := roundTripper(func(r *http.Request) (*http.Response, error) {
		sent++
		if sent != s.silent {
			return wire.RoundTrip(r)
		}
		if s.late {
			if resp, err := wire.RoundTrip(r); err == nil {
				_ = resp.Body.Close()
			}
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.count = max(s.count, sent)
		return nil, os.ErrDeadlineExceeded
	})
	client, err := github.New(github.Options{
		APIURL: s.url + "/api/v3", GraphQLURL: s.url + "/api/graphql", Repository: "octo-org/octo-repo", Token: s.hub.Token,
		Transport: transport, Now: s.hub.Now,
		Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		return err
	}
	action := app.Action{Tool: "test", Level: report.Basic, Host: host{client}, Log: slog.New(slog.DiscardHandler)}
	out, err := action.Run(ctx, app.Trigger{Kind: app.OnRequest, Number: s.pull.Number})
	for _, c := range out.Checks {
		if c.Withheld != "" {
			err = errors.Join(err, errors.New(c.Withheld))
		}
	}
	return err
}

// roundTripper sends requests by a function.
type roundTripper func(*http.Request) (*http.Response, error)

// RoundTrip calls the function.
func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// id is what people copy out of the check.
func (s *stage) id() string {
	s.t.Helper()
	runs := s.repo.CheckRuns(s.pull.Head())
	if len(runs) == 0 {
		s.t.Fatal("no check run stands")
	}
	id := regexp.MustCompile(`a-[0-9a-z]{6,}`).FindString(runs[len(runs)-1].Summary)
	if id == "" {
		s.t.Fatalf("the summary names no entry:\n%s", runs[len(runs)-1].Summary)
	}
	return id
}

// shown is what people see in the end. Numbers that the platform deals out are
// left out.
type shown struct {
	Conclusion, Title, Summary string
	Annotations                []githubtest.Annotation
	Comment                    string   // our own, kept up to date
	Answers                    []string // each comment with a command, its reactions, our replies
	Twins                      []string // what stands twice
}

var dealt = regexp.MustCompile(`\b5\d{9}\b`)

func (s *stage) shown() shown {
	s.t.Helper()
	var out shown
	said := map[string]bool{}
	plain := func(text string) string {
		return dealt.ReplaceAllString(strings.ReplaceAll(text, s.url, "https://ghe.example.com"), "N")
	}
	for _, run := range s.repo.CheckRuns(s.pull.Head()) {
		if run.Status != "completed" {
			s.t.Errorf("check run %d is %s", run.ID, run.Status)
		}
		out.Conclusion, out.Title, out.Summary, out.Annotations = run.Conclusion, run.Title, plain(run.Summary), run.Annotations
		same := fmt.Sprint(run.Conclusion, run.Title, run.Summary, run.Text, run.Annotations)
		if said[same] {
			out.Twins = append(out.Twins, "check run "+run.Title)
		}
		said[same] = true
	}
	for _, c := range s.pull.Comments() {
		body := plain(c.Body())
		own := strings.HasPrefix(c.Author(), "github-actions")
		if own && said[body] {
			out.Twins = append(out.Twins, "comment "+body)
		}
		said[body] = said[body] || own
		if own && strings.HasPrefix(body, (report.Publication{}).CommentMarker()) {
			out.Comment = body
			continue
		}
		out.Answers = append(out.Answers, c.Author()+": "+body+" "+strings.Join(c.Reactions(), ", "))
	}
	return out
}

// scenes are runs under way when something goes wrong.
func scenes() []struct {
	name    string
	before  func(*stage)
	verdict string // in the end
} {
	return []struct {
		name    string
		before  func(*stage)
		verdict string
	}{
		{"opened", func(*stage) {}, "failure"},
		{"commented", func(s *stage) {
			if err := s.run(); err != nil {
				s.t.Fatal(err)
			}
			s.pull.Comment("nina", "/confirm "+s.id())
			s.hub.Advance(time.Minute)
			s.pull.Comment("maria", "/confirm "+s.id()+" -- weekends count")
			s.hub.Advance(time.Minute)
		}, "success"},
	}
}

// TestFaults lets each request of a run go wrong once, in each way. Whatever
// that run comes to, the next one ends where undisturbed ones do, says nothing
// twice, and has lost nothing that anybody said.
func TestFaults(t *testing.T) {
	t.Parallel()
	status := func(code int) func(*stage, int) {
		return func(s *stage, n int) { s.hub.Fail(n, githubtest.Fault{Status: code}) }
	}
	killed := func(after bool) func(*stage, int) {
		return func(s *stage, n int) { s.at, s.after = n, after }
	}
	faults := []struct {
		name   string
		inject func(*stage, int)
	}{
		{"403", status(http.StatusForbidden)},
		{"404", status(http.StatusNotFound)},
		{"422", status(http.StatusUnprocessableEntity)},
		{"429", func(s *stage, n int) {
			s.hub.Fail(n, githubtest.SecondaryLimit(http.StatusTooManyRequests, time.Second))
		}},
		{"500", status(http.StatusInternalServerError)},
		{"500 after the effect", func(s *stage, n int) {
			s.hub.Fail(n, githubtest.Fault{Status: http.StatusInternalServerError, Applied: true})
		}},
		{"time-out", func(s *stage, n int) { s.silent = n }},
		{"time-out after the effect", func(s *stage, n int) { s.silent, s.late = n, true }},
		{"truncated", func(s *stage, n int) { s.hub.Fail(n, githubtest.Fault{Cut: true}) }},
		{"killed before", killed(false)},
		{"killed after", killed(true)},
	}
	for _, scene := range scenes() {
		calm := newStage(t)
		scene.before(calm)
		if err := calm.run(); err != nil {
			t.Fatalf("%s: %v", scene.name, err)
		}
		requests := calm.count
		if err := calm.run(); err != nil {
			t.Fatalf("%s: %v", scene.name, err)
		}
		want := calm.shown()
		if want.Conclusion != scene.verdict || want.Twins != nil || requests < 5 {
			t.Fatalf("%s, undisturbed: %d requests, %+v", scene.name, requests, want)
		}
		for _, fault := range faults {
			for n := 1; n <= requests; n++ {
				t.Run(fmt.Sprintf("%s/%s/%d", scene.name, fault.name, n), func(t *testing.T) {
					t.Parallel()
					s := newStage(t)
					scene.before(s)
					s.hub.Forget()
					fault.inject(s, n)
					failed := s.run()
					if reached := s.count >= n; !reached {
						t.Fatalf("the run made %d requests only", s.count)
					}
					s.hub.Forget()
					s.at, s.silent = 0, 0
					if err := s.run(); err != nil {
						t.Fatalf("the next run, after %v: %v", failed, err)
					}
					got := s.shown()
					if strings.HasPrefix(fault.name, "4") && fault.name != "429" {
						// The platform said no, once: nobody asks it again for a
						// mark that changes nothing.
						got.Answers = want.Answers
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("after %v (-undisturbed +disturbed):\n%s", failed, diff)
					}
				})
			}
		}
	}
}
