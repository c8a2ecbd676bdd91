package detect_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

func TestChanges(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, base, head string
		want             []string
	}{
		{"nothing", "- **FR-001**: Orders MUST have a number.", "- **FR-001**: Orders MUST have a number.", nil},
		{"markup alone", "- **FR-001**: Orders MUST have a number.", "* FR-001: Orders MUST have a number", nil},
		{"one of each", `
- **FR-001**: Orders MUST have a number.
- **FR-002**: The payment timeout is 5 s.
- **FR-003**: Refunds MUST be paid within 14 days.
- **FR-004**: Buyers MUST be able to cancel.
- **FR-005**: Prices MUST be shown in EUR.
- **FR-006**: Receipts MUST be sent within 5 minutes.
`, `
- **FR-001**: Orders MUST have a number.
- **FR-002**: The payment timeout is 30 s.
- **FR-003**: Refunds MUST be paid within 7 days.
- **FR-005**: Prices MUST be shown in CHF.
- **FR-006**: Each receipt MUST be sent within 300 s.
- **FR-007**: Sellers MUST confirm stock weekly.
`, []string{
			"looser FR-002 5 s → 30 s",
			"removed FR-004 ",
			"tighter FR-003 within 14 days → within 7 days",
			"changed FR-005 EUR → CHF",
			"new FR-007 ",
			"re-worded FR-006 ",
		}},
		{"bound dropped", "- **FR-001**: Orders MUST close within 2 days.", "- **FR-001**: Orders MUST close.",
			[]string{"looser FR-001 within 2 days → none"}},
		{"bound kept in a second sentence", "- **FR-001**: Orders MUST close within 2 days.",
			"- **FR-001**: Orders MUST close. That happens within 2 days.", []string{"changed FR-001 within 2 days → none"}},
		{"out of scope", "- Orders MUST have a number.\n- Orders MUST close.", "- Orders MUST have a number.\n\n## Out of Scope\n\n- Orders MUST close.",
			[]string{"removed Requirements "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			read := func(items string) []*spec.Document {
				return []*spec.Document{parse(t, testkit.File{Path: "spec.md", Data: []byte("# Shop\n\n## Requirements\n\n" + items + "\n")})}
			}
			var got []string
			for _, c := range detect.Compare(read(tt.base), read(tt.head)).Changes() {
				got = append(got, fmt.Sprintf("%s %s %s", c.Kind, c.Subject, c.Text))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
		})
	}
}

// TestNewFileIsNew shows that an empty base makes everything new and nothing
// removed or weakened.
func TestNewFileIsNew(t *testing.T) {
	t.Parallel()
	head := parse(t, testkit.File{Path: "spec.md", Data: []byte("## Requirements\n\n- Orders MUST have a number.\n")})
	got := detect.Compare(nil, []*spec.Document{head}).Changes()
	if len(got) != 1 || got[0].Kind != detect.Added || got[0].Before.Path != "" || got[0].After.Path != "spec.md" {
		t.Errorf("changes: %+v", got)
	}
}

// TestRemovalsOfOneKind shows that many requirements that differ in their number
// alone do not take the square of the time.
func TestRemovalsOfOneKind(t *testing.T) {
	t.Parallel()
	const n, most = 6000, 30 * time.Second
	read := func(from, n int) []*spec.Document {
		var b strings.Builder
		b.WriteString("## Requirements\n\n")
		for i := range n {
			fmt.Fprintf(&b, "- The gateway MUST respond within %d s.\n", from+i)
		}
		return []*spec.Document{parse(t, testkit.File{Path: "spec.md", Data: []byte(b.String())})}
	}
	base, head := read(1, 2*n), read(2*n+1, n)
	start := time.Now()
	got := detect.Compare(base, head).Changes()
	if took := time.Since(start); took > most {
		t.Errorf("the comparison took %v, want at most %v", took, most)
	}
	if len(got) < n {
		t.Errorf("%d changes, want at least the %d requirements that are gone", len(got), n)
	}
}
