package detect_test

import (
	"slices"
	"testing"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestEdits takes each suggested edit of the bad fixtures at its word: with the
// edit in place of the finding's words, that finding is gone and no other has
// come.
func TestEdits(t *testing.T) {
	t.Parallel()
	suggesting := make(map[string]bool)
	for _, d := range detect.All() {
		for _, c := range testkit.Cases(t, testkit.Path(t, "testdata", "detect", d.ID, "bad")) {
			found := findings(t, d, c)
			for _, f := range found {
				if f.Edit == "" {
					continue
				}
				suggesting[d.ID] = true
				if f.Side != finding.Head {
					t.Errorf("%s: %s: an edit of the base is suggested: %q", c.Name, d.ID, f.Edit)
					continue
				}
				if left := places(findings(t, d, edited(c, f))); left >= places(found) {
					t.Errorf("%s: %s: with %q in place of %q, %d places are left of %d", c.Name, d.ID, f.Edit, f.Text, left, places(found))
				}
			}
		}
	}
	for _, id := range []string{"glossary-drift", "undefined-term", "weak-modal", "weakened-requirement"} {
		if !suggesting[id] {
			t.Errorf("%s suggests no edit in any fixture", id)
		}
	}
}

// places counts where findings of one detector stand; a finding may have more
// places than its own.
func places(findings []finding.Finding) int {
	n := 0
	for _, f := range findings {
		n++
		for _, r := range f.Related {
			if r.Side == finding.Head {
				n++
			}
		}
	}
	return n
}

// edited is the case with a finding's edit taken.
func edited(c testkit.Case, f finding.Finding) testkit.Case {
	c.Head = slices.Clone(c.Head)
	for i, file := range c.Head {
		if file.Path == f.Path {
			c.Head[i].Data = slices.Concat(file.Data[:f.Span.Start], []byte(f.Edit), file.Data[f.Span.End:])
		}
	}
	return c
}
