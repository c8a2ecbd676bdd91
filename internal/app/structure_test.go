package app_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/app"
)

// TestStructure holds the product to what the structure check of the PRD
// analyser answers, and does better where that waves through what it could not
// read: a spec without words blocks.
func TestStructure(t *testing.T) {
	t.Parallel()
	const vault = "# Vault\n\n## Requirements\n\n- A door must shut within 3 seconds.\n"
	for _, tt := range []struct {
		name, text string
		want       outline
	}{
		{name: "a good spec", text: clearSpec, want: outline{Status: "pass"}},
		{name: "no headings", text: "A member must return a drill within 7 days.\n", want: outline{Status: "pass"}},
		{name: "empty", text: "", want: outline{Status: "fail", Unread: []string{"SPEC.md has no words"}}},
		{name: "punctuation only", text: "... --- !!!\n\n***\n", want: outline{Status: "fail", Unread: []string{"SPEC.md has no words"}}},
		{name: "more replacement characters than letters", text: "A " + strings.Repeat("\ufffd", 9) + " must \n",
			want: outline{Status: "fail", Unread: []string{"SPEC.md is damaged: more replacement characters (U+FFFD) than letters"}}},
		{name: "one replacement character", text: vault + "- A caf\ufffd must open within 2 seconds.\n", want: outline{Status: "pass"}},
		{name: "a link to a file that is missing", text: vault + "\nSee [the plan](plan-gone.md).\n",
			want: outline{Status: "pass", Open: []string{"SPEC.md dangling-reference"}}},
		{name: "a link to a file, a URL and a path in code", text: vault + "\nSee [the plan](plan.md), [that](https://octo.example/gone.md) and `gone.md`.\n",
			want: outline{Status: "pass"}},
		{name: "must and must not", text: vault + "- The vault must keep passwords in plain text.\n- The vault must not keep passwords in plain text.\n",
			want: outline{Status: "fail", Open: []string{"SPEC.md contradiction"}}},
		{name: "must and must not of different subjects", text: vault + "- The vault must keep keys in plain text.\n- The door must not keep keys in plain text.\n",
			want: outline{Status: "pass"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := outlineOf(interrogate(t, app.Request{Head: tree{"SPEC.md": tt.text, "plan.md": "# Plan\n"}}))
			got.Specs = nil
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("report (-want +got):\n%s", diff)
			}
		})
	}
}
