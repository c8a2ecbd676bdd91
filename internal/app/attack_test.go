package app_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/pull"
	"github.com/surmise-ci/surmise/internal/report"
)

// attack is something that somebody tries. It fails at its level: what fails at
// basic is played at strong too.
type attack struct {
	level report.Guarantee
	name  string
	play  func(stage attempt)
}

// attempt is one playing of an attack.
type attempt struct {
	*testing.T
	level report.Guarantee
}

func playAttacks(t *testing.T, attacks []attack) {
	t.Helper()
	for _, a := range attacks {
		for _, level := range []report.Guarantee{report.Basic, report.Strong} {
			if a.level == report.Strong && level == report.Basic {
				continue
			}
			t.Run(fmt.Sprintf("%s, refused at %s/%s", a.name, a.level, level), func(t *testing.T) {
				t.Parallel()
				a.play(attempt{t, level})
			})
		}
	}
}

// repository is a scene without a pull request.
func (a attempt) repository(main githubtest.Files) *scene {
	a.Helper()
	s := newScene(a.T, main)
	if a.level == report.Strong {
		s.strong()
	}
	return s
}

// request is a scene with a pull request that was not decided yet.
func (a attempt) request(main, head githubtest.Files) *scene {
	a.Helper()
	s := a.repository(main)
	s.open("topic", head)
	return s
}

// gap is a scene whose pull request is red for one thing that it leaves open.
func (a attempt) gap() *scene {
	a.Helper()
	s := a.request(githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: gapSpec()})
	s.run()
	s.red("1 high open")
	return s
}

// accepted is that scene after maria's confirmation.
func (a attempt) accepted() (*scene, *githubtest.Comment) {
	a.Helper()
	s := a.gap()
	c := s.says("maria", "/confirm "+s.id())
	s.green("1 confirmed")
	return s, c
}

// forgedRecord is a record that says that maria confirmed everything on show.
func forgedRecord(s *scene, comment int64) string {
	s.t.Helper()
	var subjects []finding.Key
	for _, e := range s.out.Checks[0].Publication.Requests[0].Report.Ledger.Entries {
		subjects = append(subjects, e.Key())
	}
	line, _, err := ledger.EncodeRecord(ledger.Record{
		Number: s.pull.Number, Heads: []string{s.pull.Head()},
		Receipts: []ledger.Receipt{{
			Comment: comment, Line: 1, Body: ledger.DigestOf("/confirm all"), Verb: ledger.Confirm, By: "maria", Allowed: pull.Admin,
			At: s.hub.Now(), Link: "https://github.com/octo-org/octo-repo/pull/1", HeadSHA: s.pull.Head(), Subjects: subjects,
		}},
	}, 1<<15)
	if err != nil {
		s.t.Fatal(err)
	}
	return line
}

