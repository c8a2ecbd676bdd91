package report_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// lockers is a document with every kind of text that is hard to show.
func lockers() string {
	return "\ufeff# Parcel lockers\n" +
		"\n" +
		"- **FR-001**: A locker MUST open within 5 s of the code.\n" +
		"-\tA\tcourier MUST be told quickly.\n" +
		"- 扉は暗証番号で素早く開くこと。\n" +
		"- The e\u0301tage display MUST be clear.\n" +
		"- Hidden \u202eesrever\u202c and \x1b[31mred\x1b[0m text, a | pipe, `code`, @octo-admin, #12 and https://example.com/x.\n" +
		"- " + strings.Repeat("Doors are numbered from the left. ", 5) + "They close as appropriate. " + strings.Repeat("Hinges are steel. ", 5) + "\n" +
		"- A locker MUST open within 9 s of the code,\n" +
		"  and stay open,\n" +
		"  for ever.\n"
}

// lockersBefore is the same document at the base.
const lockersBefore = "# Parcel lockers\n\n- **FR-001**: A locker MUST open within 3 s of the code.\n- **FR-009**: A locker MUST NOT open twice.\n"

// at is the place of the n-th occurrence of words in a file.
func at(t *testing.T, f *source.File, side finding.Side, words string) finding.Place {
	t.Helper()
	i := strings.Index(f.Content(), words)
	if i < 0 {
		t.Fatalf("%q is not in %s", words, f.Path())
	}
	return finding.PlaceOf(f, side, source.Span{Start: i, End: i + len(words)})
}

// full is a report with something in every part of it.
func full(t *testing.T) report.Report {
	t.Helper()
	head := source.New("docs/specs/lockers.md", []byte(lockers()))
	base := source.New("docs/specs/lockers.md", []byte(lockersBefore))
	place := func(words string) finding.Place { return at(t, head, finding.Head, words) }
	finding1 := func(detector string, s finding.Severity, words, message string) finding.Finding {
		return finding.Finding{
			Detector: detector, Severity: s, Class: finding.Ambiguous, Affects: "requirements", Place: place(words),
			Message: message, Hint: "say how much", Default: "the smallest reading holds", Identity: finding.Identity{Text: words},
		}
	}
	contradiction := finding1("contradiction", finding.High, "within 9 s of the code,\n  and stay open,\n  for ever", `"within 9 s" contradicts "within 5 s"`)
	contradiction.Class = finding.Contradictory
	contradiction.Related = []finding.Related{{Place: place("within 5 s"), Note: "the other bound"}}
	removed := finding1("removal", finding.High, "FR-001", "FR-009 was removed")
	removed.Place = at(t, base, finding.Base, "A locker MUST NOT open twice")
	silenced := finding1("vague-term", finding.Medium, "Hinges", "suppressed in the spec")
	silenced.Suppressed = &finding.Suppression{Reason: "agreed with the vendor", Source: "inline"}
	off := finding1("vague-term", finding.Medium, "steel", "suppressed by policy")
	off.Suppressed = &finding.Suppression{Reason: "legacy", Source: "policy"}
	old := finding1("vague-term", finding.Medium, "from the left", "stood before")
	old.PreExisting = true
	findings := finding.Finish([]finding.Finding{
		contradiction, removed, silenced, off, old,
		finding1("vague-term", finding.Medium, "quickly", `"quickly" has no bound`),
		finding1("vague-term", finding.Medium, "素早く", `"素早く" has no bound`),
		finding1("vague-term", finding.Medium, "e\u0301tage", `"étage" is odd`),
		finding1("hostile", finding.Medium, "\u202eesrever\u202c and \x1b[31mred\x1b[0m text, a | pipe, `code`, @octo-admin, #12 and https://example.com/x",
			"found \"\u202eesrever\u202c \x1b[31mred | `code` @octo-admin #12 GH-7 www.example.com /ack\""),
		finding1("escape-clause", finding.Medium, "as appropriate", `"as appropriate" decides nothing`),
		finding1("passive", finding.Low, "are numbered", `"are numbered" by nobody`),
	})
	entries := ledger.FromFindings(findings, time.Time{})
	unread := []gate.Unread{
		{Path: "docs/specs/photo.md", Reason: "is binary: NUL byte in line 1"},
		{Path: "docs/specs/old.md", Reason: "is a symbolic link, which is not followed", Unchanged: true},
	}
	return report.Report{
		Tool: "surmise test", Base: strings.Repeat("a1", 20), Specs: []string{head.Path()},
		Findings: findings, Ledger: entries, NotInterrogated: unread,
		Verdict: gate.Decide(gate.Input{
			Policy:    policy.Default(),
			Discovery: gate.Discovery{Finished: true, Specs: 1, Compared: true, Changed: 1, Unread: unread},
			Ledger:    entries,
		}),
		Ambiguity: []clarify.Score{
			{Path: head.Path(), Score: 72, Gated: true, Reasons: []clarify.Reason{
				{Signal: "no_acceptance_criteria", Points: 60, Text: "nothing says when it is done", Place: place("Parcel lockers")},
				{Signal: "vague_description", Points: 12, Text: `"quickly" has no bound`, Place: place("quickly")},
			}},
		},
		Changes: []detect.Change{
			{Kind: detect.Weakened, Subject: "FR-001", Text: "within 3 s → within 5 s", Before: at(t, base, finding.Base, "3 s"), After: place("5 s")},
			{Kind: detect.Removed, Subject: "FR-009", Before: at(t, base, finding.Base, "FR-009")},
			{Kind: detect.Added, Subject: "扉は暗証番号で", After: place("素早く")},
			{Kind: detect.Reworded, Subject: "FR-002", Before: at(t, base, finding.Base, "3 s"), After: place("5 s")},
		},
		Limits: []string{`"docs/specs/lockers.md": no word list for language "fi"`},
		Sources: map[finding.Side]map[string]*source.File{
			finding.Head: {head.Path(): head}, finding.Base: {base.Path(): base},
		},
	}
}

