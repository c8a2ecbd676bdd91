package app_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/report"
)

// rewrites is a head whose spec has other words in place of some.
func rewrites(pairs ...string) githubtest.Files {
	return githubtest.Files{labelFile: strings.NewReplacer(pairs...).Replace(labelSpec)}
}

// TestSpecAttacks are attempts to get rid of a prohibition by what the spec says,
// with a proof of the head that is as honest as that allows.
func TestSpecAttacks(t *testing.T) {
	t.Parallel()
	at := strings.Index(labelSpec, "- P-001")
	before, item := labelSpec[:at], labelSpec[at:]
	instead := func(text string) githubtest.Files { return githubtest.Files{labelFile: before + text} }
	proven := func(head githubtest.Files, title string, says ...string) func(attempt) {
		return func(a attempt) {
			s := a.proving(head)
			s.proven()
			s.red(title)
			s.shows(says, nil)
		}
	}
	// What cannot be read cannot be proven either: the base's evidence is put
	// forward for it.
	malformed := func(head githubtest.Files, says ...string) func(attempt) {
		return func(a attempt) {
			s := a.proving(head)
			s.leaves(s.forged(s.pull.Head()))
			s.red("not held")
			s.shows(append(says, "MALFORMED"), nil)
		}
	}
	alone, _, _ := strings.Cut(item, "  - status")
	var many strings.Builder
	for i := range 60 {
		fmt.Fprintf(&many, "- P-%03d: A parcel for %s must NOT be lost.\n  - status: dismissed\n  - reason: it was sent long ago\n", 100+i, strings.Repeat("Ada", 1+i))
	}
	playAttacks(t, []attack{
		{report.Basic, "a prohibition deleted", proven(instead(""), "1 high open", "P-001 is no longer declared")},
		{report.Basic, "a prohibition held by people instead", proven(instead(alone+"  - verification: judgment\n"), "1 high open · 1 prohibition not held",
			"it was held by test and is held by judgment")},
		{report.Basic, "a prohibition dismissed with a reason", proven(instead(alone+"  - status: dismissed\n  - reason: nobody reads labels\n"), "1 high open",
			"it was held by test and is dismissed", "dismissed: nobody reads labels")},
		{report.Basic, "a prohibition left unresolved", proven(instead(alone), "1 high open", "it was held by test and is unresolved")},
		{report.Basic, "a prohibition reworded to next to nothing", proven(rewrites("the phone number", "a second phone number"), "1 high open", `"the" became "a second"`)},
		{report.Basic, "a prohibition renumbered", proven(rewrites("P-001:", "P-030:"), "not held", "UNLINKED")},
		{report.Basic, "a prohibition renumbered and reworded", proven(rewrites("P-001:", "P-030:", "the phone number", "the fax number"), "1 high open · 1 prohibition not held",
			"P-001 is no longer declared")},
		{report.Basic, "another test named", proven(rewrites("check_test: phone", "check_test: name"), "1 high open · 1 prohibition not held", `"phone" became "name"`)},
		{report.Basic, "another violation named", proven(rewrites("violations/P-001.edit", "violations/other.edit"), "1 high open · 1 prohibition not held", "violations/other.edit")},
		{report.Basic, "a prohibition in an HTML comment", proven(instead("<!--\n"+item+"-->\n"), "1 high open", "P-001 is no longer declared")},
		{report.Basic, "a prohibition in a fence", proven(instead("```text\n"+item+"```\n"), "1 high open", "P-001 is no longer declared")},
		{report.Basic, "a prohibition in a quotation", proven(instead("> "+strings.ReplaceAll(strings.TrimSpace(item), "\n", "\n> ")+"\n"), "1 high open", "P-001 is no longer declared")},
		{report.Basic, "a prohibition with a letter of another script", malformed(rewrites("P-001:", "Р-001:"), "has no id")},
		{report.Basic, "a prohibition with characters that nobody sees", malformed(rewrites("phone number", "phone\u200b number"), "U+200B")},
		{report.Basic, "text that reads from right to left", malformed(rewrites("phone number", "phone \u202enumber"), "U+202E")},
		{report.Basic, "an id declared twice", malformed(githubtest.Files{labelFile: labelSpec + "- P-001: A label must NOT be pink.\n  - status: dismissed\n  - reason: taste\n"}, "is declared above already")},
		{report.Basic, "a key written twice", malformed(rewrites("  - verification: test\n", "  - verification: test\n  - verification: judgment\n"), "stands twice")},
		{report.Basic, "an anchor in a file beside the spec", malformed(githubtest.Files{
			labelFile: before, strings.TrimSuffix(labelFile, ".md") + ".prohibitions.yml": "version: 1\nprohibitions: &all []\n",
		}, "anchor")},
		{report.Basic, "a spec moved out of sight", proven(githubtest.Files{labelFile: githubtest.Removed, "notes/labels.md": labelSpec}, "1 high open")},
		{report.Basic, "a spec that becomes a link", func(a attempt) {
			s := a.repository(labelFiles())
			s.proves()
			s.openCommit("topic", githubtest.Commit{Author: "octocat", Files: githubtest.Files{labelFile: "../../README.md"}, Modes: map[string]string{labelFile: githubtest.ModeSymlink}})
			s.run()
			s.red("1 spec not interrogated")
		}},
		{report.Basic, "a removal among sixty dismissals", func(a attempt) {
			s := a.proving(instead(many.String()))
			s.proven()
			s.red("1 high open")
			summary := s.verdict().Summary
			if removed, first := strings.Index(summary, "is no longer declared"), strings.Index(summary, "it was sent long ago"); removed < 0 || first >= 0 && first < removed {
				s.t.Errorf("the removal does not come first:\n%s", summary)
			}
		}},
		{report.Basic, "a violation outside of the repository", malformed(rewrites("violations/P-001.edit", "../P-001.edit"), "leaves the repository")},
		{report.Basic, "a violation that edits what lies outside", proven(githubtest.Files{"violations/P-001.edit": "surmise-violation 1\nedit ../src/label.sh\n-a\n+b\n"},
			"1 high open · 1 prohibition not held", "REFUSED_PATH")},
		{report.Basic, "a command that is another's", proven(rewrites("`[\"sh\", \"checks/label.sh\"]`", "`[\"sh\", \"-c\", \"true\"]`"), "1 high open · 1 prohibition not held", "REFUSED_ARGV")},
		{report.Basic, "a target that is an option", malformed(rewrites("check_target: checks/label.sh", "check_target: --help"), "is no path")},
		{report.Basic, "an expectation that everything meets", proven(rewrites("  - check_report: stdout\n", "  - check_report: stdout\n  - check_expect: .*\n"), "1 high open · 1 prohibition not held", "REFUSED_DESCRIPTOR")},
	})
}

