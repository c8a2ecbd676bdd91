package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func ambiguousPronoun() Detector {
	tables := grammarTables(newPronounWords)
	return Detector{
		ID: "ambiguous-pronoun",
		Doc: Doc{
			Title: "ambiguous pronoun",
			Text: "Finds \"it\", \"they\" and their like in requirements and criteria where two things or more that stand before them, in the " +
				"same sentence and of the same number, may be meant. It is silent where there is one candidate only, where \"it\" " +
				"stands for nothing (\"it must be possible\"), where the pronoun is the subject of its clause as the noun is of another " +
				"(\"if the gate is open, it must close\"), and where the pronoun follows its noun at once (\"the loan and its fees\"). " +
				"One finding per statement.",
			Bad:   "The kiosk must hand the ticket to the gate and then reset it.",
			Good:  "The kiosk must hand the ticket to the gate and then reset the gate.",
			Since: "0.1.0",
		},
		Class: finding.Ambiguous, Affects: "requirements", Severity: finding.Low,
		Kinds: []string{"ambiguous-pronoun"},
		Document: func(p *Pass) {
			var last *spec.Statement
			for words, c := range bindingSentences(p.Doc, tables) {
				if c.s == last {
					continue
				}
				i, of, ok := words.find(c)
				if !ok {
					continue
				}
				last = c.s
				const quote = 28 // characters of each candidate shown
				first, second := c.phrase(of[0].at, of[0].n), c.phrase(of[1].at, of[1].n)
				p.Report(Result{
					Span: c.span(tokenRange{i, 1}), At: c.s,
					Message: fmt.Sprintf("%q may stand for %q or %q: repeat the noun", c.word(i), shorten(first, quote), shorten(second, quote)),
					Hint:    "write the noun that is meant in place of the pronoun, or make two sentences of one",
					Default: "the noun that stands nearest before the pronoun is meant",
					Members: []string{c.lower(i)},
				})
			}
		},
	}
}

// pronounWords are one language's lookup tables.
type pronounWords struct {
	nouns                        nounWords
	pronouns                     map[string]number
	possessive, object, empty    map[string]bool
	openers, auxiliaries, beings map[string]bool
	prepositions, joiners        map[string]bool
	people, products, vessel     map[string]bool
}

func newPronounWords(p lang.Pack) pronounWords {
	g := p.Grammar()
	w := pronounWords{
		nouns: newNounWords(g), pronouns: make(map[string]number),
		possessive: wordSet(g.Possessive), object: wordSet(g.Object), empty: wordSet(g.Expletive),
		openers: wordSet(g.Openers), auxiliaries: wordSet(g.Auxiliaries), beings: wordSet(g.Beings),
		prepositions: wordSet(g.Prepositions), joiners: wordSet(g.Joiners), people: wordSet(g.People), products: wordSet(g.Products), vessel: wordSet(g.Vessels),
	}
	for _, word := range g.Singular {
		w.pronouns[word] = singular
	}
	for _, word := range g.Plural {
		w.pronouns[word] = plural
	}
	return w
}

// find is the first pronoun of the sentence that may stand for one of two noun
// phrases, with the first and the last that it may stand for.
func (w pronounWords) find(c clause) (at int, of [2]nounPhrase, ok bool) {
	var known []nounPhrase
	for i := 0; i < len(c.tokens); {
		if w.pronouns[c.lower(i)] != 0 && c.kind(i) == spec.Word {
			if of, ok := w.antecedents(c, i, known); ok && !c.quoted(i) {
				return i, of, true
			}
			i++
			continue
		}
		phrase, ok := w.nouns.at(c, i)
		if !ok {
			i++
			continue
		}
		known = append(known, phrase)
		i += phrase.n
	}
	return 0, of, false
}

// antecedents are the first and the last noun phrase that the pronoun at token
// i may stand for; false if there are fewer than two, or if it is plain which
// is meant.
func (w pronounWords) antecedents(c clause, i int, known []nounPhrase) (of [2]nounPhrase, ok bool) {
	number := w.pronouns[c.lower(i)]
	owns := w.possessive[c.lower(i)]
	if number == singular && !owns && w.standsForNothing(c, i) || w.parallel(c, i) || owns && w.follows(c, i, known) {
		return of, false
	}
	found, near, opened, subject := 0, 0, 0, w.doer(c, i, known)
	if owns {
		opened = w.clauseStart(c, i)
		if subject >= 0 {
			opened, subject = max(opened, known[subject].at), -1
		}
	}
	for k, x := range known[:w.outside(c, i, known)] {
		head := c.lower(x.at + x.n - 1)
		switch {
		case k == subject || owns && x.at+x.n == i-1 && w.openers[c.lower(i-1)]:
			continue // "every name that its list holds" is no name's list
		case x.number&number == 0 || w.vessel[head] || w.products[head] && x.n == 2 || number == singular && w.people[head]:
			continue
		case owns && number == plural && w.people[head]:
			return of, false // people own, things rarely do
		case found > 0 && head == c.lower(of[0].at+of[0].n-1):
			continue
		}
		if x.at >= opened {
			near++
		}
		of[min(found, 1)] = x
		found++
	}
	if found < 2 || opened > 0 && near == 1 {
		return of, false
	}
	last := of[1]
	return of, !w.joined(c, last.at+last.n, i)
}

