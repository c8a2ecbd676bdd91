package probe

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// EdgeCoverage is what a spec's section "Edge Coverage" says of its edges, by
// the labels of its tables. Dismissed ones are closed and verified by nothing.
type EdgeCoverage struct {
	Explicit, Backstop, Dismissed, Open int
}

// ReadEdgeCoverage reads the section; supplied says that the spec has one with
// at least one row. The heading may have a suffix, rows are counted over all
// tables of the section, and a table of a head alone supplies nothing.
func ReadEdgeCoverage(d *spec.Document) (c EdgeCoverage, supplied bool) {
	if text := d.File.Content(); !strings.Contains(text, "dge Coverage") && !strings.Contains(text, "dge coverage") {
		return c, false
	}
	for section, blocks := range blocksOf(d) {
		if section.Heading == nil || !strings.HasPrefix(lang.NormalHeading(section.Title), "edge coverage") {
			continue
		}
		for _, b := range blocks {
			if b.Kind == spec.Table {
				n := c.table(b)
				supplied = supplied || n > 0
			}
		}
	}
	return c, supplied
}

// table counts the rows of one table by their status, and says how many there
// are. A row without a label that is known is open: nobody can tell.
func (c *EdgeCoverage) table(b *spec.Block) int {
	column, rows := -1, 0
	for _, row := range b.Children {
		if row.Header {
			for i, cell := range row.Children {
				if cell.Text != nil && normalKey(cell.Text.String()) == "status" {
					column = i
				}
			}
			continue
		}
		rows++
		label := ""
		if column >= 0 && column < len(row.Children) && row.Children[column].Text != nil {
			label = strings.ToLower(strings.TrimSpace(row.Children[column].Text.String()))
		}
		switch tier := EdgeValidators().tierOf(label); {
		case label == "covered", tier == "explicit":
			c.Explicit++
		case tier == "backstop":
			c.Backstop++
		case label == "dismissed":
			c.Dismissed++
		default:
			c.Open++
		}
	}
	return rows
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
