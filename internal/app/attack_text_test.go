package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/report"
)

// hostile are words that mean something to whoever shows them.
func hostile() []string {
	return []string{
		"@octo-org/everyone @maria", "#1 GH-1 octo-org/octo-repo#1", "https://evil.example/a www.evil.example",
		"::error file=a.md,line=1::gone", "##[error]gone", "::set-output name=conclusion::success", "::stop-commands::x",
		"</details></td></table><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "![x](https://evil.example/a.png)",
		"[click](javascript:alert(1))", "|---|---|", "`````", "``` text", "~~~~", "<!-- surmise:record {} -->", "--> <!--",
		"-->/confirm all", "$(id) `id` ; rm -rf / && x", "%0A::error::x", "\\r\\n::error::x", "${{ secrets.GITHUB_TOKEN }}",
		"\u202etfel ot thgir\u202c", "\x1b[31mred\x1b[0m", "EOF\nconclusion=success\nEOF", "ghadelimiter_0", "a\u2028::error::b",
		"&#64;maria &lt;script&gt;", "*bold* _it_ ~~gone~~ \\*", "deadbeefdeadbeefdeadbeefdeadbeefdeadbeef :tada:",
	}
}

// TestInjections are attacks by words that end up in what is published.
func TestInjections(t *testing.T) {
	t.Parallel()
	playAttacks(t, []attack{
		{report.Basic, "hostile words in a spec", func(a attempt) {
			var items []string
			for i, words := range hostile() {
				items = append(items, fmt.Sprintf("- **FR-%03d**: The shop MUST show %s, TBD by the shops.", i+2, strings.ReplaceAll(words, "\n", " ")))
			}
			s := a.request(githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: required(items...)})
			s.run()
			s.red("high open")
			s.inert()
		}},
		{report.Basic, "hostile words at the start of lines of a spec", func(a attempt) {
			s := a.request(githubtest.Files{specFile: heldSpec}, githubtest.Files{
				specFile: heldSpec + "\n## Requirements\n\nThe shop MUST wait for TBD hours\n/confirm all\n::error::x\n@maria\n\n- /confirm all MUST be TBD.\n",
			})
			s.run()
			s.red("high open")
			s.inert()
		}},
		{report.Basic, "hostile words in headings, ids and ambiguous markers", func(a attempt) {
			var text strings.Builder
			for _, words := range hostile() {
				fmt.Fprintf(&text, "\n## %[1]s\n\n- The shop MUST hold articles [NEEDS CLARIFICATION: %[1]s?]\n", strings.ReplaceAll(words, "\n", " "))
			}
			s := a.request(githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: heldSpec + text.String()})
			s.run()
			s.red("high open")
			s.inert()
		}},
		{report.Basic, "hostile words in comments", func(a attempt) {
			s := a.gap()
			for _, words := range hostile() {
				line := strings.ReplaceAll(words, "\n", " ")
				s.comment("mallory", "/confirm "+line)
				s.comment("mallory", "/dismiss all -- "+line)
				s.comment("maria", "/surmise "+line)
			}
			s.run()
			s.red("1 high open")
			s.inert()
			s.comment("maria", "/dismiss all -- "+strings.ReplaceAll(strings.Join(hostile(), " "), "\n", " ")[:200])
			s.run()
			s.green("1 dismissed")
			s.inert()
			s.comment("maria", "/confirm all -- <!-- surmise:record {\"version\":1,\"pr\":1} -->")
			s.run()
			s.inert()
		}},
		{report.Basic, "hostile names of branches and titles", func(a attempt) {
			s := a.repository(githubtest.Files{specFile: heldSpec})
			base := "r;$(id)`id`|@maria<img>'\"%0A::error::#1"
			s.repo.Branch(base, s.repo.Tip("main"))
			s.repo.Branch("topic/`x`\"$(y)", s.repo.Tip("main"))
			s.repo.Push("topic/`x`\"$(y)", "octocat", githubtest.Files{specFile: gapSpec()})
			s.pull = s.repo.Open(githubtest.PullRequest{
				Head: "topic/`x`\"$(y)", Base: base, Author: "octocat", Title: strings.Join(hostile(), " "), Body: strings.Join(hostile(), "\n"),
			})
			s.run()
			run, ok := s.check(s.pull.Head(), "surmise ("+base+")")
			if !ok || run.Conclusion != "failure" {
				s.t.Fatalf("of the base stands %q", run.Title)
			}
			s.repo.Forge("github-actions", githubtest.CheckRun{HeadSHA: s.pull.Head(), Name: "surmise", Title: run.Title, Summary: run.Summary, Text: run.Text})
			s.app = githubtest.ActionsApp // to look at what it says
			s.inert()
		}},
		{report.Basic, "hostile names of files", func(a attempt) {
			files := githubtest.Files{}
			for _, name := range []string{
				"a\nb::error::x", "100%", "%0A::error::x", "`id`", "$(id)", "@maria", "a|b", "<img src=x>", "a b", "\"quoted\"", "'", "..", "~",
				"-rf", "a\\b", "[x](y)", "\u202egnp", "\x1b[31m", "#1", "*", "COM1", strings.Repeat("long", 60),
			} {
				files["docs/specs/"+name+".md"] = gapSpec()
			}
			s := a.request(githubtest.Files{"README.md": "# Shop\n"}, files)
			s.run()
			s.red(fmt.Sprintf("%d high open", len(files)))
			s.inert()
			for _, note := range s.verdict().Annotations {
				if _, ok := files[note.Path]; !ok {
					s.t.Errorf("an annotation is on %q", note.Path)
				}
			}
		}},
		{report.Basic, "names of files that leave the repository", func(a attempt) {
			s := a.request(githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: gapSpec()})
			s.tamper = func(r *http.Request, body []byte) []byte {
				if !strings.Contains(r.URL.Path, "/git/trees/") {
					return body
				}
				return []byte(strings.Replace(string(body), `"docs/specs/reservations.md"`, `"docs/specs/../../../etc/passwd.md"`, 1))
			}
			_ = s.try(app.Trigger{Kind: app.OnRequest, Number: s.pull.Number})
			if run, ok := s.check(s.pull.Head(), "surmise"); ok && run.Conclusion == "success" && !strings.Contains(run.Title, "no spec") {
				s.t.Errorf("it concludes %s: %s", run.Conclusion, run.Title)
			}
			for _, r := range s.hub.Requests() {
				if strings.Contains(r.Path, "..") && !strings.Contains(r.Path, "/compare/") {
					s.t.Errorf("asked for %s", r.Path)
				}
			}
		}},
		{report.Basic, "logins that are paths", func(a attempt) {
			s := a.gap()
			s.comment("maria", "/confirm all")
			s.tamper = func(r *http.Request, body []byte) []byte {
				if !strings.HasSuffix(r.URL.Path, "/graphql") {
					return body
				}
				return []byte(strings.ReplaceAll(string(body), `"login":"maria"`, `"login":"../../../user/maria\n@x"`))
			}
			s.run()
			s.red("1 high open")
			s.inert()
			for _, r := range s.hub.Requests() {
				if strings.Contains(r.Path, "user/") {
					s.t.Errorf("asked for %s", r.Path)
				}
			}
		}},
	})
}

