// Package internal_test tests the house as a whole: who may import whom, what
// the lists hold, what the documents promise, and the properties of the full
// check over whole files.
package internal_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// module is the path that every package of the house begins with.
const module = "github.com/surmise-ci/surmise"

// The numbers of the table in .github/CONTRIBUTING.md at which other rules
// change. Everything up to the codecs takes values and returns values.
const (
	lastPure = 7 // codecs
	useCases = 9 // app: the first that may start goroutines
)

// forTests reports whether a package is imported by tests only. Such packages
// have no number and may do what tests do.
func forTests(pkg string) bool {
	return pkg == "internal/testkit" || pkg == "internal/githubtest"
}

// house is the law: the rooms of the contributing guide's table by import path
// below the module, and the modules that go.mod requires.
type house struct {
	module  string
	modules []string
	rooms   map[string]room
}

// room is one row of the table.
type room struct {
	number  int
	modules []string // the third-party modules that its code may import
}

// TestLayering holds every package to the contributing guide's table.
func TestLayering(t *testing.T) {
	t.Parallel()
	root := testkit.Root(t)
	h := loadHouse(t, root)
	imports := map[string][]string{} // by package, tests aside
	for _, file := range goFiles(t, root) {
		pkg := path.Dir(file)
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, filepath.Join(root, filepath.FromSlash(file)), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range h.violations(fset, pkg, parsed) {
			t.Errorf("%s:%s", file, v)
		}
		if !strings.HasSuffix(file, "_test.go") {
			imports[pkg] = append(imports[pkg], "")
			for _, spec := range parsed.Imports {
				imports[pkg] = append(imports[pkg], strings.Trim(spec.Path.Value, `"`))
			}
		}
	}
	for pkg, r := range h.rooms {
		if imports[pkg] == nil {
			t.Errorf("the table of .github/CONTRIBUTING.md has a row for %q, which holds no code", pkg)
		}
		for _, m := range r.modules {
			if !slices.ContainsFunc(imports[pkg], func(imp string) bool { return within(imp, m) }) {
				t.Errorf("the table of .github/CONTRIBUTING.md allows %q in %q, which does not use it", m, pkg)
			}
		}
	}
}

// TestModules holds go.mod to the contributing guide's list of modules, so
// that each has its licence and its reason written down.
func TestModules(t *testing.T) {
	t.Parallel()
	root := testkit.Root(t)
	var listed []string
	for _, cells := range tableRows(readFile(t, filepath.Join(root, ".github", "CONTRIBUTING.md")), "Module") {
		listed = append(listed, strings.Trim(cells[0], "`"))
	}
	var direct []string
	for _, m := range regexp.MustCompile(`(?m)^(?:require)?\s+(\S+) v\S+$`).FindAllStringSubmatch(readFile(t, filepath.Join(root, "go.mod")), -1) {
		direct = append(direct, m[1])
	}
	slices.Sort(listed)
	slices.Sort(direct)
	if diff := cmp.Diff(direct, listed); diff != "" {
		t.Errorf("modules of go.mod and of .github/CONTRIBUTING.md differ (-go.mod +guide):\n%s", diff)
	}
}

func loadHouse(t *testing.T, root string) house {
	t.Helper()
	mod := readFile(t, filepath.Join(root, "go.mod"))
	h := house{module: module, rooms: map[string]room{}}
	for _, m := range regexp.MustCompile(`(?m)^(?:require)?\s+(\S+) v`).FindAllStringSubmatch(mod, -1) {
		h.modules = append(h.modules, m[1])
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	for _, cells := range tableRows(readFile(t, filepath.Join(root, ".github", "CONTRIBUTING.md")), "#") {
		n, err := strconv.Atoi(cells[0])
		if err != nil || len(cells) != 4 {
			t.Fatalf("cannot read row %q of the package table", cells)
		}
		r := room{number: n}
		for _, m := range quoted.FindAllStringSubmatch(cells[3], -1) {
			r.modules = append(r.modules, m[1])
		}
		pkg := strings.Trim(cells[1], "`")
		if !strings.HasPrefix(pkg, "cmd/") {
			pkg = "internal/" + pkg
		}
		h.rooms[pkg] = r
	}
	if len(h.rooms) == 0 {
		t.Fatal(".github/CONTRIBUTING.md has no package table")
	}
	return h
}

// violations lists what a file breaks, each as "line: what".
func (h house) violations(fset *token.FileSet, pkg string, file *ast.File) []string {
	if forTests(pkg) || strings.HasSuffix(fset.Position(file.Package).Filename, "_test.go") {
		return nil
	}
	var out []string
	report := func(n ast.Node, format string, args ...any) {
		out = append(out, fmt.Sprintf("%d: ", fset.Position(n.Pos()).Line)+fmt.Sprintf(format, args...))
	}
	r, ok := h.rooms[pkg]
	if !ok {
		report(file.Name, "package %q has no row in the table of .github/CONTRIBUTING.md", pkg)
		return out
	}
	names := map[string]string{} // local name of an import to its path
	for _, spec := range file.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			report(spec, "bad import path %s", spec.Path.Value)
			continue
		}
		name := path.Base(imp)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = imp
		if why := h.importBreach(r, imp); why != "" {
			report(spec, "imports %q: %s", imp, why)
		}
	}
	for _, decl := range file.Decls {
		declBreaches(decl, names, report)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		nodeBreaches(n, r, names, report)
		return true
	})
	return out
}

