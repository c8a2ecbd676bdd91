package claim

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Stated is a claim of a table with the cell that completes it.
type Stated struct {
	Claim
	Cell  *spec.Statement
	About string // what the row is about, as its cells say it, and the column's head
}

// OfTable reads what the rows of a table say by their form: who may do what
// ("yes", "no"), which state follows on which event, and the values of limits
// and defaults. Rows are cells by column, nil where one is empty. Every column
// that the package does not know to describe or to answer tells rows apart, so a
// guard or an environment keeps two rows from being compared.
func OfTable(heads []string, rows [][]*spec.Statement) []Stated {
	t := table{heads: make([][]word, len(heads)), parts: make([]part, len(heads))}
	for k, h := range heads {
		t.heads[k] = wordsOf(h)
		t.parts[k] = t.part(k, rows)
	}
	var out []Stated
	for _, row := range rows {
		for k, cell := range row {
			if k == 0 || k >= len(heads) || cell == nil || len(cell.Sentences) != 1 || len(cell.Sentences[0].Tokens) > longest {
				continue
			}
			if c, ok := t.claim(row, k); ok {
				out = append(out, Stated{c, cell, t.names(row, heads[k])})
			}
		}
	}
	return out
}

// OfCell reads a value that stands in a cell by itself as what the first cell of
// its row asserts: "15 minutes" beside "Session timeout".
func OfCell(s *spec.Statement) (Claim, bool) {
	if len(s.Headers) < 2 || len(s.Sentences) != 1 || len(s.Sentences[0].Tokens) > longest {
		return Claim{}, false
	}
	r := reader{text: s.Text.String(), statement: s}
	words, row := r.read(&s.Sentences[0], true), wordsOf(s.Headers[1])
	if len(words) == 0 || len(row) == 0 || !slices.ContainsFunc(words, numeric) || len(mainModals(words)) > 0 {
		return Claim{}, false
	}
	return r.claim(finish([]clause{{subject: moved(row, words[0].start), predicate: words}})[0])
}

// table is one table with what each of its columns is for.
type table struct {
	heads [][]word
	parts []part
}

// part is what a column does for its rows.
type part uint8

const (
	telling    part = iota // tells rows apart
	describing             // says more about a row
	answering              // yes or no
	valued                 // a limit or a default
	admitting              // the values that are allowed
	following              // the state that comes next
	measured               // the unit of the value
)

// part finds out what column k is for.
func (t *table) part(k int, rows [][]*spec.Statement) part {
	words := make([]string, len(t.heads[k]))
	for i, w := range t.heads[k] {
		words[i] = w.text
	}
	head := strings.Join(words, " ")
	switch head {
	case "#", "id", "no", "nr", "description", "notes", "note", "comment", "comments", "meaning", "purpose", "rationale", "reason", "remarks", "explanation", "type":
		return describing
	}
	if k == 0 {
		return telling
	}
	switch head {
	case "default", "default value", "defaults", "value", "limit", "maximum", "max", "minimum", "min":
		return valued
	case "allowed values", "allowed", "valid values", "possible values", "accepted values", "options", "choices", "range", "allowed range", "valid range":
		return admitting
	case "next state", "new state", "target state", "to state", "resulting state", "to", "next":
		return following
	case "unit", "units":
		return measured
	}
	answers := 0
	for _, row := range rows {
		if k >= len(row) || row[k] == nil {
			continue
		}
		switch _, ok := answer(row[k]); {
		case ok:
			answers++
		case strings.Trim(row[k].Text.String(), "-–— ") != "":
			return telling
		}
	}
	if answers > 0 {
		return answering
	}
	return telling
}

// answer reads a cell that says yes or no.
func answer(cell *spec.Statement) (yes, ok bool) {
	switch strings.ToLower(strings.TrimSpace(cell.Text.String())) {
	case "yes", "y", "✓", "✔", "✅", "✔️", "allowed", "permitted", "ja", "oui", "sí", "sim":
		return true, true
	case "no", "n", "✗", "✘", "❌", "✖", "denied", "forbidden", "not allowed", "nein", "non", "não":
		return false, true
	}
	return false, false
}

// claim is what cell k says of its row.
func (t *table) claim(row []*spec.Statement, k int) (Claim, bool) {
	switch t.parts[k] {
	case telling, describing, measured:
		return Claim{}, false
	}
	cell := row[k]
	context, ok := contextWords(cell)
	if !ok {
		return Claim{}, false
	}
	r := reader{text: cell.Text.String(), statement: cell, context: context}
	r.words = r.read(&cell.Sentences[0], false)
	at, end := cell.Sentences[0].Start, cell.Sentences[0].End
	subject, ok := t.about(row, at)
	if !ok {
		return Claim{}, false
	}
	c := clause{subject: subject, unordered: true}
	switch t.parts[k] {
	case answering:
		yes, ok := answer(cell)
		if !ok {
			return Claim{}, false
		}
		c.modality, c.negated, c.grants = lang.May, false, true
		if !yes {
			c.modality, c.negated = lang.Must, true
		}
		c.predicate = withoutModals(moved(t.heads[k], at))
		got, ok := r.claim(c)
		got.Start, got.End = at, end
		return got, ok
	case valued:
		for _, w := range t.heads[k] {
			if w.text != "value" {
				c.subject = append(c.subject, moved([]word{w}, at)...)
			}
		}
		c.predicate = append([]word{{text: "is", start: at, end: at}}, append(r.words, t.unit(row, end)...)...)
		got, ok := r.claim(c)
		return got, ok && (len(got.Bounds) == 1 || got.Value != "")
	case admitting:
		return r.admitted(c, at)
	case following:
		return r.next(c, t.event(row))
	}
	return Claim{}, false
}

