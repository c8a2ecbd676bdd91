package report

import (
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
)

// LedgerMarkdown is the ledger for people: the file that stands beside its
// entries. Everything in it is in the entries, so that it can be verified.
func LedgerMarkdown(l ledger.Ledger) []byte {
	w := &markdownWriter{}
	w.line("# Assumptions\n")
	high := 0
	for _, e := range l.Entries {
		if e.Severity == finding.High {
			high++
		}
	}
	if len(l.Entries) == 0 {
		w.line("No entry.")
	} else {
		w.line("Entries: %d, high: %d.", len(l.Entries), high)
	}
	for _, e := range l.Entries {
		w.ledgerEntry(e)
	}
	if len(l.Past) > 0 {
		w.line("\n# Older words\n\nWhat earlier heads of the pull request left open, and what became of it.")
	}
	for _, e := range l.Past {
		w.ledgerEntry(e)
	}
	return w.Bytes()
}

func (w *markdownWriter) ledgerEntry(e ledger.Entry) {
	w.line("\n## %s · %s · %s · %s\n", markdownText(e.ID), e.Severity, markdownText(string(e.Class)), markdownText(string(e.State)))
	item := func(name, text string) {
		if text != "" {
			w.line("- **%s:** %s", name, text)
		}
	}
	where := markdownWhere(e.Spec.Place)
	if e.Spec.Heading != "" {
		where += ", " + markdownText(e.Spec.Heading)
	}
	if e.Spec.Place.Side == finding.Base {
		where += ", before the change"
	}
	item("Where", where)
	item("Gap", markdownCode(e.Gap))
	item("Assumption", markdownText(e.Assumption))
	item("Why", markdownText(e.Why))
	item("Affects", markdownText(e.Affects))
	item("Source", markdownCode(e.Source))
	if !e.CreatedAt.IsZero() {
		item("Created", e.CreatedAt.UTC().Format(time.RFC3339))
	}
	var notes []string
	if e.PreExisting {
		notes = append(notes, "stood before the change")
	}
	if e.Predecessor != "" {
		notes = append(notes, "follows "+markdownCode(e.Predecessor))
	}
	item("Note", strings.Join(notes, ", "))
	for _, ev := range e.Events {
		w.ledgerEvent(ev)
	}
}

// ledgerEvent is one event in one line: who did what, as what, when, on which
// head, and what it is worth.
func (w *markdownWriter) ledgerEvent(ev ledger.Event) {
	who := "the policy"
	if !ev.Auto {
		who = markdownCode(ev.By) + " (" + markdownText(ev.Permission)
		if ev.Self {
			who += ", author of the pull request"
		}
		who += ")"
	}
	line := markdownText(string(ev.Verb))
	if ev.Choice != "" {
		line += " " + markdownText(ev.Choice)
	}
	line += " by " + who + ", " + ev.At.UTC().Format(time.RFC3339) + ", at " + markdownCode(ev.HeadSHA)
	if ev.Reason != "" {
		line += ": " + markdownText(ev.Reason)
	}
	if ev.Effect != ledger.Counts {
		line += " · " + markdownText(string(ev.Effect))
	}
	if ev.Why != "" {
		line += ": " + markdownText(ev.Why)
	}
	if ev.Link != "" {
		line += " · " + markdownCode(ev.Link)
	}
	w.line("- **Event:** %s", line)
}
