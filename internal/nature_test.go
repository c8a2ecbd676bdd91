package internal_test

import (
	"testing"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
)

// TestNature holds the ledger to the detectors: what takes back or silences is
// known as such, so that its author cannot clear it, and contradictions are
// never acknowledged.
func TestNature(t *testing.T) {
	t.Parallel()
	for _, d := range detect.All() {
		want := ledger.Gap
		switch {
		case d.Change != nil:
			want = ledger.Weakening
		case d.Silence != nil:
			want = ledger.Silencer
		case d.Class == finding.Contradictory:
			want = ledger.Contradiction
		}
		if got := (ledger.Entry{Source: d.ID, Class: d.Class}).Nature(); got != want {
			t.Errorf("the nature of %s is %d, want %d", d.ID, got, want)
		}
	}
}
