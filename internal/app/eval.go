package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/report"
)

// Evaluation is what the detectors reach on documents that people labelled.
// Every figure comes from one list, the findings that a check emits; nothing
// is capped. A part that the folder does not hold is nil and named in Notes.
type Evaluation struct {
	Detectors []DetectorKinds
	Labels    []LabelScore    // all labels, and if some are held out, the open ones and those
	Pairs     []Pair          // nil without pairs
	Sentences []SentenceScore // one for each labelled set
	Budget    *Budget
	Below     []string // each floor of the folder that is not reached
	Notes     []string // what was not measured, and why
}

// DetectorKinds is one row of the table by which findings are matched with
// labels: a finding of the detector answers to these kinds of defect.
type DetectorKinds struct {
	Detector string
	Kinds    []string
}

// Ratio is a share with its counts. Its value is undefined if Of is zero.
type Ratio struct {
	N, Of int
}

// Value is the share; 0 of nothing is 0.
func (r Ratio) Value() float64 {
	if r.Of == 0 {
		return 0
	}
	return float64(r.N) / float64(r.Of)
}

// Eval measures the detectors on a folder of labelled documents: labels.jsonl
// with corpus/, pairs/, and the sentence sets under sets/. Any of these may be
// missing; a folder without one of them is an error, and so is a line that
// cannot be read. All such lines are reported together as "file:line: what".
// With floors.json, what the labels reach is held to it.
//
// Each document is checked by itself, under the default policy and with
// everything in scope; but a folder of the corpus with base.md and head.md is
// a change, checked as a pull request is.
func Eval(ctx context.Context, fsys fs.FS) (Evaluation, error) {
	return evaluate(fsys, Detectors(policy.Default().Clarification), func(name string, head, base []byte) (report.Report, error) {
		r := Request{Documents: []Document{{Path: name, Data: head}}}
		if base != nil {
			r.Base, r.Paths = oneFile{name: name, data: base, same: bytes.Equal(head, base)}, []string{name}
		}
		return Interrogate(ctx, r)
	})
}

// evaluate is [Eval] with its detectors and its check.
func evaluate(fsys fs.FS, detectors []detect.Detector, check checkFunc) (Evaluation, error) {
	e := evaluator{
		fsys: fsys, check: check, detectors: detectors,
		kinds: map[string][]string{}, checked: map[string]report.Report{},
	}
	for _, d := range detectors {
		e.kinds[d.ID] = d.Kinds
		e.out.Detectors = append(e.out.Detectors, DetectorKinds{Detector: d.ID, Kinds: d.Kinds})
	}
	for _, part := range []func() error{e.labels, e.floors, e.pairs, e.sentences, e.budget} {
		if err := part(); err != nil {
			return Evaluation{}, err
		}
	}
	if len(e.problems) > 0 {
		return Evaluation{}, errors.Join(e.problems...)
	}
	if e.measured == 0 {
		return Evaluation{}, errors.New("nothing to measure: the folder holds none of labels.jsonl, corpus, pairs and sets")
	}
	return e.out, nil
}

// checkFunc reports on one document: by itself if base is nil, else on what the
// change from base to head did.
type checkFunc func(name string, head, base []byte) (report.Report, error)

// evaluator carries one evaluation.
type evaluator struct {
	fsys      fs.FS
	check     checkFunc
	detectors []detect.Detector
	kinds     map[string][]string      // by detector id
	checked   map[string]report.Report // by path, since several parts look at one document
	problems  []error                  // lines that could not be read
	measured  int                      // parts that the folder holds
	out       Evaluation
}

// report checks a document of the folder, once.
func (e *evaluator) report(name string) (report.Report, []byte, error) {
	data, err := fs.ReadFile(e.fsys, name)
	if err != nil {
		return report.Report{}, nil, err
	}
	if r, ok := e.checked[name]; ok {
		return r, data, nil
	}
	r, err := e.check(name, data, nil)
	if err != nil {
		return report.Report{}, nil, fmt.Errorf("check %q: %w", name, err)
	}
	e.checked[name] = r
	return r, data, nil
}

// has reports whether the folder holds a part, and notes it if not.
func (e *evaluator) has(name string) bool {
	if _, err := fs.Stat(e.fsys, name); err != nil {
		e.out.Notes = append(e.out.Notes, name+": not there, not measured")
		return false
	}
	e.measured++
	return true
}
