package markdown

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/command"
)

func TestLines(t *testing.T) {
	t.Parallel()
	const c = "/confirm a-7k3m9q"
	is := func(n int, text string) []command.Line { return []command.Line{{Number: n, Text: text}} }
	tests := []struct {
		name, body string
		want       []command.Line
	}{
		{"plain", c, is(1, c)},
		{"no slash at a start", "see a/b and https://example.com/x", nil},
		{"carriage returns and blanks", "Fine.\r\n\r\n" + c + "  \t\r\n", is(3, c)},
		{"lone carriage returns", "Fine.\r\r" + c + "\r", is(3, c)},
		{"indented", "   " + c, is(1, c)},
		{"soft breaks are lines", "/ack 1\n/ack 2\nthanks", []command.Line{{Number: 1, Text: "/ack 1"}, {Number: 2, Text: "/ack 2"}}},
		{"after words", "I say " + c, nil},
		{"heading underlined by a signature", c + "\n--\n", is(1, c)},
		{"number sign", "# " + c, nil},
		{"list item", "- " + c, nil},
		{"numbered item", "1. " + c, nil},
		{"below a list", "- one\n- two\n" + c, is(3, c)},
		{"below a list, indented", "- one\n\n  " + c, is(3, c)},
		{"table", "| a |\n|---|\n| " + c + " |\n", nil},
		{"table without borders", "/ack 1 | b\n---|---\n/ack 2 | c", nil},
		{"emphasis begins the line", "**" + c + "**", nil},
		{"emphasis inside", "/confirm **a-7k3m9q** -- *sure*", is(1, "/confirm a-7k3m9q -- sure")},
		{"link in words", "/dismiss 1 -- see [the contract](https://example.com/c)", is(1, "/dismiss 1 -- see the contract")},
		{"address in words", "/dismiss 1 -- https://example.com/c", is(1, "/dismiss 1 -- https://example.com/c")},
		{"link begins the line", "[" + c + "](https://example.com)", nil},
		{"escaped slash", "\\" + c, nil},
		{"escaped slash below a slash", "a\n\\" + c + "\n/ack 1", is(3, "/ack 1")},
		{"entity below a slash", "a\n&#47;ack 2\n/ack 1", is(3, "/ack 1")},
		{"entity for the slash", "&#47;confirm a-7k3m9q", nil},
		{"entity holds a break", "/ack 1 &#10;/ack 2", is(1, "/ack 1  /ack 2")},
		{"escape inside", `/ack a\-7k3m9q`, is(1, "/ack a-7k3m9q")},

		{"code block", "    " + c, nil},
		{"fence", "```\n" + c + "\n```", nil},
		{"fence without an end", "~~~\n" + c, nil},
		{"code span", "`" + c + "`", nil},
		{"code span over lines", "`so\n" + c + "\nso`", nil},
		{"id in code", "/confirm `a-7k3m9q`", is(1, "/confirm `a-7k3m9q`")},
		{"quotation", "> " + c, nil},
		{"quotation goes on", "> said\n" + c, nil},
		{"after a quotation", "> said\n\n" + c, is(3, c)},
		{"quotation in a list", "- > said\n  > " + c, nil},
		{"alert", "> [!NOTE]\n> " + c, nil},
		{"footnote", "x[^1]\n\n[^1]: y\n    " + c, nil},
		{"struck out", "~~" + c + "~~", nil},
		{"struck out inside", "/confirm 1 ~~2~~", is(1, "/confirm 1 ~~2~~")},
		{"struck out over lines", "~~so\n" + c + "~~", nil},
		{"verb struck out", "~~/confirm~~ /ack 1", nil},

		{"comment", "<!-- " + c + " -->", nil},
		{"comment over lines", "<!--\n" + c + "\n-->", nil},
		{"comment without an end", "<!--\n\n" + c, nil},
		{"comment inside a line", "/ack <!-- 2 --> 1", is(1, "/ack  1")},
		{"comment splits an id", "/ack a-7k3<!-- -->m9q", is(1, "/ack a-7k3m9q")},
		{"comment over lines inside a paragraph", "so <!-- x\n" + c + " --> y", nil},
		{"declaration", "<!DOCTYPE x\n" + c + "\n>", nil},
		{"quoting element", "<blockquote>\n\n" + c + "\n\n</blockquote>", nil},
		{"after a quoting element", "<blockquote>\n\nx\n\n</blockquote>\n\n" + c, is(7, c)},
		{"end inside a comment", "<blockquote>\n\n<!-- </blockquote> -->\n\n" + c, nil},
		{"end inside an attribute", "<blockquote>\n\n<img alt=\"</blockquote>\">\n\n" + c, nil},
		{"tag without an end", "<blockquote \"\n\n" + c, nil},
		{"folded away", "<details><summary>x</summary>\n\n" + c + "\n\n</details>", nil},
		{"struck out by a tag over paragraphs", "x <del>y\n\n" + c, nil},
		{"elements nested", "<pre><pre></pre>\n\n" + c, nil},
		{"break tag", "/ack 1<br>2", is(1, "/ack 1")},
		{"tag inside", "/ack <b>1</b>", is(1, "/ack \uFFFC\uFFFC1\uFFFC\uFFFC")},
		{"harmless element", "<div>\n\n" + c + "\n\n</div>", is(3, c)},
		{"image", "![x](y)" + c, nil},
		{"image inside", "/ack ![1](y)", is(1, "/ack \uFFFC\uFFFC")},
		{"task", "- [ ] " + c, nil},
		{"definition list is text there", "Term\n\n: " + c, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := Lines(tt.body)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
}

// TestLinesRefused shows that hostile comments cost little and are refused.
func TestLinesRefused(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ body, want string }{
		"brackets": {"/ack 1\n" + strings.Repeat("[", 5000), "line 2: 5000 opening brackets in one line, the limit is 1000"},
		"quotes":   {"/ack 1\n\n" + strings.Repeat(">", 5000), "line 3: 5000 nested quotes or lists in one line, the limit is 100"},
		"too long": {"/ack 1\n" + strings.Repeat("word word\n", 30_000), "a comment longer than any platform accepts"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lines, err := Lines(tt.body)
			if err == nil || err.Error() != tt.want || lines != nil {
				t.Errorf("Lines gives %v and %v, want the error %q", lines, err, tt.want)
			}
		})
	}
	for _, hostile := range []string{`<a "`, "<", "<!--", "<?", "`", "~~", "**_", "&#47;", "<blockquote ", "- "} {
		start := time.Now()
		_, _ = Lines("/ack 1\n" + strings.Repeat(hostile, 64_000/len(hostile)))
		if d := time.Since(start); d > time.Minute {
			t.Errorf("%q many times takes %v", hostile, d)
		}
	}
}

// FuzzLines holds hostile comments to the promise that a command begins its
// line, in the source as it is rendered.
func FuzzLines(f *testing.F) {
	for _, body := range []string{
		"/ack 1\r\n/ack 2", "- a\n/ack 1", "> a\n/ack 1", "`\n/ack 1`", "<del>\n\n/ack 1", "~~\n/ack 1~~", "a\n/ack 1\n---", "[^1]: /ack\n\n/ack <!-- \n-->",
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		lines, err := Lines(body)
		if err != nil && lines != nil {
			t.Errorf("refused, and still says %v", lines)
		}
		source := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(body), "\n")
		last := 0
		for _, l := range lines {
			if l.Number <= last || l.Number > len(source) {
				t.Fatalf("line %d after %d of %d", l.Number, last, len(source))
			}
			last = l.Number
			if !strings.HasPrefix(l.Text, "/") || !strings.HasPrefix(strings.TrimSpace(source[l.Number-1]), "/") || strings.ContainsAny(l.Text, "\r\n") {
				t.Errorf("line %d is %q, of %q", l.Number, l.Text, source[l.Number-1])
			}
		}
	})
}
