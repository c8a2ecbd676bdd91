package report

import (
	"fmt"
	"slices"

	"github.com/surmise-ci/surmise/internal/gate"
)

// heldBy says in a few words how a prohibition stands.
func heldBy(p gate.Prohibition) string {
	switch {
	case p.Outcome == gate.Skipped && p.Code == gate.CodeDismissed:
		return "dismissed"
	case p.Outcome == gate.Pass && p.Flagged:
		return "flagged"
	case p.Outcome == gate.Pass && p.Tier == gate.ByPeople:
		return "judged to hold"
	case p.Outcome == gate.Pass:
		return "proven"
	case p.Tier == gate.ByPeople:
		return "not judged"
	case p.Tier == "":
		return "not readable"
	}
	return "not proven"
}

// tallyProhibitions is how many are proven, judged to hold, and flagged.
func tallyProhibitions(all []gate.Prohibition) (proven, judged, flagged int) {
	for _, p := range all {
		switch {
		case p.Outcome != gate.Pass:
		case p.Flagged:
			flagged++
		case p.Tier == gate.ByPeople:
			judged++
		default:
			proven++
		}
	}
	return proven, judged, flagged
}

// because is why a prohibition stands as it does, and by which record.
func because(p gate.Prohibition) string { return join(", ", why(p), record(p)) }

// why is the code and the reason of an outcome, as far as there are any. What is
// dismissed says so already.
func why(p gate.Prohibition) string {
	if p.Code == gate.CodeDismissed {
		return p.Reason
	}
	return join(": ", p.Code, p.Reason)
}

// record is the evidence of an outcome; "" without any.
func record(p gate.Prohibition) string {
	if p.Evidence == "" {
		return ""
	}
	return "evidence " + p.Evidence
}

// whereOf is the place of a prohibition. What the head does not have, has no
// line.
func whereOf(p gate.Prohibition) string {
	if p.Line == 0 {
		return p.Path
	}
	return fmt.Sprintf("%s:%d", p.Path, p.Line)
}

// prohibitions lists what blocks or is flagged, one line each.
func (w *textWriter) prohibitions() {
	for _, p := range w.report.Prohibitions {
		mark, c := "✗ ", red
		switch {
		case p.Outcome == gate.Pass && !p.Flagged:
			continue
		case p.Outcome == gate.Pass:
			mark, c = "", yellow
		}
		id := terminal(p.ID)
		if p.ID == whereOf(p) {
			id = "" // a declaration that cannot be read is called by its place
		}
		w.line("%s: %s: %s", w.paint(bold, terminal(whereOf(p))), join(" ", w.paint(c, mark+heldBy(p)), id), terminal(because(p)))
	}
}

// prohibitions is the table of all of them, the dismissed ones last.
func (w *markdownWriter) prohibitions() {
	var rows [][]string
	for _, p := range slices.Concat(w.report.Prohibitions, w.report.Dismissed) {
		rows = append(rows, []string{
			markdownCode(p.ID), heldBy(p), markdownText(because(p)), markdownCode(whereOf(p)), markdownCode(shortenTo(p.Statement, maxWords)),
		})
	}
	w.table("Prohibitions", []string{"Prohibition", "Stands", "Why", "Where", "It forbids"}, rows)
}
