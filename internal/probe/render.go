package probe

import "strings"

// Markdown writes prohibitions as the items of a section, as [FromDocument]
// reads them back: nothing is lost, whatever characters the values hold.
func Markdown(ps []Prohibition) string {
	var b strings.Builder
	b.WriteString("## Prohibitions (must-NOT)\n")
	for _, p := range ps {
		if strings.Contains(p.Statement, "(") { // which might read as a tag
			b.WriteString("\n- " + p.ID + "\n  - statement: " + escape(p.Statement) + "\n")
		} else {
			b.WriteString("\n- " + p.ID + ": " + escape(p.Statement) + "\n")
		}
		for _, f := range p.Fields() {
			switch f.Key {
			case "id", "statement":
			case "reason":
				b.WriteString("  - reason: " + escape(f.Value) + "\n")
			default:
				b.WriteString("  - " + f.Key + ": " + verbatim(f.Value) + "\n")
			}
		}
	}
	return b.String()
}

// escape is a text that renders as itself: every character that can be markup
// is escaped.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 && strings.ContainsRune("\\`*_{}[]<>()#+-.!|&~$:\"'/@=^", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// verbatim is a value that reads as it is written: plain where nothing in it
// can be markup, else a code span.
func verbatim(s string) string {
	if strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-./") == "" {
		return s
	}
	longest, run := 0, 0
	for _, r := range s {
		if run++; r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence, pad := strings.Repeat("`", longest+1), ""
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		pad = " "
	}
	return fence + pad + s + pad + fence
}
