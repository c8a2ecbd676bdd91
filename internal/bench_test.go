package internal_test

import (
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/testkit"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// BenchmarkParse is the bare Markdown parse: what any tool that reads these
// files has to pay.
func BenchmarkParse(b *testing.B) {
	files := corpus(b)
	p := bareParser()
	b.SetBytes(size(files))
	b.ReportAllocs()
	for b.Loop() {
		bareParse(p, files)
	}
}

// BenchmarkCheck is the whole check, from bytes to verdict.
func BenchmarkCheck(b *testing.B) {
	files := corpus(b)
	b.SetBytes(size(files))
	b.ReportAllocs()
	for b.Loop() {
		fullCheck(b, files)
	}
}

// BenchmarkRatio takes turns with both, so that a busy machine slows both, and
// reports how many bare parses one check costs. The goal is at most 4.
func BenchmarkRatio(b *testing.B) {
	files := corpus(b)
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
	for _, f := range files {
		if _, err := app.Interrogate(b.Context(), app.Request{Documents: []app.Document{{Path: f.Path, Data: f.Data}}}); err != nil {
			b.Fatal(err)
		}
	}
}

func size(files []testkit.File) int64 {
	var n int64
	for _, f := range files {
		n += int64(len(f.Data))
	}
	return n
}
