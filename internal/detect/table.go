package detect

import (
	"sync"

	"github.com/surmise-ci/surmise/internal/lang"
)

// tables holds one lookup table for each language that has the words for it.
// Each is built when a document in its language first asks: most runs see one
// language, and who only lists the detectors needs none. Documents may ask at
// the same time.
type tables[T any] struct {
	build func(lang.Pack) (T, bool)
	mu    sync.Mutex
	built map[string]table[T]
}

type table[T any] struct {
	words T
	ok    bool
}

// of is the table of a primary language tag; false if the language does not
// have the words.
func (t *tables[T]) of(tag string) (T, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.built == nil {
		t.built = make(map[string]table[T])
	}
	found, known := t.built[tag]
	if !known {
		if p, ok := lang.Find(tag); ok {
			found.words, found.ok = t.build(p)
		}
		t.built[tag] = found
	}
	return found.words, found.ok
}

func newTables[T any](build func(lang.Pack) (T, bool)) *tables[T] {
	return &tables[T]{build: build}
}

// vaguenessTables are those of languages that have the words for what is vague.
func vaguenessTables[T any](build func(*lang.Vagueness) T) *tables[T] {
	return newTables(func(p lang.Pack) (none T, ok bool) {
		if p.Vague == nil {
			return none, false
		}
		return build(p.Vague()), true
	})
}

// wordingTables are those of languages that have the words for what is missing
// and for what is vague, whose table the detectors share.
func wordingTables[T any](vague *tables[vagueWords], build func(vagueWords, *lang.Gaps) T) *tables[T] {
	return newTables(func(p lang.Pack) (none T, ok bool) {
		words, ok := vague.of(p.Tag)
		if !ok || p.Gaps == nil {
			return none, false
		}
		return build(words, p.Gaps()), true
	})
}

// grammarTables are those of languages that have the words for how a sentence
// is built.
func grammarTables[T any](build func(lang.Pack) T) *tables[T] {
	return newTables(func(p lang.Pack) (none T, ok bool) {
		if p.Grammar == nil {
			return none, false
		}
		return build(p), true
	})
}

// gapTables are those of languages that have the words for what is missing.
func gapTables[T any](build func(*lang.Gaps) T) *tables[T] {
	return newTables(func(p lang.Pack) (none T, ok bool) {
		if p.Gaps == nil {
			return none, false
		}
		return build(p.Gaps()), true
	})
}