// clearReport is a report on a spec that leaves nothing open.
func clearReport() report.Report {
	return report.Report{
		Tool: "surmise test", Specs: []string{"SPEC.md"},
		Verdict: gate.Decide(gate.Input{Policy: policy.Default(), Discovery: gate.Discovery{Finished: true, Specs: 1}}),
	}
}

func noSpec() report.Report {
	return report.Report{
		Tool:    "surmise test",
		Verdict: gate.Decide(gate.Input{Policy: policy.Default(), Discovery: gate.Discovery{Finished: true}}),
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		report report.Report
		style  report.Style
	}{
		{"full", full(t), report.Style{}},
		{"color", full(t), report.Style{Color: true}},
		{"clear", clearReport(), report.Style{}},
		{"no-spec", noSpec(), report.Style{}},
		{"undecided", report.Report{Tool: "surmise test"}, report.Style{}},
	}
	for _, tt := range tests {
		for _, f := range report.Formats() {
			if tt.style.Color && f.ID != "text" {
				continue
			}
			t.Run(f.ID+"/"+tt.name, func(t *testing.T) {
				t.Parallel()
				got, err := f.Render(tt.report, tt.style)
				if err != nil {
					t.Fatal(err)
				}
				again, err := f.Render(tt.report, tt.style)
				if err != nil || !bytes.Equal(got, again) {
					t.Errorf("a second rendering differs (%v)", err)
				}
				testkit.Golden(t, testkit.Path(t, "testdata", "report", f.ID, tt.name+".golden"), got)
			})
		}
	}
}

