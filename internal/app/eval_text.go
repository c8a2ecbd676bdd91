package app

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// WriteText prints the evaluation for people. Its first table says which
// kinds of defect each detector answers to, since every figure rests on it.
func (e Evaluation) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	p := func(format string, args ...any) { fmt.Fprintf(t, format+"\n", args...) }
	p("DETECTOR\tANSWERS TO")
	for _, d := range e.Detectors {
		p("%s\t%s", d.Detector, strings.Join(d.Kinds, ", "))
	}
	for _, l := range e.Labels {
		l.write(p)
	}
	if len(e.Below) > 0 {
		p("\nBELOW THE FLOORS")
	}
	for _, b := range e.Below {
		p("%s", b)
	}
	e.writePairs(p)
	for _, s := range e.Sentences {
		p("\n%s\t%s", strings.ToUpper(s.Set), strings.Join(s.Detectors, ", "))
		p("precision\t%s", s.Precision)
		p("recall\t%s", s.Recall)
		p("clear sentences flagged\t%s", s.FalseFlags)
	}
	if e.Budget != nil {
		e.Budget.write(p)
	}
	if len(e.Notes) > 0 {
		p("\nNOT MEASURED")
	}
	for _, n := range e.Notes {
		p("%s", n)
	}
	return t.Flush()
}

// String is the share with its counts: "0.42 (5 of 12)".
func (r Ratio) String() string {
	if r.Of == 0 {
		return "- (0 of 0)"
	}
	return fmt.Sprintf("%.2f (%d of %d)", r.Value(), r.N, r.Of)
}

func (l LabelScore) write(p func(string, ...any)) {
	p("\n%s", strings.ToUpper(l.Name))
	p("precision\t%s", l.Precision)
	p("recall\t%s", l.Recall)
	p("clear lines flagged\t%s, %d high", l.FalseFlags, l.HighFlags)
	p("\nKIND\tPRECISION\tRECALL")
	for _, k := range l.Kinds {
		p("%s\t%s\t%s", k.Kind, k.Precision, k.Recall)
	}
	if len(l.Detectors) > 0 {
		p("\nDETECTOR\tPRECISION")
	}
	for _, d := range l.Detectors {
		p("%s\t%s", d.Detector, d.Precision)
	}
	if len(l.Lines) > 0 {
		p("\nWRONG\tLABEL\tFLAGGED")
	}
	for _, line := range l.Lines {
		flagged := strings.Join(line.Flagged, ", ")
		if flagged == "" {
			flagged = "nothing"
		}
		p("%s:%d\t%s\t%s", line.File, line.Line, line.Label, flagged)
	}
}

func (e Evaluation) writePairs(p func(string, ...any)) {
	if len(e.Pairs) == 0 {
		return
	}
	p("\nPAIRS\tKIND\tBEFORE\tAFTER")
	for _, pair := range e.Pairs {
		before, after := "missed", "-"
		if pair.Found {
			before, after = "found", "still found"
		}
		switch {
		case pair.Found && pair.Gone:
			after = "gone"
		case pair.Found && pair.Survives:
			after = "still found, as are the words"
		}
		if pair.Blind != "" {
			after += "\t" + pair.Blind
		}
		p("%s:%d\t%s\t%s\t%s", pair.ID, pair.Line, pair.Kind, before, after)
	}
}

func (b Budget) write(p func(string, ...any)) {
	p("\nALERT BUDGET\teverything in scope")
	p("files\t%d", b.Files)
	p("findings in a file\tmedian %.1f, mean %.1f, most %d in %s", b.Median, b.Mean, b.Most, b.MostFile)
	p("high\t%d", b.High)
	p("blocked files\t%s", Ratio{N: len(b.Blocked), Of: b.Files})
	for _, name := range b.Blocked {
		p("\t%s", name)
	}
	p("\nDETECTOR\tFINDINGS\tFILES")
	for _, c := range b.Detectors {
		p("%s\t%d\t%d", c.Detector, c.Findings, c.Files)
	}
}
