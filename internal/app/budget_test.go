package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/githubtest"
)

// load is what a run has to look at.
type load struct {
	blobs, truncated, annotations, comments, open int
	commenters, commands, others                  int // of a comment event
}

// budget is how many requests a run with that load may make.
func (l load) budget() int {
	up := func(n, by int) int { return (n + by - 1) / by }
	return 10 + up(l.blobs, 100) + l.truncated + max(1, up(l.annotations, 50)) + up(l.annotations, 100) +
		up(l.comments, 100) + up(l.open, 100) + l.commenters + l.commands + l.others
}

// within asks that the requests since the last look are within the budget.
func (s *scene) within(l load) {
	s.t.Helper()
	if n, most := len(s.hub.Requests()), l.budget(); n > most {
		s.t.Errorf("%d requests, the budget is %d:\n%s", n, most, githubtest.Kinds(s.hub.Counts()))
	}
}

// gaps is a spec with n things left open.
func gaps(n int) string {
	items := make([]string, n)
	for i := range items {
		items[i] = fmt.Sprintf("- The shop MUST hold article %d for TBD hours.", i)
	}
	return required(items...)
}

// TestFirstRunRequests counts the requests of first runs.
func TestFirstRunRequests(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		load load // blobs of it: changed specs, each in two versions
		// policy is that of the default branch and, with a word more, of the
		// head; behind says that main has gone on since the branch; manifests
		// that a spec names a database, and every manifest has changed.
		policy, behind, manifests bool
	}{
		{name: "one spec", load: load{blobs: 1}},
		{name: "75 specs", load: load{blobs: 75}},
		{name: "a policy", load: load{blobs: 1}, policy: true, behind: true},
		{name: "75 specs and a policy", load: load{blobs: 75}, policy: true, behind: true},
		{name: "60 annotations", load: load{blobs: 1, annotations: 60}},
		{name: "130 annotations", load: load{blobs: 1, annotations: 130}, behind: true},
		{name: "120 comments", load: load{blobs: 1, comments: 120}, behind: true},
		{name: "120 open pull requests", load: load{blobs: 1, open: 120}},
		{name: "truncated texts", load: load{blobs: 10, truncated: 20}},
		{name: "manifests", load: load{blobs: 1}, manifests: true, behind: true},
		{name: "75 specs and manifests", load: load{blobs: 75}, manifests: true},
		{name: "all at once", load: load{blobs: 75, annotations: 130, comments: 120, open: 120}, policy: true, behind: true, manifests: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			main, head := githubtest.Files{}, githubtest.Files{}
			for i := range tt.load.blobs {
				name, title := fmt.Sprintf("docs/specs/s%03d.md", i), fmt.Sprintf("# Part %d\n", i)
				main[name] = strings.Replace(heldSpec, "# Reservations\n", title, 1)
				head[name] = main[name] + "\nNothing else is promised.\n"
			}
			if tt.load.annotations > 0 {
				head["docs/specs/s000.md"] = gaps(tt.load.annotations)
			}
			if tt.manifests {
				head["docs/specs/s000.md"] += "\nRides MUST be stored in MySQL.\n"
				for i := range 50 {
					name := fmt.Sprintf("services/s%03d/package.json", i)
					main[name] = fmt.Sprintf(`{"name": "a%d", "dependencies": {"mysql2": "3"}}`, i)
					head[name] = fmt.Sprintf(`{"name": "b%d", "dependencies": {"mysql2": "3"}}`, i)
				}
			}
			if tt.policy {
				main[".github/surmise.yml"] = "version: 1\n"
				head[".github/surmise.yml"] = "version: 1\nmode: observe\n"
			}
			s := newRequest(t, main, head)
			if tt.behind {
				s.repo.Push("main", "maria", githubtest.Files{"README.md": "# Shop\n"})
			}
			if tt.load.truncated > 0 {
				s.repo.TruncateText(100)
			}
			for range tt.load.comments {
				s.pull.Comment("nina", "Thanks.")
				s.hub.Advance(time.Second)
			}
			for i := range tt.load.open - 1 {
				branch := fmt.Sprintf("other-%d", i)
				s.repo.Branch(branch, s.repo.Tip("main"))
				s.repo.Push(branch, "wendy", githubtest.Files{"other.txt": branch})
				s.repo.Open(githubtest.PullRequest{Head: branch, Author: "wendy"})
			}
			s.hub.Forget()
			s.run()
			l := tt.load
			l.blobs *= 2
			if tt.policy {
				l.blobs += 2
			}
			l.open = max(1, l.open)
			if got := len(s.verdict().Annotations); got != l.annotations {
				t.Errorf("%d annotations, want %d", got, l.annotations)
			}
			s.within(l)
			s.unchanged()
		})
	}
}

