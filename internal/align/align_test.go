package align_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

func parse(t testing.TB, path, text string) *spec.Document {
	t.Helper()
	f := source.New(path, []byte(text))
	tree, err := markdown.Parse(f, policy.Default().Limits)
	if err != nil {
		t.Fatal(err)
	}
	return spec.NewLexicon().Read(f, tree)
}

// files parses documents written as "path: item; item", each item a line under
// Requirements.
func files(t testing.TB, list []string) []*spec.Document {
	t.Helper()
	var out []*spec.Document
	for _, l := range list {
		path, items, _ := strings.Cut(l, ": ")
		text := "# Product\n\n## Requirements\n"
		for item := range strings.SplitSeq(items, "; ") {
			text += "\n- " + item
		}
		out = append(out, parse(t, path, text+"\n"))
	}
	return out
}

func TestMatch(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		base, head []string
		want       []string // "base text = head text", "~" if reworded; "- removed", "+ added"
	}{
		{"nothing", nil, nil, nil},
		{"unchanged", []string{"a.md: Orders MUST have a number."}, []string{"a.md: Orders MUST have a number."},
			[]string{"Orders MUST have a number. = Orders MUST have a number."}},
		{"too little in common",
			[]string{"a.md: Clerks MUST sign invoices."}, []string{"a.md: Clerks MUST count chairs daily."},
			[]string{"- Clerks MUST sign invoices.", "+ Clerks MUST count chairs daily."}},
		{"too little in common with another file",
			[]string{"a.md: Clerks MUST sign every invoice today.", "b.md: Doors MUST be shut."},
			[]string{"b.md: Doors MUST be shut.; Clerks MUST sign every invoice tomorrow or later."},
			[]string{
				"Doors MUST be shut. = Doors MUST be shut.",
				"- Clerks MUST sign every invoice today.", "+ Clerks MUST sign every invoice tomorrow or later.",
			}},
		{"renumbered by an insertion",
			[]string{"a.md: FR-001: Orders MUST have a number.; FR-002: Refunds MUST be paid."},
			[]string{"a.md: FR-001: Prices MUST be shown.; FR-002: Orders MUST have a number.; FR-003: Refunds MUST be paid."},
			[]string{
				"FR-001: Orders MUST have a number. = FR-002: Orders MUST have a number.",
				"FR-002: Refunds MUST be paid. = FR-003: Refunds MUST be paid.",
				"+ FR-001: Prices MUST be shown.",
			}},
		{"same id, other words",
			[]string{"a.md: FR-001: Orders MUST have a number."}, []string{"a.md: FR-001: Buyers can find what they bought."},
			[]string{"FR-001: Orders MUST have a number. ~ FR-001: Buyers can find what they bought."}},
		{"moved to another file",
			[]string{"a.md: FR-001: Orders MUST have a number."}, []string{"b.md: FR-009: Orders MUST have a number."},
			[]string{"FR-001: Orders MUST have a number. = FR-009: Orders MUST have a number."}},
		{"an id of another file is another id",
			[]string{"a.md: FR-001: Orders MUST have a number."}, []string{"b.md: FR-001: Refunds MUST be paid."},
			[]string{"- FR-001: Orders MUST have a number.", "+ FR-001: Refunds MUST be paid."}},
		{"reworded without an id",
			[]string{"a.md: Orders MUST have a unique number.; Refunds MUST be paid."},
			[]string{"a.md: Orders MUST have a unique number within a year.; Refunds MUST be paid."},
			[]string{
				"Orders MUST have a unique number. ~ Orders MUST have a unique number within a year.",
				"Refunds MUST be paid. = Refunds MUST be paid.",
			}},
		{"a copy without the id is no partner while the id stands",
			[]string{"a.md: FR-001: Orders MUST NOT have a number."}, []string{"a.md: FR-001: Orders MUST have a number.; Orders MUST NOT have a number."},
			[]string{"FR-001: Orders MUST NOT have a number. ~ FR-001: Orders MUST have a number.", "+ Orders MUST NOT have a number."}},
		{"two alike keep their order",
			[]string{"a.md: Orders MUST be paid.; Orders MUST be paid."}, []string{"a.md: Orders MUST be paid."},
			[]string{"Orders MUST be paid. = Orders MUST be paid.", "- Orders MUST be paid."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := align.Match(files(t, tt.base), files(t, tt.head))
			var got []string
			text := func(r align.Ref) string { return r.Statement.Text.String() }
			for _, p := range a.Pairs {
				sign := " ~ "
				if p.Equal {
					sign = " = "
				}
				got = append(got, text(p.Base)+sign+text(p.Head))
			}
			for _, r := range a.Removed {
				got = append(got, "- "+text(r))
			}
			for _, r := range a.Added {
				got = append(got, "+ "+text(r))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("alignment (-want +got):\n%s", diff)
			}
		})
	}
}

