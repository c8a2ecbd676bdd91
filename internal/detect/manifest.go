package detect

import (
	"iter"
	"slices"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/manifest"
	"github.com/surmise-ci/surmise/internal/spec"
)

// AsksManifests reports whether some document names what manifests can
// contradict, so that they are worth reading.
func AsksManifests(docs []*spec.Document) bool {
	databases, versions := newDatabaseWords(), newVersionWords()
	every := make(map[manifest.Ecosystem]bool)
	for _, e := range versions.names {
		every[e] = true
	}
	return slices.ContainsFunc(docs, func(d *spec.Document) bool {
		return len(databases.in(d)) > 0 || len(versions.in(d, every)) > 0
	})
}

// factual walks the sentences that say what the product is or does, those that
// nobody writes by hand aside.
func factual(d *spec.Document) iter.Seq2[*spec.Statement, spec.Sentence] {
	return func(yield func(*spec.Statement, spec.Sentence) bool) {
		for _, s := range d.Statements {
			if !promisesFacts(s) {
				continue
			}
			for _, sentence := range s.Sentences {
				if len(sentence.Tokens) <= maxTokens && !yield(s, sentence) {
					return
				}
			}
		}
	}
}

// promisesFacts reports whether a statement says what the product is or does,
// in the author's own words.
func promisesFacts(s *spec.Statement) bool {
	switch s.Role {
	case spec.Exempt, spec.Question, spec.Step:
		return false
	}
	return s.Block.Kind != spec.Heading && s.Under() != lang.OutOfScope &&
		!s.Section.Within(lang.OutOfScope, lang.Guidance, lang.Removed, lang.Questions)
}