// importBreach says why a room may not import a path; "" if it may.
func (h house) importBreach(r room, imp string) string {
	if rest, ok := strings.CutPrefix(imp, h.module+"/"); ok {
		target, known := h.rooms[rest]
		switch {
		case forTests(rest):
			return "only tests may use it"
		case !known:
			return "it has no row in the table"
		case target.number >= r.number:
			return fmt.Sprintf("number %d may import lower numbers only, and this is %d", r.number, target.number)
		}
		return ""
	}
	if strings.Contains(strings.Split(imp, "/")[0], ".") {
		for _, m := range h.modules {
			if within(imp, m) && slices.Contains(r.modules, m) {
				return ""
			}
		}
		return "the table does not allow this module here"
	}
	if r.number <= lastPure && impure(imp) {
		return "the core and the codecs take values and return values"
	}
	return ""
}

// within reports whether an import path is a module or package, or below it.
func within(imp, parent string) bool {
	return imp == parent || strings.HasPrefix(imp, parent+"/")
}

// impure reports whether a standard package touches the world: files, network,
// processes, environment, randomness, logging, or the scheduler.
func impure(imp string) bool {
	for _, p := range []string{
		"os", "net", "log", "syscall", "math/rand", "crypto/rand", "database", "runtime", "sync/atomic", "context",
		"io/fs", "io/ioutil", "path/filepath", "plugin", "unsafe", "testing", "flag", "expvar",
	} {
		if within(imp, p) {
			return imp != "net/url" && imp != "net/netip"
		}
	}
	return false
}

// declBreaches finds package-level state: variables that are neither sentinel
// errors nor patterns nor embedded files, and init functions.
func declBreaches(decl ast.Decl, names map[string]string, report func(ast.Node, string, ...any)) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil && d.Name.Name == "init" {
			report(d, "init functions are not allowed; wire it in cli")
		}
	case *ast.GenDecl:
		if d.Tok != token.VAR {
			return
		}
		for _, s := range d.Specs {
			v := s.(*ast.ValueSpec)
			if !allowedVar(d, v, names) {
				report(v, "package-level variable %q: only sentinel errors, pattern.Lazy and embedded files may be", v.Names[0].Name)
			}
		}
	}
}

func allowedVar(d *ast.GenDecl, v *ast.ValueSpec, names map[string]string) bool {
	for _, doc := range []*ast.CommentGroup{d.Doc, v.Doc} {
		if doc != nil && strings.HasPrefix(doc.List[len(doc.List)-1].Text, "//go:embed ") {
			return true
		}
	}
	if v.Names[0].Name == "_" {
		return true
	}
	for _, value := range v.Values {
		call, ok := value.(*ast.CallExpr)
		if !ok {
			return false
		}
		switch selector(call.Fun, names) {
		case "errors.New", "fmt.Errorf", module + "/internal/pattern.Lazy":
		default:
			return false
		}
	}
	return len(v.Values) > 0
}

// nodeBreaches finds what a pure package may not do inside its functions, and
// goroutines outside the use cases.
func nodeBreaches(n ast.Node, r room, names map[string]string, report func(ast.Node, string, ...any)) {
	switch n := n.(type) {
	case *ast.GoStmt:
		if r.number < useCases {
			report(n, "goroutines live in app")
		}
	case *ast.SelectorExpr:
		if s := selector(n, names); r.number <= lastPure && slices.Contains(impureNames(), s) {
			report(n, "%s: the core and the codecs take values and return values", s)
		}
	}
}

// impureNames are the impure names of packages that are otherwise allowed.
func impureNames() []string {
	return []string{
		"time.Now", "time.Since", "time.Until", "time.Sleep", "time.After", "time.AfterFunc", "time.Tick",
		"sync.WaitGroup", "time.NewTimer", "time.NewTicker", "time.Local", "time.LoadLocation",
		"fmt.Print", "fmt.Printf", "fmt.Println", "fmt.Scan", "fmt.Scanf", "fmt.Scanln",
	}
}

// selector is "import/path.Name" for a selector of an imported package.
func selector(e ast.Expr, names map[string]string) string {
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	id, ok := s.X.(*ast.Ident)
	if !ok || names[id.Name] == "" {
		return ""
	}
	return names[id.Name] + "." + s.Sel.Name
}

// goFiles lists the Go files of the house's packages, tests included, slash-separated and
// relative to the root.
func goFiles(t *testing.T, root string) []string {
	t.Helper()
	var out []string
	for _, dir := range []string{"internal", "cmd"} {
		err := fs.WalkDir(os.DirFS(root), dir, func(p string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && path.Ext(p) == ".go" && path.Dir(p) != "internal" {
				out = append(out, p)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// tableRows are the cells of the Markdown table whose first head is given.
func tableRows(doc, head string) [][]string {
	var out [][]string
	in := false
	for line := range strings.Lines(doc) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			in = false
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case cells[0] == head:
			in = true
		case in && strings.Trim(cells[0], "-: ") != "":
			out = append(out, cells)
		}
	}
	return out
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
