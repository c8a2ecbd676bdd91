package detect

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// reviser tells what edits did to requirements. What it needs of the whole head
// is worked out when first asked for.
type reviser struct {
	added   []align.Ref
	head    []*spec.Document
	escapes *tables[escapeWords]
	plain   bool             // the head says without modal verbs what the base demanded with them
	said    map[string]bool  // the binding sentences of the head
	news    map[string][]int // what is added, by the words it has
}

// escapeWords are the phrases of one language that take something from a duty.
type escapeWords struct {
	anywhere   phraseSet
	last       phraseSet // only where nothing follows
	roughly    phraseSet // only before a number
	labels     phraseSet // only by themselves: in brackets, in front of the requirement, as a sentence
	exceptions phraseSet // take cases out, from there to the end of the clause
	waivers    phraseSet // what somebody may do with a duty: "turn off"
	purposes   phraseSet // open a reason, which takes nothing
}

// newEscapeWords leaves out what asks for as much as can be: "as soon as
// possible" takes nothing from a duty that had no bound.
func newEscapeWords(v *lang.Vagueness) escapeWords {
	w := escapeWords{
		anywhere: newPhraseSet(v.Hedges), last: make(phraseSet), roughly: newPhraseSet(v.Roughly), labels: newPhraseSet(v.Withdrawals),
		exceptions: newPhraseSet(v.Exceptions), waivers: newPhraseSet(v.Waivers), purposes: newPhraseSet(v.Purposes),
	}
	for _, t := range v.Terms {
		switch {
		case strings.Contains(t.Phrase, anyWord):
		case t.Use == lang.Escape:
			w.anywhere.add(t.Phrase, struct{}{})
		case t.Use == lang.EscapeLast:
			w.last.add(t.Phrase, struct{}{})
		}
	}
	return w
}

// escape is a phrase that takes something from a duty, where it stands.
type escape struct {
	claim.Extent
	sentence, token, tokens int
	aspect                  claim.Aspect
	alone                   bool // says of the whole requirement that it binds less
}

// escape is the first escape clause or the like that a requirement gained.
func (r *reviser) escape(p align.Pair, e *wordDiff) (claim.Revision, bool) {
	for _, tongue := range tongues(p.Base.Doc, p.Head.Doc) {
		if words, ok := r.escapes.of(tongue); ok {
			if by, ok := words.gained(p, e); ok {
				return by, true
			}
		}
	}
	return claim.Revision{}, false
}

// gained is the first phrase of one language that lets the reader off in the
// head alone.
func (w escapeWords) gained(p align.Pair, e *wordDiff) (claim.Revision, bool) {
	before, after := w.in(p.Base.Statement), w.in(p.Head.Statement)
	if len(after) <= len(before) {
		return claim.Revision{}, false
	}
	known := make(map[string]bool)
	for _, x := range before {
		known[strings.ToLower(phrase(p.Base.Statement, x.Extent))] = true
	}
	for _, x := range after {
		if !known[strings.ToLower(phrase(p.Head.Statement, x.Extent))] && (x.alone || e.head.stands(x)) {
			return claim.Revision{Aspect: x.aspect, After: x.Extent}, true
		}
	}
	return claim.Revision{}, false
}

// tongues are the languages that an edit is read in: the one of the base, which
// the head does not choose. Where the base is too short to tell, or in a
// language without words, that of the head is read as well.
func tongues(base, head *spec.Document) []string {
	was, now := language(base), language(head)
	if was == now || base.Language != lang.Undetermined && lang.Knows(was, lang.VagueWords) {
		return []string{was}
	}
	return []string{was, now}
}

// english reports whether an edit is read in English.
func english(p align.Pair) bool {
	return slices.Contains(tongues(p.Base.Doc, p.Head.Doc), "en")
}

// language is that of a document; a spec of so few words that it cannot be told
// is read as English, as everywhere.
func language(d *spec.Document) string {
	if d.Language == lang.Undetermined {
		return "en"
	}
	return d.Language
}

// stands reports whether the sentence around a phrase is one of the base.
func (w *wording) stands(x escape) bool {
	n, all := 0, 0
	for _, word := range w.words {
		if word.sentence != x.sentence || word.token >= x.token && word.token < x.token+x.tokens {
			continue
		}
		all++
		if word.partner >= 0 {
			n++
		}
	}
	return float64(n) >= mostly*float64(all)
}

