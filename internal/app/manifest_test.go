package app_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/githubtest"
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

// TestManifestsOfARequest plays a pull request whose spec its own manifests
// contradict, until somebody says which of the two holds.
func TestManifestsOfARequest(t *testing.T) {
	t.Parallel()
	manifest := `{"dependencies": {"pg": "8"}}`
	s := newRequest(t, githubtest.Files{specFile: heldSpec, "package.json": manifest},
		githubtest.Files{specFile: required("Reservations MUST be stored in MySQL.")})
	s.run()
	s.red("1 high open")
	run := s.verdict()
	if len(run.Annotations) != 1 || !strings.Contains(run.Annotations[0].Message, `B: "pg" (package.json:1)`) {
		t.Errorf("annotations %+v", run.Annotations)
	}
	if !strings.Contains(run.Summary, "B: `pg` on line 1 of `package.json`") {
		t.Errorf("the summary does not say where the driver is declared:\n%s", run.Summary)
	}
	s.refused(s.says("maria", "/ack "+s.id()), "never acknowledged")
	s.comment("maria", "/confirm "+s.id()+" B")
	s.run()
	s.green("")
}
