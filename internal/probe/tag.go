package probe

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// A tag declares the sentence before it, wherever that stands:
//
//	The export MUST NOT hold names (prohibition P-003; verification: judgment).
//
// It is the last parenthesis of the statement: the word "prohibition", the id,
// and fields, set off by semicolons. The id may be left out where the statement
// has one in front. A value with a semicolon or a parenthesis goes into
// backticks. In a section about prohibitions the word may be left out too.

// tagWord begins a tag.
var tagWord = pattern.Lazy(`(?i)^prohibition(?:[ :]+([A-Za-z][\w.-]*))?$`)

// tag finds the last parenthesis of a text that is meant as a tag, and the
// pieces between its semicolons.
func tag(s *spec.Statement) (open int, pieces []source.Span) {
	prose := s.Text.Prose()
	shut := strings.LastIndexByte(prose, ')')
	if shut < 0 || strings.Trim(prose[shut+1:], " .;!。") != "" {
		return 0, nil
	}
	open = opening(prose, shut)
	if open < 0 {
		return 0, nil
	}
	for start, i := open+1, open+1; i <= shut; i++ {
		if i == shut || prose[i] == ';' {
			if strings.TrimSpace(s.Text.String()[start:i]) != "" {
				pieces = append(pieces, source.Span{Start: start, End: i})
			}
			start = i + 1
		}
	}
	return open, pieces
}

// opening is where the parenthesis that shuts at an offset opens; -1 if it
// does not.
func opening(prose string, shut int) int {
	depth := 0
	for i := shut; i >= 0; i-- {
		switch prose[i] {
		case ')':
			depth++
		case '(':
			depth--
		}
		if depth == 0 {
			return i
		}
	}
	return -1
}

// inline reads the statement and the fields of its tag; ok says that it has
// one. Without a tag the statement is all of the text.
func (r *reader) inline(s *spec.Statement) (statement Field, fields []Field, ok bool) {
	text := s.Text.String()
	open, pieces := tag(s)
	for i, p := range pieces {
		m := tagWord().FindStringSubmatch(strings.TrimSpace(text[p.Start:p.End]))
		if i == 0 && m != nil {
			ok = true
			if m[1] != "" && m[1] != s.ID {
				at := s.Text.Span(p.Start, p.End)
				fields = append(fields, Field{Key: "id", Value: m[1], KeyAt: at, At: at})
			}
			continue
		}
		f, isField := r.field(s, p.Start, p.End)
		if _, known := find(f.Key); isField && (known || ok || tierish(f.Value)) {
			ok = ok || known && f.Key != "id" || tierish(f.Value)
			fields = append(fields, f)
		} else if ok {
			at := s.Text.Span(p.Start, p.End)
			r.out.Problems = append(r.out.Problems, Problem{r.out.Path, at,
				"cannot read " + quote(strings.TrimSpace(text[p.Start:p.End])) + " in the tag; write \"key: value\""})
		}
	}
	if !ok {
		r.tags[s] = -1
		return r.statementField(s, s.Body(), len(text)), nil, false
	}
	r.tags[s] = open
	return r.statementField(s, s.Body(), open), fields, true
}

// tagged reads a statement outside of the sections about prohibitions.
func (r *reader) tagged(s *spec.Statement) {
	if s.Role == spec.Exempt || s.Block.Kind == spec.Cell {
		return
	}
	text := s.Text.String()
	open, pieces := tag(s)
	if len(pieces) == 0 {
		return
	}
	if !tagWord().MatchString(strings.TrimSpace(text[pieces[0].Start:pieces[0].End])) {
		return
	}
	_, fields, _ := r.inline(s)
	if slices.ContainsFunc(r.children[s], r.holdsCheck) {
		fields = append(fields, r.fieldsBelow(s)...)
	}
	from := s.Body()
	for _, sentence := range s.Sentences {
		if sentence.Start > from && sentence.Start < open {
			from = sentence.Start
		}
	}
	statement := r.statementField(s, from, open)
	raw := Raw{At: s.Span}
	if s.ID != "" {
		own := r.idField(s)
		if len(fields) > 0 && fields[0].Key == "id" {
			own.Key = "requirement_id" // the sentence has an id, and the tag another one
		}
		raw.Fields = append(raw.Fields, own)
	}
	if statement.Value != "" {
		raw.Fields = append(raw.Fields, statement)
	}
	raw.Fields = append(raw.Fields, fields...)
	r.used[s] = true
	r.out.Raws = append(r.out.Raws, raw)
}