// in is where a statement lets the reader off.
func (w escapeWords) in(s *spec.Statement) []escape {
	var out []escape
	for k, sentence := range s.Sentences {
		c := clause{s: s, tokens: sentence.Tokens, aside: sentence.Modality == lang.NoModality}
		for i := 0; i < len(c.tokens); i++ {
			x := escape{sentence: k, token: i}
			if x.tokens, x.aspect, x.alone = w.at(c, i, k == 0); x.tokens == 0 || c.quoted(i) {
				continue
			}
			x.Extent = claim.Extent{Start: c.tokens[i].Start, End: c.tokens[i+x.tokens-1].End}
			out = append(out, x)
			i += x.tokens - 1
		}
	}
	return out
}

// at is how many tokens the phrase at token i has; 0 if none stands there.
func (w escapeWords) at(c clause, i int, first bool) (n int, aspect claim.Aspect, alone bool) {
	if _, n := w.anywhere.match(c.tokens, i); n > 0 {
		return n, claim.NoAspect, false
	}
	if _, n := w.last.match(c.tokens, i); n > 0 && c.kind(i+n) != spec.Word {
		return n, claim.NoAspect, false
	}
	if _, n := w.roughly.match(c.tokens, i); n > 0 && c.kind(i+n) == spec.Number {
		return n, claim.NoAspect, false
	}
	if _, n := w.labels.match(c.tokens, i); n > 0 && !c.denied(i) && w.label(c, i, n, first) {
		return c.toBreak(i+n) - i, claim.NoAspect, true
	}
	if n := w.exception(c, i); n > 0 && !c.denied(i) {
		return c.toBreak(i+n) - i, claim.Exception, c.aside && (i == 0 || c.about(i) || c.lower(0) == "it" || strings.HasPrefix(c.lower(i), "exempt"))
	}
	if _, n := w.waivers.match(c.tokens, i); n > 0 && c.waived(i, i+n) {
		return n, claim.NoAspect, true
	}
	return 0, claim.NoAspect, false
}

// exception is how many tokens the phrase at token i has that takes cases out;
// 0 if none stands there. "Exceptions:" is one only in front of what it names.
func (w escapeWords) exception(c clause, i int) int {
	if word := c.lower(i); i == 0 && (word == "exception" || word == "exceptions") && c.lower(1) == ":" {
		return 2
	}
	_, n := w.exceptions.match(c.tokens, i)
	return n
}

// denied reports whether "not" or the like stands right before token i.
func (c clause) denied(i int) bool {
	switch c.lower(i - 1) {
	case "not", "no", "never", "without", "longer", "isn't", "nicht", "pas":
		return true
	}
	return false
}

// toBreak is the end of what starts at token i: the next comma, bracket, stop or
// modal verb.
func (c clause) toBreak(i int) int {
	for ; i < len(c.tokens); i++ {
		switch w := c.lower(i); {
		case w == "must", w == "shall", w == "should", c.kind(i) == spec.Punct && strings.Contains(",;:()[].!–—", w):
			return i
		}
	}
	return i
}

// about reports whether the words before token i make the requirement itself
// the subject: "this is", "the requirement is".
func (c clause) about(i int) bool {
	const most = 7
	if i == 0 || i > most {
		return false
	}
	return c.lower(0) == "this" && i <= 2 || c.aboutNamed()
}

// aboutNamed reports whether a sentence starts by naming the requirement, or the
// section, as such.
func (c clause) aboutNamed() bool {
	switch c.lower(0) {
	case "this", "the", "these", "all":
	default:
		return false
	}
	switch c.lower(1) {
	case "requirement", "requirements", "rule", "rules", "criterion", "criteria":
		return true
	case "section", "chapter", "part", "feature", "story", "document", "appendix":
		return c.lower(0) == "this"
	}
	return false
}

// waived reports whether the phrase at tokens [i,end) is what somebody may do
// with the requirement: "administrators may turn this off".
func (c clause) waived(i, end int) bool {
	allowed := false
	for k := max(0, i-3); k < i; k++ {
		allowed = allowed || c.lower(k) == "may" || c.lower(k) == "can"
	}
	for k := max(0, i-5); allowed && k < min(end+2, len(c.tokens)); k++ {
		switch c.lower(k) {
		case "this", "it":
			return true
		}
	}
	return false
}

