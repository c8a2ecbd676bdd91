package app_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/github"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/report"
)

// specFile is where the scenes' spec stands.
const specFile = "docs/specs/reservations.md"

// gapSpec is [heldSpec] with one thing left open.
func gapSpec() string {
	return strings.Replace(heldSpec, "\n## Acceptance", releaseRequirement+"\n## Acceptance", 1)
}

// required is [heldSpec] with these requirements besides.
func required(items ...string) string {
	return strings.Replace(heldSpec, "\n## Acceptance", strings.Join(items, "\n")+"\n\n## Acceptance", 1)
}

// scene is a repository with people in it, and mostly one pull request. Author
// of what is not said otherwise is octocat, who may write; maria maintains,
// wendy may write, nina may read, and mallory is a stranger.
type scene struct {
	t     *testing.T
	hub   *githubtest.Server
	repo  *githubtest.Repository
	pull  *githubtest.Pull
	token string // that verdicts are published with
	app   int64  // whose check runs count
	level report.Guarantee
	// hook sees every request before it is sent, by its number in its run, and
	// may answer in place of the platform; tamper changes what that answers.
	hook   func(n int, r *http.Request) *http.Response
	tamper func(r *http.Request, body []byte) []byte
	out    app.Outcome // of the last run
	first  string      // a head that a test remembers
	asked  int64       // the comment that starts a run
}

// newScene is a repository whose main branch holds these files.
func newScene(t *testing.T, main githubtest.Files) *scene {
	t.Helper()
	s := &scene{t: t, hub: githubtest.New(t), app: githubtest.ActionsApp, level: report.Basic}
	s.token = s.hub.Token
	s.hub.Grant(map[string]string{"contents": "read", "checks": "write", "pull-requests": "write"})
	s.repo = s.hub.Repository("octo-org/octo-repo")
	s.repo.Public()
	for login, level := range map[string]string{"octocat": "write", "wendy": "write", "maria": "maintain", "nina": "read"} {
		s.repo.Member(login, level)
	}
	s.repo.Push("main", "maria", main)
	return s
}

// newRequest is a scene with a pull request that changes these files.
func newRequest(t *testing.T, main, head githubtest.Files) *scene {
	t.Helper()
	s := newScene(t, main)
	s.open("topic", head)
	return s
}

// newOpenRequest is a scene with a pull request that leaves one thing open, and
// that was decided once.
func newOpenRequest(t *testing.T) *scene {
	t.Helper()
	s := newRequest(t, githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: gapSpec()})
	s.run()
	s.red("1 high open")
	return s
}

// open opens the scene's pull request from a branch of the repository.
func (s *scene) open(branch string, files githubtest.Files) {
	s.openCommit(branch, githubtest.Commit{Files: files})
}

// openCommit opens it with a commit of any making on top of main, by its author.
func (s *scene) openCommit(branch string, c githubtest.Commit) {
	c.Parents = []string{s.repo.Tip("main")}
	if c.Author == "" {
		c.Author = "octocat"
	}
	s.repo.Branch(branch, s.repo.Commit(c))
	s.pull = s.repo.Open(githubtest.PullRequest{Head: branch, Author: c.Author, Title: "Release what nobody collects"})
}

// policy writes the policy of the default branch.
func (s *scene) policy(text string) {
	s.repo.Push("main", "maria", githubtest.Files{".github/surmise.yml": "version: 1\n" + text})
}

// strong lets verdicts be published with the token of an app of their own.
func (s *scene) strong() {
	s.token = s.hub.AppToken("octo-surmise", map[string]string{"contents": "read", "checks": "write", "pull-requests": "write", "actions": "read"})
	s.level = report.Strong
	probe := s.repo.AppRun("octo-surmise", s.repo.Tip("main"), "probe", "success")
	for _, run := range s.repo.CheckRuns(s.repo.Tip("main")) {
		if run.ID == probe {
			s.app = run.App
		}
	}
}

