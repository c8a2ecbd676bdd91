package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
)

const (
	maxRows  = 50  // rows of one table
	maxWords = 160 // code points of an excerpt in a table
)

// markdownWriter renders for a pull request.
type markdownWriter struct {
	bytes.Buffer
	report Report
	index  index
	style  Style
}

func renderMarkdown(r Report, s Style) ([]byte, error) {
	w := &markdownWriter{report: r, index: newIndex(r), style: s}
	mark := "❌"
	if r.Verdict.Status == gate.Pass {
		mark = "✅"
	}
	w.line("## Surmise %s %s", mark, markdownText(r.headline(w.index)))
	w.changes()
	w.findings("What blocks", w.index.blocking)
	w.findings("What else is open", func(f finding.Finding) bool {
		return !w.index.blocking(f) && f.Severity > finding.Low
	})
	w.questions()
	w.prohibitions()
	w.scores()
	w.unread()
	w.notes()
	return w.Bytes(), nil
}

func (w *markdownWriter) line(format string, args ...any) {
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

// table writes a titled table of at most maxRows rows. Cells are sanitised.
func (w *markdownWriter) table(title string, head []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	w.line("\n### %s\n", title)
	w.line("| %s |", strings.Join(head, " | "))
	w.line("|%s", strings.Repeat(" --- |", len(head)))
	for _, row := range rows[:min(len(rows), maxRows)] {
		w.line("| %s |", strings.Join(row, " | "))
	}
	if more := len(rows) - maxRows; more > 0 {
		w.line("\n%s not shown; the JSON report lists them all.", count(more, "more row"))
	}
}

func (w *markdownWriter) where(p finding.Place) string {
	p.Path = w.report.revisionPath(p)
	return markdownWhere(p)
}

func markdownWhere(p finding.Place) string {
	return markdownCode(fmt.Sprintf("%s:%d", p.Path, p.At.Start.Line))
}

func (w *markdownWriter) changes() {
	listed, rest := w.report.meaning()
	var rows [][]string
	for _, c := range listed {
		rows = append(rows, []string{
			markdownText(c.Subject), string(c.Kind), markdownText(shortenTo(c.Text, maxWords)), w.where(place(c)),
		})
	}
	w.table("What changed in meaning", []string{"Requirement", "Change", "Detail", "Where"}, rows)
	if rest != "" {
		w.line("\n%s", rest)
	}
}

func (w *markdownWriter) findings(title string, keep func(finding.Finding) bool) {
	var rows [][]string
	for _, f := range w.report.shown(w.index, keep) {
		what := markdownText(f.Message)
		for _, r := range f.Related {
			what += fmt.Sprintf("<br>%s: %s at %s", markdownText(orElse(r.Note, "see also")),
				markdownCode(shortenTo(r.Text, maxWords)), w.where(r.Place))
		}
		rows = append(rows, []string{
			markdownCode(w.index.entry(f)), f.Severity.String(), w.where(f.Place),
			markdownCode(shortenTo(f.Text, maxWords)), what, markdownText(f.Default), markdownText(clears(f)),
		})
	}
	w.table(title, []string{"Entry", "Severity", "Where", "Words", "Why", "Default taken", "To clear"}, rows)
}

func (w *markdownWriter) scores() {
	for _, s := range w.report.gated() {
		var rows [][]string
		for _, r := range s.Reasons {
			rows = append(rows, []string{fmt.Sprintf("%+d", r.Points), markdownText(r.Signal), markdownText(r.Text)})
		}
		w.table(fmt.Sprintf("Ambiguity %d/100: %s", s.Score, markdownText(s.Path)), []string{"Points", "Signal", "Why"}, rows)
	}
}

func (w *markdownWriter) unread() {
	var rows [][]string
	for _, u := range w.report.NotInterrogated {
		blocks := "blocks"
		if u.Unchanged {
			blocks = "unchanged, does not block"
		}
		rows = append(rows, []string{markdownCode(u.Path), markdownText(u.Reason), blocks})
	}
	w.table("Not interrogated", []string{"Spec", "Reason", ""}, rows)
}

func (w *markdownWriter) notes() {
	t := w.report.tally(w.index)
	notes := w.report.Limits
	if t.low > 0 {
		notes = append(notes[:len(notes):len(notes)], count(t.low, "low finding")+", listed by the text and JSON reports")
	}
	if aside := t.aside(); aside != "" {
		notes = append(notes[:len(notes):len(notes)], aside)
	}
	if len(notes) > 0 {
		w.line("\n### Notes\n")
	}
	for _, n := range notes {
		w.line("- %s", markdownText(n))
	}
}