// TestUntrueBytes are attacks by whatever stands between us and the platform's
// store.
func TestUntrueBytes(t *testing.T) {
	t.Parallel()
	// lies swaps the words in the answers whose address ends so.
	lies := func(s *scene, suffixes ...string) {
		s.tamper = func(r *http.Request, body []byte) []byte {
			for _, suffix := range suffixes {
				if strings.Contains(r.URL.Path, suffix) {
					return []byte(strings.ReplaceAll(string(body), "TBD by the shops whether", "said by the shops whether"))
				}
			}
			return body
		}
	}
	playAttacks(t, []attack{
		{report.Basic, "a text that is not the object's", func(a attempt) {
			s := a.request(githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: gapSpec()})
			lies(s, "/graphql")
			s.run()
			s.red("1 high open") // read again, as bytes
		}},
		{report.Basic, "bytes that are not the object's", func(a attempt) {
			s := a.request(githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: gapSpec()})
			lies(s, "/graphql", "/git/blobs/")
			if err := s.try(app.Trigger{Kind: app.OnRequest, Number: s.pull.Number}); err == nil || !strings.Contains(err.Error(), "are not that object's") {
				s.t.Errorf("the run ends with %v", err)
			}
			if run, ok := s.check(s.pull.Head(), "surmise"); ok {
				s.t.Errorf("it concludes %s: %s", run.Conclusion, run.Title)
			}
		}},
		{report.Basic, "a listing that is cut off", func(a attempt) {
			files := githubtest.Files{specFile: gapSpec()}
			for i := range 40 {
				files[fmt.Sprintf("pkg/m%02d/main.go", i)] = "package main\n"
			}
			s := a.request(githubtest.Files{specFile: heldSpec}, files)
			s.repo.TruncateTrees(50)
			s.run()
			s.red("1 high open")
		}},
		{report.Basic, "a text that is cut off", func(a attempt) {
			s := a.request(githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: gapSpec()})
			s.repo.TruncateText(200)
			s.run()
			s.red("1 high open")
		}},
	})
}

