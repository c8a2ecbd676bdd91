package detect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func placeholder() Detector {
	words := newPlaceholderWords()
	return Detector{
		ID: "placeholder",
		Doc: Doc{
			Title: "placeholder",
			Text: "Finds words that hold the place of a decision: TBD, TODO, FIXME, XXX, \"XX days\", \"x seconds\", \"(tbc)\", ???, ___, [...], lorem ipsum, and " +
				"\"to be decided\" and its kin in every language with a pack, a name in brackets before a unit (\"within <time> seconds\"), a cell " +
				"that only says \"?\", a number asked back (\"30 days (or 60?)\"), and an aside that nobody knows yet. It is high in a requirement, a " +
				"criterion or the outcome of a scenario, and medium elsewhere. Upper case, brackets and the end of a clause tell a marker from a word: " +
				"a to-do list, a status `todo`, \"columns to be defined by the user\" and a list of markers are silent. So are quotations, " +
				"and code but where it stands for a number or a value: \"after `TBD` seconds\".",
			Bad:   "The session MUST end after TBD minutes.",
			Good:  "The session MUST end after 30 minutes without a request.",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"placeholder"},
		Needs: lang.NoWords,
		Document: func(p *Pass) {
			inline := words.inline[p.Doc.Language]
			for _, s := range p.Doc.Statements {
				found := words.find(p.Doc, s, inline)
				if len(found) == 0 || settled(s) {
					continue
				}
				for _, r := range found[:min(len(found), mostPlaceholders-1)] {
					p.Report(placeholderAt(p.Doc, s, r, 0))
				}
				if more := len(found) - mostPlaceholders; more >= 0 {
					p.Report(placeholderAt(p.Doc, s, found[mostPlaceholders-1], more))
				}
			}
		},
	}
}

// mostPlaceholders is how many findings one statement gets; the last of them
// stands for all that follow it.
const mostPlaceholders = 20

// placeholderAt is the finding of one placeholder, and of so many more behind
// it.
func placeholderAt(doc *spec.Document, s *spec.Statement, r textRange, more int) Result {
	severity := finding.Medium
	if binds(doc, s) || s.Role == spec.Step && s.Outcome() >= 0 && s.Outcome() <= r.start {
		severity = finding.High
	}
	rest := ""
	if more > 0 {
		rest = fmt.Sprintf(" (and %d more here)", more)
	}
	return Result{
		Span: s.Text.Span(r.start, r.end), At: s, Severity: severity,
		Message: fmt.Sprintf("%q%s stands where a decision should: write it down", shorten(s.Text.String()[r.start:r.end], maxQuote), rest),
		Hint:    "put the decided value in its place, or move the point to Open Questions with its options",
		Default: "whatever the implementer picks is accepted",
	}
}

// textRange is a half-open range of a statement's text.
type textRange struct{ start, end int }

// blank reports whether token i keeps the place of a number: "XX hours", or "x
// seconds" in a sentence that does not say what x is.
func blank(prose string, tokens []spec.Token, i int) bool {
	if i+1 == len(tokens) {
		return false
	}
	next := &tokens[i+1]
	switch word := prose[tokens[i].Start:tokens[i].End]; {
	case len(word) >= 2 && (strings.Trim(word, "X") == "" || strings.Trim(word, "N") == ""):
		return next.Lower == "%" || next.Kind == spec.Word && isUnit(next.Lower)
	case word == "x" || word == "X" || word == "y":
		return (lasts(next.Lower) || percent(next.Lower)) && (i == 0 || tokens[i-1].Kind != spec.Number) && !says(tokens, i+1, tokens[i].Lower)
	}
	return false
}

// says reports whether a letter comes up again from token i on: "where x is".
func says(tokens []spec.Token, i int, letter string) bool {
	for k := i; k < min(len(tokens), i+maxTokens); k++ {
		if tokens[k].Lower == letter && (k+1 == len(tokens) || !lasts(tokens[k+1].Lower) && !percent(tokens[k+1].Lower)) {
			return true
		}
	}
	return false
}

// lines are the lines to write on, of underscores, that stand between blanks.
func lines(prose string) []textRange {
	const shortest = "___"
	var found []textRange
	for i := strings.Index(prose, shortest); i >= 0; {
		end := i
		for end < len(prose) && prose[end] == '_' {
			end++
		}
		if (i == 0 || prose[i-1] == ' ') && (end == len(prose) || strings.IndexByte(" .,;%)", prose[end]) >= 0) {
			found = append(found, textRange{i, end})
		}
		next := strings.Index(prose[end:], shortest)
		if next < 0 {
			break
		}
		i = end + next
	}
	return found
}

// signs are the placeholders without letters: question marks in a row, two of
// them before a unit, and an ellipsis in brackets that is all that its clause
// says.
func signs(prose string) []textRange {
	var found []textRange
	quotes := quotation{text: prose}
	for i := strings.Index(prose, "??"); i >= 0; {
		end := i
		for end < len(prose) && prose[end] == '?' {
			end++
		}
		counts := end-i > 2 || strings.HasPrefix(strings.TrimLeft(prose[end:], " "), "%") || isUnit(wordAfter(prose, end))
		if counts && (i == 0 || prose[i-1] != 0 && notInWord(rune(prose[i-1]))) && !quotes.around(i) {
			found = append(found, textRange{i, end})
		}
		next := strings.Index(prose[end:], "??")
		if next < 0 {
			break
		}
		i = end + next
	}
	for _, dots := range []string{"[...]", "[…]"} {
		i := strings.Index(prose, dots)
		if i < 0 || quoted(prose, i) {
			continue
		}
		before, after := strings.TrimRight(prose[:i], " *_"), strings.Trim(prose[i+len(dots):], " *_.")
		if after == "" && (before == "" || strings.HasSuffix(before, ":") || strings.HasSuffix(before, "：")) {
			found = append(found, textRange{i, i + len(dots)})
		}
	}
	return found
}

// apart sorts ranges and drops those that overlap an earlier one or one of the
// statement's clarification markers, which say it already.
func apart(found []textRange, s *spec.Statement) []textRange {
	slices.SortFunc(found, func(a, b textRange) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	var said []textRange
	for i, j := range clarifications(s) {
		said = append(said, textRange{i, j})
	}
	// They are apart from each other, but for one that takes the whole rest.
	slices.SortFunc(said, func(a, b textRange) int { return cmp.Compare(a.start, b.start) })
	var out []textRange
	end := 0
	for _, r := range found {
		for len(said) > 0 && said[0].end <= r.start {
			said = said[1:]
		}
		if r.start >= end && (len(said) == 0 || said[0].start >= r.end) {
			out = append(out, r)
			end = r.end
		}
	}
	return out
}
