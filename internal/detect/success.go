package detect

import (
	"slices"

	"github.com/surmise-ci/surmise/internal/lang"
)

// successWords find conditions that something worked: "when decryption
// succeeds". Whoever says so has seen that it may fail.
type successWords struct {
	bit     int // of the hazard
	openers map[string]bool
	cues    cueSet
	blank   map[string]bool // words that do not say what worked
}

func newSuccessWords(g *lang.Gaps) successWords {
	w := successWords{openers: wordSet(g.Openers), cues: make(cueSet), blank: wordSet(g.Parties.Articles)}
	w.cues.add(1, g.Successes)
	return w
}

// at is what worked according to the condition that word i opens, and where its
// words end; 0 if it says no such thing.
func (w successWords) at(words []cueWord, i int) (what []cueWord, end int) {
	const reach = 6
	if !w.openers[words[i].lower] {
		return nil, 0
	}
	for k := i + 1; k < min(len(words), i+reach) && words[k].lower != "" && words[k].lower != ","; k++ {
		if _, end := w.cues.at(words, k); end > 0 {
			what = slices.DeleteFunc(slices.Clone(words[i+1:k]), func(x cueWord) bool { return w.blank[x.lower] })
			if len(what) == 0 {
				return nil, 0
			}
			return what, end
		}
	}
	return nil, 0
}
