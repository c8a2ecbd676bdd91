package clarify

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// request is the part of a document that says what is wanted.
type request struct {
	doc   *spec.Document
	parts []*spec.Statement // in source order, the title first if there is one
	whole bool              // the document is nothing but a short request
}

// A document up to these sizes is read as one request, whatever its headings
// are.
const (
	shortWords      = 120
	shortStatements = 8
	shortBytes      = 3000 // code included
)

// requestOf finds the request. A document that is not short has one only if it
// asks for something in a shape and says in a section of its own what for.
// Normative documents and deltas say what holds, and records what was done; they
// request nothing. What a foreign document requests cannot be told.
func requestOf(doc *spec.Document) (request, bool) {
	r := request{doc: doc}
	if doc.Foreign || doc.Has("openspec-delta") || len(doc.Statements) == 0 {
		return r, false
	}
	if r.whole = isShort(doc) && !structured(doc); r.whole {
		for _, s := range doc.Statements {
			if !s.Role.Binding() && s.Role != spec.Step && s.Role != spec.Story {
				r.parts = append(r.parts, s)
			}
		}
		return r, len(r.parts) > 0 && !records(doc)
	}
	if doc.Normative || !doc.Bears() {
		return r, false
	}
	title, stated := doc.Title(), false
	for _, s := range doc.Statements {
		switch {
		case title != nil && s.Block == title.Heading:
			r.parts = append(r.parts, s)
		case s.Block.Kind == spec.Heading:
		case isInput(s), s.Role != spec.Exempt && s.Under() == lang.Request,
			s.Section == title && s.Block.Kind == spec.Paragraph && s.Item == nil && s.Role == spec.Prose:
			r.parts, stated = append(r.parts, s), true
		}
	}
	return r, stated && !records(doc)
}

// isShort reports whether the document is no longer than a request.
func isShort(doc *spec.Document) bool {
	return doc.File.Len() <= shortBytes && len(doc.Statements) <= shortStatements && countWords(doc) <= shortWords
}

// countWords counts words; three ideographs count as one.
func countWords(doc *spec.Document) int {
	words, wide := 0, 0
	for _, s := range doc.Statements {
		words += len(strings.Fields(s.Text.String()))
		for _, r := range s.Text.String() {
			if r >= 0x3000 {
				wide++
			}
		}
	}
	return words + wide/3
}

// structured reports whether the document follows one of the formats that
// divide a request from its requirements, however short it is.
func structured(doc *spec.Document) bool {
	return slices.ContainsFunc(formats(), doc.Has) || doc.Normative
}

// formats are the shapes that leave the target surface to the plan.
func formats() []string { return []string{"spec-kit", "openspec", "ears"} }

// isInput recognises the line on which spec-kit keeps the user's own words.
func isInput(s *spec.Statement) bool {
	label, _, ok := strings.Cut(s.Text.String(), ":")
	return ok && (strings.EqualFold(label, "input") || strings.EqualFold(label, "user description"))
}

// place is where a finding about the whole request stands.
func (r request) place() finding.Place {
	span := r.parts[0].Span
	if t := r.doc.Title(); t != nil {
		span = t.Heading.Span
	}
	return r.at(span)
}

func (r request) at(s source.Span) finding.Place {
	return finding.PlaceOf(r.doc.File, finding.Head, s)
}

// canonical is the request's text as it counts for identity.
func (r request) canonical() string {
	var texts []string
	for _, s := range r.parts {
		texts = append(texts, s.Text.Canonical())
	}
	return strings.Join(texts, "\n")
}

// criteria counts what can be checked, up to enough: the document's verifiable
// criteria, and in one that is nothing but a short request the sentences that
// state an outcome with a value.
func (r request) criteria(enough int) int {
	n := min(len(r.doc.Verifiable()), enough)
	if n == enough || !r.whole {
		return n
	}
	for _, s := range r.parts {
		for _, c := range clauses(s) {
			if c.statesOutcome() {
				n++
			}
		}
	}
	return n
}

// vague finds the first wish without a measure, or a short request that says
// too little to tell what is wanted.
func (r request) vague() (string, finding.Place, bool) {
	intents := lang.Intents(r.doc.Language)
	for _, s := range r.parts {
		for _, c := range r.intent(s) {
			if c.concrete() {
				continue
			}
			if i, j, ok := c.find(intents.Vague); ok {
				return fmt.Sprintf("%q without a measure", s.Text.String()[i:j]), r.at(s.Text.Span(i, j)), true
			}
		}
	}
	if r.whole && countWords(r.doc) < shortestRequest {
		return "too few words to tell what is wanted", r.place(), true
	}
	return "", finding.Place{}, false
}

// shortestRequest is how many words a request has at the least that says what
// is wanted of what.
const shortestRequest = 6

