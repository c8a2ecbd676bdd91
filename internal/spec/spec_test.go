package spec_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

func read(t *testing.T, path, text string) *spec.Document {
	t.Helper()
	f := source.New(path, []byte(text))
	tree, err := markdown.Parse(f, policy.Default().Limits)
	if err != nil {
		t.Fatal(err)
	}
	return spec.NewLexicon().Read(f, tree)
}

// TestShapes reads a document in each shape, and one in many, and compares the
// role of every statement.
func TestShapes(t *testing.T) {
	t.Parallel()
	root := testkit.Path(t, "testdata", "spec")
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		t.Run(folder.Name(), func(t *testing.T) {
			t.Parallel()
			for _, c := range testkit.Cases(t, filepath.Join(root, folder.Name())) {
				d := read(t, c.Head[0].Path, string(c.Head[0].Data))
				if name := folder.Name(); name != "mixed" && !slices.Contains(d.Shapes, name) {
					t.Errorf("%s is read as %v, not as %s", c.Name, d.Shapes, name)
				}
				testkit.Golden(t, c.Golden, roles(d))
			}
		})
	}
}

// TestShapesHaveFixtures holds that no shape goes untested.
func TestShapesHaveFixtures(t *testing.T) {
	t.Parallel()
	for _, shape := range spec.Shapes() {
		if len(testkit.Cases(t, testkit.Path(t, "testdata", "spec", shape.ID))) == 0 {
			t.Errorf("shape %q has no fixture in testdata/spec/%s", shape.ID, shape.ID)
		}
		if d := read(t, "example.md", shape.Doc.Example); !slices.Contains(d.Shapes, shape.ID) {
			t.Errorf("the example of shape %q is read as %v", shape.ID, d.Shapes)
		}
	}
}

// roles is one line a statement: line, role, shape, id, sentences that bind of
// all, and the text.
func roles(d *spec.Document) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "shapes %v, language %s\n", d.Shapes, d.Language)
	for _, s := range d.Statements {
		binding := 0
		for _, sentence := range s.Sentences {
			if sentence.Binds {
				binding++
			}
		}
		fmt.Fprintf(&b, "%d %s", d.File.Position(s.Span.Start).Line, s.Role)
		if s.Shape != "" {
			fmt.Fprintf(&b, " by %s", s.Shape)
		}
		if s.ID != "" {
			fmt.Fprintf(&b, " id %s", s.ID)
		}
		fmt.Fprintf(&b, " (%d/%d) %q\n", binding, len(s.Sentences), s.Text.String())
	}
	for _, s := range d.Scenarios {
		fmt.Fprintf(&b, "scenario %q of %d steps\n", s.Title, len(s.Steps))
	}
	return b.Bytes()
}

