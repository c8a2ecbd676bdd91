package app_test

import (
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/proof"
)

// says demands that the summary holds these words, and does not hold others.
func (s *scene) shows(want, never []string) {
	s.t.Helper()
	summary := strings.NewReplacer("&#45;", "-", "\\", "", "&#34;", `"`, "&#39;", "'").Replace(s.verdict().Summary)
	for _, words := range want {
		if !strings.Contains(summary, words) {
			s.t.Errorf("the summary does not say %q:\n%s", words, summary)
		}
	}
	for _, words := range never {
		if strings.Contains(summary, words) {
			s.t.Errorf("the summary says %q:\n%s", words, summary)
		}
	}
}

// TestReplay tries the base's test with the base's violation on a head that
// changes either, and says what came of it. It decides nothing: a proof that
// holds is a pass, and a changed violation or descriptor is an entry anyway.
func TestReplay(t *testing.T) {
	t.Parallel()
	const (
		told    = "what held it at the base"
		holds   = "what held it at the base still holds"
		dead    = "if false; then\necho \"$1 (on file)\"\nfi\necho \"$1 (kept)\"\n"
		live    = "surmise-violation 1\nedit src/label.sh\n-echo \"$1 (kept)\"\n+echo \"$1 ($2)\"\n"
		leaking = labelCode + "echo \"$2\"\n"
	)
	firstLine := strings.Replace(labelTest, "sh src/label.sh Ada 555-0100", "sh src/label.sh Ada 555-0100 | head -n 1", 1)
	moved := strings.ReplaceAll(labelSpec, "checks/label.sh", "checks/phone.sh")
	for _, tt := range []struct {
		name   string
		head   githubtest.Files
		forge  func(*proof.Evidence)
		title  string // "" of a pass
		code   string
		says   []string
		silent []string
	}{
		{name: "neither is touched", head: harmless(), code: "PROVEN", says: []string{"<br>`- 1: echo \"$1 (on file)\"`<br>`+ 1: echo \"$1 ($2)\"`"}, silent: []string{told, "the change touches"}},
		{name: "the code is touched", head: githubtest.Files{"src/label.sh": "# a label\n" + labelCode}, code: "PROVEN", silent: []string{told, "the change touches"}},
		{name: "the test is touched and as good", head: githubtest.Files{"checks/label.sh": labelTest + "# tidied\n"}, code: "PROVEN",
			says: []string{`the change touches "checks/label.sh"`, holds}},
		{name: "the test looks at less than the code does by now", head: githubtest.Files{"checks/label.sh": firstLine, "src/label.sh": leaking}, code: "PROVEN",
			says: []string{told + " does not hold on the head: BASELINE_FAIL", "P-001: " + told}},
		{name: "the violation is another, and the old one is noticed", head: githubtest.Files{"violations/P-001.edit": easyFault}, title: "1 high open", code: "PROVEN",
			says: []string{holds, "has other content"}},
		{name: "the violation is another, and the old one is not noticed any more", head: githubtest.Files{"violations/P-001.edit": live, "src/label.sh": dead},
			title: "1 high open", code: "PROVEN", says: []string{told + " does not hold on the head: SURVIVED"}},
		{name: "the old violation does not apply any more", head: githubtest.Files{"violations/P-001.edit": live, "src/label.sh": "echo \"$1 (kept)\"\n"},
			title: "1 high open", code: "PROVEN", says: []string{told + " cannot be tried on the head: VIOLATION_STALE"}},
		{name: "the descriptor is another", title: "1 high open", code: "PROVEN", head: githubtest.Files{
			labelFile: strings.Replace(labelSpec, "  - check_test: phone\n", "  - check_test: phone\n  - check_timeout: 9\n", 1)},
			says: []string{holds, "check_timeout"}},
		{name: "another test of another command", head: githubtest.Files{labelFile: moved, "checks/label.sh": githubtest.Removed, "checks/phone.sh": labelTest},
			title: "1 high open · 1 prohibition not held", code: "REFUSED_ARGV", silent: []string{told}},
		{name: "what configures the run is touched", head: githubtest.Files{"Makefile": "all:\n", "checks/.env": "A=1\n", "src/Makefile": "all:\n"}, code: "PROVEN",
			says: []string{`the change touches "Makefile", "checks/.env"`}, silent: []string{told, "src/Makefile"}},
		{name: "another configuration than the head's", head: githubtest.Files{"Makefile": "all:\n"}, title: "1 prohibition not held", code: "EVIDENCE_DIFFERS",
			forge: func(e *proof.Evidence) { e.Inputs.Configs[0].SHA256 = proof.SHA256([]byte("all: x\n")) }, says: []string{"is of another configuration than the head's"}},
		{name: "the test is worth nothing", head: githubtest.Files{"checks/label.sh": blindTest}, title: "1 prohibition not held", code: "SURVIVED", silent: []string{told}},
		{name: "no replay in the evidence", head: githubtest.Files{"checks/label.sh": labelTest + "# tidied\n"}, code: "PROVEN",
			forge: func(e *proof.Evidence) { e.Replay = nil }, says: []string{told + " was not tried on the head"}},
		{name: "a replay upon another base", head: githubtest.Files{"checks/label.sh": labelTest + "# tidied\n"}, code: "PROVEN",
			forge: func(e *proof.Evidence) { e.BaseCommit = e.Commit }, says: []string{told + " was not tried on the head"}},
		{name: "a replay of another violation", head: githubtest.Files{"checks/label.sh": labelTest + "# tidied\n"}, title: "1 prohibition not held", code: "EVIDENCE_DIFFERS",
			forge: func(e *proof.Evidence) { e.Replay.Inputs.Violation.SHA256 = proof.SHA256([]byte(easyFault)) },
			says:  []string{"the evidence replays another violation than the base's"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newProofScene(t, tt.head)
			e := s.prove(s.pull.Head())[0]
			if tt.forge != nil {
				tt.forge(&e)
			}
			s.leaves(e)
			if tt.title != "" {
				s.red(tt.title)
			} else {
				s.green("1 prohibition proven")
			}
			s.shows(append(tt.says, tt.code), tt.silent)
		})
	}
}

// TestBackstopsOfEdges flags a test that is held out for an edge until it was
// seen to run.
func TestBackstopsOfEdges(t *testing.T) {
	t.Parallel()
	const table = "\n## Edge Coverage\n\n| Category | Status | Resolution |\n|--|--|--|\n| empty | backstop | `phone` |\n| order | backstop | a property |\n"
	s := newProofScene(t, githubtest.Files{labelFile: labelSpec + table})
	s.run()
	s.shows([]string{"edges: 0 explicit, 2 backstop, 0 open; 2 flagged"}, nil)
	s.proven()
	s.shows([]string{"edges: 0 explicit, 2 backstop, 0 open; 1 flagged"}, nil)
}
