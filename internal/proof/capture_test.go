package proof_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestCaptures reads what the real tools printed, without the tools.
func TestCaptures(t *testing.T) {
	t.Parallel()
	for _, k := range proof.Kinds() {
		for _, c := range captures(t, k.ID) {
			t.Run(k.ID+"/"+strings.TrimSuffix(filepath.Base(c.path), ".txtar"), func(t *testing.T) {
				t.Parallel()
				results := c.read(t)
				got := describe(c.judge(results), results)
				if testkit.Updating() && got != c.want {
					c.want = got
					c.write(t)
					return
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("%s\n%s: (-want +got)\n%s", c.about, c.path, diff)
				}
			})
		}
	}
}
