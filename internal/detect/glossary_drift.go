package detect

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/spec"
)

func glossaryDrift() Detector {
	cues := wordSet(strings.Fields("not never avoid formerly previously instead deprecated obsolete"))
	return Detector{
		ID: "glossary-drift",
		Doc: Doc{
			Title: "second name of a defined term",
			Text: "Finds a defined term that requirements write in another way (LoanDesk or Loan Desk for Loan_Desk), and names that " +
				"the glossary itself puts aside (not \"counter\", formerly \"counter\"). Case, plurals and hyphens make no other name. " +
				"A document without a section of definitions is silent.",
			Bad:   "- The LoanDesk must stamp every loan.",
			Good:  "- The Loan_Desk must stamp every loan.",
			Since: "0.1.0",
		},
		Class: finding.Ambiguous, Affects: "requirements", Severity: finding.Low,
		Kinds: []string{"glossary-drift"},
		Blind: "another word for a term that is no other spelling of it and that the glossary does not put aside",
		Document: func(p *Pass) {
			g := glossaryOf(p.Doc)
			if len(g.terms) == 0 {
				return
			}
			names := g.secondNames(cues)
			var found uses
			for _, s := range p.Doc.Statements {
				if s.Role.Binding() && s.Block.Kind != spec.Heading {
					names.in(s, g, &found)
				}
			}
			for _, name := range found.names {
				p.Report(driftResult(p.Doc, name, found.at[name]))
			}
		},
	}
}

// secondNames tells which term is meant by a name that is not its own.
type secondNames struct {
	joined  map[string]term // letters and digits alone, of names with several parts
	phrases lexicon[term]   // the words of terms with underscores, and names put aside
}

func (g glossary) secondNames(cues map[string]bool) secondNames {
	n := secondNames{joined: make(map[string]term), phrases: make(lexicon[term])}
	for _, t := range g.terms {
		if parts := strings.FieldsFunc(t.name, func(c rune) bool { return c == '_' || c == ' ' }); len(parts) > 1 && !strings.ContainsFunc(t.name, notPlain) {
			n.joined[folded(strings.Join(parts, ""))] = t
			if strings.Contains(t.name, "_") {
				n.phrases.add(strings.ToLower(strings.Join(parts, " ")), t)
			}
		}
		for _, name := range putAside(t, cues) {
			if !g.defines(name) && !strings.ContainsFunc(name, notPlain) && strings.TrimSpace(name) != "" {
				n.phrases.add(strings.ToLower(name), t)
			}
		}
	}
	return n
}

// notPlain reports whether a character belongs to no name that is looked for.
func notPlain(c rune) bool {
	return c != ' ' && c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
}

// putAside are the names in quotation marks that an entry says not to use.
func putAside(t term, cues map[string]bool) []string {
	var out []string
	const near = 3
	for _, sentence := range t.s.Sentences {
		last := -near - 1
		for i := range sentence.Tokens {
			tok := &sentence.Tokens[i]
			switch {
			case cues[tok.Lower]:
				last = i
			case tok.Lower == `"` || tok.Lower == "“":
				if i-last > near {
					continue
				}
				rest := t.s.Text.String()[tok.End:]
				if end := strings.IndexAny(rest, "\"”"); end > 0 && end <= longestTerm {
					out = append(out, rest[:end])
				}
				last = -near - 1
			}
		}
	}
	return out
}

// in adds the second names that stand in a statement.
func (n secondNames) in(s *spec.Statement, g glossary, found *uses) {
	text := s.Text.String()
	q := quotation{text: text}
	for _, sentence := range s.Sentences {
		for i := range sentence.Tokens {
			tok := &sentence.Tokens[i]
			if tok.Kind != spec.Word {
				continue
			}
			from, to := tok.Start, tok.End
			word := strings.ReplaceAll(text[from:to], "_", "")
			if t, ok := n.joined[folded(word)]; ok && !g.defines(text[from:to]) && differs(text[from:to], t.name) && !q.around(from) {
				found.add(t.name, use{s, from, to})
				continue
			}
			if t, k := n.phrases.match(sentence.Tokens, i); k > 0 {
				to = sentence.Tokens[i+k-1].End
				name := text[from:to]
				if strings.Contains(t.name, "_") && folded(strings.ReplaceAll(t.name, "_", " ")) == folded(name) && !titled(name) {
					continue
				}
				if !g.defines(name) && !q.around(from) {
					found.add(t.name, use{s, from, to})
				}
			}
		}
	}
}

// differs reports whether a word is a term's name but for its separators. One
// in lower case is an ordinary word, or an identifier.
func differs(word, name string) bool {
	return folded(word) != folded(name) && strings.ContainsFunc(word[:1], unicode.IsUpper)
}

func driftResult(d *spec.Document, name string, at []use) Result {
	first := at[0]
	second := first.s.Text.String()[first.from:first.to]
	return Result{
		Span: first.s.Text.Span(first.from, first.to), At: first.s,
		Message: fmt.Sprintf("%q is called %q where it is defined: use one name", shorten(second, maxSide), shorten(name, maxSide)),
		Hint:    "use the name that the definitions give, throughout",
		Edit:    name,
		Default: "both names mean the same thing",
		Members: []string{folded(second)},
		Related: elsewhereUsed(d, at[1:]),
	}
}
