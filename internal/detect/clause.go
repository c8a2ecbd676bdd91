package detect

import (
	"iter"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// bindingSentences walks the sentences that a document is held to, if its
// language is one of those that tables has.
func bindingSentences[T any](p *Pass, words *tables[T]) iter.Seq2[T, clause] {
	return sentences(p, words, func(*spec.Statement, spec.Sentence) []spec.Token { return nil })
}

// firstClaims walks the statements that a document is held to, each with the
// first sentence of it in which find finds something.
func firstClaims[T any](p *Pass, words *tables[T], find func(T, clause) (tokenRange, bool)) iter.Seq2[clause, tokenRange] {
	return func(yield func(clause, tokenRange) bool) {
		var last *spec.Statement
		for table, c := range bindingSentences(p, words) {
			if c.s == last {
				continue
			}
			if r, ok := find(table, c); ok {
				last = c.s
				if !yield(c, r) {
					return
				}
			}
		}
	}
}

// first is the first of what was found, if anything was.
func first(found []tokenRange) (tokenRange, bool) {
	if len(found) == 0 {
		return tokenRange{}, false
	}
	return found[0], true
}

// promises walks the binding sentences and the outcomes of scenarios: what
// stands behind Then is what somebody will check. Given and When are examples.
func promises[T any](p *Pass, words *tables[T]) iter.Seq2[T, clause] {
	var scenario *spec.Scenario
	outcome := false
	return sentences(p, words, func(s *spec.Statement, sentence spec.Sentence) []spec.Token {
		if s.Scenario != scenario {
			scenario, outcome = s.Scenario, false
		}
		for i := range sentence.Tokens {
			switch word := sentence.Tokens[i].Lower; {
			case word == "then" && (i == 0 || sentence.Tokens[i-1].Kind == spec.Punct):
				outcome = true
				return sentence.Tokens[i+1:]
			case i == 0 && (word == "given" || word == "when"):
				outcome = false
			}
		}
		if outcome {
			return sentence.Tokens
		}
		return nil
	})
}

// maxTokens is where a sentence is cut in pieces. Nobody writes one that long;
// whoever generates one gets time in proportion to its length, since every
// question about a word may walk its whole piece.
const maxTokens = 256

// sentences walks the binding sentences, and of the steps of scenarios those
// tokens that outcome yields.
func sentences[T any](p *Pass, words *tables[T], outcome func(*spec.Statement, spec.Sentence) []spec.Token) iter.Seq2[T, clause] {
	return func(yield func(T, clause) bool) {
		d, known, about := p.Doc, p.facts, new(memo)
		table, ok := words.of(d.Language)
		if !ok {
			return
		}
		for i, s := range d.Statements {
			if !s.Role.Binding() && s.Role != spec.Step || s.Block.Kind == spec.Heading {
				continue
			}
			*about = memo{}
			governs := i+1 < len(d.Statements) && d.Statements[i+1].Parent == s
			opens := introduces(d, i)
			last := lastSentence(s.Sentences)
			for k, sentence := range s.Sentences {
				c := clause{s: s, index: i, facts: known, memo: about, tokens: sentence.Tokens, last: k >= last}
				c.governs = governs && c.last || opens
				if k+1 < len(s.Sentences) {
					c.next = s.Sentences[k+1].Tokens
				}
				if s.Role == spec.Step {
					c.tokens = outcome(s, sentence)
				} else if !sentence.Binds || !c.demands(sentence.Modality) {
					continue
				}
				for window := range slices.Chunk(c.tokens, maxTokens) {
					c.tokens = window
					if !yield(table, c) {
						return
					}
				}
			}
		}
	}
}

// clause is one binding sentence under a detector's eyes.
type clause struct {
	s       *spec.Statement
	index   int // of s among the document's statements
	facts   *facts
	memo    *memo // of s
	tokens  []spec.Token
	next    []spec.Token // of the sentence that follows in the statement
	last    bool         // no sentence of the statement follows
	governs bool         // sub-items, a list or the subsections that it introduces follow and explain it
	aside   bool         // it has no modal verb
}

// cueWords is the words of the clause. Their offsets are those of its
// statement.
func (c clause) cueWords() []cueWord {
	if len(c.tokens) == 0 {
		return nil
	}
	words := c.facts.cues()[c.index]
	from, to := c.tokens[0].Start, c.tokens[len(c.tokens)-1].End
	i := sort.Search(len(words), func(i int) bool { return words[i].start >= from })
	n := sort.Search(len(words)-i, func(n int) bool { return words[i+n].end > to })
	return words[i : i+n]
}

// lastSentence is the index of the last sentence with more than a reference
// in it.
func lastSentence(list []spec.Sentence) int {
	for k := len(list) - 1; k >= 0; k-- {
		words := 0
		for i := range list[k].Tokens {
			if list[k].Tokens[i].Kind == spec.Word {
				words++
			}
		}
		if words > 1 {
			return k
		}
	}
	return 0
}

// word is the token's text as written.
func (c clause) word(i int) string { return c.s.Text.String()[c.tokens[i].Start:c.tokens[i].End] }

// phrase is the text of n tokens from i on, as written.
func (c clause) phrase(i, n int) string {
	return c.s.Text.String()[c.tokens[i].Start:c.tokens[i+n-1].End]
}

// span is where the tokens of the range stand in the file.
func (c clause) span(r tokenRange) source.Span {
	return c.s.Text.Span(c.tokens[r.at].Start, c.tokens[r.at+r.n-1].End)
}

// lower is the lower-case text of token i, "" outside the sentence.
func (c clause) lower(i int) string {
	if i < 0 || i >= len(c.tokens) {
		return ""
	}
	return c.tokens[i].Lower
}

func (c clause) kind(i int) spec.TokenKind {
	if i < 0 || i >= len(c.tokens) {
		return 0
	}
	return c.tokens[i].Kind
}

// capital reports whether token i is written with a capital first letter.
func (c clause) capital(i int) bool {
	if c.kind(i) != spec.Word {
		return false
	}
	r, _ := utf8.DecodeRuneInString(c.word(i))
	return unicode.IsUpper(r)
}

// opensSentence reports whether nothing but an id, a label or punctuation
// stands before token i, so that its capital letter names nothing.
func (c clause) opensSentence(i int) bool {
	for k := i - 1; k >= 0; k-- {
		switch {
		case c.lower(k) == ":" || c.lower(k) == ".":
			return true
		case c.kind(k) == spec.Word && !strings.ContainsAny(c.lower(k), "0123456789"):
			return false
		}
	}
	return true
}

// isName reports whether the n tokens from i on are, or belong to, a name that
// is written in capitals: "Fast Track", "the Simple plan".
func (c clause) isName(i, n int) bool {
	if !c.capital(i) || c.word(i) == strings.ToUpper(c.word(i)) {
		return false
	}
	return !c.opensSentence(i) || c.capital(i+n) && !c.opensSentence(i+n)
}

// quoted reports whether token i stands between quotation marks: somebody's
// label or message, not the spec's own word.
func (c clause) quoted(i int) bool {
	open, plain := false, false
	for k := range i {
		switch c.lower(k) {
		case `"`:
			open = !open
			plain = open
		case "“", "«", "„":
			open, plain = true, false
		case "”", "»":
			open = false
		}
	}
	if !plain {
		return open
	}
	for k := i; k < len(c.tokens); k++ {
		if c.lower(k) == `"` {
			return true
		}
	}
	return false // nothing closes it: it closes what the sentence before opened
}

// linked reports whether a link stands behind token i in the sentence: what it
// leads to tells more.
func (c clause) linked(i int) bool {
	if i >= len(c.tokens) {
		return false
	}
	for _, l := range c.s.Text.Links {
		if l.From >= c.tokens[i].Start && l.From < c.tokens[len(c.tokens)-1].End {
			return true
		}
	}
	return false
}

// negated reports whether "not" or its like stands just before token i.
func (c clause) negated(i int) bool {
	for k := i - 1; k >= max(0, i-2); k-- {
		switch c.lower(k) {
		case "not", "no", "never", "isn't", "aren't", "neither", "nor":
			return true
		}
	}
	return false
}

// sectioned reports whether what follows token i explains it: a colon, a dash
// with words behind it, or a parenthesis with a number or some words in it.
func (c clause) sectioned(i int) bool {
	for k := i; k < len(c.tokens); k++ {
		switch c.lower(k) {
		case "→":
			return true
		case ":":
			if c.opens(k) {
				return true
			}
		case "—", "–", "-":
			if c.kind(k) == spec.Punct && c.wordsAfter(k) >= 3 {
				return true
			}
		case "(", "[":
			if c.enclosed(k) {
				return true
			}
		}
	}
	return c.governs
}

// opens reports whether anything stands behind the colon at token i: words of
// its sentence or, until the section ends, anything at all. A bracket behind it
// is a mark for the requirement.
func (c clause) opens(i int) bool {
	depth := 0
	for k := i + 1; k < len(c.tokens); k++ {
		switch c.lower(k) {
		case "[", "(":
			depth++
		case "]", ")":
			depth--
		default:
			if depth == 0 && c.kind(k) != spec.Punct {
				return true
			}
		}
	}
	file, section := c.facts.doc.File, c.s.Section.Span
	return c.next != nil || strings.TrimSpace(file.Excerpt(source.Span{Start: c.s.Span.End, End: max(c.s.Span.End, section.End)})) != ""
}

func (c clause) wordsAfter(i int) int {
	n := 0
	for k := i + 1; k < len(c.tokens); k++ {
		if c.tokens[k].Kind != spec.Punct {
			n++
		}
	}
	return n
}

// enclosed reports whether the bracket that opens at token i holds a number,
// code, or at least two words; a lone "(M)" or "(optional)" says nothing.
func (c clause) enclosed(i int) bool {
	words := 0
	for k := i + 1; k < len(c.tokens); k++ {
		switch c.kind(k) {
		case spec.Number, spec.Opaque:
			return true
		case spec.Word:
			words++
		case spec.Punct:
			if c.lower(k) == ")" || c.lower(k) == "]" {
				return words >= 2
			}
			if c.lower(k) == "<" || c.lower(k) == "≤" || c.lower(k) == "=" {
				return true
			}
		}
	}
	return false
}

// before walks back from token i over a bracketed remark that ends there: the
// word that token i follows in the sentence itself.
func (c clause) before(i int) int {
	i--
	if c.lower(i) != ")" && c.lower(i) != "]" {
		return i
	}
	for ; i >= 0; i-- {
		if c.lower(i) == "(" || c.lower(i) == "[" {
			return i - 1
		}
	}
	return i
}
