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

// matches decides for the phrases with a star.
func (h Heading) matches(title string) bool {
	if rest, ok := strings.CutPrefix(h.Phrase, "* "); ok {
		before, ok := strings.CutSuffix(title, rest)
		return ok && (before == "" || strings.HasSuffix(before, " ") || strings.HasSuffix(before, "-"))
	}
	after, ok := strings.CutPrefix(title, strings.TrimSuffix(h.Phrase, " *"))
	return ok && (after == "" || after[0] == ' ')
}

// HeadingTable looks headings up in the packs that it was built from; the zero
// value knows none.
type HeadingTable struct {
	packs []headingIndex
	split *strings.Replacer // turns what joins the parts of a heading into line breaks
}

// headingIndex is one pack's headings; ranks keep the order in which the pack
// lists them, since the first that matches wins.
type headingIndex struct {
	whole   map[string]int
	starred []int
	list    []Heading
}

// NewHeadingTable indexes the packs, which are asked in turn: a German spec
// with English headings is read as it was meant.
func NewHeadingTable(packs []Pack) HeadingTable {
	t := HeadingTable{split: strings.NewReplacer(" and ", "\n", " & ", "\n", " / ", "\n", "/", "\n", ", ", "\n",
		" und ", "\n", " et ", "\n", " y ", "\n", " e ", "\n", "と", "\n", "和", "\n", "与", "\n", "、", "\n")}
	for _, p := range packs {
		index := headingIndex{whole: make(map[string]int, len(p.Headings)), list: p.Headings}
		for rank, h := range p.Headings {
			if strings.HasPrefix(h.Phrase, "* ") || strings.HasSuffix(h.Phrase, " *") {
				index.starred = append(index.starred, rank)
			} else if _, ok := index.whole[h.Phrase]; !ok {
				index.whole[h.Phrase] = rank
			}
		}
		t.packs = append(t.packs, index)
	}
	return t
}

// Section is the kind of section that a heading's text announces, [Other] if
// no pack knows it. Numbering, emphasis, emoji and a trailing remark in
// parentheses do not count. A heading that is not known as a whole is tried up
// to its first colon or dash, then by the parts that "and", "&" or "/" join.
func (t HeadingTable) Section(title string) Section {
	norm := NormalHeading(title)
	if t.split == nil || norm == "" {
		return Other
	}
	parts := strings.Split(t.split.Replace(norm), "\n")
	for _, p := range t.packs {
		if s := p.section(norm, parts); s != Other {
			return s
		}
	}
	return Other
}

func (p headingIndex) section(norm string, parts []string) Section {
	if s, ok := p.lookup(norm); ok {
		return s
	}
	if head, ok := beforeSeparator(norm); ok {
		if s, ok := p.lookup(NormalHeading(head)); ok {
			return s
		}
	}
	for _, part := range parts {
		if s, ok := p.lookup(strings.TrimSpace(part)); ok && s != Other {
			return s
		}
	}
	return Other
}

func (p headingIndex) lookup(title string) (Section, bool) {
	best, ok := p.whole[title]
	if !ok {
		best = len(p.list)
	}
	for _, rank := range p.starred {
		if rank >= best {
			break
		}
		if p.list[rank].matches(title) {
			return p.list[rank].Section, true
		}
	}
	if !ok {
		return Other, false
	}
	return p.list[best].Section, true
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
	b.Grow(len(title))
	for _, r := range title {
		switch {
		case r == '*' || r == '_' || r == '`' || r == '~':
		case r < utf8.RuneSelf:
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
			b.WriteByte(byte(r))
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
