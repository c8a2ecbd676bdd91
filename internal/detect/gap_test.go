package detect_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestGaps shows, line by line, where the detectors of what nobody speaks of
// draw their lines. What they flag is written "detector: words".
func TestGaps(t *testing.T) {
	t.Parallel()
	const failure, untestable = "missing-failure-behaviour: ", "untestable-criterion: "
	for _, tt := range []struct {
		name, line string
		want       []string
	}{
		{"fetches from another system", "The desk fetches covers from the cover server.", []string{failure + "fetches covers from the cover server"}},
		{"asks another system", "The desk must query the rate feed each hour.", []string{failure + "query the rate feed"}},
		{"in the passive", "Each loan must be sent to the tax gateway.", []string{failure + "sent to the tax gateway"}},
		{"the product itself", "The desk must send the form to the service.", nil},
		{"a part of another name", "The desk must read the server name.", nil},
		{"a permission", "The desk may fetch covers from the cover server.", nil},
		{"a prohibition", "The desk must not fetch covers from the cover server.", nil},
		{"with its failure", "The desk fetches covers from the cover server; if that fails, a grey cover is shown.", nil},
		{"its failure elsewhere", "The desk fetches covers from the cover server.\n- An unreachable cover server means grey covers.", nil},
		{"the failure of something else", "The desk fetches covers from the cover server.\n- A wrong card is refused.", []string{failure + "fetches covers from the cover server"}},
		{"handled", "The desk must handle errors.", []string{failure + "handle errors"}},
		{"handled how", "The desk must handle errors by asking again.", nil},

		{"harm to judge", "Reminders must never annoy readers.", []string{untestable + "never annoy"}},
		{"harm as the reason", "The desk must send one reminder a day, so that no reader is annoyed.", nil},
		{"harm that is not denied", "The desk must list what annoyed readers.", nil},
		{"everything", "The desk must run bug-free.", []string{untestable + "bug-free"}},
		{"a certain case", "The desk must start without side effects when the disk is full.", nil},
		{"a certain check", "The test suite must show no regressions.", nil},
		{"somebody's words", "The desk must print \"no problems\".", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			data := fmt.Sprintf("# Lending desk\n\n## Requirements\n\n- A loan must end after 14 days.\n- %s\n", tt.line)
			if diff := cmp.Diff(tt.want, gaps(parse(t, testkit.File{Path: "spec.md", Data: []byte(data)}))); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.line, diff)
			}
		})
	}
}

// TestGapsInHostileText would run into the test's timeout if a statement were
// held against each of the others.
func TestGapsInHostileText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, unit string }{
		{"other systems", "- The desk fetches covers from the cover server.\n"},
		{"failures", "- The desk fetches covers from the cover server.\n- A wrong card is refused.\n"},
		{"sections", "### Loan\n\nThe desk must send this request more than once.\n\n"},
		{"scenarios", "### Scenario: Loan\n\n- **WHEN** a loan ends\n\n"},
		{"gaps between words", "- The desk must call the call the call the call the.\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			const size = 400_000 // bytes
			data := "# Desk\n\n## Requirements\n\n- A loan must end after 14 days.\n\n" + strings.Repeat(tt.unit, size/len(tt.unit))
			gaps(parse(t, testkit.File{Path: "spec.md", Data: []byte(data)}))
		})
	}
}

func gaps(doc *spec.Document) []string {
	var got []string
	for _, f := range detect.Run(detect.All(), detect.Input{Head: []*spec.Document{doc}}) {
		switch f.Detector {
		case "missing-failure-behaviour", "untestable-criterion":
			got = append(got, f.Detector+": "+strings.Join(strings.Fields(f.Text), " "))
		}
	}
	return got
}