// admitted is the claim of a cell that names the values that are allowed, or the
// range of them.
func (r *reader) admitted(c clause, at int) (Claim, bool) {
	is := []word{{text: "is", start: at, end: at}}
	c.predicate = slices.Concat(is, []word{{text: "one", start: at, end: at}, {text: "of", start: at, end: at}}, r.words)
	if got, ok := r.claim(c); ok && got.listed != nil {
		return got, true
	}
	c.predicate = append(is, r.words...)
	got, ok := r.claim(c)
	return got, ok && len(got.Bounds) == 1 && got.Bounds[0].Shape != Point
}

// names is what tells the row apart, in its own words.
func (t *table) names(row []*spec.Statement, head string) string {
	var out []string
	for k, cell := range row {
		if k < len(t.parts) && t.parts[k] == telling && cell != nil {
			out = append(out, strings.TrimSpace(cell.Text.String()))
		}
	}
	return strings.Join(append(out, head), ", ")
}

// about are the words of the cells that tell the row apart.
func (t *table) about(row []*spec.Statement, at int) ([]word, bool) {
	var out []word
	for k, cell := range row {
		if k >= len(t.parts) || t.parts[k] != telling || cell == nil {
			continue
		}
		if len(cell.Sentences) != 1 || len(cell.Sentences[0].Tokens) > longest {
			return nil, false
		}
		r := reader{text: cell.Text.String(), statement: cell}
		if out = append(out, moved(r.read(&cell.Sentences[0], true), at)...); len(out) > longest {
			return nil, false
		}
	}
	return out, len(out) > 0
}

// unit is the word of the row's unit, put behind the value.
func (t *table) unit(row []*spec.Statement, at int) []word {
	for k, cell := range row {
		if k < len(t.parts) && t.parts[k] == measured && cell != nil {
			return moved(wordsOf(cell.Text.String()), at)
		}
	}
	return nil
}

// event reports whether the row has a state that is left and what makes it be
// left. Without both, more than one state may follow.
func (t *table) event(row []*spec.Statement) bool {
	from, event := false, false
	for k, head := range t.heads {
		if k >= len(row) || row[k] == nil || t.parts[k] != telling || len(head) == 0 {
			continue
		}
		switch head[len(head)-1].text {
		case "state", "from", "status":
			from = true
		case "event", "trigger", "action", "input", "transition", "command", "message":
			event = true
		}
	}
	return from && event
}

// next is the claim of a state table's row.
func (r *reader) next(c clause, event bool) (Claim, bool) {
	const longestName = 4
	if !event || len(r.words) == 0 || len(r.words) > longestName {
		return Claim{}, false
	}
	name := make([]string, 0, longestName)
	for _, w := range r.words {
		if w.punct || w.inside || w.text == "or" {
			return Claim{}, false
		}
		name = append(name, strings.Trim(w.text, "`"))
	}
	f := frame{out: Claim{unordered: true, Value: strings.Join(name, " ")}, family: "next"}
	f.out.Start, f.out.End = r.words[0].start, r.words[len(r.words)-1].end
	for _, w := range c.subject {
		if !w.punct {
			f.push(w.text) // the names of states and events, which are no language
		}
	}
	f.condition(c, r.context)
	f.finish()
	return f.out, true
}

// Conditioned reports whether a statement sets a condition, for what stands
// below it as well: "Outside opening hours the following table holds."
func Conditioned(s *spec.Statement) bool {
	for i := range s.Sentences {
		if len(s.Sentences[i].Tokens) > longest {
			return true
		}
		r := reader{text: s.Text.String(), statement: s}
		for k, ws := 0, r.read(&s.Sentences[i], i == 0); k < len(ws); k++ {
			if k == 0 && opensCondition(ws[k].text) || conditional(ws, k) {
				return true
			}
		}
	}
	return false
}

// wordsOf cuts a cell that is no statement into words.
func wordsOf(text string) []word {
	var out []word
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if w = strings.Trim(w, "*_`?!.,:;()[]"); w != "" {
			out = append(out, word{text: w, number: w[0] >= '0' && w[0] <= '9'})
		}
	}
	return out
}

func withoutModals(ws []word) []word {
	out := ws[:0]
	for i := 0; i < len(ws); i++ {
		if m, ok := modalAt(ws, i); ok {
			i = m.end - 1
			continue
		}
		out = append(out, ws[i])
	}
	return out
}