func TestExplicitIDs(t *testing.T) {
	t.Parallel()
	tests := []struct{ item, want, body string }{
		{"**FR-001**: The desk MUST lend.", "FR-001", " The desk MUST lend."},
		{"**E-002** : le guichet DOIT prêter.", "E-002", " le guichet DOIT prêter."},
		{"E-002\u00a0: le guichet DOIT prêter.", "E-002", " le guichet DOIT prêter."},
		{"E-002\u202f: le guichet DOIT prêter.", "E-002", " le guichet DOIT prêter."},
		{"FR-034a: The desk MUST lend.", "FR-034a", " The desk MUST lend."},
		{"[FEAT-001-AC003] Codes expire", "FEAT-001-AC003", " Codes expire"},
		{"REQ-F-001 — Codes expire", "REQ-F-001", " Codes expire"},
		{"REQ-F-001 – Codes expire", "REQ-F-001", " Codes expire"},
		{"REQ-F-001—Codes expire", "REQ-F-001", "Codes expire"},
		{"REQ-F-001 - Codes expire", "REQ-F-001", " Codes expire"},
		{"R1. Codes expire", "R1", " Codes expire"},
		{"SC-004 (P1) Codes expire", "SC-004", " (P1) Codes expire"},
		{"**要件-03**：上限は5件。", "要件-03", "上限は5件。"},
		{"需求-003: 最多5个。", "需求-003", " 最多5个。"},
		{"要件はない-か：上限は5件。", "", "要件はない-か：上限は5件。"},
		{"システムの要件定義書-03：上限は5件。", "", "システムの要件定義書-03：上限は5件。"},
		{"FR-1Ab: Codes expire", "", "FR-1Ab: Codes expire"},
		{"SHA-256 digests are used", "", "SHA-256 digests are used"},
		{"UTF-8 text only", "", "UTF-8 text only"},
		{"HTTP-2 is fine", "", "HTTP-2 is fine"},
		{"A 404: not found", "", "A 404: not found"},
		{"2026-03-01: decided", "", "2026-03-01: decided"},
		{"IPv4: supported", "", "IPv4: supported"},
		{"v1.2.3: released", "", "v1.2.3: released"},
	}
	for _, tt := range tests {
		t.Run(tt.item, func(t *testing.T) {
			t.Parallel()
			d := read(t, "a.md", "## Requirements\n\n- "+tt.item+"\n")
			s := d.Statements[1]
			if body := s.Text.String()[s.Body():]; s.ID != tt.want || body != tt.body {
				t.Errorf("%q: id %q before %q, want %q before %q", tt.item, s.ID, body, tt.want, tt.body)
			}
		})
	}
}

func TestSentencesAndTokens(t *testing.T) {
	t.Parallel()
	d := read(t, "a.md", "Sizes, e.g. 5 MB, are capped at 99.9%. The user-friendly `--flag x`\nisn't on. See v1.2 of <https://example.org/a.b>!\n")
	var got []string
	for _, s := range d.Statements[0].Sentences {
		line := ""
		for _, tok := range s.Tokens {
			text := tok.Lower
			if tok.Kind == spec.Opaque {
				text = "·"
			}
			line += fmt.Sprintf("%s|", text)
		}
		got = append(got, line)
	}
	want := []string{
		"sizes|,|e.g|.|5|mb|,|are|capped|at|99.9|%|.|",
		"the|user-friendly|·|isn't|on|.|",
		"see|v1.2|of|·|!|",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tokens (-want +got):\n%s", diff)
	}
}

func TestAnchors(t *testing.T) {
	t.Parallel()
	d := read(t, "a.md", "# Über uns & more!\n\n## Setup\n\n## Setup\n\n### REQ-9: Print {#print}\n\n<a name=\"old\"></a>\n\n- **FR-1**: x must y\n")
	for _, slug := range []string{"über-uns--more", "setup", "setup-1", "print", "old"} {
		if _, ok := d.Anchors.Slugs[slug]; !ok {
			t.Errorf("slug %q is not defined; have %v", slug, d.Anchors.Slugs)
		}
	}
	for _, id := range []string{"REQ-9", "FR-1"} {
		if _, ok := d.Anchors.IDs[id]; !ok {
			t.Errorf("id %q is not defined; have %v", id, d.Anchors.IDs)
		}
	}
}

func TestIdentityIgnoresLayoutOnly(t *testing.T) {
	t.Parallel()
	canonical := func(text string) string { return read(t, "a.md", text).Statements[0].Text.Canonical() }
	base := canonical("The limit MUST be 5 `MB`, see [there](x.md).")
	for _, same := range []string{
		"The **limit**   MUST be\n5 `MB`, see [there](x.md).",
		"- The limit *MUST* be 5 `MB`,\n  see [there](x.md).",
	} {
		if got := canonical(same); got != base {
			t.Errorf("canonical text of %q = %q, want %q", same, got, base)
		}
	}
	for _, other := range []string{
		"The limit must be 5 `MB`, see [there](x.md).",
		"The limit MUST be 6 `MB`, see [there](x.md).",
		"The limit MUST be 5 `KB`, see [there](x.md).",
		"The limit MUST be 5 MB, see [there](x.md).",
		"The limit MUST be 5 `MB`, see [there](y.md).",
		"The limit MUST be -5 `MB`, see [there](x.md).",
	} {
		if got := canonical(other); got == base {
			t.Errorf("canonical text of %q does not differ: %q", other, got)
		}
	}
}

