package report_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/report"
)

// TestDismissedIsListedOnly lists a dismissed prohibition, and hands it to
// nobody who decides again by the recorded report.
func TestDismissedIsListedOnly(t *testing.T) {
	t.Parallel()
	held := gate.Prohibition{ID: "P-001", Path: "SPEC.md", Line: 3, Tier: "test", Outcome: gate.Pass, Code: "PROVEN", Reason: "proven"}
	r := report.Report{
		Verdict:      gate.Verdict{Status: gate.Pass},
		Prohibitions: []gate.Prohibition{held},
		Dismissed:    []gate.Prohibition{{ID: "P-002", Path: "SPEC.md", Line: 4, Outcome: gate.Skipped, Code: gate.CodeDismissed, Reason: "no cards any more"}},
	}
	for _, f := range report.Formats() {
		if f.ID != "json" {
			continue
		}
		data, err := f.Render(r, report.Style{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := report.ReadJSON("report.json", data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]gate.Prohibition{held}, got.Prohibitions); diff != "" {
			t.Errorf("prohibitions of the recorded report (-want +got):\n%s", diff)
		}
	}
}
