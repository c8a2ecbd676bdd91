package detect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
			Text: "Finds words that hold the place of a decision: TBD, TODO, FIXME, XXX, \"XX days\", ???, ___, [...], lorem ipsum, and " +
				"\"to be decided\" and its kin in every language with a pack. It is high in a requirement or a " +
				"criterion and medium elsewhere. Upper case, brackets and the end of a clause tell a marker from a word: " +
				"a to-do list, a status `todo` and \"columns to be defined by the user\" are silent. So are code and quotations.",
			Bad:   "The session MUST end after TBD minutes.",
			Good:  "The session MUST end after 30 minutes without a request.",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"placeholder"},
		Document: func(p *Pass) {
			inline := words.inline[p.Doc.Language]
			for _, s := range p.Doc.Statements {
				found := words.find(s, inline)
				if len(found) == 0 || settled(s) {
					continue
				}
				for _, r := range found[:min(len(found), mostPlaceholders-1)] {
					p.Report(placeholderAt(s, r, 0))
				}
				if more := len(found) - mostPlaceholders; more >= 0 {
					p.Report(placeholderAt(s, found[mostPlaceholders-1], more))
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
func placeholderAt(s *spec.Statement, r textRange, more int) Result {
	severity := finding.Medium
	if s.Role.Binding() {
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

// placeholderWords are the lookup tables that every document shares. Words of
// all languages are in them: none of these means anything else in another.
type placeholderWords struct {
	markers   map[string]bool
	undecided phraseSet
	inline    map[string][]string // by language, where it writes no blanks
}

func newPlaceholderWords() placeholderWords {
	w := placeholderWords{markers: make(map[string]bool), undecided: make(phraseSet), inline: make(map[string][]string)}
	for _, p := range lang.All() {
		for _, m := range p.Markers {
			w.markers[strings.TrimSuffix(m, ".")] = true
		}
		for _, phrase := range p.Undecided {
			if r, _ := utf8.DecodeRuneInString(phrase); unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
				w.inline[p.Tag] = append(w.inline[p.Tag], phrase)
			} else {
				w.undecided.add(phrase, struct{}{})
			}
		}
	}
	return w
}

// find is where the statement holds placeholders, in order and apart from each
// other and from its clarification markers.
func (w placeholderWords) find(s *spec.Statement, inline []string) []textRange {
	prose := s.Text.Prose()
	around := surroundings{plain: s.Text.String(), prose: prose, quotes: quotation{text: prose}}
	var found []textRange
	for _, sentence := range s.Sentences {
		for i := range sentence.Tokens {
			tok := &sentence.Tokens[i]
			if tok.Kind != spec.Word {
				continue
			}
			if w.isMarker(prose[tok.Start:tok.End], tok.Lower) && !around.hold(tok) {
				found = append(found, markerRange(prose, tok.Start, tok.End, sentence.End))
			} else if end := w.phraseEnd(&around.quotes, sentence.Tokens, i); end > 0 {
				found = append(found, textRange{tok.Start, end})
			} else if blank(prose, sentence.Tokens, i) && !around.hold(tok) {
				found = append(found, textRange{tok.Start, tok.End})
			}
		}
	}
	if s.Role.Binding() {
		found = append(found, lines(prose)...)
	}
	for _, phrase := range inline {
		if i := strings.Index(prose, phrase); i >= 0 && !quoted(prose, i) {
			found = append(found, textRange{i, i + len(phrase)})
		}
	}
	found = append(found, signs(prose)...)
	if len(found) == 0 {
		return nil
	}
	return apart(found, s)
}

// blank reports whether token i keeps the place of a number: "XX hours".
func blank(prose string, tokens []spec.Token, i int) bool {
	word := prose[tokens[i].Start:tokens[i].End]
	if len(word) < 2 || strings.Trim(word, "X") != "" && strings.Trim(word, "N") != "" || i+1 == len(tokens) {
		return false
	}
	next := &tokens[i+1]
	return next.Lower == "%" || next.Kind == spec.Word && isUnit(next.Lower)
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

// isMarker reports whether a word is a marker by its letters alone: the packs'
// markers as they are written, and "tbd", which means nothing else.
func (w placeholderWords) isMarker(word, lower string) bool {
	if word[0] < 'A' || word[0] > 'Z' {
		return lower == "tbd" || lower == "t.b.d"
	}
	return len(word) <= longestMarker && w.markers[word]
}

// longestMarker is the length of the longest marker, FIXME and TODOs among them.
const longestMarker = 5

// surroundings is what stands around the markers of one statement. Whatever
// takes a look at the whole text is looked up once.
type surroundings struct {
	plain, prose string
	quotes       quotation
	inCode       map[string]bool // by word; a statement has few different markers
	board, asked bool            // whether states of a board are named, once asked for
}

// hold reports whether a marker's letters are a word of the sentence: an item
// of a to-do list, a state, a part of an id, or a marker that is only talked
// about, as one that stands in code beside it is.
func (a *surroundings) hold(tok *spec.Token) bool {
	prose := a.prose
	if a.shown(prose[tok.Start:tok.End]) || a.quotes.around(tok.Start) || mentioned(prose, tok.Start, tok.End) {
		return true
	}
	if tok.Start > 0 && strings.IndexByte("-/#@.", prose[tok.Start-1]) >= 0 {
		return true
	}
	if tok.End < len(prose) && strings.IndexByte("-/@=", prose[tok.End]) >= 0 && !strings.HasPrefix(prose[tok.End:], "--") {
		return true
	}
	if tok.Lower != "todo" {
		return false
	}
	if a.namesStates() {
		return true
	}
	switch wordBefore(prose, tok.Start) {
	case "to", "from", "in", "as", "and", "or", "new", "my", "your", "their":
		return true
	}
	switch wordAfter(prose, tok.End) {
	case "list", "lists", "app", "apps", "application", "column", "lane", "state", "status", "board",
		"file", "task", "tasks", "and", "or", "to":
		return true
	}
	return false
}

// shown reports whether the word also stands in code of the statement.
func (a *surroundings) shown(word string) bool {
	in, known := a.inCode[word]
	if !known {
		if a.inCode == nil {
			a.inCode = make(map[string]bool)
		}
		in = strings.Count(a.plain, word) > strings.Count(a.prose, word)
		a.inCode[word] = in
	}
	return in
}

// namesStates reports whether the statement names a state beside "to do".
func (a *surroundings) namesStates() bool {
	if !a.asked {
		a.asked = true
		for _, state := range []string{"DONE", "DOING", "IN PROGRESS", "IN_PROGRESS", "IN-PROGRESS"} {
			a.board = a.board || strings.Contains(a.prose, state)
		}
	}
	return a.board
}

// markerRange is the whole of what a marker says: its bracket if it opens one,
// the rest of its sentence if a colon or dash follows, or the word alone.
func markerRange(prose string, start, end, sentence int) textRange {
	if before := strings.TrimRight(prose[:start], " "); strings.HasSuffix(before, "[") || strings.HasSuffix(before, "(") {
		open := len(before) - 1
		if before[open] == '[' {
			if j := closing(prose, open); j >= end {
				return textRange{open, j}
			}
		} else if j := strings.IndexByte(prose[end:], ')'); j >= 0 {
			return textRange{open, end + j + 1}
		}
	}
	rest := strings.TrimLeft(prose[end:], " ")
	for _, mark := range []string{":", "：", "- ", "– ", "— "} {
		if strings.HasPrefix(rest, mark) && sentence > end {
			return textRange{start, sentence}
		}
	}
	return textRange{start, end}
}

// phraseEnd is the end of the undecided phrase that starts at token i; 0 if none
// does. The phrase has to end its clause, and to start it or follow a verb of
// being: what is "to be defined by the user" is decided.
func (w placeholderWords) phraseEnd(quotes *quotation, tokens []spec.Token, i int) int {
	_, n := w.undecided.match(tokens, i)
	if n == 0 {
		return 0
	}
	prose, start, end := quotes.text, tokens[i].Start, tokens[i+n-1].End
	if quotes.around(start) || !endsClause(prose, end) || !standsAlone(prose, start, tokens[i].Lower) {
		return 0
	}
	return end
}

// endsClause reports whether nothing of the clause follows prose[:end] but a
// time or a condition.
func endsClause(prose string, end int) bool {
	rest := strings.TrimLeft(prose[end:], " *_")
	if rest == "" {
		return true
	}
	if r, _ := utf8.DecodeRuneInString(rest); !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != 0 {
		return true
	}
	switch wordAfter(prose, end) {
	case "later", "soon", "during", "after", "before", "once", "with", "whether", "which", "how", "what", "and", "but", "yet":
		return true
	}
	return false
}

// standsAlone reports whether a phrase that starts at prose[start] is what its
// subject is said to be, and not what somebody lets be done: "limits to be
// defined" in the middle of a clause tells of a wish. Phrases that say more
// than an infinitive stand alone anywhere.
func standsAlone(prose string, start int, first string) bool {
	switch first {
	case "to", "à", "a", "por":
	default:
		return true
	}
	before := strings.TrimRight(prose[:start], " *_")
	if before == "" {
		return true
	}
	if r, _ := utf8.DecodeLastRuneInString(before); !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != 0 {
		return true
	}
	switch wordBefore(prose, start) {
	case "is", "are", "was", "were", "remain", "remains", "still", "yet", "currently",
		"est", "sont", "reste", "restent", "encore", "está", "están", "queda", "quedan", "aún", "todavía",
		"estão", "fica", "ficam", "ainda":
		return true
	}
	return false
}

// signs are the placeholders without letters: question marks in a row, and an
// ellipsis in brackets that is all that its clause says.
func signs(prose string) []textRange {
	var found []textRange
	quotes := quotation{text: prose}
	for i := strings.Index(prose, "???"); i >= 0; {
		end := i
		for end < len(prose) && prose[end] == '?' {
			end++
		}
		if (i == 0 || prose[i-1] != 0 && notInWord(rune(prose[i-1]))) && !quotes.around(i) {
			found = append(found, textRange{i, end})
		}
		next := strings.Index(prose[end:], "???")
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
