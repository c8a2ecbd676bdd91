package detect

import (
	"github.com/surmise-ci/surmise/internal/lang"
)

// partyWords find where a text has somebody exchange something with another
// system: "loads prices from the rate feed", "asks the calibration database".
type partyWords struct {
	base, third                            map[string]bool // verbs, by form: true if they fetch something
	asks, modals                           map[string]bool
	positions, articles, breaks, attribute map[string]bool
	systems                                map[string]bool // whether the bare word is another system
}

func newPartyWords(p lang.Parties) partyWords {
	w := partyWords{
		base: make(map[string]bool), third: make(map[string]bool), asks: wordSet(p.Asks), modals: wordSet(p.Modals),
		positions: wordSet(p.Prepositions), articles: wordSet(p.Articles), breaks: wordSet(p.Breaks), attribute: wordSet(p.Attributes),
		systems: make(map[string]bool),
	}
	for _, v := range p.Send {
		w.base[v] = false
	}
	for _, v := range p.Fetch {
		w.base[v] = true
	}
	for _, v := range p.Sends {
		w.third[v] = false
	}
	for _, v := range p.Fetches {
		w.third[v] = true
	}
	for _, s := range p.Own {
		w.systems[s] = false
	}
	for _, s := range p.Others {
		w.systems[s] = true
	}
	return w
}

// party is the range of words that name the other system, and whether something
// is fetched from it, so that nothing goes on without its answer.
type party struct {
	from, to int
	fetched  bool
}

// with is the other system that the verb at word i has to do with.
func (w partyWords) with(words []cueWord, i int) (party, bool) {
	fetched, ok := w.exchanging(words, i)
	if !ok {
		return party{}, false
	}
	const reach = 14
	for head := i + 1; head < min(len(words), i+reach) && words[head].lower != ""; head++ {
		alone, known := w.systems[words[head].lower]
		if !known || head+1 < len(words) && w.attribute[words[head+1].lower] {
			continue
		}
		if from, ok := w.name(words, i, head, alone); ok {
			return party{from, head + 1, fetched}, true
		}
	}
	return party{}, false
}

// exchanging reports whether word i is a verb of exchange that somebody is
// held to, in the third person or behind a modal verb, and whether it fetches.
func (w partyWords) exchanging(words []cueWord, i int) (fetches, ok bool) {
	verb := words[i].lower
	if fetches, ok := w.third[verb]; ok {
		return fetches, i > 0 && words[i-1].lower != "," && !w.articles[words[i-1].lower] && !w.positions[words[i-1].lower]
	}
	if i > 0 && words[i-1].lower == "be" {
		verb = "be " + verb
	}
	fetches, ok = w.base[verb]
	const reach = 4
	for k := i - 1; ok && k >= max(0, i-reach) && words[k].lower != ""; k-- {
		if w.modals[words[k].lower] {
			return fetches, true
		}
	}
	return false, false
}

// name is where the name starts that ends in the system at word head: with what
// tells it from others, behind a preposition or as the object of an asking verb.
func (w partyWords) name(words []cueWord, verb, head int, alone bool) (from int, ok bool) {
	const longest = 4
	from = head
	for from-1 > verb && !w.positions[words[from-1].lower] && !w.articles[words[from-1].lower] {
		from--
		if head-from >= longest || words[from].lower == "," || w.breaks[words[from].lower] {
			return 0, false
		}
	}
	before := from - 1
	if before > verb && w.articles[words[before].lower] {
		before--
	}
	placed := before > verb && w.positions[words[before].lower] || before == verb && w.asks[words[verb].lower]
	return from, placed && (alone || head > from)
}
