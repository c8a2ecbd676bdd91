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
	tree, err := markdown.Parse(f, policy.Default().Limits)
	if err == nil {
		return testkit.Breaches(f, tree)
	}
	if _, ok := errors.AsType[*spec.RefusedError](err); !ok {
		return []string{fmt.Sprintf("refused with a %T: %v", err, err)}
	}
	return nil
}
