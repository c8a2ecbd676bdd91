package detect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

func contradiction() Detector {
	m := matter{parts: dividingWords()}
	return Detector{
		ID: "contradiction",
		Doc: Doc{
			Title: "contradiction",
			Text: "Finds two requirements of one document that cannot both hold: the same thing required and forbidden, bounded twice " +
				"with different numbers, given two values or defaults of which one excludes the other, two lists of all that is allowed, " +
				"two answers of permission or state tables, and orders that run in a circle. Units are converted exactly. Both " +
				"must speak of the same thing under the same condition, so a qualifier or a condition on one side alone keeps it " +
				"silent, and so does everything that it cannot bring into comparable form. Numbers in scenario steps are examples. In a " +
				"language without a pack only sentences count that are the same but for a number with its unit.",
			Bad:   "- Refunds must end within 14 days.\n- Refunds must end within 30 days.",
			Good:  "- Refunds must end within 14 days.\n- Refunds to gift cards must end within 30 days.",
			Since: "0.1.0",
		},
		Class: finding.Contradictory, Affects: "requirements", Severity: finding.High,
		Kinds: []string{"contradiction"},
		Needs: lang.NoWords,
		Blind: "two sides that do not share their words, one that only follows from where it stands or from the steps around it, " +
			"and what nothing in the document speaks against",
		Document: func(p *Pass) {
			all := assertions(p.Doc)
			if p.Doc.Foreign {
				m.reportMeasured(p, all)
				return
			}
			m.report(p, all)
			m.reportScenarios(p, all)
			m.reportMoves(p, all)
			m.reportCircles(p)
		},
	}
}

// assertion is a claim with the statement that makes it.
type assertion struct {
	claim.Claim
	s     *spec.Statement
	part  int         // the sentence of s that makes it
	label string      // the line that heads its part of the section without being a heading
	table *spec.Block // whose form makes the claim; nil for one that is made by a sentence
	about string      // what that table says its value of
	after int         // how many paragraphs stand before it in the document
}

func assertions(d *spec.Document) []assertion {
	var out []assertion
	tables := tablesOf(d)
	for _, at := range places(d) {
		for _, c := range tables[at.s] {
			a := at
			a.Claim, a.table, a.about = c.Claim, c.table, c.About
			out = append(out, a)
		}
		if !binds(d, at.s) {
			continue
		}
		for _, c := range claim.Of(at.s) {
			for at.part+1 < len(at.s.Sentences) && at.s.Sentences[at.part].End <= c.Start {
				at.part++
			}
			a := at
			a.Claim = c
			out = append(out, a)
		}
	}
	return out
}

