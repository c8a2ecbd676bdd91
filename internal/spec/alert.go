package spec

import "strings"

// alert reads a quotation that is none: GitHub shows what starts with
// "[!IMPORTANT]" as the author's own words, framed. Of these it takes what
// binds: a statement with a key word of RFC 2119, or with an explicit id and
// a modal verb.
func (r *reader) alert(b *Block) {
	if !isAlert(b) {
		return
	}
	for leaf := range b.All() {
		if leaf.Kind != Paragraph || leaf.Text == nil {
			continue
		}
		text := leaf.Text
		if leaf == b.Children[0] {
			text = text.from(strings.IndexByte(text.plain, ']') + 1)
		}
		if bindsInAlert(text.plain) {
			r.statementOf(leaf, text, nil)
		}
	}
}

// isAlert reports whether a quotation starts with the marker of an alert.
func isAlert(b *Block) bool {
	if len(b.Children) == 0 || b.Children[0].Kind != Paragraph || b.Children[0].Text == nil {
		return false
	}
	text := b.Children[0].Text.plain
	switch strings.ToUpper(text[:strings.IndexByte(text, ']')+1]) {
	case "[!NOTE]", "[!TIP]", "[!IMPORTANT]", "[!WARNING]", "[!CAUTION]":
		return true
	}
	return false
}

func bindsInAlert(text string) bool {
	id, _ := explicitID(text)
	return demandsInCapitals(text) || id != "" && (strings.Contains(text, " must ") || strings.Contains(text, " shall "))
}

// demandsInCapitals reports whether a text has MUST or SHALL as a word in upper
// case.
func demandsInCapitals(text string) bool {
	for _, word := range []string{"MUST", "SHALL"} {
		for rest := text; ; {
			i := strings.Index(rest, word)
			if i < 0 {
				break
			}
			before, after := rest[:i], rest[i+len(word):]
			if (before == "" || !inName(before[len(before)-1])) && (after == "" || !inName(after[0])) {
				return true
			}
			rest = after
		}
	}
	return false
}

// inName reports whether a byte goes on with a word or with the name of a
// constant.
func inName(c byte) bool { return c == '_' || isWordByte(c) }
