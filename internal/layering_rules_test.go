package internal_test

import (
	"go/parser"
	"go/token"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLayeringRules shows that each rule of the house can be broken: a checker
// that never reports would let everything in.
func TestLayeringRules(t *testing.T) {
	t.Parallel()
	h := house{
		module:  module,
		modules: []string{"example.com/parser", "example.com/parserplus"},
		rooms: map[string]room{
			"internal/pattern": {number: 0},
			"internal/low":     {number: 1},
			"internal/beside":  {number: 1},
			"internal/codec":   {number: 7, modules: []string{"example.com/parser"}},
			"internal/files":   {number: 8},
			"internal/app":     {number: 9},
		},
	}
	const breach = "the core and the codecs take values and return values"
	tests := []struct {
		name, pkg, file, src string
		want                 []string
	}{
		{"downward", "internal/codec", "", "import \"" + module + "/internal/low\"", nil},
		{"upward", "internal/low", "", "import \"" + module + "/internal/codec\"",
			[]string{`2: imports "` + module + `/internal/codec": number 1 may import lower numbers only, and this is 7`}},
		{"sideways", "internal/low", "", "import \"" + module + "/internal/beside\"",
			[]string{`2: imports "` + module + `/internal/beside": number 1 may import lower numbers only, and this is 1`}},
		{"unknown room", "internal/codec", "", "import \"" + module + "/internal/attic\"",
			[]string{`2: imports "` + module + `/internal/attic": it has no row in the table`}},
		{"package without a row", "internal/attic", "", "", []string{
			`1: package "internal/attic" has no row in the table of .github/CONTRIBUTING.md`}},
		{"test helper in code", "internal/app", "", "import \"" + module + "/internal/testkit\"",
			[]string{`2: imports "` + module + `/internal/testkit": only tests may use it`}},
		{"test helper in a test", "internal/low", "a_test.go", "import \"" + module + "/internal/testkit\"", nil},
		{"module at home", "internal/codec", "", `import "example.com/parser/ast"`, nil},
		{"module elsewhere", "internal/low", "", `import "example.com/parser"`,
			[]string{`2: imports "example.com/parser": the table does not allow this module here`}},
		{"module with a longer name", "internal/codec", "", `import "example.com/parserplus"`,
			[]string{`2: imports "example.com/parserplus": the table does not allow this module here`}},
		{"files in the core", "internal/low", "", `import "os"`, []string{`2: imports "os": ` + breach}},
		{"file systems in a codec", "internal/codec", "", `import "io/fs"`, []string{`2: imports "io/fs": ` + breach}},
		{"structured logging in the core", "internal/low", "", `import "log/slog"`, []string{`2: imports "log/slog": ` + breach}},
		{"atomics in the core", "internal/low", "", `import "sync/atomic"`, []string{`2: imports "sync/atomic": ` + breach}},
		{"a lock around what is worked out once", "internal/low", "", "import \"sync\"\ntype memo struct { mu sync.Mutex }", nil},
		{"waiting for goroutines in the core", "internal/low", "", "import \"sync\"\nfunc f() { var g sync.WaitGroup; g.Wait() }",
			[]string{"3: sync.WaitGroup: " + breach}},
		{"addresses in the core", "internal/low", "", `import "net/url"`, nil},
		{"files in an adapter", "internal/files", "", `import "os"`, nil},
		{"clock", "internal/low", "", "import clock \"time\"\nfunc f() { _ = clock.Now() }",
			[]string{"3: time.Now: " + breach}},
		{"durations", "internal/low", "", "import \"time\"\nfunc f() { _ = time.Second }", nil},
		{"printing", "internal/low", "", "import \"fmt\"\nfunc f() { fmt.Println() }", []string{"3: fmt.Println: " + breach}},
		{"goroutine in an adapter", "internal/files", "", "func f() { go f() }", []string{"2: goroutines live in app"}},
		{"goroutine in app", "internal/app", "", "func f() { go f() }", nil},
		{"init", "internal/app", "", "func init() {}", []string{"2: init functions are not allowed; wire it in cli"}},
		{"state", "internal/app", "", "var cache = map[string]int{}",
			[]string{`2: package-level variable "cache": only sentinel errors, pattern.Lazy and embedded files may be`}},
		{"state without a value", "internal/app", "", "var count int",
			[]string{`2: package-level variable "count": only sentinel errors, pattern.Lazy and embedded files may be`}},
		{"sentinel and pattern", "internal/low", "",
			"import (\"errors\"; \"" + module + "/internal/pattern\")\nvar ErrX = errors.New(\"x\")\nvar re = pattern.Lazy(\"x\")", nil},
		{"pattern that every run compiles", "internal/low", "", "import \"regexp\"\nvar re = regexp.MustCompile(\"x\")",
			[]string{`3: package-level variable "re": only sentinel errors, pattern.Lazy and embedded files may be`}},
		{"interface assertion", "internal/low", "", "var _ error = (*e)(nil)\ntype e struct{ error }", nil},
		{"embedded file", "internal/app", "", "import _ \"embed\"\n//go:embed schema.json\nvar schema []byte", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			name := tt.file
			if name == "" {
				name = "a.go"
			}
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, name, "package p\n"+tt.src, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, h.violations(fset, tt.pkg, file)); diff != "" {
				t.Errorf("violations (-want +got):\n%s", diff)
			}
		})
	}
}
