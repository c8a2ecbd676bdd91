package grill_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/grill"
	"github.com/surmise-ci/surmise/internal/source"
)

func read(text string) (grill.Report, error) {
	return grill.Read(source.New("report.md", []byte(text)))
}

// under is a report with one section.
func under(section string, lines ...string) string {
	return "# Spec grill report\n\n- Spec: docs/spec.md\n\n## Grill findings\n\n### " + section + "\n\n" + strings.Join(lines, "\n") + "\n"
}

func items(t *testing.T, text string) []grill.Item {
	t.Helper()
	r, err := read(text)
	if err != nil {
		t.Fatal(err)
	}
	return r.Items
}

// whole has one finding or two in each section of the contract.
const whole = `# Spec grill report

- Spec: docs/spec.md
- Generated: 2026-03-04T09:00:00Z
- Provider: claude

## Grill findings

### Ambiguities and missing acceptance criteria

1. Who counts as a returning reader is left to the reader.
2. The reminder has no acceptance criteria.

### Unstated assumptions

1. Every reader has an e-mail address.

### Security blind spots

1. Nothing says who may read the loan history.

### Scale and reliability blind spots

1. Nothing says what the desk does without a network.

### Contradictions

1. FR-002 allows five loans and FR-007 seven.

### Edge cases

None identified.
`

