package detect

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// glossary is the terms that a document defines in a section for them, and how
// it writes them.
type glossary struct {
	terms      []term
	known      map[string]bool // names of the terms, singular, folded
	underlined int             // terms written with underscores
	capitals   int             // terms of several words with capital letters
}

// term is one entry of a glossary.
type term struct {
	name string // as written
	s    *spec.Statement
}

// longestTerm is the longest name, in bytes, that a glossary defines.
const longestTerm = 60

// glossaryOf reads the sections of definitions. What a document introduces
// elsewhere, in a heading or with a colon, is known but no term of its style,
// and so is what a definition or a heading mentions.
func glossaryOf(d *spec.Document) glossary {
	g := glossary{known: make(map[string]bool)}
	if !slices.ContainsFunc(d.Statements, inGlossary) {
		return g
	}
	for _, s := range d.Statements {
		defines := inGlossary(s)
		if defines || s.Block.Kind == spec.Heading {
			for word := range strings.FieldsFuncSeq(s.Text.String(), notInName) {
				if marked(word) {
					g.known[folded(word)] = true
				}
			}
		}
		for _, name := range definedIn(s, defines) {
			g.known[folded(name)] = true
			if !defines || s.Block.Kind == spec.Heading && s.Section.Kind == lang.Glossary {
				continue
			}
			g.terms = append(g.terms, term{name, s})
			switch {
			case marked(name):
				g.underlined++
			case titled(name):
				g.capitals++
			}
		}
	}
	return g
}

func inGlossary(s *spec.Statement) bool {
	return s.Section.Within(lang.Glossary) || s.Under() == lang.Glossary
}

func notInName(r rune) bool { return r != '_' && notInWord(r) }

// definedIn is what a statement defines: a heading its words, a cell of a
// glossary's first column its text, and everything else what stands before its
// colon, dash or parenthesis.
func definedIn(s *spec.Statement, defines bool) []string {
	text := s.Text.String()
	switch s.Block.Kind {
	case spec.Heading, spec.Term:
	case spec.Cell:
		if !defines || len(s.Headers) > 1 {
			return nil
		}
	default:
		end := len(text)
		for _, sep := range []string{":", "：", " — ", " – ", " - ", " = ", " means ", " is ", " are ", " refers to ", " stands for "} {
			if i := strings.Index(text[:end], sep); i > 0 {
				end = i
			}
		}
		if end == len(text) {
			return nil
		}
		text = text[s.Body():max(s.Body(), end)]
	}
	if len(text) > longestTerm {
		return nil
	}
	var names []string
	for name := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune("()/,[]“”\":", c) }) {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// defines reports whether the document introduces a name, in the singular or
// in the plural.
func (g glossary) defines(name string) bool { return g.known[folded(name)] }

// folded is a name as names are compared: in lower case, in the singular,
// without an article.
func folded(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, article := range []string{"the ", "a ", "an "} {
		name = strings.TrimPrefix(name, article)
	}
	name = strings.TrimSuffix(strings.TrimSuffix(name, "'s"), "’s")
	switch {
	case strings.HasSuffix(name, "ies") && len(name) > 4:
		return name[:len(name)-3] + "y"
	case strings.HasSuffix(name, "sses"), strings.HasSuffix(name, "xes"), strings.HasSuffix(name, "ches"), strings.HasSuffix(name, "shes"):
		return name[:len(name)-2]
	case strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss") && !strings.HasSuffix(name, "us") && !strings.HasSuffix(name, "is"):
		return name[:len(name)-1]
	}
	return name
}

// marked reports whether a name is written in the style of glossaries that set
// their terms apart with underscores: Loan_Desk. What is all in capitals is a
// constant, what has a part in lower case an identifier of some program.
func marked(name string) bool {
	if !strings.Contains(name, "_") || name == strings.ToUpper(name) || strings.Contains(name, " ") {
		return false
	}
	for part := range strings.SplitSeq(name, "_") {
		first, _ := utf8.DecodeRuneInString(part)
		if !unicode.IsUpper(first) && !unicode.IsDigit(first) {
			return false
		}
	}
	return true
}

// titled reports whether a name has several words that all begin with capital
// letters: Loan Desk.
func titled(name string) bool {
	words := strings.Fields(name)
	for _, w := range words {
		if first, _ := utf8.DecodeRuneInString(w); !unicode.IsUpper(first) {
			return false
		}
	}
	return len(words) > 1
}

// use is one place where a document uses a name.
type use struct {
	s        *spec.Statement
	from, to int // in the statement's text
}

// uses gathers names with the places where they stand, in the order in which
// they come up.
type uses struct {
	names []string
	at    map[string][]use
}

func (u *uses) add(name string, at use) {
	if u.at == nil {
		u.at = make(map[string][]use)
	}
	if u.at[name] == nil {
		u.names = append(u.names, name)
	}
	u.at[name] = append(u.at[name], at)
}

// elsewhereUsed are the next few places of a name, for a finding about the
// first.
func elsewhereUsed(d *spec.Document, at []use) []finding.Related {
	const few = 8
	var out []finding.Related
	for _, u := range at[:min(few, len(at))] {
		out = append(out, finding.Related{Place: finding.PlaceOf(d.File, finding.Head, u.s.Text.Span(u.from, u.to)), Note: "used here too"})
	}
	return out
}
