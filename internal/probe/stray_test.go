package probe_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/probe"
)

// TestStraysAreCheap bounds what looking for stray tags costs. Only what grows
// with the square of the length takes longer than the limit.
func TestStraysAreCheap(t *testing.T) {
	const most, many = 5 * time.Second, 20_000
	var declared, strays strings.Builder
	for i := range many {
		fmt.Fprintf(&declared, "- P-%d: The desk must not log a name.\n", i+1)
		fmt.Fprintf(&strays, "The desk must not (prohibition P-%d) log a name.\n\n", 2*many-i)
	}
	for _, tt := range []struct {
		name, text string
		problems   int
	}{
		{"nested brackets", "A prohibition " + strings.Repeat("(", 2*many) + "x" + strings.Repeat(")", 2*many) + " ends.\n", 0},
		{"nested brackets of both kinds", "A prohibition " + strings.Repeat("(", many) + strings.Repeat("[(", 900) + "x" + strings.Repeat(")]", 900) + strings.Repeat(")", many) + " ends.\n", 0},
		{"nested fields", "A prohibition " + strings.Repeat("(a: b, ", many) + "x" + strings.Repeat(")", many) + " ends.\n", 0},
		{"brackets that are not shut", "A prohibition (x) " + strings.Repeat("(", 2*many) + " ends.\n", 0},
		{"declarations and stray tags", "## Prohibitions\n\n" + declared.String() + "\n## Desk\n\n" + strays.String(), many},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := read(t, tt.text)
			start := time.Now()
			got := probe.FromDocument(d)
			if took := time.Since(start); took > most {
				t.Errorf("took %v, want at most %v", took, most)
			}
			if diff := cmp.Diff(tt.problems, len(got.Problems)); diff != "" {
				t.Errorf("problems (-want +got)\n%s", diff)
			}
		})
	}
}
