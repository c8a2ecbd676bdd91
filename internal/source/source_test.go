package source_test

import (
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/source"
)

func TestPosition(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		offset     int
		want       source.Position
	}{
		{"first byte", "ab\ncd", 0, source.Position{Line: 1, Column: 1}},
		{"line break belongs to its line", "ab\ncd", 2, source.Position{Line: 1, Column: 3}},
		{"next line", "ab\ncd", 3, source.Position{Line: 2, Column: 1}},
		{"end", "ab\ncd", 5, source.Position{Line: 2, Column: 3}},
		{"beyond the end", "ab\ncd", 99, source.Position{Line: 2, Column: 3}},
		{"before the start", "ab", -1, source.Position{Line: 1, Column: 1}},
		{"carriage return", "ab\r\ncd", 4, source.Position{Line: 2, Column: 1}},
		{"code points, not bytes", "é見🎉x", 9, source.Position{Line: 1, Column: 4}},
		{"byte order mark has no column", "\ufeffab", 3, source.Position{Line: 1, Column: 1}},
		{"inside the byte order mark", "\ufeffab", 1, source.Position{Line: 1, Column: 1}},
		{"empty file", "", 0, source.Position{Line: 1, Column: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := source.New("a.md", []byte(tt.text)).Position(tt.offset); got != tt.want {
				t.Errorf("Position(%d) in %q = %v, want %v", tt.offset, tt.text, got, tt.want)
			}
		})
	}
}

// TestPositionInLongLine compares with counting from the start, on both sides
// of every place where the file keeps a count.
func TestPositionInLongLine(t *testing.T) {
	t.Parallel()
	text := "\ufeffé\n" + strings.Repeat("aé見🎉", 3000) + "\nx"
	f := source.New("a.md", []byte(text))
	line, column := 1, 1
	for offset, r := range text {
		want := source.Position{Line: line, Column: column}
		if got := f.Position(offset); got != want {
			t.Fatalf("Position(%d) = %v, want %v", offset, got, want)
		}
		switch r {
		case '\ufeff':
		case '\n':
			line, column = line+1, 1
		default:
			column++
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		lines      int
		line       int
		want       string
	}{
		{"last line with a break", "ab\ncd\n", 2, 2, "cd"},
		{"last line without", "ab\ncd", 2, 2, "cd"},
		{"line of a carriage return", "\r\ncd\r\n", 2, 1, ""},
		{"carriage return is no part", "ab\r\ncd\r\n", 2, 1, "ab"},
		{"line that is not there", "ab\n", 1, 7, ""},
		{"empty file", "", 1, 1, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := source.New("a.md", []byte(tt.text))
			if got := f.Lines(); got != tt.lines {
				t.Errorf("Lines() of %q = %d, want %d", tt.text, got, tt.lines)
			}
			if got := f.Excerpt(f.Line(tt.line)); got != tt.want {
				t.Errorf("Line(%d) of %q = %q, want %q", tt.line, tt.text, got, tt.want)
			}
		})
	}
}

func TestSpan(t *testing.T) {
	t.Parallel()
	outer, inner, next := source.Span{Start: 2, End: 8}, source.Span{Start: 4, End: 8}, source.Span{Start: 8, End: 9}
	if !outer.Contains(inner) || inner.Contains(outer) {
		t.Errorf("%v must contain %v and not the other way round", outer, inner)
	}
	if got, want := inner.Union(next), (source.Span{Start: 4, End: 9}); got != want || got.Len() != 5 {
		t.Errorf("union of %v and %v = %v, want %v", inner, next, got, want)
	}
}
