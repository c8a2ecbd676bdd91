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
	eachSet(b, func(b *testing.B, files []testkit.File) {
		p := bareParser()
		b.SetBytes(size(files))
		b.ReportAllocs()
		for b.Loop() {
			bareParse(p, files)
		}
	})
}

// BenchmarkCheck is the whole check, from bytes to verdict.
func BenchmarkCheck(b *testing.B) {
	eachSet(b, func(b *testing.B, files []testkit.File) {
		b.SetBytes(size(files))
		b.ReportAllocs()
		for b.Loop() {
			fullCheck(b, files)
		}
	})
}

// BenchmarkRatio takes turns with both, so that a busy machine slows both, and
// reports how many bare parses one check costs. The goal is at most 4.
func BenchmarkRatio(b *testing.B) {
	eachSet(b, func(b *testing.B, files []testkit.File) {
		p := bareParser()
		var parse, check time.Duration
		for b.Loop() {
			start := time.Now()
			bareParse(p, files)
			middle := time.Now()
			fullCheck(b, files)
			parse += middle.Sub(start)
			check += time.Since(middle)
		}
		b.ReportMetric(check.Seconds()/parse.Seconds(), "parses/check")
	})
}

// eachSet measures the repository's own documents, which are small, and the
// corpus, where there is one: each in one run, as a folder that is checked.
func eachSet(b *testing.B, measure func(*testing.B, []testkit.File)) {
	b.Run("own", func(b *testing.B) { measure(b, testkit.Documents(b)) })
	if corpus := testkit.Corpus(b); corpus != nil {
		b.Run("corpus", func(b *testing.B) { measure(b, corpus) })
	}
}

func bareParser() parser.Parser {
	return goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList)).Parser()
}

func bareParse(p parser.Parser, files []testkit.File) {
	for _, f := range files {
		p.Parse(text.NewReader(f.Data))
	}
}

func fullCheck(b *testing.B, files []testkit.File) {
	b.Helper()
	var r app.Request
	for _, f := range files {
		r.Documents = append(r.Documents, app.Document{Path: f.Path, Data: f.Data})
	}
	if _, err := app.Interrogate(b.Context(), r); err != nil {
		b.Fatal(err)
	}
}

func size(files []testkit.File) int64 {
	var n int64
	for _, f := range files {
		n += int64(len(f.Data))
	}
	return n
}
