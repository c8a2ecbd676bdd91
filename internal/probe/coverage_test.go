package probe_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/source"
)

func TestReadEdgeCoverage(t *testing.T) {
	t.Parallel()
	const head = "| Category | Requirement | Status | Resolution |\n|--|--|--|--|\n"
	tests := []struct {
		name, text, want string
		supplied         bool
	}{
		{"all labels", "## Edge Coverage\n\n" + head + "| a | R1 | covered | x |\n| b | R1 | backstop | y |\n| c | R1 | dismissed | z |\n| d | R1 | UNRESOLVED | |\n", "1 explicit, 1 backstop, 1 open, 1 dismissed", true},
		{"a suffix and several tables", "## Edge Coverage (8 categories)\n\n" + head + "| a | R1 | `backstop` | x |\n\nMore.\n\n" + head + "| b | R2 | \"backstop \" | x |\n", "0 explicit, 2 backstop, 0 open", true},
		{"a label that is none", "## Edge Coverage\n\n" + head + "| a | R1 | back\"stop | x |\n", "0 explicit, 0 backstop, 1 open", true},
		{"no column of labels", "## Edge Coverage\n\n| a |\n|--|\n| covered |\n", "0 explicit, 0 backstop, 1 open", true},
		{"a head alone", "## Edge Coverage\n\n" + head, "0 explicit, 0 backstop, 0 open", false},
		{"the next section", "## Edge Coverage\n\nNone.\n\n## Other\n\n" + head + "| a | R1 | covered | x |\n", "0 explicit, 0 backstop, 0 open", false},
		{"no section", "## Other\n", "0 explicit, 0 backstop, 0 open", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, supplied := probe.ReadEdgeCoverage(read(t, tt.text))
			if got.String() != tt.want || supplied != tt.supplied {
				t.Errorf("%s, supplied %v; want %s, %v", got, supplied, tt.want, tt.supplied)
			}
		})
	}
}

// FuzzDeclarations reads hostile text in every form: nothing panics, every
// place lies in its file, every problem is one short line, and an id stands
// once among what is declared.
func FuzzDeclarations(f *testing.F) {
	for _, seed := range []string{
		"## Prohibitions\n\n- P-1: x (verification: test)\n  - check_kind: y\n", "---\nmust_haves:\n  prohibitions:\n  - statement: \"x\n---\n",
		"x (prohibition P-1; a: `;)`)", "## Prohibitions\n\n| id | status |\n|--|--|\n| a | `b |\n", "## Prohibitions\n\n### P-1 —\n\nid: x\nstatus: test\n",
		"version: 1\nprohibitions:\n- {id: P-1, statement: x}\n- &a [*a]\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 || !utf8.ValidString(text) || strings.Contains(text, "\x00") {
			return // never read
		}
		d, all := declared(t, text)
		beside := source.New("spec.prohibitions.yml", []byte(text))
		for _, c := range []struct {
			file *source.File
			got  probe.Declarations
		}{{d.File, all}, {beside, probe.Collect("spec.md", config.Sidecar(beside))}} {
			ids := map[string]bool{}
			for _, p := range c.got.Items {
				if ids[p.ID] || p.ID == "" || p.Statement == "" || p.Span.Start > p.Span.End || p.Span.End > c.file.Len() {
					t.Errorf("declared %+v", p)
				}
				ids[p.ID] = true
			}
			for _, p := range c.got.Problems {
				if p.Span.Start > p.Span.End || p.Span.End > c.file.Len() || p.Message == "" {
					t.Errorf("problem %+v", p)
				}
			}
		}
	})
}
