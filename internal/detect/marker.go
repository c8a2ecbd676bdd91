package detect

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// settled reports whether nothing that is left unfinished in the statement is
// open: it stands in the log of what was answered, in guidance on how to write
// the document, in what a delta takes away, or in the words of somebody else.
func settled(s *spec.Statement) bool {
	if aside(s.Section) {
		return true
	}
	if s.Role != spec.Exempt {
		return false
	}
	under := s.Under()
	return under != lang.Background && under != lang.Past && under != lang.OutOfScope
}

// binds reports whether a statement is promised to somebody. In a foreign
// document, whose headings say nothing, any item may be.
func binds(doc *spec.Document, s *spec.Statement) bool {
	return s.Role.Binding() || doc.Foreign && s.Role == spec.Prose && s.Item != nil
}

// aside reports whether a section is no part of what the document asks for and
// is finished by its nature.
func aside(s *spec.Section) bool {
	return s.Within(lang.Clarifications, lang.Guidance, lang.Removed)
}

// bracketed yields the ranges of s that a pair of square brackets encloses,
// the brackets included, outermost only. The lenticular brackets of Chinese
// and Japanese count as well.
func bracketed(s string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i := 0; i < len(s); {
			open := strings.IndexByte(s[i:], '[')
			if wide := strings.Index(s[i:], "【"); wide >= 0 && (open < 0 || wide < open) {
				open = wide
			}
			if open < 0 {
				return
			}
			open += i
			end := closing(s, open)
			if end < 0 {
				i = open + 1
				continue
			}
			if !yield(open, end) {
				return
			}
			i = end
		}
	}
}

// maxBracket is the longest bracket, in bytes, that is taken for one.
const maxBracket = 2000

// closing is the end of the bracket that opens at i; -1 if it does not close.
func closing(s string, i int) int {
	s = s[:min(len(s), i+maxBracket)]
	depth := 0
	for k, r := range s[i:] {
		switch r {
		case '[', '【':
			depth++
		case ']', '】':
			if depth--; depth == 0 {
				return i + k + utf8.RuneLen(r)
			}
		}
	}
	return -1
}

// inner is the text between the brackets of s[i:j].
func inner(s string, i, j int) string {
	_, open := utf8.DecodeRuneInString(s[i:])
	_, last := utf8.DecodeLastRuneInString(s[:j])
	return strings.TrimSpace(s[i+open : j-last])
}

// quotation tells what of a text stands inside quotation marks. Asked for one
// place after the other, it reads the text once.
type quotation struct {
	text string
	read int // bytes
	open bool
}

// around reports whether text[i] stands inside quotation marks.
func (q *quotation) around(i int) bool {
	if i < q.read {
		q.read, q.open = 0, false
	}
	for _, r := range q.text[q.read:i] {
		switch r {
		case '"':
			q.open = !q.open
		case '“', '„', '«', '「', '『':
			q.open = true
		case '”', '»', '」', '』':
			q.open = false
		}
	}
	q.read = i
	before, _ := utf8.DecodeLastRuneInString(q.text[:i])
	return q.open || before == '\'' || before == '‘'
}

// quoted reports whether s[i] stands inside quotation marks.
func quoted(s string, i int) bool {
	q := quotation{text: s}
	return q.around(i)
}

// wordBefore is the word that ends right before s[i], in lower case; "" if
// anything but a blank or emphasis stands between.
func wordBefore(s string, i int) string {
	s = strings.TrimRight(s[:i], " *_")
	start := strings.LastIndexFunc(s, notInWord) + 1
	for start > 0 && start < len(s) && !utf8.RuneStart(s[start]) {
		start++
	}
	return strings.ToLower(s[start:])
}

// wordAfter is the word that starts right after s[:j], in lower case; "" if
// anything but a blank or emphasis stands between.
func wordAfter(s string, j int) string {
	s = strings.TrimLeft(s[j:], " *_")
	if end := strings.IndexFunc(s, notInWord); end >= 0 {
		s = s[:end]
	}
	return strings.ToLower(s)
}

func notInWord(r rune) bool {
	return r != '-' && r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// mentioned reports whether the marker at s[i:j] is talked about and not used:
// "no TBD markers remain", "every TODO is tracked".
func mentioned(s string, i, j int) bool {
	switch wordBefore(s, i) {
	case "no", "zero", "without", "any", "every", "each", "all", "a", "an", "the", "these", "those",
		"remaining", "resolved", "unresolved", "such", "contain", "contains", "containing", "say", "says", "reads", "flag", "flags",
		"report", "reports", "detect", "detects", "reject", "rejects", "find", "finds", "replace", "replaces", "keine", "ohne", "aucun", "sans", "ningún", "sin", "nenhum", "sem":
		return true
	}
	switch wordAfter(s, j) {
	case "marker", "markers", "tag", "tags", "placeholder", "placeholders", "label", "labels", "comment",
		"comments", "annotation", "annotations", "entry", "entries", "item", "items", "syntax", "notation":
		return true
	}
	return false
}
