package app_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/report"
)

// race is a pull request on which people act while runs are under way. What
// happens between which two requests is a matter of chance.
type race struct {
	*stage
	runs sync.WaitGroup

	mu    sync.Mutex
	dice  *rand.Rand
	acts  []func()
	count int
	errs  []error
}

// pass lets somebody act, now and then, before a request is answered.
func (r *race) pass(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	if r.dice.IntN(60) == 0 {
		r.act()
	}
	r.mu.Unlock()
	r.hub.ServeHTTP(w, req)
}

// act does what is next and starts the runs that it causes: one, and one that
// the platform delivers twice. The lock is held.
func (r *race) act() {
	if r.count == len(r.acts) {
		return
	}
	r.hub.Advance(time.Second)
	r.acts[r.count]()
	r.count++
	for range 2 {
		r.runs.Go(func() {
			if err := r.decide(r.t.Context()); err != nil {
				r.mu.Lock()
				r.errs = append(r.errs, err)
				r.mu.Unlock()
			}
		})
	}
}

// newRace prepares ten acts, in an order of chance after the first run.
func newRace(t *testing.T, seed uint64) *race {
	t.Helper()
	r := &race{stage: newStage(t), dice: rand.New(rand.NewPCG(seed, 1))}
	r.hub.RateLimit(100_000, 100_000) // how often runs try again is a matter of chance too
	if err := r.run(); err != nil {
		t.Fatal(err)
	}
	id := r.id()
	spec := func(requirement string) githubtest.Files {
		return githubtest.Files{"docs/specs/reservations.md": strings.Replace(heldSpec, "\n## Acceptance", requirement+"\n## Acceptance", 1)}
	}
	confirm := r.pull.Comment("maria", "/confirm "+id)
	says := func(who, what string) func() {
		return func() { r.pull.Comment(who, what) }
	}
	r.acts = []func(){
		says("nina", "/confirm "+id),
		says("maria", "/confirm "+id),
		says("maria", "/confirm all"),
		says("maria", "/reopen "+id),
		says("maria", "/confirm "+id+" -- after all"),
		func() { confirm.Edit("octocat", "/confirm all") },
		func() {
			r.pull.Push("octocat", spec(strings.Replace(releaseRequirement, " MUST release", "\n  MUST release", 1)))
		},
		func() {
			r.pull.Push("octocat", spec(strings.Replace(releaseRequirement, "72", "96", 1)))
		},
		func() { confirm.Delete() },
		func() { r.repo.Push("main", "maria", githubtest.Files{"README.md": "# Shop\n"}) },
	}
	r.dice.Shuffle(len(r.acts), func(i, j int) { r.acts[i], r.acts[j] = r.acts[j], r.acts[i] })
	gate := httptest.NewServer(http.HandlerFunc(r.pass))
	t.Cleanup(gate.Close)
	r.url = gate.URL
	return r
}

// TestRaces lets twenty runs overlap while people act. In the end the check
// says what an undisturbed run finds.
func TestRaces(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := newRace(t, seed)
			for r.count < len(r.acts) {
				r.mu.Lock()
				r.act()
				r.mu.Unlock()
				r.runs.Wait()
			}
			for _, err := range r.errs {
				if !strings.Contains(err.Error(), "moving") && !strings.Contains(err.Error(), "no open pull request for") {
					t.Errorf("a run ended in %v", err)
				}
			}
			if len(r.errs) > 0 {
				// One gave up, and says that the next event decides again.
				if err := r.run(); err != nil {
					t.Fatal(err)
				}
			}
			raced := r.shown()
			if err := r.run(); err != nil {
				t.Fatal(err)
			}
			calm := r.shown()
			raced.Answers, raced.Twins, calm.Answers, calm.Twins = nil, nil, nil, nil
			if diff := cmp.Diff(calm, raced); diff != "" {
				t.Errorf("after %d runs gave up (-undisturbed +raced):\n%s", len(r.errs), diff)
			}
			ours := 0
			for _, c := range r.pull.Comments() {
				if strings.HasPrefix(c.Body(), (report.Publication{}).CommentMarker()) {
					ours++
				}
			}
			if ours != 1 {
				t.Errorf("%d comments of ours, want 1", ours)
			}
		})
	}
}

// TestTwins lets a second run write everything just before the first one does,
// so that both do.
func TestTwins(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"/check-runs", "/comments", "/reactions"} {
		t.Run("before POST "+at, func(t *testing.T) {
			t.Parallel()
			s := newRequest(t, githubtest.Files{"docs/specs/reservations.md": heldSpec}, githubtest.Files{"docs/specs/reservations.md": gapSpec()})
			s.comment("nina", "/dismiss all")
			s.hook = func(_ int, r *http.Request) *http.Response {
				if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, at) {
					s.hook = nil
					s.run()
				}
				return nil
			}
			s.run()
			seen := map[string]bool{}
			for _, c := range s.pull.Comments() {
				if seen[c.Body()] {
					t.Errorf("said twice: %s", c.Body())
				}
				seen[c.Body()] = true
			}
			s.red("1 high open")
		})
	}
}
