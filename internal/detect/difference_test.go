package detect

import "testing"

// TestDifference shows that what a message repeats of two wordings differs
// within what it repeats.
func TestDifference(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, base, head, before, after string
	}{
		{"same", "a b", "a  b", "", ""},
		{"one word", "no names in exports", "no nicknames in exports", "names", "nicknames"},
		{"new words", "no names", "no names for long", "", "for long"},
		{"two places", "The night export must NOT hold names", "The night export must NOT hold full names of adults", "names", "full names of adults"},
		{"apart", "no names and no birth dates in it", "no nicknames and no birth days in it", "names and no birth dates", "nicknames and no birth days"},
		{"one long word", "no supercalifragilisticexpialidocious-names here", "no supercalifragilisticexpialidocious-dates here", "…ous-names", "…ous-dates"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			before, after := difference(tt.base, tt.head)
			if before != tt.before || after != tt.after {
				t.Errorf("%q became %q, want %q and %q", before, after, tt.before, tt.after)
			}
			if b, a := shorten(before, maxHalf), shorten(after, maxHalf); b == a && tt.name != "same" {
				t.Errorf("both read %q", b)
			}
		})
	}
}
