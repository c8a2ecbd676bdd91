package detect_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestPlaceholders shows what of a line is flagged, and that a marker inside a
// clarification marker is part of it.
func TestPlaceholders(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, item string
		want       []string
	}{
		{"two in a line", "It must last TBD days and cost TBD.", []string{"TBD", "TBD"}},
		{"with stops", "It must last T.B.D. days.", []string{"T.B.D"}},
		{"beside a clarification marker", "It must last TBD [NEEDS CLARIFICATION: TBD?] and cost TBD.", []string{"TBD", "[NEEDS CLARIFICATION: TBD?]", "TBD"}},
		{"right behind a clarification marker", "It must last [CLARIFY: how long?] TBD.", []string{"[CLARIFY: how long?]", "TBD"}},
		{"behind a marker without brackets", "It must last NEEDS CLARIFICATION: TBD days, TODO", []string{"NEEDS CLARIFICATION: TBD days, TODO"}},
		{"after a quotation", "It must print \"TBD\" for TBD days.", []string{"TBD"}},
		{"inside a quotation that ends", "It must print \"TBD and TBD\" in red.", nil},
		{"shown as code beside it", "It must reject TBD, the value `TBD` included.", nil},
		{"code of another word", "It must set `TODO` to TBD days.", []string{"TBD"}},
		{"a state of a board", "It must move cards from TODO to DONE.", nil},
		{"code before a unit", "It must last `TBD` days.", []string{"TBD"}},
		{"code as the value", "It must end within at most `???`.", []string{"???"}},
		{"code in brackets", "The limit must be `<tbd>`.", []string{"<tbd>"}},
		{"code as what a status is", "The status of an open case must be `TBD`.", nil},
		{"code in a condition", "If the limit is `TBD`, it must say so.", nil},
		{"code that is looked for", "It must reject `TBD`.", nil},
		{"in small letters and brackets", "It must last 5 days (tbc).", []string{"(tbc)"}},
		{"in small letters at the end", "The colour must be tba.", []string{"tba"}},
		{"small letters of a name", "It must list tbc and measles.", nil},
		{"a letter of another script", "It must last TВD days.", []string{"TВD"}},
		{"an author's note", "It must be red [to be agreed by the harbour].", []string{"to be agreed"}},
		{"a wish in parentheses", "The list (to be confirmed by the clerk) must be sorted.", nil},
		{"a letter for a number", "It must load in x seconds and fail in at most y% of all cases.", []string{"x", "y"}},
		{"a letter that is explained", "It must wait x seconds, where x is the number of failures.", nil},
		{"a letter that multiplies", "It must wait 2 x seconds.", nil},
		{"a row of markers", "It must not hold TBD, TODO or ??? anywhere.", nil},
		{"a row that starts in code", "It must flag `???` and XXX.", nil},
		{"what is contained", "It must not contain TBD.", nil},
		{"two question marks before a unit", "It must last ?? days. Really??", []string{"??"}},
		{"question marks", "It must last ??? days, \"???\" at the most ????", []string{"???", "????"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, f := range placeholders(t, tt.item) {
				got = append(got, f.text)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestManyPlaceholders holds one statement to a few findings, of which the last
// counts what it stands for.
func TestManyPlaceholders(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ markers, findings, more int }{{19, 19, 0}, {20, 20, 0}, {21, 20, 1}, {500, 20, 480}} {
		found := placeholders(t, "It must last "+strings.Repeat("TBD or ", tt.markers-1)+"TBD.")
		if len(found) != tt.findings {
			t.Fatalf("%d markers: %d findings, want %d", tt.markers, len(found), tt.findings)
		}
		want := ""
		if tt.more > 0 {
			want = fmt.Sprintf("(and %d more here)", tt.more)
		}
		last := found[len(found)-1].message
		if !strings.Contains(last, want) || want == "" && strings.Contains(last, "more here") {
			t.Errorf("%d markers: the last finding says %q, want %q in it", tt.markers, last, want)
		}
	}
}

type said struct{ text, message string }

// placeholders is what is said to be open in one requirement.
func placeholders(t *testing.T, item string) []said {
	t.Helper()
	doc := parse(t, testkit.File{Path: "spec.md", Data: []byte("# Desk\n\n## Requirements\n\n- " + item + "\n")})
	var out []said
	for _, f := range detect.Run(detect.All(), detect.Input{Head: []*spec.Document{doc}}) {
		if slices.Contains([]string{"placeholder", "clarification-marker"}, f.Detector) {
			out = append(out, said{f.Text, f.Message})
		}
	}
	return out
}
