package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func weakModal() Detector {
	tables := grammarTables(func(p lang.Pack) map[string]bool { return wordSet(p.Grammar().Weak) })
	return Detector{
		ID: "weak-modal",
		Doc: Doc{
			Title: "weak modal verb",
			Text: "Finds \"should\", \"might\" and their like in lower case where the document cites RFC 2119 or RFC 8174, whose key words are in " +
				"upper case: readers disagree on whether such a sentence demands anything. It is off unless the policy gives it a " +
				"severity, since many such documents use both on purpose. One finding per statement. English documents only.",
			Bad:   "By RFC 2119, a relay should drop a frame that it has seen before.",
			Good:  "By RFC 2119, a relay SHOULD drop a frame that it has seen before.",
			Since: "0.1.0",
		},
		Class: finding.Ambiguous, Affects: "requirements", Severity: finding.Off,
		Kinds: []string{"weak-modal"},
		Needs: lang.GrammarWords,
		Document: func(p *Pass) {
			words, ok := tables.of(p.Doc.Language)
			if !ok || !p.Doc.Normative {
				return
			}
			for _, s := range p.Doc.Statements {
				if !s.Role.Binding() && s.Role != spec.Prose || s.Block.Kind == spec.Heading {
					continue
				}
				if c, i, ok := weakWord(s, words); ok {
					p.Report(Result{
						Span: c.span(tokenRange{i, 1}), At: s,
						Message: fmt.Sprintf("%q in lower case may demand or not: write the key word in upper case, or no modal verb", c.word(i)),
						Hint:    fmt.Sprintf("write %s if the key word is meant; else say what is the case, without a modal verb", strings.ToUpper(c.word(i))),
						Edit:    strings.ToUpper(c.word(i)),
						Default: "a sentence without a key word in upper case demands nothing",
						Members: []string{c.lower(i)},
					})
				}
			}
		},
	}
}

// weakWord is the first weak modal verb of the statement, in its sentence.
func weakWord(s *spec.Statement, words map[string]bool) (c clause, i int, ok bool) {
	for _, sentence := range s.Sentences {
		c = clause{s: s, tokens: sentence.Tokens}
		for i := range c.tokens {
			if words[c.lower(i)] && c.word(i) == c.lower(i) && !c.quoted(i) {
				return c, i, true
			}
		}
	}
	return c, 0, false
}