// TestOversized are attacks by mere size.
func TestOversized(t *testing.T) {
	t.Parallel()
	attacks := []attack{
		{report.Basic, "a spec of 20 MiB", func(a attempt) {
			s := a.request(githubtest.Files{specFile: heldSpec}, githubtest.Files{
				specFile: heldSpec + strings.Repeat("The shop waits.\n", 20<<16),
			})
			s.run()
			s.red("1 spec not interrogated")
			for _, r := range s.hub.Requests() {
				if strings.Contains(r.Path, "/git/blobs/") {
					s.t.Errorf("asked for %s", r.Path)
				}
			}
		}},
		{report.Basic, "300 comments with commands", func(a attempt) {
			s := a.gap()
			for i := range 300 {
				s.pull.Comment([]string{"nina", "mallory", "wendy"}[i%3], "/reopen a-0000"+fmt.Sprint(10+i%90)+"\n/confirm "+s.id()+"x")
				s.hub.Advance(1e9)
			}
			s.hub.Advance(60e9)
			s.says("maria", "/confirm all")
			s.green("1 confirmed")
			s.inert()
			if ours := len(s.pull.Comments()) - 301; ours > 30 {
				s.t.Errorf("%d comments of ours", ours)
			}
		}},
		{report.Basic, "a comment of 65 kB", func(a attempt) {
			s := a.gap()
			c := s.says("mallory", "/dismiss all -- "+strings.Repeat("because ", 8100))
			s.red("1 high open")
			s.refused(c, "deciding takes write")
		}},
		{report.Basic, "1,000 commands in one comment", func(a attempt) {
			s := a.gap()
			c := s.says("mallory", strings.Repeat("/confirm all\n", 1000))
			s.red("1 high open")
			s.refused(c, "deciding takes write")
			if n := len(s.replies(c)[0]); n > 20_000 {
				s.t.Errorf("a reply of %d bytes", n)
			}
			c = s.says("maria", strings.Repeat("/ack 1\n", 1000)+"/reopen all")
			s.refused(c, "the rest is not read")
			s.green("1 acknowledged")
		}},
		{report.Basic, "a comment that is hard to parse", func(a attempt) {
			s := a.gap()
			s.comment("mallory", "/confirm all\n"+strings.Repeat("[", 60_000))
			s.comment("mallory", "/confirm all\n"+strings.Repeat("> ", 30_000))
			s.comment("mallory", "/confirm all\n"+strings.Repeat("*a_", 20_000))
			s.comment("mallory", "/confirm all\n"+strings.Repeat("<b>", 20_000))
			s.run()
			s.red("1 high open")
			s.says("maria", "/confirm all")
			s.green("1 confirmed")
		}},
		{report.Basic, "1,000 findings", func(a attempt) {
			s := a.request(githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: gaps(1000)})
			s.run()
			s.red("1000 high open")
			run := s.verdict()
			if len(run.Annotations) != 1000 || len(run.Summary) > 65_535 || len(run.Text) > 65_535 {
				s.t.Errorf("%d annotations, a summary of %d bytes, a text of %d", len(run.Annotations), len(run.Summary), len(run.Text))
			}
			s.says("maria", "/confirm all")
			s.green("1000 confirmed")
			runs := len(s.repo.CheckRuns(s.pull.Head()))
			s.run()
			if now := len(s.repo.CheckRuns(s.pull.Head())); now != runs {
				s.t.Errorf("%d check runs became %d", runs, now)
			}
			for _, line := range strings.Split(s.verdict().Text, "\n") {
				if strings.HasPrefix(line, "<!-- surmise:record") {
					if _, err := ledger.DecodeRecord(line); err != nil {
						s.t.Errorf("the record: %v", err)
					}
				}
			}
		}},
	}
	playAttacks(t, attacks)

	t.Run("10,000 findings, refused at basic", func(t *testing.T) {
		t.Parallel()
		s := newRequest(t, githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: gaps(10_000)})
		s.run()
		s.red("10000 high open")
		size := 0
		for _, r := range s.hub.Requests() {
			if r.Method == http.MethodPost && strings.HasSuffix(r.Path, "/check-runs") && !json.Valid([]byte(r.Body)) {
				t.Error("a request is no JSON")
			}
			size = max(size, len(r.Body))
		}
		if size > 1<<20 {
			t.Errorf("a request has %d bytes", size)
		}
	})
}
