package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
)

// maxLow is how many low findings the text report lists.
const maxLow = 20

// colour is an ANSI sequence that starts a style.
type colour string

const (
	plain  colour = ""
	bold   colour = "\x1b[1m"
	dim    colour = "\x1b[2m"
	red    colour = "\x1b[1;31m"
	yellow colour = "\x1b[33m"
	green  colour = "\x1b[32m"
	reset         = "\x1b[0m"
)

// textWriter renders for a terminal.
type textWriter struct {
	bytes.Buffer
	report Report
	index  index
	style  Style
}

func renderText(r Report, s Style) ([]byte, error) {
	w := &textWriter{report: r, index: newIndex(r), style: s}
	w.changes()
	for _, f := range r.shown(w.index, func(f finding.Finding) bool { return f.Severity > finding.Low }) {
		w.finding(f)
	}
	w.low()
	w.unread()
	w.prohibitions()
	w.questions()
	for _, l := range r.Limits {
		w.line("%s %s", w.paint(dim, "note:"), terminal(l))
	}
	if aside := r.tally(w.index).aside(); aside != "" {
		w.line("%s %s", w.paint(dim, "note:"), aside)
	}
	w.summary()
	return w.Bytes(), nil
}

func (w *textWriter) line(format string, args ...any) {
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

func (w *textWriter) paint(c colour, s string) string {
	if !w.style.Color || c == plain || s == "" {
		return s
	}
	return string(c) + s + reset
}

func severityColour(s finding.Severity) colour {
	switch s {
	case finding.High:
		return red
	case finding.Medium:
		return yellow
	}
	return dim
}

func (w *textWriter) where(p finding.Place) string {
	return fmt.Sprintf("%s:%d:%d", terminal(w.report.revisionPath(p)), p.At.Start.Line, p.At.Start.Column)
}

// changes is the meaning diff.
func (w *textWriter) changes() {
	listed, rest := w.report.meaning()
	if len(listed) == 0 && rest == "" {
		return
	}
	w.line("%s", w.paint(bold, "what changed in meaning"))
	subjects := 0
	for _, c := range listed {
		subjects = max(subjects, columns(terminal(c.Subject)))
	}
	subjects = min(subjects, 32)
	for _, c := range listed {
		subject := terminal(c.Subject)
		pad := strings.Repeat(" ", max(0, subjects-columns(subject)))
		detail := terminal(c.Text)
		if detail != "" {
			detail += "  "
		}
		w.line("  %s%s  %-7s  %s%s", subject, pad, string(c.Kind), detail, w.paint(dim, w.where(place(c))))
	}
	if rest != "" {
		w.line("  %s", rest)
	}
	w.WriteByte('\n')
}

// finding is one finding in full.
func (w *textWriter) finding(f finding.Finding) {
	mark := ""
	if w.index.blocking(f) {
		mark = "✗ "
	}
	id := w.index.entry(f)
	if id != "" {
		id = " [" + id + "]"
	}
	c := severityColour(f.Severity)
	w.line("%s: %s %s: %s%s", w.paint(bold, w.where(f.Place)), w.paint(c, mark+f.Severity.String()), f.Detector,
		terminal(f.Message), w.paint(dim, id))

	gutter := len(fmt.Sprint(f.At.Start.Line))
	for _, r := range f.Related {
		gutter = max(gutter, len(fmt.Sprint(r.At.Start.Line)))
	}
	w.excerpt(f.Place, gutter, c)
	blank := strings.Repeat(" ", gutter)
	for _, r := range f.Related {
		w.line("%s = %s: %s", blank, terminal(orElse(r.Note, "see also")), w.where(r.Place))
		w.excerpt(r.Place, gutter, dim)
	}
	w.note(blank, "default taken", f.Default)
	w.note(blank, "to clear", clears(f))
	if f.Unaccepted != nil {
		w.note(blank, "suppression", "not accepted: the change itself brought it")
	}
	w.WriteByte('\n')
}

// note is one line about a finding, folded at noteWidth columns.
func (w *textWriter) note(blank, name, text string) {
	if text == "" {
		return
	}
	for i, l := range fold(terminal(text), noteWidth-len(name)) {
		if i == 0 {
			w.line("%s = %s: %s", blank, w.paint(dim, name), l)
			continue
		}
		w.line("%s   %s", blank, l)
	}
}

// noteWidth is how wide the notes under a finding are, gutter aside.
const noteWidth = excerptWidth

// fold breaks text between words into lines of at most width columns; a longer
// word has a line of its own.
func fold(text string, width int) []string {
	var lines []string
	line, used := "", 0
	for _, word := range strings.Fields(text) {
		n := columns(word)
		if used > 0 && used+1+n > width {
			lines = append(lines, line)
			line, used = "", 0
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+n
	}
	return append(lines, line)
}

func (w *textWriter) excerpt(p finding.Place, gutter int, c colour) {
	side := p.Side
	if side == "" {
		side = finding.Head
	}
	x := newExcerpt(w.report.Sources[side][p.Path], p)
	for _, l := range x.lines(gutter, func(s string) string { return w.paint(c, s) }) {
		w.line("%s", l)
	}
}

// low lists low findings, one line each.
func (w *textWriter) low() {
	low := w.report.shown(w.index, func(f finding.Finding) bool { return f.Severity == finding.Low })
	if len(low) == 0 {
		return
	}
	for _, f := range low[:min(len(low), maxLow)] {
		w.line("%s: %s %s: %s", w.where(f.Place), w.paint(dim, "low"), f.Detector, terminal(f.Message))
	}
	if more := len(low) - maxLow; more > 0 {
		w.line("%s", w.paint(dim, fmt.Sprintf("... and %d more low; --format json lists them all", more)))
	}
	w.WriteByte('\n')
}

func (w *textWriter) unread() {
	for _, u := range w.report.NotInterrogated {
		label, c := "✗ not interrogated", red
		if u.Unchanged {
			label, c = "not looked at, unchanged", dim
		}
		w.line("%s: %s: %s", w.paint(bold, terminal(u.Path)), w.paint(c, label), terminal(u.Reason))
	}
}

func (w *textWriter) summary() {
	mark, c := "✗", red
	if w.report.Verdict.Status == gate.Pass {
		mark, c = "✓", green
	}
	w.line("%s %s", w.paint(c, mark), terminal(w.report.headline(w.index)))
}

// columns is how many columns sanitised text takes.
func columns(s string) int {
	n := 0
	for _, c := range cells(s) {
		n += c.width
	}
	return n
}
