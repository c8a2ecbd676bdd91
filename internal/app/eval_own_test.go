package app

import (
	"os"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestOwnLabels measures the detectors on the repository's own labelled lines.
// The floors are what has been reached: a change may raise them, and needs a
// reason to lower one. No clear line may ever be flagged high.
func TestOwnLabels(t *testing.T) {
	t.Parallel()
	got, err := Eval(t.Context(), os.DirFS(testkit.Path(t, "testdata", "eval")))
	if err != nil {
		t.Fatal(err)
	}
	floors := map[string]struct{ precision, recall, falseFlags float64 }{
		"all labels": {precision: 0.80, recall: 0.36, falseFlags: 0.12},
		"held out":   {precision: 0.80, recall: 0.34, falseFlags: 0.12},
	}
	if len(got.Labels) != len(floors) {
		t.Fatalf("%d sets of labels, want %d", len(got.Labels), len(floors))
	}
	for _, l := range got.Labels {
		floor := floors[l.Name]
		if l.Precision.Value() < floor.precision || l.Recall.Value() < floor.recall ||
			l.FalseFlags.Value() > floor.falseFlags || l.HighFlags > 0 {
			var b strings.Builder
			if err := (Evaluation{Labels: got.Labels}).WriteText(&b); err != nil {
				t.Fatal(err)
			}
			t.Errorf("%s: want precision %.2f, recall %.2f, at most %.2f clear lines flagged and none high:\n%s",
				l.Name, floor.precision, floor.recall, floor.falseFlags, &b)
		}
	}
}

// TestOwnLabelsAreEnough holds the set to its purpose: defects and clear lines,
// many of each, about half of them held out.
func TestOwnLabelsAreEnough(t *testing.T) {
	t.Parallel()
	got, err := Eval(t.Context(), os.DirFS(testkit.Path(t, "testdata", "eval")))
	if err != nil {
		t.Fatal(err)
	}
	all, held := got.Labels[0], got.Labels[1]
	if all.Recall.Of < 300 || all.FalseFlags.Of < 300 {
		t.Errorf("%d defects and %d clear lines, want 300 of each", all.Recall.Of, all.FalseFlags.Of)
	}
	share := float64(held.Recall.Of+held.FalseFlags.Of) / float64(all.Recall.Of+all.FalseFlags.Of)
	if share < 0.4 || share > 0.6 {
		t.Errorf("%.2f of the lines are held out, want about half", share)
	}
}
