package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
)

// recommended marks the option that is taken to be the narrowest reading.
const recommended = " (recommended)"

// optionText is an option of a question as people see it.
func optionText(q ledger.Question, n int) string {
	if n == q.Recommended {
		return q.Options[n-1] + recommended
	}
	return q.Options[n-1]
}

// put asks a question in an annotation.
func (p page) put(m *message, q ledger.Question) {
	m.say("%s", q.Text)
	m.say("%s", q.Why)
	for n := range q.Options {
		m.say("%d: %s", n+1, optionText(q, n+1))
	}
	if p.talks() {
		m.say("To answer, comment: %s", p.answer(q, q.Recommended))
		m.say("Or in your own words: /answer %s -- your words", q.ID)
	}
}

// asks are the open questions about an entry that its own note does not put by
// showing the sides.
func (p page) asks(i item) []ledger.Question {
	var out []ledger.Question
	for _, q := range p.Report.open() {
		if slices.Contains(q.Resolves, i.Key()) && !p.told(q) {
			out = append(out, q)
		}
	}
	return out
}

// told reports whether a question is on show already: the two sides of a
// contradiction stand with the entry that blocks.
func (p page) told(q ledger.Question) bool {
	about := p.about(q)
	if q.Field != clarify.FieldConflict || len(about) != 1 || !about[0].blocks {
		return false
	}
	_, _, sides := about[0].sides()
	return sides
}

// questions are those that are open, and what was answered.
func (p page) questions() block {
	var rows []string
	for _, q := range p.Report.Questions {
		switch step, words, answered := q.Answer(); {
		case q.Stage == ledger.StageRequested && !p.told(q):
			rows = append(rows, p.question(q))
		case answered:
			rows = append(rows, fmt.Sprintf("- %s, %s by %s: %s\n", code(q.ID, maxCellWords), q.Stage, code(step.By, maxCellWords),
				markdownText(shortenTo(words, maxCellMessage))))
		}
	}
	return list(rankBlocks, "Questions", rows, "question")
}

// question is one question with its options, and how to answer it.
func (p page) question(q ledger.Question) string {
	row := "- " + code(q.ID, maxCellWords)
	for n, i := range p.about(q) {
		row += []string{", about ", ", "}[min(n, 1)] + markdownCode(i.ID)
	}
	row += ": " + markdownText(shortenTo(q.Text, maxQuestion)) + "<br>" + markdownText(shortenTo(q.Why, maxCellMessage)) + "."
	for n := range q.Options {
		row += fmt.Sprintf("<br>%d: %s", n+1, markdownText(shortenTo(optionText(q, n+1), maxQuestion)))
	}
	if p.talks() {
		row += "<br>To answer: " + markdownCode(p.answer(q, q.Recommended)) + ", or your own words after ` -- ` in place of the number"
	}
	return row + "\n"
}

// maxQuestion is how many code points of a question, or of one of its options,
// are shown.
const maxQuestion = 500

// drafts are the specs with the answers written in, as far as they change.
func (p page) drafts() []block {
	var out []block
	for _, d := range p.Report.Drafts {
		if len(d.Changes) == 0 {
			continue
		}
		var rows []string
		for _, c := range d.Changes {
			rows = append(rows, fmt.Sprintf("\nFrom line %d:\n\n%s", c.Line, diffed(c)))
		}
		b := list(rankRest, "The answers written into "+code(d.Path, maxCellPath), rows, "change")
		b.foot = "\nIt is a suggestion: nothing was committed.\n"
		if len(d.Left) > 0 {
			b.foot = fmt.Sprintf("\nIt is a suggestion: nothing was committed. By itself it does not settle %s.\n", markdownText(strings.Join(d.Left, ", ")))
		}
		out = append(out, b)
	}
	return out
}

// diffed is a change of lines as a fenced block.
func diffed(c clarify.Change) string {
	before, after := strings.Split(c.Before, "\n"), strings.Split(c.After, "\n")
	var out []string
	n := 0
	for n < len(before) && n < len(after) && before[n] == after[n] {
		out = append(out, " "+before[n])
		n++
	}
	for _, l := range before[n:] {
		out = append(out, "-"+l)
	}
	for _, l := range after[n:] {
		out = append(out, "+"+l)
	}
	return fencedAs("diff", strings.Join(out, "\n"))
}

// Clarified are the files of the drafts: each spec whole, with the answers
// written in. Names are those of structured clarification gates, numbered where
// there are several.
func (r Report) Clarified() []ClarifiedSpec {
	var out []ClarifiedSpec
	for _, d := range r.Drafts {
		name := "clarified-spec.md"
		if len(out) > 0 {
			name = fmt.Sprintf("clarified-spec-%d.md", len(out)+1)
		}
		out = append(out, ClarifiedSpec{Name: name, Path: d.Path, Text: d.Text})
	}
	return out
}

