package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
)

// clearLabel marks a line that must not be flagged.
const clearLabel = "clear"

// label is one line of labels.jsonl: a line of a document of the corpus, and
// what a careful reader says about it.
type label struct {
	ID      string   `json:"id"`
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Text    string   `json:"text"` // the whole line, so that a moved label is noticed
	Label   string   `json:"label"`
	Also    []string `json:"also_acceptable"`
	Pair    int      `json:"pair_line"` // where a finding counts as well: the other side of a contradiction; 0 without
	HeldOut bool     `json:"held_out"`
}

// answeredBy reports whether a finding of these kinds is what the label says.
func (l label) answeredBy(kinds []string) bool {
	return slices.ContainsFunc(kinds, func(k string) bool { return k == l.Label || slices.Contains(l.Also, k) })
}

// reading is the one of a detector's kinds that counts on this line: what the
// line is labelled with if it is among them, else the first.
func (l label) reading(kinds []string) string {
	for _, k := range append([]string{l.Label}, l.Also...) {
		if slices.Contains(kinds, k) {
			return k
		}
	}
	if len(kinds) == 0 {
		return "none"
	}
	return kinds[0]
}

// LabelScore is what the findings reach on one set of labelled lines.
type LabelScore struct {
	Name       string // one of "all labels", "open" and "held out"
	Precision  Ratio  // flagged lines whose kind fits, of all flagged lines
	Recall     Ratio  // defects found, of all defects
	FalseFlags Ratio  // clear lines flagged, of all clear lines
	HighFlags  int    // clear lines with a high finding: must be 0
	Kinds      []KindScore
	Detectors  []DetectorScore // those that flagged a line, by id
	Lines      []LabelLine     // every line that was got wrong, in label order
}

// KindScore is the same for one kind of defect.
type KindScore struct {
	Kind      string
	Precision Ratio
	Recall    Ratio
}

// DetectorScore is how often one detector is right: lines whose label it
// answers to, of all labelled lines that it flags.
type DetectorScore struct {
	Detector  string
	Precision Ratio
}

// LabelLine is a labelled line that was missed or wrongly flagged.
type LabelLine struct {
	ID, File string
	Line     int
	Label    string
	Flagged  []string // "severity id" of each finding on it
}

func (e *evaluator) labels() error {
	const name = "labels.jsonl"
	if !e.has(name) {
		return nil
	}
	labels, err := readLines(e, name, func(l label) error {
		if l.File == "" || l.Line < 1 || l.Label == "" {
			return errors.New("a label needs file, line and label")
		}
		return nil
	})
	if err != nil {
		return err
	}
	all, open, held := newLabelTally(allLabels), newLabelTally(openLabels), newLabelTally(heldOutLabels)
	for _, at := range labels {
		l := at.value
		r, side, data, err := e.about(path.Join("corpus", l.File))
		if err != nil {
			e.problem(name, at.line, err)
			continue
		}
		if got := lineOf(data, l.Line); l.Text != "" && got != l.Text {
			e.problem(name, at.line, fmt.Errorf("line %d of %q is not the labelled text, but %q", l.Line, l.File, got))
			continue
		}
		on := onLines(r.Findings, side, l.Line, l.Pair)
		half := open
		if l.HeldOut {
			half = held
		}
		all.add(l, on, e.kinds)
		half.add(l, on, e.kinds)
	}
	e.out.Labels = append(e.out.Labels, all.score())
	if held.lines > 0 {
		e.out.Labels = append(e.out.Labels, open.score(), held.score())
	}
	return nil
}

// The sets of labelled lines. Held out are those that nobody may have seen who
// tuned a detector.
const (
	allLabels     = "all labels"
	openLabels    = "open"
	heldOutLabels = "held out"
)

// labelTally counts towards a [LabelScore].
type labelTally struct {
	out       LabelScore
	kinds     map[string]*KindScore
	detectors map[string]*Ratio
	lines     int
}

func newLabelTally(name string) *labelTally {
	return &labelTally{out: LabelScore{Name: name}, kinds: map[string]*KindScore{}, detectors: map[string]*Ratio{}}
}

func (t *labelTally) kind(k string) *KindScore {
	if t.kinds[k] == nil {
		t.kinds[k] = &KindScore{Kind: k}
	}
	return t.kinds[k]
}

