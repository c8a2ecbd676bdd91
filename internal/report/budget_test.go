package report

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFit(t *testing.T) {
	t.Parallel()
	rows := func(n int) []string {
		var out []string
		for i := range n {
			out = append(out, fmt.Sprintf("- row %d of several\n", i))
		}
		return out
	}
	low := block{rank: 1, head: "low\n", rows: rows(3), more: "entry"}
	high := block{rank: 0, head: "high\n", rows: rows(3), foot: "end\n", more: "row"}
	tests := []struct {
		name   string
		blocks []block
		limit  int
		want   string
	}{
		{"all of it", []block{low, high}, 200, "low\n- row 0 of several\n- row 1 of several\n- row 2 of several\nhigh\n- row 0 of several\n- row 1 of several\n- row 2 of several\nend\n"},
		{"the lower rank gets room first", []block{low, high}, 110, "low\n\n3 more entries in there\nhigh\n- row 0 of several\n- row 1 of several\n- row 2 of several\nend\n"},
		{"some rows", []block{low}, 50, "low\n- row 0 of several\n\n2 more entries in there\n"},
		{"one row less", []block{low}, 52, "low\n- row 0 of several\n\n2 more entries in there\n"},
		{"heads without room", []block{{head: "one\n"}, {head: strings.Repeat("x", 90)}}, 40, "one\n\nmore in there\n"},
		{"nothing", nil, 10, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := fit(tt.blocks, tt.limit, "there")
			if got != tt.want || len(got) > tt.limit {
				t.Errorf("fit in %d bytes = %q (%d bytes), want %q", tt.limit, got, len(got), tt.want)
			}
		})
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		n    int
		want string
	}{
		{"abc", 3, "abc"},
		{"abcdef", 5, "ab…"},
		{"ééé", 5, "é…"},
		{"abcdef", 2, ""},
	}
	for _, tt := range tests {
		if got := cut(tt.in, tt.n); got != tt.want {
			t.Errorf("cut(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
	if got := cutRunes("ééé", 2); got != "é…" {
		t.Errorf("cutRunes = %q", got)
	}
}

// FuzzFit holds for any rows and any limit that has room for one line: the
// limit is kept, rows stay whole and in order, and what is missing is counted.
func FuzzFit(f *testing.F) {
	f.Add("a\nbb\nccc", "x\ny", 60, 1)
	f.Add("", "", 20, 0)
	f.Fuzz(func(t *testing.T, first, second string, limit, rank int) {
		const room = 20
		limit = room + clamp(limit, 4000)
		blocks := []block{
			{rank: clamp(rank, 2), head: "one\n", rows: strings.SplitAfter(first, "\n"), more: "row"},
			{rank: 1, head: "two\n", rows: strings.SplitAfter(second, "\n"), foot: "end\n", more: "entry"},
		}
		got := fit(blocks, limit, "there")
		if len(got) > limit {
			t.Fatalf("%d bytes, the limit is %d: %q", len(got), limit, got)
		}
		whole := "one\n" + first + "two\n" + second + "end\n"
		if len(whole) <= limit && got != whole {
			t.Fatalf("%q has room, and is %q", whole, got)
		}
		if got != whole && !strings.Contains(got, "more") {
			t.Fatalf("nothing says that %q is not all of %q", got, whole)
		}
	})
}

func FuzzCut(f *testing.F) {
	f.Add("été", 3)
	f.Fuzz(func(t *testing.T, s string, n int) {
		n = clamp(n, 1000)
		got := cut(s, n)
		if len(got) > n || utf8.ValidString(s) && !utf8.ValidString(got) || !strings.HasPrefix(s, strings.TrimSuffix(got, ellipsis)) {
			t.Fatalf("cut(%q, %d) = %q", s, n, got)
		}
	})
}