// ClarifiedSpec is one file to write.
type ClarifiedSpec struct{ Name, Path, Text string }

// questions are the open questions, for a terminal.
func (w *textWriter) questions() {
	open := w.report.open()
	if len(open) == 0 {
		return
	}
	if !w.style.Questions {
		w.line("%s %s; --questions shows them", w.paint(dim, "note:"), count(len(open), "question"))
		return
	}
	w.line("%s", w.paint(bold, "questions"))
	for _, q := range open {
		w.line("%s: %s", w.paint(bold, w.where(q.Place)), w.paint(yellow, q.ID))
		w.note(" ", "question", q.Text)
		w.note(" ", "why", q.Why)
		for n := range q.Options {
			w.note(" ", fmt.Sprint(n+1), optionText(q, n+1))
		}
	}
	w.WriteByte('\n')
}

// questions are the same for Markdown.
func (w *markdownWriter) questions() {
	open := w.report.open()
	if len(open) == 0 {
		return
	}
	if !w.style.Questions {
		return
	}
	var rows [][]string
	for _, q := range open {
		var options []string
		for n := range q.Options {
			options = append(options, fmt.Sprintf("%d: %s", n+1, markdownText(shortenTo(optionText(q, n+1), maxQuestion))))
		}
		rows = append(rows, []string{
			markdownCode(q.ID), w.where(q.Place), markdownText(shortenTo(q.Text, maxQuestion)), strings.Join(options, "<br>"), markdownText(q.Why),
		})
	}
	w.table("Questions", []string{"Question", "Where", "Asked", "Options", "Why it matters"}, rows)
}

type jsonQuestion struct {
	ID          string   `json:"id"`
	Fingerprint string   `json:"fingerprint"`
	Field       string   `json:"field"`
	Question    string   `json:"question"`
	Why         string   `json:"why"`
	Options     []string `json:"options"`
	Recommended int      `json:"recommended"` // 1-based
	Resolves    []string `json:"resolves"`    // ids of ledger entries
	Stage       string   `json:"stage"`
	Steps       []step   `json:"steps"` // oldest first
	jsonPlace
}

// step is a stage that a question came to.
type step struct {
	Stage  string  `json:"stage"`
	At     *string `json:"at"` // null for the asking
	By     string  `json:"by"`
	Choice string  `json:"choice"`
	Words  string  `json:"words"`
	Link   string  `json:"link"`
	Head   string  `json:"head"`
}

func (x index) question(q ledger.Question) jsonQuestion {
	out := jsonQuestion{
		ID: q.ID, Fingerprint: string(q.Fingerprint), Field: q.Field, Question: q.Text, Why: q.Why,
		Options: append([]string{}, q.Options...), Recommended: q.Recommended, Resolves: []string{},
		Stage: string(q.Stage), jsonPlace: placeJSON(q.Place),
		Steps: each(q.Steps, func(s ledger.Step) step {
			out := step{Stage: string(s.Stage), By: s.By, Choice: s.Choice, Words: s.Words, Link: s.Link, Head: s.HeadSHA}
			if !s.At.IsZero() {
				out.At = new(s.At.UTC().Format(time.RFC3339))
			}
			return out
		}),
	}
	for _, k := range q.Resolves {
		if id := x.ids[k]; id != "" {
			out.Resolves = append(out.Resolves, id)
		}
	}
	return out
}

// readQuestion is a question that was read back. Where it stands is told from
// the ledger.
func readQuestion(path string, n int, q jsonQuestion, l ledger.Ledger) (ledger.Question, error) {
	fp, ok := finding.ParseFingerprint(q.Fingerprint)
	out := ledger.Question{
		ID: q.ID, Fingerprint: fp, Place: finding.Place{Path: q.Path, Side: finding.Side(q.Side), Text: q.Excerpt},
		Field: q.Field, Text: q.Question, Why: q.Why, Options: q.Options, Recommended: q.Recommended,
	}
	for _, id := range q.Resolves {
		i := slices.IndexFunc(l.Entries, func(e ledger.Entry) bool { return e.ID == id })
		if i < 0 {
			return out, problem(path, "questions[%d] resolves %q, which is no entry of the ledger", n, id)
		}
		out.Resolves = append(out.Resolves, l.Entries[i].Key())
	}
	if !ok {
		return out, problem(path, "questions[%d].fingerprint is %q; it must be 64 hexadecimal digits", n, q.Fingerprint)
	}
	return out, nil
}