// joined reports whether the tokens from i to k only add the pronoun at k to
// what stands before: "the gate and its key", "the gate, such as its key".
func (w pronounWords) joined(c clause, i, k int) bool {
	for ; i < k; i++ {
		if !w.joiners[c.lower(i)] {
			return false
		}
	}
	return true
}

// doer is the noun phrase that is the subject of the clause in which something
// is done to the pronoun at token i, so that another one is meant: "the gate
// must close it". It is -1 without one, and where the pronoun is the subject.
func (w pronounWords) doer(c clause, i int, known []nounPhrase) int {
	if next := c.lower(i + 1); w.auxiliaries[next] || w.beings[next] || w.openers[c.lower(i-1)] || c.lower(i-1) == "," {
		return -1
	}
	k := i - 1
	for ; k >= 0 && !w.auxiliaries[c.lower(k)]; k-- {
		if w.openers[c.lower(k)] && !strings.HasSuffix(c.lower(k+1), "ing") {
			return -1
		}
	}
	for at := len(known) - 1; at >= 0; at-- {
		if known[at].at+known[at].n > k {
			continue
		}
		for at > 0 && w.prepositions[c.lower(known[at].at-1)] && known[at-1].at+known[at-1].n == known[at].at-1 {
			at--
		}
		return at
	}
	return -1
}

// standsForNothing recognises "it must be possible", "it is important that".
func (w pronounWords) standsForNothing(c clause, i int) bool {
	const reach = 5 // words from the pronoun to what shows it
	for k := i + 1; k <= i+reach && c.kind(k) == spec.Word; k++ {
		if w.empty[c.lower(k)] {
			return true
		}
	}
	return false
}

// parallel reports whether the pronoun at token i is the subject of its clause
// as the noun that it stands for is of another: "if the gate is open, it must",
// "the gate must close if it has power". What is done to it may be meant of
// the object as well.
func (w pronounWords) parallel(c clause, i int) bool {
	if w.possessive[c.lower(i)] || w.object[c.lower(i)] {
		return false
	}
	if c.lower(i-1) == "," {
		return w.auxiliaries[c.lower(i+1)] && w.openedByClause(c)
	}
	return w.openers[c.lower(i-1)] && c.lower(i-1) != "that" && !w.beings[c.lower(i+1)]
}

// openedByClause reports whether the sentence starts with a clause that its main
// clause depends on: "if the gate is open, ...".
func (w pronounWords) openedByClause(c clause) bool {
	for k := 0; k < len(c.tokens) && c.opensSentence(k); k++ {
		if w.openers[c.lower(k)] {
			return true
		}
	}
	return false
}

// follows reports whether the possessive at token i belongs to the subject just
// before it: "the controls show their state". The verb may look like the end of
// the noun phrase.
func (w pronounWords) follows(c clause, i int, known []nounPhrase) bool {
	if len(known) == 0 {
		return false
	}
	last := known[len(known)-1]
	if last.n == 1 {
		return false // a verb, or a noun that is its object
	}
	end := last.at + last.n
	return end == i || end == i-1 && c.kind(i-1) == spec.Word && !w.prepositions[c.lower(i-1)]
}

// outside is how many of the noun phrases stand before the one that holds the
// pronoun at token i: of "the name of its owner" no part can be meant.
func (w pronounWords) outside(c clause, i int, known []nounPhrase) int {
	k := len(known)
	for k > 0 && c.lower(i-1) == "of" && known[k-1].at+known[k-1].n == i-1 {
		k--
		i = known[k].at
	}
	return k
}

// clauseStart is the token behind the last word before token i that opens a
// clause of its own; 0 if there is none.
func (w pronounWords) clauseStart(c clause, i int) int {
	for k := i - 1; k > 0; k-- {
		if w.openers[c.lower(k)] {
			return k + 1
		}
	}
	return 0
}
