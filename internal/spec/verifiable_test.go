package spec_test

import (
	"testing"

	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

func TestHasVerifiable(t *testing.T) {
	t.Parallel()
	const accept = "# Lockers\n\n## Acceptance Criteria\n\n- "
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"outcome", accept + "The sixth parcel is refused", true},
		{"number", accept + "Works within 2 s", true},
		{"code", accept + "Works with `curl`", true},
		{"Japanese outcome", accept + "六個目の荷物は受け付けない", true},
		{"long and hollow", accept + "The feature works correctly and as expected by all users of the system", false},
		{"hollow in German", accept + "Alles funktioniert wie erwartet", false},
		{"hollow in Japanese", accept + "期待通りに動作する", false},
		{"praise of something with a name", accept + "The export of parcels works", false},
		{"praise behind an outcome", accept + "The sixth parcel is refused and the rest works", true},
		{"outcome behind praise", accept + "The export works with 5000 parcels", true},
		{"of any work", accept + "All unit tests pass and the code is reviewed", false},
		{"of any work, in a product about it", accept + "A comment of a signed review is added to the list", true},
		{"of any work, with a number", accept + "Coverage of the tests is above 80 %", true},
		{"one word", accept + "Scalability", false},
		{"placeholder", accept + "TBD", false},
		{"slot", accept + "[Describe the outcome in 2 lines]", false},
		{"scenario", "# Lockers\n\n- **Given** a parcel\n- **When** it is scanned\n- **Then** a free door opens\n", true},
		{"scenario with a hollow outcome", "# Lockers\n\n- **Given** a red parcel and a free door\n- **When** it is scanned\n- **Then** it works\n", false},
		{"sentence that binds", "# Lockers\n\nA locker must refuse a sixth parcel.\n", true},
		{"sentence of a spec that wants scenarios", "# Lockers\n\n### Requirement: Limit\n\nA locker SHALL refuse a sixth parcel.\n", false},
		{"response of an EARS line", "# Lockers\n\n1. WHEN a parcel is scanned, THE Locker SHALL open a free door\n", true},
		{"hollow response of an EARS line", "# Lockers\n\n1. WHEN a red parcel is scanned twice, THE Locker SHALL work as expected\n", false},
		{"permission", "# Lockers\n\nAs in RFC 2119.\n\nA locker MAY refuse a sixth parcel.\n", false},
		{"prose", "# Lockers\n\nA locker refuses a sixth parcel.\n", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := source.New("spec.md", []byte(tt.text))
			tree, err := markdown.Parse(f, policy.Default().Limits)
			if err != nil {
				t.Fatal(err)
			}
			if got := len(spec.NewLexicon().Read(f, tree).Verifiable()) > 0; got != tt.want {
				t.Errorf("a verifiable criterion: %v, want %v", got, tt.want)
			}
		})
	}
}
