package spec

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
)

// modalTable finds the modal verbs of a language by their first word, or as
// substrings where the language writes no blanks.
type modalTable struct {
	byFirst  map[string][]modalPhrase
	inline   []lang.Modal
	keyWords bool // its words may stand for those of RFC 2119, in upper case
}

type modalPhrase struct {
	words []string
	modal lang.Modal
}

func newModalTable(p lang.Pack) modalTable {
	t := modalTable{byFirst: make(map[string][]modalPhrase), keyWords: p.Tag != "en"}
	for _, m := range p.Modals {
		if m.Loose {
			continue
		}
		if p.Tag == "ja" || p.Tag == "zh" {
			t.inline = append(t.inline, m)
			continue
		}
		words := strings.Fields(m.Phrase)
		t.byFirst[words[0]] = append(t.byFirst[words[0]], modalPhrase{words, m})
	}
	return t
}

// strongest is the strongest modal verb of a sentence. With keyWords, only
// words in upper case count, as RFC 8174 has it: the English ones, and in
// another language also its own.
func (t modalTable) strongest(text *Text, s Sentence, keyWords bool) lang.Modality {
	best := lang.NoModality
	for i := range s.Tokens {
		tok := &s.Tokens[i]
		if tok.Kind != Word {
			continue
		}
		if keyWords {
			word := text.plain[tok.Start:tok.End]
			best = max(best, keyWord(word))
			if !t.keyWords || word != strings.ToUpper(word) {
				continue
			}
		}
		for _, p := range t.byFirst[tok.Lower] {
			if p.matches(s.Tokens[i:]) {
				best = max(best, p.modal.Modality)
			}
		}
	}
	for _, m := range t.inline {
		if m.Modality > best && strings.Contains(text.prose[s.Start:s.End], m.Phrase) {
			best = m.Modality
		}
	}
	return best
}

func (p modalPhrase) matches(tokens []Token) bool {
	if len(tokens) < len(p.words) {
		return false
	}
	for i, w := range p.words {
		if tokens[i].Lower != w {
			return false
		}
	}
	return true
}

// keyWord is the modality of an upper-case key word of RFC 2119.
func keyWord(word string) lang.Modality {
	switch asRead(word) {
	case "MUST", "SHALL", "REQUIRED":
		return lang.Must
	case "SHOULD", "RECOMMENDED":
		return lang.Should
	case "MAY", "OPTIONAL":
		return lang.May
	}
	return lang.NoModality
}
