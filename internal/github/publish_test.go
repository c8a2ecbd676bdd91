package github_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/github"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/pull"
)

// check is a check of the world's head with so many annotations.
func (w *world) check(annotations int) pull.Check {
	c := pull.Check{
		Name: "surmise", HeadSHA: w.pull.Head(), Digest: "0a1b", Title: "3 high entries are open", Summary: "Summary.", Text: "Record.",
	}
	for i := range annotations {
		c.Annotations = append(c.Annotations, pull.Annotation{
			Path: "docs/specs/pay.md", StartLine: 1, EndLine: 1, StartColumn: 1, EndColumn: 3, Level: pull.Failure,
			Title: fmt.Sprintf("a-%d", i), Message: "What is 2 s measured on?",
		})
	}
	return c
}

func TestPublish(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ annotations, requests int }{
		{0, 1}, {1, 2}, {50, 2}, {51, 3}, {100, 3}, {101, 5}, {250, 8},
	} {
		t.Run(fmt.Sprint(tt.annotations), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			var got pull.Run
			n := w.requests(func() {
				var err error
				if got, err = w.client.Publish(t.Context(), w.check(tt.annotations)); err != nil {
					t.Fatal(err)
				}
			})
			if n != tt.requests {
				t.Errorf("%d requests, want %d", n, tt.requests)
			}
			w.wantRun(t, tt.annotations)
			want := pull.Run{
				ID: got.ID, URL: got.URL, Name: "surmise", HeadSHA: w.pull.Head(), CompletedAt: w.server.Now(),
				Digest: "0a1b", Complete: true, Title: "3 high entries are open", Text: "Record.",
			}
			if diff := cmp.Diff(want, got); diff != "" || got.URL == "" {
				t.Errorf("run (-want +got):\n%s", diff)
			}
			w.wantListed(t, want)
		})
	}
}

// wantRun holds that one whole run is there with so many annotations.
func (w *world) wantRun(t *testing.T, annotations int) {
	t.Helper()
	runs := w.repo.CheckRuns(w.pull.Head())
	if len(runs) != 1 {
		t.Fatalf("%d check runs, want 1", len(runs))
	}
	r := runs[0]
	if r.Status != "completed" || r.Conclusion != "failure" || r.Title == "" || r.Summary != "Summary." || r.Text != "Record." {
		t.Errorf("run is %+v", r)
	}
	if len(r.Annotations) != annotations {
		t.Errorf("%d annotations, want %d", len(r.Annotations), annotations)
	}
	if strings.HasSuffix(r.ExternalID, ":partial") || !strings.HasPrefix(r.ExternalID, "0a1b:") {
		t.Errorf("mark %q", r.ExternalID)
	}
}

// wantListed holds that a later run finds exactly these.
func (w *world) wantListed(t *testing.T, want ...pull.Run) {
	t.Helper()
	c := w.connect(t, nil)
	request, err := c.Request(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Runs(t.Context(), request, "surmise")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("runs (-want +got):\n%s", diff)
	}
}

// TestPublishIsCertain lets every request of a publication fail once in every
// way: there is one run in the end, and it is whole.
func TestPublishIsCertain(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]githubtest.Fault{
		"refused for the rate": githubtest.SecondaryLimit(429, time.Second),
		"lost on the way":      {Status: 502},
		"lost on the way back": {Status: 502, Applied: true},
		"broken off":           {Cut: true},
	} {
		for n := 1; n <= 5; n++ {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				w.server.Fail(n, fault)
				if _, err := w.client.Publish(t.Context(), w.check(101)); err != nil {
					t.Fatal(err)
				}
				w.wantRun(t, 101)
			})
		}
	}
}

// TestPublishDies holds that a run without all annotations says so, completed
// as it is.
func TestPublishDies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.server.Fail(2, githubtest.Fault{Status: 403})
	if _, err := w.client.Publish(t.Context(), w.check(60)); err == nil {
		t.Fatal("no error")
	}
	run := w.repo.CheckRuns(w.pull.Head())[0]
	w.wantListed(t, pull.Run{
		ID: run.ID, URL: w.server.URL + fmt.Sprintf("/octo-org/octo-repo/runs/%d", run.ID), Name: "surmise",
		HeadSHA: w.pull.Head(), CompletedAt: w.server.Now(), Digest: "0a1b", Title: "3 high entries are open", Text: "Record.",
	})
	if run.Status != "completed" {
		t.Errorf("status %q", run.Status)
	}
}

