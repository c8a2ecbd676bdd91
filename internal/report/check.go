package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/pull"
)

// peopleShare is how much of a check's text is kept for people, whatever the
// records take.
const peopleShare = 16 << 10

// RecordBudget is how many bytes the record of each of n pull requests may
// take, so that the text of their check holds them all.
func RecordBudget(n int) int { return (maxText - peopleShare) / max(1, n) }

// Check is the publication as a check run. Everything in it is within what the
// platform takes; what had no room is counted.
func (p Publication) Check() pull.Check {
	pages := p.pages()
	notes := p.annotations(pages)
	return pull.Check{
		Name: p.Name, HeadSHA: p.HeadSHA, Digest: p.Digest,
		Success:     p.success(pages),
		Title:       p.Title(),
		Summary:     p.summary(pages, notes, maxSummary),
		Text:        p.text(pages),
		Annotations: notes.out,
	}
}

// text is the history for people, and after it the records: each a line of its
// own, the last bytes of the text, never shortened for what people read.
func (p Publication) text(pages []page) string {
	var records string
	for _, pg := range pages {
		if pg.Record != "" {
			records += "\n" + pg.Record
		}
	}
	var blocks []block
	for _, pg := range pages {
		blocks = append(blocks, pg.history()...)
	}
	people := ""
	if room := maxText - len(records); len(blocks) > 0 && room > 0 {
		people = strings.TrimLeft(fit(blocks, room, p.elsewhere()), "\n")
	}
	return strings.TrimLeft(people+records, "\n")
}

// history is every decision on the pull request, in the order in which they
// were made, and what became of the words that are gone.
func (p page) history() []block {
	type dated struct {
		entry ledger.Entry
		event ledger.Event
	}
	var all []dated
	var gone []string
	for _, i := range p.items {
		for _, event := range i.Events {
			all = append(all, dated{i.Entry, event})
		}
	}
	for _, past := range p.Report.Ledger.Past {
		for _, event := range past.Events {
			all = append(all, dated{past, event})
		}
		gone = append(gone, fmt.Sprintf("- %s %s: %s\n", markdownCode(past.ID), past.State, code(past.Gap, maxCellWords)))
	}
	slices.SortStableFunc(all, func(a, b dated) int {
		return cmp.Or(a.event.At.Compare(b.event.At), strings.Compare(a.entry.ID, b.entry.ID))
	})
	var rows []string
	for _, d := range all {
		rows = append(rows, happened(d.entry, d.event))
	}
	what := ""
	if len(p.Requests) > 1 {
		what = fmt.Sprintf(" on pull request %d", p.Number)
	}
	return present([]block{
		list(rankBlocks, "Decisions"+what, rows, "decision"),
		list(rankRest, "Entries of earlier heads"+what, gone, "entry"),
	})
}

// happened is one event in words.
func happened(e ledger.Entry, event ledger.Event) string {
	verb := string(event.Verb.State())
	if event.Verb == ledger.Reopen {
		verb = "reopened"
	}
	who := code(orElse(event.By, "unknown"), maxCellWords)
	switch {
	case event.Auto:
		who = "autonomous mode"
	case event.Self:
		who += ", the author"
	}
	if event.Permission != "" && !event.Auto {
		who += " (" + markdownText(shortenTo(event.Permission, maxCellWords)) + ")"
	}
	row := "- "
	if !event.At.IsZero() {
		row += event.At.UTC().Format("2006-01-02 15:04") + " "
	}
	row += fmt.Sprintf("%s %s %s", who, verb, markdownCode(e.ID))
	if event.Choice != "" {
		row += ", choosing " + code(event.Choice, maxCellWords) + ","
	}
	if event.HeadSHA != "" {
		row += " at " + markdownCode(shortSHA(event.HeadSHA))
	}
	row += ": " + code(e.Gap, maxCellWords)
	if event.Reason != "" {
		row += ", saying " + markdownText(shortenTo(event.Reason, maxCellMessage))
	}
	switch event.Effect {
	case ledger.Counts:
	case ledger.Outdone:
		row += ", **replaced by a later decision**"
	default:
		row += ", **" + string(event.Effect) + "**: " + markdownText(shortenTo(event.Why, maxCellMessage))
	}
	if link := markdownLink("comment", event.Link); link != "" {
		row += ", " + link
	}
	return row + "\n"
}
