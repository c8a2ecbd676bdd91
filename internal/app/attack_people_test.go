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

// TestComments are attacks with what becomes of comments.
func TestComments(t *testing.T) {
	t.Parallel()
	attacks := []attack{
		{report.Basic, "another's comment edited by a writer", func(a attempt) {
			s := a.gap()
			c := s.comment("maria", "Looks good to me.")
			c.Edit("wendy", "/confirm all")
			s.run()
			s.red("1 high open")
			s.refused(c, `edited by "wendy"`)
		}},
		{report.Basic, "one's own comment edited", func(a attempt) {
			s, c := a.accepted()
			c.Edit("maria", "/confirm all -- really")
			s.run()
			s.red("1 high open")
		}},
		{report.Basic, "a comment edited there and back", func(a attempt) {
			s, c := a.accepted()
			was := c.Body()
			c.Edit("wendy", "never mind")
			s.run()
			c.Edit("wendy", was)
			s.run()
			s.red("1 high open")
		}},
		{report.Basic, "a comment deleted", func(a attempt) {
			s, c := a.accepted()
			c.Delete()
			s.run()
			s.red("1 high open")
			if text := s.verdict().Text; !strings.Contains(text, "the comment was deleted") {
				s.t.Errorf("the history does not say so:\n%s", text)
			}
		}},
		{report.Basic, "a comment hidden", func(a attempt) {
			s, c := a.accepted()
			c.Hide("outdated")
			s.run()
			s.red("1 high open")
			c.Hide("")
			s.run()
			s.green("1 confirmed")
		}},
		{report.Basic, "a comment hidden before it was read", func(a attempt) {
			s := a.gap()
			c := s.comment("maria", "/confirm all")
			c.Hide("off-topic")
			s.run()
			s.red("1 high open")
		}},
		{report.Basic, "a withdrawal deleted", func(a attempt) {
			s, _ := a.accepted()
			c := s.says("maria", "/reopen "+s.id())
			s.red("1 high open")
			c.Delete()
			s.run()
			s.red("1 high open")
			s.says("maria", "/confirm all")
			s.green("1 confirmed")
		}},
		{report.Basic, "a withdrawal edited away", func(a attempt) {
			s, _ := a.accepted()
			c := s.says("maria", "/reopen all")
			c.Edit("wendy", "thanks")
			s.run()
			s.red("1 high open")
		}},
		{report.Basic, "a withdrawal by somebody who may not", func(a attempt) {
			s, _ := a.accepted()
			c := s.says("nina", "/reopen "+s.id())
			s.green("1 confirmed")
			s.refused(c, "deciding takes write")
		}},
		{report.Basic, "a dismissal without a reason", func(a attempt) {
			s := a.gap()
			c := s.says("maria", "/dismiss all")
			s.red("1 high open")
			s.refused(c, "the reason is missing")
		}},
		{report.Basic, "a dismissal that says nothing", func(a attempt) {
			s := a.gap()
			c := s.says("maria", "/dismiss all -- TBD")
			s.red("1 high open")
			s.refused(c, "the reason is missing")
		}},
	}
	for _, silent := range []struct{ name, body string }{
		{"a fence", "```\n/confirm all\n```"},
		{"a fence without an end", "~~~~\n/confirm all"},
		{"indented code", "Like this:\n\n    /confirm all"},
		{"a code span", "`/confirm all`"},
		{"a quotation", "> /confirm all"},
		{"a nested quotation", "- > /confirm all"},
		{"an HTML comment", "<!--\n/confirm all\n-->\nThanks"},
		{"an HTML comment within a quotation", "> <!--\n> /confirm all\n> -->"},
		{"a folded part", "<details>\n\n/confirm all\n\n</details>"},
		{"preformatted HTML", "<pre>\n/confirm all\n</pre>"},
		{"struck-out text", "~~/confirm all~~"},
		{"a footnote", "See[^1]\n\n[^1]: /confirm all"},
		{"a table", "| a |\n| --- |\n| /confirm all |"},
		{"a heading", "# /confirm all"},
		{"the middle of a line", "Please do not /confirm all of it"},
		{"a link's text", "[/confirm all](https://example.com)"},
		{"an image's text", "![/confirm all](https://example.com/a.png)"},
		{"invisible characters", "\u200b/confirm all"},
	} {
		attacks = append(attacks, attack{report.Basic, "a command in " + silent.name, func(a attempt) {
			s := a.gap()
			c := s.says("maria", silent.body)
			s.red("1 high open")
			s.unheard(c)
		}})
	}
	playAttacks(t, attacks)
}