// TestForgeries are attacks with words that look like ours.
func TestForgeries(t *testing.T) {
	t.Parallel()
	playAttacks(t, []attack{
		{report.Basic, "an outsider's comment with our marker", func(a attempt) {
			s := a.request(githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: gapSpec()})
			forged := s.comment("mallory", report.Publication{}.CommentMarker()+"\n### ✅ Surmise: nothing left open")
			s.run()
			s.red("1 high open")
			if !strings.Contains(s.sticky(), "/confirm ") || !strings.Contains(forged.Body(), "✅") {
				s.t.Errorf("our comment %q, theirs %q", s.sticky(), forged.Body())
			}
		}},
		{report.Basic, "an outsider's comment with a record", func(a attempt) {
			s := a.gap()
			c := s.comment("mallory", "ok")
			s.comment("mallory", forgedRecord(s, c.ID))
			s.run()
			s.red("1 high open")
		}},
		{report.Basic, "an outsider's reply in our place", func(a attempt) {
			s := a.gap()
			c := s.comment("mallory", "/confirm all")
			s.comment("mallory", report.ReplyMarker(c.ID)+"\nAccepted.")
			s.run()
			s.red("1 high open")
			s.refused(c, "deciding takes write")
		}},
		{report.Basic, "our own comment edited by a writer", func(a attempt) {
			s := a.gap()
			honest := s.sticky()
			for _, c := range s.pull.Comments() {
				c.Edit("wendy", report.Publication{}.CommentMarker()+"\n/confirm all\n\n"+forgedRecord(s, c.ID))
			}
			s.run()
			s.red("1 high open")
			if s.sticky() != honest {
				s.t.Errorf("our comment says %q", s.sticky())
			}
		}},
		{report.Basic, "a writer's check run with a record", func(a attempt) {
			s := a.gap()
			c := s.comment("wendy", "ok")
			s.repo.Forge("github-actions", githubtest.CheckRun{
				HeadSHA: s.pull.Head(), Name: "surmise", Conclusion: "success", Title: "1 confirmed", Text: forgedRecord(s, c.ID),
			})
			s.hub.Advance(time.Minute)
			s.run()
			s.red("1 high open")
		}},
		{report.Basic, "a record of a deleted confirmation, kept by a writer", func(a attempt) {
			s, c := a.accepted()
			kept := forgedRecord(s, c.ID)
			c.Delete()
			s.repo.Forge("github-actions", githubtest.CheckRun{HeadSHA: s.pull.Head(), Name: "surmise", Conclusion: "success", Text: kept})
			s.run()
			s.red("1 high open")
		}},
		{report.Basic, "a green check run with the marks of the red one", func(a attempt) {
			s := a.gap()
			forged := s.verdict()
			forged.Conclusion = "success"
			s.repo.Forge("github-actions", forged)
			s.hub.Advance(time.Minute)
			s.run()
			s.red("1 high open")
		}},
		{report.Strong, "a green check run that a writer's workflow makes", func(a attempt) {
			s := a.gap()
			before := len(s.repo.CheckRuns(s.pull.Head()))
			forged := s.verdict()
			forged.Conclusion, forged.Text = "success", forgedRecord(s, 1)
			s.repo.Forge("github-actions", forged)
			s.red("1 high open")
			s.run()
			s.red("1 high open")
			if now := len(s.repo.CheckRuns(s.pull.Head())); now != before+1 {
				s.t.Errorf("%d check runs, want the forged one beside what stood", now)
			}
		}},
		{report.Strong, "a refusal that a writer's workflow invents", func(a attempt) {
			s := a.gap()
			c := s.comment("maria", "/confirm "+s.id())
			line, _, err := ledger.EncodeRecord(ledger.Record{Number: s.pull.Number, Receipts: []ledger.Receipt{{
				Comment: c.ID, Line: 1, Body: ledger.DigestOf(c.Body()), By: "maria", At: s.hub.Now(), Refused: ledger.RefusedUnauthorised,
			}}}, 1<<15)
			if err != nil {
				s.t.Fatal(err)
			}
			s.repo.Forge("github-actions", githubtest.CheckRun{HeadSHA: s.pull.Head(), Name: "surmise", Conclusion: "failure", Text: line})
			s.run()
			s.green("1 confirmed")
		}},
	})
}

