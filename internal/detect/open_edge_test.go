package detect_test

import (
	"slices"
	"testing"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/policy"
)

// TestEveryEdge asks the requirements of a spec without a section about edges,
// where the policy says so, and only there.
func TestEveryEdge(t *testing.T) {
	t.Parallel()
	const text = "# Labels\n\n## Requirements\n\n- **FR-001**: The printer MUST shorten a name to 30 characters.\n- **FR-002**: The printer MUST beep.\n"
	for edges, want := range map[policy.Edges]string{
		policy.CoveredEdges: "",
		policy.AllEdges:     `2 edges of 1 requirement are not settled, such as "empty" here`,
	} {
		in := detect.Input{Head: documents(t, map[string]string{"SPEC.md": text}), Policy: policy.Policy{Edges: edges}}
		got := ""
		findings := detect.Run(detect.All(), in)
		if i := slices.IndexFunc(findings, func(f finding.Finding) bool { return f.Detector == "open-edge" }); i >= 0 {
			got = findings[i].Message
		}
		if got != want {
			t.Errorf("edges %q: got %q, want %q", edges, got, want)
		}
	}
}
