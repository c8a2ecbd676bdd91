package probe

import (
	"strings"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// tierish reports whether a value is one that only a field about the status or
// the tier has: then whatever stands before it was meant as its key.
func tierish(value string) bool {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case string(Test), string(Judgment), string(Resolved), string(Dismissed), string(Unresolved):
		return true
	}
	return false
}

// keyWord is what may stand before the colon of a field: one word, or two as
// people write keys in prose.
var keyWord = pattern.Lazy(`^[\pL\pM\pN_\p{Cf}-]{2,40}( [\pL\pM_]{2,20})?$`)

// field reads "key: value" in a part of a statement's text.
func (r *reader) field(s *spec.Statement, from, to int) (Field, bool) {
	whole := s.Text.String()
	text := whole[from:to]
	colon := strings.IndexAny(text, ":：")
	if colon < 0 {
		return Field{}, false
	}
	key := strings.TrimSpace(text[:colon])
	if !keyWord().MatchString(key) {
		return Field{}, false
	}
	lead := len(text[:colon]) - len(strings.TrimLeft(text[:colon], " "))
	f := Field{Key: key, KeyAt: s.Text.Span(from+lead, from+lead+len(key))}
	if written := r.doc.File.Excerpt(f.KeyAt); unseen(written, true) != 0 {
		f.Key = written // a text leaves out what nobody sees
	}
	after := colon + 1
	if strings.HasPrefix(text[colon:], "：") {
		after = colon + len("：")
	}
	r.value(&f, s, from+after, to)
	return f, true
}

// value takes a part of a text as the value of a field. Values other than
// prose are taken as they are written: as one code span, or without any markup,
// since a value that the renderer changes is not what its author reads.
func (r *reader) value(f *Field, s *spec.Statement, from, to int) {
	text := s.Text.String()
	for from < to && text[from] == ' ' {
		from++
	}
	for to > from && text[to-1] == ' ' {
		to--
	}
	f.Value, f.At = r.legible(s.Text, from, to), s.Text.Span(from, to)
	if from == to {
		f.At = f.KeyAt
		return
	}
	f.Problem = r.hidden(f.At)
	if sc, ok := find(f.Key); f.Problem != "" || !ok || sc.key == "statement" || sc.key == "reason" {
		return
	}
	code := strings.Trim(s.Text.Prose()[from:to], "\x00") == ""
	if written := r.doc.File.Excerpt(f.At); !code && written != f.Value {
		f.Problem = "holds markup; put all of it into one pair of backticks"
	}
}

// legible is a part of a text with the joiners that some scripts and emoji need;
// a text leaves them out.
func (r *reader) legible(t *spec.Text, from, to int) string {
	text := t.String()[from:to]
	if from == to || !strings.ContainsAny(r.doc.File.Excerpt(t.Span(from, to)), "\u200c\u200d") {
		return text
	}
	var b strings.Builder
	end := -1
	for i, c := range text {
		size := utf8.RuneLen(c)
		at := t.Span(from+i, from+i+size)
		if end >= 0 && end < at.Start {
			if gap := r.doc.File.Excerpt(source.Span{Start: end, End: at.Start}); strings.Trim(gap, "\u200c\u200d") == "" {
				b.WriteString(gap)
			}
		}
		b.WriteRune(c)
		end = at.End
	}
	return b.String()
}

// hidden tells of an invisible character in what is written there: a text
// leaves those out, so that the declaration would say what nobody wrote.
func (r *reader) hidden(at source.Span) string {
	written := strings.Map(func(c rune) rune {
		if c == '\n' || c == '\r' || c == '\t' {
			return ' '
		}
		return c
	}, r.doc.File.Excerpt(at))
	if c := unseen(written, false); c != 0 {
		return invisible(c)
	}
	return ""
}

func (r *reader) idField(s *spec.Statement) Field {
	at := s.Text.Span(0, s.Body())
	if i := strings.Index(s.Text.String(), s.ID); i >= 0 {
		at = s.Text.Span(i, i+len(s.ID))
	}
	return Field{Key: "id", Value: s.ID, KeyAt: at, At: at}
}

// statementField is the text of a statement from an offset on, up to an end.
// What sets off the id in front is not part of it.
func (r *reader) statementField(s *spec.Statement, from, to int) Field {
	text := s.Text.String()
	if from > 0 && (text[from-1] == ']' || text[from-1] == ')') {
		rest := strings.TrimLeft(text[from:to], " ")
		for _, mark := range []string{": ", "- ", "– ", "— ", ". "} {
			if strings.HasPrefix(rest, mark) {
				from = to - len(rest) + len(mark)
				break
			}
		}
	}
	for from < to && text[from] == ' ' {
		from++
	}
	for to > from && text[to-1] == ' ' {
		to--
	}
	at := s.Text.Span(from, to)
	return Field{Key: "statement", Value: r.legible(s.Text, from, to), KeyAt: at, At: at, Problem: r.hidden(at)}
}
