package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	goast "go/ast"
	"go/constant"
	goparser "go/parser"
	"go/token"
	"go/types"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
)

// schema is GitHub's GraphQL schema.
type schema struct{ *ast.Schema }

var loadedSchema struct {
	sync.Once
	schema
	err error
}

// graphQL loads the schema once.
func graphQL(t testing.TB) schema {
	t.Helper()
	loadedSchema.Do(func() {
		text := read(t, tool(t, "node_modules", "@octokit", "graphql-schema", "schema.graphql"))
		var doc *ast.SchemaDocument
		doc, loadedSchema.err = parser.ParseSchemas(validator.Prelude, &ast.Source{Name: "schema.graphql", Input: string(text)})
		if loadedSchema.err != nil {
			return
		}
		// The file defines a few fields twice, which is no GraphQL.
		for _, def := range doc.Definitions {
			known := map[string]bool{}
			def.Fields = slices.DeleteFunc(def.Fields, func(f *ast.FieldDefinition) bool {
				twice := known[f.Name]
				known[f.Name] = true
				return twice
			})
		}
		loadedSchema.Schema, loadedSchema.err = validator.ValidateSchemaDocument(doc)
	})
	if loadedSchema.err != nil {
		t.Fatalf("load GitHub's GraphQL schema: %v", loadedSchema.err)
	}
	return loadedSchema.schema
}

