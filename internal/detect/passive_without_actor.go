package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func passiveWithoutActor() Detector {
	tables := grammarTables(newPassiveWords)
	return Detector{
		ID: "passive-without-actor",
		Doc: Doc{
			Title: "passive without actor",
			Text: "Finds duties in requirements and criteria that say what is done but not by whom, where it matters who does it: " +
				"\"must be approved\", \"shall be reviewed\". What the product may do by itself as well (\"must be deleted\") " +
				"counts only where no condition, time or number is given, and in a document with key words only in a brief sentence. It is silent where the sentence names who does it, or how, or says how something is read (\"must be considered equal\"), and in " +
				"prohibitions, which bind everybody. One finding per statement. English documents only.",
			Bad:   "Price changes must be approved.",
			Good:  "A store manager must approve price changes.",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.Low,
		Kinds: []string{"passive-without-actor"},
		Needs: lang.GrammarWords,
		Document: func(p *Pass) {
			for c, r := range firstClaims(p, tables, passiveWords.find) {
				p.Report(Result{
					Span: c.span(r), At: c.s,
					Message: fmt.Sprintf("%q does not say by whom: name who does it", shorten(c.phrase(r.at, r.n), maxQuote)),
					Hint:    "say it in the active voice, with the person, role or component that does it as the subject",
					Default: "whoever implements the requirement decides who does it",
					Members: []string{c.lower(r.at + r.n - 1)},
				})
			}
		},
	}
}

// passiveWords are one language's lookup tables.
type passiveWords struct {
	demands                   phraseSet
	be                        string
	states                    map[string]bool
	participles               lexicon[bool] // true for what only a person does
	conditions, agents, means phraseSet
}

func newPassiveWords(p lang.Pack) passiveWords {
	g := p.Grammar()
	w := passiveWords{
		demands: newPhraseSet(g.Demands), be: g.Be, states: wordSet(g.States), participles: make(lexicon[bool]),
		conditions: newPhraseSet(g.Conditions), agents: newPhraseSet(g.Agents), means: newPhraseSet(g.Ways),
	}
	for _, task := range g.Tasks {
		w.participles.add(task, true)
	}
	for _, operation := range g.Operations {
		w.participles.add(operation, false)
	}
	return w
}

// find is the first duty of the sentence that nobody has: from its modal verb
// to the participle.
func (w passiveWords) find(c clause) (tokenRange, bool) {
	const brief = 8 // tokens; a protocol's longer sentences show which party they speak to
	for i := range c.tokens {
		k := w.participle(c, i)
		if k >= len(c.tokens) {
			continue
		}
		personal, n := w.participles.match(c.tokens, k)
		if n == 0 || c.quoted(i) || w.names(c, k+n) || c.deems(k) || !personal && (w.conditional(c) || c.s.Shape == "normative" && c.bodyLen() > brief) {
			continue
		}
		return tokenRange{i, k + n - i}, true
	}
	return tokenRange{}, false
}

// recorded reports whether a participle says what only a product does with data.
func recorded(participle string) bool {
	switch participle {
	case "tracked", "managed", "calculated", "recalculated", "validated":
		return true
	}
	return false
}

// deems reports whether the participle at token k says how something is to be
// read, which binds every reader: "must be considered equal".
func (c clause) deems(k int) bool {
	if c.lower(k) != "considered" || c.kind(k+1) != spec.Word {
		return false
	}
	switch c.lower(k + 1) {
	case "and", "or", "before", "after", "when", "if", "for", "in", "during", "at", "on", "with", "by", "carefully":
		return false
	}
	return true
}

// participle is where the participle of the passive that starts at token i
// stands, behind every token if none starts there. In a few words "tools are
// inspected" demands as much as "tools must be inspected"; in more it tells, and
// so does a criterion of what the product keeps: "the status is tracked".
func (w passiveWords) participle(c clause, i int) int {
	const few = 5 // tokens
	if _, n := w.demands.match(c.tokens, i); n > 0 {
		if k := c.afterAdverbs(i + n); c.lower(k) == w.be {
			return c.afterAdverbs(k + 1)
		}
	} else if w.states[c.lower(i)] && c.bodyLen() <= few && !w.conditional(c) {
		k := c.afterAdverbs(i + 1)
		if c.s.Role != spec.Criterion || !recorded(c.lower(k)) {
			return k
		}
	}
	return len(c.tokens)
}

// names reports whether the words from token i on say who does it, or what
// else makes it happen.
func (w passiveWords) names(c clause, i int) bool {
	for ; i < len(c.tokens); i++ {
		_, n := w.agents.match(c.tokens, i)
		if n > 0 && c.kind(i+n) != spec.Number && !starts(w.means, c.tokens, i+n) {
			return true
		}
	}
	return false
}

// conditional reports whether the sentence ties what it demands to a case or
// to an amount; the product itself is then meant.
func (w passiveWords) conditional(c clause) bool {
	for i := range c.tokens {
		if starts(w.conditions, c.tokens, i) {
			return true
		}
	}
	return c.measured()
}

// bodyLen is how many tokens of the sentence stand behind an explicit id.
func (c clause) bodyLen() int {
	n := 0
	for i := range c.tokens {
		if c.tokens[i].Start >= c.s.Body() {
			n++
		}
	}
	return n
}

// afterAdverbs is the first token from i on that is no adverb.
func (c clause) afterAdverbs(i int) int {
	for strings.HasSuffix(c.lower(i), "ly") || c.lower(i) == "also" || c.lower(i) == "always" || c.lower(i) == "then" {
		i++
	}
	return i
}
