package probe

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// EdgeCoverage is what a spec's section "Edge Coverage" says of its edges, by
// the labels of its tables. Dismissed ones are closed and verified by nothing.
type EdgeCoverage struct {
	Explicit, Backstop, Dismissed, Open int
}

// EdgeRow is one row of such a table.
type EdgeRow struct {
	Label string      // "explicit", "backstop" or "dismissed"; "" where it is open: nobody can tell
	Name  string      // the words in front of its status
	Text  string      // all of them
	Span  source.Span // of its first words
}

// EdgeRows reads the section; none where the spec has no such section or only
// heads of tables in it. The heading may have a suffix.
func EdgeRows(d *spec.Document) []EdgeRow {
	if text := d.File.Content(); !strings.Contains(text, "dge Coverage") && !strings.Contains(text, "dge coverage") {
		return nil
	}
	var out []EdgeRow
	blocks := blocksOf(d)
	for _, section := range d.Sections {
		if section.Heading == nil || !strings.HasPrefix(lang.NormalHeading(section.Title), "edge coverage") {
			continue
		}
		for _, b := range blocks[section] {
			if b.Kind == spec.Table {
				out = append(out, edgeRows(b)...)
			}
		}
	}
	return out
}

// edgeRows reads the rows of one table.
func edgeRows(table *spec.Block) []EdgeRow {
	var out []EdgeRow
	column := -1
	for _, row := range table.Children {
		if row.Header {
			for i, cell := range row.Children {
				if cell.Text != nil && normalKey(cell.Text.String()) == "status" {
					column = i
				}
			}
			continue
		}
		r := EdgeRow{Span: row.Span}
		var words, name []string
		for i, cell := range row.Children {
			text := ""
			if cell.Text != nil {
				text = strings.TrimSpace(cell.Text.String())
			}
			switch words = append(words, text); {
			case i == column:
				r.Label = edgeLabel(strings.ToLower(text))
			case text != "" && len(name) == 0:
				name, r.Span = []string{text}, cell.Text.Span(0, len(cell.Text.String()))
			case text != "" && i < column:
				name = append(name, text)
			}
		}
		r.Name, r.Text = strings.Join(name, " "), strings.Join(words, " | ")
		out = append(out, r)
	}
	return out
}

// edgeLabel is what a row's label says; "" if it says nothing that is known.
func edgeLabel(label string) string {
	switch tier := EdgeValidators().tierOf(label); {
	case label == "covered":
		return "explicit"
	case label == "dismissed":
		return label
	default:
		return tier
	}
}

// ReadEdgeCoverage counts the rows of the section; supplied says that there is
// at least one.
func ReadEdgeCoverage(d *spec.Document) (c EdgeCoverage, supplied bool) {
	for _, r := range EdgeRows(d) {
		switch r.Label {
		case "explicit":
			c.Explicit++
		case "backstop":
			c.Backstop++
		case "dismissed":
			c.Dismissed++
		default:
			c.Open++
		}
		supplied = true
	}
	return c, supplied
}

// OpenEdges are the edges of requirements that their own words do not settle.
// What shows no edge has none here.
func OpenEdges(requirements []Requirement) ([]Item, error) {
	items, err := Edges(requirements)
	if err != nil {
		return nil, err
	}
	var out []Item
	for _, i := range EdgeAuto(items, requirements) {
		if i.Category != unclassified && (i.Verification == nil || *i.Verification != "explicit") {
			out = append(out, i)
		}
	}
	return out, nil
}

// Add is the sum of two specs.
func (c EdgeCoverage) Add(o EdgeCoverage) EdgeCoverage {
	return EdgeCoverage{c.Explicit + o.Explicit, c.Backstop + o.Backstop, c.Dismissed + o.Dismissed, c.Open + o.Open}
}

// String is the coverage in one line: "3 explicit, 1 backstop, 140 open".
func (c EdgeCoverage) String() string {
	out := fmt.Sprintf("%d explicit, %d backstop, %d open", c.Explicit, c.Backstop, c.Open)
	if c.Dismissed > 0 {
		out += fmt.Sprintf(", %d dismissed", c.Dismissed)
	}
	return out
}