func TestSixFindings(t *testing.T) {
	t.Parallel()
	r, err := read(whole)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, i := range r.Items {
		got = append(got, fmt.Sprintf("%d %s %s %s", i.Line, i.Severity(), i.Class(), i.Affects()))
	}
	want := []string{
		"11 medium ambiguous acceptance-criteria", "12 high ambiguous acceptance-criteria", "16 medium underspecified requirements",
		"20 high missing security", "24 high missing scale-reliability", "28 high contradictory requirements",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	if r.Spec != "docs/spec.md" || len(r.Notes) > 0 {
		t.Errorf("spec %q, notes %q", r.Spec, r.Notes)
	}
	crlf, err := read(strings.ReplaceAll(whole, "\n", "\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, crlf); diff != "" {
		t.Errorf("with carriage returns (-want +got):\n%s", diff)
	}
}

func TestNoneUnderEachSectionIsNoFinding(t *testing.T) {
	t.Parallel()
	text := ""
	for _, s := range grill.Sections() {
		text += "### " + s + "\n\nNone identified.\n\n"
	}
	if got := items(t, text); len(got) > 0 {
		t.Errorf("items %+v", got)
	}
}

func TestNoneUnderContradictions(t *testing.T) {
	t.Parallel()
	none := []string{"None found.", "No contradictions identified.", "N/A", "- None identified."}
	if got := items(t, under("Contradictions", none...)); len(got) > 0 {
		t.Errorf("items %+v", got)
	}
	got := items(t, under("Contradictions", append(none, "- The limit is five here and seven there.")...))
	if len(got) != 1 || got[0].Class() != finding.Contradictory || got[0].Severity() != finding.High {
		t.Errorf("items %+v, want one contradiction", got)
	}
}

// TestMarkers shows every marker of the contract, and that nothing behind one
// is lost.
func TestMarkers(t *testing.T) {
	t.Parallel()
	got := items(t, under("Unstated assumptions", "1. one", "- two", "* three", "+ four", "1) five", "2: six", "  - seven",
		"3) Readers exist. Desks too.", "4: A. B", "5. C. D", "• eight", "bare words that go on with it"))
	var texts []string
	for _, i := range got {
		texts = append(texts, i.Text)
	}
	want := []string{"one", "two", "three", "four", "five", "six", "seven", "Readers exist. Desks too.", "A. B", "C. D", "eight bare words that go on with it"}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
}

func TestLinesOfOneFinding(t *testing.T) {
	t.Parallel()
	got := items(t, under("Security blind spots", "1. The token", "   has no end,", "and nobody says who revokes it.", "", "   It is kept in the browser.", "2. Logs"))
	want := "The token has no end, and nobody says who revokes it. It is kept in the browser."
	if len(got) != 2 || got[0].Text != want || got[1].Text != "Logs" {
		t.Errorf("items %+v", got)
	}
}

func TestBareWordsAreToldOf(t *testing.T) {
	t.Parallel()
	r, err := read(under("Unstated assumptions", "Here is what I found:", "", "- Readers exist"))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Items) != 1 || len(r.Notes) == 0 || r.Notes[0] != "report.md:9: no finding of the grill report, since it is no list item" {
		t.Errorf("items %+v, notes %q", r.Items, r.Notes)
	}
	if last := r.Notes[len(r.Notes)-1]; last != `the grill report has no section "Edge cases": not looked at` {
		t.Errorf("last note %q", last)
	}
}

// TestRefusal shows what is no report. None of it may read as a clean bill.
func TestRefusal(t *testing.T) {
	t.Parallel()
	const noSection = "report.md:1:1: no section: a grill report has headings such as \"### Contradictions\", with a list under each"
	for name, tt := range map[string]struct{ text, want string }{
		"empty":         {"", noSection},
		"only blanks":   {"\n\n", noSection},
		"prose":         {"The spec is fine.\n", noSection},
		"wrong level":   {"## Contradictions\n\nNone.\n", noSection},
		"deeper level":  {"#### Contradictions\n\nNone.\n", noSection},
		"an error":      {"Error: rate limit exceeded\n", noSection},
		"empty section": {under("Contradictions"), "report.md:7:1: \"Contradictions\" says nothing: write its findings as a list, or \"None identified.\""},
		"section of prose": {under("Contradictions", "I could not look at this."),
			"report.md:7:1: nothing under \"Contradictions\" can be read: write each finding as a list item, or \"None identified.\""},
		"section without a name": {under("Contradictions", "None.", "### #", "- FR-1 contradicts FR-2"),
			"report.md:10:1: a section without a name: write what it is about behind \"###\""},
		"closed section": {under("Contradictions", "## Notes", "- FR-1 contradicts FR-2"), "report.md:7:1: \"Contradictions\" says nothing: write its findings as a list, or \"None identified.\""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := read(tt.text)
			if err == nil {
				t.Fatal("it is read as a report")
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCleanBills tells a clean bill from a finding that begins like one.
func TestCleanBills(t *testing.T) {
	t.Parallel()
	for line, clean := range map[string]bool{
		"None.": true, "None": true, "None found": true, "None identified.": true, "*None identified.*": true, "N/A": true, "Not applicable.": true,
		"Nothing": true, "Nothing of note.": true, "Nothing stands out": true, "All clear.": true, "No issues": true, "No issues were found.": true,
		"No contradictions identified.": true, "No significant gaps were found in this section.": true, "No conflicts or inconsistencies found.": true,
		"There are no security risks.": true, "This section looks good.": true, "The spec is complete and unambiguous": true, "Spec looks fine": true,
		"None identified; the spec is consistent.": true, "No blind spots in this area": true, "No concerns here.": true, "(none)": true,

		"No conflict resolution strategy is described for offline edits": false, "Not a single risk is documented": false,
		"Not clear whether conflicts are merged": false, "No issue tracking is specified": false, "No risk owner is named": false,
		"None of the endpoints states a limit": false, "Nothing says who may read the history": false, "No gap between two loans is defined": false,
		"No defect severity is defined": false, "No": false, "None found, but the session timeout is undefined": false,
		"No problem details format (RFC 9457) is required": false, "No assumptions about time zones are stated": false,
		"There is no acceptance criterion for FR-003": false, "This section looks good except for the limits": false,
		"The spec is clear. FR-002 is not.": false, "Nothing happens after the third attempt": false, "No bugs may be open at release, says who?": false,
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			r, err := read(under("Findings", "- "+line))
			if err != nil {
				t.Fatal(err)
			}
			if got := len(r.Items) == 0; got != clean {
				t.Errorf("%q is a clean bill: %v, want %v", line, got, clean)
			}
		})
	}
}

// TestContradictions says what is classed as contradictory. It is high then,
// without exception.
func TestContradictions(t *testing.T) {
	t.Parallel()
	const (
		ambiguity = "Ambiguities and missing acceptance criteria"
		mixed     = "Contradictions and ambiguities"
		security  = "Security blind spots"
	)
	for _, tt := range []struct {
		section, line string
		want          bool
	}{
		{"Contradictions", "Five loans here, seven there.", true},
		{"Internal contradictions", "The desk closes at six.", true},
		{"Findings", "A conflicts with B.", true},
		{"Findings", "FR-003 and FR-007 conflict.", true},
		{"Findings", "Offline use is incompatible with the live price rule", true},
		{"Findings", "Both modes are mutually exclusive, and FR-4 asks for both", true},
		{"Findings", "How should merge conflicts be displayed?", false},
		{"Findings", "Merge conflicts with the main branch are not shown", false},
		{"Findings", "No conflict resolution is described", false},
		{"Findings", "The cache is inconsistent after a crash", false},
		{"Findings", "What stops them from contradicting each other?", false},
		{"Findings", "Two limits could conflict at runtime", false},
		{"Findings", "There is a risk of conflicting requirements", false},
		{"Findings", "It is unclear whether FR-1 contradicts FR-2", false},
		{mixed, "Ambiguous wording of the limit", false},
		{mixed, "FR-1 contradicts FR-2", true},
		{mixed, "Five loans in FR-1 versus seven in FR-2", true},
		{ambiguity, "FR-1 contradicts FR-2", false},
		{"Unstated assumptions", "It conflicts with the contract", false},
		{security, "JWT sign-in contradicts the session cookies of FR-5", true},
		{security, "Nobody says who may sign in", false},
		{"Edge cases", "Two desks lend at once", false},
	} {
		t.Run(tt.section+"/"+tt.line, func(t *testing.T) {
			t.Parallel()
			i := grill.Item{Section: tt.section, Text: tt.line}
			if got := i.Class() == finding.Contradictory; got != tt.want {
				t.Errorf("class %s, want contradictory: %v", i.Class(), tt.want)
			}
			if i.Class() == finding.Contradictory && i.Severity() != finding.High {
				t.Errorf("a contradiction is %s", i.Severity())
			}
		})
	}
}

// FuzzRead holds reading to what it promises: no report without a section, and
// every section of one either has findings or says that it has none.
func FuzzRead(f *testing.F) {
	f.Add(whole)
	f.Add(under("Contradictions", "1) A. B", "\tmore", "- none"))
	f.Fuzz(func(t *testing.T, text string) {
		r, err := read(text)
		if err != nil {
			return
		}
		if !strings.Contains(text, "### ") {
			t.Error("a report without a section")
		}
		for _, i := range r.Items {
			if i.Text == "" || i.Section == "" && !strings.Contains(text, "### ") || i.Line < 1 || i.Severity() < finding.Medium {
				t.Errorf("item %+v", i)
			}
		}
	})
}
