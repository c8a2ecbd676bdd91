package detect

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/spec"
)

// captions are the appendices, tables and figures that a document counts, by
// kind and then by number or letter. A kind that no heading or caption starts
// with is not counted, and references to it are another document's.
type captions map[string]map[string]bool

// captionsOf reads what headings, captions and the texts of pictures start with.
func captionsOf(doc *spec.Document) captions {
	found := make(captions)
	for _, s := range doc.Statements {
		text := strings.TrimLeft(s.Text.String(), " *_")
		kind, number, rest := readCaption(text)
		if kind == "" {
			continue
		}
		whole := s.Block.Kind == spec.Heading || rest == "" || strings.IndexByte(":.*_)", rest[0]) >= 0 || strings.HasPrefix(rest, " –") ||
			strings.HasPrefix(rest, " —") || strings.HasPrefix(rest, " - ")
		if whole && found[kind] == nil {
			found[kind] = make(map[string]bool)
		}
		if whole {
			found[kind][number] = true
		}
	}
	if figures := found["figure"]; figures != nil {
		for _, part := range strings.Split(doc.File.Content(), "![")[1:] {
			if kind, number, _ := readCaption(part); kind == "figure" {
				figures[number] = true
			}
		}
	}
	return found
}

// readCaption reads the kind and the number that a text starts with.
func readCaption(text string) (kind, number, rest string) {
	word, rest, ok := strings.Cut(text, " ")
	if kind = captionKind(word); !ok || kind == "" {
		return "", "", ""
	}
	end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		end = len(rest)
	}
	if number = rest[:end]; !captionNumber(number) {
		return "", "", ""
	}
	return kind, number, rest[end:]
}

// captionKind is what a capitalised word counts, in any language with a pack
// that writes it so; "" for other words.
func captionKind(word string) string {
	switch word {
	case "Appendix", "Annex", "Anhang", "Anlage", "Annexe", "Anexo", "Apéndice", "Apêndice":
		return "appendix"
	case "Table", "Tabelle", "Tableau", "Tabla", "Tabela":
		return "table"
	case "Figure", "Abbildung", "Figura":
		return "figure"
	}
	return ""
}

// captionNumber reports whether a word is a number or a single capital letter.
func captionNumber(word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	return size > 0 && (strings.Trim(word, "0123456789") == "" || size == len(word) && unicode.IsUpper(r))
}

// captioned reports references to appendices, tables and figures that are not
// there, though the document counts others of the kind.
func (r *references) captioned(s *spec.Statement) {
	if len(r.captions) == 0 || s.Block.Kind == spec.Heading || len(s.Text.Links) > 0 {
		return
	}
	prose := s.Text.Prose()
	for _, sentence := range s.Sentences {
		for i := range sentence.Tokens[:max(0, len(sentence.Tokens)-1)] {
			tok, next := &sentence.Tokens[i], &sentence.Tokens[i+1]
			if tok.Kind != spec.Word {
				continue
			}
			known := r.captions[captionKind(prose[tok.Start:tok.End])]
			if known == nil || next.Kind == spec.Opaque {
				continue
			}
			number := strings.TrimRight(prose[next.Start:next.End], ".,")
			if !captionNumber(number) || known[number] || otherDocument(s, sentence, i) {
				continue
			}
			end := next.Start + len(number)
			r.report(s, s.Text.Span(tok.Start, end), fmt.Sprintf("%q is nowhere in this document", prose[tok.Start:end]),
				"correct the reference, add what it promises, or name the document that has it")
		}
	}
}
