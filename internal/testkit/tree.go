package testkit

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Breaches says where a parsed file, or the document that is read from it,
// breaks what the rest of the product takes for granted: blocks lie in their
// parents, in order and apart, and every byte of a text maps to the byte of the
// file that it says it is.
func Breaches(f *source.File, tree spec.Tree) []string {
	c := treeChecker{file: f}
	whole := source.Span{Start: 0, End: f.Len()}
	c.siblings(tree.Blocks, whole)
	for _, comment := range tree.Comments {
		if !whole.Contains(comment.Span) || !strings.Contains(f.Excerpt(comment.Span), comment.Text) {
			c.report("comment %q does not stand at %v", comment.Text, comment.Span)
		}
	}
	c.document(spec.NewLexicon().Read(f, tree))
	return c.out
}

type treeChecker struct {
	file   *source.File
	opaque []source.Span // code and front matter
	out    []string
}

func (c *treeChecker) report(format string, args ...any) {
	c.out = append(c.out, fmt.Sprintf(format, args...))
}

// siblings checks blocks of one parent: inside it, in order, apart.
func (c *treeChecker) siblings(blocks []*spec.Block, parent source.Span) {
	at := parent.Start
	for _, b := range blocks {
		if b.Span.Start > b.Span.End || !parent.Contains(b.Span) {
			c.report("block of kind %d at %v lies outside its parent %v", b.Kind, b.Span, parent)
			return
		}
		if b.Span.Start < at {
			c.report("block of kind %d at %v starts before its elder sibling ends at %d", b.Kind, b.Span, at)
		}
		at = b.Span.End
		if b.Kind == spec.Code || b.Kind == spec.FrontMatter {
			c.opaque = append(c.opaque, b.Span)
			if b.Text != nil {
				c.report("block of kind %d at %v has prose", b.Kind, b.Span)
			}
		}
		if b.Text != nil {
			c.text(b)
		}
		c.siblings(b.Children, b.Span)
	}
}

// text checks that each byte of a block's text stands where the text says: the
// same byte, or white space for white space, or a part of what it stands for.
func (c *treeChecker) text(b *spec.Block) {
	plain := b.Text.String()
	if len(b.Text.Prose()) != len(plain) {
		c.report("prose of %d bytes for a text of %d", len(b.Text.Prose()), len(plain))
	}
	at := b.Span.Start
	for i := range len(plain) {
		s := b.Text.Span(i, i+1)
		if s.Start < at || !b.Span.Contains(s) || s.Len() == 0 {
			c.report("byte %d of %q maps to %v, outside %v or before byte %d", i, plain, s, b.Span, i-1)
			return
		}
		at = s.Start
		if s.Len() > 1 {
			continue
		}
		if got := c.file.Content()[s.Start]; got != plain[i] && !(isBlank(got) && isBlank(plain[i])) {
			c.report("byte %d of %q is %q in the text and %q in the file", i, plain, plain[i], got)
			return
		}
	}
	for _, l := range b.Text.Links {
		if !b.Span.Contains(l.Span) {
			c.report("link to %q at %v lies outside %v", l.Target, l.Span, b.Span)
		}
	}
}

// document checks what is read from the blocks.
func (c *treeChecker) document(d *spec.Document) {
	at := 0
	for _, s := range d.Statements {
		if s.Span.Start < at {
			c.report("statement at %v starts before its elder at %d", s.Span, at)
		}
		at = s.Span.Start
		if !s.Block.Span.Contains(s.Span) || s.Section == nil {
			c.report("statement at %v lies outside its block %v, or has no section", s.Span, s.Block.Span)
		}
		for _, o := range c.opaque {
			if o.Start < s.Span.End && s.Span.Start < o.End {
				c.report("statement at %v reaches into code or front matter at %v", s.Span, o)
			}
		}
		c.sentences(s)
	}
	for i, s := range d.Sections {
		if s.Span.Start > s.Span.End || s.Span.End > c.file.Len() {
			c.report("section %d %q has span %v", i, s.Title, s.Span)
		}
		if s.Parent != nil && s.Parent.Level > 0 && !s.Parent.Span.Contains(s.Span) {
			c.report("section %q at %v lies outside its parent %v", s.Title, s.Span, s.Parent.Span)
		}
	}
}

func (c *treeChecker) sentences(s *spec.Statement) {
	at := 0
	for _, sentence := range s.Sentences {
		if sentence.Start < at || sentence.End > len(s.Text.String()) || sentence.Start > sentence.End {
			c.report("sentence [%d,%d) of %q", sentence.Start, sentence.End, s.Text.String())
			return
		}
		at = sentence.Start
		for _, token := range sentence.Tokens {
			if token.Start < at || token.End <= token.Start || token.End > sentence.End {
				c.report("token [%d,%d) of sentence [%d,%d) of %q", token.Start, token.End, sentence.Start, sentence.End, s.Text.String())
				return
			}
			at = token.End
		}
		at = sentence.End
	}
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }
