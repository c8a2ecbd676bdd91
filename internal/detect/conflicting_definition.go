package detect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func conflictingDefinition() Detector {
	return Detector{
		ID: "conflicting-definition",
		Doc: Doc{
			Title: "conflicting definition",
			Text: "Finds a constant (`MAX_ROWS`) or a term of a glossary that two documents define with different numbers or values. Only what " +
				"is defined by name is compared across files, since requirements of two documents may speak of different things. A change " +
				"under way is no document of its own: an OpenSpec delta against the capability is silent.",
			Bad:   "`MAX_ROWS` is 500.\n`MAX_ROWS` is 1,000. (in another file)",
			Good:  "`MAX_ROWS` is 1,000.\n`MAX_ROWS` is 1,000. (in another file)",
			Since: "0.1.0",
		},
		Class: finding.Contradictory, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"conflicting-definition", "contradiction"},
		Needs: lang.NoWords,
		Set:   reportConflictingDefinitions,
	}
}

// definition is a claim that defines a name, with where it stands.
type definition struct {
	claim.Claim
	doc *spec.Document
	s   *spec.Statement
}

// reportConflictingDefinitions holds each definition to the first of its name
// in another document.
func reportConflictingDefinitions(p *SetPass) {
	if len(p.Docs) < 2 {
		return
	}
	first := make(map[string]definition)
	for _, d := range p.Docs {
		if underWay(d) {
			continue
		}
		for _, now := range definitionsOf(d) {
			before, ok := first[now.Key()]
			if !ok {
				first[now.Key()] = now
				continue
			}
			if before.doc != d && claim.Contradict(before.Claim, now.Claim) {
				reportConflictingDefinition(p, before, now)
			}
		}
	}
}

// underWay reports whether a document proposes a change of another.
func underWay(d *spec.Document) bool {
	return strings.Contains("/"+d.File.Path(), "/openspec/changes/")
}

// definitionsOf are the claims of a document that give a name its one value.
func definitionsOf(d *spec.Document) []definition {
	var out []definition
	for _, s := range d.Statements {
		glossary := s.Under() == lang.Glossary
		if s.Role == spec.Step || s.Role == spec.Question || s.Role == spec.Exempt || s.Block.Kind == spec.Heading || !glossary && !constant(s) {
			continue
		}
		for _, c := range claim.Of(s) {
			if (len(c.Bounds) == 1 || c.Value != "") && (glossary || len(c.Scope) == 0 && slices.ContainsFunc(c.Words(), named)) {
				out = append(out, definition{c, d, s})
			}
		}
	}
	return out
}

// constant reports whether a statement may define a constant: a short one with
// such a name.
func constant(s *spec.Statement) bool {
	const longest = 200
	text := s.Text.String()
	return len(text) <= longest && strings.Contains(text, "_") && slices.ContainsFunc(strings.Fields(text), func(w string) bool {
		return named(strings.Trim(w, "`:,.="))
	})
}

// named reports whether a word is written the way that constants are. One name
// of that kind means one thing wherever it stands.
func named(w string) bool {
	w = strings.TrimPrefix(w, "`")
	return strings.Contains(strings.Trim(w, "_"), "_") && strings.Trim(w, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

func reportConflictingDefinition(p *SetPass, before, now definition) {
	a, b := claim.Contrast(before.Claim, now.Claim)
	other := finding.PlaceOf(before.doc.File, finding.Head, before.s.Text.Span(a.Start, a.End))
	p.Report(Result{
		Doc: now.doc, Span: now.s.Text.Span(b.Start, b.End), At: now.s,
		Message: fmt.Sprintf("%q contradicts %q in %s:%d: keep one", shorten(words(now.s, b), maxHalf), shorten(words(before.s, a), maxHalf),
			shorten(other.Path, maxSide), other.At.Start.Line),
		Hint:    "define it in one place and refer to that, or give the two things different names",
		Default: "none: each document is built by its own value",
		Related: []finding.Related{{Place: other, Note: "the other definition"}},
		Members: []string{before.s.Text.Canonical()},
	})
}