func TestPublishMends(t *testing.T) {
	t.Parallel()
	good := pull.Annotation{Path: "a.md", StartLine: 2, EndLine: 2, Level: pull.Notice, Message: "m"}
	tests := []struct {
		name   string
		change func(*pull.Annotation)
		want   *githubtest.Annotation // nil if it is left out
	}{
		{"good", func(*pull.Annotation) {}, &githubtest.Annotation{StartLine: 2, EndLine: 2, Message: "m"}},
		{"line zero", func(a *pull.Annotation) { a.StartLine, a.EndLine = 0, 0 }, &githubtest.Annotation{StartLine: 1, EndLine: 1, Message: "m"}},
		{"inverted", func(a *pull.Annotation) { a.EndLine = 1 }, &githubtest.Annotation{StartLine: 2, EndLine: 2, Message: "m"}},
		{"columns", func(a *pull.Annotation) { a.StartColumn, a.EndColumn = 3, 4 },
			&githubtest.Annotation{StartLine: 2, EndLine: 2, StartColumn: 3, EndColumn: 4, Message: "m"}},
		{"columns of two lines", func(a *pull.Annotation) { a.EndLine, a.StartColumn, a.EndColumn = 3, 3, 4 },
			&githubtest.Annotation{StartLine: 2, EndLine: 3, Message: "m"}},
		{"inverted columns", func(a *pull.Annotation) { a.StartColumn, a.EndColumn = 4, 3 },
			&githubtest.Annotation{StartLine: 2, EndLine: 2, Message: "m"}},
		{"title for a message", func(a *pull.Annotation) { a.Title, a.Message = "t", " " },
			&githubtest.Annotation{StartLine: 2, EndLine: 2, Title: "t", Message: "t"}},
		{"not UTF-8", func(a *pull.Annotation) { a.Message = "a\xffb\x00" },
			&githubtest.Annotation{StartLine: 2, EndLine: 2, Message: "a\uFFFDb\uFFFD"}},
		{"no message", func(a *pull.Annotation) { a.Message = "" }, nil},
		{"unknown level", func(a *pull.Annotation) { a.Level = "error" }, nil},
		{"no path", func(a *pull.Annotation) { a.Path = "" }, nil},
		{"outside", func(a *pull.Annotation) { a.Path = "../a.md" }, nil},
		{"absolute", func(a *pull.Annotation) { a.Path = "/a.md" }, nil},
	}
	w := newWorld(t)
	c := w.check(0)
	var want []githubtest.Annotation
	dropped := 0
	for _, tt := range tests {
		a := good
		tt.change(&a)
		c.Annotations = append(c.Annotations, a)
		if tt.want == nil {
			dropped++
			continue
		}
		tt.want.Path, tt.want.AnnotationLevel = "a.md", "notice"
		want = append(want, *tt.want)
	}
	run, err := w.client.Publish(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if run.Dropped != dropped || !run.Complete {
		t.Errorf("run %+v, want %d dropped", run, dropped)
	}
	if diff := cmp.Diff(want, w.repo.CheckRuns(w.pull.Head())[0].Annotations); diff != "" {
		t.Errorf("annotations (-want +got):\n%s", diff)
	}
}

// TestPublishRejected lets the platform refuse whole batches: the verdict is
// published all the same, and with every other annotation.
func TestPublishRejected(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2} {
		w := newWorld(t)
		// The first request is refused, then the batch, a half of it and so on
		// down to one annotation.
		w.server.Fail(n, githubtest.Fault{Status: 422})
		for i := range 7 {
			if n == 1 && i > 0 || n == 2 {
				w.server.Fail(n+1+i-n/2, githubtest.Fault{Status: 422})
			}
		}
		run, err := w.client.Publish(t.Context(), w.check(60))
		if err != nil {
			t.Fatal(err)
		}
		got := w.repo.CheckRuns(w.pull.Head())[0]
		if run.Dropped == 0 || len(got.Annotations)+run.Dropped != 60 || !run.Complete {
			t.Errorf("%d annotations and %d dropped of 60, complete: %t", len(got.Annotations), run.Dropped, run.Complete)
		}
	}
}

func TestPublishCuts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.check(1)
	c.Title = strings.Repeat("é", 300)
	c.Summary = strings.Repeat("日本", 20_000)
	c.Text = strings.Repeat("𝄞", 20_000) + "<!-- record -->"
	c.Annotations[0].Title, c.Annotations[0].Message = strings.Repeat("t", 400), strings.Repeat("é", 40_000)
	run, err := w.client.Publish(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	got := w.repo.CheckRuns(w.pull.Head())[0]
	if !strings.HasSuffix(got.Text, "<!-- record -->") || !strings.HasPrefix(got.Text, "… cut") || got.Text != run.Text {
		t.Errorf("text of %d bytes: %.40q", len(got.Text), got.Text)
	}
	if !strings.HasSuffix(got.Summary, "takes no more.") {
		t.Errorf("summary ends in %q", got.Summary[len(got.Summary)-40:])
	}
	for _, text := range []string{got.Title, got.Summary, got.Text, got.Annotations[0].Message} {
		if !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError) {
			t.Errorf("a character was cut in two: %.30q", text)
		}
	}
}

// TestRuns finds our runs on former heads and nobody else's.
func TestRuns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var want []pull.Run
	publish := func() {
		w.server.Advance(time.Minute)
		run, err := w.client.Publish(t.Context(), w.check(0))
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, run)
	}
	publish()
	publish()
	w.pull.Push("mona", githubtest.Files{"a.md": "A"})
	publish()
	w.pull.ForcePush("mona", w.repo.Commit(githubtest.Commit{
		Parents: []string{w.repo.Tip("main")}, Author: "mona", Files: githubtest.Files{"b.md": "B"},
	}))
	publish()
	w.repo.AppRun("forger", w.pull.Head(), "surmise", "success")
	w.repo.AppRun("github-actions", w.pull.Head(), "other", "success")
	n := w.requests(func() { w.wantListed(t, want[2], want[3]) })
	if n != 2 {
		t.Errorf("%d requests, want one for the pull request and one for the runs", n)
	}
}

// TestRunsPages reads a suite with more runs than one answer holds.
func TestRunsPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 101 {
		w.repo.AppRun("github-actions", w.pull.Head(), "surmise", "success")
	}
	request, err := w.client.Request(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	runs, err := w.client.Runs(t.Context(), request, "surmise")
	if err != nil || len(runs) != 101 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	if r := runs[0]; r.Digest != "" || r.Complete || !r.Success {
		t.Errorf("a run without our mark: %+v", r)
	}
	if _, err := w.client.Runs(t.Context(), pull.Request{Number: 9, HeadSHA: w.pull.Head()}, "surmise"); err == nil {
		t.Error("runs of an unknown pull request")
	} else if _, ok := errors.AsType[*github.NotFoundError](err); !ok {
		t.Errorf("unknown pull request: %v", err)
	}
}
