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
				"style of its glossary (Loan_Desk) that the glossary lacks, or a name in capitals (\"the Loan Desk\") that ends " +
				"like one of its terms. Plurals, headings, and names that are introduced with a colon, a dash or \"is\" are known. " +
				"A document without such a section is silent.",
			Bad:   "- The Loan_Dusk must stamp every loan.",
			Good:  "- The Loan_Desk must stamp every loan.",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"undefined-term"},
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

// termWords are the words in front of a name that is used as a defined one.
type termWords struct{ determiners map[string]bool }

func newTermWords() termWords {
	return termWords{determiners: wordSet(strings.Fields("the a an each every any this that its their all no one"))}
}

// in is every use, in what binds, of a name that is written like a term and is
// none.
func (w termWords) in(d *spec.Document, g glossary) uses {
	var out uses
	const several = 2
	ends := make(map[string]bool) // last words of terms of several words
	for _, t := range g.terms {
		if titled(t.name) {
			ends[folded(t.name[strings.LastIndexByte(t.name, ' ')+1:])] = true
		}
	}
	for _, s := range d.Statements {
		if !s.Role.Binding() || s.Block.Kind == spec.Heading {
			continue
		}
		text := s.Text.String()
		for _, sentence := range s.Sentences {
			for i := range sentence.Tokens {
				tok := &sentence.Tokens[i]
				if tok.Kind != spec.Word {
					continue
				}
				from, to := tok.Start, tok.End
				switch {
				case g.underlined >= several && marked(text[from:to]):
				case g.capitals >= several && w.determiners[tok.Lower] && d.Language == "en":
					if from, to = titledAfter(text, sentence.Tokens, i); from == to || !ends[folded(text[strings.LastIndexByte(text[:to], ' ')+1:to])] {
						continue
					}
				default:
					continue
				}
				if name := text[from:to]; !g.defines(name) && !quoted(text, from) {
					out.add(folded(name), use{s, from, to})
				}
			}
		}
	}
	return out
}

// titledAfter is where the capitalised words that follow token i stand, if they
// are several; an empty range else.
func titledAfter(text string, tokens []spec.Token, i int) (from, to int) {
	k := i + 1
	for k < len(tokens) && tokens[k].Kind == spec.Word && titledWord(text[tokens[k].Start:tokens[k].End]) {
		k++
	}
	if k-i-1 < 2 {
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
		r.Default = "the defined term is meant"
	}
	return r
}
