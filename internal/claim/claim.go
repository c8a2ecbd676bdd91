// Package claim turns what a requirement says into a form that can be
// compared: who or what it is about, what is asserted of it and how strongly,
// between which bounds, and under which condition.
//
// The reading is sound rather than complete. Two claims compare only if their
// remaining words are the same after normalisation, so a qualifier that stands
// on one side alone ("access tokens", "tokens") keeps them apart, and so does a
// condition. A sentence that the package cannot read yields no claim.
//
// Synonyms are English. Sentences in other languages yield claims as far as
// numbers, units, comparators, denials and the modal verbs of the languages with
// a pack carry them.
package claim

import (
	"strings"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Claim is one assertion of a statement. Claims are values; they share nothing
// with the statement but its text offsets.
type Claim struct {
	Negated bool     // the modality applies to the opposite: MUST NOT, SHOULD NOT, need not
	Bounds  []Bound  // in order of appearance
	Value   string   // the value asserted ("utc", "bcrypt"), or all that are allowed, sorted; "" without one
	Scope   []string // the content words of the condition, sorted; empty without one

	Start, End int    // the sentence's clause, in the statement's text
	Modal      Extent // its modal phrase, in the same text; empty without one
	Under      string // the modal phrase of the lead-in that it hangs on; "" if it has its own

	subject   string        // the content words of the subject, normalised; "" if it is the product itself
	modality  lang.Modality // NoModality for a plain assertion, which binds like Must
	words     []string      // content words of subject and predicate, sorted
	sequence  []string      // the same in order of appearance
	unordered bool          // its words tell what it says in any order: it is passive, or names a default
	exclusive bool          // of all users: made of "only X may", which forbids it to the rest
	universal bool          // of all users, as written: "any user"
	key       string
	enables   bool     // says what its subject is able or allowed to do
	asked     Extent   // the condition as the sentence writes it
	exception Extent   // "unless ..." or "except ...", to the end of the condition
	condition *Bound   // what the condition says is exceeded: "IF the file exceeds 100 MB"
	tolerates bool     // the action only warns
	partial   bool     // denied only in part: "must not show them again"
	whole     string   // the word by which its predicate speaks of a whole: "all", "every"
	value     Extent   // where a list of values or a status stands; empty without one
	all, some Extent   // the word by which it speaks of all things of a kind, or of a part; empty without one
	notifies  bool     // the action tells somebody, which may happen more than once
	limits    bool     // the action limits something to its bound
	counted   string   // the thing of which its only bound is a number; "" without one
	never     bool     // denied without exception
	only      bool     // what its condition says is the only case: "only when"
	turned    bool     // a word turned it round: "disabled"
	flipped   bool     // its bound was turned round: "must not take more than 5 s"
	listed    []string // all the values that are allowed, sorted; nil without a list
	topic     string
	verb      string // the first content word of its predicate; "" without one
	family    string // what its value is of: "status", "one of"
	asserts   int    // where its predicate starts, in the statement's text
}

// Key is equal for two claims only if they speak of the same thing: same words,
// same dimensions, same condition. Claims of different keys are [Unrelated].
func (c *Claim) Key() string { return c.key }

// Topic is equal for two claims that may be [Opposed] although their keys
// differ; "" for a claim that is about nothing.
func (c *Claim) Topic() string { return c.topic }

// Specific counts the content words that say what the claim is about; words
// such as "response" or "value" name a different thing in every section.
func (c *Claim) Specific() int {
	n := 0
	for _, w := range c.words {
		if !generic(w) {
			n++
		}
	}
	return n
}

// Words are the content words of subject and predicate, sorted and without
// repetition.
func (c *Claim) Words() []string { return c.words }

// Of reads the claims of a statement, in order of appearance. Steps of scenarios
// are examples and questions assert nothing, so these have none; nor has what
// cannot be brought into comparable form. Whether the statement binds anybody is
// for the caller to ask.
func Of(s *spec.Statement) []Claim {
	switch s.Role {
	case spec.Step, spec.Question, spec.Exempt:
		return nil
	}
	context, ok := contextWords(s)
	if !ok {
		return nil
	}
	var out []Claim
	r := reader{text: s.Text.String(), statement: s, context: context}
	for i := range s.Sentences {
		if len(s.Sentences[i].Tokens) > longest {
			continue
		}
		if r.words, ok = inEnglish(r.read(&s.Sentences[i], i == 0)); !ok {
			continue
		}
		if c, ok := r.asideDefault(); ok {
			out = append(out, c)
		}
		if i == 0 && s.Parent != nil {
			if got, ok := r.led(s.Parent); ok {
				out = append(out, got...)
				continue
			}
		}
		out = append(out, r.claims()...)
	}
	return out
}

// longest is how many tokens a sentence may have that asserts one thing. It also
// bounds the work, since some of it grows with the square of the length.
const longest = 250

// reader reads one sentence.
type reader struct {
	text      string
	statement *spec.Statement
	context   []string // words of the lead-in and the items above
	words     []word
}

// word is a token in the form that the reader works with.
type word struct {
	text       string // lower case; code as written behind a back quote
	start, end int
	number     bool
	punct      bool
	opaque     bool
	inside     bool // in brackets
}

// read fetches the words of a sentence. The explicit id, emphasis left over
// from templates and examples in parentheses are left out.
func (r *reader) read(s *spec.Sentence, first bool) []word {
	tokens := s.Tokens
	if first {
		tokens = r.afterID(tokens)
	}
	out := make([]word, 0, len(tokens))
	depth, skip := 0, false
	for i, t := range tokens {
		switch {
		case t.Lower == "(" || t.Lower == "[":
			depth++
			skip = skip || depth == 1 && i+1 < len(tokens) && aside(tokens[i+1].Lower)
			continue
		case t.Lower == ")" || t.Lower == "]":
			depth = max(0, depth-1)
			skip = skip && depth > 0
			continue
		case skip || t.Lower == "*" || t.Lower == "_" || t.Lower == `"`:
			continue
		}
		w := word{text: t.Lower, start: t.Start, end: t.End, inside: depth > 0}
		switch t.Kind {
		case spec.Number:
			w.number = true
		case spec.Punct:
			w.punct = !strings.Contains("%$€£¥<>≤≥=°", t.Lower)
		case spec.Opaque:
			w.opaque = true
			w.text = "`" + r.text[t.Start:t.End]
		}
		if t.Kind == spec.Word && t.Lower[0] >= utf8.RuneSelf {
			out = appendRun(out, w)
			continue
		}
		if w.text == "’" || w.text == "'" || w.text == "“" || w.text == "”" {
			continue
		}
		out = append(out, w)
	}
	return out
}

// afterID drops a leading explicit id with its brackets and colon.
func (r *reader) afterID(tokens []spec.Token) []spec.Token {
	body := r.statement.Body()
	for len(tokens) > 0 && (tokens[0].Start < body || body > 0 && tokens[0].Kind == spec.Punct && !strings.Contains("([", tokens[0].Lower)) {
		tokens = tokens[1:]
	}
	return tokens
}

// aside reports whether a parenthesis that opens with this word explains
// without asserting.
func aside(w string) bool {
	switch w {
	case "e.g", "e.g.", "eg", "i.e", "i.e.", "ie", "see", "example", "such", "cf":
		return true
	}
	return false
}
