package app_test

import (
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/githubtest"
)

// held has a spec with what it forbids, and what else is said of that.
func forbidding(keys string) string {
	return heldSpec + "\n## Prohibitions (must-NOT)\n\n- P-001: A reminder must NOT shame the reader.\n" + keys
}

const (
	judged = "  - verification: judgment\n"
	wired  = "  - verification: test\n  - check_kind: go-test\n  - check_target: internal/reminder\n  - check_test: TestKind\n  - check_violation: violations/P-001.edit\n"
)

// TestProhibitions decides pull requests by what their three revisions declare.
func TestProhibitions(t *testing.T) {
	t.Parallel()
	spec := func(text string) githubtest.Files { return githubtest.Files{specFile: text} }
	code := githubtest.Files{"internal/reminder/reminder.go": "package reminder\n"}
	sidecar := strings.TrimSuffix(specFile, ".md") + ".prohibitions.yml"
	const beside = "version: 1\nprohibitions:\n  - id: P-001\n    statement: \"must NOT shame\"\n    verification: judgment\n"
	tests := []struct {
		name       string
		main, head githubtest.Files
		policy     string
		tip        githubtest.Files // pushed to main after the branch
		conclusion string
		title      string
		says       []string // in the summary
	}{
		{name: "judgment, unchanged", main: spec(forbidding(judged)), head: code, conclusion: "success", title: "complete with 1 flagged prohibition", says: []string{"NOT_JUDGED"}},
		{name: "judgment, new", main: spec(heldSpec), head: spec(forbidding(judged)), conclusion: "failure", title: "1 prohibition not held", says: []string{"/judge P-001 holds"}},
		{name: "judgment, new, where the policy lets it go on", policy: "autonomous:\n  enabled: true\n", main: spec(heldSpec), head: spec(forbidding(judged)),
			conclusion: "success", title: "complete with 1 flagged prohibition", says: []string{"unverified"}},
		{name: "a test, and only code changed", main: spec(forbidding(wired)), head: code, conclusion: "failure", title: "1 prohibition not held"},
		{name: "a test where the policy lets things go on", policy: "autonomous:\n  enabled: true\n", main: spec(forbidding(wired)), head: code,
			conclusion: "failure", title: "1 prohibition not held"},
		{name: "a test that nothing names", main: spec(heldSpec), head: spec(forbidding("  - verification: test\n")), conclusion: "failure", title: "1 prohibition not held", says: []string{"UNWIRED"}},
		{name: "half a descriptor", main: spec(heldSpec), head: spec(forbidding("  - verification: test\n  - check_kind: go-test\n  - check_target: x\n")),
			conclusion: "failure", title: "1 prohibition not held", says: []string{"UNPROVEN", "check_test"}},
		{name: "unresolved", main: spec(heldSpec), head: spec(forbidding("")), conclusion: "success", title: "complete with 1 flagged prohibition", says: []string{"UNRESOLVED"}},
		{name: "dismissed from the start", main: spec(heldSpec), head: spec(forbidding("  - status: dismissed\n  - reason: no reminders are sent\n")), conclusion: "success", title: "no",
			says: []string{"dismissed: no reminders are sent", "must NOT shame"}},
		{name: "dismissed by the change", main: spec(forbidding(wired)), head: spec(forbidding("  - status: dismissed\n  - reason: no reminders are sent\n")),
			conclusion: "failure", title: "1 high open", says: []string{"it was held by test and is dismissed"}},
		{name: "dismissed without a reason", main: spec(heldSpec), head: spec(forbidding("  - status: dismissed\n")), conclusion: "failure", title: "1 prohibition not held", says: []string{"MALFORMED", "write why in reason"}},
		{name: "retiered", main: spec(forbidding(wired)), head: spec(forbidding(judged)), conclusion: "failure", title: "1 high open · 1 prohibition not held"},
		{name: "reworded", main: spec(forbidding(judged)), head: spec(strings.Replace(forbidding(judged), "shame", "bother", 1)), conclusion: "failure", title: "1 high open · 1 prohibition not held"},
		{name: "removed", main: spec(forbidding(wired)), head: spec(heldSpec), conclusion: "failure", title: "1 high open", says: []string{"P-001 is no longer declared"}},
		{name: "moved into a comment", main: spec(forbidding(wired)), head: spec(strings.Replace(forbidding(wired), "- P-001", "<!--\n- P-001", 1) + "-->\n"), conclusion: "failure", title: "1 high open"},
		{name: "keys taken away", main: spec(forbidding(wired)), head: spec(forbidding("")), conclusion: "failure", title: "1 high open", says: []string{"it was held by test and is unresolved"}},
		{name: "another form", main: spec(forbidding(judged)), head: githubtest.Files{specFile: heldSpec + "\nA reminder must NOT shame the reader (prohibition P-001; verification: judgment).\n"},
			conclusion: "success", title: "complete with 1 flagged prohibition"},
		{name: "another violation of the same name", main: githubtest.Files{specFile: forbidding(wired), "violations/P-001.edit": "a\n"}, head: githubtest.Files{"violations/P-001.edit": "b\n"},
			conclusion: "failure", title: "1 high open · 1 prohibition not held", says: []string{"has other content"}},
		{name: "only at the tip", main: spec(heldSpec), head: code, tip: spec(forbidding(judged)), conclusion: "failure", title: "1 prohibition not held",
			says: []string{"update the branch: P-001 was added to main after this branch"}},
		{name: "changed at the tip", main: spec(forbidding(judged)), head: code, tip: spec(forbidding(wired)), conclusion: "failure", title: "1 prohibition not held",
			says: []string{"update the branch: P-001 was changed in main after this branch"}},
		{name: "a file beside the spec", main: githubtest.Files{specFile: heldSpec, sidecar: beside}, head: code, conclusion: "success", title: "complete with 1 flagged prohibition"},
		{name: "a file beside the spec, gone", main: githubtest.Files{specFile: heldSpec, sidecar: beside}, head: githubtest.Files{sidecar: githubtest.Removed},
			conclusion: "failure", title: "1 high open", says: []string{"P-001 is no longer declared"}},
		{name: "a file beside the spec that is none", main: spec(heldSpec), head: githubtest.Files{sidecar: "version: 1\nprohibitions: &x []\n"},
			conclusion: "failure", title: "1 prohibition not held", says: []string{"MALFORMED", "anchor"}},
		{name: "a file beside the spec of another name", main: spec(heldSpec), head: githubtest.Files{specFile + ".prohibitions.yml": beside},
			conclusion: "failure", title: "1 prohibition not held", says: []string{"MALFORMED", "the file is not read; prohibitions stand in"}},
		{name: "a file that no glob names", main: spec(heldSpec), head: githubtest.Files{"docs/rules.md": forbidding(judged)},
			conclusion: "success", says: []string{`"docs/rules.md" declares prohibitions that are not looked at`}},
		{name: "requirements in a file that no glob names", main: githubtest.Files{specFile: heldSpec, "docs/guide.md": heldSpec}, head: githubtest.Files{"docs/rules.md": heldSpec, "docs/guide.md": "# Guide\n\nHow to read.\n", "docs/README.md": heldSpec},
			conclusion: "success", says: []string{`"docs/rules.md" states requirements that are not looked at`}},
		{name: "a file that no glob names and that cannot be read", main: spec(heldSpec), head: githubtest.Files{"docs/x.md": "# X\n\n" + strings.Repeat("[", 2000) + "\n"},
			conclusion: "success", says: []string{`not looked at for prohibitions outside of the specs, cannot be read: "docs/x.md"`}},
		{name: "a tag that is not the last", main: spec(heldSpec), head: spec(heldSpec + "\nA reminder must NOT shame (prohibition P-001; verification: test). It waits.\n"),
			conclusion: "failure", title: "1 prohibition not held", says: []string{"MALFORMED", "put it at the end of the paragraph or item"}},
		{name: "edges", main: spec(heldSpec), head: spec(heldSpec + "\n## Edge Coverage\n\n| Category | Status |\n|--|--|\n| boundary | covered |\n| empty | backstop |\n"),
			conclusion: "success", says: []string{"edges: 1 explicit, 1 backstop, 0 open; 1 flagged: no run of the test that is held out for it is known"}},
		{name: "unreadable at the tip", main: spec(heldSpec), head: code, tip: githubtest.Files{"docs/specs/other.md": "# A\n\n\x00"},
			conclusion: "failure", title: "1 spec not interrogated", says: []string{"at the tip of main it is binary"}},
		{name: "twice", main: githubtest.Files{specFile: heldSpec, sidecar: beside}, head: spec(forbidding(judged)), conclusion: "failure", title: "not held", says: []string{"is declared in"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, tt.main)
			if tt.policy != "" {
				s.policy(tt.policy)
			}
			s.open("topic", tt.head)
			if tt.tip != nil {
				s.repo.Push("main", "maria", tt.tip)
			}
			s.run()
			s.concludes(tt.conclusion, tt.title)
			for _, words := range tt.says {
				if summary := s.verdict().Summary; !strings.Contains(strings.NewReplacer("&#45;", "-", "\\", "").Replace(summary), words) {
					t.Errorf("the summary does not say %q:\n%s", words, summary)
				}
			}
		})
	}
}

