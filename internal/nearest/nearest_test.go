package nearest

import "testing"

func TestName(t *testing.T) {
	t.Parallel()
	known := []string{"vague-term", "open-ended-list", "scope", "specs", "high", "low"}
	tests := []struct{ name, word, want string }{
		{"itself", "scope", "scope"},
		{"a letter missing", "vague-trm", "vague-term"},
		{"two letters swapped", "socpe", "scope"},
		{"two words off", "vague-words", ""},
		{"case is a difference", "High", "high"},
		{"nothing near", "contradiction", ""},
		{"nothing in common", "xyz", ""},
		{"short words keep a letter", "lo", "low"},
		{"empty", "", ""},
		{"too long to compare", string(make([]byte, 1<<20)), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Name(tt.word, known); got != tt.want {
				t.Errorf("Name(%q) = %q, want %q", tt.word, got, tt.want)
			}
		})
	}
	if got := Name("ax", []string{"ab", "ac"}); got != "ab" {
		t.Errorf("Name of equals = %q, want the first", got)
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"kitten", "sitting", 3}, {"größe", "grösse", 2},
	}
	for _, tt := range tests {
		for _, pair := range [][2]string{{tt.a, tt.b}, {tt.b, tt.a}} {
			if got := distance([]rune(pair[0]), []rune(pair[1])); got != tt.want {
				t.Errorf("distance(%q, %q) = %d, want %d", pair[0], pair[1], got, tt.want)
			}
		}
	}
}
