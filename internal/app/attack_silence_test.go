package app_test

import (
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/report"
)

// forbids has a prohibition by its lead-in.
const forbids = `# Payments

The shop takes payments by card.

## Requirements

- **FR-001**: The shop MUST confirm a payment within 5 seconds.

The shop MUST NOT:

- store the number of a card
- show a card's code to the staff

## Acceptance criteria

- A customer who pays sees the confirmation within 5 seconds.
`

// TestSilencers are attacks that take words out of sight, or sight from words.
// Each head is red; who wrote it cannot clear that, and a maintainer can.
func TestSilencers(t *testing.T) {
	t.Parallel()
	const (
		item    = "- **FR-001**: The system MUST confirm a reservation by e-mail within 5 minutes.\n"
		heading = "## Requirements\n"
	)
	held := func(from, to string) githubtest.Files {
		return githubtest.Files{specFile: strings.Replace(heldSpec, from, to, 1)}
	}
	with := func(files githubtest.Files, name, text string) githubtest.Files {
		files[name] = text
		return files
	}
	gap := func() githubtest.Files { return githubtest.Files{specFile: gapSpec()} }
	policy := func(text string) githubtest.Files { return with(gap(), ".github/surmise.yml", "version: 1\n"+text) }
	tests := []struct {
		name  string
		main  githubtest.Files // nil is the held spec
		head  githubtest.Files
		modes map[string]string
		title string
		// mine says that the author may clear it: the gap is an ordinary one,
		// which the silencer did not hide.
		mine bool
		// unread says that nobody can clear it by words.
		unread bool
	}{
		{name: "a suppression beside the gap", title: "2 high open", head: githubtest.Files{specFile: strings.Replace(gapSpec(),
			releaseRequirement, strings.TrimSuffix(releaseRequirement, "\n")+" <!-- surmise:allow placeholder -- the shops will say -->\n", 1)}},
		{name: "a policy that gates nothing", head: policy("assumptions: off\n"), title: "1 high open", mine: true},
		{name: "a policy that observes", head: policy("mode: observe\n"), title: "1 high open", mine: true},
		{name: "a policy that switches the detector off", head: policy("detectors:\n  placeholder: off\n"), title: "1 high open", mine: true},
		{name: "globs that leave the spec out", head: policy("specs:\n  include: [\"other/**/*.md\"]\n"), title: "1 high open", mine: true},
		{name: "globs that exclude the spec", head: policy("specs:\n  exclude: [\"docs/specs/**\"]\n"), title: "1 high open", mine: true},
		{name: "a policy that lets the author go on", head: policy("autonomous:\n  enabled: true\n"), title: "1 high open", mine: true},
		{name: "a policy that nobody can read", head: with(gap(), ".github/surmise.yml", "version: [\n"), title: "1 high open", mine: true},
		{name: "a policy that is a link", head: with(gap(), ".github/surmise.yml", "../docs/specs/reservations.md"), title: "1 high open", mine: true,
			modes: map[string]string{".github/surmise.yml": githubtest.ModeSymlink}},
		{name: "a requirement moved into a fence", head: held(item, "```text\n"+item+"```\n"), title: "high open"},
		{name: "a requirement moved into an HTML comment", head: held(item, "<!--\n"+item+"-->\n"), title: "high open"},
		{name: "a requirement moved into front matter", head: githubtest.Files{
			specFile: "---\nnotes: |\n  " + item + "---\n" + strings.Replace(heldSpec, item, "", 1)}, title: "high open"},
		{name: "a requirement quoted", head: held(item, "> "+item), title: "high open"},
		{name: "a requirement struck out", head: held(item, "- ~~"+strings.TrimSuffix(item[2:], "\n")+"~~\n"), title: "high open"},
		{name: "a requirement indented into code", head: held(item, "\n      "+item), title: "high open"},
		{name: "a requirement made a link's target", head: held(item, "[r]: https://example.com \"The system MUST confirm a reservation by e-mail within 5 minutes.\"\n"), title: "high open"},
		{name: "a section renamed into background", head: held(heading, "## Background\n"), title: "high open"},
		{name: "a section renamed into a changelog", head: held(heading, "## Changelog\n"), title: "high open"},
		{name: "a spec moved out of the globs", head: githubtest.Files{specFile: githubtest.Removed, "docs/notes/reservations.md": heldSpec}, title: "1 high open"},
		{name: "a spec renamed to another extension", head: githubtest.Files{specFile: githubtest.Removed, "docs/specs/reservations.txt": heldSpec}, title: "1 high open"},
		{name: "a spec moved into an archive", head: githubtest.Files{
			specFile: githubtest.Removed, "openspec/changes/archive/2026-03-02-x/specs/reservations/spec.md": heldSpec}, title: "1 high open"},
		{name: "a spec emptied", head: githubtest.Files{specFile: ""}, title: "1 spec not interrogated", unread: true},
		{name: "a spec that becomes a link", head: githubtest.Files{specFile: "../../README.md"}, title: "1 spec not interrogated", unread: true,
			modes: map[string]string{specFile: githubtest.ModeSymlink}},
		{name: "a spec that becomes a submodule", head: githubtest.Files{specFile: strings.Repeat("ab", 20)}, title: "1 spec not interrogated", unread: true,
			modes: map[string]string{specFile: githubtest.ModeSubmodule}},
		{name: "a folder of specs that becomes a link", head: githubtest.Files{specFile: githubtest.Removed, "docs/specs": "../other"}, title: "1 high open",
			modes: map[string]string{"docs/specs": githubtest.ModeSymlink}},
		{name: "a spec that becomes binary", head: githubtest.Files{specFile: heldSpec + "\x00"}, title: "1 spec not interrogated", unread: true},
		{name: "a spec in another encoding", head: githubtest.Files{specFile: heldSpec + "\xff\xfe"}, title: "1 spec not interrogated", unread: true},
		{name: "a spec with brackets without end", head: githubtest.Files{specFile: heldSpec + strings.Repeat("[", 5000)}, title: "1 spec not interrogated", unread: true},
		{name: "a spec nested without end", head: githubtest.Files{specFile: heldSpec + strings.Repeat("> ", 5000) + "x"}, title: "1 spec not interrogated", unread: true},
		{name: "a lead-in that drops its negation", main: githubtest.Files{specFile: forbids},
			head: githubtest.Files{specFile: strings.Replace(forbids, "MUST NOT:", "MUST:", 1)}, title: "high open"},
		{name: "an item moved under a weaker lead-in", main: githubtest.Files{specFile: forbids},
			head: githubtest.Files{specFile: strings.Replace(forbids, "- show", "\nThe shop SHOULD NOT:\n\n- show", 1)}, title: "1 high open"},
		{name: "a modal made code", head: held("MUST", "`MUST`"), title: "1 high open"},
		{name: "a bound struck out", head: held("e-mail within 5 minutes.", "e-mail ~~within 5 minutes~~."), title: "1 high open"},
		{name: "a modal weakened", head: held("MUST confirm", "MAY confirm"), title: "1 high open"},
		{name: "a bound loosened", head: held("by e-mail within 5 minutes", "by e-mail within 5 hours"), title: "1 high open"},
		{name: "an exception added", head: held("within 5 minutes.", "within 5 minutes unless the shop is busy."), title: "1 high open"},
	}
	var attacks []attack
	for _, tt := range tests {
		attacks = append(attacks, attack{report.Basic, tt.name, func(a attempt) {
			main := tt.main
			if main == nil {
				main = githubtest.Files{specFile: heldSpec}
			}
			s := a.repository(main)
			s.openCommit("topic", githubtest.Commit{Files: tt.head, Modes: tt.modes})
			s.run()
			s.red(tt.title)
			s.says("octocat", "/confirm all @"+s.pull.Head()[:12])
			if !tt.mine {
				s.red("")
			}
			s.says("maria", "/confirm all @"+s.pull.Head()[:12])
			if tt.unread {
				s.red(tt.title)
			} else {
				s.green("confirmed")
			}
			s.inert()
		}})
	}
	playAttacks(t, attacks)
}
