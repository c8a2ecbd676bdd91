package detect_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/manifest"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestAll holds every detector to the same contract: it is documented, it
// stands in the file of its name, and its fixtures show what it flags and what
// it leaves alone. Golden files list what it says.
func TestAll(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, d := range detect.All() {
		if seen[d.ID] {
			t.Errorf("two detectors have the id %q", d.ID)
		}
		seen[d.ID] = true
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			checkEntry(t, d)
			checkExample(t, d)
			dir := testkit.Path(t, "testdata", "detect", d.ID)
			bad, ok := testkit.Cases(t, filepath.Join(dir, "bad")), testkit.Cases(t, filepath.Join(dir, "ok"))
			if len(bad) == 0 || len(ok) == 0 {
				t.Errorf("%d bad and %d ok fixtures under testdata/detect/%s, want at least one of each", len(bad), len(ok), d.ID)
			}
			for _, c := range bad {
				t.Run("bad/"+c.Name, func(t *testing.T) { checkBad(t, d, c) })
			}
			for _, c := range ok {
				t.Run("ok/"+c.Name, func(t *testing.T) {
					if got := golden(c, findings(t, d, c)); got != "" {
						t.Errorf("a clear document is flagged:\n%s", got)
					}
				})
			}
		})
	}
}

// TestFixturesHaveDetectors finds fixtures that no test reads.
func TestFixturesHaveDetectors(t *testing.T) {
	t.Parallel()
	var ids []string
	for _, d := range detect.All() {
		ids = append(ids, d.ID)
	}
	root := testkit.Path(t, "testdata", "detect")
	for _, id := range names(t, root) {
		if !slices.Contains(ids, id) {
			t.Errorf("testdata/detect/%s is the fixture folder of no detector", id)
		}
		for _, part := range names(t, filepath.Join(root, id)) {
			if part != "bad" && part != "ok" {
				t.Errorf("testdata/detect/%s/%s is read by no test: want bad or ok", id, part)
				continue
			}
			dir := filepath.Join(root, id, part)
			cases := testkit.Cases(t, dir)
			for _, name := range names(t, dir) {
				stem, isGolden := strings.CutSuffix(name, ".golden")
				known := slices.ContainsFunc(cases, func(c testkit.Case) bool {
					return c.Name == strings.TrimSuffix(stem, filepath.Ext(stem)) && (!isGolden || part == "bad")
				})
				if !known {
					t.Errorf("testdata/detect/%s/%s/%s is read by no test", id, part, name)
				}
			}
		}
	}
}

func checkEntry(t *testing.T, d detect.Detector) {
	t.Helper()
	if !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(d.ID) {
		t.Errorf("id %q is not in kebab-case", d.ID)
	}
	if _, err := os.Stat(strings.ReplaceAll(d.ID, "-", "_") + ".go"); err != nil {
		t.Errorf("the detector does not stand in the file of its name: %v", err)
	}
	for field, text := range map[string]string{
		"Doc.Title": d.Doc.Title, "Doc.Text": d.Doc.Text, "Doc.Bad": d.Doc.Bad, "Doc.Good": d.Doc.Good, "Affects": d.Affects,
	} {
		if text == "" || strings.TrimSpace(text) != text {
			t.Errorf("%s is %q: want words without blanks around them", field, text)
		}
	}
	if strings.HasSuffix(d.Doc.Title, ".") || !strings.HasSuffix(d.Doc.Text, ".") {
		t.Errorf("title %q is a noun phrase, the text is made of sentences", d.Doc.Title)
	}
	if !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(d.Doc.Since) {
		t.Errorf("Doc.Since is %q, want a version", d.Doc.Since)
	}
	if !slices.Contains(finding.Classes(), d.Class) {
		t.Errorf("class %q is none of %q", d.Class, finding.Classes())
	}
	if len(d.Kinds) == 0 {
		t.Error("the detector answers to no kind of defect")
	}
	set := 0
	for _, is := range []bool{d.Document != nil, d.Set != nil, d.Change != nil, d.Silence != nil} {
		if is {
			set++
		}
	}
	if set != 1 {
		t.Errorf("%d of Document, Change and Silence are set, want one", set)
	}
}

// checkExample holds the documentation to its word: in one of the places where
// such a line may stand, the bad line is flagged and the good one is not.
// What a change did cannot be shown in one line, nor what two documents say.
func checkExample(t *testing.T, d detect.Detector) {
	t.Helper()
	if d.Set != nil || d.Change != nil || d.Silence != nil {
		return
	}
	shown := false
	for _, frame := range []string{
		"# Product\n\n## Requirements\n\n- **FR-003**: Refunds must end within 14 days.\n%s\n",
		"# Product\n\n## Requirements\n\nRefunds must end within 14 days.\n\n%s\n",
		"# Product\n\n## Open Questions\n\n%s\n",
		"# Protocol\n\n## Frames\n\nA frame MUST hold 8 bytes.\n\n%s\n",
		"# Product\n\n## Glossary\n\n- **Loan_Desk**: where readers borrow\n- **Night_Box**: where they return\n\n## Requirements\n\n%s\n",
		"# Product\n\n## User Story\n\nAs a clerk, I want to export invoices.\n\n%s\n",
	} {
		flagged := func(line string) bool {
			doc := parse(t, testkit.File{Path: "spec.md", Data: fmt.Appendf(nil, frame, line)})
			in := detect.Input{Head: []*spec.Document{doc}, Manifests: exampleManifests(t), Files: exampleFiles, Policy: switchedOn(d)}
			return slices.ContainsFunc(detect.Run(detect.All(), in),
				func(f finding.Finding) bool { return f.Detector == d.ID })
		}
		if !flagged(d.Doc.Bad) {
			continue
		}
		shown = true
		if flagged(d.Doc.Good) {
			t.Errorf("Doc.Good is flagged: %q", d.Doc.Good)
		}
	}
	if !shown {
		t.Errorf("Doc.Bad is not flagged: %q", d.Doc.Bad)
	}
}

