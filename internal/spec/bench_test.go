package spec_test

import (
	"testing"

	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// BenchmarkNew reads parsed documents, parsing left out.
func BenchmarkNew(b *testing.B) {
	type parsed struct {
		file *source.File
		tree spec.Tree
	}
	var docs []parsed
	size := 0
	for _, d := range append(testkit.Documents(b), testkit.Corpus(b)...) {
		f := source.New(d.Path, d.Data)
		if tree, err := markdown.Parse(f, policy.Default().Limits); err == nil {
			docs = append(docs, parsed{f, tree})
			size += f.Len()
		}
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, d := range docs {
			spec.NewLexicon().Read(d.file, d.tree)
		}
	}
}
