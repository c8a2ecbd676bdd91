package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
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
				"of a name, a term of art, a quotation or code, or is defined in the glossary; and in a clause that only gives the reason. A " +
				"capability (\"support\") that names what it is about is low. One finding per statement.",
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
	case lang.Degree:
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
	case lang.Degree:
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

// vagueWords are one language's lookup tables.
type vagueWords struct {
	terms    lexicon[lang.Use]
	explains phraseSet
	restates phraseSet
	reasons  reasonWords
	examples phraseSet
	others   []claimant
}

// claimant finds words that another detector reports: one root cause makes one
// entry.
type claimant func(c clause) []tokenRange

type tokenRange struct{ at, n int }

func newVagueWords(v *lang.Vagueness) vagueWords {
	w := vagueWords{
		terms: make(lexicon[lang.Use]), explains: newPhraseSet(v.Explains), reasons: newReasonWords(v),
		restates: newPhraseSet(v.Restates), examples: newPhraseSet(v.Examples),
	}
	for _, t := range v.Terms {
		w.terms.add(t.Phrase, t.Use)
	}
	amounts, lists := newAmountWords(v), newListWords(v)
	w.others = []claimant{amounts.claims, lists.claims}
	return w
}

// in reports whether the sentence has a vague term, which is a finding of its
// own.
func (w vagueWords) in(c clause) bool {
	return w.find(c, func(lang.Use) bool { return true }, nil) != nil
}

// find adds the vague terms of a sentence to those found in its statement, if
// their use is wanted. The others only hide what stands in them: "as quickly as
// possible" is one escape clause.
func (w vagueWords) find(c clause, wanted func(lang.Use) bool, open *vagueFinding) *vagueFinding {
	var claimed []tokenRange
	asked, bounded := false, false
	for i := 0; i < len(c.tokens); {
		use, n := w.terms.match(c.tokens, i)
		if n == 0 {
			if w.reasons.opens(c, i) {
				break
			}
			i++
			continue
		}
		at := i
		i += n
		if use == lang.Fixed || !wanted(use) || !w.counts(c, use, at, n) {
			continue
		}
		if !asked {
			asked, bounded = true, c.measured()
			for _, claims := range w.others {
				claimed = append(claimed, claims(c)...)
			}
		}
		if overlapsAny(claimed, at, n) || bounded && use != lang.Escape || w.explained(c, use, at+n) {
			continue
		}
		if open == nil {
			open = &vagueFinding{first: c, at: at, n: n, use: use, weak: true}
		}
		open.weak = open.weak && use == lang.Capability && c.named(at+n)
		open.phrase = append(open.phrase, c.phrase(at, n))
	}
	return open
}

func overlapsAny(ranges []tokenRange, at, n int) bool {
	for _, r := range ranges {
		if r.at < at+n && at < r.at+r.n {
			return true
		}
	}
	return false
}

// counts reports whether the term is used in its vague sense.
func (w vagueWords) counts(c clause, use lang.Use, at, n int) bool {
	if c.quoted(at) || !use.Escapes() && (c.isName(at, n) || c.negated(at) && use != lang.Degree && use != lang.Nuisance) {
		return false
	}
	if c.label(at, n) || c.isValue(at, n) || c.permitted(at) || use != lang.Degree && w.servesPurpose(c, at) ||
		at+n < len(c.tokens) && c.facts.defines(c.phrase(at, n+1)) {
		return false
	}
	switch use {
	case lang.Homonym:
		return c.adjective(at, n)
	case lang.EscapeLast:
		return c.endsClause(at+n) && c.word(at+n-1) == c.lower(at+n-1)
	case lang.Effort:
		return c.afterModal(at) || strings.HasSuffix(c.lower(at), "ed") && c.lower(at-1) == "be"
	case lang.Capability:
		return c.last && c.afterModal(at) && !w.told(c, at+n)
	}
	return true
}

// isValue reports whether the term is one of the values of an enumeration:
// "easy/medium/hard".
func (c clause) isValue(at, n int) bool {
	for _, s := range []string{c.lower(at - 1), c.lower(at + n)} {
		if s == "/" || s == "|" {
			return true
		}
	}
	return false
}

// permitted reports whether the nearest modal verb before token i only permits.
func (c clause) permitted(i int) bool {
	for k := i - 1; k >= 0; k-- {
		switch c.lower(k) {
		case "must", "shall", "should", "will", "can", ";":
			return false
		case "may", "might", "could":
			return true
		}
	}
	return false
}

