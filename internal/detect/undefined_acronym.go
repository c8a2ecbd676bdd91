package detect

import (
	"fmt"
	"path"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func undefinedAcronym() Detector {
	known := wordSet(lang.KnownAcronyms())
	return Detector{
		ID: "undefined-acronym",
		Doc: Doc{
			Title: "undefined acronym",
			Text: "Finds acronyms of three or four letters in requirements that the document expands nowhere: not in parentheses, not " +
				"before a colon, not in a heading, a link, or words in capitals with these first letters. Acronyms that engineers know, words written in " +
				"capitals for emphasis, ids and the name of the product itself are silent. English documents only.",
			Bad:   "- The desk must send the ZQLF to the reader.",
			Good:  "- The desk must send the zone quota list form (ZQLF) to the reader.",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.Low,
		Kinds: []string{"undefined-acronym"},
		Document: func(p *Pass) {
			if p.Doc.Language != "en" {
				return
			}
			found := acronymsIn(p.Doc, known)
			if len(found.names) == 0 {
				return
			}
			e := expansionsOf(p.Doc)
			for _, name := range found.names {
				if !e.has(name) {
					p.Report(acronymResult(p.Doc, name, found.at[name]))
				}
			}
		},
	}
}

// acronymsIn are the unknown acronyms in what binds.
func acronymsIn(d *spec.Document, known map[string]bool) uses {
	var out uses
	for _, s := range d.Statements {
		if !s.Role.Binding() || s.Block.Kind == spec.Heading {
			continue
		}
		text := s.Text.String()
		for _, sentence := range s.Sentences {
			for i := range sentence.Tokens {
				tok := &sentence.Tokens[i]
				if name := strings.TrimSuffix(text[tok.Start:tok.End], "s"); tok.Kind == spec.Word && acronym(name) && !known[name] &&
					!partOfName(text, tok) && !shouted(text, sentence.Tokens) && !quoted(text, tok.Start) {
					out.add(name, use{s, tok.Start, tok.Start + len(name)})
				}
			}
		}
	}
	return out
}

// acronym reports whether a word is three or four capital letters.
func acronym(word string) bool {
	const least, most = 3, 4
	if len(word) < least || len(word) > most {
		return false
	}
	for i := range len(word) {
		if word[i] < 'A' || word[i] > 'Z' {
			return false
		}
	}
	return true
}

// partOfName reports whether a word is joined to others by what joins ids,
// paths and constants, or stands in brackets, where it is a tag.
func partOfName(text string, tok *spec.Token) bool {
	return tok.Start > 0 && strings.IndexByte("-_/.&+[<#@$%{", text[tok.Start-1]) >= 0 ||
		tok.End < len(text) && strings.IndexByte("-_/&+]>={", text[tok.End]) >= 0
}

// shouted reports whether half the words of a sentence are in capitals: they
// are no acronyms then.
func shouted(text string, tokens []spec.Token) bool {
	words, capitals := 0, 0
	for i := range tokens {
		if tokens[i].Kind == spec.Word {
			words++
			if word := text[tokens[i].Start:tokens[i].End]; word == strings.ToUpper(word) {
				capitals++
			}
		}
	}
	return 2*capitals >= words
}

// expansions is where a document may explain an acronym.
type expansions struct {
	text     string          // all of it, as written
	lower    map[string]bool // its words that are written in lower case
	initials string          // first letters of its words, 0 where words in capitals end
	headings string
	links    map[string]bool
	glossary glossary
}

func expansionsOf(d *spec.Document) expansions {
	e := expansions{text: d.File.Content(), lower: make(map[string]bool), links: make(map[string]bool), glossary: glossaryOf(d)}
	e.headings = path.Base(d.File.Path())
	var initials strings.Builder
	for _, s := range d.Statements {
		text := s.Text.String()
		if s.Block.Kind == spec.Heading {
			e.headings += "\n" + text
		}
		for _, l := range s.Text.Links {
			e.links[strings.TrimSuffix(strings.Trim(text[l.From:l.To], "()"), "s")] = true
		}
		initials.WriteByte(0)
		for word := range strings.FieldsFuncSeq(text, notInWord) {
			switch first := word[0]; {
			case 'A' <= first && first <= 'Z':
				initials.WriteByte(first)
			case len(word) > len("with") || first > 'z':
				initials.WriteByte(0)
			}
			for part := range strings.SplitSeq(word, "-") {
				if len(part) <= 5 && part == strings.ToLower(part) {
					e.lower[part] = true
				}
			}
		}
	}
	e.initials = initials.String()
	return e
}

// has reports whether the document says what an acronym stands for, names
// itself by it, or also writes it as a word.
func (e expansions) has(name string) bool {
	if e.lower[strings.ToLower(name)] || e.links[name] || e.glossary.defines(name) || strings.Contains(e.initials, name) ||
		strings.Contains(strings.ToUpper(e.headings), name) {
		return true
	}
	for _, form := range []string{"(%s)", "(%ss)", "(%s,", "(%s;", "(%s ", "%s (", "%ss (", "%s:", "**%s**:", "%s —", "%s –", "%s - ", "%s =", "%s stands for", "%s means", "%s is a", "| %s |", "|%s|", "`%s`", "\"%s\""} {
		if strings.Contains(e.text, strings.Replace(form, "%s", name, 1)) {
			return true
		}
	}
	return false
}

func acronymResult(d *spec.Document, name string, at []use) Result {
	first := at[0]
	return Result{
		Span: first.s.Text.Span(first.from, first.to), At: first.s,
		Message: fmt.Sprintf("%q is expanded nowhere in this document: say once what it stands for", name),
		Hint:    "write the words out where it first stands, with the acronym in parentheses",
		Default: "readers know it",
		Members: []string{name}, Related: elsewhereUsed(d, at[1:]),
	}
}
