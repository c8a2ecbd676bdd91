package detect_test

import (
	"testing"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestDatabaseFacts plays what the external check of the seeds is held to, and
// what it got wrong.
func TestDatabaseFacts(t *testing.T) {
	t.Parallel()
	npm := func(dependencies string) map[string]string {
		return map[string]string{"package.json": `{"scripts": {"upgrade": "npm upgrade pg"}, "dependencies": {` + dependencies + `}}`}
	}
	tests := []struct {
		name      string
		manifests map[string]string
		spec      string
		want      int
	}{
		{"a script is no driver", npm(""), "Loans are stored in MySQL.", 0},
		{"pg against MySQL", npm(`"pg": "8"`), "Loans are stored in MySQL.", 1},
		{"mysql2 against Postgres", npm(`"mysql2": "3"`), "Use Postgres as the database.", 1},
		{"psycopg2-binary against MySQL", map[string]string{"requirements.txt": "psycopg2-binary==2.9\n"}, "Build the desk with a MySQL database.", 1},
		{"pg and Postgres", npm(`"pg": "8"`), "Loans are stored in Postgres.", 0},
		{"no manifest", nil, "Loans are stored in MySQL.", 0},
		{"both engines named", npm(`"pg": "8"`), "Loans are stored in MySQL and Postgres.", 0},
		{"pgx is known", map[string]string{"go.mod": "require github.com/jackc/pgx/v5 v5.7.0\n"}, "Loans are stored in PostgreSQL.", 0},
		{"lib/pq is known", map[string]string{"go.mod": "require github.com/lib/pq v1.10.0\n"}, "Loans are stored in MySQL.", 1},
		{"Cargo is read", map[string]string{"Cargo.toml": "[dependencies]\ntokio-postgres = \"0.7\"\n"}, "Loans are stored in MySQL.", 1},
		{"Maven is read", map[string]string{"pom.xml": "<project><dependencies><dependency><groupId>org.postgresql</groupId><artifactId>postgresql</artifactId></dependency></dependencies></project>"},
			"Loans are stored in MySQL.", 1},
		{"a denied engine", npm(`"pg": "8"`), "The desk must not use MySQL.", 0},
		{"a denied engine, in another way", npm(`"pg": "8"`), "Loans are never kept in MySQL.", 0},
		{"a driver for development only", map[string]string{"package.json": `{"devDependencies": {"pg": "8"}}`}, "Loans are stored in MySQL.", 0},
		{"a name that only starts like a driver", npm(`"pg-format": "1", "pgvector": "1"`), "Loans are stored in MySQL.", 0},
		{"a question", npm(`"pg": "8"`), "Are loans stored in MySQL?", 0},
		{"part of another name", npm(`"pg": "8"`), "The desk writes MySQL-compatible dumps and reads MySQL syntax.", 0},
		{"somebody else's", npm(`"pg": "8"`), "The desk reads the partner's loans, which are stored in MySQL.", 0},
		{"in a quotation", npm(`"pg": "8"`), "The form shows \"stored in MySQL\".", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			doc := parse(t, testkit.File{Path: "spec.md", Data: []byte("# Desk\n\n## Requirements\n\n- " + tt.spec + "\n")})
			var files []testkit.File
			for name, text := range tt.manifests {
				files = append(files, testkit.File{Path: name, Data: []byte(text)})
			}
			got := 0
			for _, f := range detect.Run(detect.All(), detect.Input{Head: []*spec.Document{doc}, Manifests: manifests(t, files)}) {
				if f.Detector == "database-mismatch" {
					got++
					if f.Severity != finding.High || f.Class != finding.Contradictory {
						t.Errorf("%s and %s", f.Severity, f.Class)
					}
				}
			}
			if got != tt.want {
				t.Errorf("%d findings, want %d", got, tt.want)
			}
		})
	}
}