// label reports whether a phrase of n tokens stands by itself: in brackets, in
// front of the requirement with a colon behind it, behind a comma or a dash at
// the end, or as a sentence about the requirement.
func (w escapeWords) label(c clause, i, n int, first bool) bool {
	next := c.lower(i + n)
	ends := c.kind(i+n) != spec.Word && c.kind(i+n) != spec.Number && c.kind(i+n) != spec.Opaque || c.lower(i+n-1) == "of"
	switch next {
	case "to", "in", "until", "for", "by", "from", "at", "only", "now", "and":
		ends = true
	}
	switch c.lower(i - 1) {
	case "(", "[":
		return ends
	case ",", ";", "-", "–", "—":
		return ends && c.toBreak(i+n) >= len(c.tokens)-1
	}
	if first && next == ":" {
		return i == 0 || c.tokens[i-1].End <= c.s.Body() || c.kind(i-1) == spec.Punct
	}
	return ends && !first && (i == 0 || c.about(i))
}

// lost is the first sentence of a requirement that bound somebody and of which
// nothing is left: the head does not say it, here or elsewhere, and what came in
// its place is about something else.
func (r *reviser) lost(p align.Pair) (claim.Extent, bool) {
	const left = 0.4 // of its words, in what is new where it stood
	base, head := p.Base.Statement, p.Head.Statement
	var fresh map[string]bool
	for k := range base.Sentences {
		s := &base.Sentences[k]
		if !s.Binds || s.Modality == lang.NoModality || r.stands(sentenceText(base, k)) {
			continue
		}
		if fresh == nil {
			fresh = freshWords(base, head)
		}
		about := claim.Content(base, k)
		switch {
		case len(about) == 0, len(fresh) > 0 && (!english(p) || share(about, fresh) >= left), r.moved(about):
			continue
		}
		return claim.Extent{Start: bodyStart(base, k), End: s.End}, true
	}
	return claim.Extent{}, false
}

// stands reports whether a binding statement of the head has this sentence.
func (r *reviser) stands(sentence string) bool {
	if r.said == nil {
		r.said = make(map[string]bool)
		for _, d := range r.head {
			for _, s := range d.Statements {
				for k := range s.Sentences {
					if s.Role.Binding() {
						r.said[sentenceText(s, k)] = true
					}
				}
			}
		}
	}
	return r.said[sentence]
}

// moved reports whether a new statement is about the same.
func (r *reviser) moved(about []string) bool {
	const enough = 0.6
	if r.news == nil {
		r.news = make(map[string][]int)
		for i, a := range r.added {
			for k := range a.Statement.Sentences {
				for _, w := range claim.Content(a.Statement, k) {
					if at := r.news[w]; len(at) == 0 || at[len(at)-1] != i {
						r.news[w] = append(at, i)
					}
				}
			}
		}
	}
	const common = 256 // a word of more statements than that finds nothing
	hits, everywhere := make(map[int]int), 0
	for _, w := range about {
		at := r.news[w]
		if len(at) > common {
			everywhere++
			continue
		}
		for _, i := range at {
			hits[i]++
		}
	}
	for _, n := range hits {
		if float64(n+everywhere) >= enough*float64(len(about)) {
			return true
		}
	}
	return false
}

// freshWords are the words of the head's sentences that the base has not.
func freshWords(base, head *spec.Statement) map[string]bool {
	old := make(map[string]bool)
	for k := range base.Sentences {
		old[sentenceText(base, k)] = true
	}
	out := make(map[string]bool)
	for k := range head.Sentences {
		if !old[sentenceText(head, k)] {
			for _, w := range claim.Content(head, k) {
				out[w] = true
			}
		}
	}
	return out
}

// share is the part of the words that is among others.
func share(words []string, others map[string]bool) float64 {
	n := 0
	for _, w := range words {
		if others[w] {
			n++
		}
	}
	return float64(n) / float64(len(words))
}

// sentenceText is a sentence on one line, without an id in front of it and the
// stop behind it.
func sentenceText(s *spec.Statement, k int) string {
	text := strings.Join(strings.Fields(s.Text.Prose()[bodyStart(s, k):s.Sentences[k].End]), " ")
	return strings.TrimRight(text, ". ")
}

// bodyStart is where a sentence starts behind an id and what parts the two.
func bodyStart(s *spec.Statement, k int) int {
	sentence := s.Sentences[k]
	if sentence.Start >= s.Body() {
		return sentence.Start
	}
	rest := s.Text.Prose()[min(s.Body(), sentence.End):sentence.End]
	return sentence.End - len(strings.TrimLeft(rest, ":-–— .)]"))
}
