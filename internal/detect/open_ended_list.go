package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func openEndedList() Detector {
	tables := vaguenessTables(newListWords)
	return Detector{
		ID: "open-ended-list",
		Doc: Doc{
			Title: "open-ended list",
			Text: "Finds lists in requirements and criteria that do not say where they end: \"etc.\", \"and so on\", \"including but " +
				"not limited to\", and examples of a set that nobody named (\"common formats such as\"). \"Including\" and \"such as\" " +
				"without a word like \"common\" or \"various\" in front only illustrate and are silent, as are prohibitions. " +
				"One finding per statement.",
			Bad:   "The export must offer common formats such as CSV, ODS, etc.",
			Good:  "The export must offer CSV and ODS.",
			Since: "0.1.0",
		},
		Class: finding.Ambiguous, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"open-ended-list"},
		Needs: lang.VagueWords,
		Document: func(p *Pass) {
			for c, r := range firstClaims(p, tables, func(w listWords, c clause) (tokenRange, bool) { return first(w.claims(c)) }) {
				p.Report(Result{
					Span: c.span(r), At: c.s,
					Message: fmt.Sprintf("%q leaves the list open: name every member, or the rule that decides", shorten(c.phrase(r.at, r.n), 48)),
					Hint:    "write the list out, or say what a thing has to be to belong to it",
					Default: "only the members that are written down are covered",
					Members: []string{c.lower(r.at)},
				})
			}
		},
	}
}

// listWords are one language's lookup tables.
type listWords struct {
	ends, openers, examples, cues phraseSet
}

func newListWords(v *lang.Vagueness) listWords {
	return listWords{
		ends: newPhraseSet(v.ListEnds), openers: newPhraseSet(v.ListOpeners),
		examples: newPhraseSet(v.Examples), cues: newPhraseSet(v.Cues),
	}
}

// cueReach is how many words may stand between a cue and "such as": the noun
// and what qualifies it.
const cueReach = 4

// claims is where the sentence leaves a list open: the closing words, or the
// cue up to the word that opens the examples.
func (w listWords) claims(c clause) []tokenRange {
	var found []tokenRange
	cue := -1
	for i := range c.tokens {
		switch c.kind(i) {
		case spec.Word:
		case spec.Punct:
			if c.trailsOff(i) {
				found = append(found, tokenRange{i, 1})
			}
			if c.lower(i) != "(" && c.lower(i) != "," {
				cue = -1
			}
			continue
		default:
			continue
		}
		if _, n := w.ends.match(c.tokens, i); n > 0 && c.closes(i+n) && c.kind(i-1) != spec.Number && !c.quoted(i) && !w.illustrates(c, i) && !leadsIn(c.s) {
			found = append(found, tokenRange{i, n})
			continue
		}
		if _, n := w.openers.match(c.tokens, i); n > 0 && c.enumerates(i+n) && !c.quoted(i) {
			found = append(found, tokenRange{i, n})
			continue
		}
		if _, n := w.examples.match(c.tokens, i); n > 0 && cue >= 0 && c.names(cue, i) && c.lists(i+n) && !c.forbids(i) {
			found = append(found, tokenRange{cue, i + n - cue})
			cue = -1
			continue
		}
		if starts(w.cues, c.tokens, i) && !c.capital(i) && !connects(c.lower(i+1)) {
			cue = i
		}
	}
	return found
}

// names reports whether a noun for the set stands between the cue and the
// word at token i that opens the examples.
func (c clause) names(cue, i int) bool {
	words := 0
	for k := cue + 1; k < i; k++ {
		switch {
		case c.kind(k) == spec.Word:
			words++
		case c.lower(k) == "," && k < i-1:
			return false
		}
	}
	return words > 0 && i-cue <= cueReach
}

// leadsIn reports whether a statement ends in a colon: what follows it closes
// the list that it leaves open.
func leadsIn(s *spec.Statement) bool {
	return strings.HasSuffix(strings.TrimRight(s.Text.String(), " *_"), ":")
}

// illustrates reports whether token i stands in a parenthesis that only gives
// examples: "(e.g. name, version, etc.)".
func (w listWords) illustrates(c clause, i int) bool {
	for k := i - 1; k >= 0; k-- {
		switch c.lower(k) {
		case ")":
			return false
		case "(":
			return starts(w.examples, c.tokens, k+1)
		}
	}
	return false
}

// trailsOff reports whether the punctuation at token i trails off after a comma:
// "red, green, ...".
func (c clause) trailsOff(i int) bool {
	return c.lower(i) == "…" && c.lower(i-1) == "," && !c.quoted(i)
}

// closes reports whether a list that ends before token i really ends there:
// "and more than two" does not, but nothing goes on behind "etc".
func (c clause) closes(i int) bool { return c.endsClause(i) || c.lower(i-1) == "etc" }

// lists reports whether a member follows at token i.
func (c clause) lists(i int) bool { return i < len(c.tokens) && c.kind(i) != spec.Punct }

// enumerates reports whether members follow at token i, not an amount or a
// whole set: "at a minimum, all APIs of the pull category".
func (c clause) enumerates(i int) bool {
	if c.lower(i) == "," {
		i++
	}
	switch c.lower(i) {
	case "one", "two", "three", "all", "every", "once":
		return false
	}
	return c.kind(i) != spec.Number
}

// forbids reports whether the words before token i hold a prohibition: every
// member is then forbidden, and examples only help.
func (c clause) forbids(i int) bool {
	for k := range i {
		switch c.lower(k) {
		case "not", "never", "no", "without", "cannot":
			return true
		}
	}
	return false
}