// TestGoldenFolders shows that each format has its golden files and that no
// folder is left from one that is gone.
func TestGoldenFolders(t *testing.T) {
	t.Parallel()
	var want, got []string
	for _, f := range report.Formats() {
		want = append(want, f.ID)
	}
	folders, err := filepath.Glob(testkit.Path(t, "testdata", "report", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		got = append(got, filepath.Base(f))
	}
	sorted := cmpopts.SortSlices(func(a, b string) bool { return a < b })
	if diff := cmp.Diff(want, got, sorted); diff != "" {
		t.Errorf("folders of testdata/report (-want +got):\n%s", diff)
	}
}

// TestJSONMeetsSchema holds every JSON report to the published schema, and the
// schema to refusing what breaks the contract.
func TestJSONMeetsSchema(t *testing.T) {
	t.Parallel()
	schema := compile(t, report.JSONSchema())
	for name, r := range map[string]report.Report{"full": full(t), "clear": clearReport(), "no spec": noSpec(), "zero": {}} {
		if err := schema.Validate(decode(t, render(t, "json", r))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	breaks := map[string]func(map[string]any){
		"null list":      func(m map[string]any) { m["findings"] = nil },
		"missing list":   func(m map[string]any) { delete(m, "limits") },
		"unknown field":  func(m map[string]any) { m["extra"] = 1 },
		"status":         func(m map[string]any) { m["verdict"].(map[string]any)["status"] = "PASS" },
		"severity":       func(m map[string]any) { first(m, "findings")["severity"] = "HIGH" },
		"zero line":      func(m map[string]any) { first(m, "findings")["line"] = 0 },
		"string boolean": func(m map[string]any) { first(m, "findings")["pre_existing"] = "false" },
		"finding field":  func(m map[string]any) { first(m, "findings")["note"] = "x" },
	}
	for name, breakIt := range breaks {
		m := decode(t, render(t, "json", full(t))).(map[string]any)
		breakIt(m)
		if schema.Validate(m) == nil {
			t.Errorf("%s: the schema accepts it", name)
		}
	}
}

func first(m map[string]any, list string) map[string]any {
	return m[list].([]any)[0].(map[string]any)
}

func compile(t *testing.T, data []byte) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", decode(t, data)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func decode(t *testing.T, data []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return v
}

func render(t *testing.T, id string, r report.Report) []byte {
	t.Helper()
	for _, f := range report.Formats() {
		if f.ID == id {
			out, err := f.Render(r, report.Style{})
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
	}
	t.Fatalf("no format %q", id)
	return nil
}

// TestJSONKeepsWords shows that the JSON report is not sanitised: programs get
// the words as they stand in the spec.
func TestJSONKeepsWords(t *testing.T) {
	t.Parallel()
	var got struct {
		Findings []struct {
			Excerpt string `json:"excerpt"`
			Line    int    `json:"line"`
			Column  int    `json:"column"`
		} `json:"findings"`
	}
	r := full(t)
	if err := json.Unmarshal(render(t, "json", r), &got); err != nil {
		t.Fatal(err)
	}
	for i, f := range r.Findings {
		if g := got.Findings[i]; g.Excerpt != f.Text || g.Line != f.At.Start.Line || g.Column != f.At.Start.Column {
			t.Errorf("finding %d is %+v, want %q at %v", i, g, f.Text, f.At.Start)
		}
	}
}

// TestListsSayWhatTheyLeaveOut shortens every list that has a cap.
func TestListsSayWhatTheyLeaveOut(t *testing.T) {
	t.Parallel()
	f := source.New("SPEC.md", []byte(strings.Repeat("words\n", 70)))
	var all []finding.Finding
	for i := range 70 {
		s := finding.Low
		if i%2 == 0 {
			s = finding.Medium
		}
		all = append(all, finding.Finding{Detector: "d", Severity: s, Place: finding.PlaceOf(f, finding.Head, f.Line(i+1)), Message: "m"})
	}
	r := report.Report{Specs: []string{"SPEC.md"}, Findings: finding.Finish(all)}
	if got := string(render(t, "text", r)); !strings.Contains(got, "... and 15 more low; --format json lists them all") {
		t.Errorf("the text report does not say how many low findings it leaves out:\n%s", got)
	}
	r.Changes = slices.Repeat([]detect.Change{{Kind: detect.Added, Subject: "FR", After: all[0].Place}}, 14)
	for _, format := range []string{"text", "markdown"} {
		if got := string(render(t, format, r)); !strings.Contains(got, "4 more new") {
			t.Errorf("the %s report does not say how many new requirements it leaves out:\n%s", format, got)
		}
	}
	for i := range all {
		all[i].Severity = finding.Medium
	}
	r.Findings = finding.Finish(all)
	if got := string(render(t, "markdown", r)); !strings.Contains(got, "20 more rows not shown") {
		t.Errorf("the Markdown report does not say how many rows it leaves out:\n%s", got)
	}
}
