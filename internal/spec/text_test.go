package spec_test

import (
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// TestTextSpans looks words up in the text and compares what stands at their
// spans in the file.
func TestTextSpans(t *testing.T) {
	t.Parallel()
	const text = "- The **loan** desk &amp; its\n  `card reader` MUST \\*not\\* nag [our readers](r.md) — *ever*.\n"
	d := read(t, "a.md", text)
	s := d.Statements[0]
	plain := s.Text.String()
	if want := "The loan desk & its card reader MUST *not* nag our readers — ever."; plain != want {
		t.Fatalf("text = %q, want %q", plain, want)
	}
	tests := []struct{ words, want string }{
		{"loan", "loan"},
		{"loan desk", "loan** desk"},
		{"&", "&amp;"},
		{"desk & its", "desk &amp; its"},
		{"its card", "its\n  `card"},
		{"card reader", "card reader"},
		{"*not*", "\\*not\\*"},
		{"our readers", "our readers"},
		{"readers — ever", "readers](r.md) — *ever"},
		{"ever.", "ever*."},
	}
	for _, tt := range tests {
		t.Run(tt.words, func(t *testing.T) {
			t.Parallel()
			i := strings.Index(plain, tt.words)
			if got := d.File.Excerpt(s.Text.Span(i, i+len(tt.words))); got != tt.want {
				t.Errorf("span of %q holds %q, want %q", tt.words, got, tt.want)
			}
		})
	}
	if strings.Contains(s.Text.Prose(), "card reader") {
		t.Errorf("a code span counts as prose: %q", s.Text.Prose())
	}
	if got, want := s.Text.Canonical(), "The loan desk & its `card reader` MUST *not* nag our readers — ever. <r.md>"; got != want {
		t.Errorf("canonical %q, want %q", got, want)
	}
	if got := s.Text.Span(4, 4); got.Len() != 0 {
		t.Errorf("an empty range maps to %v", got)
	}
	if got := new(spec.TextBuilder).Text().Span(0, 0); got != (source.Span{}) {
		t.Errorf("an empty text maps to %v", got)
	}
}
