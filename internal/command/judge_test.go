package command_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
)

// TestJudge tells histories of one prohibition; want is where people's word on
// it stands at the end.
func TestJudge(t *testing.T) {
	t.Parallel()
	holds, violated := "/judge P-005 holds -- looked at it", "/judge P-005 violated -- it nags"
	gone := func(c command.Case) command.Case {
		c.Record = c.Decide().Record
		c.Notes = nil
		return c
	}
	tests := []struct {
		name  string
		story func(*testing.T, command.Case) command.Case
		want  string
	}{
		{"nobody", func(_ *testing.T, c command.Case) command.Case { return c }, "nothing"},
		{"holds", func(t *testing.T, c command.Case) command.Case { return say(t, c, 1, 10, "writer", holds) }, "holds"},
		{"violated", func(t *testing.T, c command.Case) command.Case { return say(t, c, 1, 10, "writer", violated) }, "violated"},
		{"the newest word", func(t *testing.T, c command.Case) command.Case {
			return say(t, say(t, c, 1, 10, "writer", violated), 2, 11, "second", holds)
		}, "holds"},
		{"violated again", func(t *testing.T, c command.Case) command.Case {
			return say(t, say(t, c, 1, 10, "writer", holds), 2, 11, "second", violated)
		}, "violated"},
		{"by somebody who may not", func(t *testing.T, c command.Case) command.Case { return say(t, c, 1, 10, "triager", holds) }, "nothing"},
		{"a deleted comment that held", func(t *testing.T, c command.Case) command.Case {
			return gone(say(t, c, 1, 10, "writer", holds))
		}, "nothing"},
		{"a deleted comment that did not", func(t *testing.T, c command.Case) command.Case {
			return gone(say(t, c, 1, 10, "writer", violated))
		}, "violated"},
		{"an edited comment", func(t *testing.T, c command.Case) command.Case {
			return say(t, c, 1, 10, "writer", holds, func(p *pull.Comment) { p.EditedAt, p.Editor = at(11), "writer" })
		}, "nothing"},
		{"a forged receipt", func(t *testing.T, c command.Case) command.Case {
			c.Record = say(t, c, 1, 10, "writer", holds).Decide().Record
			return c
		}, "nothing"},
		{"other words since", func(t *testing.T, c command.Case) command.Case {
			old := c.Prohibitions
			c.Runs = append(c.Runs, pull.Run{ID: 2, Name: "surmise", HeadSHA: second, CompletedAt: at(20)})
			c.Request.HeadSHA = second
			c.Views = []ledger.View{{HeadSHA: first, Ledger: c.Head, Prohibitions: old}}
			c.Prohibitions = []ledger.Prohibition{judged(t, "P-005", "docs/new.md")}
			return say(t, c, 1, 10, "writer", holds)
		}, "nothing"},
		{"one of two people", func(t *testing.T, c command.Case) command.Case {
			c.Policy.People.RequiredHigh = 2
			return say(t, say(t, c, 1, 10, "writer", holds), 2, 11, "Writer", holds)
		}, "1 missing"},
		{"two people", func(t *testing.T, c command.Case) command.Case {
			c.Policy.People.RequiredHigh = 2
			return say(t, say(t, c, 1, 10, "writer", holds), 2, 11, "second", holds)
		}, "holds"},
		{"one of two people after a violation", func(t *testing.T, c command.Case) command.Case {
			c.Policy.People.RequiredHigh = 2
			return say(t, say(t, c, 1, 10, "writer", violated), 2, 11, "second", holds)
		}, "violated"},
		{"a contributor where duties are separated", func(t *testing.T, c command.Case) command.Case {
			c.Policy.People = policy.People{Minimum: pull.Write, RequiredHigh: 1, SeparationOfDuties: true}
			return say(t, c, 1, 10, "helper", holds)
		}, "nothing"},
		{"a contributor's own doubt", func(t *testing.T, c command.Case) command.Case {
			c.Policy.People = policy.People{Minimum: pull.Write, RequiredHigh: 1, SeparationOfDuties: true}
			return say(t, c, 1, 10, "helper", violated)
		}, "violated"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := tt.story(t, world(t))
			got := "nothing"
			for _, j := range c.Decide().Judgments {
				for _, p := range c.Prohibitions {
					if p.Key == j.Key {
						if got = j.Word; j.Missing > 0 && j.Word == "" {
							got = "1 missing"
						}
					}
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("judgment (-want +got):\n%s", diff)
			}
		})
	}
}
