package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestPatterns compiles every expression that stands in one piece: a pattern is
// compiled when it is first asked for, which may be long after the start.
func TestPatterns(t *testing.T) {
	t.Parallel()
	root, n := testkit.Path(t, "."), 0
	for _, name := range goFiles(t, root) {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			f, ok := call.Fun.(*ast.SelectorExpr)
			literal, whole := call.Args[0].(*ast.BasicLit)
			if !ok || !whole || f.Sel.Name != "Lazy" || literal.Kind != token.STRING {
				return true
			}
			expression, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := regexp.Compile(expression); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			n++
			return true
		})
	}
	if n == 0 {
		t.Error("no expression was found")
	}
}