// TestKeysOfProhibitions holds that the keys of a declaration bind nobody, and
// that its statement does.
func TestKeysOfProhibitions(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text string }{
		{"sub-items", "## Prohibitions\n\n- P-001: The desk must NOT log names.\n  - verification: test\n  - check_test: TestFast\n"},
		{"table", "## Prohibitions (must-NOT)\n\n| Statement | Check test |\n|--|--|\n| The desk must NOT log names. | TestFast |\n"},
		{"sub-block", "## Prohibitions: data\n\n### P-003\n\nThe desk must NOT log names.\n\n- check_test: TestFast\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			binding := ""
			for _, s := range read(t, "a.md", tt.text).Statements {
				if s.Role.Binding() {
					binding += s.Text.String()[s.Body():] + "|"
				}
			}
			if got := strings.TrimPrefix(binding, " "); got != "The desk must NOT log names.|" {
				t.Errorf("binding text %q, want the statement", got)
			}
		})
	}
}

func TestKeyWords(t *testing.T) {
	t.Parallel()
	const german = "Die Schlüsselwörter sind wie in RFC 2119 zu lesen, und das gilt für alle Teile dieser Beschreibung.\n\n"
	tests := []struct {
		name, text string
		want       lang.Modality
	}{
		{"English", "The key words are those of RFC 2119.\n\nThe desk MUST refuse the loan.\n", lang.Must},
		{"English in lower case", "The key words are those of RFC 2119.\n\nThe desk must refuse the loan.\n", lang.NoModality},
		{"English that is no key word", "The key words are those of RFC 2119.\n\nThe desk CAN refuse the loan.\n", lang.NoModality},
		{"German", german + "Die Ausleihe MUSS die sechste Leihe ablehnen.\n", lang.Must},
		{"German in lower case", german + "Die Ausleihe muss die sechste Leihe ablehnen.\n", lang.NoModality},
		{"English in German", german + "Die Ausleihe SHOULD die sechste Leihe ablehnen.\n", lang.Should},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := read(t, "a.md", tt.text)
			last := d.Statements[len(d.Statements)-1]
			if got := last.Sentences[0].Modality; got != tt.want || !d.Normative {
				t.Errorf("modality %d in a document that is normative: %t; want %d", got, d.Normative, tt.want)
			}
			if bears := last.Role == spec.Requirement; bears != (tt.want != lang.NoModality) {
				t.Errorf("the role is %s", last.Role)
			}
		})
	}
}

// TestLongContextIsAbridged shows that what governs thousands of items stays
// small, and that no two texts become one.
func TestLongContextIsAbridged(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 2000)
	item := func(end string) *spec.Statement {
		d := read(t, "a.md", "# "+long+end+"\n\n"+long+end+":\n\n- open\n\n| "+long+end+" |\n|---|\n| shut |\n")
		s := d.Statements
		open := s[len(s)-2]
		if open.Text.String() != "open" || len(open.Context()) != 1 {
			t.Fatalf("%q below %q", open.Text, open.Context())
		}
		open.Headers = s[len(s)-1].Headers
		return open
	}
	one, other := item("a"), item("b")
	for name, pair := range map[string][2]string{
		"title": {one.Anchor(), other.Anchor()}, "context": {one.Context()[0], other.Context()[0]}, "head": {one.Headers[0], other.Headers[0]},
	} {
		if pair[0] == pair[1] {
			t.Errorf("the %s of different texts is the same", name)
		}
		if len(pair[0]) > 1200 || !utf8.ValidString(pair[0]) || !strings.HasPrefix(pair[0], long[:1000]) {
			t.Errorf("the %s has %d bytes: %q", name, len(pair[0]), pair[0])
		}
	}
}
