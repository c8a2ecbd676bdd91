package app_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/githubtest"
)

// group decides the merge group with that head.
func (s *scene) group(sha string) {
	s.t.Helper()
	if err := s.try(app.Trigger{Kind: app.OnGroup, HeadSHA: sha, BaseRef: "main"}); err != nil {
		s.t.Fatal(err)
	}
}

// groupConcludes asks for what stands on a merge group's head.
func (s *scene) groupConcludes(sha, conclusion, title string) {
	s.t.Helper()
	if run, ok := s.check(sha, "surmise"); !ok || run.Conclusion != conclusion || !strings.Contains(run.Title, title) {
		s.t.Errorf("the group is %s: %q, want %s with %q", run.Conclusion, run.Title, conclusion, title)
	}
}

// TestStory tells how a pull request goes from red to green and back, comment
// by comment and push by push, until it is merged.
func TestStory(t *testing.T) {
	t.Parallel()
	s := newRequest(t, githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: gapSpec()})
	s.run()
	s.red("1 high open")
	if notes := s.verdict().Annotations; len(notes) != 1 || notes[0].Path != specFile || notes[0].AnnotationLevel != "failure" {
		t.Errorf("annotations %+v", notes)
	}
	command := "/confirm " + s.id() + " @" + s.pull.Head()[:12]
	if !strings.Contains(s.sticky(), command) || !strings.Contains(s.verdict().Summary, command) {
		t.Errorf("the comment and the summary lack %q:\n%s", command, s.sticky())
	}

	s.refused(s.says("nina", command), "deciding takes write")
	s.unheard(s.says("helper[bot]", command))
	s.unheard(s.says("maria", "I would write:\n\n```\n"+command+"\n```\n\n> "+command+"\n\n<!--\n"+command+"\n-->"))
	s.red("1 high open")

	s.says("maria", "Agreed.\n\n"+command+" -- the shops decide")
	s.green("1 high (1 confirmed)")
	if summary := s.verdict().Summary; !strings.Contains(summary, "confirmed by maria") {
		t.Errorf("the summary does not say by whom:\n%s", summary)
	}

	wrapped := strings.Replace(gapSpec(), "reserved article after 72 hours", "reserved\n  article after 72 hours", 1)
	s.pushed("octocat", githubtest.Files{specFile: wrapped})
	s.green("1 high (1 confirmed)")

	s.pushed("octocat", githubtest.Files{specFile: strings.Replace(wrapped, "72 hours", "96 hours", 1)})
	s.red("1 high open")
	if summary := s.verdict().Summary; !strings.Contains(summary, "72") || !strings.Contains(summary, "96") {
		t.Errorf("the summary shows no word diff:\n%s", summary)
	}

	c := s.says("maria", "/confirm "+s.id())
	s.green("1 high (1 confirmed)")
	c.Edit("maria", "/confirm "+s.id()+" -- on second thoughts")
	s.run()
	s.red("1 high open")
	if text := s.verdict().Text; !strings.Contains(text, "the comment was edited") {
		t.Errorf("the history does not say why:\n%s", text)
	}

	c = s.says("maria", "/confirm "+s.id())
	s.green("1 high (1 confirmed)")
	c.Delete()
	s.run()
	s.red("1 high open")

	s.says("wendy", "/confirm "+s.id())
	s.green("1 high (1 confirmed)")
	c = s.says("maria", "/reopen "+s.id())
	s.red("1 high open")
	c.Delete()
	s.run()
	s.red("1 high open")
	s.says("maria", "/confirm "+s.id())
	s.green("1 high (1 confirmed)")
	s.inert()

	sha, _ := s.pull.Enqueue("maria")
	s.group(sha)
	s.groupConcludes(sha, "success", "1 confirmed")
	s.pull.Merge("maria")

	fork := s.repo.Fork("mallory")
	fork.Push("main", "mallory", githubtest.Files{"docs/specs/returns.md": strings.Replace(gapSpec(), "Reservations", "Returns", 1)})
	s.pull = s.repo.Open(githubtest.PullRequest{Head: "main", From: fork, Author: "mallory"})
	s.run()
	s.red("1 high open")
	s.refused(s.says("mallory", "/confirm all"), "deciding takes write")
	s.red("1 high open")
	s.says("maria", "/confirm all")
	s.green("1 high (1 confirmed)")
	if n := len(slices.DeleteFunc(s.pull.Comments(), func(c *githubtest.Comment) bool { return !strings.HasSuffix(c.Author(), "[bot]") })); n != 2 {
		t.Errorf("%d comments of ours, want one and a reply", n)
	}
}

// TestQueueStory tells how a pull request that is fine by itself takes away, in
// the merge queue, what the base was given in between; and how that is settled.
func TestQueueStory(t *testing.T) {
	t.Parallel()
	s := newRequest(t, githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: gapSpec()})
	s.run()
	s.says("maria", "/confirm all")
	s.green("1 high (1 confirmed)")
	s.repo.Push("main", "wendy", githubtest.Files{
		specFile: required("- **FR-007**: The shop MUST refund a deposit within 3 days."),
	})
	first, _ := s.pull.Enqueue("maria")
	s.group(first)
	s.groupConcludes(first, "failure", "1 high open")
	command := regexp.MustCompile("/confirm a-[0-9a-z]+ @" + first).FindString(s.ofGroup())
	if command == "" {
		t.Fatalf("our comment has no command for the group %s:\n%s", first, s.ofGroup())
	}
	s.pull.Dequeue()

	s.refused(s.says("nina", command), "deciding takes write")
	s.refused(s.says("octocat", command), "takes back what stood before")
	c := s.says("maria", command)
	if replies := s.replies(c); len(replies) > 0 || len(c.Reactions()) != 1 || !strings.HasSuffix(c.Reactions()[0], "+1") {
		t.Errorf("reactions %q, replies %q", c.Reactions(), replies)
	}
	s.green("1 high (1 confirmed)") // its own text is what it was

	second, _ := s.pull.Enqueue("maria")
	s.group(second)
	s.groupConcludes(second, "success", "2 confirmed")
	c.Delete()
	s.group(second)
	s.groupConcludes(second, "failure", "1 high open")
}

// TestForeignGroup shows that a commit counts only where a run of ours says
// that it was this pull request's.
func TestForeignGroup(t *testing.T) {
	t.Parallel()
	s := newOpenRequest(t)
	stranger := s.repo.Commit(githubtest.Commit{Parents: []string{s.pull.Head()}, Files: githubtest.Files{"a.txt": "a"}})
	s.refused(s.says("maria", "/confirm all @"+stranger), "is no head of this pull request")
	s.refused(s.says("maria", "/confirm all @"+strings.Repeat("ab", 20)), "is no head of this pull request")
	s.red("1 high open")
	foreign := s.pull
	s.open("other", githubtest.Files{specFile: strings.Replace(gapSpec(), "72 hours", "96 hours", 1)})
	s.run()
	s.refused(s.says("maria", "/confirm all @"+foreign.Head()), "is no head of this pull request")
	s.red("1 high open")
}