// TestWeakeningsNeedADecision: each way of giving up a prohibition is a high
// entry until somebody who may decides on that very content.
func TestWeakeningsNeedADecision(t *testing.T) {
	t.Parallel()
	at := strings.Index(labelSpec, "- P-001")
	alone, _, _ := strings.Cut(labelSpec[at:], "  - status")
	for _, tt := range []struct {
		name        string
		head, other githubtest.Files // the second is another weakening of the same sort
	}{
		{"reworded", rewrites("the phone number", "a second phone number"), rewrites("the phone number", "a third phone number")},
		{"held by people", githubtest.Files{labelFile: labelSpec[:at] + alone + "  - verification: judgment\n"},
			githubtest.Files{labelFile: labelSpec[:at] + alone + "  - verification: judgment\n  - category: taste\n"}},
		{"dismissed", githubtest.Files{labelFile: labelSpec[:at] + alone + "  - status: dismissed\n  - reason: nobody reads labels\n"},
			githubtest.Files{labelFile: labelSpec[:at] + alone + "  - status: dismissed\n  - reason: somebody asked\n"}},
		{"pointed elsewhere", rewrites("  - check_test: phone\n", "  - check_test: phone\n  - check_timeout: 9\n"),
			rewrites("  - check_test: phone\n", "  - check_test: phone\n  - check_timeout: 99\n")},
		{"violated otherwise", githubtest.Files{"violations/P-001.edit": easyFault}, githubtest.Files{"violations/P-001.edit": easyFault + "+echo\n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newProofScene(t, tt.head)
			s.proven()
			s.red("1 high open")
			s.refused(s.says("octocat", "/confirm all"), "")
			s.red("1 high open")
			s.says("maria", "/confirm all -- agreed")
			if title := s.verdict().Title; strings.Contains(title, "high open") {
				t.Errorf("still open after a maintainer's word: %q", title)
			}
			s.pushed("octocat", tt.other)
			s.proven()
			s.red("1 high open")
		})
	}
}
