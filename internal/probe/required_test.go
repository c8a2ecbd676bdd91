package probe_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/probe"
)

// TestRequired puts three revisions together. Each want line is one
// prohibition: where it stands, and what a verdict follows from.
func TestRequired(t *testing.T) {
	t.Parallel()
	p := func(id string, change ...func(*probe.Prohibition)) probe.Prohibition {
		out := probe.Prohibition{
			ID: id, Statement: "must not " + id, Status: probe.Resolved, Tier: probe.Test, Spec: "a.md", Path: "a.md",
			Check: probe.Check{Kind: "go-test", Target: "x", Test: "TestX", Violation: "v"},
		}
		for _, c := range change {
			c(&out)
		}
		return out
	}
	all := func(ps ...probe.Prohibition) []probe.Prohibition { return ps }
	dismissed := func(p *probe.Prohibition) {
		p.Status, p.Tier, p.Check, p.Reason = probe.Dismissed, "", probe.Check{}, "why"
	}
	tests := []struct {
		name            string
		tip, base, head []probe.Prohibition
		want            string
	}{
		{"unchanged", all(p("P-1")), all(p("P-1")), all(p("P-1", func(p *probe.Prohibition) { p.ID = "p-1" })), "p-1"},
		{"new", nil, nil, all(p("P-1")), "P-1 brought"},
		{"only at the tip", all(p("P-1"), p("P-9")), all(p("P-1")), all(p("P-1")), "P-1; P-9 behind"},
		{"changed at the tip", all(p("P-1", func(p *probe.Prohibition) { p.Statement = "x" })), all(p("P-1")), all(p("P-1")), "P-1 behind"},
		{"changed on both alike", all(p("P-1", func(p *probe.Prohibition) { p.Tier = probe.Judgment; p.Check = probe.Check{} })), all(p("P-1")),
			all(p("P-1", func(p *probe.Prohibition) { p.Tier = probe.Judgment; p.Check = probe.Check{} })), "P-1 brought weakened(tier)"},
		{"dismissed at the tip", all(p("P-1", dismissed)), all(p("P-1")), all(p("P-1")), "P-1"},
		{"removed at the tip", nil, all(p("P-1")), all(p("P-1")), "P-1"},
		{"removed", nil, all(p("P-1")), nil, "P-1 removed"},
		{"removed after it was dismissed", nil, all(p("P-1", dismissed)), nil, "P-1"},
		{"dismissed", nil, all(p("P-1")), all(p("P-1", dismissed)), "P-1 brought weakened(status)"},
		{"taken up again", nil, all(p("P-1", dismissed)), all(p("P-1")), "P-1 brought"},
		{"reworded and pointed elsewhere", nil, all(p("P-1")), all(p("P-1", func(p *probe.Prohibition) { p.Statement, p.Check.Test = "x", "TestY" })), "P-1 brought weakened(statement check)"},
		{"another violation", nil, all(p("P-1")), all(p("P-1", func(p *probe.Prohibition) { p.Check.Violation = "w" })), "P-1 brought weakened(violation)"},
		{"a test in place of judgment", nil, all(p("P-1", func(p *probe.Prohibition) { p.Tier = probe.Judgment; p.Check = probe.Check{} })), all(p("P-1")), "P-1 brought"},
		{"a check where there was none", nil, all(p("P-1", func(p *probe.Prohibition) { p.Check = probe.Check{} })), all(p("P-1")), "P-1 brought"},
		{"an unresolved one reworded", nil, all(p("P-1", func(p *probe.Prohibition) { p.Status, p.Tier, p.Check = probe.Unresolved, "", probe.Check{} })),
			all(p("P-1", func(p *probe.Prohibition) {
				p.Status, p.Tier, p.Check, p.Statement = probe.Unresolved, "", probe.Check{}, "x"
			})), "P-1 brought weakened(statement)"},
		{"moved to another spec", nil, all(p("P-1")), all(p("P-1", func(p *probe.Prohibition) { p.Spec, p.Path = "b.md", "b.md" })), "P-1"},
		{"renumbered", nil, all(p("P-1")), all(p("P-2", func(p *probe.Prohibition) { p.Statement = "must not P-1" })), "P-2 brought"},
		{"copied to two specs", nil, all(p("P-1")), all(p("P-1", func(p *probe.Prohibition) { p.Spec = "b.md" }), p("P-1", func(p *probe.Prohibition) { p.Spec = "c.md" })),
			"P-1 removed; P-1 brought; P-1 brought"},
		{"the same id in two specs", nil, nil, all(p("P-1"), p("P-1", func(p *probe.Prohibition) { p.Spec = "b.md" })), "P-1 brought; P-1 brought"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, s := range probe.Required(tt.tip, tt.base, tt.head) {
				line := s.Shown().ID
				for _, mark := range []struct {
					is   bool
					word string
				}{{s.Behind(), "behind"}, {s.Removed(), "removed"}, {s.Brought(), "brought"}} {
					if mark.is {
						line += " " + mark.word
					}
				}
				if w := s.Weakened(); len(w) > 0 {
					line += " weakened" + strings.Replace(strings.Replace(fmt.Sprint(w), "[", "(", 1), "]", ")", 1)
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "; ")); diff != "" {
				t.Errorf("standings (-want +got):\n%s", diff)
			}
		})
	}
	changed := probe.Standing{Base: &[]probe.Prohibition{p("P-1")}[0], Head: &[]probe.Prohibition{p("P-1")}[0], Violation: "other bytes"}
	if diff := cmp.Diff([]probe.Aspect{probe.AspectViolation}, changed.Weakened()); diff != "" {
		t.Errorf("aspects of a violation with other content (-want +got):\n%s", diff)
	}
}

// TestUndeclared counts what a spec forbids without declaring it.
func TestUndeclared(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       string
	}{
		{"two", "## Rules\n\n- It MUST NOT nag. It must not log.\n- It must nag.\n", "2 at 3 []"},
		{"declared", "## Prohibitions\n\n- P-1: It must not nag\n  - verification: judgment\n", "0 at 1 []"},
		{"in a declared item's keys", "## Prohibitions\n\n- P-1: no nagging\n  - status: dismissed\n  - reason: it must not be so\n", "0 at 1 []"},
		{"owned elsewhere", "It must not allow SQL injection.\n", "0 at 1 [{injection the security review and its linters}]"},
		{"in code", "```\nIt must not nag.\n```\n", "0 at 1 []"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d, declarations := declared(t, tt.text)
			u := probe.FindUndeclared(d, declarations)
			if got := fmt.Sprintf("%d at %d %v", u.Sentences, d.File.Position(u.First.Start).Line, u.Referred); got != tt.want {
				t.Errorf("undeclared %q, want %q", got, tt.want)
			}
		})
	}
}