// TestJudging clears a prohibition that people hold, and takes that back.
func TestJudging(t *testing.T) {
	t.Parallel()
	s := newRequest(t, githubtest.Files{specFile: heldSpec}, githubtest.Files{specFile: forbidding(judged)})
	s.run()
	s.red("1 prohibition not held")
	s.says("mallory", "/judge P-001 holds -- trust me")
	s.red("1 prohibition not held")
	s.says("wendy", "/ack all")
	s.red("1 prohibition not held")
	s.says("wendy", "/judge P-001 holds -- reminders name the book alone")
	s.green("1 prohibition judged to hold")
	s.says("maria", "/judge P-001 violated -- the second reminder scolds")
	s.red("1 prohibition not held")
	s.says("wendy", "/judge P-001 holds -- it was reworded")
	s.green("1 prohibition judged to hold")
	// The word was about these words.
	s.pushed("octocat", githubtest.Files{specFile: strings.Replace(forbidding(judged), "shame", "bother", 1)})
	s.red("1 prohibition not held")
}

// TestLiftedByPeople removes a prohibition: who wrote the change cannot clear
// that, and a maintainer can.
func TestLiftedByPeople(t *testing.T) {
	t.Parallel()
	s := newRequest(t, githubtest.Files{specFile: forbidding(wired)}, githubtest.Files{specFile: heldSpec})
	s.run()
	s.red("1 high open")
	s.says("octocat", "/confirm all")
	s.red("1 high open")
	s.says("maria", "/confirm all -- no reminders are sent any more")
	s.green("1 confirmed")
}

// TestUndeclaredInSilence: five hundred sentences that declare nothing are no
// word worth to a change that leaves them alone, and one notice to one that
// does not.
func TestUndeclaredInSilence(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for range 500 {
		many.WriteString("The desk MUST NOT lend a book that is on hold.\n\n")
	}
	text := heldSpec + "\n## Background\n\nIt is old.\n\n## House rules\n\n" + many.String()
	s := newRequest(t, githubtest.Files{specFile: text}, githubtest.Files{"main.go": "package main\n"})
	s.run()
	if run := s.verdict(); run.Conclusion != "success" || strings.Contains(run.Title+run.Summary, "MUST NOT") {
		t.Errorf("%s, %q, %s", run.Conclusion, run.Title, run.Summary)
	}
	s.pushed("octocat", githubtest.Files{specFile: text + "\nThe desk is open.\n"})
	if run := s.verdict(); run.Conclusion != "success" || strings.Count(run.Summary, "MUST NOT sentence") != 1 {
		t.Errorf("%s, %q: want one notice\n%s", run.Conclusion, run.Title, run.Summary)
	}
}
