package spec

import (
	"regexp"
	"strings"

	"github.com/surmise-ci/surmise/internal/source"
)

// Prohibition is a "must not" that the document declares to be held by a test.
type Prohibition struct {
	ID   string // explicit id; "" without one
	Text string // the statement, or the line that declares it
	Span source.Span
}

var testTier = regexp.MustCompile(`(?i)\bverification["'*` + "`" + `]*\s*[:=]\s*["'*` + "`" + `]*test\b`)

// TestTier lists the prohibitions that the document declares to be verified by
// a test: in a section about prohibitions, or in front matter below a
// "prohibitions" key. Whoever decides must treat each as required.
func (d *Document) TestTier() []Prohibition {
	var out []Prohibition
	for _, b := range d.Blocks {
		if b.Kind == FrontMatter {
			out = append(out, d.frontMatterTier(b.Span)...)
		}
	}
	for _, s := range d.Statements {
		if !strings.Contains(strings.ToLower(s.Section.Title), "prohibition") {
			continue
		}
		if testTier.MatchString(s.Text.plain) || tierCell(s) {
			out = append(out, declared(s))
		}
	}
	return out
}

func (d *Document) frontMatterTier(span source.Span) []Prohibition {
	text := d.File.Excerpt(span)
	from := strings.Index(text, "prohibitions:")
	if from < 0 {
		return nil
	}
	var out []Prohibition
	for _, m := range testTier.FindAllStringIndex(text[from:], -1) {
		at := source.Span{Start: span.Start + from + m[0], End: span.Start + from + m[1]}
		line := d.File.Line(d.File.Position(at.Start).Line)
		out = append(out, Prohibition{Text: strings.TrimSpace(d.File.Excerpt(line)), Span: at})
	}
	return out
}

// tierCell recognises "test" in a table's Verification or Tier column.
func tierCell(s *Statement) bool {
	if len(s.Headers) == 0 || !strings.EqualFold(strings.Trim(s.Text.plain, " `"), "test") {
		return false
	}
	head := strings.ToLower(s.Headers[0])
	return strings.Contains(head, "verification") || strings.Contains(head, "tier")
}

// declared is the prohibition whose tier s names: s itself, or the item or row
// that s belongs to.
func declared(s *Statement) Prohibition {
	p := Prohibition{ID: s.ID, Text: s.Text.plain, Span: s.Span}
	if s.Block.Kind != Cell && s.Parent != nil && s.Parent.Item != nil && field(s.Text.plain) == "verification" {
		p.ID, p.Text, p.Span = s.Parent.ID, s.Parent.Text.plain, s.Parent.Span
	}
	if s.Block.Kind == Cell && len(s.Headers) > 1 {
		p.Text = s.Headers[1]
	}
	return p
}
