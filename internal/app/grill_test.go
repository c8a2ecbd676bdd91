package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/report"
)

// grillReport is a report on [lockers].
const grillReport = `# Spec grill report

- Spec: docs/lockers.md

## Grill findings

### Ambiguities and missing acceptance criteria

1. It is not said what "A borrower collects a book" means for a group.

### Unstated assumptions

None identified.

### Security blind spots

1. Nobody says who can open a locker by hand.

### Scale and reliability blind spots

None identified.

### Contradictions

1. FR-002 and FR-003 do not agree.

### Edge cases

None identified.
`

func grill(t *testing.T, spec, text string) (report.Report, error) {
	t.Helper()
	return app.Interrogate(context.Background(), app.Request{
		Tool: "test", Documents: []app.Document{{Path: "docs/lockers.md", Data: []byte(spec)}}, Grill: &app.Document{Path: "report.md", Data: []byte(text)},
	})
}

func grillFindings(r report.Report) (lines []string, fingerprints map[string]string) {
	fingerprints = make(map[string]string)
	for _, f := range r.Findings {
		if f.Detector == "grill" {
			lines = append(lines, fmt.Sprintf("%d %s %s %s %d", f.At.Start.Line, f.Severity, f.Class, f.Affects, len(f.Related)))
			fingerprints[f.Affects] = string(f.Fingerprint)
		}
	}
	return lines, fingerprints
}

// TestGrill shows where the lines of a report come to lie, and for how long a
// decision on one holds.
func TestGrill(t *testing.T) {
	t.Parallel()
	r, err := grill(t, lockers, grillReport)
	if err != nil {
		t.Fatal(err)
	}
	got, before := grillFindings(r)
	want := []string{"1 high missing security 0", "11 medium ambiguous acceptance-criteria 0", "26 high contradictory requirements 1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	for name, tt := range map[string]struct {
		from, to string
		stays    map[string]bool
	}{
		"something else changes": {"within 2 seconds", "within 3 seconds", map[string]bool{"security": false, "acceptance-criteria": true, "requirements": true}},
		"only the wrapping":      {"A borrower collects a book.", "A borrower collects\na book.", map[string]bool{"security": true, "acceptance-criteria": true, "requirements": true}},
		"the other side changes": {"9 days", "7 days", map[string]bool{"security": false, "acceptance-criteria": true, "requirements": false}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := grill(t, strings.Replace(lockers, tt.from, tt.to, 1), grillReport)
			if err != nil {
				t.Fatal(err)
			}
			_, after := grillFindings(r)
			for area, stays := range tt.stays {
				if got := before[area] == after[area]; got != stays {
					t.Errorf("%s keeps its identity: %v, want %v", area, got, stays)
				}
			}
		})
	}
}

// TestGrillRefusal shows that a report that is none is no clean bill.
func TestGrillRefusal(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ text, want string }{
		"empty":        {"", "report.md:1:1: no section"},
		"another spec": {strings.Replace(grillReport, "docs/lockers.md", "docs/other.md", 1), `the grill report "report.md" is about "docs/other.md", which is not interrogated here`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := grill(t, lockers, tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}
