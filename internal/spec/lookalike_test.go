package spec_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/spec"
)

// TestLookalikes shows that a word demands what it says to those who read it,
// whichever script its letters are from, and that other scripts stay as they are.
func TestLookalikes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line string
		words      []string
		role       spec.Role
	}{
		{"Cyrillic M", "A client МUST stop.", []string{"a", "client", "must", "stop", "."}, spec.Requirement},
		{"Cyrillic O and T", "A client MUST NОТ stop.", []string{"a", "client", "must", "not", "stop", "."}, spec.Requirement},
		{"small Cyrillic s", "A client muѕt stop.", []string{"a", "client", "must", "stop", "."}, spec.Prose},
		{"Greek O", "A client SHΟULD stop.", []string{"a", "client", "should", "stop", "."}, spec.Requirement},
		{"Armenian U", "A client MՍST stop.", []string{"a", "client", "must", "stop", "."}, spec.Requirement},
		{"wide letters", "A client ＭＵＳＴ stop.", []string{"a", "client", "must", "stop", "."}, spec.Requirement},
		{"Russian", "Клиент может МОРЕ.", []string{"клиент", "может", "море", "."}, spec.Prose},
		{"accents", "A Café may open.", []string{"a", "café", "may", "open", "."}, spec.Prose},
		{"Greek letter of a unit", "A gap of 5 μs.", []string{"a", "gap", "of", "5", "μs", "."}, spec.Prose},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			doc := read(t, "spec.md", "# Protocol\n\nThe key words \"MUST\" and \"SHOULD\" are those of RFC 2119.\n\n"+
				"## Messages\n\nA server MUST listen.\n\n"+test.line+"\n")
			s := doc.Statements[len(doc.Statements)-1]
			var words []string
			for _, token := range s.Sentences[0].Tokens {
				words = append(words, token.Lower)
			}
			if diff := cmp.Diff(test.words, words); diff != "" {
				t.Errorf("words (-want +got):\n%s", diff)
			}
			if s.Role != test.role {
				t.Errorf("role %q, want %q", s.Role, test.role)
			}
		})
	}
}
