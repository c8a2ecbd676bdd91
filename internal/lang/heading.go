package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Heading maps a normalised heading to the kind of its section. A phrase that
// starts with "* " stands for every heading that ends in the rest, one that
// ends in " *" for every heading that starts with it; else it is the whole.
type Heading struct {
	Phrase  string
	Section Section
}

func (h Heading) matches(title string) bool {
	if rest, ok := strings.CutPrefix(h.Phrase, "* "); ok {
		before, ok := strings.CutSuffix(title, rest)
		return ok && (before == "" || strings.HasSuffix(before, " ") || strings.HasSuffix(before, "-"))
	}
	if rest, ok := strings.CutSuffix(h.Phrase, " *"); ok {
		after, ok := strings.CutPrefix(title, rest)
		return ok && (after == "" || after[0] == ' ')
	}
	return h.Phrase == title
}

// Heading is the kind of section that a heading's text announces, [Other] if
// the pack does not know it. Numbering, emphasis, emoji and a trailing remark
// in parentheses do not count. A heading that is not known as a whole is tried
// up to its first colon or dash, then by the parts that "and", "&" or "/" join.
func (p Pack) Heading(title string) Section {
	norm := NormalHeading(title)
	if s, ok := p.lookup(norm); ok {
		return s
	}
	if head, ok := beforeSeparator(norm); ok {
		if s, ok := p.lookup(NormalHeading(head)); ok {
			return s
		}
	}
	for part := range strings.SplitSeq(joiners.Replace(norm), "\n") {
		if s, ok := p.lookup(strings.TrimSpace(part)); ok && s != Other {
			return s
		}
	}
	return Other
}

var joiners = strings.NewReplacer(" and ", "\n", " & ", "\n", " / ", "\n", "/", "\n", ", ", "\n",
	" und ", "\n", " et ", "\n", " y ", "\n", " e ", "\n", "と", "\n", "和", "\n", "与", "\n", "、", "\n")

func (p Pack) lookup(title string) (Section, bool) {
	for _, h := range p.Headings {
		if h.matches(title) {
			return h.Section, true
		}
	}
	return Other, false
}

// SectionOf asks every pack in turn, so that a German spec with English
// headings is read as it was meant.
func SectionOf(packs []Pack, title string) Section {
	for _, p := range packs {
		if s := p.Heading(title); s != Other {
			return s
		}
	}
	return Other
}

func beforeSeparator(title string) (string, bool) {
	for _, sep := range []string{":", "：", " - ", " – ", " — ", "（"} {
		if head, _, ok := strings.Cut(title, sep); ok {
			return head, true
		}
	}
	return "", false
}

// NormalHeading is a heading's text in the form in which packs list it: lower
// case, single blanks, without numbering in front, emphasis, emoji, a trailing
// number, colon or parenthesis.
func NormalHeading(title string) string {
	var b strings.Builder
	for _, r := range title {
		switch {
		case r == '*' || r == '_' || r == '`' || r == '~':
		case r == '’':
			b.WriteByte('\'')
		case unicode.Is(unicode.So, r), unicode.Is(unicode.Sk, r), unicode.Is(unicode.Mn, r), r == '\u200d':
			b.WriteByte(' ')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	words := strings.Fields(b.String())
	for len(words) > 1 && isNumbering(words[0]) {
		words = words[1:]
	}
	s := strings.Join(words, " ")
	for {
		t := strings.TrimRight(s, " .:：#!")
		t = cutParenthesis(t)
		if i := strings.LastIndexByte(t, ' '); i > 0 && isDigits(t[i+1:]) {
			t = t[:i]
		}
		if t == s {
			return s
		}
		s = t
	}
}

// cutParenthesis drops a trailing remark such as "(mandatory)" or "[optional]".
func cutParenthesis(s string) string {
	for _, pair := range [][2]string{{"(", ")"}, {"[", "]"}, {"（", "）"}} {
		if strings.HasSuffix(s, pair[1]) {
			if i := strings.LastIndex(s, pair[0]); i > 0 {
				return s[:i]
			}
		}
	}
	return s
}

// isNumbering recognises "1.", "2.3", "§4", "a)", "iv.", "1、" and lone
// punctuation in front of a heading.
func isNumbering(word string) bool {
	digits, letters := 0, 0
	for _, r := range word {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	last, _ := utf8.DecodeLastRuneInString(word)
	closed := strings.ContainsRune(".):、-", last)
	switch {
	case letters == 0:
		return true
	case digits == 0:
		return closed && (letters == 1 || strings.Trim(word, "ivx.):") == "")
	}
	return closed && letters == 1
}

func isDigits(s string) bool {
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return s != ""
}