// TestMatchIntoCode shows that words in code are no requirement any more.
func TestMatchIntoCode(t *testing.T) {
	t.Parallel()
	base := parse(t, "a.md", "## Requirements\n\n- Orders MUST have a number.\n")
	head := parse(t, "a.md", "## Requirements\n\n```\n- Orders MUST have a number.\n```\n")
	if a := align.Match([]*spec.Document{base}, []*spec.Document{head}); len(a.Removed) != 1 {
		t.Errorf("%d removed, want 1", len(a.Removed))
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, before, after string
		want                []align.Run
	}{
		{"empty", "", "", nil},
		{"equal", "a b", "a b", []align.Run{{"a b", "a b"}}},
		{"one word", "timeout is 5 s", "timeout is 30 s", []align.Run{{"timeout is", "timeout is"}, {"5", "30"}, {"s", "s"}}},
		{"came", "a c", "a b c", []align.Run{{"a", "a"}, {"", "b"}, {"c", "c"}}},
		{"went", "a b c", "a c", []align.Run{{"a", "a"}, {"b", ""}, {"c", "c"}}},
		{"all", "a", "b", []align.Run{{"a", "b"}}},
		{"two places", "a b c d e", "a x c y e", []align.Run{{"a", "a"}, {"b", "x"}, {"c", "c"}, {"d", "y"}, {"e", "e"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, align.Words(tt.before, tt.after)); diff != "" {
				t.Errorf("runs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestStretches shows that words with spaces, and empty ones, keep their places.
func TestStretches(t *testing.T) {
	t.Parallel()
	before, after := []string{"", "a b", "", "c"}, []string{"", "", "a b", "", "d"}
	want := []align.Stretch{
		{Before: []string{""}, After: []string{""}, Shared: true},
		{Before: []string{}, After: []string{""}},
		{Before: []string{"a b", ""}, After: []string{"a b", ""}, Shared: true},
		{Before: []string{"c"}, After: []string{"d"}},
	}
	if diff := cmp.Diff(want, align.Stretches(before, after)); diff != "" {
		t.Errorf("stretches (-want +got):\n%s", diff)
	}
}

// FuzzWords shows that the runs always spell both texts.
func FuzzWords(f *testing.F) {
	f.Add("timeout is 5 s", "the timeout was 30 s")
	f.Fuzz(func(t *testing.T, before, after string) {
		var a, b []string
		for _, r := range align.Words(before, after) {
			a = append(a, strings.Fields(r.Before)...)
			b = append(b, strings.Fields(r.After)...)
		}
		if !slices.Equal(a, strings.Fields(before)) || !slices.Equal(b, strings.Fields(after)) {
			t.Errorf("runs spell %q and %q", a, b)
		}
	})
}

// BenchmarkMatch aligns two large revisions in which every requirement was
// reworded, which is the slowest case.
func BenchmarkMatch(b *testing.B) {
	const n = 2000
	write := func(format string) []*spec.Document {
		var text strings.Builder
		text.WriteString("## Requirements\n\n")
		for i := range n {
			fmt.Fprintf(&text, format, i, i%7, i%11)
		}
		return []*spec.Document{parse(b, "a.md", text.String())}
	}
	base := write("- The station%d MUST send reading %d to hub %d.\n")
	head := write("- Each station%d MUST send its reading %d to hub %d.\n")
	b.ReportAllocs()
	for b.Loop() {
		if a := align.Match(base, head); len(a.Pairs) != n {
			b.Fatalf("%d pairs, want %d", len(a.Pairs), n)
		}
	}
}

func TestLostScenarios(t *testing.T) {
	t.Parallel()
	const (
		late    = "- **Given** a lent book, **When** it comes back late, **Then** the reader pays a fine.\n"
		later   = "- **Given** a lent book, **When** it comes back a week late, **Then** its reader pays a double fine.\n"
		holiday = "- **Given** a closed desk, **When** a loan ends, **Then** it lasts one more day.\n"
	)
	tests := []struct {
		name       string
		base, head string
		want       int
	}{
		{"kept", "## Loans\n\n" + late + holiday, "## Loans\n\n" + holiday + late, 0},
		{"gone", "## Loans\n\n" + late + holiday, "## Loans\n\n" + late, 1},
		{"reworded", "## Loans\n\n" + late + holiday, "## Loans\n\n" + holiday + later, 0},
		{"under another heading", "## Loans\n\n" + late, "## Fines\n\n" + late, 0},
		{"same title, other steps", "## Scenario: Late\n\n" + late, "## Scenario: Late\n\n" + holiday, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			base, head := parse(t, "a.md", tt.base), parse(t, "a.md", tt.head)
			if len(base.Scenarios) == 0 {
				t.Fatal("the base has no scenario")
			}
			pairs, lost := align.Scenarios([]*spec.Document{base}, []*spec.Document{head})
			if len(lost) != tt.want || len(pairs)+len(lost) != len(base.Scenarios) {
				t.Errorf("%d lost and %d paired of %d, want %d lost", len(lost), len(pairs), len(base.Scenarios), tt.want)
			}
		})
	}
}
