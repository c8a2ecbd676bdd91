package claim_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// pair is one line of testdata/claim/pairs.jsonl.
type pair struct {
	Domain   string
	Conflict bool
	A, B     string
}

func parse(t testing.TB, text string) *spec.Document {
	t.Helper()
	f := source.New("spec.md", []byte(text))
	tree, err := markdown.Parse(f, policy.Default().Limits)
	if err != nil {
		t.Fatal(err)
	}
	return spec.NewLexicon().Read(f, tree)
}

// claimsOf reads each sentence as a list item under Requirements.
func claimsOf(t testing.TB, sentences ...string) [][]claim.Claim {
	t.Helper()
	text := "## Requirements\n\n"
	for _, s := range sentences {
		text += "- " + s + "\n"
	}
	var out [][]claim.Claim
	for _, s := range parse(t, text).Statements {
		if s.Role.Binding() {
			out = append(out, claim.Of(s))
		}
	}
	if len(out) != len(sentences) {
		t.Fatalf("%d of %d sentences are binding: %q", len(out), len(sentences), sentences)
	}
	return out
}

func contradict(as, bs []claim.Claim) bool {
	for _, a := range as {
		for _, b := range bs {
			if claim.Contradict(a, b) || claim.Tolerates(a, b) || claim.Tolerates(b, a) {
				return true
			}
		}
	}
	return false
}

// TestPairs holds the comparator to a set of pairs in several domains: sound
// first, then useful. A pair is judged the same way round and swapped.
func TestPairs(t *testing.T) {
	t.Parallel()
	const precisionFloor, recallFloor = 0.98, 0.70
	data, err := os.ReadFile(testkit.Path(t, "testdata", "claim", "pairs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var hit, miss, false1, total int
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		var p pair
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		total++
		c := claimsOf(t, p.A, p.B)
		got := contradict(c[0], c[1])
		if back := contradict(c[1], c[0]); back != got {
			t.Errorf("%q and %q: %v one way, %v the other", p.A, p.B, got, back)
		}
		switch {
		case got && p.Conflict:
			hit++
		case got:
			false1++
			t.Logf("false: %q / %q", p.A, p.B)
		case p.Conflict:
			miss++
			t.Logf("missed: %q / %q", p.A, p.B)
		}
	}
	if total < 120 {
		t.Fatalf("only %d pairs", total)
	}
	precision, recall := float64(hit)/float64(max(1, hit+false1)), float64(hit)/float64(hit+miss)
	t.Logf("%d pairs: precision %.3f, recall %.3f", total, precision, recall)
	if precision < precisionFloor || recall < recallFloor {
		t.Errorf("precision %.3f, recall %.3f, want at least %.2f and %.2f", precision, recall, precisionFloor, recallFloor)
	}
}
