package proof

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
)

// mutate turns the first decision inside the named function of a Go file into
// its opposite: the condition of an if, else a returned true or false. What
// that comes to nobody declared, so that such a proof is of a weaker class.
func mutate(e Edit, at Place, src []byte) ([]byte, error) {
	if path.Ext(e.Path) != ".go" {
		return nil, &Refusal{RefusedMalformed, at, "a mutation of " + quote(e.Path) + " is asked for", "use edit PATH: only Go files can be mutated"}
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, e.Path, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, &Refusal{ViolationStale, at, quote(e.Path) + " does not parse", "mend the file first"}
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil || funcName(f) != e.Func {
			continue
		}
		offset := func(p token.Pos) int { return fset.Position(p).Offset }
		if from, to, text := mutation(f.Body, src, offset); text != "" {
			return []byte(string(src[:from]) + text + string(src[to:])), nil
		}
		return nil, &Refusal{RefusedUnchanged, at, "the function " + quote(e.Func) + " decides nothing that could be turned around", "use edit " + e.Path}
	}
	return nil, &Refusal{ViolationStale, at, e.Path + " has no function " + quote(e.Func), "name a function of the file, as Name or Type.Name"}
}

// mutation is the replacement of one expression; "" if there is none to make.
func mutation(body *ast.BlockStmt, src []byte, offset func(token.Pos) int) (from, to int, text string) {
	var condition, literal ast.Expr
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			if condition == nil {
				condition = n.Cond
			}
		case *ast.ReturnStmt:
			for _, r := range n.Results {
				if id, ok := r.(*ast.Ident); ok && literal == nil && (id.Name == "true" || id.Name == "false") {
					literal = id
				}
			}
		}
		return true
	})
	target := condition
	if target == nil {
		target = literal
	}
	if target == nil {
		return 0, 0, ""
	}
	from, to = offset(target.Pos()), offset(target.End())
	return from, to, "!(" + string(src[from:to]) + ")"
}

// funcName is the name of a function, with the type of its receiver before it.
func funcName(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		t = x.X
	case *ast.IndexListExpr:
		t = x.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "." + f.Name.Name
	}
	return f.Name.Name
}
