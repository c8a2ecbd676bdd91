package report

import (
	"strings"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/pattern"
)

// breaker is an entity for a zero-width space. GitHub looks for mentions,
// references and addresses in the rendered text, where an escaped character is
// an ordinary one again; a character in between is what keeps them from being
// found.
const breaker = "&#8203;"

// markdownText is the one way in which text from a spec reaches Markdown
// outside code: on one line, with nothing in it that renders as anything but
// itself, and nothing that GitHub makes live: mentions, references, addresses,
// commits, emoji. It is safe in a table cell and at the start of a line.
func markdownText(s string) string {
	s = strings.TrimLeft(terminal(s), " ")
	var b strings.Builder
	first, end := 0, 0 // of the last commit's id
	if opens().MatchString(s) {
		b.WriteString(breaker)
	}
	for i, r := range s {
		if n := commit(s, i); n > 0 {
			first, end = i, i+n
		}
		if i > first && i < end && (i-first)%(shortestCommit-1) == 0 {
			b.WriteString(breaker)
		}
		switch r {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '|':
			b.WriteString("&#124;")
		case '`':
			b.WriteString("&#96;")
		case '$':
			b.WriteString("&#36;")
		case '\\', '*', '_', '~', '[', ']', '!':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '@':
			b.WriteString("@" + breaker)
		case '#':
			b.WriteString("\\#" + breaker)
		case ':':
			b.WriteByte(':')
			if strings.HasPrefix(s[i:], "://") || emoji().MatchString(s[i:]) {
				b.WriteString(breaker)
			}
		case '.':
			b.WriteByte('.')
			if endsFold(s[:i], "www") {
				b.WriteString(breaker)
			}
		case '-':
			b.WriteByte('-')
			if endsFold(s[:i], "gh") {
				b.WriteString(breaker)
			}
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// opens is text that would open a command, a list, a heading's underline or a
// table's at the start of a line.
var opens = pattern.Lazy(`^(/|[-+=:]|[0-9]+[.)])`)

// emoji is a short code, which GitHub draws as a picture.
var emoji = pattern.Lazy(`^:[0-9A-Za-z_+-]+:`)

// shortestCommit is how many digits of a commit's id GitHub takes for one.
const shortestCommit = 7

// commit is the length of the word at i if GitHub takes it for a commit's id;
// else 0.
func commit(s string, i int) int {
	const longest = 40
	hex := func(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }
	word := func(c byte) bool { return hex(c) || c|0x20 >= 'g' && c|0x20 <= 'z' || c == '_' }
	if !hex(s[i]) || i > 0 && word(s[i-1]) {
		return 0
	}
	n := 1
	for i+n < len(s) && n <= longest && hex(s[i+n]) {
		n++
	}
	if n < shortestCommit || n > longest || i+n < len(s) && word(s[i+n]) {
		return 0
	}
	return n
}

func endsFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}

// markdownCode is spec text as code. Text that could end a code span or a cell
// is written as an HTML element around escaped text instead.
func markdownCode(s string) string {
	s = strings.Join(strings.Fields(terminal(s)), " ")
	switch {
	case s == "":
		return ""
	case strings.ContainsAny(s, "`|\\"):
		return "<code>" + markdownText(s) + "</code>"
	}
	return "`" + s + "`"
}

// shortenTo cuts text to n code points and says how many were left out.
func shortenTo(s string, n int) string {
	total := utf8.RuneCountInString(s)
	if total <= n {
		return s
	}
	cut := 0
	for i := range s {
		if n == 0 {
			cut = i
			break
		}
		n--
	}
	kept := strings.TrimRight(s[:cut], " ")
	return kept + "… (" + count(total-utf8.RuneCountInString(kept), "more character") + ")"
}
