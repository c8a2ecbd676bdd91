package internal_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/testkit"
)

// hostileDocuments are made to make something cost more than its length: one
// long paragraph, heading, lead-in or cell, and very many things in or below
// it. Each stays under every limit that refuses a file.
func hostileDocuments() []testkit.File {
	const size = 200 << 10
	fill := func(line func(int) string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(line(i))
		}
		return b.String()
	}
	same := func(text string) string { return fill(func(int) string { return text }) }
	const requirements = "# Loans\n\n## Requirements\n\n"
	const two = requirements + "- **FR-001**: The desk MUST open.\n- **FR-002**: The desk MUST close.\n"
	long := strings.Repeat("word ", 8<<10)
	var out []testkit.File
	for _, d := range []struct{ name, text string }{
		{"markers in a paragraph", requirements + "The limit must be " + same("TBD. ")},
		{"questions in brackets in paragraphs", requirements + same("must "+strings.Repeat("[NEEDS CLARIFICATION: x] ", 900)+"\n\n")},
		{"quotation marks and markers", requirements + "must " + same(`" TODO `)},
		{"slots in angle brackets", requirements + "must " + same("<insert a name> ")},
		{"unknown acronyms", requirements + "- The desk must keep " + fill(func(i int) string {
			return fmt.Sprintf("%c%c%cQ ", 'A'+i%26, 'A'+i/26%26, 'A'+i/676%26)
		})},
		{"undefined terms", "## Glossary\n\n- **A_Term**: a\n- **B_Term**: b\n- **Loan Desk**: c\n- **Night Desk**: d\n\n" + requirements + "- The desk must keep " +
			fill(func(i int) string { return fmt.Sprintf("the C%d_Term and a Day Desk \"", i) })},
		{"databases and versions", requirements + "- The desk must " + same("store MySQL on Node 18 ")},
		{"question marks", requirements + "must " + same("??? ")},
		{"markers below a long heading", "# " + long + "\n\n" + same("- must be TBD\n")},
		{"markers below a long item", requirements + "- " + long + "\n" + same("  - TBD\n")},
		{"markers below a long lead-in", requirements + "The desk must " + long + ":\n\n" + same("- be TBD\n")},
		{"markers below a long table head", requirements + "| " + long + " | b |\n|---|---|\n" + same("| must TBD | x |\n")},
		{"markers beside a long cell", requirements + "|a|" + strings.Repeat("b|", 3000) + "\n|" + strings.Repeat("-|", 3001) + "\n| " + long + "|" + strings.Repeat("must TBD|", 3000) + "\n"},
		{"a scenario without end", requirements + "### Scenario: x\n\n- **Given** a\n- **When** b\n" + fill(func(i int) string { return fmt.Sprintf("- **And** the page shows %d\n", i) })},
		{"requirements of one key", requirements + fill(func(i int) string {
			return fmt.Sprintf("- **FR-%05d**: The desk MUST keep loans for %d days.\n", i, i+1)
		})},
		{"references to nothing", two + fill(func(i int) string { return fmt.Sprintf("- must follow FR-%d\n", i+100000) })},
		{"references in a paragraph", two + "\n" + fill(func(i int) string { return fmt.Sprintf("FR-%d ", i%9000+1000) })},
		{"addresses in a paragraph", requirements + "must " + same("www.a.example ")},
		{"suppressions", requirements + fill(func(i int) string {
			return fmt.Sprintf("- The desk must be fast. <!-- surmise:allow vague-term -- why %d -->\n", i)
		})},
		{"a suppression of very many", "<!-- surmise:allow " + strings.Repeat("vague-term, ", 9000) + "vague-term -- why -->\n\n" + same("- must be fast\n")},
		{"equal headings", same("## Scope\n\nThe desk must open.\n\n")},
		{"equal paragraphs", requirements + same("The desk must be fast.\n\n")},
		{"table rows", requirements + "| a | b |\n|---|---|\n" + fill(func(i int) string { return fmt.Sprintf("| R-%d | must be fast |\n", i) })},
	} {
		out = append(out, testkit.File{Path: d.name, Data: []byte(d.text)})
	}
	return out
}

// TestHostileInputIsCheap is not parallel: it measures. What grows with the
// square of the length takes minutes here.
func TestHostileInputIsCheap(t *testing.T) {
	const most = 4 * time.Second
	for _, f := range hostileDocuments() {
		wall := fastest(most, func() time.Duration {
			start := time.Now()
			if r := check(t, f); len(r.NotInterrogated) > 0 {
				t.Fatalf("not interrogated: %v", r.NotInterrogated)
			}
			return time.Since(start)
		})
		if wall > most {
			t.Errorf("%s: %v, want at most %v", f.Path, wall, most)
		}
	}
}
