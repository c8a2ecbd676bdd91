package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
)

// Ranks of the blocks of a summary: who gets room first.
const (
	rankBlocks  = iota // what blocks, and how to clear it
	rankMeaning        // what changed
	rankLedger
	rankRest
)

// Code points of a text in a table.
const (
	maxCellWords   = 120
	maxCellMessage = 240
	maxCellPath    = 160
)

// elsewhere is where a summary's reader finds what had no room.
func (p Publication) elsewhere() string {
	if link := markdownLink("the run's artifact", p.Artifact); link != "" {
		return link
	}
	return "the JSON report"
}

// summary is the Markdown under a check's title, in at most limit bytes.
func (p Publication) summary(pages []page, notes annotator, limit int) string {
	var blocks []block
	for _, n := range p.Notices {
		blocks = append(blocks, note(n))
	}
	for _, pg := range pages {
		if len(pages) > 1 {
			blocks = append(blocks, block{head: fmt.Sprintf("## Pull request %d into %s: %s\n", pg.Number, markdownCode(pg.Base), markdownText(pg.title()))})
		}
		blocks = append(blocks, pg.blocks()...)
	}
	blocks = append(blocks, p.footer(pages, notes))
	return strings.TrimLeft(fit(blocks, limit, p.elsewhere()), "\n")
}

func note(text string) block { return block{head: "\n**Note:** " + markdownText(text) + "\n"} }

// blocks are everything that is said about one pull request.
func (p page) blocks() []block {
	out := []block{p.failed(), p.meaning()}
	out = append(out, p.whatBlocks()...)
	out = append(out, p.questions(), p.table(), p.stale(), p.prohibitions())
	out = append(out, p.drafts()...)
	for _, s := range p.Report.gated() {
		var rows []string
		for _, r := range s.Reasons {
			rows = append(rows, fmt.Sprintf("- %+d %s\n", r.Points, markdownText(shortenTo(r.Text, maxCellMessage))))
		}
		out = append(out, list(rankRest, fmt.Sprintf("Ambiguity %d/100: %s", s.Score, code(s.Path, maxCellPath)), rows, "point"))
	}
	out = present(append(out, p.unread(), p.limits()))
	if len(out) == 0 {
		out = append(out, block{head: "\n" + markdownText(p.title()) + "\n"})
	}
	return out
}

// present leaves out the blocks that say nothing.
func present(blocks []block) []block {
	var out []block
	for _, b := range blocks {
		if b.head != "" {
			out = append(out, b)
		}
	}
	return out
}

func list(rank int, title string, rows []string, what string) block {
	if len(rows) == 0 {
		return block{}
	}
	return block{rank: rank, head: "\n### " + title + "\n\n", rows: rows, more: what}
}

func table(rank int, title string, head []string, rows [][]string, what string) block {
	lines := make([]string, len(rows))
	for i, r := range rows {
		lines[i] = "| " + strings.Join(r, " | ") + " |\n"
	}
	b := list(rank, title, lines, what)
	if len(rows) > 0 {
		b.head += "| " + strings.Join(head, " | ") + " |\n|" + strings.Repeat(" --- |", len(head)) + "\n"
	}
	return b
}

// code is foreign text as code, shortened.
func code(s string, n int) string { return markdownCode(shortenTo(s, n)) }

// place is where something stands, shortened.
func (p page) place(at finding.Place) string {
	return where(p.Report.revisionPath(at), at.At.Start.Line)
}

func where(path string, line int) string {
	return markdownCode(fmt.Sprintf("%s:%d", shortenTo(path, maxCellPath), line))
}

// meaning is the meaning diff.
func (p page) meaning() block {
	listed, rest := p.Report.meaning()
	var rows []string
	for _, c := range listed {
		text := ""
		if c.Text != "" {
			text = ": " + markdownText(shortenTo(c.Text, maxCellWords))
		}
		rows = append(rows, fmt.Sprintf("- %s **%s**%s, %s\n", code(c.Subject, maxCellWords), c.Kind, text, p.place(place(c))))
	}
	if rest != "" {
		rows = append(rows, "- "+markdownText(rest)+"\n")
	}
	return list(rankMeaning, "What changed in meaning", rows, "change")
}

// failed is all of the reason for which nothing could be decided; a title has
// room for its beginning.
func (p page) failed() block {
	if p.Report.Verdict.Status != gate.Error {
		return block{}
	}
	var rows []string
	for line := range strings.Lines(p.Report.Verdict.Reason) {
		rows = append(rows, "- "+markdownText(shortenTo(strings.TrimSpace(line), maxCellMessage))+"\n")
	}
	return list(rankBlocks, "Could not decide", rows, "reason")
}

