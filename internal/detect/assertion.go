package detect

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// place is a statement with what heads it.
type place struct {
	s     *spec.Statement
	label string // the line that heads its part of the section without being a heading
	after int    // how many paragraphs stand before it in the document
}

// assertion is a claim and where it is made.
type assertion struct {
	claim.Claim
	place
	part  int         // the sentence that makes it
	table *spec.Block // whose form makes the claim; nil for one that is made by a sentence
	about string      // what that table says its value of
}

// firstOf are the first of the assertions that are wanted. More are left out, so
// that the work stays in proportion to the document.
func firstOf(all []assertion, most int, wanted func(*assertion) bool) []assertion {
	var out []assertion
	for i := range all {
		if len(out) < most && wanted(&all[i]) {
			out = append(out, all[i])
		}
	}
	return out
}

func assertions(d *spec.Document) []assertion {
	tables, all := tablesOf(d), places(d)
	made, n := make([][]claim.Claim, len(all)), 0
	for i, at := range all {
		if binds(d, at.s) {
			made[i] = claim.Of(at.s)
		}
		n += len(made[i]) + len(tables[at.s])
	}
	out := make([]assertion, 0, n)
	for i, at := range all {
		for _, c := range tables[at.s] {
			out = append(out, assertion{Claim: c.Claim, place: at, table: c.table, about: c.About})
		}
		part := 0
		for _, c := range made[i] {
			for part+1 < len(at.s.Sentences) && at.s.Sentences[part].End <= c.Start {
				part++
			}
			out = append(out, assertion{Claim: c, place: at, part: part})
		}
	}
	return out
}

// places are the statements of a document with what heads them, in order.
func places(d *spec.Document) []place {
	out := make([]place, 0, len(d.Statements))
	var section *spec.Section
	label, paragraphs := "", 0
	for _, s := range d.Statements {
		if s.Section != section {
			section, label = s.Section, ""
		}
		if labels(s) {
			label = s.Text.String()
		}
		if s.Block.Kind == spec.Paragraph && s.Item == nil {
			paragraphs++
		}
		out = append(out, place{s, label, paragraphs})
	}
	return out
}

// tabled is a claim that the form of a table makes.
type tabled struct {
	claim.Stated
	table *spec.Block
}

// tablesOf reads the tables of a document that stand where something is
// required, by the cell that completes each claim.
func tablesOf(d *spec.Document) map[*spec.Statement][]tabled {
	var cells map[*spec.Block]*spec.Statement
	out := make(map[*spec.Statement][]tabled)
	for _, root := range d.Blocks {
		for b := range root.All() {
			if b.Kind != spec.Table {
				continue
			}
			if cells == nil {
				cells = cellsOf(d)
			}
			var heads []string
			var rows [][]*spec.Statement
			for _, row := range b.Children {
				var line []*spec.Statement
				for _, cell := range row.Children {
					if row.Header {
						heads = append(heads, cell.Text.Canonical())
					}
					line = append(line, cells[cell])
				}
				if !row.Header {
					rows = append(rows, line)
				}
			}
			for _, c := range claim.OfTable(heads, rows) {
				out[c.Cell] = append(out[c.Cell], tabled{c, b})
			}
		}
	}
	return out
}

// cellsOf are the statements of table cells that may state how things are.
func cellsOf(d *spec.Document) map[*spec.Block]*spec.Statement {
	out := make(map[*spec.Block]*spec.Statement)
	conditioned := false
	for i, s := range d.Statements {
		if s.Block.Kind != spec.Cell || s.Role == spec.Exempt || s.Role == spec.Step || s.Role == spec.Question {
			continue
		}
		if before := d.Statements[max(0, i-1)]; before.Block.Kind != spec.Cell {
			conditioned = before.Block.Kind == spec.Paragraph && claim.Conditioned(before)
		}
		if conditioned {
			continue
		}
		switch s.Under() {
		case lang.Questions, lang.OutOfScope, lang.Assumptions, lang.Glossary:
		default:
			out[s.Block] = s
		}
	}
	return out
}

// labels reports whether a statement is a paragraph that only names what
// follows it, such as a line in bold.
func labels(s *spec.Statement) bool {
	const longest = 80
	text := strings.TrimSpace(s.Text.String())
	return s.Block.Kind == spec.Paragraph && s.Item == nil && s.Parent == nil && len(text) <= longest && !strings.ContainsAny(text[max(0, len(text)-1):], ".;!?")
}

// said is one side as a message repeats it: its words, for a cell with what
// they are said of.
func (a *assertion) said(e claim.Extent) string {
	text := words(a.s, e)
	switch {
	case a.table != nil:
		return a.about + ": " + text
	case a.Under != "":
		return a.Under + ": " + text
	}
	return text
}

func words(s *spec.Statement, e claim.Extent) string {
	return strings.Join(strings.Fields(s.Text.String()[e.Start:e.End]), " ")
}
