package app

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestOwnLabels holds the detectors to the floors of the repository's own
// labelled lines, the open half and the one held out each by itself. The floors
// are what has been reached: a change may raise them, and needs a reason to
// lower one. No clear line may ever be flagged high.
func TestOwnLabels(t *testing.T) {
	t.Parallel()
	got := evalOwn(t)
	if len(got.Below) == 0 {
		return
	}
	var b strings.Builder
	if err := (Evaluation{Labels: got.Labels, Below: got.Below}).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	t.Error(b.String())
}

// TestOwnFloors keeps a floor under either half.
func TestOwnFloors(t *testing.T) {
	t.Parallel()
	var floors map[string]floor
	data, err := os.ReadFile(testkit.Path(t, "testdata", "eval", "floors.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &floors); err != nil {
		t.Fatal(err)
	}
	for _, set := range []string{openLabels, heldOutLabels} {
		if f := floors[set]; f.Precision == 0 || f.Recall == 0 || f.FalseFlags >= 0.5 {
			t.Errorf("%s: the floors ask for nothing: %+v", set, f)
		}
	}
}

// TestOwnLabelsAreEnough holds the set to its purpose: defects and clear lines,
// many of each, about half of them held out.
func TestOwnLabelsAreEnough(t *testing.T) {
	t.Parallel()
	got := evalOwn(t)
	all, held := got.Labels[0], got.Labels[2]
	if all.Recall.Of < 300 || all.FalseFlags.Of < 300 {
		t.Errorf("%d defects and %d clear lines, want 300 of each", all.Recall.Of, all.FalseFlags.Of)
	}
	share := float64(held.Recall.Of+held.FalseFlags.Of) / float64(all.Recall.Of+all.FalseFlags.Of)
	if share < 0.4 || share > 0.6 {
		t.Errorf("%.2f of the lines are held out, want about half", share)
	}
}

func evalOwn(t *testing.T) Evaluation {
	t.Helper()
	got, err := Eval(t.Context(), os.DirFS(testkit.Path(t, "testdata", "eval")))
	if err != nil {
		t.Fatal(err)
	}
	return got
}
