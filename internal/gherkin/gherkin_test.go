package gherkin_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/gherkin"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// features are the fixtures, by name.
func features(t testing.TB) []*source.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(testkit.Path(t, "testdata", "gherkin"), "*.feature"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	var out []*source.File
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, source.New(filepath.Base(name), data))
	}
	return out
}

// TestParse shows the blocks of every fixture and the role of every statement.
func TestParse(t *testing.T) {
	t.Parallel()
	for _, f := range features(t) {
		t.Run(f.Path(), func(t *testing.T) {
			t.Parallel()
			tree, err := gherkin.Parse(f, policy.Default().Limits)
			if err != nil {
				t.Fatal(err)
			}
			name := strings.TrimSuffix(f.Path(), ".feature") + ".golden"
			testkit.Golden(t, filepath.Join(testkit.Path(t, "testdata", "gherkin"), name), outline(f, tree))
		})
	}
}

// outline is one line a statement: its line and column, role, block, and its
// prose, with masked bytes shown as dots.
func outline(f *source.File, tree spec.Tree) []byte {
	var b bytes.Buffer
	d := spec.NewLexicon().Read(f, tree)
	fmt.Fprintf(&b, "shapes %v, language %s\n", d.Shapes, d.Language)
	for _, s := range d.Statements {
		at := f.Position(s.Span.Start)
		fmt.Fprintf(&b, "%d:%d %s", at.Line, at.Column, s.Role)
		if s.Block.Level > 0 {
			fmt.Fprintf(&b, " heading %d", s.Block.Level)
		}
		if s.Block.Step != "" {
			fmt.Fprintf(&b, " %s", s.Block.Step)
		}
		fmt.Fprintf(&b, " %q\n", strings.ReplaceAll(s.Text.Prose(), "\x00", "."))
	}
	for _, s := range d.Scenarios {
		fmt.Fprintf(&b, "scenario %q of %d steps\n", s.Title, len(s.Steps))
	}
	for _, s := range d.Verifiable() {
		fmt.Fprintf(&b, "verifiable: %d\n", f.Position(s.Span.Start).Line)
	}
	for _, c := range tree.Comments {
		fmt.Fprintf(&b, "comment %d %q\n", f.Position(c.Span.Start).Line, c.Text)
	}
	return b.Bytes()
}

