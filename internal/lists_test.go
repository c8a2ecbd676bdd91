package internal_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestLanguages checks a document in each language that has a pack, and holds
// that no pack goes untested and no fixture is left from one that is gone.
// Golden files show what is read from a document and what is found in it.
func TestLanguages(t *testing.T) {
	t.Parallel()
	var tags []string
	for _, pack := range lang.All() {
		tags = append(tags, pack.Tag)
		t.Run(pack.Tag, func(t *testing.T) {
			t.Parallel()
			for _, c := range testkit.Cases(t, testkit.Path(t, "testdata", "lang", pack.Tag)) {
				file := source.New(c.Head[0].Path, c.Head[0].Data)
				tree, err := markdown.Parse(file, policy.Default().Limits)
				if err != nil {
					t.Fatal(err)
				}
				doc := spec.NewLexicon().Read(file, tree)
				if doc.Language != pack.Tag {
					t.Errorf("%s is read as %q", c.Name, doc.Language)
				}
				testkit.Golden(t, c.Golden, languageGolden(t, c.Head[0], doc))
			}
		})
	}
	slices.Sort(tags)
	entries, err := os.ReadDir(testkit.Path(t, "testdata", "lang"))
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	for _, e := range entries {
		folders = append(folders, e.Name())
	}
	if diff := cmp.Diff(tags, folders); diff != "" {
		t.Errorf("packs and folders of testdata/lang differ (-packs +folders):\n%s", diff)
	}
}

// languageGolden is the role of every statement, then what is found.
func languageGolden(t *testing.T, f testkit.File, doc *spec.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, s := range doc.Statements {
		fmt.Fprintf(&b, "%d: %s\n", doc.File.Position(s.Span.Start).Line, s.Role)
	}
	for _, f := range check(t, f).Findings {
		fmt.Fprintf(&b, "%s:%d:%d: %s %s: %s\n", f.Path, f.At.Start.Line, f.At.Start.Column, f.Severity, f.Detector, f.Message)
	}
	return b.Bytes()
}

// TestProofsAreExplained holds every check kind and every code of a prohibition
// to a page of its own.
func TestProofsAreExplained(t *testing.T) {
	t.Parallel()
	for _, k := range proof.Kinds() {
		if k.Doc.Title == "" || !strings.HasSuffix(k.Doc.Text, ".") || !strings.HasPrefix(k.Doc.Example, "check_kind: "+k.ID+"\n") || k.Doc.Since == "" || len(k.Needs) == 0 {
			t.Errorf("the check kind %q is not explained: %+v", k.ID, k.Doc)
		}
	}
	names := app.Codes()
	for _, c := range proof.Codes() {
		names = append(names, app.Code{ID: string(c)})
	}
	titles := make(map[string]string)
	for _, n := range names {
		c, found := app.FindCode(n.ID)
		if !found || c.Title == "" || !strings.HasSuffix(c.Text, ".") || c.Next == "" || strings.HasSuffix(c.Title+c.Next, ".") {
			t.Errorf("the code %q is not explained: %+v", n.ID, c)
		}
		if other, taken := titles[c.Title]; taken && other != c.ID {
			t.Errorf("the codes %q and %q say the same", other, c.ID)
		}
		titles[c.Title] = c.ID
	}
	if _, found := app.FindCode("GREEN"); found {
		t.Error("a code that does not exist is explained")
	}
}
