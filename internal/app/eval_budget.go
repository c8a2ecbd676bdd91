package app

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/report"
)

// Budget is how much a reader of the corpus gets to see.
type Budget struct {
	Files     int
	Median    float64
	Mean      float64
	Most      int
	MostFile  string
	High      int
	Blocked   []string // files whose verdict does not pass
	Detectors []Count  // most first
}

// Count is how often a detector spoke, and in how many files.
type Count struct {
	Detector string
	Findings int
	Files    int
}

func (e *evaluator) budget() error {
	if !e.has("corpus") {
		return nil
	}
	t := budgetTally{counts: map[string]*Count{}}
	err := fs.WalkDir(e.fsys, "corpus", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".md" {
			return err
		}
		r, _, err := e.report(name)
		if err == nil {
			t.add(name, r)
		}
		return err
	})
	if err != nil {
		return err
	}
	b := t.budget()
	e.out.Budget = &b
	return nil
}

// budgetTally counts towards a [Budget].
type budgetTally struct {
	out    Budget
	perDoc []int
	counts map[string]*Count // by detector
}

// add counts one document.
func (t *budgetTally) add(name string, r report.Report) {
	if r.Verdict.Status != gate.Pass {
		t.out.Blocked = append(t.out.Blocked, name)
	}
	n := 0
	here := map[string]bool{}
	for _, f := range r.Findings {
		if !f.Active() {
			continue
		}
		n++
		if f.Severity == finding.High {
			t.out.High++
		}
		c := t.counts[f.Detector]
		if c == nil {
			c = &Count{Detector: f.Detector}
			t.counts[f.Detector] = c
		}
		c.Findings++
		if !here[f.Detector] {
			here[f.Detector] = true
			c.Files++
		}
	}
	t.perDoc = append(t.perDoc, n)
	if n > t.out.Most {
		t.out.Most, t.out.MostFile = n, name
	}
}

func (t *budgetTally) budget() Budget {
	b := t.out
	b.Files = len(t.perDoc)
	if b.Files > 0 {
		slices.Sort(t.perDoc)
		b.Median = float64(t.perDoc[(b.Files-1)/2]+t.perDoc[b.Files/2]) / 2
		total := 0
		for _, n := range t.perDoc {
			total += n
		}
		b.Mean = float64(total) / float64(b.Files)
	}
	for _, c := range t.counts {
		b.Detectors = append(b.Detectors, *c)
	}
	slices.SortFunc(b.Detectors, func(x, y Count) int {
		return cmp.Or(cmp.Compare(y.Findings, x.Findings), strings.Compare(x.Detector, y.Detector))
	})
	return b
}
