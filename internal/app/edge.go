package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// edges is one note on what the specs say of their edges; none if no spec has
// such a section. A backstop is a test that is held out for an edge: one of which
// no run is known, because no prohibition that was proven here names it, is
// flagged.
func edges(head revision, held []gate.Prohibition) []string {
	var sum probe.EdgeCoverage
	any, flagged := false, 0
	ran := provenTests(head, held)
	for _, d := range head.docs {
		c, supplied := probe.ReadEdgeCoverage(d)
		if !supplied {
			continue
		}
		sum, any = sum.Add(c), true
		for _, row := range probe.EdgeRows(d) {
			if row.Label == "backstop" && !slices.ContainsFunc(ran, func(test string) bool { return strings.Contains(row.Text, test) }) {
				flagged++
			}
		}
	}
	if !any {
		return nil
	}
	note := "edges: " + sum.String()
	if flagged > 0 {
		note += fmt.Sprintf("; %d flagged: no run of the test that is held out for it is known", flagged)
	}
	return []string{note}
}

// provenTests are the tests of the prohibitions that are proven.
func provenTests(head revision, held []gate.Prohibition) []string {
	var out []string
	for _, p := range head.declared.Items() {
		proven := slices.ContainsFunc(held, func(h gate.Prohibition) bool {
			return h.Outcome == gate.Pass && h.Code == string(proof.Proven) && keyOfRecord(h.Path, h.ID) == keyOfRecord(p.Path, p.ID)
		})
		if proven && p.Check.Test != "" {
			out = append(out, p.Check.Test)
		}
	}
	return out
}
