package detect

import (
	"fmt"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// handledWords are one language's lookup tables for duties to handle errors
// that name no result.
type handledWords struct {
	cues  cueSet
	vague vagueWords
}

// What the cues of handledWords say.
const (
	handles uint64 = 1 << iota
	mishap
	reaction
)

func newHandledWords(vague vagueWords, g *lang.Gaps) handledWords {
	w := handledWords{cues: make(cueSet), vague: vague}
	w.cues.add(handles, g.Handling)
	w.cues.add(mishap, g.Mishaps)
	w.cues.add(reaction, g.Reactions)
	return w
}

// find is the sentence's duty to handle errors, if neither it nor what follows
// says or links to how, and no other detector of wording has the sentence
// already.
func (w handledWords) find(c clause) (Result, bool) {
	if len(c.s.Text.Links) > 0 {
		return Result{}, false
	}
	words := c.cueWords()
	from, to := w.duty(words)
	if to == 0 || c.explains(words[to-1].end) || w.vague.in(c) {
		return Result{}, false
	}
	for _, claims := range w.vague.others {
		if len(claims(c)) > 0 {
			return Result{}, false
		}
	}
	i, j := words[from].start, words[to-1].end
	return Result{
		Span: c.s.Text.Span(i, j), At: c.s,
		Message: fmt.Sprintf("%q names no result: say what is then done and seen", shorten(c.s.Text.String()[i:j], maxQuote)),
		Hint:    "say for each failure what the caller or user gets, what is tried again, and what state is left",
		Default: "any reaction to the failure counts as handling it",
		Members: []string{"handled"},
	}, true
}

// duty is the range of words that says that mishaps are handled; it is empty if
// there is none, or if the sentence names a reaction.
func (w handledWords) duty(words []cueWord) (from, to int) {
	const reach = 4
	said := make([]uint64, len(words))
	for i := range words {
		said[i], _ = w.cues.at(words, i)
		if said[i]&reaction != 0 {
			return 0, 0
		}
	}
	for i, bits := range said {
		if bits&(handles|mishap) == 0 {
			continue
		}
		for k := i + 1; k < min(len(words), i+reach+1) && words[k].lower != ""; k++ {
			if bits|said[k] == handles|mishap && bits != said[k] {
				_, to := w.cues.at(words, k)
				return i, to
			}
		}
	}
	return 0, 0
}

// explains reports whether the sentence holds a number or code, or goes on
// behind offset to explain itself.
func (c clause) explains(offset int) bool {
	behind := len(c.tokens)
	for i := len(c.tokens) - 1; i >= 0; i-- {
		if c.kind(i) == spec.Number || c.kind(i) == spec.Opaque {
			return true
		}
		if c.tokens[i].Start >= offset {
			behind = i
		}
	}
	return c.sectioned(behind)
}
