package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/testkit"
)

const (
	specPath  = "docs/specs/reservations.md"
	undecided = "- **FR-003**: The shop MUST release a reserved article after 72 hours without a visit, TBD by the shops whether weekends count.\n"
)

// reservations is the story's spec, with more requirements if need be.
func reservations(more ...string) string {
	return `# Reservations

A customer reserves articles in a shop and collects them there. This document says how long a reservation holds and who is told.

## Requirements

- **FR-001**: The system MUST confirm a reservation by e-mail within 5 minutes.
- **FR-002**: The shop MUST hold a reserved article for 48 hours.
` + strings.Join(more, "") + `
## Acceptance criteria

- A customer who reserves an article receives an e-mail within 5 minutes.
- An article that nobody collects is for sale again after 48 hours.
`
}

// story is what happens in one repository, told as it happens.
type story struct {
	t      *testing.T
	hub    *githubtest.Server
	repo   *githubtest.Repository
	runner *runner
	judge  *judge
	text   strings.Builder
	step   int

	runs      map[int64]bool             // check runs that were told of
	comments  map[int64]string           // what was told of each comment of the action
	reactions map[int64]int              // how many were told of, by comment
	said      map[string]map[string]bool // the lines of the last text, by what it is of
}

// newStory sets up the platform, the people and the runner.
func newStory(t *testing.T) *story {
	t.Helper()
	s := &story{
		t: t, hub: githubtest.New(t), runner: newRunner(t, binary(t), alone(t)),
		runs: map[int64]bool{}, comments: map[int64]string{}, reactions: map[int64]int{}, said: map[string]map[string]bool{},
	}
	s.hub.Grant(grants(t, read(t, pasted(t))))
	s.judge = newJudge(t, s.hub)
	s.runner.serve(t, s.judge)
	s.repo = s.hub.Repository(repoName)
	s.repo.Member("octocat", "write")
	s.repo.Member("maria", "maintain")
	s.repo.Member("nina", "read")
	// With a pin of its own, so that a new one leaves the story's ids alone.
	workflow := regexp.MustCompile("@[0-9a-f]{40}").ReplaceAllString(string(read(t, pasted(t))), "@"+strings.Repeat("1", 40))
	s.repo.Push("main", "maria", githubtest.Files{
		".github/workflows/surmise.yml": workflow, specPath: reservations(), "main.go": "package main\n",
	})
	return s
}

// pull is a pull request of the story, as events tell of it.
type pull struct {
	*githubtest.Pull
	story      *story
	title      string
	author     string
	from, base string // branches
	repo       string
}

func (s *story) open(p githubtest.PullRequest, title string) *pull {
	out := &pull{story: s, title: title, author: p.Author, from: p.Head, base: "main", repo: repoName}
	p.Title = title
	if p.From != nil {
		out.repo = p.From.Name
	}
	out.Pull = s.repo.Open(p)
	return out
}

// release opens a pull request that leaves one decision open.
func (s *story) release() *pull {
	s.repo.Branch("release", s.repo.Tip("main"))
	s.repo.Push("release", "octocat", githubtest.Files{specPath: reservations(undecided)})
	return s.open(githubtest.PullRequest{Head: "release", Author: "octocat"}, "Release what nobody collects")
}

func (p *pull) facts() facts {
	return facts{
		number: p.Number, title: p.title, author: p.author, headSHA: p.Head(), headRef: p.from, headRepo: p.repo,
		baseSHA: p.story.repo.Tip(p.base), baseRef: p.base,
	}
}

// part begins the next part of the story.
func (s *story) part(format string, args ...any) {
	s.step++
	fmt.Fprintf(&s.text, "\n%d. %s\n", s.step, fmt.Sprintf(format, args...))
}

// deliver lets the platform start the workflow, and tells what came of it.
// Time passes before and after, as it does.
func (s *story) deliver(e event) {
	s.t.Helper()
	s.hub.Advance(time.Minute)
	before := len(s.hub.Requests())
	got := s.runner.play(s.t, e, s.hub.Token)
	s.hub.Advance(time.Minute)
	action, _ := e.payload["action"].(string)
	fmt.Fprintf(&s.text, "   %s %s: ", e.name, action)
	switch {
	case !got.started:
		s.text.WriteString("no runner starts\n")
		if n := len(s.hub.Requests()) - before; n > 0 {
			s.t.Errorf("%d requests without a run", n)
		}
	case got.green:
		s.text.WriteString("the job is green\n")
	default:
		s.t.Fatalf("part %d: the job is red:\n%s", s.step, got.log)
	}
}

// pushed tells of a push.
func (p *pull) pushed(by, before string) {
	p.story.t.Helper()
	p.story.deliver(pullRequestEvent(p.story.t, "pull_request_target", "synchronize", p.facts(), by,
		map[string]any{"before": before, "after": p.Head()}))
	p.tell()
}

// opened tells of its start.
func (p *pull) opened() {
	p.story.t.Helper()
	p.story.deliver(pullRequestEvent(p.story.t, "pull_request_target", "opened", p.facts(), p.author, nil))
	p.tell()
}

