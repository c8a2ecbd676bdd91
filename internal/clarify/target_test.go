package clarify_test

import (
	"slices"
	"testing"

	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestTargets shows what names a surface to work on.
func TestTargets(t *testing.T) {
	t.Parallel()
	for target, names := range map[string]bool{
		"the settings page":       true,
		"the page":                false,
		"an ad page":              false, // too short for a name
		"the new page":            false,
		"the export command":      true,
		"cmd/desk":                true,
		"open/closed states":      false,
		"/loans":                  true,
		"desk.go":                 true,
		"desk.example":            false,
		"the readme":              true,
		"loan_limit":              true,
		"the LoanService":         true,
		"the GitHub logo":         false,
		"loanService":             true,
		"`desk`":                  true,
		"[the rules](x)":          true,
		"the flag --force":        true,
		"the desk":                false,
		"https://octo-org.github": true,
	} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			doc := parse(t, testkit.File{Path: "spec.md", Data: []byte("# A nicer start\n\nImprove " + target + " for everybody who borrows.\n")})
			got := !slices.ContainsFunc(clarify.Measure(doc, policy.Default().Clarification).Reasons, func(r clarify.Reason) bool {
				return r.Signal == clarify.NoTargetSurface
			})
			if got != names {
				t.Errorf("%q names a target: %t, want %t", target, got, names)
			}
		})
	}
}
