package app_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/policy"
)

// Holding knows every file, so that each one is a candidate.
func (t tree) Holding(ctx context.Context, _, endings []string) ([]string, error) {
	files, opaque, err := t.List(ctx, []string{"."})
	names := slices.DeleteFunc(append(files, opaque...), func(name string) bool {
		return !slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(name, e) })
	})
	slices.Sort(names)
	return names, err
}

// TestElsewhere: what could not be looked at may declare something, so that it
// is told whether or not anything else does.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	const declares = "# Desk\n\n## Prohibitions\n\n- P-001: The desk must not log. (verification: test)\n"
	many := func(also tree) tree {
		for i := range 201 {
			also[fmt.Sprintf("notes/n%03d.md", i)] = "Prohibitions are good.\n"
		}
		return also
	}
	const first = `only the first 200 of 201 files outside of the specs are looked at for prohibitions`
	const found = `"desk.md" declares prohibitions that are not looked at; add to specs.include of .github/surmise.yml`
	tests := []struct {
		name string
		head tree
		want []string
	}{
		{"nothing", tree{"desk.md": "Prohibitions are good.\n"}, nil},
		{"one that declares", tree{"desk.md": declares}, []string{found}},
		{"more than are read", many(tree{}), []string{first}},
		{"one that declares of more than are read", many(tree{"desk.md": declares}), []string{found, strings.Replace(first, "201", "202", 1)}},
		{"refused", tree{"big.md": "!is larger than the limit"},
			[]string{`not looked at for prohibitions outside of the specs, cannot be read: "big.md"`}},
		{"not parsed", tree{"desk.md": declares, "x.md": "prohibition " + strings.Repeat("[", 2000)},
			[]string{found, `not looked at for prohibitions outside of the specs, cannot be read: "x.md"`}},
		{"sidecar not parsed", tree{"desk.prohibitions.yml": "prohibitions: ["},
			[]string{`not looked at for prohibitions outside of the specs, cannot be read: "desk.prohibitions.yml"`}},
		{"many refused", tree{"a.md": "!x", "b.md": "!x", "c.md": "!x", "d.md": "!x", "e.md": "!x"},
			[]string{`not looked at for prohibitions outside of the specs, cannot be read: "a.md", "b.md", "c.md", and 2 more`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := app.Elsewhere(t.Context(), tt.head, tt.head, policy.Default(), app.Declarations{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("notes (-want +got)\n%s", diff)
			}
		})
	}
}