// says lets somebody write a comment.
func (p *pull) says(who, body string) *githubtest.Comment {
	p.story.t.Helper()
	p.story.hub.Advance(time.Minute)
	c := p.Comment(who, body)
	p.quote(body)
	p.story.deliver(commentEvent(p.story.t, "created", p.facts(), c.ID, who, body, "", who))
	p.tell()
	return c
}

// edits lets somebody change a comment.
func (p *pull) edits(c *githubtest.Comment, who, body string) {
	p.story.t.Helper()
	before := c.Body()
	c.Edit(who, body)
	p.quote(body)
	p.story.deliver(commentEvent(p.story.t, "edited", p.facts(), c.ID, c.Author(), body, before, who))
	p.tell()
}

// deletes lets somebody delete a comment.
func (p *pull) deletes(c *githubtest.Comment, who string) {
	p.story.t.Helper()
	body := c.Body()
	c.Delete()
	p.story.deliver(commentEvent(p.story.t, "deleted", p.facts(), c.ID, c.Author(), body, "", who))
	p.tell()
}

func (p *pull) quote(body string) {
	for line := range strings.Lines(body) {
		p.story.text.WriteString("   > " + strings.TrimSuffix(line, "\n") + "\n")
	}
}

// tell says what is new on a pull request.
func (p *pull) tell() { p.story.tell(p.Pull, p.Head()) }

func (s *story) tell(p *githubtest.Pull, sha string) {
	s.t.Helper()
	for _, run := range s.repo.CheckRuns(sha) {
		if s.runs[run.ID] {
			continue
		}
		s.runs[run.ID] = true
		fmt.Fprintf(&s.text, "   check run %q on %s: %s: %s\n", run.Name, sha[:7], run.Conclusion, run.Title)
		var notes strings.Builder
		for _, a := range run.Annotations {
			fmt.Fprintf(&notes, "%s %s:%d:%d-%d: %s\n%s\n", a.AnnotationLevel, a.Path, a.StartLine, a.StartColumn, a.EndColumn, a.Title, a.Message)
		}
		s.news(fmt.Sprintf("annotations of %d", p.Number), "     ! ", notes.String())
		s.news(fmt.Sprintf("summary of %d", p.Number), "     | ", run.Summary)
	}
	for _, c := range p.Comments() {
		if strings.HasPrefix(c.Author(), "github-actions") && s.comments[c.ID] != c.Body() {
			verb := "changes its comment"
			if s.comments[c.ID] == "" {
				verb = "comments"
			}
			fmt.Fprintf(&s.text, "   the action %s\n", verb)
			s.news(fmt.Sprintf("comment %d", c.ID), "     | ", c.Body())
		}
		s.comments[c.ID] = c.Body()
		for _, r := range c.Reactions()[s.reactions[c.ID]:] {
			fmt.Fprintf(&s.text, "   the comment of %s gets the reaction %s\n", c.Author(), strings.TrimPrefix(r, "github-actions[bot] "))
		}
		s.reactions[c.ID] = len(c.Reactions())
	}
}

var dealt = regexp.MustCompile(`\b5\d{9}\b`)

// news writes the lines of a text that the one before it, of the same thing,
// did not have; the platform's address and numbers aside.
func (s *story) news(of, indent, text string) {
	text = strings.ReplaceAll(text, s.runner.env["GITHUB_SERVER_URL"], "https://github.com")
	text = dealt.ReplaceAllString(text, "N")
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		if line != "" && !s.said[of][line] && !(s.said[of] != nil && strings.HasPrefix(line, "<sub>")) {
			s.text.WriteString(indent + line + "\n")
		}
	}
	s.said[of] = map[string]bool{}
	for line := range strings.Lines(text) {
		s.said[of][strings.TrimRight(line, " \n")] = true
	}
}

// stands fails the test unless the check stands so. It is apart from the
// transcript, which is only as good as its last reader.
func (p *pull) stands(conclusion string) {
	p.story.t.Helper()
	if got := p.story.verdict(p.Head()); got != conclusion {
		p.story.t.Fatalf("part %d: the check is %q, want %q\n%s", p.story.step, got, conclusion, p.story.text.String())
	}
}

func (s *story) verdict(sha string) string {
	runs := s.repo.CheckRuns(sha)
	if len(runs) == 0 {
		return ""
	}
	return runs[len(runs)-1].Conclusion
}

// command is the line that the newest check offers to copy.
func (p *pull) command() string {
	p.story.t.Helper()
	runs := p.story.repo.CheckRuns(p.Head())
	line := regexp.MustCompile(`(?m)^/confirm a-[0-9a-z]+.*$`).FindString(runs[len(runs)-1].Summary)
	if line == "" {
		p.story.t.Fatalf("the check offers no command:\n%s", runs[len(runs)-1].Summary)
	}
	return line
}

// published counts the check runs on the head.
func (p *pull) published() int { return len(p.story.repo.CheckRuns(p.Head())) }

