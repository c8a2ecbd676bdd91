package detect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func untestableCriterion(vague *tables[vagueWords]) Detector {
	universals := wordingTables(vague, newUniversalWords)
	words := hollowWords{placeholders: newPlaceholderWords(), vague: vague}
	return Detector{
		ID: "untestable-criterion",
		Doc: Doc{
			Title: "untestable criterion",
			Text: "Finds criteria that nobody can check, by the document's own convention: a scenario with Given or When and no Then; an " +
				"outcome, an item under Acceptance, Success or Done or under a story, or the response of an EARS line that is praise (\"works as " +
				"designed\") or a single word; a requirement or story without a scenario where most have one; and a negative about " +
				"everything, which no test can show (\"without any problems\"). How long a criterion is says nothing. Vague words and " +
				"placeholders have detectors of their own, and a document without any verifiable criterion is one finding of its own.",
			Bad:   "Sharing a reading list must work as designed.",
			Good:  "Sharing a reading list must show it to the other reader within 5 seconds.",
			Since: "0.1.0",
		},
		Class: finding.Ambiguous, Affects: "acceptance-criteria", Severity: finding.Medium,
		Kinds:   []string{"untestable-criterion", "untestable-negative", "missing-acceptance-criteria"},
		Besides: lang.GapWords,
		Document: func(p *Pass) {
			if len(p.Doc.Verifiable()) > 0 {
				for _, s := range words.hollow(p) {
					p.Report(hollowCriterion(s))
				}
				for _, s := range unfinishedScenarios(p.Doc) {
					p.Report(unfinishedScenario(s))
				}
				for _, s := range p.Doc.Uncovered() {
					p.Report(uncovered(s))
				}
			}
			var last *spec.Statement
			for words, c := range promises(p, universals) {
				if r, ok := words.find(c); ok && c.s != last {
					last = c.s
					p.Report(r)
				}
			}
		},
	}
}

func hollowCriterion(s *spec.Statement) Result {
	from := s.Judged()
	text := s.Text.String()[from:]
	return Result{
		Span: s.Text.Span(from, from+len(text)), At: s,
		Message: fmt.Sprintf("nobody can check %q: name what is then to be seen", shorten(strings.TrimSpace(text), maxQuote)),
		Hint:    "name the action and its visible result: a text, a value, a state, a code; or drop the line if it adds nothing",
		Default: "the criterion counts as met when its author says so",
	}
}

func unfinishedScenario(last *spec.Statement) Result {
	message := "this scenario has no Then: say what is to be seen"
	if t := last.Scenario.Title; t != "" && t != last.Section.Title {
		message = fmt.Sprintf("scenario %q has no Then: say what is to be seen", shorten(t, maxQuote))
	}
	return Result{
		Span: last.Span, At: last,
		Message: message,
		Hint:    "add a Then with the visible result of the last step",
		Default: "any outcome of the scenario is accepted",
	}
}

func uncovered(heading *spec.Statement) Result {
	return Result{
		Span: heading.Span, At: heading,
		Message: fmt.Sprintf("%q has no criterion of its own, unlike the others here: add one", shorten(heading.Text.String(), maxQuote)),
		Hint:    "add a scenario or an acceptance criterion, as the others have it",
		Default: "it counts as met when its author says so",
	}
}

// hollowWords tell which hollow criteria are nobody else's finding.
type hollowWords struct {
	placeholders placeholderWords
	vague        *tables[vagueWords]
}

// hollow lists the document's hollow criteria. Those with a placeholder, a
// marker, a slot or a vague word have their finding.
func (w hollowWords) hollow(p *Pass) []*spec.Statement {
	doc := p.Doc
	list := doc.Hollow()
	if len(list) == 0 {
		return nil
	}
	taken := make(map[*spec.Statement]bool)
	for words, c := range promises(p, w.vague) {
		if !taken[c.s] && words.in(c) {
			taken[c.s] = true
		}
	}
	var out []*spec.Statement
	for _, s := range list {
		if !taken[s] && !unfinished(doc, s) && len(w.placeholders.find(doc, s, w.placeholders.inline[doc.Language])) == 0 {
			out = append(out, s)
		}
	}
	return out
}

