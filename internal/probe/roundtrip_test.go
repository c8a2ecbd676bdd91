package probe_test

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// text is a value with what formats stumble over.
func text(r *rand.Rand) string {
	words := []string{
		`"guilt"`, "it's", "a: b", "# no comment", "12345", "007", "true", "null", "~", "- x", "* y", "`code`", "ünïcødé", "日本語",
		"👩‍🔬", `back\slash`, "<b>", "&amp;", "[link](x)", "![i](y)", "_em_", "**st**", "|", "{a}", "!tag", "&anchor", "*alias", "%",
		"@at", "1. one", "(prohibition P-9)", "(verification: test)", "https://example.org/a_b_c", "a@example.org", "$x$", "~~gone~~", "---", "P-7:", "'", `"`, "> q", "^1", "=", "::", "—",
	}
	var out []string
	for range 1 + r.Intn(6) {
		out = append(out, words[r.Intn(len(words))])
	}
	return strings.Join(out, " ")
}

func arbitrary(r *rand.Rand, id string) probe.Prohibition {
	p := probe.Prohibition{ID: id, Statement: "must not " + text(r), Spec: "spec.md", Path: "spec.md", Status: probe.Unresolved}
	if r.Intn(4) == 0 {
		p.Statement = text(r)
	}
	if r.Intn(2) == 0 {
		p.Requirement, p.Category = "R-1 "+text(r), text(r)
	}
	switch r.Intn(4) {
	case 0:
		p.Status, p.Reason = probe.Dismissed, "because "+text(r)
	case 1:
		p.Status, p.Tier = probe.Resolved, probe.Judgment
	case 2:
		p.Status, p.Tier = probe.Resolved, probe.Test
		p.Check = probe.Check{
			Kind: "go-test", Target: "12345", Test: "TestX/" + text(r), Rule: "no-007", Violation: "a/b.patch",
			Expect: `^\d+ "x" \(y\)$`, Control: "auto", Timeout: 1 + r.Intn(99), Argv: []string{"make", text(r), ""}, Report: "stdout", Dir: "a b",
		}
	}
	return p
}

// TestRoundTrip writes declarations into a section, reads them, writes those
// into front matter beside what other tools keep there, reads them, and writes
// them back: nothing is lost, and no other byte of the front matter moves.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(7))
	places := cmpopts.IgnoreFields(probe.Prohibition{}, "Span")
	for range 60 {
		var want []probe.Prohibition
		for i := range 1 + r.Intn(4) {
			want = append(want, arbitrary(r, "P-00"+string(rune('1'+i))))
		}
		first := "# Desk\n\n" + probe.Markdown(want)
		_, got := declared(t, first)
		if diff := cmp.Diff(want, got.Items, places); diff != "" || len(got.Problems) > 0 {
			t.Fatalf("from the section %v (-want +got):\n%s\n%s", got.Problems, diff, first)
		}
		before, after := "---\ntitle: 'x'  # kept\nmust_haves:\n  truths:\n    - \"a 'quoted': truth\"\n    - b\n  artifacts:\n  - path: x\n    provides: \"y\"\n",
			"  # about links\n  key_links: [ {from: a,   to: b} ]\n\nother: |\n  text # no comment\n---\n# Plan\n\nprohibitions: none\n"
		front := before + after
		for range 2 { // the second time it replaces what the first one wrote
			d := read(t, front)
			data, err := config.WriteFrontMatter(source.New("spec.md", []byte(front)), d.Blocks[0].Span, got.Items)
			if err != nil {
				t.Fatal(err)
			}
			front = string(data)
			if !outside(front, before, after) {
				t.Fatalf("bytes outside of the list moved:\n%s", front)
			}
			_, got = declared(t, front)
			if diff := cmp.Diff(want, got.Items, places); diff != "" || len(got.Problems) > 0 {
				t.Fatalf("from front matter %v (-want +got):\n%s\n%s", got.Problems, diff, front)
			}
		}
		if _, again := declared(t, probe.Markdown(got.Items)); cmp.Diff(want, again.Items, places) != "" {
			t.Fatalf("back in the section (-want +got):\n%s", cmp.Diff(want, again.Items, places))
		}
	}
}

// outside reports whether a text is before and after with one list added.
func outside(text, before, after string) bool {
	key := "  prohibitions:\n"
	i := strings.Index(text, key)
	if i < 0 {
		return false
	}
	lines := strings.SplitAfter(text[i+len(key):], "\n")
	n := 0
	for n < len(lines) && strings.HasPrefix(lines[n], "    ") {
		n++
	}
	return text[:i]+strings.Join(lines[n:], "") == before+after
}

// TestWriteFrontMatter shows where the list goes.
func TestWriteFrontMatter(t *testing.T) {
	t.Parallel()
	one := []probe.Prohibition{{ID: "P-1", Statement: "must not nag", Status: probe.Resolved, Tier: probe.Judgment}}
	const item = "    - statement: \"must not nag\"\n      id: P-1\n      status: resolved\n      verification: judgment\n"
	tests := []struct {
		name, text, want string
		ps               []probe.Prohibition
	}{
		{"no front matter", "# A\n", "---\nmust_haves:\n  prohibitions:\n" + item + "---\n# A\n", one},
		{"no must_haves", "---\na: 1\n---\n# A\n", "---\na: 1\nmust_haves:\n  prohibitions:\n" + item + "---\n# A\n", one},
		{"empty must_haves", "---\nmust_haves:\nb: 2\n---\n", "---\nmust_haves:\n  prohibitions:\n" + item + "b: 2\n---\n", one},
		{"first of several", "---\nmust_haves:\n  prohibitions:\n  - statement: x\n    id: P-9\n  # kept\n  truths: []\n---\n", "---\nmust_haves:\n  prohibitions:\n" + item + "  # kept\n  truths: []\n---\n", one},
		{"taken away", "---\nmust_haves:\n  truths: []\n  prohibitions:\n  - statement: x\n    id: P-9\n---\n", "---\nmust_haves:\n  truths: []\n---\n", nil},
		{"line breaks", "---\r\nmust_haves:\r\n  truths: []\r\n---\r\n", "---\r\nmust_haves:\r\n  truths: []\r\n  prohibitions:\r\n" + strings.ReplaceAll(item, "\n", "\r\n") + "---\r\n", one},
		{"flow style", "---\nmust_haves: {truths: []}\n---\n", "spec.md:2:13: must_haves is no block of keys; write it as a block, one key a line", one},
		{"a list that cannot be read", "---\nmust_haves:\n  prohibitions:\n  - |\n    x\n---\n", "spec.md:3:3: the list that is there cannot be read whole; write it as a block, one key a line", one},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := read(t, tt.text)
			var span source.Span
			if d.Blocks[0].Kind == spec.FrontMatter {
				span = d.Blocks[0].Span
			}
			data, err := config.WriteFrontMatter(d.File, span, tt.ps)
			got := string(data)
			if err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("file (-want +got):\n%s", diff)
			}
		})
	}
}
