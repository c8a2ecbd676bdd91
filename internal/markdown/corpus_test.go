package markdown_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestParseProperties holds every document at hand to what the rest of the
// product takes for granted about a parsed file.
func TestParseProperties(t *testing.T) {
	t.Parallel()
	documents := testkit.Documents(t)
	for _, f := range testkit.Corpus(t) {
		documents = append(documents, testkit.File{Path: "corpus/" + f.Path, Data: f.Data})
	}
	for i, text := range awkward() {
		documents = append(documents, testkit.File{Path: fmt.Sprintf("awkward/%02d", i), Data: []byte(text)})
	}
	for _, d := range documents {
		t.Run(d.Path, func(t *testing.T) {
			t.Parallel()
			for _, p := range parseBreaches(source.New(d.Path, d.Data)) {
				t.Error(p)
			}
		})
	}
}

// FuzzParse looks for a document that breaks the same properties.
func FuzzParse(f *testing.F) {
	for _, d := range testkit.Documents(f) {
		f.Add(string(d.Data))
	}
	for _, text := range awkward() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0 {
			return // binary, which is refused before the parser
		}
		for _, p := range parseBreaches(source.New("fuzz.md", []byte(text))) {
			t.Error(p)
		}
	})
}

// awkward are documents whose positions are easy to get wrong.
func awkward() []string {
	return []string{
		"",
		"\ufeff# Title\r\n\r\n- one\r\n\ttwo `code` **bold**\r\n",
		"\ufeff---\r\na: b\r\n---\r\n# After\r\n",
		"---\nnever: closed\n\n- item\n",
		"+++\na = 1\n+++\nText\n",
		"> quoted\n> - list\n>   more\n\nafter\n",
		"1. one\n   1. two\n\n      three\n   - [ ] task\n   - [x] done\n",
		"| a | b |\n|---|---|\n| `x\\|y` | c |\n| only |\n| 1 | 2 | 3 |\n",
		"````\n```\n---\n````\n~~~yaml\n---\na: b\n---\n~~~\n",
		"<details>\n<summary>More</summary>\n\n- inside\n\n</details>\n",
		"<!-- one --> text <!-- two\nlines --> more\n",
		"<!-- one\rline --> <!-- two\r\nlines -->\r",
		"Term\n: description\n: another\n\n  second paragraph\n",
		"Note[^1] and[^two].\n\n[^1]: first\n[^two]: second\n    more\n",
		"Setext\n===\n\nOther *one*\n---\n",
		"😀 emoji &amp; entity &#x41; \\* escape  \nhard break\\\nnext\n",
		"[link](http://example.com \"t\") ![image](a.png) <http://example.com> www.example.com.\n",
		"[ref]: http://example.com\n\n[ref] and [text][ref]\n",
		"要件は必ず満たすこと。**太字** です。\n\n- 箇条書き、二つ目\n",
		"~~struck~~ and `` code ` tick ``\n",
		"#\n##  Closed ##\n### {#id}\n",
		"\ttab code\n\n- \ttab item\n\n\t- deeper\n",
		"text\x0bwith\x0cform\u2028feeds\u00a0and\u200bzero\n",
		"a\n\n***\n\n- \n-\n* x\n+ y\n",
		"a\n\n-\n\ttab item\n\n\t-",
		"Text\n| a | b |\n|---|---|\n| c | d |\n",
		"* a\n0\n -\r",
		"a\n0\n|-\n-",
		"a\n0\n\t-\ne\n-",
		"y |\n|--|--|\n| R1 | T |\n  R|4",
	}
}

// parseBreaches lists what is wrong with the parse of a file and the document
// read from it; a file that is refused has nothing to check.
func parseBreaches(f *source.File) []string {
	c := parseChecker{file: f}
	tree, err := markdown.Parse(f, policy.Default().Limits)
	if err != nil {
		if _, ok := errors.AsType[*markdown.RefusedError](err); !ok {
			c.report("refused with a %T: %v", err, err)
		}
		return c.out
	}
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

type parseChecker struct {
	file   *source.File
	opaque []source.Span // code and front matter
	out    []string
}

func (c *parseChecker) report(format string, args ...any) {
	c.out = append(c.out, fmt.Sprintf(format, args...))
}

// siblings checks blocks of one parent: inside it, in order, apart.
func (c *parseChecker) siblings(blocks []*spec.Block, parent source.Span) {
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
func (c *parseChecker) text(b *spec.Block) {
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
func (c *parseChecker) document(d *spec.Document) {
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

func (c *parseChecker) sentences(s *spec.Statement) {
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