// servesPurpose reports whether the term at token i says what a duty before it
// is good for: "store it in one place for easy access".
func (w vagueWords) servesPurpose(c clause, i int) bool {
	if c.lower(i-1) != "for" {
		return false
	}
	switch c.lower(i - 2) {
	case "be", "designed", "built", "optimized", "optimised", "intended", "allow", "provide", "made", "provides", "strive", "aim":
		return false
	}
	return c.duty(i)
}

// duty reports whether a modal verb that demands stands before token i.
func (c clause) duty(i int) bool {
	for k := range i {
		switch c.lower(k) {
		case "must", "shall", "should", "will":
			return true
		}
	}
	return false
}

// label reports whether the term stands in a lead word such as "Robust
// parsing: ...", which the text behind its colon explains.
func (c clause) label(at, n int) bool {
	for k := at + n; k < min(len(c.tokens), at+n+4); k++ {
		if c.lower(k) == ":" {
			return true
		}
	}
	return false
}

// adjective tells "a clear message" and "is secure" from "clear the cache".
func (c clause) adjective(at, n int) bool {
	switch c.lower(at + n) {
	case "the", "all", "any", "a", "an", "of", "its", "their", "this", "that", "these", "those", "-", "each", "every", "to", "for":
		return false
	}
	switch c.lower(at - 1) {
	case "a", "an", "be", "is", "are", "very", "more", "provide", "provides", "show", "display", "has", "have", "with",
		"and", "as", "remain", "remains", "stay", "stays", "return", "include", "offer", "offers", "give", "in", "through",
		"present", "contain", "use", "uses", "look", "feel", "highly", "extremely", "kept", "too", "most", "simple",
		"clear", "via", "on", "ensure", "allow", "enable", "require", "using":
		return true
	}
	return false
}

// endsClause reports whether nothing that belongs to the phrase before token i
// follows there: "as required." but not "as required by the licence".
func (c clause) endsClause(i int) bool {
	switch c.lower(i) {
	case "", ".", ",", ";", ")", "and", "or", "but", "to", "before", "after", "when", "—", "–":
		return true
	}
	return false
}

// afterModal reports whether the verb at token i is what the sentence demands,
// at most an adverb away from its modal verb.
func (c clause) afterModal(i int) bool {
	k := c.before(i)
	if strings.HasSuffix(c.lower(k), "ly") || c.lower(k) == "also" {
		k = c.before(k)
	}
	switch c.lower(k) {
	case "must", "shall", "should", "will":
		return true
	case "to":
		switch c.lower(k - 1) {
		case "able", "has", "have", "need", "needs", "required", "capability", "ability", "capable":
			return true
		}
	}
	return false
}

// told reports whether the words from token i on say what one can do with a
// capability: by code or a link, a way, a list, or an action of its own
// ("support disabling the check").
func (w vagueWords) told(c clause, i int) bool {
	if strings.HasSuffix(c.lower(i), "ing") || c.linked(i) {
		return true
	}
	commas := 0
	for k := i; k < len(c.tokens); k++ {
		switch c.kind(k) {
		case spec.Opaque:
			return true
		case spec.Word:
			switch c.lower(k) {
			case "by", "via", "through", "using", "allowing", "when", "where":
				return true
			}
		case spec.Punct:
			switch c.lower(k) {
			case ",":
				commas++
			case "[":
				return commas >= 2
			}
		}
	}
	return commas >= 2
}

// named reports whether the words from token i on name or count what a
// capability is about, though not what one can do with it.
func (c clause) named(i int) bool {
	for k := i; k < len(c.tokens); k++ {
		switch c.word(k) {
		case "AND", "OR", "WHEN", "IF", "WHILE", "WHERE", "THEN", "THE":
			continue
		}
		if c.kind(k) == spec.Number || c.capital(k) && !keyWord(c.word(k)) {
			return true
		}
	}
	return false
}

// explained reports whether the words after a term, which ends before token i,
// say what it means.
func (w vagueWords) explained(c clause, use lang.Use, i int) bool {
	if use == lang.Manner && strings.HasSuffix(c.lower(i), "ed") && c.lower(i+1) == "with" {
		return true
	}
	if c.sectioned(i) || c.next != nil && starts(w.restates, c.next, 0) {
		return true
	}
	for k := i; k < len(c.tokens); k++ {
		if c.kind(k) == spec.Opaque && k < i+4 || starts(w.explains, c.tokens, k) {
			return true
		}
		if c.lower(k) == "by" && strings.HasSuffix(c.lower(k+1), "ing") {
			return true
		}
		if _, n := w.examples.match(c.tokens, k); n > 0 && c.lists(k+n) {
			return true
		}
	}
	return false
}
