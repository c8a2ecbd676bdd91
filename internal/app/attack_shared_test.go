package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/report"
)

// TestSeveralRequests are attacks with more than one pull request or branch.
func TestSeveralRequests(t *testing.T) {
	t.Parallel()
	playAttacks(t, []attack{
		{report.Basic, "a second pull request into a base that has the gap", func(a attempt) {
			s := a.gap()
			s.repo.Branch("soft", s.pull.Head())
			second := s.repo.Open(githubtest.PullRequest{Head: "topic", Base: "soft", Author: "octocat"})
			s.runOn(second)
			s.red("1 high open")
			if run, ok := s.check(s.pull.Head(), "surmise (soft)"); !ok || run.Conclusion != "success" {
				s.t.Errorf("of the other base stands %q", run.Title)
			}
		}},
		{report.Basic, "a confirmation on a fork's pull request with the same head", func(a attempt) {
			s := a.gap()
			first, id := s.pull, s.id()
			fork := s.repo.Fork("mallory")
			s.pull = s.repo.Open(githubtest.PullRequest{Head: "topic", From: fork, Author: "mallory"})
			s.run()
			s.says("maria", "/confirm "+id)
			s.red("1 high open")
			s.pull = first
			s.says("maria", "/confirm "+id)
			s.green("1 confirmed")
		}},
		{report.Basic, "a fork's pull request that leaves the shared head red for ever", func(a attempt) {
			s, _ := a.accepted()
			second := s.repo.Open(githubtest.PullRequest{Head: "topic", From: s.repo.Fork("mallory"), Author: "mallory"})
			s.runOn(second)
			s.red("1 high open")
			second.Close("mallory")
			s.runOn(second)
			s.green("1 confirmed")
		}},
		{report.Basic, "words on a pull request that is closed", func(a attempt) {
			s := a.gap()
			id := s.id()
			s.pull.Close("octocat")
			c := s.says("maria", "/confirm "+id)
			s.unheard(c)
			s.red("1 high open")
		}},
		{report.Basic, "a base that is changed there and back", func(a attempt) {
			s := a.gap()
			s.repo.Branch("soft", s.repo.Tip("main"))
			s.repo.Push("soft", "wendy", githubtest.Files{specFile: gapSpec()})
			s.pull.Retarget("octocat", "soft")
			s.run()
			s.red("1 high open")
			s.pull.Retarget("octocat", "main")
			s.run()
			s.red("1 high open")
		}},
		{report.Basic, "a pull request that is green elsewhere, retargeted", func(a attempt) {
			s := a.repository(githubtest.Files{specFile: heldSpec})
			s.repo.Branch("soft", s.repo.Tip("main"))
			s.repo.Push("soft", "wendy", githubtest.Files{specFile: gapSpec()})
			s.repo.Branch("topic", s.repo.Tip("soft"))
			s.repo.Push("topic", "octocat", githubtest.Files{"main.go": "package main\n"})
			s.pull = s.repo.Open(githubtest.PullRequest{Head: "topic", Base: "soft", Author: "octocat"})
			s.run()
			if run, ok := s.check(s.pull.Head(), "surmise"); ok {
				s.t.Errorf("there is a check %q of the default branch", run.Title)
			}
			s.pull.Retarget("octocat", "main")
			s.run()
			s.red("1 high open")
		}},
		{report.Basic, "a base that is changed while the run is under way", func(a attempt) {
			s := a.request(githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: gapSpec()})
			s.repo.Branch("soft", s.repo.Tip("topic"))
			s.hook = func(n int, _ *http.Request) *http.Response {
				if n == 4 {
					s.pull.Retarget("octocat", "soft")
				}
				return nil
			}
			s.run()
			if run, ok := s.check(s.pull.Head(), "surmise (soft)"); !ok || run.Conclusion != "success" {
				s.t.Errorf("of the new base stands %q", run.Title)
			}
		}},
		{report.Basic, "one's own weakening, confirmed on a neighbour in the merge queue", func(a attempt) {
			s := a.repository(githubtest.Files{specFile: heldSpec, "notes.txt": "a\n"})
			s.openCommit("harmless", githubtest.Commit{Files: githubtest.Files{"notes.txt": "b\n"}, Author: "wendy"})
			harmless := s.pull
			s.open("weaker", githubtest.Files{specFile: strings.Replace(heldSpec, "MUST confirm", "MAY confirm", 1)})
			weaker := s.pull
			harmless.Enqueue("maria")
			sha, _ := weaker.Enqueue("maria")
			trigger := app.Trigger{Kind: app.OnGroup, HeadSHA: sha, BaseRef: "main"}
			if err := s.try(trigger); err != nil {
				s.t.Fatal(err)
			}
			id := s.id()
			s.hub.Advance(time.Minute)
			harmless.Comment("octocat", "/confirm "+id+" @"+sha[:12])
			s.hub.Advance(time.Minute)
			if err := s.try(trigger); err != nil {
				s.t.Fatal(err)
			}
			if run, _ := s.check(sha, "surmise"); run.Conclusion != "failure" {
				s.t.Errorf("the group is %s: %s", run.Conclusion, run.Title)
			}
			harmless.Comment("maria", "/confirm "+id+" @"+sha[:12])
			s.hub.Advance(time.Minute)
			if err := s.try(trigger); err != nil {
				s.t.Fatal(err)
			}
			if run, _ := s.check(sha, "surmise"); run.Conclusion != "success" {
				s.t.Errorf("the group is %s: %s\n%s", run.Conclusion, run.Title, run.Summary)
			}
		}},
	})
}
