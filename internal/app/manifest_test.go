package app_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/app"
)

// storedIn is a spec that leaves nothing open but what the manifests say.
func storedIn(engine string) string {
	return clearSpec + "\n## Storage\n\nRides MUST be stored in " + engine + ".\n"
}

// TestManifests holds specs against the manifests of their own revision.
func TestManifests(t *testing.T) {
	t.Parallel()
	const mysql, pg = `{"dependencies": {"mysql2": "3"}}`, `{"dependencies": {"pg": "8"}}`
	found := []string{"SPEC.md database-mismatch"}
	tests := []struct {
		name       string
		head, base tree
		open       []string
		limits     []string
	}{
		{"contradicted", tree{"SPEC.md": storedIn("MySQL"), "package.json": pg}, nil, found, nil},
		{"by one below", tree{"SPEC.md": storedIn("MySQL"), "services/rides/go.mod": "require github.com/lib/pq v1.0.0\n"}, nil, found, nil},
		{"agreed", tree{"SPEC.md": storedIn("PostgreSQL"), "package.json": pg}, nil, nil, nil},
		{"pre-existing", tree{"SPEC.md": storedIn("MySQL"), "package.json": pg}, tree{"SPEC.md": storedIn("MySQL"), "package.json": pg}, nil, nil},
		{"the driver changes", tree{"SPEC.md": storedIn("MySQL"), "package.json": pg}, tree{"SPEC.md": storedIn("MySQL"), "package.json": mysql}, found, nil},
		{"the words change", tree{"SPEC.md": storedIn("MySQL"), "package.json": pg}, tree{"SPEC.md": storedIn("PostgreSQL"), "package.json": pg}, found, nil},
		{"malformed", tree{"SPEC.md": storedIn("MySQL"), "package.json": pg, "web/package.json": "{"}, nil, nil,
			[]string{`"web/package.json" is no valid JSON; no spec was held against the manifests`}},
		{"refused", tree{"SPEC.md": storedIn("MySQL"), "package.json": pg, "web/package.json": "!is a symbolic link"}, nil, nil, nil},
		{"never asked for", tree{"SPEC.md": clearSpec, "package.json": "{"}, nil, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := app.Request{Head: tt.head}
			if tt.base != nil {
				r.Base, r.Tip = baseTree{tt.base, tt.head}, tt.base
			}
			got := outlineOf(interrogate(t, r))
			open := slices.DeleteFunc(got.Open, func(s string) bool { return s != found[0] })
			if diff := cmp.Diff(tt.open, open); diff != "" && len(tt.open)+len(open) > 0 {
				t.Errorf("open (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.limits, got.Limits); diff != "" {
				t.Errorf("limits (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("cannot be listed", func(t *testing.T) {
		t.Parallel()
		_, err := app.Interrogate(t.Context(), app.Request{Head: unlisted{tree{"SPEC.md": storedIn("MySQL")}}})
		if err == nil {
			t.Error("a tree that cannot be listed contradicts nothing")
		}
	})
}

// unlisted is a revision whose specs are listed and whose root is not.
type unlisted struct{ tree }

func (u unlisted) List(ctx context.Context, under []string) (files, opaque []string, err error) {
	if slices.Contains(under, ".") {
		return nil, nil, context.DeadlineExceeded
	}
	return u.tree.List(ctx, under)
}
