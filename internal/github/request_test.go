package github_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/github"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/pull"
)

func TestRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.pull.Push("hubot", githubtest.Files{"a.md": "A.\n"})
	w.repo.Push("main", "mona", githubtest.Files{"later.md": "Later.\n"})
	got, err := w.client.Request(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	want := pull.Request{
		Number: 1, Title: got.Title, URL: w.server.URL + "/octo-org/octo-repo/pull/1", Author: "mona", Open: true,
		HeadSHA: w.repo.Tip("topic"), HeadRepo: "octo-org/octo-repo", BaseRef: "main", BaseSHA: w.repo.Tip("main"),
		Contributors: []string{"hubot", "mona"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
	_, err = w.client.Request(t.Context(), 7)
	if _, ok := errors.AsType[*github.NotFoundError](err); !ok || err.Error() != "cannot read pull request 7: not found" {
		t.Errorf("unknown request: %v", err)
	}
}

// TestContributors pages through more commits than one answer holds.
func TestContributors(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.pull.ForcePush("rewriter", w.repo.Commit(githubtest.Commit{
		Parents: []string{w.repo.Tip("main")}, Author: "-", Committer: "web-flow", Files: githubtest.Files{"b.md": "B"},
	}))
	for i := range 101 {
		w.pull.Push(fmt.Sprintf("dev-%d", i%3), githubtest.Files{"a.md": fmt.Sprint(i)})
	}
	var got pull.Request
	n := w.requests(func() {
		var err error
		if got, err = w.client.Request(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
	})
	if n != 2 {
		t.Errorf("%d requests, want 2", n)
	}
	if diff := cmp.Diff([]string{"dev-0", "dev-1", "dev-2", "rewriter"}, got.Contributors); diff != "" {
		t.Errorf("contributors (-want +got):\n%s", diff)
	}
	if got.Nameless != 1 {
		t.Errorf("%d nameless commits, want 1", got.Nameless)
	}
}

// TestOpen finds a head in a fork among more pull requests than one answer
// holds, and asks for the default branch on the way.
func TestOpen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 100 {
		branch := fmt.Sprintf("other-%d", i)
		w.repo.Branch(branch, w.repo.Tip("main"))
		w.repo.Push(branch, "mona", githubtest.Files{"a.md": branch})
		w.repo.Open(githubtest.PullRequest{Head: branch, Author: "mona"})
	}
	var got []pull.Request
	n := w.requests(func() {
		first, err := w.client.Request(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if got, err = w.client.Open(t.Context(), first.HeadSHA); err != nil {
			t.Fatal(err)
		}
		name, sha, err := w.client.Default(t.Context())
		if err != nil || name != "main" || sha != w.repo.Tip("main") {
			t.Errorf("default branch: %q %q %v", name, sha, err)
		}
	})
	if n != 3 {
		t.Errorf("%d requests, want one for the pull request and two for the listing", n)
	}
	if len(got) != 1 || got[0].Number != 1 || got[0].Contributors == nil {
		t.Errorf("open: %+v", got)
	}
	w.pull.Close("mona")
	if got, err := w.client.Open(t.Context(), w.pull.Head()); err != nil || len(got) != 0 {
		t.Errorf("after closing: %+v %v", got, err)
	}
}

func TestMergeBase(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	base := w.repo.Tip("main")
	w.repo.Push("main", "mona", githubtest.Files{"later.md": "Later.\n"})
	got, err := w.client.MergeBase(t.Context(), w.repo.Tip("main"), w.repo.Tip("topic"))
	if err != nil || got != base {
		t.Errorf("merge base %q, %v; want %q", got, err, base)
	}
	if _, err := w.client.MergeBase(t.Context(), "main", "../../x"); err == nil {
		t.Error("names are taken for object ids")
	}
}

func TestQueued(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.repo.Branch("second", w.repo.Tip("main"))
	w.repo.Push("second", "mona", githubtest.Files{"b.md": "B"})
	second := w.repo.Open(githubtest.PullRequest{Head: "second", Author: "mona"})
	first, _ := w.pull.Enqueue("mona")
	sha, _ := second.Enqueue("mona")
	for _, tt := range []struct {
		sha  string
		want []int
	}{{first, []int{1}}, {sha, []int{1, 2}}} {
		got, err := w.client.Queued(t.Context(), tt.sha, "main")
		var numbers []int
		for _, r := range got {
			numbers = append(numbers, r.Number)
		}
		if diff := cmp.Diff(tt.want, numbers); err != nil || diff != "" {
			t.Errorf("queued: %v (-want +got):\n%s", err, diff)
		}
	}
	w.pull.Dequeue()
	_, err := w.client.Queued(t.Context(), first, "main")
	if _, ok := errors.AsType[*github.NotFoundError](err); !ok {
		t.Errorf("a group that is gone: %v", err)
	}
}

func TestPerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, level := range []string{"read", "triage", "write", "maintain", "admin"} {
		w.repo.Member("has-"+level, level)
	}
	w.repo.Member("custom", "write", "release-captain")
	tests := []struct {
		login string
		want  pull.Person
	}{
		{"has-read", pull.Person{Permission: pull.Read, Role: "read"}},
		{"has-triage", pull.Person{Permission: pull.Triage, Role: "triage"}},
		{"has-write", pull.Person{Permission: pull.Write, Role: "write"}},
		{"has-maintain", pull.Person{Permission: pull.Maintain, Role: "maintain"}},
		{"has-admin", pull.Person{Permission: pull.Admin, Role: "admin"}},
		{"custom", pull.Person{Permission: pull.Write, Role: "release-captain"}},
		{"who-is-this", pull.Person{Untold: "the platform knows no account of that name"}},
		{"../../../user", pull.Person{Untold: "is no login"}},
	}
	for _, tt := range tests {
		got, err := w.client.Person(t.Context(), tt.login)
		tt.want.Login = tt.login
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.login, err, diff)
		}
	}
	w.server.Fail(1, githubtest.Fault{Status: 403})
	got, err := w.client.Person(t.Context(), "has-admin")
	if err != nil || got.Untold == "" || got.Permission != pull.None {
		t.Errorf("not told: %+v %v", got, err)
	}
	for n := range 4 {
		w.server.Fail(n+1, githubtest.Fault{Status: 500})
	}
	if _, err = w.client.Person(t.Context(), "has-admin"); err == nil {
		t.Error("unreachable is taken for an answer")
	}
}
