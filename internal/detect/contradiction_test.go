package detect_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/gherkin"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// pair is one line of testdata/claim/pairs.jsonl: two items or blocks of one
// document that do or do not contradict each other.
type pair struct {
	Batch    int // of those written together, before the detector had seen them
	Domain   string
	Conflict bool
	A, B     string
}

// document has both sides under one heading: sentences as items of one list,
// anything of more lines as it stands.
func (p pair) document(a, b string) string {
	item := func(s string) string {
		if strings.HasPrefix(s, "|") {
			return "\n" + s + "\n"
		}
		return "- " + s
	}
	return "# Product\n\n## Requirements\n\n" + item(a) + "\n" + item(b) + "\n"
}

// tally counts the answers of a detector.
type tally struct{ hit, miss, wrong, total int }

func (c *tally) count(want, got bool) {
	c.total++
	switch {
	case want && got:
		c.hit++
	case want:
		c.miss++
	case got:
		c.wrong++
	}
}

func (c *tally) precision() float64 { return float64(c.hit) / float64(max(1, c.hit+c.wrong)) }
func (c *tally) recall() float64    { return float64(c.hit) / float64(max(1, c.hit+c.miss)) }

// TestPairs holds the detector to a set of pairs in several domains and
// languages: sound first, then useful. A pair is judged the same way round and
// swapped.
func TestPairs(t *testing.T) {
	t.Parallel()
	const precisionFloor, recallFloor = 0.98, 0.70
	data, err := os.ReadFile(testkit.Path(t, "testdata", "claim", "pairs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	detectors := detect.All()
	detectors = slices.DeleteFunc(detectors, func(d detect.Detector) bool { return d.ID != "contradiction" })
	var all tally
	batches := make(map[int]*tally)
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		var p pair
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		got, back := flagged(t, detectors, p.document(p.A, p.B)), flagged(t, detectors, p.document(p.B, p.A))
		if back != got {
			t.Errorf("%q and %q: %v one way, %v the other", p.A, p.B, got, back)
		}
		if batches[p.Batch] == nil {
			batches[p.Batch] = new(tally)
		}
		all.count(p.Conflict, got)
		batches[p.Batch].count(p.Conflict, got)
		if got != p.Conflict {
			t.Logf("batch %d, found %v: %q / %q", p.Batch, got, p.A, p.B)
		}
	}
	// unseen is what the detector made of a batch before it was changed for it.
	unseen := map[int]string{
		1: "not taken", 2: "precision 1.000, recall 0.459", 3: "precision 0.963, recall 0.867", 4: "not taken",
		5: "precision 1.000, recall 0.210", 6: "precision 0.958, recall 0.885", 7: "precision 0.808, recall 0.583", 8: "precision 1.000, recall 0.923",
	}
	for k := 1; batches[k] != nil; k++ {
		t.Logf("batch %d: %d pairs, precision %.3f, recall %.3f (unseen: %s)",
			k, batches[k].total, batches[k].precision(), batches[k].recall(), unseen[k])
	}
	t.Logf("all: %d pairs, precision %.3f, recall %.3f", all.total, all.precision(), all.recall())
	if all.total < 300 || all.precision() < precisionFloor || all.recall() < recallFloor {
		t.Errorf("%d pairs, precision %.3f, recall %.3f, want at least 300, %.2f and %.2f",
			all.total, all.precision(), all.recall(), precisionFloor, recallFloor)
	}
}

// TestFeatures holds scenarios of a feature against one another: what makes two
// of them one setting, and what keeps two apart.
func TestFeatures(t *testing.T) {
	t.Parallel()
	const refused = "  Scenario: A sixth book\n    Given a reader with five books\n    When she borrows another one\n    Then the loan is refused\n"
	tests := []struct {
		name, text string
		want       []string
	}{
		{"opposite outcomes", refused +
			"  Scenario: One more\n    Given a reader with five books\n    When she borrows another one\n    Then the loan is not refused\n",
			[]string{"contradiction"}},
		{"another setting", refused +
			"  Scenario: One more\n    Given a reader with four books\n    When she borrows another one\n    Then the loan is not refused\n",
			nil},
		{"examples tell them apart", "  Scenario Outline: A\n    Given a late <book>\n    When it is scanned\n    Then the fine is 3 EUR\n    Examples:\n      | book |\n      | map  |\n" +
			"  Scenario Outline: B\n    Given a late <book>\n    When it is scanned\n    Then the fine is 5 EUR\n    Examples:\n      | book  |\n      | atlas |\n",
			nil},
		{"tables tell them apart", "  Scenario: A\n    Given the books\n      | map |\n    When they are scanned\n    Then the fine is 3 EUR\n" +
			"  Scenario: B\n    Given the books\n      | atlas |\n    When they are scanned\n    Then the fine is 5 EUR\n",
			nil},
		{"one name", refused + "  Scenario: A sixth book\n    Given a reader with six books\n    When she borrows one\n    Then the loan is refused\n",
			[]string{"duplicate-id"}},
		{"no outcome", refused + "  Scenario: Late\n    Given a late book\n    When it comes back\n", []string{"untestable-criterion"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			file := source.New("lending.feature", []byte("Feature: Lending\n"+tt.text))
			tree, err := gherkin.Parse(file, policy.Default().Limits)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range detect.Run(detect.All(), detect.Input{Head: []*spec.Document{spec.NewLexicon().Read(file, tree)}}) {
				got = append(got, f.Detector)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func flagged(t *testing.T, detectors []detect.Detector, text string) bool {
	t.Helper()
	d := parse(t, testkit.File{Path: "spec.md", Data: []byte(text)})
	return len(detect.Run(detectors, detect.Input{Head: []*spec.Document{d}})) > 0
}