// whatBlocks is a row for each thing that blocks, and the commands to paste.
func (p page) whatBlocks() []block {
	var rows, commands []string
	for _, i := range p.blocking() {
		rows = append(rows, fmt.Sprintf("- **%d** %s %s: %s%s\n", i.number, markdownCode(i.ID), p.place(i.Spec.Place),
			markdownText(shortenTo(i.Why, maxCellMessage)), p.choice(i)))
		if i.Nature() != ledger.Contradiction {
			commands = append(commands, p.command(i)+"\n")
		}
	}
	for _, b := range p.failing() {
		name := where(b.Path, b.Line)
		if b.ID != whereOf(b) {
			name = code(b.ID, maxCellWords) + " " + name
		}
		rows = append(rows, fmt.Sprintf("- %s: %s, %s\n", name, b.Outcome,
			markdownText(shortenTo(orElse(b.Reason, "not looked at"), maxCellMessage))))
	}
	for _, u := range p.Report.NotInterrogated {
		if !u.Unchanged {
			rows = append(rows, fmt.Sprintf("- %s: not interrogated, %s\n", code(u.Path, maxCellPath), markdownText(shortenTo(u.Reason, maxCellMessage))))
		}
	}
	title := "What blocks"
	if p.Policy.Mode == policy.ModeObserve {
		title = "What would block"
	}
	out := []block{list(rankBlocks, title, rows, "entry")}
	if len(p.blocking()) > 0 && p.talks() {
		out = append(out, block{rank: rankBlocks, head: "\n" + p.toSettle()})
	}
	if len(commands) > 0 && p.talks() {
		out = append(out, block{rank: rankBlocks, head: "\n```text\n", rows: commands, foot: "```\n", more: "command"})
	}
	return out
}

// toSettle says how what blocks is settled, by whom and in which words.
func (p page) toSettle() string {
	out := "Edit the spec, or have " + p.who() + " comment with the lines that they mean."
	if !p.Policy.RequireConfirm {
		out += " `/ack` in place of `/confirm` goes on with the stated default; a contradiction needs its side."
	}
	return out + " `/dismiss ID -- reason` says that it is no gap.\n"
}

// choice shows the sides of a contradiction, each with the command that picks
// it: which one holds is nobody's default.
func (p page) choice(i item) string {
	a, b, ok := i.sides()
	switch {
	case !ok && i.Nature() == ledger.Contradiction && p.talks():
		return "<br>`" + p.pick(i, "A") + "`"
	case !ok:
		return ""
	}
	out := ""
	for _, q := range p.Report.open() {
		if slices.Contains(q.Resolves, i.Key()) {
			out += "<br>" + markdownCode(q.ID) + " asks which side holds:"
		}
	}
	for n, side := range []finding.Place{a, b} {
		letter := string(rune('A' + n))
		out += fmt.Sprintf("<br>%s: %s on line %d", letter, code(side.Text, maxCellWords), side.At.Start.Line)
		if side.Path != a.Path {
			out += " of " + code(side.Path, maxCellPath)
		}
		if p.talks() {
			out += ": `" + p.pick(i, letter) + "`"
		}
	}
	return out
}

// table is the ledger, as far as it is in scope.
func (p page) table() block {
	var rows [][]string
	for _, i := range p.items {
		word, how := standing(i.Entry)
		if how != "" {
			how = " (" + markdownText(shortenTo(how, maxCellMessage)) + ")"
		}
		if i.blocks {
			word = "**" + word + "**"
		}
		rows = append(rows, []string{
			fmt.Sprint(i.number), markdownCode(i.ID), i.Severity.String() + ", " + word + how, p.place(i.Spec.Place),
			code(i.Gap, maxCellWords) + "<br>" + markdownText(shortenTo(i.Assumption, maxCellMessage)),
		})
	}
	// The head keeps the column as wide as an id, which would be broken at its hyphen.
	b := table(rankLedger, "Ledger", []string{"", "Entry" + strings.Repeat("&nbsp;", len("a-7k3m9q")), "State", "Where", "Words, and the default taken"}, rows, "entry")
	before := len(p.Report.Ledger.Entries) - len(p.items)
	if before > 0 && len(rows) > 0 {
		b.foot = fmt.Sprintf("\n%d from before the change: listed in the report, never blocking.\n", before)
	}
	return b
}

// stale are the decisions whose words are no longer there, with what became of
// the words.
func (p page) stale() block {
	var rows []string
	for _, past := range p.Report.Ledger.Past {
		if past.State != ledger.Stale {
			continue
		}
		words, successor := code(past.Gap, maxCellWords), "nothing took its place"
		for _, i := range p.items {
			if i.Predecessor == past.ID {
				words = wordDiff(orElse(past.Words, past.Gap), orElse(i.Words, i.Gap))
				successor = "now " + markdownCode(i.ID)
			}
		}
		rows = append(rows, fmt.Sprintf("- %s, %s, %s: %s\n", markdownCode(past.ID), markdownText(decided(past)), successor, words))
	}
	return list(rankLedger, "Decisions on words that changed", rows, "decision")
}

