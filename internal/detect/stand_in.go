package detect

import (
	"strings"
	"unicode"

	"github.com/surmise-ci/surmise/internal/spec"
)

// standIns are the places of values in a binding statement that a sign holds: a
// name in brackets or a line to write on before a unit, a number that is asked
// back in parentheses, and a question mark that is all that a cell says.
func standIns(doc *spec.Document, s *spec.Statement) []textRange {
	prose := s.Text.Prose()
	if len(s.Headers) > 1 {
		switch said := strings.ToLower(strings.Trim(prose, " *_.")); said {
		case "?", "n/a yet", "not yet", "？":
			start := len(prose) - len(strings.TrimLeft(prose, " *_"))
			return []textRange{{start, start + len(said)}}
		}
	}
	var found []textRange
	if strings.IndexByte(prose, '[') >= 0 {
		for i, j := range bracketed(prose) {
			if prose[i] == '[' && isValueName(inner(prose, i, j)) && !setOff(prose, i, j) && measures(wordAfter(prose, j), prose[j:]) {
				found = append(found, textRange{i, j})
			}
		}
	}
	plain := s.Text.String()
	if strings.IndexByte(plain, '<') >= 0 && !strings.Contains(plain, "</") {
		for i, j := range angles(doc, s.Text) {
			if isValueName(plain[i+1:j-1]) && measures(wordAfter(prose, j), prose[j:]) {
				found = append(found, textRange{i, j})
			}
		}
	}
	if i := strings.Index(prose, " __ "); i >= 0 && measures(wordAfter(prose, i+3), prose[i+3:]) {
		found = append(found, textRange{i + 1, i + 3})
	}
	if i := strings.Index(prose, "?)"); i >= 0 {
		open := strings.LastIndexByte(prose[:i], '(')
		if open >= 0 && asksNumber(prose[open+1:i]) && !quoted(prose, i) {
			found = append(found, textRange{open, i + 2})
		}
	}
	return found
}

// isValueName reports whether what stands in brackets can only name a value:
// one or two words of letters.
func isValueName(content string) bool {
	if len(content) < 2 || strings.Count(content, " ") > 1 {
		return false
	}
	return !strings.ContainsFunc(content, func(r rune) bool {
		return !unicode.IsLetter(r) && r != ' ' && r != '_' && r != '-'
	})
}

// measures reports whether a word behind a bracket is the unit of what belongs
// there, and the rest of the text no other word: many units count things, which
// a name in brackets may well stand before.
func measures(word, rest string) bool {
	switch word {
	case "eur", "euro", "euros", "usd", "gbp", "chf", "dollars", "pounds", "cents", "kb", "mb", "gb", "tb", "kib", "mib", "gib",
		"bytes", "percent", "prozent", "requests":
		return true
	case "an", "us", "min", "m", "dia", "ano", "mes":
		return false
	case "":
		rest = strings.TrimLeft(rest, " ")
		return strings.HasPrefix(rest, "%") || strings.HasPrefix(rest, "€") || strings.HasPrefix(rest, "$")
	}
	return lasts(word)
}

// asksNumber reports whether a parenthesis asks for nothing but another number:
// "(or 60?)", "(30 days?)".
func asksNumber(asked string) bool {
	const most = 4 // words
	words := strings.Fields(asked)
	digits := 0
	for _, w := range words {
		if strings.Trim(w, "0123456789.,") == "" {
			digits++
		}
	}
	return digits > 0 && len(words) <= most
}
