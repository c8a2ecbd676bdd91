package detect_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestDanglingReferences shows which references are held against the document.
func TestDanglingReferences(t *testing.T) {
	t.Parallel()
	const two = "# Desk\n\n- **FR-001**: It MUST open.\n- **FR-002**: It MUST shut.\n\n"
	tests := []struct {
		name, text string
		want       []string
	}{
		{"own count", two + "Both follow FR-009.\n", []string{"FR-009"}},
		{"one entry for all references to a thing", two + "Both follow FR-009.\n\nSo does FR-009 itself.\n", []string{"FR-009"}},
		{"range of ids", two + "All of FR-001 through FR-009 hold.\n", nil},
		{"what was removed", two + "FR-009 was removed.\n", nil},
		{"another body's numbers", "# Desk\n\n- **EIP-1559**: It MUST open.\n- **EIP-4844**: It MUST shut.\n\nBoth follow EIP-7702.\n", nil},
		{"one id makes no count", "# Desk\n\n- **FR-001**: It MUST open.\n\nIt follows FR-002.\n", nil},
		{"heading", two + "See [there](#desk) and [here](#loans).\n", []string{"here"}},
		{"address without a scheme", two + "See www.octo-org.example and https://octo-org.example/a.md.\n", nil},
		{"e-mail", two + "Write to desk@octo-org.example.\n", nil},
		{"file", two + "See [there](there.md) and [here](here.md#top).\n", []string{"here"}},
		{"file outside", two + "See [there](../../there.md) and [here](/here.md).\n", nil},
		{"section", "# 1. Desk\n\n# 2. Loans\n\nAs section 2 and section 3 say.\n", []string{"section 3"}},
		{"section of another document", "# 1. Desk\n\n# 2. Loans\n\nAs section 3 of the house rules says.\n", nil},
		{"subsection where none is numbered", "# 1. Desk\n\n# 2. Loans\n\nAs section 2.4 says.\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			doc := parse(t, testkit.File{Path: "docs/spec.md", Data: []byte(tt.text)})
			files := func(_ finding.Side, path string) bool { return path == "docs/there.md" }
			var got []string
			for _, f := range detect.Run(detect.All(), detect.Input{Head: []*spec.Document{doc}, Files: files}) {
				if f.Detector == "dangling-reference" {
					got = append(got, f.Text)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
