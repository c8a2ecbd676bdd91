package probe_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

func read(t testing.TB, text string) *spec.Document {
	t.Helper()
	f := source.New("spec.md", []byte(text))
	tree, err := markdown.Parse(f, policy.Default().Limits)
	if err != nil {
		t.Fatal(err)
	}
	return lexicon().Read(f, tree)
}

var lexicon = sync.OnceValue(spec.NewLexicon)

// declared reads every form that one file can hold.
func declared(t testing.TB, text string) (*spec.Document, probe.Declarations) {
	t.Helper()
	d := read(t, text)
	sources := []probe.Source{probe.FromDocument(d)}
	for _, b := range d.Blocks {
		if b.Kind == spec.FrontMatter {
			sources = append(sources, config.FrontMatter(d.File, b.Span))
		}
	}
	return d, probe.Collect("spec.md", sources...)
}

// lines shows declarations and problems, each with its place and, of
// declarations, the words there.
func lines(f *source.File, d probe.Declarations) []string {
	at := func(s source.Span) string {
		p := f.Position(s.Start)
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	var out []string
	for _, p := range d.Items {
		line := at(p.Span) + " |" + f.Excerpt(p.Span) + "|"
		for _, field := range p.Fields() {
			line += " " + field.Key + "=" + field.Value
		}
		out = append(out, line)
	}
	for _, p := range d.Problems {
		out = append(out, at(p.Span)+" "+p.Message)
	}
	return out
}

func TestForms(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []string
	}{
		{"list with sub-items", "# A\n\n## Prohibitions (must-NOT)\n\n- P-001: The desk must NOT log **names**.\n  - status: resolved\n  - Verification: test\n  - check_kind: go-test\n  - check_target: ./internal/desk\n  - check_test: `TestDesk/no_names`\n  - check_expect: `name \\d+: \\(x\\)`\n  - check_timeout: 30\n",
			[]string{`5:10 |The desk must NOT log **names**.| id=P-001 statement=The desk must NOT log names. status=resolved verification=test check_kind=go-test check_target=./internal/desk check_test=TestDesk/no_names check_expect=name \d+: \(x\) check_timeout=30`}},
		{"bold id", "## Prohibitions\n\n- **P-001**: must not nag\n  - verification: judgment\n",
			[]string{"3:14 |must not nag| id=P-001 statement=must not nag status=resolved verification=judgment"}},
		{"id alone", "## Prohibitions\n\n- P-001 — must not nag\n", []string{"3:11 |must not nag| id=P-001 statement=must not nag status=unresolved"}},
		{"dismissed", "## Prohibitions\n\n- P-1: must not nag\n  - status: dismissed\n  - reason: the law asks for it\n",
			[]string{"3:8 |must not nag| id=P-1 statement=must not nag status=dismissed reason=the law asks for it"}},
		{"tag on an item of the section", "## Prohibitions\n\n- P-002: must NOT log names (verification: test; check_kind: go-test)\n",
			[]string{"3:10 |must NOT log names| id=P-002 statement=must NOT log names status=resolved verification=test check_kind=go-test"}},
		{"table", "## Prohibitions\n\n| ID | Statement | Status | Verification | check kind |\n|--|--|--|--|--|\n| P-003 | must NOT log | resolved | test | go-test |\n| P-4 | must NOT nag | unresolved | | |\n",
			[]string{
				"5:11 |must NOT log| id=P-003 statement=must NOT log status=resolved verification=test check_kind=go-test",
				"6:9 |must NOT nag| id=P-4 statement=must NOT nag status=unresolved",
			}},
		{"sub-block", "## Prohibitions\n\n### P-003: must not log\n\n- verification: test\n- check_argv: `[\"make\", \"a;b\"]`\n- check_kind: command\n\n### P-4\n\nThe desk must not nag.\n\n**Verification**: judgment\nCategory: values\n",
			[]string{
				`3:12 |must not log| id=P-003 statement=must not log status=resolved verification=test check_kind=command check_argv=["make","a;b"]`,
				"11:1 |The desk must not nag.| id=P-4 category=values statement=The desk must not nag. status=resolved verification=judgment",
			}},
		{"tagged sentence", "## Export\n\nAn export has rows. It MUST NOT hold names (prohibition P-003; verification: test; check_kind: go-test; check_expect: `a;b(c)`).\n",
			[]string{"3:21 |It MUST NOT hold names| id=P-003 statement=It MUST NOT hold names status=resolved verification=test check_kind=go-test check_expect=a;b(c)"}},
		{"tag without an id on a requirement", "## Requirements\n\n- **FR-7**: It MUST NOT hold names (prohibition; verification: judgment)\n",
			[]string{"3:13 |It MUST NOT hold names| id=FR-7 statement=It MUST NOT hold names status=resolved verification=judgment"}},
		{"tag with its own id", "## Requirements\n\n- FR-7: It MUST NOT hold names (prohibition P-1; verification: judgment).\n",
			[]string{"3:9 |It MUST NOT hold names| id=P-1 requirement_id=FR-7 statement=It MUST NOT hold names status=resolved verification=judgment"}},
		{"front matter", "---\ntitle: 1\nmust_haves:\n  truths:\n    - \"a: b\"\n  prohibitions:\n    - statement: \"must not nag: ever\"\n      status: resolved\n      verification: \"judgment \"\n    - id: P-9\n      statement: 12345\n---\n# A\n",
			[]string{
				`7:18 |"must not nag: ever"| id=p-3039a9eb statement=must not nag: ever status=resolved verification=judgment`,
				"11:18 |12345| id=P-9 statement=12345 status=unresolved",
			}},
		{"nested below a group", "## Prohibitions\n\n- Privacy\n  - P-1: must not log\n    - verification: judgment\n",
			[]string{"4:10 |must not log| id=P-1 statement=must not log status=resolved verification=judgment"}},

		{"prose of the section", "## Prohibitions\n\nWe forbid things.\n\n- must not nag\n- must not log\n  - Rationale: people\n\n| Rule | Why |\n|--|--|\n| must not nag | tiresome |\n", nil},
		{"fence, comment, quotation", "## Prohibitions\n\n```\n- P-1: no\n  - verification: test\n```\n\n<!-- - P-2: no (verification: test) -->\n\n> - P-3: no\n>   - verification: test\n", nil},
		{"another section", "## Tests\n\n- P-1: must not nag\n  - verification: test\n", nil},
		{"example in parentheses", "The desk must not nag (status: open; see there).\n", nil},

		{"slip in a key", "## Prohibitions\n\n- must not nag\n  - verificaton: test\n", []string{
			`3:3 the prohibition "must not nag" has no id; write one in front, like P-001`, `4:5 unknown key "verificaton"; did you mean "verification"?`}},
		{"letters of another script", "## Prohibitions\n\n- P-1: must not nag\n  - v\u0435rification: test\n", []string{`4:5 key "vеrification" only looks like "verification": it holds other letters; type it anew`}},
		{"invisible letter in a key", "## Prohibitions\n\n- P-1: must not nag\n  - veri\u200bfication: test\n", []string{`4:5 key "veri\u200bfication" only looks like "verification": it holds other letters; type it anew`}},
		{"foreign word for the tier", "## Prohibitions\n\n- P-1: must not nag\n  - Tier: test\n", []string{`4:5 unknown key "Tier"; it is id, statement, status, verification, reason or a check_ key`}},
		{"key twice", "## Prohibitions\n\n- P-1: must not nag\n  - verification: test\n  - Verification: judgment\n", []string{`5:5 "verification" stands twice; keep one`}},
		{"alias twice", "## Prohibitions\n\n- P-1: must not nag\n  - verification: test\n  - check_kind: go-test\n  - check_violation: a\n  - check_violation_fixture: b\n", []string{`7:5 "check_violation" and "check_violation_fixture" are the same key; keep one`}},
		{"id twice in two forms", "---\nmust_haves:\n  prohibitions:\n    - id: p-1\n      statement: no\n---\n## Prohibitions\n\n- P-1: must not nag\n", []string{
			"9:8 |must not nag| id=P-1 statement=must not nag status=unresolved", `5:18 p-1 is declared above already; keep one declaration of it`}},
		{"bidirectional character", "## Prohibitions\n\n- P-1: must not \u202enag\n  - verification: judgment\n", []string{`3:8 statement holds the invisible character U+202E; type it anew without it`}},
		{"tier without being resolved", "## Prohibitions\n\n- P-1: must not nag\n  - status: unresolved\n  - verification: test\n", []string{`3:8 P-1: verification is "test", and the status is unresolved; only what is resolved has a verification`}},
		{"dismissed without a reason", "## Prohibitions\n\n- P-1: must not nag\n  - status: dismissed\n", []string{`3:8 P-1: dismissed without a reason; write why in reason`}},
		{"unknown tier", "## Prohibitions\n\n- P-1: must not nag\n  - verification: tests\n", []string{`3:8 P-1: verification is "tests"; it must be one of test, judgment`}},
		{"check of a judgment", "## Prohibitions\n\n- P-1: must not nag\n  - verification: judgment\n  - check_kind: go-test\n", []string{`3:8 P-1 has check_ keys, and its verification is not test; write "verification: test"`}},
		{"path that leaves", "## Prohibitions\n\n- P-1: must not nag\n  - verification: test\n  - check_kind: go-test\n  - check_violation: ../../x\n", []string{`6:22 check_violation "../../x" leaves the repository; write a path without ".."`}},
		{"markup in a value", "## Prohibitions\n\n- P-1: must not nag\n  - verification: test\n  - check_kind: go-test\n  - check_test: a*b*c\n", []string{`6:17 check_test holds markup; put all of it into one pair of backticks`}},
		{"tag that is none", "The desk must not nag (verification: test; check_kind: go-test).\n", []string{`1:23 the tag "(verification: test; check_kind: go-tes…" is not read: begin it with "prohibition P-001"`}},
		{"tag that is not the last", "The desk must not nag (prohibition P-1; verification: test). It may wait.\n", []string{`1:23 the tag "(prohibition P-1; verification: test)" is not read: put it at the end of the paragraph or item`}},
		{"tag inside of its sentence", "The desk must not (prohibition P-1) nag.\n", []string{`1:19 the tag "(prohibition P-1)" is not read: put it at the end of the paragraph or item`}},
		{"tag in square brackets", "The desk must not nag [Prohibition P-1; verification: test].\n", []string{`1:23 the tag "[Prohibition P-1; verification: test]" is not read: write it in round brackets`}},
		{"tag of an id in square brackets", "- The desk must not nag [P-1; Verification: TEST] at all.\n", []string{`1:25 the tag "[P-1; Verification: TEST]" is not read: begin it with "prohibition P-1"`}},
		{"tag with another word", "The desk must not nag (prohibited P-002; verification: test).\n", []string{`1:23 the tag "(prohibited P-002; verification: test)" is not read: begin it with "prohibition P-002"`}},
		{"tag of an id and a tier", "The desk must not nag [P-002, test].\n", []string{`1:23 the tag "[P-002, test]" is not read: begin it with "prohibition P-002"`}},
		{"mention of an id and a word", "The shelf holds books (A-7 test).\n", nil},
		{"tag with commas", "The desk must not nag (prohibition P-1, verification: test).\n", []string{`1:23 the tag "(prohibition P-1, verification: test)" is not read: set its fields off with semicolons`}},
		{"tag in a heading", "## The desk must not nag (prohibition P-1; verification: test)\n", []string{`1:26 the tag "(prohibition P-1; verification: test)" is not read: write the sentence under the heading`}},
		{"tag in a table", "| Rule |\n|--|\n| must not nag (prohibition P-1; verification: test) |\n", []string{`3:16 the tag "(prohibition P-1; verification: test)" is not read: give its fields columns in a section "Prohibitions"`}},
		{"tag that is not the last of an item of the section", "## Prohibitions\n\n- P-1: must not nag (verification: test). Ever.\n", []string{
			"3:8 |must not nag (verification: test). Ever.| id=P-1 statement=must not nag (verification: test). Ever. status=unresolved",
			`3:21 the tag "(verification: test)" is not read: begin it with "prohibition P-001"`}},
		{"mention of a prohibition", "## Prohibitions\n\n- P-1: must not nag (verification: judgment)\n\n## Why\n\nIt must not (prohibition P-1) nag. People (prohibition P-2) leave.\n",
			[]string{"3:8 |must not nag| id=P-1 statement=must not nag status=resolved verification=judgment"}},
		{"tag as code", "A tag is `(prohibition P-1; verification: test)`, and stands last. It must not nag `[P-1; check_kind: x]` there.\n", nil},
		{"keys in another section", "## Requirements\n\n- FR-1: The desk must not nag\n  - CHECK_KIND: go-test\n  - check_test: TestNag\n", []string{`4:5 "CHECK_KIND" declares nothing here; move it with its prohibition into a section "Prohibitions"`}},
		{"slip in the heading", "## Prohibitons\n\n- P-1: must not nag\n  - verification: test\n", []string{`1:1 the section "Prohibitons" is not read; its heading begins with "Prohibitions"`}},
		{"another word in the heading", "## Prohibited actions\n\n- P-1: must not nag\n  - check_kind: go-test\n", []string{`1:1 the section "Prohibited actions" is not read; its heading begins with "Prohibitions"`}},
		{"provisions", "## Provisions\n\n- Payment\n  - verification: test\n", nil},
		{"prohibited things", "## Prohibited goods\n\n- Knives, in any parcel\n- Note: see the list (verification: see there)\n", nil},
		{"keys as lines", "### P-1: must not nag\n\nverification: test\ncheck_kind: go-test\n", []string{`4:1 "check_kind" declares nothing here; move it with its prohibition into a section "Prohibitions"`}},
		{"keys in a table of another section", "## Rules\n\n| Rule | check_kind |\n|--|--|\n| must not nag | go-test |\n", []string{`5:18 "check_kind" declares nothing here; move it with its prohibition into a section "Prohibitions"`}},
		{"a setting that is called so", "## Settings\n\n- check_timeout: 30\n- retries: 3\n\nThe form checks the key check_kind: a word.\n", nil},
		{"keys under a tagged item", "## Requirements\n\n- FR-1: The desk must not nag (prohibition P-1; verification: test)\n  - check_kind: go-test\n  - check_test: TestNag\n",
			[]string{"3:9 |The desk must not nag| id=P-1 requirement_id=FR-1 statement=The desk must not nag status=resolved verification=test check_kind=go-test check_test=TestNag"}},
		{"prose under a tagged item", "## Requirements\n\n- FR-1: The desk must not nag (prohibition P-1; verification: judgment)\n  - Reason: people leave\n",
			[]string{"3:9 |The desk must not nag| id=P-1 requirement_id=FR-1 statement=The desk must not nag status=resolved verification=judgment"}},
		{"words in a tag", "The desk must not nag (prohibition P-1; by test).\n", []string{
			"1:1 |The desk must not nag| id=P-1 statement=The desk must not nag status=unresolved", `1:40 cannot read "by test" in the tag; write "key: value"`}},
		{"anchor and alias", "---\nx: &a test\nmust_haves:\n  prohibitions:\n    - statement: no\n      verification: *a\n    - &b\n      statement: no2\n---\n", []string{
			`6:21 alias "*a"; write the value itself`, `7:7 anchor "&b"; declarations have none, so remove it`}},
		{"front matter slip", "---\nmust_haves:\n  prohibition:\n    - statement: no\n---\n", []string{`3:3 unknown key "prohibition" in must_haves; did you mean "prohibitions"?`}},
		{"front matter of text", "---\nmust_haves:\n  prohibitions:\n    - must not nag\n---\n", []string{`4:7 a prohibition is "must not nag"; write statement, status and verification as keys`}},
		{"front matter that is none", "---\nmust_haves: [\n  prohibitions: x\n---\n", []string{"2:1 the front matter is no YAML: did not find expected ',' or ']'; its prohibitions cannot be read"}},
		{"empty value", "---\nmust_haves:\n  prohibitions:\n    - statement: no\n      reason:\n---\n", []string{`5:7 reason is empty; write a value, or leave the key out`}},
		{"front matter of others", "---\ntitle: *x\ntags: [prohibition]\n---\n# A\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d, got := declared(t, tt.text)
			if diff := cmp.Diff(tt.want, lines(d.File, got)); diff != "" {
				t.Errorf("declarations (-want +got):\n%s", diff)
			}
			for _, p := range got.Problems {
				if n := len([]rune(p.Message)); n > 120 || strings.HasSuffix(p.Message, ".") && !strings.HasSuffix(p.Message, "..") {
					t.Errorf("message of %d characters: %q", n, p.Message)
				}
			}
		})
	}
}
