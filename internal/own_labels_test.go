package internal_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestOwnLabels measures the detectors on the repository's own labelled lines
// and holds them to the floors of testdata/eval, the open half and the one held
// out each by itself. The floors are what has been reached: a change may raise
// them, and needs a reason to lower one. No clear line may ever be flagged high.
//
// With -update what explain says of each detector's precision is written anew.
func TestOwnLabels(t *testing.T) {
	t.Parallel()
	got, err := app.Eval(t.Context(), os.DirFS(testkit.Path(t, "testdata", "eval")))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Below) > 0 {
		var b strings.Builder
		if err := (app.Evaluation{Labels: got.Labels, Below: got.Below}).WriteText(&b); err != nil {
			t.Fatal(err)
		}
		t.Error(b.String())
	}

	testkit.Golden(t, testkit.Path(t, "internal", "app", "measured.tsv"), []byte(got.Measured()))

	// Defects and clear lines, many of each, about half of them held out.
	all, held := got.Labels[0], got.Labels[2]
	if all.Recall.Of < 300 || all.FalseFlags.Of < 300 {
		t.Errorf("%d defects and %d clear lines, want 300 of each", all.Recall.Of, all.FalseFlags.Of)
	}
	share := float64(held.Recall.Of+held.FalseFlags.Of) / float64(all.Recall.Of+all.FalseFlags.Of)
	if share < 0.4 || share > 0.6 {
		t.Errorf("%.2f of the lines are held out, want about half", share)
	}
}

// TestOwnFloors keeps a floor under either half.
func TestOwnFloors(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(testkit.Path(t, "testdata", "eval", "floors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var floors map[string]struct {
		Precision, Recall float64
		FalseFlags        float64 `json:"false_flags"`
	}
	if err := json.Unmarshal(data, &floors); err != nil {
		t.Fatal(err)
	}
	for _, set := range []string{"open", "held out"} {
		if f := floors[set]; f.Precision < 0.5 || f.Recall < 0.3 || f.FalseFlags > 0.3 {
			t.Errorf("%s: the floors ask for nothing: %+v", set, f)
		}
	}
}
