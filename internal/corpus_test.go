package internal_test

import (
	"bytes"
	"encoding/json"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// What the check of one file may cost, far above what it does cost.
const (
	maxWall  = 500 * time.Millisecond
	maxBytes = 100 << 20
)

// corpus is every document at hand.
func corpus(t testing.TB) []testkit.File {
	t.Helper()
	out := testkit.Documents(t)
	for _, f := range testkit.Corpus(t) {
		out = append(out, testkit.File{Path: "corpus/" + f.Path, Data: f.Data})
	}
	return out
}

// TestCheckProperties checks every document at hand and holds what is said
// about it to what a reader relies on.
func TestCheckProperties(t *testing.T) {
	t.Parallel()
	for _, f := range corpus(t) {
		t.Run(f.Path, func(t *testing.T) {
			t.Parallel()
			r := check(t, f)
			if len(r.NotInterrogated) > 0 {
				t.Fatalf("not interrogated: %v", r.NotInterrogated)
			}
			file := source.New(f.Path, f.Data)
			blocks, code := opaqueSpans(t, file)
			prose := slices.Concat(blocks, code)
			for _, got := range r.Findings {
				opaque := prose
				if got.Detector == "placeholder" {
					opaque = blocks // a marker in code may hold the place of a value
				}
				findingBreaches(t, file, opaque, got.Place)
				for _, related := range got.Related {
					findingBreaches(t, file, nil, related.Place)
				}
			}
			if first, second := render(t, r), render(t, check(t, f)); !bytes.Equal(first, second) {
				t.Errorf("two runs gave different JSON:\n%s\n%s", first, second)
			}
		})
	}
}

// TestCheckIsCheap is not parallel: it measures.
func TestCheckIsCheap(t *testing.T) {
	for _, f := range corpus(t) {
		var allocated uint64
		wall := fastest(maxWall, func() (wall time.Duration) {
			wall, allocated = cost(t, f)
			return wall
		})
		if wall > maxWall || allocated > maxBytes {
			t.Errorf("%s: %v and %d bytes, want at most %v and %d", f.Path, wall, allocated, maxWall, maxBytes)
		}
	}
}

// fastest tries until a run keeps the limit: a busy machine slows some runs,
// and what costs too much is slow in all. What is far over is not tried again.
func fastest(limit time.Duration, run func() time.Duration) time.Duration {
	best := run()
	for try := 0; try < 9 && best > limit && best < 10*limit; try++ {
		best = min(best, run())
	}
	return best
}

// cost is what one check takes: time, and all bytes allocated on the way,
// which no peak can be above.
func cost(t *testing.T, f testkit.File) (wall time.Duration, allocated uint64) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	check(t, f)
	wall = time.Since(start)
	runtime.ReadMemStats(&after)
	return wall, after.TotalAlloc - before.TotalAlloc
}

// check is what `surmise check FILE` does with one file.
func check(t testing.TB, f testkit.File) report.Report {
	t.Helper()
	r, err := app.Interrogate(t.Context(), app.Request{
		Tool: "surmise test", Documents: []app.Document{{Path: f.Path, Data: f.Data}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func render(t testing.TB, r report.Report) []byte {
	t.Helper()
	i := slices.IndexFunc(report.Formats(), func(f report.Format) bool { return f.ID == "json" })
	out, err := report.Formats()[i].Render(r, report.Style{})
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(out) {
		t.Fatalf("not JSON: %s", out)
	}
	return out
}

// findingBreaches checks one place: it lies in the file, its excerpt is what
// stands there, its position is the span's, and it is prose.
func findingBreaches(t *testing.T, file *source.File, opaque []source.Span, p finding.Place) {
	t.Helper()
	if p.Span.Start < 0 || p.Span.End > file.Len() || p.Span.Start > p.Span.End {
		t.Fatalf("span %v lies outside the file", p.Span)
	}
	if p.Text != file.Excerpt(p.Span) || p.At != file.Range(p.Span) || p.Text == "" {
		t.Errorf("place %+v: the file has %q at %v", p, file.Excerpt(p.Span), file.Range(p.Span))
	}
	for _, o := range opaque {
		if o.Contains(p.Span) {
			t.Errorf("%q at %v lies in code or front matter", p.Text, p.At.Start)
		}
	}
}

// opaqueSpans are the spans of code blocks and front matter, and those of code
// in a text.
func opaqueSpans(t *testing.T, file *source.File) (blocks, code []source.Span) {
	t.Helper()
	tree, err := markdown.Parse(file, policy.Default().Limits)
	if err != nil {
		t.Fatal(err)
	}
	for _, top := range tree.Blocks {
		for b := range top.All() {
			if b.Kind == spec.Code || b.Kind == spec.FrontMatter {
				blocks = append(blocks, b.Span)
			}
			if b.Text != nil {
				code = append(code, codeSpans(file, b.Text)...)
			}
		}
	}
	return blocks, code
}

// codeSpans are the masked runs of a text that stand between back quotes.
func codeSpans(file *source.File, text *spec.Text) []source.Span {
	var out []source.Span
	prose := text.Prose()
	for i := 0; i < len(prose); i++ {
		if prose[i] != 0 {
			continue
		}
		end := i
		for end < len(prose) && prose[end] == 0 {
			end++
		}
		s := text.Span(i, end)
		if strings.HasSuffix(strings.TrimRight(file.Content()[:s.Start], " "), "`") {
			out = append(out, s)
		}
		i = end
	}
	return out
}