// client is the adapter of one run.
func (s *scene) client() *github.Client {
	s.t.Helper()
	sent := 0
	send := roundTripper(func(r *http.Request) (*http.Response, error) {
		sent++
		if s.hook != nil {
			if resp := s.hook(sent, r); resp != nil {
				return resp, nil
			}
		}
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err != nil || s.tamper == nil {
			return resp, err
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			return nil, err
		}
		_ = resp.Body.Close()
		body = s.tamper(r, body)
		resp.Body, resp.ContentLength = io.NopCloser(strings.NewReader(string(body))), int64(len(body))
		return resp, nil
	})
	client, err := github.New(github.Options{
		APIURL: s.hub.APIURL(), GraphQLURL: s.hub.GraphQLURL(), Repository: s.repo.Name, Token: s.token,
		Transport: send, Now: s.hub.Now, Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return client
}

// try lets the action do what a trigger asks for.
func (s *scene) try(t app.Trigger) error {
	s.t.Helper()
	action := app.Action{Tool: "test", Repository: s.repo.Name, Level: s.level, Host: host{s.client()}, Log: slog.New(slog.DiscardHandler)}
	out, err := action.Run(s.t.Context(), t)
	s.out = out
	s.hub.Advance(time.Minute)
	for _, c := range out.Checks {
		if c.Withheld != "" {
			err = errors.Join(err, errors.New(c.Withheld))
		}
	}
	return err
}

// run decides the scene's pull request.
func (s *scene) run() {
	s.t.Helper()
	s.runOn(s.pull)
}

func (s *scene) runOn(p *githubtest.Pull) {
	s.t.Helper()
	if err := s.try(app.Trigger{Kind: app.OnRequest, Number: p.Number}); err != nil {
		s.t.Fatal(err)
	}
}

// pushed decides the pull request after somebody's push to it.
func (s *scene) pushed(by string, files githubtest.Files) {
	s.t.Helper()
	s.pull.Push(by, files)
	if err := s.try(app.Trigger{Kind: app.OnRequest, Number: s.pull.Number, Pusher: by}); err != nil {
		s.t.Fatal(err)
	}
}

// comment lets somebody write, with time around it; nothing is decided yet.
func (s *scene) comment(who, body string) *githubtest.Comment {
	s.hub.Advance(time.Minute)
	defer s.hub.Advance(time.Minute)
	return s.pull.Comment(who, body)
}

// says lets somebody write, and decides.
func (s *scene) says(who, body string) *githubtest.Comment {
	s.t.Helper()
	c := s.comment(who, body)
	s.run()
	return c
}

// check is the run that counts on a head: the newest of the name and our app.
func (s *scene) check(sha, name string) (githubtest.CheckRun, bool) {
	var newest githubtest.CheckRun
	for _, run := range s.repo.CheckRuns(sha) {
		if run.Name == name && run.App == s.app {
			newest = run
		}
	}
	return newest, newest.ID != 0
}

// verdict is that run on the pull request's head.
func (s *scene) verdict() githubtest.CheckRun {
	s.t.Helper()
	run, ok := s.check(s.pull.Head(), "surmise")
	if !ok {
		s.t.Fatal("no check run stands")
	}
	return run
}

// red asks for a failure whose title holds these words.
func (s *scene) red(title string) {
	s.t.Helper()
	s.concludes("failure", title)
}

// green asks for a success whose title holds these words.
func (s *scene) green(title string) {
	s.t.Helper()
	s.concludes("success", title)
}

func (s *scene) concludes(conclusion, title string) {
	s.t.Helper()
	run := s.verdict()
	if run.Status != "completed" || run.Conclusion != conclusion || !strings.Contains(run.Title, title) {
		s.t.Errorf("%s, %s %q, want %s with %q\n%s", run.Status, run.Conclusion, run.Title, conclusion, title, run.Summary)
	}
	if guarantee := string(s.level); !strings.Contains(strings.ToLower(run.Summary), guarantee) {
		s.t.Errorf("the summary does not name the level %q", guarantee)
	}
}

// ids are the entries that the check shows, in order, each once.
func (s *scene) ids() []string {
	s.t.Helper()
	var out []string
	for _, e := range s.out.Checks[0].Publication.Requests[0].Report.Ledger.InScope(s.out.Checks[0].Publication.Policy.Scope) {
		out = append(out, e.ID)
	}
	return out
}

// id is the first of them.
func (s *scene) id() string {
	s.t.Helper()
	ids := s.ids()
	if len(ids) == 0 {
		s.t.Fatal("nothing is on show")
	}
	return ids[0]
}

// ours reports whether a comment is the action's.
func (s *scene) ours(c *githubtest.Comment) bool {
	if s.level == report.Strong {
		return c.Author() == "octo-surmise[bot]"
	}
	return c.Author() == "github-actions[bot]"
}

// replies are what the action said to a comment.
func (s *scene) replies(c *githubtest.Comment) []string {
	var out []string
	for _, r := range s.pull.Comments() {
		if strings.HasPrefix(r.Body(), report.ReplyMarker(c.ID)) && s.ours(r) {
			out = append(out, r.Body())
		}
	}
	return out
}

// refused asks for one mark and one reply with these words.
func (s *scene) refused(c *githubtest.Comment, why string) {
	s.t.Helper()
	replies := s.replies(c)
	if len(replies) != 1 || !strings.Contains(replies[0], why) || len(c.Reactions()) != 1 || !strings.HasSuffix(c.Reactions()[0], "confused") {
		s.t.Errorf("to %q: reactions %q, replies %q, want one with %q", c.Body(), c.Reactions(), replies, why)
	}
}

// unheard asks for no mark and no reply: nobody answers machines, or what was
// not said.
func (s *scene) unheard(c *githubtest.Comment) {
	s.t.Helper()
	if replies := s.replies(c); len(replies)+len(c.Reactions()) > 0 {
		s.t.Errorf("to %q: reactions %q, replies %q, want none", c.Body(), c.Reactions(), replies)
	}
}

// sticky is our comment on a pull request; "" without one.
func (s *scene) sticky() string { return s.own(report.Publication{}.CommentMarker()) }

// ofGroup is our comment on the merge group that a pull request was in.
func (s *scene) ofGroup() string { return s.own(report.Publication{Group: true}.CommentMarker()) }

func (s *scene) own(marker string) string {
	for _, c := range s.pull.Comments() {
		if strings.HasPrefix(c.Body(), marker) && s.ours(c) {
			return c.Body()
		}
	}
	return ""
}

// said is every text that was published on the pull request, by where it stands.
func (s *scene) said() map[string]string {
	run := s.verdict()
	out := map[string]string{
		"title": run.Title, "summary": run.Summary, "text": run.Text, "step summary": s.out.Summary,
		"prompt": s.out.Checks[0].Publication.Prompt(),
	}
	for _, a := range run.Annotations {
		out["annotations"] += a.Title + "\n" + a.Message + "\n"
	}
	for _, c := range s.pull.Comments() {
		if s.ours(c) {
			out["comments"] += c.Body() + "\n\n"
		}
	}
	return out
}

var (
	liveMention = regexp.MustCompile(`(^|[^\w/` + "`" + `])@[a-zA-Z0-9]`)
	unseen      = regexp.MustCompile(`<!-- surmise:(pr|reply \d+|record \{[^>]*\}) -->`)
	inCode      = regexp.MustCompile("(?s)(`+)[^`].*?[^`]?(`+)")
)

// inert asks that no foreign text became alive in what was published.
func (s *scene) inert() {
	s.t.Helper()
	for place, text := range s.said() {
		if lines, err := markdown.Lines(text); err != nil || len(command.Parse(lines)) > 0 {
			s.t.Errorf("the %s holds a command, or is not read (%v):\n%s", place, err, text)
		}
		for line := range strings.Lines(text) {
			if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "\r") || strings.Contains(line, "\x1b") {
				s.t.Errorf("the %s holds a command of the runner: %q", place, line)
			}
		}
		prose := inCode.ReplaceAllString(unseen.ReplaceAllString(text, ""), "")
		if m := liveMention.FindString(prose); m != "" && place != "annotations" && place != "title" {
			s.t.Errorf("the %s mentions somebody, at %q:\n%s", place, m, text)
		}
		for _, alive := range []string{"<script", "<img", "<a ", "](javascript", "![", "<!-- surmise:allow"} {
			if strings.Contains(prose, alive) && place != "annotations" {
				s.t.Errorf("the %s holds %q:\n%s", place, alive, text)
			}
		}
	}
}
