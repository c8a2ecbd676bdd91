package claim_test

import (
	"testing"

	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

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
