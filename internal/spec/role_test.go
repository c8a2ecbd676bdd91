package spec_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// TestBackground shows what of the background is a requirement: what has an id
// of its own and demands something.
func TestBackground(t *testing.T) {
	t.Parallel()
	const above = "# Desk\n\n## Requirements\n\n- FR-001: The desk MUST lend.\n\n## "
	tests := []struct {
		name, text string
		want       spec.Role // of the last statement
	}{
		{"own id", "Notes\n\nREQ-12: The desk MUST close.", spec.Requirement},
		{"own id in an item", "Appendix\n\n- REQ-12: The desk shall close.", spec.Requirement},
		{"id that is stated above", "Rationale\n\nFR-001: must be fast.", spec.Exempt},
		{"id that demands nothing", "Notes\n\nREQ-12: about closing.", spec.Exempt},
		{"no id", "Notes\n\nThe desk MUST close.", spec.Exempt},
		{"what holds no more", "Superseded\n\nREQ-12: The desk MUST close.", spec.Exempt},
		{"changelog", "Changelog\n\n- REQ-12: The desk MUST close.", spec.Exempt},
		{"answered question", "FAQ\n\nREQ-12: The desk MUST close.", spec.Exempt},
		{"alert", "Hours\n\n> [!IMPORTANT]\n> The desk MUST close.", spec.Requirement},
		{"alert with an id", "Hours\n\n> [!note]\n>\n> - REQ-12: The desk must close.", spec.Requirement},
		{"alert that explains", "Hours\n\nThe desk MUST close.\n\n> [!NOTE]\n> The desk must be dusted.", spec.Requirement},
		{"quotation", "Hours\n\nIt closes.\n\n> The desk MUST close.", spec.Prose},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := read(t, "a.md", above+tt.text+"\n")
			if got := d.Statements[len(d.Statements)-1].Role; got != tt.want {
				t.Errorf("the last statement is a %s, want a %s:\n%s", got, tt.want, roles(d))
			}
		})
	}
}

// TestAlertSpan shows that the text of an alert starts behind its marker.
func TestAlertSpan(t *testing.T) {
	t.Parallel()
	const text = "# Desk\n\n> [!IMPORTANT]\n> The desk MUST *close* at `6`.\n"
	d := read(t, "a.md", text)
	s := d.Statements[len(d.Statements)-1]
	if got := d.File.Excerpt(s.Span); s.Text.String() != "The desk MUST close at 6." || got != "The desk MUST *close* at `6`." {
		t.Errorf("text %q at %q", s.Text.String(), got)
	}
}

func TestPassedOver(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []int
	}{
		{"nothing", "# Desk\n\nThe desk MUST lend.\n", nil},
		{"table", "# Desk\n\n<table>\n<tr><td>The desk MUST lend.</td></tr>\n<tr><td>REQ-12</td></tr>\n</table>\n", []int{4, 5}},
		{"comment", "# Desk\n\n<div><!-- it MUST\nlend; it MUST --> close\n</div>\n", nil},
		{"commented block", "# Desk\n\n<!--\nThe desk MUST lend.\n-->\n", nil},
		{"attribute", "# Desk\n\n<div title=\"MUST\">\nlend\n</div>\n", nil},
		{"details are read", "# Desk\n\n<details>\n\nThe desk MUST lend.\n\n</details>\n", nil},
		{"folded details are not", "# Desk\n\n<details>\nThe desk MUST lend.\n</details>\n", []int{4}},
		{"quotation", "# Desk\n\n> Then:\n> it SHALL lend.\n", []int{4}},
		{"alert is read", "# Desk\n\n> [!TIP]\n> It SHALL lend.\n", nil},
		{"footnote is read", "# Desk[^1]\n\n[^1]: It SHALL lend.\n", nil},
		{"code", "# Desk\n\n```\nit MUST lend\nMUST_LEND = 1\n```\n", []int{4}},
		{"background", "# Desk\n\n## Notes\n\nIt MUST lend.\n\n## Changelog\n\nIt MUST close.\n", []int{5}},
		{"notice", "# Desk\n\n> The key words MUST and SHALL are those of RFC 2119.\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, read(t, "a.md", tt.text).PassedOver()); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
}