// unbounded finds the first scope without an end.
func (r request) unbounded() (string, finding.Place, bool) {
	intents := lang.Intents(r.doc.Language)
	for _, s := range r.parts {
		for _, c := range r.intent(s) {
			i, j, ok := c.find(intents.Unbounded)
			if ok && !c.negated(i) {
				return fmt.Sprintf("%q has no end", s.Text.String()[i:j]), r.at(s.Text.Span(i, j)), true
			}
		}
	}
	return "", finding.Place{}, false
}

// intent is the part of a statement that says what is wanted: all of a short
// request and of the user's own words, else the opening sentence.
func (r request) intent(s *spec.Statement) []clause {
	if r.whole || isInput(s) || len(s.Sentences) == 0 {
		return clauses(s)
	}
	return []clause{clauseOf(s.Text.Prose(), s.Sentences[0])}
}

// clause is one sentence of a request.
type clause struct {
	prose string
	words []word
}

// word is a run of letters, digits and what joins them in names and paths.
type word struct {
	start, end int
	lower      string
}

// clauses are the sentences of a statement. A statement that binds nobody has
// none of its own and is taken as one.
func clauses(s *spec.Statement) []clause {
	prose := s.Text.Prose()
	if len(s.Sentences) == 0 {
		return []clause{{prose, words(prose, 0, len(prose))}}
	}
	var out []clause
	for _, sentence := range s.Sentences {
		out = append(out, clauseOf(prose, sentence))
	}
	return out
}

func clauseOf(prose string, s spec.Sentence) clause {
	return clause{prose[:s.End], words(prose, s.Start, s.End)}
}

func words(prose string, start, end int) []word {
	var out []word
	for i := start; i < end; {
		n := strings.IndexFunc(prose[i:end], func(r rune) bool { return !inName(r) })
		if n < 0 {
			n = end - i
		}
		if w := strings.TrimRight(prose[i:i+n], ".-'’/"); w != "" {
			out = append(out, word{i, i + len(w), strings.ToLower(w)})
		}
		_, size := utf8.DecodeRuneInString(prose[min(i+n, end-1):end])
		i += max(n, 0) + size
	}
	return out
}

func inName(r rune) bool {
	if 'a' <= r && r <= 'z' {
		return true
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("-_./'’", r)
}

// find is the first range of the clause that one of the phrases covers.
func (c clause) find(phrases []string) (int, int, bool) {
	for i, w := range c.words {
		for _, phrase := range phrases {
			if r, _ := utf8.DecodeRuneInString(phrase); r >= 0x3000 {
				if k := strings.Index(w.lower, phrase); k >= 0 {
					return w.start + k, w.start + k + len(phrase), true
				}
				continue
			}
			if n := c.phraseAt(i, phrase); n > 0 {
				return w.start, c.words[i+n-1].end, true
			}
		}
	}
	return 0, 0, false
}

// phraseAt is how many words from i on the phrase covers; 0 if it is not there.
func (c clause) phraseAt(i int, phrase string) int {
	if !strings.HasPrefix(phrase, c.words[i].lower) {
		return 0
	}
	n := 0
	for part := range strings.SplitSeq(phrase, " ") {
		if i+n >= len(c.words) || c.words[i+n].lower != part {
			return 0
		}
		n++
	}
	return n
}

// negated reports whether the word at offset is denied: "not everything".
func (c clause) negated(offset int) bool {
	for i, w := range c.words {
		if w.start == offset && i > 0 {
			return slices.Contains([]string{"not", "no", "never", "without", "nicht", "pas", "não"}, c.words[i-1].lower)
		}
	}
	return false
}

// concrete reports whether the clause has a number, code or a literal in it.
func (c clause) concrete() bool {
	if len(c.words) == 0 {
		return true
	}
	text := c.prose[c.words[0].start:]
	if strings.ContainsRune(text, 0) || strings.Count(text, `"`) >= 2 || strings.ContainsAny(text, "“„«「") {
		return true
	}
	return slices.ContainsFunc(c.words, func(w word) bool {
		return strings.IndexFunc(w.lower, unicode.IsDigit) == 0 || isTarget(w.lower, c.prose[w.start:w.end])
	})
}

// statesOutcome reports whether the clause says what is to be seen, with a
// value: "returns 404", "prints `ok`". In a language without a list of such
// verbs a value has to do.
func (c clause) statesOutcome() bool {
	if !c.concrete() || len(c.words) == 0 {
		return false
	}
	return slices.ContainsFunc(c.words, func(w word) bool { return isOutcome(w.lower) })
}

// isOutcome recognises the verbs that tell something observable.
func isOutcome(verb string) bool {
	switch strings.TrimSuffix(verb, "s") {
	case "return", "respond", "print", "show", "display", "exit", "write", "create", "reject", "refuse", "redirect",
		"contain", "list", "open", "close", "save", "store", "delete", "remove", "send", "log", "fail", "raise", "throw",
		"accept", "download", "upload", "emit", "appear", "expire", "block", "equal", "matche", "match", "render",
		"report", "replace", "rename", "set", "start", "stop", "load", "sort", "limit", "answer", "gibt", "zeigt", "retourne", "affiche",
		"devuelve", "muestra", "retorna", "mostra":
		return true
	}
	return false
}