// add counts one labelled line with the findings on it.
func (t *labelTally) add(l label, on []finding.Finding, kindsOf map[string][]string) {
	t.lines++
	var flagged, by, said []string
	high, hit := false, false
	for _, f := range on {
		kinds := kindsOf[f.Detector]
		flagged = append(flagged, f.Severity.String()+" "+f.Detector)
		by = append(by, f.Detector)
		said = append(said, l.reading(kinds))
		high = high || f.Severity == finding.High
		hit = hit || l.answeredBy(kinds)
	}
	slices.Sort(by)
	for _, d := range slices.Compact(by) {
		if t.detectors[d] == nil {
			t.detectors[d] = &Ratio{}
		}
		tally(t.detectors[d], true, l.answeredBy(kindsOf[d]))
	}
	slices.Sort(said)
	for _, k := range slices.Compact(said) {
		tally(&t.kind(k).Precision, true, l.answeredBy([]string{k}))
	}
	if len(on) > 0 {
		t.out.Precision.Of++
	}
	if hit {
		t.out.Precision.N++
	}
	if l.Label == clearLabel {
		t.out.FalseFlags.Of++
		if len(on) > 0 {
			t.out.FalseFlags.N++
		}
		if high {
			t.out.HighFlags++
		}
	} else {
		k := &t.kind(l.Label).Recall
		k.Of++
		t.out.Recall.Of++
		if hit {
			k.N++
			t.out.Recall.N++
		}
	}
	if l.Label == clearLabel && len(on) > 0 || l.Label != clearLabel && !hit {
		t.out.Lines = append(t.out.Lines, LabelLine{ID: l.ID, File: l.File, Line: l.Line, Label: l.Label, Flagged: flagged})
	}
}

func (t *labelTally) score() LabelScore {
	for _, k := range t.kinds {
		t.out.Kinds = append(t.out.Kinds, *k)
	}
	slices.SortFunc(t.out.Kinds, func(a, b KindScore) int { return strings.Compare(a.Kind, b.Kind) })
	for _, d := range slices.Sorted(maps.Keys(t.detectors)) {
		t.out.Detectors = append(t.out.Detectors, DetectorScore{Detector: d, Precision: *t.detectors[d]})
	}
	return t.out
}

// onLines are the findings of one side whose words touch one of the lines; 0 is
// none. What stood at the base already is not the change's.
func onLines(findings []finding.Finding, side finding.Side, lines ...int) []finding.Finding {
	var out []finding.Finding
	for _, f := range findings {
		last := f.At.End.Line
		if f.At.End.Column == 1 && last > f.At.Start.Line {
			last--
		}
		if f.Active() && !f.PreExisting && f.Side == side &&
			slices.ContainsFunc(lines, func(n int) bool { return f.At.Start.Line <= n && n <= last }) {
			out = append(out, f)
		}
	}
	return out
}

// lineOf is line n of a file, without its line break; "" if it has none.
func lineOf(data []byte, n int) string {
	lines := bytes.Split(data, []byte("\n"))
	if n > len(lines) {
		return ""
	}
	return strings.TrimSuffix(string(lines[n-1]), "\r")
}

// numbered is a value with the line that it was read from.
type numbered[T any] struct {
	line  int
	value T
}

// readLines decodes a file of one JSON object a line. Unknown keys are allowed:
// people add notes. A line that cannot be read becomes a problem of e and is
// left out.
func readLines[T any](e *evaluator, name string, validate func(T) error) ([]numbered[T], error) {
	data, err := fs.ReadFile(e.fsys, name)
	if err != nil {
		return nil, err
	}
	var out []numbered[T]
	n := 0
	for line := range bytes.Lines(data) {
		n++
		var v T
		dec := json.NewDecoder(bytes.NewReader(line))
		err := dec.Decode(&v)
		if err == nil {
			if _, more := dec.Token(); more != io.EOF {
				err = errors.New("more than one value on the line")
			} else {
				err = validate(v)
			}
		}
		if err != nil {
			e.problem(name, n, err)
			continue
		}
		out = append(out, numbered[T]{n, v})
	}
	return out, nil
}

// problem records a line that cannot be measured.
func (e *evaluator) problem(name string, line int, err error) {
	e.problems = append(e.problems, fmt.Errorf("%s:%d: %w", name, line, err))
}
