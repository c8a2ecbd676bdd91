package github_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/github"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/pull"
)

const marker = "<!-- surmise:test -->"

func TestComments(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	start := w.server.Now()
	plain := w.pull.Comment("mona", "/confirm all")
	w.server.Advance(time.Minute)
	through := w.pull.CommentThrough("some-tool", "mona", "/ack 1")
	edited := w.pull.Comment("mona", "/ack 2")
	hidden := w.pull.Comment("hubot", "/ack 3")
	w.pull.Comment("dependabot[bot]", "Bump")
	w.pull.Comment("mona", "gone").Delete()
	w.server.Advance(time.Minute)
	edited.Edit("octocat", "/ack 4")
	hidden.Hide("outdated")
	got, err := w.client.Comments(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	want := []pull.Comment{
		{Author: "mona", Body: "/confirm all", CreatedAt: start},
		{Author: "mona", Body: "/ack 1", App: "some-tool", CreatedAt: start.Add(time.Minute)},
		{Author: "mona", Body: "/ack 4", CreatedAt: start.Add(time.Minute), EditedAt: start.Add(2 * time.Minute), Editor: "octocat"},
		{Author: "hubot", Body: "/ack 3", CreatedAt: start.Add(time.Minute), Hidden: true},
		{Author: "dependabot[bot]", Body: "Bump", Bot: true, CreatedAt: start.Add(time.Minute)},
	}
	for i := range min(len(want), len(got)) {
		want[i].ID, want[i].URL = got[i].ID, got[i].URL
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("comments (-want +got):\n%s", diff)
	}
	if plain.ID != got[0].ID || through.ID != got[1].ID || !strings.Contains(got[0].URL, "#issuecomment-") {
		t.Errorf("comment %d at %q", got[0].ID, got[0].URL)
	}
}

// TestCommentGone deletes a comment between the two questions that it takes to
// know all about it: what is half known is not shown.
func TestCommentGone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.pull.Comment("mona", "stays")
	gone := w.pull.Comment("mona", "/confirm all")
	w.server.Fail(2, githubtest.Fault{Before: gone.Delete})
	got, err := w.client.Comments(t.Context(), 1)
	if err != nil || len(got) != 1 || got[0].Body != "stays" {
		t.Errorf("comments %+v, %v", got, err)
	}
}

// TestCommentRequests counts what a reading, and a second one to see whether
// anything moved, cost besides the pull request itself.
func TestCommentRequests(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ comments, first, again int }{
		{0, 0, 0}, {1, 1, 0}, {100, 1, 0}, {101, 2, 0}, {200, 2, 0}, {201, 4, 0}, {350, 6, 0},
	} {
		t.Run(fmt.Sprint(tt.comments), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			for i := range tt.comments {
				w.pull.Comment("mona", fmt.Sprint(i))
			}
			for _, want := range []int{tt.first, tt.again} {
				if _, err := w.client.Request(t.Context(), 1); err != nil {
					t.Fatal(err)
				}
				var got []pull.Comment
				n := w.requests(func() {
					var err error
					if got, err = w.client.Comments(t.Context(), 1); err != nil {
						t.Fatal(err)
					}
				})
				if n != want {
					t.Errorf("%d requests, want %d", n, want)
				}
				if len(got) != tt.comments || !slices.IsSortedFunc(got, func(a, b pull.Comment) int { return int(a.ID - b.ID) }) {
					t.Errorf("%d comments, want %d in order", len(got), tt.comments)
				}
			}
			w.pull.Comment("mona", "one more")
			got, err := w.client.Comments(t.Context(), 1)
			if err != nil || len(got) != tt.comments+1 {
				t.Errorf("asked again: %d comments, %v", len(got), err)
			}
		})
	}
}

