package detect_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestSpread looks at many documents of several languages at the same time, and
// wants what looking at them in turn gives.
func TestSpread(t *testing.T) {
	t.Parallel()
	texts := []string{
		"# Ferry\n\n## Requirements\n\n- The ferry must be fast and load TBD cars.\n- The ferry must stop within 5 s.\n- The ferry must stop within 9 s.\n",
		"# Fähre\n\n## Anforderungen\n\n- Die Fähre muss schnell sein.\n- Die Fähre muss höchstens 30 Wagen laden.\n",
		"# Bac\n\n## Exigences\n\n- Le bac doit être rapide et charger au plus 30 voitures.\n",
		"# フェリー\n\n## 要件\n\n- 車は30台以下でなければならない。\n- 未定\n",
	}
	docs := func() []*spec.Document {
		var out []*spec.Document
		for i := range 40 {
			out = append(out, parse(t, testkit.File{Path: fmt.Sprintf("docs/%02d.md", i), Data: []byte(texts[i%len(texts)])}))
		}
		return out
	}
	together := func(n int, do func(int)) {
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() { do(i) })
		}
		all.Wait()
	}
	want := detect.Run(detect.All(), detect.Input{Head: docs()})
	got := detect.Run(detect.All(), detect.Input{Head: docs(), Spread: together})
	if len(want) < 40 {
		t.Fatalf("%d findings, want some in every document: %v", len(want), want)
	}
	line := func(f finding.Finding) string {
		return fmt.Sprintf("%s:%d %s %s %s", f.Path, f.Span.Start, f.Detector, f.Fingerprint, f.Message)
	}
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || line(want[i]) != line(got[i]) {
			t.Fatalf("%d findings in turn, %d at the same time; the first that differs is number %d:\n%s", len(want), len(got), i, cmp.Diff(want[min(i, len(want)-1)].Message, got[min(i, len(got)-1)].Message))
		}
	}
}
