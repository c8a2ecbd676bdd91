package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/nearest"
	"github.com/surmise-ci/surmise/internal/spec"
)

func undefinedTerm() Detector {
	words := newTermWords()
	return Detector{
		ID: "undefined-term",
		Doc: Doc{
			Title: "undefined term",
			Text: "Finds names that requirements use as if they were defined, in a document that defines its terms: a name in the " +
				"style of its glossary (Loan_Desk) that the glossary lacks; a name in capitals (\"the Clerk\") where the terms are " +
				"written so throughout, or that ends like one of several words (\"the Loan Desk\"). Plurals, headings, and names that are introduced with a colon, a dash or \"is\" are known. " +
				"A document without such a section is silent.",
			Bad:   "- The Loan_Dusk must stamp every loan.",
			Good:  "- The Loan_Desk must stamp every loan.",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"undefined-term"},
		Blind: "a term that is written like any other word, and every term of a document that defines none",
		Document: func(p *Pass) {
			g := glossaryOf(p.Doc)
			const several = 2
			if len(g.terms) < several {
				return
			}
			found := words.in(p.Doc, g)
			for _, key := range found.names {
				p.Report(undefinedResult(p.Doc, g, found.at[key]))
			}
		},
	}
}

// termWords tell how a name stands in a sentence.
type termWords struct {
	determiners map[string]bool // in front of a name that is used as a defined one
	after       map[string]bool // what may follow one: anything else makes it part of a longer name
	generic     map[string]bool // what every document may name in capitals
}

func newTermWords() termWords {
	return termWords{
		determiners: wordSet(strings.Fields("the a an each every any this that its their all no one")),
		after: wordSet(strings.Fields("must shall should may will can cannot has have is are was does do and or but to of in on at by for from with " +
			"within when while until unless if that which who after before as into over per via without than then not also only so")),
		generic: wordSet(strings.Fields("system user users admin admins administrator internet web application app product platform software company " +
			"team document specification section table figure appendix chapter annex monday tuesday wednesday thursday friday saturday sunday " +
			"january february march april may june july august september october november december spring summer autumn winter")),
	}
}

// in is every use, in what binds, of a name that is written like a term and is
// none.
func (w termWords) in(d *spec.Document, g glossary) uses {
	var out uses
	names := w.titles(d, g)
	for _, s := range d.Statements {
		if !s.Role.Binding() || s.Block.Kind == spec.Heading {
			continue
		}
		text := s.Text.String()
		q := quotation{text: text}
		for _, sentence := range s.Sentences {
			for i := range sentence.Tokens {
				tok := &sentence.Tokens[i]
				if tok.Kind != spec.Word {
					continue
				}
				from, to := tok.Start, tok.End
				switch {
				case g.underlined > 0 && marked(text[from:to]):
				case names != nil && w.determiners[tok.Lower]:
					if from, to = titledAfter(text, sentence.Tokens, i); from == to || !names(sentence.Tokens, i, text[from:to]) {
						continue
					}
				default:
					continue
				}
				if name := text[from:to]; !g.defines(name) && !q.around(from) {
					out.add(folded(name), use{s, from, to})
				}
			}
		}
	}
	return out
}

// titles decides which names in capitals are meant as terms: in a document that
// writes its terms so throughout, all that stand by themselves; else, those of
// several words that end like one of its terms. It is nil where capitals say
// nothing.
func (w termWords) titles(d *spec.Document, g glossary) func(tokens []spec.Token, i int, name string) bool {
	if d.Language != "en" {
		return nil
	}
	lower, consistent := w.capitals(d, g)
	if consistent {
		return func(tokens []spec.Token, i int, name string) bool {
			end := i + 1 + len(strings.Fields(name))
			stands := end >= len(tokens) || tokens[end].Kind == spec.Punct && tokens[end].Lower != "/" && tokens[end].Lower != "-" || w.after[tokens[end].Lower]
			return stands && !w.generic[strings.ToLower(name)] && !lower[folded(name)]
		}
	}
	const several = 2
	if g.capitals < several {
		return nil
	}
	ends := make(map[string]bool) // last words of terms of several words
	for _, t := range g.terms {
		if titled(t.name) {
			ends[folded(lastWord(t.name))] = true
		}
	}
	return func(_ []spec.Token, _ int, name string) bool { return titled(name) && ends[folded(lastWord(name))] }
}

func lastWord(name string) string { return name[strings.LastIndexByte(name, ' ')+1:] }

// capitals reports whether what binds writes the terms of one word in capitals,
// and which words it also writes in lower case.
func (w termWords) capitals(d *spec.Document, g glossary) (lower map[string]bool, consistent bool) {
	terms := make(map[string]bool)
	for _, t := range g.terms {
		if titledWord(t.name) {
			terms[folded(t.name)] = true
		}
	}
	const enough, several = 3, 2
	if len(terms) < several {
		return nil, false
	}
	lower = make(map[string]bool)
	capitals, others := 0, 0
	for _, s := range d.Statements {
		if s.Block.Kind == spec.Heading {
			continue
		}
		text := s.Text.String()
		for _, sentence := range s.Sentences {
			for i := range sentence.Tokens {
				tok := &sentence.Tokens[i]
				if tok.Kind != spec.Word {
					continue
				}
				word := text[tok.Start:tok.End]
				switch isTerm := s.Role.Binding() && terms[folded(tok.Lower)]; {
				case word == tok.Lower:
					lower[folded(word)] = true
					if isTerm {
						others++
					}
				case isTerm && i > 0:
					capitals++
				}
			}
		}
	}
	return lower, capitals >= enough && capitals > 2*others
}

// titledAfter is where the capitalised words that follow token i stand; an
// empty range if there are none.
func titledAfter(text string, tokens []spec.Token, i int) (from, to int) {
	const longest = 4
	k := i + 1
	for k < len(tokens) && k <= i+longest && tokens[k].Kind == spec.Word && titledWord(text[tokens[k].Start:tokens[k].End]) {
		k++
	}
	if k == i+1 {
		return 0, 0
	}
	return tokens[i+1].Start, tokens[k-1].End
}

// titledWord reports whether a word begins with a capital letter and goes on in
// lower case.
func titledWord(word string) bool {
	return len(word) > 1 && 'A' <= word[0] && word[0] <= 'Z' && word[1:] == strings.ToLower(word[1:])
}

func undefinedResult(d *spec.Document, g glossary, at []use) Result {
	first := at[0]
	name := first.s.Text.String()[first.from:first.to]
	r := Result{
		Span: first.s.Text.Span(first.from, first.to), At: first.s,
		Message: fmt.Sprintf("%q is used like a defined term, but nothing here defines it", shorten(name, maxQuote)),
		Hint:    "add it to the definitions, or use the term that is meant",
		Default: "the name means what its words say",
		Members: []string{folded(name)}, Related: elsewhereUsed(d, at[1:]),
	}
	var names []string
	for _, t := range g.terms {
		names = append(names, t.name)
	}
	if meant := nearest.Name(name, names); meant != "" {
		r.Message = fmt.Sprintf("%q is defined nowhere here; %q is", shorten(name, maxSide), shorten(meant, maxSide))
		r.Hint = "write the term that is defined, or define this one"
		r.Edit = meant
		r.Default = "the defined term is meant"
	}
	return r
}