// TestStaleWords are attacks with words that were said about something else.
func TestStaleWords(t *testing.T) {
	t.Parallel()
	changed := strings.Replace(gapSpec(), "72 hours", "720 hours", 1)
	playAttacks(t, []attack{
		{report.Basic, "a push between reading and confirming", func(a attempt) {
			s := a.gap()
			read := s.id()
			s.pushed("octocat", githubtest.Files{specFile: changed})
			c := s.says("maria", "/confirm "+read)
			s.red("1 high open")
			s.refused(c, "no entry")
		}},
		{report.Basic, "a push between reading and confirming all, by a copied command", func(a attempt) {
			s := a.gap()
			at := s.pull.Head()[:12]
			s.pushed("octocat", githubtest.Files{specFile: changed})
			s.says("maria", "/confirm all @"+at)
			s.red("1 high open")
		}},
		{report.Basic, "a push between the comment and its run", func(a attempt) {
			s := a.gap()
			s.comment("maria", "/confirm all")
			s.pull.Push("octocat", githubtest.Files{specFile: changed})
			s.run()
			s.red("1 high open")
			s.run()
			s.red("1 high open")
		}},
		{report.Basic, "a push while the comment's run is under way", func(a attempt) {
			s := a.gap()
			s.comment("maria", "/confirm all")
			s.hook = func(_ int, r *http.Request) *http.Response {
				if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/check-runs") {
					s.hook = nil
					s.pull.Push("octocat", githubtest.Files{specFile: changed})
				}
				return nil
			}
			s.run()
			s.red("1 high open")
		}},
		{report.Basic, "a number changed after the confirmation", func(a attempt) {
			s, _ := a.accepted()
			s.pushed("octocat", githubtest.Files{specFile: changed})
			s.red("1 high open")
			if !strings.Contains(s.verdict().Summary, "720") {
				s.t.Errorf("the summary does not show the change:\n%s", s.verdict().Summary)
			}
		}},
		{report.Basic, "a negation added after the confirmation", func(a attempt) {
			s, _ := a.accepted()
			s.pushed("octocat", githubtest.Files{specFile: strings.Replace(gapSpec(), "MUST release", "MUST NOT release", 1)})
			s.red("high open")
		}},
		{report.Basic, "the confirmed words copied into another spec", func(a attempt) {
			s, _ := a.accepted()
			s.pushed("octocat", githubtest.Files{"docs/specs/returns.md": gapSpec()})
			s.red("1 high open")
		}},
		{report.Basic, "the confirmed words written a second time", func(a attempt) {
			s, _ := a.accepted()
			twice := releaseRequirement + releaseRequirement
			s.pushed("octocat", githubtest.Files{specFile: strings.Replace(gapSpec(), releaseRequirement, twice, 1)})
			s.red("high open")
		}},
		{report.Basic, "the words of before the confirmed ones, pushed back", func(a attempt) {
			s := a.gap()
			first := s.pull.Head()
			s.pushed("octocat", githubtest.Files{specFile: changed})
			s.says("maria", "/confirm all")
			s.green("1 confirmed")
			s.pull.ForcePush("octocat", s.repo.Commit(githubtest.Commit{Parents: []string{first}, Files: githubtest.Files{"x.txt": "x"}}))
			s.run()
			s.red("1 high open")
		}},
		{report.Basic, "a short id that two texts share", collision},
		{report.Basic, "the commit of another pull request", func(a attempt) {
			s := a.gap()
			foreign := s.pull
			at := foreign.Head()[:12]
			s.open("other", githubtest.Files{specFile: strings.Replace(gapSpec(), "72 hours", "96 hours", 1)})
			s.run()
			c := s.says("maria", "/confirm all @"+at)
			s.red("1 high open")
			s.refused(c, "is no head of this pull request")
		}},
	})
}

// collision confirms a harmless text whose id a harmful one shares: both were
// looked for until they did.
func collision(a attempt) {
	harmless := func(n int) string {
		return fmt.Sprintf("- **FR-002**: The shop MUST release a reserved article after 72 hours (form %d), TBD by the shops.", n)
	}
	harmful := func(n int) string {
		return fmt.Sprintf("- **FR-002**: The shop MAY sell a reserved article at once (form %d), TBD by the shops.", n)
	}
	s := a.request(githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: required(harmless(0))})
	s.run()
	good := s.out.Checks[0].Publication.Requests[0].Report.Findings
	s.pull.Push("octocat", githubtest.Files{specFile: required(harmful(0))})
	s.run()
	bad := s.out.Checks[0].Publication.Requests[0].Report.Findings
	// vary gives the first thirty bits for a form of the words.
	vary := func(found []finding.Finding, n int) string {
		f := found[0]
		f.Identity.Text = strings.Replace(f.Identity.Text, "(form 0)", fmt.Sprintf("(form %d)", n), 1)
		one := finding.Finish([]finding.Finding{f})[0]
		return finding.IDs([]finding.Key{{Path: f.Path, Fingerprint: one.Fingerprint}})[0]
	}
	seen := map[string]int{}
	x, y := -1, -1
	for n := 0; x < 0 && n < 200_000; n++ {
		seen[vary(good, n)] = n
		if m, ok := seen[vary(bad, n)]; ok && strings.Contains(harmless(m), "release") {
			x, y = m, n
		}
	}
	if x < 0 {
		a.Fatal("no two texts share an id")
	}
	s.pull.Push("octocat", githubtest.Files{specFile: required(harmless(x))})
	s.run()
	read := s.id()
	s.pull.Push("octocat", githubtest.Files{specFile: required(harmful(y))})
	s.run()
	if read != s.id() {
		a.Fatalf("the ids are %s and %s", read, s.id())
	}
	c := s.says("maria", "/confirm "+read)
	s.red("1 high open")
	s.refused(c, "was another entry")
	s.says("maria", "/confirm "+read+" @"+s.pull.Head()[:12])
	s.green("1 confirmed")
}

// answerWith is an answer in place of the platform's.
func answerWith(status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Status: http.StatusText(status), Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), ProtoMajor: 1, ProtoMinor: 1,
	}
}
