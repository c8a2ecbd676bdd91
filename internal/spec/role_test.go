package spec_test

import (
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/spec"
)

// TestRoles shows what single lines are read as, and what keeps them from being
// requirements.
func TestRoles(t *testing.T) {
	t.Parallel()
	const requirements = "# Desk\n\n## Requirements\n\n"
	mostly := requirements + strings.Repeat("- The desk MUST lend.\n", 6)
	tests := []struct {
		name, text string
		want       spec.Role // of the last statement
	}{
		{"item", requirements + "- The desk must lend.", spec.Requirement},
		{"story of a noun with a vowel", "# Desk\n\nAs an admin, I want to lend.", spec.Story},
		{"story of a known person", "# Desk\n\nAs the admin, I want to lend.", spec.Story},
		{"no story without a wish", "# Desk\n\nAs an admin I lend.", spec.Prose},
		{"label", "# Desk\n\n**Requirements**:\n\n- lend books", spec.Requirement},
		{"label that is a sentence", "# Desk\n\nWhoever reads this from its first to its last word without a break will find our requirements:\n\n- lend books", spec.Prose},
		{"lower case beside a few key words", requirements + strings.Repeat("- The desk MUST lend.\n", 4) + "\nThe desk must close.", spec.Requirement},
		{"lower case beside many key words", mostly + "\nThe desk must close.", spec.Prose},
		{"lower case beside as many key words", mostly + strings.Repeat("- The desk must lend.\n", 6) + "\nThe desk must close.", spec.Requirement},
		{"step after a Then", requirements + "- **Given** a card\n- **Then** it opens\n- **And** it must shut", spec.Step},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := read(t, "a.md", tt.text+"\n")
			if got := d.Statements[len(d.Statements)-1].Role; got != tt.want {
				t.Errorf("the last statement is a %s, want a %s:\n%s", got, tt.want, roles(d))
			}
		})
	}
}

// TestFieldsAreExempt holds the labels that head documents and stories, and
// only these, to asking for nothing.
func TestFieldsAreExempt(t *testing.T) {
	t.Parallel()
	role := func(field string) spec.Role {
		d := read(t, "a.md", "# Desk\n\n## Requirements\n\n- "+field+": the desk must lend.\n")
		return d.Statements[len(d.Statements)-1].Role
	}
	for _, field := range []string{
		"Input", "Why this priority", "Independent Test", "Feature Branch", "Branch", "Created", "Updated", "Last updated",
		"Status", "Version", "Author", "Authors", "Date", "Owner", "Rationale", "Priority", "User description",
		"Prerequisites", "Related", "References", "See also", "Example", "Examples",
	} {
		if got := role(field); got != spec.Exempt {
			t.Errorf("%q is a %s", field, got)
		}
	}
	if got := role("Lending"); got != spec.Requirement {
		t.Errorf("any other label makes a %s", got)
	}
}
