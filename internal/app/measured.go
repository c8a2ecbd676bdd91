package app

import (
	_ "embed"
	"fmt"
	"strings"
)

// measuredText is what each detector reaches on the labelled lines of the
// repository: id, right and flagged of all lines, right and flagged of those
// held out, apart by tabs. A test writes it and holds it to the code.
//
//go:embed measured.tsv
var measuredText string

// MeasuredPrecision is how many of the labelled lines that the detector flags
// deserve it: of all lines, and of those held out. Where it flags none, which
// is no measure of it, a ratio is of nothing.
func MeasuredPrecision(detector string) (all, heldOut Ratio) {
	for line := range strings.Lines(measuredText) {
		if rest, ok := strings.CutPrefix(line, detector+"\t"); ok {
			fmt.Sscanf(rest, "%d\t%d\t%d\t%d", &all.N, &all.Of, &heldOut.N, &heldOut.Of)
		}
	}
	return all, heldOut
}

// Measured is the table that [MeasuredPrecision] reads, from a new evaluation.
func (e Evaluation) Measured() string {
	var b strings.Builder
	for _, d := range e.Detectors {
		var all, heldOut Ratio
		for _, l := range e.Labels {
			for _, s := range l.Detectors {
				switch {
				case s.Detector != d.Detector:
				case l.Name == allLabels:
					all = s.Precision
				case l.Name == heldOutLabels:
					heldOut = s.Precision
				}
			}
		}
		fmt.Fprintf(&b, "%s\t%d\t%d\t%d\t%d\n", d.Detector, all.N, all.Of, heldOut.N, heldOut.Of)
	}
	return b.String()
}