// places are the statements of a document with what heads them, in order; none
// has a claim yet.
func places(d *spec.Document) []assertion {
	out := make([]assertion, 0, len(d.Statements))
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
		out = append(out, assertion{s: s, label: label, after: paragraphs})
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

// matter tells whether two claims are about one thing where they stand.
type matter struct {
	parts map[string]bool // of dividingWords
}

// report compares only claims of one key. All claims of a key that contradict
// the same one are a single finding: they have one cause.
func (m matter) report(p *Pass, all []assertion) {
	done := make(map[int]bool)
	m.reportGroups(p, all, done, (*assertion).key, func(a, b *assertion) bool {
		return (a.s != b.s || a.part != b.part) && claim.Contradict(a.Claim, b.Claim)
	})
	m.reportGroups(p, all, done, (*assertion).topic, func(a, b *assertion) bool { return claim.Opposed(a.Claim, b.Claim) })
	m.reportTolerated(p, all)
}

func (a *assertion) key() string   { return a.Key() }
func (a *assertion) topic() string { return a.Topic() }

// reportGroups holds the claims of each group against one another. Done are
// those that have been told of.
func (m matter) reportGroups(p *Pass, all []assertion, done map[int]bool, group func(*assertion) string, against func(a, b *assertion) bool) {
	const mostOfOne = 32
	groups := make(map[string][]int)
	for i := range all {
		if k := group(&all[i]); len(groups[k]) < mostOfOne {
			groups[k] = append(groups[k], i)
		}
	}
	for i := range all {
		var others []assertion
		for _, j := range groups[group(&all[i])] {
			if j > i && !done[i] && !done[j] && against(&all[i], &all[j]) && m.same(&all[i], &all[j]) {
				others = append(others, all[j])
				done[j] = true
			}
		}
		if len(others) > 0 {
			reportContradiction(p, all[i], others)
			done[i] = true
		}
	}
}

// reportTolerated finds limits beyond which another requirement only warns.
func (m matter) reportTolerated(p *Pass, all []assertion) {
	const mostLimits = 32
	var limits []assertion
	for _, a := range all {
		if a.Limits() && len(limits) < mostLimits {
			limits = append(limits, a)
		}
	}
	for _, w := range all {
		if !w.Warns() {
			continue
		}
		for _, l := range limits {
			if l.s != w.s && claim.Tolerates(w.Claim, l.Claim) && m.samePlace(&w, &l) {
				first, second := w, l
				if l.s.Span.Start < w.s.Span.Start {
					first, second = l, w
				}
				reportContradiction(p, first, []assertion{second})
				break
			}
		}
	}
}

// reportContradiction puts the finding on the later statement, which is the one
// more likely to be new, and shows the other side.
func reportContradiction(p *Pass, first assertion, against []assertion) {
	second := against[0]
	a, b := claim.Contrast(first.Claim, second.Claim)
	span, other := second.s.Text.Span(b.Start, b.End), first.s.Text.Span(a.Start, a.End)
	r := Result{
		Span: span, At: second.s,
		Message: fmt.Sprintf("%q contradicts %q on line %d: keep one", shorten(second.said(b), maxSide),
			shorten(first.said(a), maxSide), p.Doc.File.Position(other.Start).Line),
		Hint:    "say which one holds, or state the condition that tells the two cases apart",
		Default: "none: whichever side the implementer reads first would win",
		Related: []finding.Related{side(p.Doc, first.s, other)},
		Members: []string{first.s.Text.Canonical()},
	}
	for _, other := range against[1:] {
		_, o := claim.Contrast(first.Claim, other.Claim)
		r.Related = append(r.Related, side(p.Doc, other.s, other.s.Text.Span(o.Start, o.End)))
		r.Members = append(r.Members, other.s.Text.Canonical())
	}
	p.Report(r)
}

// maxSide is how many characters of either side a message repeats.
const maxSide = 38

func side(d *spec.Document, s *spec.Statement, span source.Span) finding.Related {
	note := "the other side"
	if s.ID != "" {
		note += ", " + s.ID
	}
	return finding.Related{Place: finding.PlaceOf(d.File, finding.Head, span), Note: note}
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

// same reports whether two claims of one key mean the same thing where
// they stand. Under different headings the words have to say it alone: "the
// response" of one section is not that of another.
func (m matter) same(a, b *assertion) bool {
	if a.table != nil && b.table != nil {
		return a.table == b.table || a.s.Section == b.s.Section && a.after == b.after
	}
	if a.mayBind() || b.mayBind() {
		return a.s.Section == b.s.Section && a.label == b.label
	}
	together := a.s.Section == b.s.Section || plainly(a.s.Section, b.s.Section) && plainly(b.s.Section, a.s.Section)
	if together && a.label == b.label {
		return a.table != nil || b.table != nil || slices.Equal(headsOf(a.s), headsOf(b.s))
	}
	const enough, enoughOfTable = 2, 3
	if a.table != nil || b.table != nil {
		return a.Specific() >= enoughOfTable && m.samePlace(a, b)
	}
	return a.Specific() >= enough && len(a.s.Headers)+len(b.s.Headers) == 0 && m.samePlace(a, b)
}

// headsOf are the heads of a cell that say what it is about. A first cell
// that holds nothing but the row's id or number says nothing.
func headsOf(s *spec.Statement) []string {
	const column, row = 0, 1
	if len(s.Headers) > row && (s.Headers[row] == s.ID || strings.Trim(s.Headers[row], "0123456789.#") == "") {
		return s.Headers[column:row]
	}
	return s.Headers
}

// plainly reports whether the headings above a section, up to the first that
// also stands above the other, announce requirements and no subject.
func plainly(s, other *spec.Section) bool {
	for ; s != nil && !above(s, other); s = s.Parent {
		if s.Kind != lang.Requirements && s.Kind != lang.Criteria {
			return false
		}
	}
	return true
}

// samePlace reports whether the headings above two statements leave open that
// both speak of the same thing. They do not where both headings qualify a word
// that the claims share ("Access tokens", "Refresh tokens") or name different
// roles, platforms or stages.
func (m matter) samePlace(a, b *assertion) bool {
	ta, tb := titles(a, b.s.Section), titles(b, a.s.Section)
	if !slices.Equal(wordsWhere(ta, m.divides), wordsWhere(tb, m.divides)) || parallel(a.leaf(), b.leaf()) {
		return false
	}
	has := func(w string) bool { return slices.Contains(a.Words(), w) }
	lacks := func(w string) bool { return !has(w) }
	return len(wordsWhere(ta, has)) == 0 || len(wordsWhere(tb, has)) == 0 || slices.Equal(wordsWhere(ta, lacks), wordsWhere(tb, lacks))
}

// leaf is what heads the assertion most closely.
func (a *assertion) leaf() string {
	switch {
	case a.label != "":
		return a.label
	case a.s.Section.Kind != lang.Other:
		return "" // announces requirements, names nothing
	}
	return a.s.Section.Title
}

// parallel reports whether two titles name kinds of one thing, so that what
// stands under one is not about the other: "Gold plan" and "Silver plan".
func parallel(a, b string) bool {
	ta, tb := titleWords(nil, a), titleWords(nil, b)
	if len(ta) < 2 || len(tb) < 2 || slices.Equal(ta, tb) {
		return false
	}
	last := ta[len(ta)-1]
	return last == tb[len(tb)-1] && strings.Trim(last, "0123456789") != ""
}

// titles are the words of the label and the headings above an assertion up to
// the first heading that also stands above the other, normalised and sorted.
func titles(a *assertion, other *spec.Section) []string {
	out := titleWords(nil, a.label)
	for s := a.s.Section; s != nil && !above(s, other); s = s.Parent {
		out = titleWords(out, s.Title)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func titleWords(out []string, title string) []string {
	for _, w := range strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return strings.ContainsRune(" \t,.:;()[]/&-–—`'\"", r) }) {
		out = append(out, claim.Normal(w))
	}
	return out
}

func above(s, other *spec.Section) bool {
	for ; other != nil; other = other.Parent {
		if s == other {
			return true
		}
	}
	return false
}

func wordsWhere(list []string, ok func(string) bool) []string {
	var out []string
	for _, w := range list {
		if ok(w) {
			out = append(out, w)
		}
	}
	return out
}

func (m matter) divides(w string) bool { return m.parts[w] }

// dividingWords are the heading words, normalised, that divide a document by
// role, platform, stage or edition.
func dividingWords() map[string]bool {
	words := make(map[string]bool)
	for _, w := range []string{
		"admin", "customer", "guest", "visitor", "manager", "operator", "merchant", "seller", "buyer", "teacher", "student", "patient",
		"mobile", "web", "desktop", "tablet", "ios", "android", "browser", "cli", "backend", "frontend", "client", "server",
		"production", "staging", "development", "test", "free", "pro", "premium", "enterprise", "basic", "standard",
		"alpha", "beta", "mvp", "phase", "version", "v1", "v2", "v3", "legacy", "current", "future", "old", "new", "next",
		"internal", "external", "public", "private", "online", "offline", "primary", "secondary", "inbound", "outbound",
		"get", "post", "put", "delete", "patch", "request", "respond",
	} {
		words[claim.Normal(w)] = true
	}
	return words
}
