package detect

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// placeholderWords are the lookup tables that every document shares. Words of
// all languages are in them: none of these means anything else in another.
type placeholderWords struct {
	markers   map[string]bool
	undecided phraseSet
	doubts    phraseSet
	inline    map[string][]string // by language, where it writes no blanks
}

func newPlaceholderWords() placeholderWords {
	w := placeholderWords{markers: make(map[string]bool), undecided: make(phraseSet), doubts: make(phraseSet), inline: make(map[string][]string)}
	for _, p := range lang.All() {
		for _, m := range p.Markers {
			w.markers[strings.TrimSuffix(m, ".")] = true
		}
		for _, phrase := range p.Doubts {
			w.doubts.add(phrase, struct{}{})
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
func (w placeholderWords) find(doc *spec.Document, s *spec.Statement, inline []string) []textRange {
	prose := s.Text.Prose()
	around := surroundings{plain: s.Text.String(), prose: prose, quotes: quotation{text: prose}}
	var found, held []textRange
	for _, sentence := range s.Sentences {
		for i := range sentence.Tokens {
			tok := &sentence.Tokens[i]
			if tok.Kind == spec.Opaque && codeMarker(s.Text.String()[tok.Start:tok.End]) {
				if around.codes(s, sentence.Tokens, i) {
					found = append(found, textRange{tok.Start, tok.End})
				} else {
					held = append(held, textRange{tok.Start, tok.End})
				}
			}
			if tok.Kind != spec.Word {
				continue
			}
			if w.isMarker(prose[tok.Start:tok.End], tok.Lower) || around.marks(tok) {
				if around.hold(tok) {
					held = append(held, textRange{tok.Start, tok.End})
					continue
				}
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
		found = append(found, standIns(doc, s)...)
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
	return unlisted(prose, apart(found, s), held)
}

// isMarker reports whether a word is a marker by its letters alone: the packs'
// markers as they are written, or as they read with letters of another script
// among theirs, and "tbd", which means nothing else.
func (w placeholderWords) isMarker(word, lower string) bool {
	if lower == "tbd" || lower == "t.b.d" {
		return true
	}
	if len(lower) > longestMarker {
		return false
	}
	if len(word) > len(lower) && word == strings.ToUpper(word) {
		word = strings.ToUpper(lower)
	}
	return 'A' <= word[0] && word[0] <= 'Z' && w.markers[word]
}

// longestMarker is the length of the longest marker, FIXME and TODOs among them.
const longestMarker = 5

// marks reports whether a marker in lower case, which may be a name as well, is
// set off as markers are: in brackets, or at the end of what is said to be so.
func (a *surroundings) marks(tok *spec.Token) bool {
	switch tok.Lower {
	case "tbc", "tba", "t.b.c", "t.b.a":
	default:
		return false
	}
	before := strings.TrimRight(a.prose[:tok.Start], " *_")
	switch after := wordAfter(a.prose, tok.End); {
	case strings.HasSuffix(before, "(") || strings.HasSuffix(before, "["):
		return after == "" || after == "by" || after == "with"
	case before == "" || strings.HasSuffix(before, ":"):
		return after == ""
	}
	switch wordBefore(a.prose, tok.Start) {
	case "be", "is", "are", "remain", "remains", "still":
		return endsClause(a.prose, tok.End)
	}
	return false
}

// codeMarker reports whether a code span is nothing but a marker.
func codeMarker(code string) bool {
	const longest = 12 // brackets around the marker included
	if len(code) > longest {
		return false
	}
	switch strings.ToUpper(strings.Trim(code, "<>[](){} ")) {
	case "TBD", "TBC", "TBA", "T.B.D.", "XXX", "???":
		return true
	}
	return false
}

// codes reports whether the code at token i, which is a marker, holds the place
// of a value: "`TBD` seconds", "at least `???`." Code shows a word more often
// than it uses it, so that a marker which may be what a thing is set to, reads
// or is tested for does not.
func (a *surroundings) codes(s *spec.Statement, tokens []spec.Token, i int) bool {
	if i+1 < len(tokens) && (tokens[i+1].Lower == "%" || isUnit(tokens[i+1].Lower)) {
		return true
	}
	if a.talks(tokens) {
		return false
	}
	for _, header := range s.Headers {
		for word := range strings.FieldsSeq(strings.ToLower(header)) {
			if namesText(word) {
				return false
			}
		}
	}
	if len(tokens) == 1 {
		return s.Block.Kind == spec.Cell && len(s.Headers) > 1
	}
	if i == 0 || !endsClause(a.prose, tokens[i].End) {
		return false
	}
	switch tokens[i-1].Lower {
	case "is", "are", "be", "after", "within", "until", "every", "at", "least", "most", "than", "under", "over", "below",
		"above", "exceed", ":", "=", "<", ">", "≤", "≥":
		return true
	}
	return false
}

// talks reports whether the sentence names a text or a condition, so that code
// in it shows its letters.
func (a *surroundings) talks(tokens []spec.Token) bool {
	if first := &tokens[0]; a.sentence != first {
		a.sentence = first
		a.talk = slices.ContainsFunc(tokens, func(t spec.Token) bool { return conditional(t.Lower) || namesText(t.Lower) })
	}
	return a.talk
}

// conditional reports whether a word opens a condition or denies.
func conditional(word string) bool {
	switch word {
	case "if", "when", "while", "where", "unless", "not", "never", "no":
		return true
	}
	return false
}

// namesText reports whether a word stands for what is written somewhere.
func namesText(word string) bool {
	switch word {
	case "default", "defaults", "status", "state", "states", "value", "values", "field", "label", "labels", "text", "marker",
		"markers", "placeholder", "placeholders", "column", "entry", "cell", "title", "name", "string", "word", "token", "tag",
		"example", "examples", "literal", "keyword":
		return true
	}
	return false
}

// unlisted drops the markers that stand in a row with different ones, held
// ones among them: "TBD, TODO or ???" speaks about markers.
func unlisted(prose string, found, held []textRange) []textRange {
	row := slices.Concat(found, held)
	slices.SortFunc(row, func(a, b textRange) int { return cmp.Compare(a.start, b.start) })
	listed := make(map[textRange]bool)
	for i := 1; i < len(row); i++ {
		a, b := row[i-1], row[i]
		if a.end > b.start || prose[a.start:a.end] == prose[b.start:b.end] {
			continue
		}
		switch strings.Trim(prose[a.end:b.start], " \"'*_") {
		case ",", "or", ", or", "and", ", and", "/":
			listed[a], listed[b] = true, true
		}
	}
	return slices.DeleteFunc(found, func(r textRange) bool { return listed[r] })
}

// surroundings is what stands around the markers of one statement. Whatever
// takes a look at the whole text is looked up once.
type surroundings struct {
	plain, prose string
	quotes       quotation
	inCode       map[string]bool // by word; a statement has few different markers
	board, asked bool            // whether states of a board are named, once asked for
	sentence     *spec.Token     // the first of the sentence that talk is about
	talk         bool            // whether the sentence talks about what is written somewhere
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
// being: what is "to be defined by the user" is decided. In square brackets,
// which are set around an author's notes, it need not end.
func (w placeholderWords) phraseEnd(quotes *quotation, tokens []spec.Token, i int) int {
	_, n := w.undecided.match(tokens, i)
	if n == 0 {
		return w.doubtEnd(quotes, tokens, i)
	}
	prose, start, end := quotes.text, tokens[i].Start, tokens[i+n-1].End
	if quotes.around(start) || !standsAlone(prose, start, tokens[i].Lower) {
		return 0
	}
	if before := strings.TrimRight(prose[:start], " "); strings.HasSuffix(before, "[") && closing(prose, len(before)-1) > 0 {
		return end
	}
	if !endsClause(prose, end) {
		return 0
	}
	return end
}

// doubtEnd is the end of the doubt that starts at token i; 0 if none does. It
// has to be all that stands between a mark and the end of the sentence or its
// bracket: a user who "is not sure yet" is somebody's case.
func (w placeholderWords) doubtEnd(quotes *quotation, tokens []spec.Token, i int) int {
	_, n := w.doubts.match(tokens, i)
	if n == 0 || i == 0 || tokens[i-1].Kind != spec.Punct || quotes.around(tokens[i].Start) {
		return 0
	}
	if i+n == len(tokens) || strings.Contains(".!)]", tokens[i+n].Lower) {
		return tokens[i+n-1].End
	}
	return 0
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
	case "is", "are", "be", "was", "were", "remain", "remains", "still", "yet", "currently",
		"est", "sont", "reste", "restent", "encore", "está", "están", "queda", "quedan", "aún", "todavía",
		"estão", "fica", "ficam", "ainda":
		return true
	}
	return false
}