// TestStory plays what people do, through the workflow that they paste and a
// runner, against the platform. The transcript is testdata/story.golden.
func TestStory(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	const wrapped = "- **FR-003**: The shop MUST release a reserved article\n  after 72 hours without a visit, TBD by the shops\n  whether weekends count.\n"
	changed := strings.Replace(wrapped, "72 hours", "96 hours", 1)

	s.part("octocat opens a pull request that leaves a decision open")
	p := s.release()
	p.opened()
	p.stands("failure")
	line := p.command()

	s.part("nina, who may only read, confirms")
	p.says("nina", line)
	p.stands("failure")

	s.part("a bot confirms")
	p.says("renovate[bot]", line)
	p.stands("failure")

	s.part("maria, a maintainer, shows the command in a code fence, a quotation and an HTML comment")
	p.says("maria", "```text\n"+line+"\n```\n\n> "+line+"\n\n<!--\n"+line+"\n-->\n")
	p.stands("failure")

	s.part("maria talks")
	p.says("maria", "Weekends do count, I think.")
	p.stands("failure")

	s.part("maria confirms")
	p.says("maria", line)
	p.stands("success")

	s.part("the same event comes again: nothing is published twice")
	n := p.published()
	p.opened()
	if p.published() != n {
		t.Errorf("part %d published again", s.step)
	}

	s.part("octocat wraps the paragraph anew")
	before := p.Head()
	p.Push("octocat", githubtest.Files{specPath: reservations(wrapped)})
	p.pushed("octocat", before)
	p.stands("success")

	s.part("octocat changes a number")
	before = p.Head()
	p.Push("octocat", githubtest.Files{specPath: reservations(changed)})
	p.pushed("octocat", before)
	p.stands("failure")

	const diff = "<del>72</del> <ins>96</ins>"
	if runs := s.repo.CheckRuns(p.Head()); !strings.Contains(runs[len(runs)-1].Summary, diff) {
		t.Errorf("part %d: the summary lacks %s", s.step, diff)
	}

	s.part("maria pastes the old command")
	p.says("maria", line)
	p.stands("failure")

	s.part("maria confirms the new words")
	line = p.command()
	c := p.says("maria", line)
	p.stands("success")

	s.part("octocat edits maria's comment")
	p.edits(c, "octocat", line+" -- all of it")
	p.stands("failure")

	s.part("maria confirms in a new comment")
	c = p.says("maria", line)
	p.stands("success")

	s.part("maria deletes that comment")
	p.deletes(c, "maria")
	p.stands("failure")

	s.part("maria confirms once more")
	p.says("maria", line)
	p.stands("success")

	s.part("maria has second thoughts")
	reopen := strings.Replace(line, "/confirm", "/reopen", 1)
	c = p.says("maria", reopen)
	p.stands("failure")

	s.part("maria deletes the second thoughts")
	p.deletes(c, "maria")
	p.stands("failure")

	s.part("maria confirms for good")
	p.says("maria", line)
	p.stands("success")

	s.part("the merge queue asks")
	tip := s.repo.Tip("main")
	group, branch := p.Enqueue("maria")
	s.deliver(groupEvent(t, group, branch, tip, "main"))
	s.tell(p.Pull, group)
	if got := s.verdict(group); got != "success" {
		t.Fatalf("part %d: the merge group is %q\n%s", s.step, got, s.text.String())
	}
	p.Dequeue()

	s.part("mona, an outsider, opens a pull request from a fork")
	fork := s.repo.Fork("mona")
	fork.Branch("patch-1", fork.Tip("main"))
	fork.Push("patch-1", "mona", githubtest.Files{specPath: reservations("- **FR-003**: The shop MUST tell the customer TBD days before it releases an article.\n")})
	q := s.open(githubtest.PullRequest{Head: "patch-1", From: fork, Author: "mona"}, "Tell before release")
	q.opened()
	q.stands("failure")

	s.part("mona confirms her own")
	q.says("mona", q.command())
	q.stands("failure")

	s.part("maria confirms it")
	q.says("maria", q.command())
	q.stands("success")

	s.part("octocat changes code only")
	s.repo.Branch("code", s.repo.Tip("main"))
	s.repo.Push("code", "octocat", githubtest.Files{"main.go": "package main\n\nfunc main() {}\n"})
	r := s.open(githubtest.PullRequest{Head: "code", Author: "octocat"}, "Start")
	r.opened()
	r.stands("success")
	if len(r.Comments()) > 0 {
		t.Errorf("part %d: the action comments on code", s.step)
	}

	for _, kind := range []string{
		"query Home", "query Request", "query Runs", "query Queue", "POST /repos/{owner}/{repo}/check-runs",
		"GET /repos/{owner}/{repo}/collaborators/{username}/permission", "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
		"PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
	} {
		if s.judge.seen[kind] == 0 {
			t.Errorf("the judge met no %s", kind)
		}
	}
	testkit.Golden(t, "testdata/story.golden", []byte(strings.TrimPrefix(s.text.String(), "\n")))
}
