package internal_test

import (
	"testing"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// BenchmarkParse is the bare Markdown parse: what any tool that reads these
// files has to pay.
func BenchmarkParse(b *testing.B) {
	eachSet(b, func(b *testing.B, runs [][]testkit.File) {
		p := bareParser()
		b.SetBytes(size(runs))
		b.ReportAllocs()
		for b.Loop() {
			bareParse(p, runs)
		}
	})
}

// BenchmarkCheck is the whole check, from bytes to verdict.
func BenchmarkCheck(b *testing.B) {
	eachSet(b, func(b *testing.B, runs [][]testkit.File) {
		b.SetBytes(size(runs))
		b.ReportAllocs()
		for b.Loop() {
			fullCheck(b, runs)
		}
	})
}

// BenchmarkRatio takes turns with both, so that a busy machine slows both, and
// reports how many bare parses one check costs. The goal is at most 4.
func BenchmarkRatio(b *testing.B) {
	eachSet(b, func(b *testing.B, runs [][]testkit.File) {
		p := bareParser()
		var parse, check time.Duration
		for b.Loop() {
			start := time.Now()
			bareParse(p, runs)
			middle := time.Now()
			fullCheck(b, runs)
			parse += middle.Sub(start)
			check += time.Since(middle)
		}
		b.ReportMetric(check.Seconds()/parse.Seconds(), "parses/check")
	})
}

// eachSet measures the repository's own small documents in one run, as a pull
// request that touches them all, and each document of the corpus, where there
// is one, in a run of its own.
func eachSet(b *testing.B, measure func(*testing.B, [][]testkit.File)) {
	b.Run("own", func(b *testing.B) { measure(b, [][]testkit.File{testkit.Documents(b)}) })
	var alone [][]testkit.File
	for _, f := range testkit.Corpus(b) {
		alone = append(alone, []testkit.File{f})
	}
	if alone != nil {
		b.Run("corpus", func(b *testing.B) { measure(b, alone) })
	}
}

func bareParser() parser.Parser {
	return goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList)).Parser()
}

func bareParse(p parser.Parser, runs [][]testkit.File) {
	for _, files := range runs {
		for _, f := range files {
			p.Parse(text.NewReader(f.Data))
		}
	}
}

func fullCheck(b *testing.B, runs [][]testkit.File) {
	b.Helper()
	for _, files := range runs {
		var r app.Request
		for _, f := range files {
			r.Documents = append(r.Documents, app.Document{Path: f.Path, Data: f.Data})
		}
		if _, err := app.Interrogate(b.Context(), r); err != nil {
			b.Fatal(err)
		}
	}
}

func size(runs [][]testkit.File) int64 {
	var n int64
	for _, files := range runs {
		for _, f := range files {
			n += int64(len(f.Data))
		}
	}
	return n
}