// unchanged decides once more, and asks that nothing is published.
func (s *scene) unchanged() {
	s.t.Helper()
	s.hub.Forget()
	s.run()
	for _, r := range s.hub.Requests() {
		if !strings.HasPrefix(r.Kind, "GET ") && !strings.HasPrefix(r.Kind, "POST /graphql") {
			s.t.Errorf("with unchanged inputs: %s", r)
		}
	}
}

// TestCommentRequests counts the requests of comment events.
func TestCommentRequests(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		act  func(s *scene) load // what is new, after a first run and one push
	}{
		{"one accepted command", func(s *scene) load {
			s.comment("maria", "/confirm all")
			return load{commenters: 1, commands: 1}
		}},
		{"one refused command", func(s *scene) load {
			s.comment("nina", "/confirm all")
			return load{commenters: 1, commands: 1}
		}},
		{"two commenters", func(s *scene) load {
			s.comment("nina", "/confirm all")
			s.comment("maria", "/confirm all")
			return load{commenters: 2, commands: 2}
		}},
		{"several comments of one commenter", func(s *scene) load {
			s.comment("maria", "/confirm all")
			s.comment("maria", "/reopen all")
			s.comment("maria", "/ack all")
			return load{commenters: 1, commands: 3}
		}},
		{"another commit", func(s *scene) load {
			s.comment("maria", "/confirm all @"+s.first[:12])
			return load{commenters: 1, commands: 1, others: 1}
		}},
		{"another commit, by somebody who may not", func(s *scene) load {
			s.comment("nina", "/confirm all @"+s.first[:12])
			return load{commenters: 1, commands: 1}
		}},
		{"a comment without a command", func(s *scene) load {
			s.comment("maria", "Thanks, and/or so.")
			return load{}
		}},
		{"the words of a machine", func(s *scene) load {
			s.comment("helper[bot]", "/confirm all")
			return load{}
		}},
		{"a question to us", func(s *scene) load {
			s.asked = s.comment("nina", "/surmise help").ID
			return load{commands: 1}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newRequest(t, githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: gapSpec()})
			s.repo.Push("main", "maria", githubtest.Files{"README.md": "# Shop\n"})
			s.run()
			s.first = s.pull.Head()
			s.pushed("octocat", githubtest.Files{specFile: strings.Replace(gapSpec(), "e-mail", "message", 1)})
			l := tt.act(s)
			s.hub.Forget()
			if err := s.try(app.Trigger{Kind: app.OnComment, Number: s.pull.Number, Comment: s.asked}); err != nil {
				t.Fatal(err)
			}
			l.blobs += 3 + l.others
			l.annotations, l.comments, l.open = 1, len(s.pull.Comments()), 1
			s.within(l)
			s.unchanged()
		})
	}
}