// unfinishedScenarios lists the last steps of scenarios that say what is given
// and done, and not what is to be seen. Whatever may say it keeps it silent:
// another item, a text behind a comma, code.
func unfinishedScenarios(doc *spec.Document) []*spec.Statement {
	var out []*spec.Statement
	for i, s := range doc.Statements {
		if s.Scenario == nil || s.Scenario.Steps[len(s.Scenario.Steps)-1] != s || !onlySetsUp(s.Scenario) {
			continue
		}
		if i+1 < len(doc.Statements) && doc.Statements[i+1].Section == s.Section && doc.Statements[i+1].Scenario == nil {
			continue
		}
		if slices.ContainsFunc(s.Section.Blocks, func(b *spec.Block) bool { return b.Kind == spec.Code || b.Kind == spec.Quote }) {
			continue
		}
		out = append(out, s)
	}
	return out
}

// onlySetsUp reports whether all steps open with Given, When or what continues
// them, at least one with When, and none goes on to an outcome.
func onlySetsUp(scenario *spec.Scenario) bool {
	acts := false
	for _, s := range scenario.Steps {
		if len(s.Sentences) != 1 || len(s.Sentences[0].Tokens) < 2 || s.Sentences[0].Modality != lang.NoModality {
			return false
		}
		tokens := s.Sentences[0].Tokens
		switch tokens[0].Lower {
		case "given", "and", "but":
		case "when":
			acts = true
		default:
			return false
		}
		for k := 1; k+1 < len(tokens); k++ {
			if tokens[k].Lower != "," && tokens[k].Lower != ":" && tokens[k].Lower != "→" {
				if tokens[k].Lower == "then" {
					return false
				}
				continue
			}
			switch tokens[k+1].Lower {
			case "when":
				acts = true
			case "given", "and", "but", "or":
			default:
				return false
			}
		}
	}
	return acts
}

// universalWords are one language's lookup tables for negatives that no test
// can show.
type universalWords struct {
	cues  cueSet
	vague vagueWords
}

// What the cues of universalWords say.
const (
	universal uint64 = 1 << iota // a negative about everything
	negation
	harm // that only a person can say of themselves
)

func newUniversalWords(vague vagueWords, g *lang.Gaps) universalWords {
	w := universalWords{cues: make(cueSet), vague: vague}
	w.cues.add(universal, g.Universals)
	w.cues.add(negation, g.Negations)
	w.cues.add(harm, g.Harms)
	return w
}

// find is the sentence's negative that no test can show. A number, code or an
// explanation say what is to be checked; a vague word is a finding already.
func (w universalWords) find(c clause) (Result, bool) {
	words := c.cueWords()
	from, to, claim := w.negative(words)
	if to == 0 {
		return Result{}, false
	}
	i, j := words[from].start, words[to-1].end
	if c.explains(j) || c.quotes(i) || w.vague.reasons.before(c, i) || w.vague.in(c) {
		return Result{}, false
	}
	return Result{
		Span: c.s.Text.Span(i, j), At: c.s,
		Message: fmt.Sprintf("%q %s", shorten(c.s.Text.String()[i:j], maxQuote), claim),
		Hint:    "name the cases that must not happen, or the check that is to find none: a test suite, a limit, a time",
		Default: "no reported case counts as no case",
		Members: []string{words[to-1].lower},
	}, true
}

// negative is the first range of words that denies what no test can show, and
// what is to be said of it; it is empty without one.
func (w universalWords) negative(words []cueWord) (from, to int, claim string) {
	const reach = 5
	denied := -1
	for i := range words {
		bits, end := w.cues.at(words, i)
		switch {
		case bits&universal != 0 && !bounded(words, i, end):
			return i, end, "is about everything, which no test can show: name the cases"
		case bits&harm != 0 && denied >= 0 && i-denied <= reach:
			return denied, end, "is for each reader to judge: name what must not happen"
		case words[i].lower == "":
			denied = -1
		case bits&negation != 0:
			denied = i
		}
	}
	return 0, 0, ""
}

// bounded reports whether the words around the negative in [i, end) say when it
// holds, of what, or what checks it.
func bounded(words []cueWord, i, end int) bool {
	if end < len(words) {
		switch words[end].lower {
		case "the", "a", "an", "its", "their", "this", "that", "these", "any":
			return true
		}
	}
	for k, w := range words {
		if i <= k && k < end {
			continue
		}
		switch w.lower {
		case "when", "if", "while", "during", "unless", "whenever", "test", "tests", "suite", "benchmark", "benchmarks", "reported", "found", "detected",
			"e.g", "such", "like", "including", "lighthouse", "console", "lint", "linter", "compiler":
			return true
		}
	}
	return false
}

// quotes reports whether the text at offset stands between quotation marks.
func (c clause) quotes(offset int) bool {
	for i := range c.tokens {
		if c.tokens[i].Start >= offset {
			return c.quoted(i)
		}
	}
	return false
}