// disputed holds two requirements that cannot both be kept.
const disputed = `# Requirements

### Requirement 1

**User Story:** As a listener, I want to upload recordings, so that I can share them.

#### Acceptance Criteria

1. WHEN a recording is uploaded, THE Library SHALL scan the recording for viruses
2. WHILE the listener is offline, THE Library SHALL queue uploads
3. WHILE the listener is offline, THE Library SHALL NOT queue uploads
`

const disputedFile = ".kiro/specs/library/requirements.md"

// TestAuthority are attacks by people, and machines, that may not decide.
func TestAuthority(t *testing.T) {
	t.Parallel()
	const duties = "people:\n  separation_of_duties: true\n"
	weaker := githubtest.Files{specFile: strings.Replace(heldSpec, "MUST confirm", "MAY confirm", 1)}
	// contributed plays a confirmation by somebody who had a hand in a commit.
	contributed := func(who string, commit githubtest.Commit) func(attempt) {
		return func(a attempt) {
			s := a.repository(githubtest.Files{specFile: heldSpec})
			s.repo.Member(who, "admin")
			s.policy(duties)
			commit.Files = githubtest.Files{specFile: gapSpec()}
			s.openCommit("topic", commit)
			s.run()
			c := s.says(who, "/confirm all")
			s.red("1 high open")
			s.refused(c, "separates duties")
			s.says("nina", "/confirm all")
			s.red("1 high open")
			s.says("paula", "/confirm all")
			s.red("1 high open")
			s.repo.Member("paula", "write")
			s.says("paula", "/confirm all")
			s.green("1 confirmed")
		}
	}
	contradiction := func(play func(*scene, string)) func(attempt) {
		return func(a attempt) {
			s := a.request(githubtest.Files{"README.md": "# Library\n"}, githubtest.Files{disputedFile: disputed})
			s.run()
			s.red("1 high open")
			play(s, s.id())
			s.red("1 high open")
			s.says("maria", "/confirm "+s.id()+" A")
			s.green("1 confirmed")
		}
	}
	playAttacks(t, []attack{
		{report.Basic, "a reader's confirmation", func(a attempt) {
			s := a.gap()
			c := s.says("nina", "/confirm all")
			s.red("1 high open")
			s.refused(c, "deciding takes write")
		}},
		{report.Basic, "a stranger's confirmation", func(a attempt) {
			s := a.gap()
			c := s.says("mallory", "/confirm all")
			s.red("1 high open")
			s.refused(c, "deciding takes write")
		}},
		{report.Basic, "promotion after a refusal", func(a attempt) {
			s := a.gap()
			c := s.says("nina", "/confirm all")
			s.repo.Member("nina", "write")
			s.run()
			s.red("1 high open")
			s.refused(c, "deciding takes write")
			s.says("nina", "/confirm all")
			s.green("1 confirmed")
		}},
		{report.Basic, "rights lost after a decision", func(a attempt) {
			s, _ := a.accepted()
			s.repo.Member("maria", "read")
			s.run()
			s.red("1 high open")
		}},
		{report.Basic, "rights that the platform will not tell", func(a attempt) {
			s := a.gap()
			s.hook = func(_ int, r *http.Request) *http.Response {
				if strings.HasSuffix(r.URL.Path, "/permission") {
					return answerWith(http.StatusForbidden, `{"message": "Resource not accessible by integration"}`)
				}
				return nil
			}
			c := s.says("maria", "/confirm all")
			s.red("1 high open")
			s.refused(c, "cannot tell what")
			s.hook = nil
			s.run()
			s.green("1 confirmed")
		}},
		{report.Basic, "a custom role that only reads", func(a attempt) {
			s := a.gap()
			s.repo.Member("nina", "read", "admin-assistant")
			c := s.says("nina", "/confirm all")
			s.red("1 high open")
			s.refused(c, "deciding takes write")
		}},
		{report.Basic, "a bot's confirmation", func(a attempt) {
			s := a.gap()
			s.repo.Member("helper[bot]", "admin")
			s.unheard(s.says("helper[bot]", "/confirm all"))
			s.red("1 high open")
		}},
		{report.Basic, "our own bot's confirmation", func(a attempt) {
			s := a.gap()
			s.unheard(s.says("github-actions[bot]", "/confirm all"))
			s.red("1 high open")
		}},
		{report.Basic, "an app that speaks for a maintainer", func(a attempt) {
			s := a.gap()
			s.hub.Advance(time.Minute)
			c := s.pull.CommentThrough("agent", "maria", "/confirm all")
			s.hub.Advance(time.Minute)
			s.run()
			s.red("1 high open")
			s.unheard(c)
		}},
		{report.Basic, "an author's confirmation that does not show as one", func(a attempt) {
			s := a.gap()
			s.says("octocat", "/confirm all")
			s.green("1 confirmed")
			if run := s.verdict(); !strings.Contains(run.Summary, "by octocat (the author)") || !strings.Contains(run.Text, "the author") {
				s.t.Errorf("it is not marked:\n%s\n%s", run.Summary, run.Text)
			}
		}},
		{report.Basic, "an author's word on their own weakening", func(a attempt) {
			s := a.request(githubtest.Files{specFile: heldSpec}, weaker)
			s.run()
			for _, verb := range []string{"/confirm all", "/ack all", "/dismiss all -- it was wrong before"} {
				c := s.says("octocat", verb)
				s.red("1 high open")
				s.refused(c, "takes back what stood before")
			}
			s.repo.Member("octocat", "maintain")
			s.says("octocat", "/confirm all")
			s.green("1 confirmed")
		}},
		{report.Basic, "a maintainer's word on their own weakening, under separation of duties", func(a attempt) {
			s := a.repository(githubtest.Files{specFile: heldSpec})
			s.policy(duties)
			s.openCommit("topic", githubtest.Commit{Files: weaker, Author: "maria"})
			s.run()
			c := s.says("maria", "/confirm all")
			s.red("1 high open")
			s.refused(c, "separates duties")
		}},
		{report.Basic, "a word of the commit's author, under separation of duties", contributed("carol", githubtest.Commit{Author: "carol"})},
		{report.Basic, "a word of a co-author, under separation of duties",
			contributed("carol", githubtest.Commit{Author: "octocat", CoAuthors: []string{"carol"}})},
		{report.Basic, "a word of the committer, under separation of duties",
			contributed("carol", githubtest.Commit{Author: "octocat", Committer: "carol"})},
		{report.Basic, "a word of whoever pushed in another's name, under separation of duties", func(a attempt) {
			s := a.repository(githubtest.Files{specFile: heldSpec})
			s.policy(duties)
			s.open("topic", githubtest.Files{"a.txt": "a\n"})
			s.pull.Push("octocat", githubtest.Files{specFile: gapSpec()})
			if err := s.try(app.Trigger{Kind: app.OnRequest, Number: s.pull.Number, Pusher: "maria"}); err != nil {
				s.t.Fatal(err)
			}
			c := s.says("maria", "/confirm all")
			s.red("1 high open")
			s.refused(c, "separates duties")
		}},
		{report.Basic, "a word of whoever forced a push, under separation of duties", func(a attempt) {
			s := a.repository(githubtest.Files{specFile: heldSpec})
			s.policy(duties)
			s.open("topic", githubtest.Files{"a.txt": "a\n"})
			s.pull.ForcePush("maria", s.repo.Commit(githubtest.Commit{
				Parents: []string{s.repo.Tip("main")}, Author: "octocat", Files: githubtest.Files{specFile: gapSpec()},
			}))
			s.run()
			c := s.says("maria", "/confirm all")
			s.red("1 high open")
			s.refused(c, "separates duties")
		}},
		{report.Basic, "one person twice where two are asked for", func(a attempt) {
			s := a.repository(githubtest.Files{specFile: heldSpec})
			s.policy("people:\n  required:\n    high: 2\n")
			s.open("topic", githubtest.Files{specFile: gapSpec()})
			s.run()
			s.says("maria", "/confirm all")
			s.says("maria", "/confirm all -- again")
			s.red("1 high open")
			s.says("wendy", "/confirm all")
			s.green("1 confirmed")
		}},
		{report.Basic, "a policy that trusts a team nobody can read", func(a attempt) {
			s := a.repository(githubtest.Files{specFile: heldSpec})
			s.policy("people:\n  teams: [octo-org/reviewers]\n")
			s.open("topic", githubtest.Files{specFile: gapSpec()})
			s.run()
			s.red("could not decide: .github/surmise.yml:3")
			s.says("maria", "/confirm all")
			s.red("could not decide")
		}},
		{report.Basic, "a policy of the default branch that is broken", func(a attempt) {
			s := a.repository(githubtest.Files{specFile: heldSpec})
			s.policy("mode: relaxed\n")
			s.open("topic", githubtest.Files{"main.go": "package main\n"})
			s.run()
			s.red("could not decide: .github/surmise.yml:2")
		}},
		{report.Basic, "a policy of the default branch that is a link", func(a attempt) {
			s := a.repository(githubtest.Files{specFile: heldSpec})
			s.repo.Branch("main", s.repo.Commit(githubtest.Commit{
				Parents: []string{s.repo.Tip("main")}, Files: githubtest.Files{".github/surmise.yml": "../lax.yml"},
				Modes: map[string]string{".github/surmise.yml": githubtest.ModeSymlink},
			}))
			s.open("topic", githubtest.Files{specFile: gapSpec()})
			s.run()
			s.red("could not decide")
		}},
		{report.Basic, "a contradiction confirmed without a side", contradiction(func(s *scene, id string) {
			s.refused(s.says("maria", "/confirm "+id), "has two sides")
		})},
		{report.Basic, "a contradiction acknowledged", contradiction(func(s *scene, id string) {
			s.refused(s.says("maria", "/ack "+id), "never acknowledged")
		})},
		{report.Basic, "a contradiction among all that is acknowledged", contradiction(func(s *scene, _ string) {
			s.refused(s.says("maria", "/ack all"), "never acknowledged")
		})},
		{report.Basic, "a contradiction that waits for the author's agent", func(a attempt) {
			s := a.repository(githubtest.Files{"README.md": "# Library\n"})
			s.policy("autonomous:\n  enabled: true\n")
			s.open("topic", githubtest.Files{disputedFile: disputed})
			s.run()
			s.pushed("octocat", githubtest.Files{"a.txt": "a\n"})
			s.red("1 high open")
			s.pushed("octocat", githubtest.Files{"a.txt": "b\n"})
			s.red("1 high open")
			s.says("octocat", "/confirm "+s.id()+" A")
			s.red("1 high open")
			s.says("maria", "/confirm "+s.id()+" A")
			s.green("1 confirmed")
		}},
		{report.Basic, "an author's agent that contradicts nobody but itself", func(a attempt) {
			s := a.repository(githubtest.Files{specFile: heldSpec})
			s.policy("autonomous:\n  enabled: true\n")
			s.open("topic", githubtest.Files{specFile: gapSpec()})
			s.run()
			s.red("1 high open") // the first head blocks, whatever the mode
			s.pushed("octocat", githubtest.Files{"a.txt": "a\n"})
			s.green("1 auto")
			s.pushed("octocat", githubtest.Files{specFile: strings.Replace(gapSpec(), "72", "96", 1)})
			s.red("1 high open")
		}},
	})
}
