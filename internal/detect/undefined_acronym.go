package detect

import (
	"fmt"
	"path"
	"strings"
	"unicode"

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
		Needs: lang.AllWords,
		Blind: "an acronym of two letters, or one that engineers know by another meaning",
		Document: func(p *Pass) {
			found := acronymsIn(p.Doc, known)
			if len(found.names) == 0 {
				return
			}
			explained := explainedIn(p.Doc, found.names)
			for _, name := range found.names {
				if !explained[name] {
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
		q := quotation{text: text}
		for _, sentence := range s.Sentences {
			asked, loud := false, false
			for i := range sentence.Tokens {
				tok := &sentence.Tokens[i]
				if tok.Kind != spec.Word {
					continue
				}
				name := strings.TrimSuffix(text[tok.Start:tok.End], "s")
				if !acronym(name) || known[name] || partOfName(text, tok) {
					continue
				}
				if !asked {
					asked, loud = true, shouted(text, sentence.Tokens)
				}
				if !loud && !q.around(tok.Start) {
					out.add(name, use{s, tok.Start, tok.Start + len(name)})
				}
			}
		}
	}
	return out
}

const shortestAcronym, longestAcronym = 3, 4

// acronym reports whether a word is three or four capital letters.
func acronym(word string) bool {
	if len(word) < shortestAcronym || len(word) > longestAcronym {
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

// explainedIn are those of the names that a document says what they stand for,
// names itself by, or also writes as words. It is read once for all of them.
func explainedIn(d *spec.Document, names []string) map[string]bool {
	e := make(explanations, len(names))
	for _, name := range names {
		e[name] = false
	}
	e.words(path.Base(d.File.Path()))
	var initials []byte
	for _, s := range d.Statements {
		text := s.Text.String()
		if s.Block.Kind == spec.Heading {
			e.words(text)
		}
		for _, l := range s.Text.Links {
			e.words(text[l.From:l.To])
		}
		initials = e.initials(initials[:0], text)
	}
	for name := range glossaryOf(d).known {
		e.words(name)
	}
	e.contexts(d.File.Content())
	return e
}

// explanations tells of each acronym in question whether it is explained.
type explanations map[string]bool

// take marks an acronym that is in question.
func (e explanations) take(letters []byte) {
	if done, asked := e[string(letters)]; asked && !done {
		e[string(letters)] = true
	}
}

// word takes a word in any case, and without the s of its plural.
func (e explanations) word(word string) {
	if len(word) > longestAcronym+1 {
		return
	}
	letters := []byte(strings.ToUpper(word))
	e.take(letters)
	if n := len(letters) - 1; n > 0 && letters[n] == 'S' {
		e.take(letters[:n])
	}
}

// words takes every word of a text.
func (e explanations) words(text string) {
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return !unicode.IsLetter(c) }) {
		e.word(word)
	}
}

// initials takes the first letters of words in capitals that follow each other,
// short words between them left out, and words in lower case as they are. The
// memory is reused.
func (e explanations) initials(letters []byte, text string) []byte {
	const short = 4
	for word := range strings.FieldsFuncSeq(text, notInWord) {
		switch {
		case 'A' <= word[0] && word[0] <= 'Z':
			letters = append(letters, word[0])
			for n := shortestAcronym; n <= min(longestAcronym, len(letters)); n++ {
				e.take(letters[len(letters)-n:])
			}
			continue
		case len(word) > short:
			letters = letters[:0]
		}
		if len(word) <= longestAcronym+1 && word == strings.ToLower(word) {
			e.word(word)
		}
	}
	return letters
}

// contexts takes the acronyms that stand where something explains them: in
// parentheses or in front of one, in a cell or in code of their own, in front
// of a colon, a dash or a verb.
func (e explanations) contexts(text string) {
	for i := 0; i < len(text); {
		if text[i] < 'A' || text[i] > 'Z' {
			i++
			continue
		}
		j := i
		for j < len(text) && 'A' <= text[j] && text[j] <= 'Z' {
			j++
		}
		name, after := text[i:j], strings.TrimLeft(strings.TrimPrefix(text[j:min(len(text), j+24)], "s"), "*_")
		if acronym(name) && (i > 0 && strings.IndexByte("(`\"", text[i-1]) >= 0 || explains(after) || inCell(text, i, j)) {
			e.take([]byte(name))
		}
		i = j
	}
}

func explains(after string) bool {
	for _, sign := range []string{":", " (", " —", " –", " - ", " =", " stands for", " means", " is a"} {
		if strings.HasPrefix(after, sign) {
			return true
		}
	}
	return false
}

// inCell reports whether text[i:j] is all that a table's cell holds.
func inCell(text string, i, j int) bool {
	before := strings.TrimRight(text[max(0, i-8):i], " *")
	return strings.HasSuffix(before, "|") && strings.HasPrefix(strings.TrimLeft(text[j:min(len(text), j+24)], " *"), "|")
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
