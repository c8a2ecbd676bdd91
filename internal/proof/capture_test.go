package proof_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestCaptures reads what the real tools printed, without the tools. With -v it
// says how many cases there are, and what they come to.
func TestCaptures(t *testing.T) {
	t.Parallel()
	var all tally
	for _, k := range proof.Kinds() {
		var cases tally
		for _, c := range captures(t, k.ID) {
			code, _, _ := strings.Cut(c.want, "\n")
			cases, all = append(cases, code), append(all, code)
			t.Run(k.ID+"/"+strings.TrimSuffix(filepath.Base(c.path), ".txtar"), func(t *testing.T) {
				t.Parallel()
				results := c.read(t)
				got := describe(c.judge(results), results)
				if testkit.Updating() && got != c.want {
					c.want = got
					c.write(t)
					return
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("%s\n%s: (-want +got)\n%s", c.about, c.path, diff)
				}
			})
		}
		t.Logf("%s: %s", k.ID, cases)
	}
	t.Logf("all kinds: %s", all)
}

// tally is the codes of cases.
type tally []string

// String counts them.
func (c tally) String() string {
	proven := 0
	for _, code := range c {
		if code == string(proof.Proven) {
			proven++
		}
	}
	codes := slices.Compact(slices.Sorted(slices.Values(c)))
	return fmt.Sprintf("%d cases, %d PROVEN, %d not, %d codes", len(c), proven, len(c)-proven, len(codes))
}