// decided says what was last decided about an entry, and by whom.
func decided(e ledger.Entry) string {
	for i := len(e.Events) - 1; i >= 0; i-- {
		if e.Events[i].Verb.Clears() {
			return join(" ", string(e.Events[i].Verb.State()), actor(e.Events[i]))
		}
	}
	return "decided"
}

// wordDiff is a text's change, word by word.
func wordDiff(before, after string) string {
	var out []string
	for _, r := range align.Words(shortenTo(before, 3*maxCellWords), shortenTo(after, 3*maxCellWords)) {
		if r.Shared() {
			out = append(out, markdownText(r.Before))
			continue
		}
		if r.Before != "" {
			out = append(out, "<del>"+markdownText(r.Before)+"</del>")
		}
		if r.After != "" {
			out = append(out, "<ins>"+markdownText(r.After)+"</ins>")
		}
	}
	return strings.Join(out, " ")
}

func (p page) prohibitions() block {
	var rows [][]string
	for _, b := range slices.Concat(p.Report.Prohibitions, p.Report.Dismissed) {
		outcome := heldBy(b)
		if b.Outcome != gate.Pass && b.Code != gate.CodeDismissed {
			outcome = "**" + b.Outcome.String() + "**"
		}
		// However long the reason is, the record can be found.
		if text := join(", ", shortenTo(why(b), maxCellMessage), record(b)); text != "" {
			outcome += ": " + markdownText(text)
		}
		for _, line := range b.Caught {
			outcome += "<br>" + code(line, maxCellWords)
		}
		rows = append(rows, []string{code(b.ID, maxCellWords), outcome, where(b.Path, b.Line), code(b.Statement, maxCellWords)})
	}
	return table(rankRest, "Prohibitions", []string{"Prohibition", "Outcome", "Where", "It forbids"}, rows, "prohibition")
}

// unread is what was not looked at and does not block.
func (p page) unread() block {
	var rows []string
	for _, u := range p.Report.NotInterrogated {
		if u.Unchanged {
			rows = append(rows, fmt.Sprintf("- %s: %s, as before the change\n", code(u.Path, maxCellPath), markdownText(shortenTo(u.Reason, maxCellMessage))))
		}
	}
	return list(rankRest, "Not looked at", rows, "spec")
}

func (p page) limits() block {
	var rows []string
	for _, l := range p.Report.Limits {
		rows = append(rows, "- "+markdownText(shortenTo(l, maxCellMessage))+"\n")
	}
	if aside := p.Report.tally(p.index).aside(); aside != "" {
		rows = append(rows, "- "+markdownText(aside)+"\n")
	}
	return list(rankRest, "Limits and notes", rows, "note")
}

// footer says what the verdict is worth and what it was made from.
func (p Publication) footer(pages []page, notes annotator) block {
	var tool, base string
	for _, pg := range pages {
		tool = pg.Report.Tool
		if pg.Report.Base != "" {
			base = ", compared with " + markdownCode(shortSHA(pg.Report.Base))
		}
	}
	if len(pages) > 1 {
		base = ""
	}
	mode := "gate"
	switch {
	case p.Policy.Mode == policy.ModeObserve:
		mode = "observe: it tells and blocks nothing"
	case p.Degraded != "":
		mode = "advisory: " + markdownText(p.Degraded)
	case p.FailJob:
		mode = "fail-job: the job carries the verdict"
	}
	level := "basic: whoever may write to the repository can publish a check of this name"
	if p.Level == Strong {
		level = "strong: the verdict is published by an app of its own"
	}
	text := fmt.Sprintf("\n---\n\n%s<sub>Mode %s. Guarantee %s. %s at %s%s.</sub>\n",
		legend(notes), mode, level, markdownText(orElse(tool, "surmise")), orElse(markdownCode(shortSHA(p.HeadSHA)), "the working tree"), base)
	return block{rank: rankBlocks, head: text}
}

func shortSHA(sha string) string { return sha[:min(len(sha), shaOnShow)] }

// legend says what is not annotated.
func legend(notes annotator) string {
	var held, homeless string
	if notes.held > 0 {
		held = more(notes.held, "entry") + " that " + verb(notes.held, "does", "do") + " not block: in the table, not annotated"
	}
	if n := len(notes.homeless); n > 0 {
		homeless = more(n, "entry") + " without a place in the head's files: not annotated"
	}
	if out := join(". ", held, homeless); out != "" {
		return "<sub>" + out + ".</sub>\n\n"
	}
	return ""
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// StepSummary is the whole publication for the summary of a job's step.
func (p Publication) StepSummary() string {
	pages := p.pages()
	mark := "❌"
	if p.success(pages) {
		mark = "✅"
	}
	head := fmt.Sprintf("## Surmise %s %s\n\n", mark, markdownText(p.Title()))
	return head + p.summary(pages, p.annotations(pages), maxStepSummary-len(head))
}
