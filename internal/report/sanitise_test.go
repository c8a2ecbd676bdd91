package report

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/source"
)

func TestTerminal(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain", "a café, 5 €", "a café, 5 €"},
		{"colour", "\x1b[31mred", `\u{1b}[31mred`},
		{"c1 control", "a\u009bb", `a\u{9b}b`},
		{"delete", "a\x7fb", `a\u{7f}b`},
		{"line breaks", "a\r\nb", "a  b"},
		{"tab", "a\tb", "a b"},
		{"bidirectional override", "a\u202eb\u2066c", `a\u{202e}b\u{2066}c`},
		{"zero width", "a\u200bb\ufeffc", `a\u{200b}b\u{feff}c`},
		{"joiners stay", "👩\u200d💻 می\u200cخواهم", "👩\u200d💻 می\u200cخواهم"},
		{"tag characters", "a\U000e0041b", `a\u{e0041}b`},
		{"line separator", "a\u2028b", `a\u{2028}b`},
		{"broken UTF-8", "a\xffb", `a\xffb`},
		{"replacement character itself", "a\ufffdb", "a\ufffdb"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := terminal(tt.in); got != tt.want {
				t.Errorf("terminal(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestMarkdownText(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain", "within 5 s, e.g. soon", "within 5 s, e.g. soon"},
		{"mention", "ask @octo-org/team", "ask @&#8203;octo-org/team"},
		{"reference", "see #12 and GH-7", `see \#&#8203;12 and GH-&#8203;7`},
		{"address", "https://example.com WWW.example.com", "https:&#8203;//example.com WWW.&#8203;example.com"},
		{"link and image", "[a](b) ![c](d)", `\[a\](b) \!\[c\](d)`},
		{"element", "<img src=x> &amp;", "&lt;img src=x&gt; &amp;amp;"},
		{"emphasis", "*a* _b_ ~c~", `\*a\* \_b\_ \~c\~`},
		{"code and mathematics", "`a` $b$", "&#96;a&#96; &#36;b&#36;"},
		{"cell", "a|b\nc", "a&#124;b c"},
		{"escaped cell", `a\|b`, `a\\&#124;b`},
		{"command", "/confirm a-7k3m9q", "&#8203;/confirm a-7k3m9q"},
		{"override", "a\u202eb", `a\\u{202e}b`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := markdownText(tt.in); got != tt.want {
				t.Errorf("markdownText(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestMarkdownCode(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"nothing", " \n", ""},
		{"plain", "ask @octo-org  <now>\nplease", "`ask @octo-org <now> please`"},
		{"backtick", "a `b`", "<code>a &#96;b&#96;</code>"},
		{"cell", "a|b", "<code>a&#124;b</code>"},
		{"backslash before a cell", `a\|b`, `<code>a\\&#124;b</code>`},
		{"element inside", "</code>|", "<code>&lt;/code&gt;&#124;</code>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := markdownCode(tt.in); got != tt.want {
				t.Errorf("markdownCode(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestShortenTo(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		n    int
		want string
	}{
		{"été", 3, "été"},
		{"été 2026", 4, "été… (5 more characters)"},
		{"ab", 1, "a… (1 more character)"},
	}
	for _, tt := range tests {
		if got := shortenTo(tt.in, tt.n); got != tt.want {
			t.Errorf("shortenTo(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("abcdefghi ", 30)
	tests := []struct {
		name, text, words string
		want              []string
	}{
		{"start of the file", "\ufeffquick", "quick", []string{"1 | quick", "  | ^^^^^"}},
		{"tabs", "\ta\tquick", "quick", []string{"1 | \ta\tquick", "  | \t \t^^^^^"}},
		{"tab inside", "a\tb", "a\tb", []string{"1 | a\tb", "  | ^^^"}},
		{"wide", "漢字 quick", "quick", []string{"1 | 漢字 quick", "  |      ^^^^^"}},
		{"combining", "e\u0301 quick", "quick", []string{"1 | e\u0301 quick", "  |   ^^^^^"}},
		{"escaped before", "\x1bquick", "quick", []string{`1 | \u{1b}quick`, "  |       ^^^^^"}},
		{"several lines", "a quick\nb\nc d", "quick\nb\nc", []string{"1 | a quick", "  |   ^^^^^ and 2 more lines"}},
		{"up to the line break", "quick\nb", "quick\n", []string{"1 | quick", "  | ^^^^^"}},
		{"carriage return", "quick\r\nb", "quick", []string{"1 | quick", "  | ^^^^^"}},
		{"long line, words in the middle", long + "quick " + long, "quick", []string{
			"1 | …abcdefghi abcdefghi abcdefghi quick abcdefghi abcdefghi abcdefghi abcdefghi abcdefghi abcdefghi abcd…",
			"  |                                ^^^^^"}},
		{"long line, words at the start", "quick " + long, "quick", []string{
			"1 | quick abcdefghi abcdefghi abcdefghi abcdefghi abcdefghi abcdefghi abcdefghi abcdefghi abcdefghi abcd…",
			"  | ^^^^^"}},
		{"long words", strings.Repeat("x", 150), strings.Repeat("x", 150), []string{
			"1 | " + strings.Repeat("x", 100) + "…", "  | " + strings.Repeat("^", 100)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := source.New("a.md", []byte(tt.text))
			i := strings.Index(tt.text, tt.words)
			p := finding.PlaceOf(f, finding.Head, source.Span{Start: i, End: i + len(tt.words)})
			got := newExcerpt(f, p).lines(1, func(s string) string { return s })
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("excerpt (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("without the file", func(t *testing.T) {
		t.Parallel()
		f := source.New("a.md", []byte("a quick\nb"))
		p := finding.PlaceOf(f, finding.Base, source.Span{Start: 2, End: 9})
		want := []string{"1 | quick", "  | ^^^^^ and 1 more line"}
		if diff := cmp.Diff(want, newExcerpt(nil, p).lines(1, func(s string) string { return s })); diff != "" {
			t.Errorf("excerpt (-want +got):\n%s", diff)
		}
	})
}

// FuzzSanitisers holds for any text: nothing that acts on a terminal gets
// through, and Markdown stays on one line and in its cell.
func FuzzSanitisers(f *testing.F) {
	for _, s := range []string{"plain", "\x1b]8;;x\x07", "a|b\\|c", "```\n@octo", "\u202e", "\xff\xfe", "</code>", "/ack"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out := terminal(s)
		for _, r := range out {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
				t.Fatalf("terminal(%q) lets %U through", s, r)
			}
		}
		for name, md := range map[string]string{"text": markdownText(s), "code": markdownCode(s)} {
			if strings.ContainsAny(md, "|\n\r") || strings.HasPrefix(md, "/") {
				t.Fatalf("markdown %s of %q leaves its cell: %q", name, s, md)
			}
			if span, ok := strings.CutPrefix(md, "`"); ok && strings.Count(span, "`") != 1 {
				t.Fatalf("markdown code of %q has a second end: %q", s, md)
			}
		}
		if md := markdownText(s); strings.ContainsAny(md, "<>`") {
			t.Fatalf("markdownText(%q) has live markup: %q", s, md)
		}
	})
}

// FuzzExcerpt holds for any text and any span: an excerpt is two lines that
// fit, with at least one caret.
func FuzzExcerpt(f *testing.F) {
	f.Add("a quick\nb", 2, 9)
	f.Add("\ufeff漢字\t\x1b", 0, 4)
	f.Fuzz(func(t *testing.T, text string, start, end int) {
		start = clamp(start, len(text))
		end = max(start, clamp(end, len(text)))
		file := source.New("a.md", []byte(text))
		for _, from := range []*source.File{file, nil} {
			x := newExcerpt(from, finding.PlaceOf(file, finding.Head, source.Span{Start: start, End: end}))
			if x.carets < 1 || x.carets > excerptWidth || columns(x.line) > 2*tabWidth*excerptWidth {
				t.Fatalf("excerpt of %q [%d, %d): %+v", text, start, end, x)
			}
		}
	})
}