// TestOwnComment holds that what we wrote ourselves costs no question.
func TestOwnComment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if err := w.client.Keep(t.Context(), 1, marker, "Open."); err != nil {
		t.Fatal(err)
	}
	var got []pull.Comment
	n := w.requests(func() {
		if _, err := w.client.Request(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		var err error
		if got, err = w.client.Comments(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
	})
	if n != 1 || len(got) != 1 || !got[0].Bot || got[0].Author != "github-actions[bot]" {
		t.Errorf("%d requests, comments %+v", n, got)
	}
}

// bodies are the bodies of the comments that our token wrote.
func (w *world) bodies() []string {
	var out []string
	for _, c := range w.pull.Comments() {
		if c.Author() == "github-actions[bot]" {
			out = append(out, c.Body())
		}
	}
	return out
}

func TestKeep(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.pull.Comment("mona", marker+"\nforged")
	keep := func(body string) func() {
		return func() {
			t.Helper()
			if err := w.client.Keep(t.Context(), 1, marker, body); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := w.client.Request(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	steps := []struct {
		name, body string
		requests   int
		want       []string
	}{
		{"nothing to say", "", 0, nil},
		{"first", "Open.", 1, []string{marker + "\nOpen."}},
		{"the same", "Open.", 0, []string{marker + "\nOpen."}},
		{"with its marker", marker + "\nOpen.", 0, []string{marker + "\nOpen."}},
		{"changed", "Closed.", 1, []string{marker + "\nClosed."}},
		{"nothing more to say", "", 1, nil},
		{"still nothing", "", 0, nil},
	}
	for _, tt := range steps {
		if n := w.requests(keep(tt.body)); n != tt.requests {
			t.Errorf("%s: %d requests, want %d", tt.name, n, tt.requests)
		}
		if diff := cmp.Diff(tt.want, w.bodies()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	w.client = w.connect(t, nil)
	keep("From a later run.")()
	w.pull.Comment("github-actions[bot]", marker+"\nA twin of another run.")
	w.client = w.connect(t, nil)
	keep(strings.Repeat("é", 40_000))()
	got := w.bodies()
	if len(got) != 1 || len(got[0]) > 65_536 || !strings.HasSuffix(got[0], "The check run shows the rest.") {
		t.Errorf("%d comments, the first of %d bytes", len(got), len(got[0]))
	}
}

func TestKeepIsCertain(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]githubtest.Fault{
		"refused for the rate": githubtest.SecondaryLimit(403, time.Second),
		"lost on the way":      {Status: 502},
		"lost on the way back": {Status: 502, Applied: true},
		"broken off":           {Cut: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			if _, err := w.client.Comments(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
			w.server.Fail(1, fault)
			if err := w.client.Keep(t.Context(), 1, marker, "Open."); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{marker + "\nOpen."}, w.bodies()); diff != "" {
				t.Errorf("comments (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReact(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.pull.Comment("mona", "/ack all")
	w.server.Fail(1, githubtest.Fault{Status: 502, Applied: true})
	for range 2 {
		if err := w.client.React(t.Context(), c.ID, pull.Accepted); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"github-actions[bot] +1"}, c.Reactions()); diff != "" {
		t.Errorf("reactions (-want +got):\n%s", diff)
	}
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.pull.Comment("mona", "/ack all")
	w.server.Grant(map[string]string{"contents": "read", "checks": "read", "pull-requests": "read"})
	check := pull.Check{Name: "surmise", HeadSHA: w.pull.Head(), Digest: "d", Title: "t", Summary: "s"}
	const fork = "a run for a fork has a read-only token; use pull_request_target"
	tests := []struct {
		name, lacks string
		do          func(*github.Client) error
	}{
		{"publish the check run", "checks: write", func(c *github.Client) error { _, err := c.Publish(t.Context(), check); return err }},
		{"comment on pull request 1", "pull-requests: write", func(c *github.Client) error { return c.Keep(t.Context(), 1, marker, "x") }},
		{"add a reaction", "pull-requests: write", func(client *github.Client) error { return client.React(t.Context(), c.ID, pull.Accepted) }},
	}
	for _, tt := range tests {
		err := tt.do(w.connect(t, nil))
		want := fmt.Sprintf("cannot %s: the workflow token lacks %q; add it under permissions:", tt.name, tt.lacks)
		if denied, ok := errors.AsType[*github.PermissionError](err); !ok || denied.Denied() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		err = tt.do(w.connect(t, func(o *github.Options) { o.ReadOnly = fork }))
		if want := "cannot " + tt.name + ": " + fork; message(err) != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	w.server.Grant(map[string]string{"pull-requests": "read"})
	_, err := w.client.Revision(t.Context(), w.pull.Head())
	if !strings.Contains(message(err), `lacks "contents: read"`) {
		t.Errorf("listing: %v", err)
	}
}
