package markdown_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// outline is one line a block: depth, kind, the line:column range and the
// prose, with masked bytes shown as dots.
func outline(t *testing.T, text string) []string {
	t.Helper()
	f := source.New("a.md", []byte(text))
	tree, err := markdown.Parse(f, policy.Default().Limits)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	var walk func(blocks []*spec.Block, depth int)
	walk = func(blocks []*spec.Block, depth int) {
		for _, b := range blocks {
			r := f.Range(b.Span)
			line := fmt.Sprintf("%s%s %d:%d-%d:%d", strings.Repeat(" ", depth), kinds[b.Kind], r.Start.Line, r.Start.Column, r.End.Line, r.End.Column)
			if b.Text != nil {
				line += fmt.Sprintf(" %q", strings.ReplaceAll(b.Text.Prose(), "\x00", "."))
			}
			out = append(out, line)
			walk(b.Children, depth+1)
		}
	}
	walk(tree.Blocks, 0)
	for _, c := range tree.Comments {
		out = append(out, fmt.Sprintf("comment %d:%d %q", f.Position(c.Span.Start).Line, f.Position(c.Span.Start).Column, c.Text))
	}
	return out
}

var kinds = map[spec.Kind]string{
	spec.Paragraph: "paragraph", spec.Heading: "heading", spec.List: "list", spec.Item: "item", spec.Table: "table",
	spec.Row: "row", spec.Cell: "cell", spec.Quote: "quote", spec.Code: "code", spec.HTML: "html", spec.Break: "break",
	spec.FrontMatter: "front", spec.Footnote: "footnote", spec.Term: "term", spec.Description: "description",
}

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []string
	}{
		{"headings", "# One #\n\nTwo\n===\n", []string{`heading 1:1-1:8 "One"`, `heading 3:1-4:4 "Two"`}},
		{"byte order mark", "\ufeff# One\n", []string{`heading 1:1-1:6 "One"`}},
		{"carriage returns", "# One\r\n\r\nTwo\r\nlines\r\n", []string{`heading 1:1-1:6 "One"`, `paragraph 3:1-4:6 "Two lines"`}},
		{"emoji and ideographs", "🎉 *見る* `x` end\n", []string{`paragraph 1:1-1:15 "🎉 見る . end"`}},
		{"escapes and entities", `5 \* 3 &lt; 20 &copy;` + "\n", []string{`paragraph 1:1-1:22 "5 * 3 < 20 ©"`}},
		{"masked text", "a `b` ~~c~~ <https://d.e> <slot> <b>f</b>\n", []string{`paragraph 1:1-1:42 "a .  ........... ...... f"`}},
		{"links", "see [the *guide*](g.md \"t\") and ![pic](p.png)\n", []string{`paragraph 1:1-1:46 "see the guide and ..."`}},
		{"tabs and nested lists", "- a\n\t- b\n\n\t  c\n1) d\n", []string{
			"list 1:1-4:5", " item 1:1-4:5", `  paragraph 1:3-1:4 "a"`, "  list 2:2-4:5", "   item 2:2-4:5",
			`    paragraph 2:4-2:5 "b"`, `    paragraph 4:4-4:5 "c"`,
			"list 5:1-5:5", " item 5:1-5:5", `  paragraph 5:4-5:5 "d"`,
		}},
		{"task list", "- [x] done\n- [ ] open\n", []string{
			"list 1:1-2:11", " item 1:1-1:11", `  paragraph 1:3-1:11 "done"`, " item 2:1-2:11", `  paragraph 2:3-2:11 "open"`,
		}},
		{"table", "| a | `b` |\n|---|---|\n| c \\| d |\n", []string{
			"table 1:1-3:9", " row 1:1-1:10", `  cell 1:3-1:4 "a"`, `  cell 1:7-1:10 "."`,
			" row 3:1-3:9", `  cell 3:3-3:9 "c | d"`,
		}},
		{"front matter", "---\ntitle: x\n---\n\n# One\n", []string{"front 1:1-3:4", `heading 5:1-5:6 "One"`}},
		{"front matter with a comment", "---\n# from a template\n\"title\":\n- x\n...\n\n# One\n", []string{"front 1:1-5:4", `heading 7:1-7:6 "One"`}},
		{"front matter of a list", "---\n{a: 1}\n---\n", []string{"front 1:1-3:4"}},
		{"front matter that is empty", "---\n---\n", []string{"front 1:1-2:4"}},
		{"front matter in TOML", "+++\n[a]\nb = 1\n+++\n", []string{"front 1:1-4:4"}},
		{"front matter that is text in TOML's marks", "+++\nb\n+++\n", []string{`paragraph 1:1-3:4 "+++ b +++"`}},
		{"text between two rules", "---\n\n# One\n\nIt must: go\n\n***\n\n- a\n\n---\n", []string{
			"break 1:1-1:4", `heading 3:1-3:6 "One"`, `paragraph 5:1-5:12 "It must: go"`, "break 7:1-7:4",
			"list 9:1-9:4", " item 9:1-9:4", `  paragraph 9:3-9:4 "a"`, "break 11:1-11:4",
		}},
		{"a list between two rules", "---\n- a: b\n\n---\n", []string{"break 1:1-1:4", "list 2:1-2:7", " item 2:1-2:7", `  paragraph 2:3-2:7 "a: b"`, "break 4:1-4:4"}},
		{"unclosed front matter is a rule", "---\n# One\n", []string{"break 1:1-1:4", `heading 2:1-2:6 "One"`}},
		{"rule inside a fence", "```yaml\n---\na: 1\n---\n```\nafter\n", []string{"code 1:1-5:4", `paragraph 6:1-6:6 "after"`}},
		{"longer closer", "~~~\n```\n~~\n~~~~\nafter\n", []string{"code 1:1-4:5", `paragraph 5:1-5:6 "after"`}},
		{"empty fence", "```\n```\nafter\n", []string{"code 1:1-2:4", `paragraph 3:1-3:6 "after"`}},
		{"open fence", "```\ncode", []string{"code 1:1-2:5"}},
		{"indented code", "    x = 1\n\ny\n", []string{"code 1:5-1:10", `paragraph 3:1-3:2 "y"`}},
		{"details", "<details>\n<summary>More</summary>\n\nIt must work.\n\n</details>\n", []string{
			"html 1:1-2:24", `paragraph 4:1-4:14 "It must work."`, "html 6:1-6:11",
		}},
		{"comments", "<!-- a\nb -->\n\nx <!-- c --> y\n", []string{
			"html 1:1-2:6", `paragraph 4:1-4:15 "x  y"`, `comment 1:1 "a\nb"`, `comment 4:3 "c"`,
		}},
		{"quote", "> said\n> so\n", []string{"quote 1:1-2:5", ` paragraph 1:3-2:5 "said so"`}},
		{"footnote stays in place", "a[^1]\n\n[^1]: note\n\nb\n", []string{
			`paragraph 1:1-1:6 "a"`, "footnote 3:1-3:11", ` paragraph 3:7-3:11 "note"`, `paragraph 5:1-5:2 "b"`,
		}},
		{"definition list behind a heading", "# One\n\nterm\n: what it is\n", []string{
			`heading 1:1-1:6 "One"`, "list 3:1-4:13", ` term 3:1-3:5 "term"`, " description 4:1-4:13", `  paragraph 4:3-4:13 "what it is"`}},
		{"definition list", "term\n: what it is\n", []string{"list 1:1-2:13", ` term 1:1-1:5 "term"`, " description 2:1-2:13", `  paragraph 2:3-2:13 "what it is"`}},
		{"struck-out elements", "a <del>b</del> <S>c</S> d <strike>e `f`\n\ng\n", []string{
			`paragraph 1:1-1:40 "a   d "`, `paragraph 3:1-3:2 "g"`,
		}},
		{"struck-out blocks", "<del>\n\n- a\n- b\n\n</del>\n\nc\n", []string{
			"html 1:1-1:6", "list 3:1-4:4", " item 3:1-3:4", `  paragraph 3:3-3:4 ""`, " item 4:1-4:4", `  paragraph 4:3-4:4 ""`,
			"html 6:1-6:7", `paragraph 8:1-8:2 "c"`,
		}},
		{"struck out inside a quote", "> <del>\n>\n> a\n\nb\n", []string{
			"quote 1:1-3:4", " html 1:3-1:8", ` paragraph 3:3-3:4 ""`, `paragraph 5:1-5:2 "b"`,
		}},
		{"characters that nobody sees", "MU\u200bST N\u00adOT \u202efast\u202c &shy;&#8203;go\ufeff\n", []string{`paragraph 1:1-1:34 "MUST NOT fast go"`}},
		{"carriage returns alone", "# One\r\rTwo\rlines\r- a\n- b\n", []string{
			`heading 1:1-1:6 "One"`, `paragraph 1:8-1:17 "Two lines"`, "list 1:18-2:4",
			" item 1:18-1:21", `  paragraph 1:20-1:21 "a"`, " item 2:1-2:4", `  paragraph 2:3-2:4 "b"`,
		}},
		{"nothing", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, outline(t, tt.text)); diff != "" {
				t.Errorf("blocks of %q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

// TestHostileInput feeds shapes that make the parser slow; each is refused by
// name, or parsed, in a time that a check can afford.
func TestHostileInput(t *testing.T) {
	t.Parallel()
	const n = 64 << 10
	deep := strings.Builder{}
	for i := range 1200 {
		fmt.Fprintf(&deep, "%s- a\n", strings.Repeat("  ", i))
	}
	tests := []struct{ name, text, want string }{
		{"link openers", strings.Repeat("[a](", n/4), "line 1: 16384 opening brackets in one line, the limit is 1000"},
		{"link openers on lines", strings.Repeat("[a](\n", 2000), "line 1: 2000 opening brackets in one paragraph, the limit is 1000"},
		{"bracketed heading", "x\n\n# " + strings.Repeat("[", 5000), "line 3: 5000 opening brackets in one line, the limit is 1000"},
		{"quotes", strings.Repeat(">", 500) + "a", "line 1: 500 nested quotes or lists in one line, the limit is 100"},
		{"footnotes", strings.Repeat("a[^1] b[^2]\n\n", 2048) + "c[^3]", "line 4097: more than 4096 footnotes and references to them"},
		{"list markers", strings.Repeat("- ", 500) + "a", "line 1: 500 nested quotes or lists in one line, the limit is 100"},
		{"indented lists", deep.String(), "line 51: more than 100 nested blocks"},
		{"link definitions", strings.Repeat("[a]: b\n", 20_000), "line 1: 20000 lines of one paragraph begin with a bracket, the limit is 10000"},
		{"short items", strings.Repeat("- a\n", 1_100_000), "line 1048577: more than 2097152 lines and characters of markup"},
		{"much emphasis", strings.Repeat(strings.Repeat("*a* ", 100)+"\n\n", 11_000), "line 20763: more than 2097152 lines and characters of markup"},
		{"long line", strings.Repeat("a", 300<<10), "line 1: a line of 307200 bytes, the limit is 262144"},
		{"long paragraph", strings.Repeat("word word word\n", 20<<10), "line 1: a paragraph of 307200 bytes, the limit is 262144"},
		{"emphasis", strings.Repeat("*a **b ", n/7), "line 1: 18724 marks of emphasis in one line, the limit is 2000"},
		{"emphasis on lines", strings.Repeat("*a_\n", 2000), "line 1: 4000 marks of emphasis in one paragraph, the limit is 2000"},
		{"emphasis in a heading", "# " + strings.Repeat("*a_", n/3), "line 1: 43690 marks of emphasis in one line, the limit is 2000"},
		{"emphasis in a cell", "|a|\n|-|\n|" + strings.Repeat("*a_", n/3), "line 3: 43690 marks of emphasis in one line, the limit is 2000"},
		{"names with underscores", strings.Repeat("a_b ", n/4), ""},
		{"nested emphasis", strings.Repeat("*a _b ", 200) + strings.Repeat("_*", 200), "line 1: more than 100 nested pieces of inline markup"},
		{"code spans", codeSpans(300), ""},
		{"comments", strings.Repeat("<!--", n/4), ""},
		{"tags", strings.Repeat("<a ", n/3), ""},
		{"entities", strings.Repeat("&#", n/2), ""},
		{"table", "|a|\n|-|\n" + strings.Repeat("|b|\n", n/4), ""},
		{"footnotes", strings.Repeat("[^1]", 900) + "\n\n[^1]: x\n", ""},
		{"addresses", strings.Repeat("http://a.b ", n/11), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			_, err := markdown.Parse(source.New("a.md", []byte(tt.text)), policy.Default().Limits)
			if took := time.Since(start); took > time.Minute {
				t.Errorf("took %v", took)
			}
			got := ""
			if err != nil {
				got = err.Error()
				if refused := new(spec.RefusedError); !errors.As(err, &refused) {
					t.Errorf("error is a %T", err)
				}
			}
			if got != tt.want {
				t.Errorf("error %q, want %q", got, tt.want)
			}
		})
	}
}

// codeSpans opens a code span with a run of backticks of every length and
// closes none.
func codeSpans(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("`", i+1) + "a ")
	}
	return b.String()
}

func TestFileLimit(t *testing.T) {
	t.Parallel()
	limits := policy.Default().Limits
	limits.FileBytes = 4
	_, err := markdown.Parse(source.New("a.md", []byte("hello")), limits)
	if err == nil || err.Error() != "5 bytes, the limit is 4" {
		t.Errorf("error %v", err)
	}
}