// operation judges a GraphQL request, and gives back what judges its answer.
func (j *judge) operation(r *http.Request, body []byte) func(*copier) {
	silent := func(*copier) {}
	var q struct {
		Query         string         `json:"query"`
		OperationName string         `json:"operationName"`
		Variables     map[string]any `json:"variables"`
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := d.Decode(&q); err != nil {
		j.fault(r, "GraphQL request: %v", err)
		return silent
	}
	doc, errs := gqlparser.LoadQueryWithRules(j.graphql.Schema, q.Query, nil)
	if len(errs) > 0 {
		j.fault(r, "GraphQL request: %v", errs)
		return silent
	}
	op := doc.Operations.ForName(q.OperationName)
	if op == nil {
		j.fault(r, "GraphQL request: no operation %q", q.OperationName)
		return silent
	}
	j.count("query " + op.Name)
	if _, err := validator.VariableValues(j.graphql.Schema, op, q.Variables); err != nil {
		j.fault(r, "GraphQL request: %v", err)
	}
	for name := range q.Variables {
		if op.VariableDefinitions.ForName(name) == nil {
			j.fault(r, "GraphQL request: variable %q is not declared", name)
		}
	}
	return func(w *copier) {
		if err := j.graphql.answer(op, w); err != nil {
			j.fault(r, "GraphQL answer to %s: %v", op.Name, err)
		}
	}
}

// answer holds an answer to the shape that the operation asks for.
func (s schema) answer(op *ast.OperationDefinition, w *copier) error {
	if w.status != http.StatusOK {
		return refusal(w)
	}
	var a struct {
		Data   map[string]any `json:"data"`
		Errors []struct {
			Message string `json:"message"`
			Type    string `json:"type"`
			Path    []any  `json:"path"`
		} `json:"errors"`
	}
	d := json.NewDecoder(bytes.NewReader(w.body.Bytes()))
	d.UseNumber()
	if err := d.Decode(&a); err != nil {
		return err
	}
	for _, e := range a.Errors {
		if e.Message == "" {
			return fmt.Errorf("an error without a message")
		}
	}
	if a.Data == nil {
		return nil // nothing to judge; the client has to cope
	}
	return s.object(op.Name, s.Query, op.SelectionSet, a.Data, len(a.Errors) > 0)
}

// object judges one object by the fields that were asked of it. Where there
// are errors, a field may be null that otherwise cannot be.
func (s schema) object(path string, def *ast.Definition, set ast.SelectionSet, got map[string]any, broken bool) error {
	asked := map[string]*ast.Field{}
	s.collect(def, set, asked)
	for name := range got {
		if asked[name] == nil {
			return fmt.Errorf("%s.%s was not asked for", path, name)
		}
	}
	for name, field := range asked {
		value, ok := got[name]
		if !ok {
			return fmt.Errorf("%s.%s is missing", path, name)
		}
		if err := s.value(path+"."+name, field.Definition.Type, field.SelectionSet, value, broken); err != nil {
			return err
		}
	}
	return nil
}

// collect gathers the fields of a selection that apply to a type, by the names
// under which they come back.
func (s schema) collect(def *ast.Definition, set ast.SelectionSet, into map[string]*ast.Field) {
	applies := func(condition string) bool {
		return condition == def.Name || slices.Contains(def.Interfaces, condition) ||
			slices.ContainsFunc(s.GetPossibleTypes(s.Types[condition]), func(d *ast.Definition) bool { return d.Name == def.Name })
	}
	for _, sel := range set {
		switch sel := sel.(type) {
		case *ast.Field:
			if have := into[sel.Alias]; have != nil {
				merged := *have
				merged.SelectionSet = slices.Concat(have.SelectionSet, sel.SelectionSet)
				sel = &merged
			}
			into[sel.Alias] = sel
		case *ast.InlineFragment:
			if sel.TypeCondition == "" || applies(sel.TypeCondition) {
				s.collect(def, sel.SelectionSet, into)
			}
		case *ast.FragmentSpread:
			if applies(sel.Definition.TypeCondition) {
				s.collect(def, sel.Definition.SelectionSet, into)
			}
		}
	}
}

func (s schema) value(path string, typ *ast.Type, set ast.SelectionSet, got any, broken bool) error {
	if got == nil {
		if typ.NonNull && !broken {
			return fmt.Errorf("%s is null and cannot be", path)
		}
		return nil
	}
	if typ.Elem != nil {
		list, ok := got.([]any)
		if !ok {
			return fmt.Errorf("%s is %T, not a list", path, got)
		}
		for i, e := range list {
			if err := s.value(fmt.Sprintf("%s[%d]", path, i), typ.Elem, set, e, broken); err != nil {
				return err
			}
		}
		return nil
	}
	def := s.Types[typ.NamedType]
	switch def.Kind {
	case ast.Object:
		object, ok := got.(map[string]any)
		if !ok {
			return fmt.Errorf("%s is %T, not an object", path, got)
		}
		return s.object(path, def, set, object, broken)
	case ast.Interface, ast.Union:
		object, ok := got.(map[string]any)
		if !ok {
			return fmt.Errorf("%s is %T, not an object", path, got)
		}
		return s.abstract(path, def, set, object, broken)
	case ast.Enum:
		if name, ok := got.(string); !ok || def.EnumValues.ForName(name) == nil {
			return fmt.Errorf("%s is %v, which is no %s", path, got, def.Name)
		}
	default:
		if !scalar(typ.NamedType, got) {
			return fmt.Errorf("%s is %v, which is no %s", path, got, typ.NamedType)
		}
	}
	return nil
}

// abstract judges an object of one of several types: it has to fit one.
func (s schema) abstract(path string, def *ast.Definition, set ast.SelectionSet, got map[string]any, broken bool) error {
	var first error
	for _, possible := range s.GetPossibleTypes(def) {
		if name, ok := got["__typename"]; ok && name != possible.Name {
			continue
		}
		err := s.object(path, possible, set, got, broken)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	if first == nil {
		first = fmt.Errorf("%s is of no type of %s", path, def.Name)
	}
	return first
}

func scalar(name string, got any) bool {
	switch name {
	case "Int":
		n, ok := got.(json.Number)
		return ok && !strings.ContainsAny(n.String(), ".eE")
	case "Float":
		_, ok := got.(json.Number)
		return ok
	case "Boolean":
		_, ok := got.(bool)
		return ok
	}
	_, ok := got.(string) // BigInt, too, comes as a string
	return ok
}

// TestQueries holds every GraphQL document of the adapter to GitHub's schema,
// those of second pages too, which no short story asks.
func TestQueries(t *testing.T) {
	t.Parallel()
	real := graphQL(t)
	fset := token.NewFileSet()
	file, err := goparser.ParseFile(fset, root(t, "internal", "github", "queries.go"), nil, goparser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("queries", fset, []*goast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	queries := 0
	for _, name := range pkg.Scope().Names() {
		c, ok := pkg.Scope().Lookup(name).(*types.Const)
		if !ok || !strings.HasPrefix(name, "query") {
			continue
		}
		queries++
		if _, errs := gqlparser.LoadQueryWithRules(real.Schema, constant.StringVal(c.Val()), nil); len(errs) > 0 {
			t.Errorf("%s: %v", name, errs)
		}
	}
	if queries < 9 {
		t.Errorf("found %d queries only", queries)
	}
}

// TestSimulatorSchema holds the simulator's schema to GitHub's: whatever the
// simulator knows, GitHub knows with the same type and the same arguments.
func TestSimulatorSchema(t *testing.T) {
	t.Parallel()
	real := graphQL(t)
	text := read(t, root(t, "internal", "githubtest", "schema.graphql"))
	own, err := gqlparser.LoadSchema(&ast.Source{Name: "schema.graphql", Input: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	fields := 0
	for name, def := range own.Types {
		if def.BuiltIn || def == own.Query {
			continue
		}
		theirs := real.Types[name]
		if theirs == nil || theirs.Kind != def.Kind {
			t.Errorf("GitHub has no %s %s", def.Kind, name)
			continue
		}
		for _, v := range def.EnumValues {
			if theirs.EnumValues.ForName(v.Name) == nil {
				t.Errorf("GitHub has no %s.%s", name, v.Name)
			}
		}
		fields += sameFields(t, name, def.Fields, theirs.Fields)
	}
	fields += sameFields(t, "Query", own.Query.Fields, real.Query.Fields)
	if fields < 50 {
		t.Errorf("compared %d fields; the schema was not read", fields)
	}
}

func sameFields(t *testing.T, typ string, own, theirs ast.FieldList) int {
	t.Helper()
	n := 0
	for _, f := range own {
		if strings.HasPrefix(f.Name, "__") {
			continue
		}
		n++
		real := theirs.ForName(f.Name)
		if real == nil || real.Type.String() != f.Type.String() {
			t.Errorf("GitHub has no %s.%s: %s", typ, f.Name, f.Type)
			continue
		}
		for _, a := range f.Arguments {
			if have := real.Arguments.ForName(a.Name); have == nil || have.Type.String() != a.Type.String() {
				t.Errorf("GitHub has no %s.%s(%s: %s)", typ, f.Name, a.Name, a.Type)
			}
		}
		for _, a := range real.Arguments {
			if a.Type.NonNull && a.DefaultValue == nil && f.Arguments.ForName(a.Name) == nil {
				t.Errorf("%s.%s lacks the argument %s, which GitHub demands", typ, f.Name, a.Name)
			}
		}
	}
	return n
}
