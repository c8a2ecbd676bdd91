package spec

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/source"
)

// Anchors are the names that a document defines and others may refer to.
type Anchors struct {
	IDs   map[string]source.Span // explicit ids (FR-001) to their first definition
	Slugs map[string]source.Span // heading and HTML ids, as a link's fragment writes them
}

var (
	htmlAnchor = pattern.Lazy(`<[a-zA-Z][^<>]*?\b(?:id|name)\s*=\s*["']?([^"'\s>]+)`)
	attribute  = pattern.Lazy(`\{#([^}\s]+)[^}]*\}`)
)

// anchors collects what the document can be referred to by.
func (r *reader) anchors(tree Tree) {
	a := Anchors{IDs: make(map[string]source.Span), Slugs: make(map[string]source.Span)}
	define := func(names map[string]source.Span, name string, at source.Span) {
		if _, ok := names[name]; !ok && name != "" {
			names[name] = at
		}
	}
	for _, s := range r.doc.Statements {
		if s.ID != "" {
			define(a.IDs, s.ID, s.Span)
		}
	}
	seen := make(map[string]int)
	for _, s := range r.doc.Sections[1:] {
		text := s.Heading.Text.plain
		define(a.IDs, s.ID, s.Heading.Span)
		slug := slug(text)
		if n := seen[slug]; n > 0 {
			define(a.Slugs, slug+"-"+strconv.Itoa(n), s.Heading.Span)
		}
		seen[slug]++
		define(a.Slugs, slug, s.Heading.Span)
		if m := attribute().FindStringSubmatch(text); m != nil {
			define(a.Slugs, m[1], s.Heading.Span)
		}
	}
	content := r.doc.File.Content()
	if strings.Contains(content, "<a ") || strings.Contains(content, "id=") || strings.Contains(content, "name=") {
		for _, m := range htmlAnchor().FindAllStringSubmatchIndex(content, -1) {
			define(a.Slugs, content[m[2]:m[3]], source.Span{Start: m[2], End: m[3]})
		}
	}
	r.doc.Anchors = a
}

// slug is the id that GitHub gives a heading: lower case, punctuation gone,
// blanks to hyphens.
func slug(heading string) string {
	var b strings.Builder
	for _, c := range strings.TrimSpace(heading) {
		switch {
		case c == ' ' || c == '-':
			b.WriteByte('-')
		case c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c):
			b.WriteRune(unicode.ToLower(c))
		}
	}
	return b.String()
}
