package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
)

// floor is what one set of labels must reach. No clear line may be flagged
// high, whatever the floor.
type floor struct {
	Precision  float64 `json:"precision"`   // at least
	Recall     float64 `json:"recall"`      // at least
	FalseFlags float64 `json:"false_flags"` // clear lines flagged, at most
}

// below lists what the score does not reach.
func (f floor) below(s LabelScore) []string {
	var out []string
	for _, w := range []struct {
		what  string
		got   Ratio
		floor float64
		holds bool
	}{
		{"precision", s.Precision, f.Precision, s.Precision.Value() >= f.Precision},
		{"recall", s.Recall, f.Recall, s.Recall.Value() >= f.Recall},
		{"clear lines flagged", s.FalseFlags, f.FalseFlags, s.FalseFlags.Value() <= f.FalseFlags},
	} {
		if !w.holds {
			out = append(out, fmt.Sprintf("%s: %s %s, want %.2f", s.Name, w.what, w.got, w.floor))
		}
	}
	if s.HighFlags > 0 {
		out = append(out, fmt.Sprintf("%s: %d clear lines flagged high, want none", s.Name, s.HighFlags))
	}
	return out
}

// floors holds the labels to floors.json: a floor for each set, by name. A
// folder without it asks for nothing.
func (e *evaluator) floors() error {
	const name = "floors.json"
	data, err := fs.ReadFile(e.fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	floors := map[string]floor{}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&floors); err != nil {
		return fmt.Errorf("read %q: %w", name, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("read %q: more than one value", name)
	}
	for _, s := range e.out.Labels {
		if f, ok := floors[s.Name]; ok {
			e.out.Below = append(e.out.Below, f.below(s)...)
			delete(floors, s.Name)
		}
	}
	for _, set := range slices.Sorted(maps.Keys(floors)) {
		e.out.Below = append(e.out.Below, set+": there are no such labels")
	}
	return nil
}
