package detect

import (
	"fmt"
	"slices"
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
			Text: "Finds \"it\", \"they\" and their like in the items of lists of requirements and criteria where two things " +
				"or more that stand before them, in the same sentence and of the same number, may be meant. It is silent where there is one candidate only, where \"it\" " +
				"stands for nothing (\"it must be possible\"), where the pronoun is the subject of its clause as the noun is of another " +
				"(\"if the gate is open, it must close\"), and where the pronoun follows its noun at once (\"the loan and its fees\"). " +
				"One finding per statement. Running prose and normative documents, where the sentences around tell, are silent. English documents only.",
			Bad:   "- The kiosk must hand the ticket to the gate and then reset it.",
			Good:  "- The kiosk must hand the ticket to the gate and then reset the gate.",
			Since: "0.1.0",
		},
		Class: finding.Ambiguous, Affects: "requirements", Severity: finding.Low,
		Kinds: []string{"ambiguous-pronoun"},
		Needs: lang.GrammarWords,
		Blind: "a noun of the sentence before that may be meant, and what the reader knows of the two things",
		Document: func(p *Pass) {
			var last *spec.Statement
			for words, c := range bindingSentences(p, tables) {
				if c.s == last || !standsAsItem(c.s) {
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

// standsAsItem reports whether a statement is an item of a list of requirements
// or criteria, which is read by itself. In running prose the sentences around
// tell what a pronoun means.
func standsAsItem(s *spec.Statement) bool {
	return s.Item != nil && s.Shape != "normative" && (s.ID != "" || s.Under() == lang.Requirements || s.Under() == lang.Criteria)
}

// pronounWords are one language's lookup tables.
type pronounWords struct {
	nouns                                 nounWords
	pronouns                              map[string]number
	possessive, object, empty             map[string]bool
	openers, auxiliaries, beings, demands map[string]bool
	prepositions, joiners                 map[string]bool
	people, products, vessel              map[string]bool
}

func newPronounWords(p lang.Pack) pronounWords {
	g := p.Grammar()
	w := pronounWords{
		nouns: newNounWords(g), pronouns: make(map[string]number),
		possessive: wordSet(g.Possessive), object: wordSet(g.Object), empty: wordSet(g.Expletive),
		openers: wordSet(g.Openers), auxiliaries: wordSet(g.Auxiliaries), beings: wordSet(g.Beings), demands: wordSet(g.Duties),
		prepositions: wordSet(g.Prepositions), joiners: wordSet(g.Joiners), people: wordSet(g.People), products: wordSet(g.Products), vessel: wordSet(g.Vessels),
	}
	for _, word := range g.Singular {
		w.pronouns[word] = singular
	}
	for _, word := range g.Plural {
		w.pronouns[word] = plural
	}
	for _, word := range g.Personal {
		w.pronouns[word] = person
	}
	return w
}

// find is the first pronoun of the sentence that may stand for one of two noun
// phrases, with the first and the last that it may stand for.
func (w pronounWords) find(c clause) (at int, of [2]nounPhrase, ok bool) {
	var known []nounPhrase
	for i := 0; i < len(c.tokens); {
		if w.pronouns[c.lower(i)] != 0 && c.kind(i) == spec.Word {
			if w.parallel(c, i, known) {
				return 0, of, false // what follows goes on about the same
			}
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
		if phrase.number == 0 && w.coordinated(c, phrase, known) {
			phrase.number = singular
		}
		if phrase.number&singular != 0 && w.people[c.lower(phrase.at+phrase.n-1)] {
			phrase.number = person
		}
		known = append(known, phrase)
		i += phrase.n
		if phrase.acts {
			i++ // the verb
		}
	}
	return 0, of, false
}

// coordinated reports whether a bare phrase is a second noun, "each gate and
// sensor", and no verb with an object of its own.
func (w pronounWords) coordinated(c clause, x nounPhrase, known []nounPhrase) bool {
	next := c.lower(x.at + x.n)
	if len(known) == 0 || c.lower(x.at-1) != "and" && c.lower(x.at-1) != "or" || w.nouns.determiners[next] != 0 || w.nouns.objects[next] {
		return false
	}
	last := known[len(known)-1]
	return last.number&singular != 0 && last.at+last.n == x.at-1 && !w.beings[next]
}

// antecedents are the first and the last noun phrase that the pronoun at token
// i may stand for; false if there are fewer than two, or if it is plain which
// is meant.
func (w pronounWords) antecedents(c clause, i int, known []nounPhrase) (of [2]nounPhrase, ok bool) {
	wanted, owns := w.pronouns[c.lower(i)], w.possessive[c.lower(i)]
	if wanted == singular && !owns && w.standsForNothing(c, i) || owns && w.follows(c, i, known) {
		return of, false
	}
	var candidates []nounPhrase
	for _, x := range w.inReach(c, i, known) {
		head := c.lower(x.at + x.n - 1)
		switch {
		case owns && wanted == plural && x.number&plural != 0 && w.people[head]:
			return of, false // people own, things rarely do
		case w.vessel[head] || w.products[head] && x.n == 2 || slices.ContainsFunc(candidates, func(y nounPhrase) bool {
			return c.lower(y.at+y.n-1) == head
		}):
			continue
		}
		candidates = append(candidates, x)
	}
	fits := func(n number) []nounPhrase {
		return slices.DeleteFunc(slices.Clone(candidates), func(x nounPhrase) bool { return x.number&n == 0 })
	}
	chosen := fits(wanted)
	if len(chosen) == 0 && wanted == plural {
		chosen = fits(person) // "they" for one person whose sex nobody knows
	}
	if len(chosen) < 2 {
		return of, false
	}
	of = [2]nounPhrase{chosen[0], chosen[len(chosen)-1]}
	return of, !w.joined(c, of[1].at+of[1].n, i)
}

// inReach are the noun phrases that the pronoun at token i may stand for as far
// as the build of the sentence tells.
func (w pronounWords) inReach(c clause, i int, known []nounPhrase) []nounPhrase {
	owns := w.possessive[c.lower(i)]
	subject, verb := w.doer(c, i, known)
	dutiful := w.dutiful(c, i, known)
	start := 0 // of the pronoun's own clause
	if owns {
		start = w.clauseStart(c, i)
	}
	if subject >= 0 {
		start = max(start, known[subject].at)
	}
	next := !owns && (c.lower(i-2) == "and" || c.lower(i-2) == "then") // deed with the same object
	var all, own []nounPhrase
	for k, x := range known[:w.outside(c, i, known)] {
		end := x.at + x.n
		switch {
		case k == dutiful,
			k == subject && !owns, // "the gate must close it"
			subject >= 0 && !owns && x.acts && x.number != person,                            // "if a guest opens a door, the desk must log it"
			k > subject && subject >= 0 && x.at < verb,                                       // "the gate of the yard must"
			next && k > 0 && c.lower(x.at-1) == "of" && known[k-1].at+known[k-1].n == x.at-1, // "read the name of the file and log it"
			w.relative(c, end, i):
			continue
		}
		all = append(all, x)
		if x.at >= start && x.number&w.pronouns[c.lower(i)] != 0 {
			own = append(own, x)
		}
	}
	if start > 0 && len(own) == 1 {
		return own
	}
	return all
}

// relative reports whether a clause about the noun phrase that ends before token
// i has the pronoun at token k for its subject or beside it: "every name that
// its list holds", "a message whose id it has".
func (w pronounWords) relative(c clause, i, k int) bool {
	switch c.lower(i) {
	case "that", "which", "whose":
		return i < k && (i == k-1 || i >= k-3 && !w.possessive[c.lower(k)])
	}
	return false
}

// joined reports whether the tokens from i to k only add the pronoun at k to
// what stands before: "the gate and its key", "the gate, such as its key".
func (w pronounWords) joined(c clause, i, k int) bool {
	adds := false
	for ; i < k; i++ {
		if c.lower(i) == "," {
			adds = adds || w.possessive[c.lower(k)] // "the gate, its key and its door"
			continue
		}
		if !w.joiners[c.lower(i)] || c.lower(i) == "as" && c.lower(i-1) != "such" {
			return false
		}
		adds = true
	}
	return adds
}

// doer is the noun phrase that is the subject of the clause in which the pronoun
// at token i owns something or something is done to it, and the verb behind that
// subject. It is -1 without one, and where the pronoun is the subject.
func (w pronounWords) doer(c clause, i int, known []nounPhrase) (subject, verb int) {
	if next := c.lower(i + 1); !w.possessive[c.lower(i)] && (w.auxiliaries[next] || w.beings[next] || w.openers[c.lower(i-1)] || c.lower(i-1) == ",") {
		return -1, 0
	}
	k := i - 1
	for ; k >= 0 && !w.auxiliaries[c.lower(k)] && !w.beings[c.lower(k)]; k-- {
		if w.openers[c.lower(k)] && !strings.HasSuffix(c.lower(k+1), "ing") {
			return -1, 0
		}
	}
	if before := c.lower(k - 1); w.nouns.breaks[before] && !w.prepositions[before] {
		return -1, 0 // another pronoun is the subject
	}
	return w.before(c, k, known), k
}

// before is the noun phrase that the verb at token k is about, -1 without one:
// of "the gate of the yard must" the first.
func (w pronounWords) before(c clause, k int, known []nounPhrase) int {
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

// dutiful is the noun phrase that the sentence demands something of, if the
// pronoun at token i stands in a clause behind that demand; else -1. Such a
// clause seldom is about the product: "the desk must list a loan once it ends".
func (w pronounWords) dutiful(c clause, i int, known []nounPhrase) int {
	demand := slices.IndexFunc(c.tokens[:i], func(t spec.Token) bool { return w.demands[t.Lower] })
	if demand < 0 || w.pronouns[c.lower(i)] != singular || w.clauseStart(c, i) <= demand {
		return -1
	}
	return w.before(c, demand, known)
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
// the object as well, and one of two persons is never meant more than the other.
func (w pronounWords) parallel(c clause, i int, known []nounPhrase) bool {
	if w.possessive[c.lower(i)] || w.object[c.lower(i)] {
		return false
	}
	if c.lower(i-1) == "," {
		first, ok := w.firstSubject(c, known)
		return ok && first.number != person && !w.joiners[c.lower(first.at+first.n)] && w.auxiliaries[c.lower(i+1)]
	}
	return w.openers[c.lower(i-1)] && c.lower(i-1) != "that" && !w.beings[c.lower(i+1)]
}

// firstSubject is the first noun phrase of the clause that opens the sentence
// and that its main clause depends on: "if the gate is open, ...".
func (w pronounWords) firstSubject(c clause, known []nounPhrase) (nounPhrase, bool) {
	for k := 0; k < len(c.tokens) && c.opensSentence(k); k++ {
		if !w.openers[c.lower(k)] {
			continue
		}
		i := slices.IndexFunc(known, func(x nounPhrase) bool { return x.at > k })
		if i < 0 {
			break
		}
		return known[i], true
	}
	return nounPhrase{}, false
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