// TestQuiet plays pull requests that are none of our business.
func TestQuiet(t *testing.T) {
	t.Parallel()
	main := githubtest.Files{"main.go": "package main\n", ".github/workflows/surmise.yml": "on: pull_request_target\n"}
	for i := range 200 {
		main[fmt.Sprintf("docs/specs/s%03d.md", i)] = strings.Replace(gapSpec(), "# Reservations\n", fmt.Sprintf("# Part %d\n", i), 1)
	}
	code := githubtest.Files{"main.go": "package main // faster\n"}
	tests := []struct {
		name string
		open func(s *scene)
	}{
		{"code only", func(s *scene) { s.open("topic", code) }},
		{"a draft", func(s *scene) {
			s.open("topic", code)
			s.pull.SetDraft(true)
		}},
		{"Dependabot", func(s *scene) {
			s.openCommit("dependabot/go_modules/x-1.2.3", githubtest.Commit{Files: githubtest.Files{"go.mod": "module x\n"}, Author: "dependabot[bot]"})
		}},
		{"a fork", func(s *scene) {
			fork := s.repo.Fork("mallory")
			fork.Push("main", "mallory", code)
			s.pull = s.repo.Open(githubtest.PullRequest{Head: "main", From: fork, Author: "mallory"})
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, main)
			tt.open(s)
			s.run()
			s.green("no spec changed")
			if run := s.verdict(); len(run.Annotations) > 0 || s.sticky() != "" {
				t.Errorf("annotations %v, a comment %q", run.Annotations, s.sticky())
			}
			s.within(load{blobs: 200, open: 1})
			s.unchanged()
		})
	}
	t.Run("the pull request that brings the workflow", func(t *testing.T) {
		t.Parallel()
		s := newRequest(t, githubtest.Files{specFile: gapSpec(), "main.go": "package main\n"},
			githubtest.Files{".github/workflows/surmise.yml": "on: pull_request_target\n"})
		trigger := app.Trigger{Kind: app.OnHead, Number: s.pull.Number, Workflow: ".github/workflows/surmise.yml"}
		if err := s.try(trigger); err != nil {
			t.Fatal(err)
		}
		s.green("no spec changed")
		if summary := s.verdict().Summary; !strings.Contains(summary, "comments work once this workflow is on the default branch") {
			t.Errorf("it does not say when comments work:\n%s", summary)
		}
		if s.sticky() != "" {
			t.Errorf("a comment %q", s.sticky())
		}
		s.within(load{blobs: 1, open: 1})
		s.pull.Merge("maria")
		s.open("next", code)
		trigger.Number = s.pull.Number
		if err := s.try(trigger); err != nil || s.out.Idle == "" {
			t.Errorf("once it is on the default branch: %v, idle %q", err, s.out.Idle)
		}
	})
}

// TestModes are verdicts that do not simply gate; each says so in its title.
func TestModes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, policy, conclusion, title string
		grant                           map[string]string
		withheld                        string
	}{
		{name: "gate", conclusion: "failure", title: "1 high open"},
		{name: "observe", policy: "mode: observe\n", conclusion: "success", title: "observing: would block (1)"},
		{name: "assumptions off", policy: "assumptions: off\n", conclusion: "success", title: "assumptions not gated: policy"},
		{name: "a detector off", policy: "detectors:\n  placeholder: off\n", conclusion: "success", title: "nothing left open"},
		{name: "a token that only reads", grant: map[string]string{"contents": "read", "checks": "read", "pull-requests": "read"}, withheld: "checks: write"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, githubtest.Files{specFile: heldSpec})
			if tt.policy != "" {
				s.policy(tt.policy)
			}
			if tt.grant != nil {
				s.hub.Grant(tt.grant)
			}
			s.open("topic", githubtest.Files{specFile: gapSpec()})
			err := s.try(app.Trigger{Kind: app.OnRequest, Number: s.pull.Number})
			if tt.withheld != "" {
				if err == nil || !strings.Contains(err.Error(), tt.withheld) || s.out.Passes() ||
					!strings.HasPrefix(s.out.Checks[0].Check.Title, "advisory: 1 high open") {
					t.Errorf("the run ends with %v and says %+v", err, s.out.Checks)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			s.concludes(tt.conclusion, tt.title)
			s.unchanged()
		})
	}
}
