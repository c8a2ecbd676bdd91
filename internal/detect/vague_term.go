package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
)

func vagueTerm(vague *tables[vagueWords]) Detector {
	return Detector{
		ID: "vague-term",
		Doc: Doc{
			Title: "vague term",
			Text: "Finds words in requirements, criteria and scenario outcomes that every reader measures in their own way: qualities " +
				"(\"user-friendly\", \"robust\"), manners (\"quickly\"), degrees (\"several\") and " +
				"verbs without an end (\"optimise\"). It is silent where the same sentence gives a number with a unit, a " +
				"definition, or goes on with a colon, dash, list or parenthesis that explains the word; where the word is part " +
				"of a name (\"the fast lane\"), a value (\"easy, normal or hard\"), a term of art, a quotation or code, or is defined in the glossary; and in a clause that only gives the reason. A " +
				"capability (\"support\") that names or counts what it is about is low; under a load (\"300 concurrent visitors\"), and " +
				"of what is nothing but a name, it is silent. One finding per statement.",
			Bad:   "The catalogue search must be fast and user-friendly.",
			Good:  "The catalogue search must show its first page within 2 seconds.",
			Since: "0.1.0",
		},
		Class: finding.Ambiguous, Affects: "requirements", Severity: finding.Medium,
		Kinds:    []string{"vague-term"},
		Needs:    lang.VagueWords,
		Document: func(p *Pass) { reportVague(p, vague, func(use lang.Use) bool { return !use.Escapes() }) },
	}
}

// reportVague reports what each promise of the document says in the wanted
// words of its language's table, one finding a statement.
func reportVague(p *Pass, vague *tables[vagueWords], wanted func(lang.Use) bool) {
	var open *vagueFinding
	for words, c := range promises(p, vague) {
		if open != nil && open.first.s != c.s {
			p.Report(open.result())
			open = nil
		}
		open = words.find(c, wanted, open)
	}
	if open != nil {
		p.Report(open.result())
	}
}

// vagueFinding gathers the vague terms of one statement.
type vagueFinding struct {
	first  clause
	at, n  int // the first term's tokens
	use    lang.Use
	phrase []string // as written, in order
	weak   bool     // no more than what a capability is about is open
}

func (f *vagueFinding) result() Result {
	members := make([]string, len(f.phrase))
	for i, w := range f.phrase {
		members[i] = strings.ToLower(w)
	}
	const quote, rest = 32, 24 // characters of the words shown
	first := shorten(f.phrase[0], quote)
	message := fmt.Sprintf("%q %s", first, vagueClaim(f.use))
	if more := len(f.phrase) - 1; more > 0 {
		message = fmt.Sprintf("%q (and %d more: %s) %s", first, more, shorten(quoteList(f.phrase[1:]), rest), vagueClaim(f.use))
	}
	severity := finding.Off // the detector's own
	if f.weak {
		severity = finding.Low
	}
	return Result{
		Severity: severity,
		Span:     f.first.span(tokenRange{f.at, f.n}), At: f.first.s,
		Message: message, Hint: vagueHint(f.use),
		Default: vagueDefault(f.use),
		Members: members,
	}
}

func quoteList(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	return strings.Join(quoted, ", ")
}

func vagueClaim(use lang.Use) string {
	switch use {
	case lang.Escape, lang.EscapeLast:
		return "lets the reader off: say in which cases"
	case lang.Effort:
		return "has no end: say what is enough"
	case lang.Capability:
		return "leaves the behaviour open: say what one can do"
	case lang.Degree, lang.Extreme:
		return "has no amount: state a bound"
	}
	return "has no bound or meaning here: state one"
}

func vagueHint(use lang.Use) string {
	switch use {
	case lang.Escape, lang.EscapeLast:
		return "name the condition under which the duty does not hold, or drop the clause"
	case lang.Effort:
		return "state the value to reach, and how it is measured"
	case lang.Capability:
		return "describe the action and its visible result, or list what is covered"
	case lang.Degree, lang.Extreme:
		return "give a number with a unit, or the list that is meant"
	}
	return "give a number with a unit, a named standard, a list, or an example that settles it, in the same sentence"
}

func vagueDefault(use lang.Use) string {
	if use.Escapes() {
		return "whoever implements the requirement decides in which cases it holds"
	}
	return "any reading of the word counts as meeting it"
}