// TestParseRefuses reads what is malformed or too much.
func TestParseRefuses(t *testing.T) {
	t.Parallel()
	const head = "Feature: A\n  Scenario: B\n"
	tests := []struct{ name, text, want string }{
		{"a typo", head + "    Given a reader\n    Wehn x\n", `line 4: Gherkin does not allow "Wehn x" here`},
		{"no feature", "The desk must lend.\n", `line 1: Gherkin does not allow "The desk must lend." here`},
		{"a second feature", head + "    Given a\nFeature: C\n", `line 4: Gherkin does not allow "Feature: C" here`},
		{"an open doc string", head + "    Given a\n    \"\"\"\n    b\n", "line 5: the file ends where Gherkin expects more"},
		{"an unknown language", "# language: xx\nFeature: A\n", `line 1: "# language: xx" names a language that Gherkin does not know`},
		{"a tag with a blank", "@a b\nFeature: A\n", `line 1: a tag of "@a b" contains a blank`},
		{"a ragged table", head + "    Given a\n      | a | b |\n      | c |\n", "line 5: a row of 1 cells in a table of 2 columns"},
		{"tags and more tags", strings.Repeat("@a\n", 60) + head, "line 51: more than 50 lines of tags in a row"},
		{"a long line", "Feature: " + strings.Repeat("a", 70_000), "line 1: a line of 70009 bytes, the limit is 65536"},
		{"many lines", strings.Repeat("\n", 300_000), "300000 lines, the limit is 262144"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := gherkin.Parse(source.New("a.feature", []byte(tt.text)), policy.Default().Limits)
			if err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
	_, err := gherkin.Parse(source.New("a.feature", []byte(head)), policy.Limits{FileBytes: 3})
	if err == nil || err.Error() != "25 bytes, the limit is 3" {
		t.Errorf("error %v for a file over the limit", err)
	}
}

// awkward are files whose positions are easy to get wrong.
func awkward() []string {
	return []string{
		"",
		"\ufeff",
		"\ufeffFeature:\r\n\r\n  text\r\n  more\r\n\t* item\r\n\t  goes on\r\n",
		"Feature: A\n - a\n\n - b\n text\n- c\nScenario:\nGiven <a> <b\n* <c>\n*d\n",
		"Feature: A\nBackground:\nGiven a\n|a|\\|b|c\\\\|\n|| |\\n|\n\"\"\"\nx\n\"\"\"\nThen b\n",
		"Feature: A\nScenario: B\nGiven a\n```\n\"\"\"\n```\n| a |\nExamples:\n\nRule: C\n- d\nScenario: E\n",
		"# language: ja\n機能: 貸出\nシナリオ: 六冊目\n前提 五冊借りている\nもし 借りる\nならば 断る\n",
		"@a @b #c\nFeature: A #d\n#e\nd\n#f\n\n@g\nScenario: B\n@h\nExamples:\n|a|\n",
		"Feature: A\nScenario: B\nGiven a\n| \\",
		"Feature: A\nScenario: B\nGiven a\n|\\|",
	}
}

// breaches is where a file breaks what the product takes for granted.
func breaches(f *source.File) []string {
	tree, err := gherkin.Parse(f, policy.Default().Limits)
	if err == nil {
		return testkit.Breaches(f, tree)
	}
	refused, ok := errors.AsType[*spec.RefusedError](err)
	switch {
	case !ok:
		return []string{fmt.Sprintf("refused with a %T: %v", err, err)}
	case refused.Line > f.Lines():
		return []string{fmt.Sprintf("refused for line %d of %d", refused.Line, f.Lines())}
	}
	return nil
}

func TestParseProperties(t *testing.T) {
	t.Parallel()
	files := features(t)
	for i, text := range awkward() {
		files = append(files, source.New(fmt.Sprintf("awkward/%02d", i), []byte(text)))
	}
	for _, f := range files {
		t.Run(f.Path(), func(t *testing.T) {
			t.Parallel()
			for _, b := range breaches(f) {
				t.Error(b)
			}
		})
	}
}

// FuzzParse looks for a file that breaks the same properties.
func FuzzParse(f *testing.F) {
	for _, file := range features(f) {
		f.Add(file.Content())
	}
	for _, text := range awkward() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0 {
			return // binary, which is refused before the parser
		}
		for _, b := range breaches(source.New("fuzz.feature", []byte(text))) {
			t.Error(b)
		}
	})
}

// TestParseHostile reads large files that repeat what could make the parser
// slow.
func TestParseHostile(t *testing.T) {
	t.Parallel()
	const head = "Feature: A\nScenario: B\nGiven a\n"
	for name, text := range map[string]string{
		"one doc string":  head + "\"\"\"\n" + strings.Repeat("x\n", 40_000) + "\"\"\"\n",
		"one description": "Feature: A\n" + strings.Repeat("x\n", 40_000),
		"one table":       head + strings.Repeat("|a|b|c|\n", 20_000),
		"wide rows":       head + strings.Repeat(strings.Repeat("|a", 10_000)+"|\n", 5),
		"many steps":      head + strings.Repeat("And a <b>\n", 20_000),
		"many comments":   strings.Repeat("#\n", 40_000),
		"many tags":       strings.Repeat("@a ", 20_000) + "\n" + head,
		"tag lines":       head + strings.Repeat(strings.Repeat("@a\n", 50)+strings.Repeat("#\n", 2000)+"Scenario: C\n", 20),
		"open parameters": head + "Given " + strings.Repeat("<", 60_000) + "\n",
	} {
		begin := time.Now()
		_, err := gherkin.Parse(source.New("a.feature", []byte(text)), policy.Default().Limits)
		const most = time.Minute // only a hang is meant to fail
		if took := time.Since(begin); took > most {
			t.Errorf("%s took %s (%v), at most %s is right", name, took, err, most)
		}
	}
}