// switchedOn is a policy under which a detector that is off by itself reports.
func switchedOn(d detect.Detector) policy.Policy {
	if d.Severity != finding.Off {
		return policy.Policy{}
	}
	return policy.Policy{Rules: policy.Rules{Detectors: map[string]finding.Severity{d.ID: finding.Low}}}
}

func checkBad(t *testing.T, d detect.Detector, c testkit.Case) {
	t.Helper()
	found := findings(t, d, c)
	if len(found) == 0 {
		t.Fatal("the document is not flagged")
	}
	for _, f := range found {
		checkMessage(t, f)
	}
	testkit.Golden(t, c.Golden, []byte(golden(c, found)))
}

// checkMessage holds what people read to the house's form.
func checkMessage(t *testing.T, f finding.Finding) {
	t.Helper()
	if n := len([]rune(f.Message)); n > 120 || f.Message == "" || strings.HasSuffix(f.Message, ".") || strings.Contains(f.Message, "\n") {
		t.Errorf("message of %d characters, want one line of at most 120 without a final stop: %q", n, f.Message)
	}
	if f.Hint == "" || f.Default == "" {
		t.Errorf("hint %q, default %q: want both", f.Hint, f.Default)
	}
	if f.Severity == finding.Off || f.Place.Path == "" {
		t.Errorf("severity %q at %q", f.Severity, f.Place.Path)
	}
}

// findings are those of one detector, though all of them run: what another
// says about the same words may silence it.
func findings(t *testing.T, d detect.Detector, c testkit.Case) []finding.Finding {
	t.Helper()
	in := detect.Input{Policy: switchedOn(d), Files: func(side finding.Side, path string) bool {
		return c.Has(side == finding.Base, path)
	}}
	for _, f := range c.Head {
		in.Head = append(in.Head, parse(t, f))
	}
	for _, f := range c.Base {
		in.Base = append(in.Base, parse(t, f))
	}
	in.Manifests, in.BaseManifests = manifests(t, c.All(t, false)), manifests(t, c.All(t, true))
	if c.Compare {
		in.Comparison = detect.Compare(in.Base, in.Head)
	}
	in.Declared, in.BaseDeclared = declared(in.Head), declared(in.Base)
	in.Prohibitions = probe.Required(nil, in.BaseDeclared.Items(), in.Declared.Items())
	return slices.DeleteFunc(detect.Run(detect.All(), in), func(f finding.Finding) bool {
		return f.Detector != d.ID || f.PreExisting
	})
}

// exampleManifests is the repository that the examples of documentation stand
// in.
func exampleManifests(t *testing.T) manifest.Set {
	return manifests(t, []testkit.File{{Path: "package.json", Data: []byte(`{"dependencies": {"pg": "^8"}, "engines": {"node": ">=20"}}`)}})
}

// exampleFiles is what that repository holds besides.
func exampleFiles(_ finding.Side, path string) bool {
	return slices.Contains([]string{"package.json", "docs", "docs/limits.md"}, path)
}

// manifests reads those among the files of a revision.
func manifests(t *testing.T, files []testkit.File) manifest.Set {
	t.Helper()
	var paths []string
	for _, f := range files {
		paths = append(paths, f.Path)
	}
	var out manifest.Set
	paths, out.Partial = manifest.Choose(paths)
	for _, f := range files {
		if slices.Contains(paths, f.Path) {
			read, err := manifest.Read(f.Path, f.Data)
			if err != nil {
				out.Partial = true
				continue
			}
			out.Files = append(out.Files, read)
		}
	}
	return out
}

// declared is what documents declare of prohibitions.
func declared(docs []*spec.Document) probe.Revision {
	var out probe.Revision
	for _, d := range docs {
		sources := []probe.Source{probe.FromDocument(d)}
		for _, b := range d.Blocks {
			if b.Kind == spec.FrontMatter {
				sources = append(sources, config.FrontMatter(d.File, b.Span))
			}
		}
		out.Specs = append(out.Specs, probe.Collect(d.File.Path(), sources...))
	}
	return out
}

// golden is one line a finding, "path:line:col: severity id: message", and an
// indented one for each related place.
func golden(c testkit.Case, findings []finding.Finding) string {
	var b strings.Builder
	at := func(p finding.Place) string {
		path := p.Path
		if c.Compare {
			path = string(p.Side) + "/" + path
		}
		return fmt.Sprintf("%s:%d:%d", path, p.At.Start.Line, p.At.Start.Column)
	}
	for _, f := range findings {
		fmt.Fprintf(&b, "%s: %s %s: %s\n", at(f.Place), f.Severity, f.Detector, f.Message)
		for _, r := range f.Related {
			fmt.Fprintf(&b, "\t%s: %s\n", at(r.Place), r.Note)
		}
	}
	return b.String()
}

func parse(t *testing.T, f testkit.File) *spec.Document {
	t.Helper()
	file := source.New(f.Path, f.Data)
	tree, err := markdown.Parse(file, policy.Default().Limits)
	if err != nil {
		t.Fatalf("parse %q: %v", f.Path, err)
	}
	return spec.NewLexicon().Read(file, tree)
}

// names lists a folder; one that is not there is empty.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}
