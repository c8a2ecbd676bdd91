package report

import (
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestLedgerMarkdown shows the page of a ledger whose spec tries to write
// Markdown of its own.
func TestLedgerMarkdown(t *testing.T) {
	t.Parallel()
	const hostile = "| cut\n\n## a-000000 · high · open\n<img src=x> @octocat /confirm all `code`"
	place := finding.Place{
		Path: "docs/`specs`/a|b.md", Side: finding.Base, Text: hostile,
		Span: source.Span{Start: 4, End: 4 + len(hostile)},
		At:   source.Range{Start: source.Position{Line: 3, Column: 1}, End: source.Position{Line: 6, Column: 41}},
	}
	findings := finding.Finish([]finding.Finding{
		{
			Detector: "removed-requirement", Severity: finding.High, Class: finding.Missing, Affects: "requirements", Place: place,
			Heading: "# [Rules](x)", Message: `"` + hostile + `" is gone`, Default: "nobody needs it", Predecessor: finding.Fingerprint(strings.Repeat("ab", 32)),
		},
		{
			Detector: "vague-term", Severity: finding.Medium, Class: finding.Ambiguous, Affects: "requirements",
			Place:   finding.Place{Path: "a.md", Side: finding.Head, Text: "fast", Span: source.Span{Start: 0, End: 4}, At: source.Range{Start: source.Position{Line: 1, Column: 1}}},
			Message: `"fast" has no bound`, Default: "any speed is fast", PreExisting: true,
		},
	})
	l := ledger.FromFindings(findings, time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC))
	at := time.Date(2026, 3, 5, 6, 7, 8, 0, time.UTC)
	l.Entries[0].State = ledger.Acknowledged
	l.Entries[0].Events = []ledger.Event{
		{Verb: ledger.Acknowledge, Auto: true, At: at, HeadSHA: strings.Repeat("ab", 20), Effect: ledger.Counts},
		{
			Verb: ledger.Confirm, By: "octocat", Permission: "write", Self: true, At: at.Add(time.Hour), HeadSHA: strings.Repeat("ab", 20),
			Link: "https://github.com/octo-org/octo-repo/pull/7#issuecomment-1", Choice: "A", Reason: hostile, Effect: ledger.Void, Why: "the comment was deleted",
		},
	}
	old := l.Entries[0]
	old.State, old.Events = ledger.Stale, nil
	l.Past = []ledger.Entry{old}
	testkit.Golden(t, testkit.Path(t, "testdata", "ledger", "page.golden"), LedgerMarkdown(l))
	if got, want := string(LedgerMarkdown(ledger.Ledger{})), "# Assumptions\n\nNo entry.\n"; got != want {
		t.Errorf("an empty ledger reads %q, want %q", got, want)
	}
}
