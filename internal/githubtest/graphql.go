package githubtest

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
)

//go:embed schema.graphql
var schemaText string

func loadSchema(t testing.TB) *ast.Schema {
	t.Helper()
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "schema.graphql", Input: schemaText})
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// operationName is the name of the first operation of a query.
func operationName(query string) string {
	doc, err := parser.ParseQuery(&ast.Source{Input: query})
	if err != nil || len(doc.Operations) == 0 {
		return ""
	}
	return doc.Operations[0].Name
}

// node is an object of the graph. A value is a scalar, a node, a list of
// nodes, an error, or a function of the field's arguments that gives one.
type node struct {
	typ    string
	fields map[string]any
}

// resolver gives the value of a field with arguments, or one that is dear.
type resolver func(args arguments) any

// failure is an error of one field.
type failure struct{ kind, message string }

func (f failure) Error() string { return f.message }

// execution runs one query.
type execution struct {
	*call
	vars   map[string]any
	errors []object
}

func (c *call) graphql() reply {
	var in struct {
		Query         string          `json:"query"`
		OperationName string          `json:"operationName"`
		Variables     json.RawMessage `json:"variables"`
	}
	if refused, ok := c.decode(&in); !ok {
		return refused
	}
	doc, problems := gqlparser.LoadQueryWithRules(c.s.schema, in.Query, nil)
	if len(problems) > 0 {
		c.s.t.Errorf("githubtest: query is refused: %v\n%s", problems, in.Query)
		return ok(object{"errors": translate(problems)})
	}
	op := doc.Operations.ForName(in.OperationName)
	if op == nil || op.Operation != ast.Query {
		return ok(object{"errors": []object{{"message": "No operation named \"" + in.OperationName + "\""}}})
	}
	given := map[string]any{}
	if len(in.Variables) > 0 {
		d := json.NewDecoder(bytes.NewReader(in.Variables))
		d.UseNumber()
		if err := d.Decode(&given); err != nil {
			return refuse(400, "Problems parsing JSON")
		}
	}
	vars, err := validator.VariableValues(c.s.schema, op, given)
	if err != nil {
		c.s.t.Errorf("githubtest: variables are refused: %v", err)
		return ok(object{"errors": []object{{"message": err.Error()}}})
	}
	x := &execution{call: c, vars: vars}
	if n := x.size(op.SelectionSet, 1); n > maxNodes {
		c.s.t.Errorf("githubtest: query may give %d nodes:\n%s", n, in.Query)
		return ok(object{"errors": []object{{
			"type":    "MAX_NODE_LIMIT_EXCEEDED",
			"message": sprint("This query requests up to %d possible nodes which exceeds the maximum limit of 500,000.", n),
		}}})
	}
	data := x.object(x.root(), op.SelectionSet, nil)
	body := object{"data": data}
	if x.errors != nil {
		body["errors"] = x.errors
	}
	return ok(body)
}

var unknownField = regexp.MustCompile(`^Cannot query field "(\w+)" on type "(\w+)"`)

// translate words the parser's errors as the platform does, where that is
// known.
func translate(problems gqlerror.List) []object {
	var out []object
	for _, p := range problems {
		e := object{"message": p.Message}
		if m := unknownField.FindStringSubmatch(p.Message); m != nil {
			e["message"] = fmt.Sprintf("Field '%s' doesn't exist on type '%s'", m[1], m[2])
			e["extensions"] = object{"code": "undefinedField", "typeName": m[2], "fieldName": m[1]}
		}
		if len(p.Locations) > 0 {
			e["locations"] = []object{{"line": p.Locations[0].Line, "column": p.Locations[0].Column}}
		}
		out = append(out, e)
	}
	return out
}

// object resolves the selected fields of a node.
func (x *execution) object(n *node, set ast.SelectionSet, path []any) object {
	out := object{}
	for _, group := range x.collect(n.typ, set) {
		f := group[0]
		var below ast.SelectionSet
		for _, same := range group {
			below = append(below, same.SelectionSet...)
		}
		at := append(slices.Clone(path), f.Alias)
		if f.Name == "__typename" {
			out[f.Alias] = n.typ
			continue
		}
		value, found := n.fields[f.Name]
		if !found {
			x.s.t.Errorf("githubtest: %s.%s has no value", n.typ, f.Name)
		}
		if resolve, ok := value.(resolver); ok {
			value = resolve(f.ArgumentMap(x.vars))
		}
		out[f.Alias] = x.value(value, below, at)
		if out[f.Alias] == nil && f.Definition.Type.NonNull && x.errors == nil {
			x.s.t.Errorf("githubtest: %s.%s must not be null", n.typ, f.Name)
		}
	}
	return out
}

func (x *execution) value(value any, below ast.SelectionSet, path []any) any {
	switch v := value.(type) {
	case nil:
		return nil
	case failure:
		e := object{"message": v.message, "path": path}
		if v.kind != "" {
			e["type"] = v.kind
		}
		x.errors = append(x.errors, e)
		return nil
	case *node:
		if v == nil {
			return nil
		}
		return x.object(v, below, path)
	case []*node:
		list := []any{}
		for i, n := range v {
			list = append(list, x.value(n, below, append(slices.Clone(path), i)))
		}
		return list
	}
	return value
}

// collect groups the selected fields by their alias, in order, through
// fragments and directives.
func (x *execution) collect(typ string, set ast.SelectionSet) [][]*ast.Field {
	var groups [][]*ast.Field
	var walk func(set ast.SelectionSet)
	walk = func(set ast.SelectionSet) {
		for _, selection := range set {
			switch s := selection.(type) {
			case *ast.Field:
				if !x.included(s.Directives) {
					continue
				}
				i := slices.IndexFunc(groups, func(g []*ast.Field) bool { return g[0].Alias == s.Alias })
				if i < 0 {
					i, groups = len(groups), append(groups, nil)
				}
				groups[i] = append(groups[i], s)
			case *ast.InlineFragment:
				if x.included(s.Directives) && (s.TypeCondition == "" || x.is(typ, s.TypeCondition)) {
					walk(s.SelectionSet)
				}
			case *ast.FragmentSpread:
				if x.included(s.Directives) && x.is(typ, s.Definition.TypeCondition) {
					walk(s.Definition.SelectionSet)
				}
			}
		}
	}
	walk(set)
	return groups
}

func (x *execution) included(directives ast.DirectiveList) bool {
	for _, d := range directives {
		on, _ := d.ArgumentMap(x.vars)["if"].(bool)
		if (d.Name == "skip" && on) || (d.Name == "include" && !on) {
			return false
		}
	}
	return true
}

// is reports whether a type is another, or one of its possible types.
func (x *execution) is(typ, other string) bool {
	return typ == other || slices.ContainsFunc(x.s.schema.PossibleTypes[other], func(d *ast.Definition) bool { return d.Name == typ })
}

// maxNodes is how many nodes a query may ask for.
const maxNodes = 500_000

// size is how many nodes the connections of a selection may give at most,
// counted as documented: all levels, each times the ones above.
func (x *execution) size(set ast.SelectionSet, times int) int {
	total := 0
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			a := arguments(s.ArgumentMap(x.vars))
			below := times
			if strings.HasSuffix(s.Definition.Type.Name(), "Connection") {
				first, _ := a.int("first")
				last, _ := a.int("last")
				below = times * max(first, last)
				total += below
			}
			total += x.size(s.SelectionSet, below)
		case *ast.InlineFragment:
			total += x.size(s.SelectionSet, times)
		case *ast.FragmentSpread:
			total += x.size(s.Definition.SelectionSet, times)
		}
	}
	return total
}

// arguments are the coerced arguments of a field.
type arguments map[string]any

func (a arguments) int(name string) (int, bool) {
	switch v := a[name].(type) {
	case int64:
		return int(v), true
	case json.Number:
		n, err := strconv.ParseInt(v.String(), 10, 64)
		return int(n), err == nil
	}
	return 0, false
}

func (a arguments) string(name string) string {
	s, _ := a[name].(string)
	return s
}

// strings is a list of strings or enum values; nil if it is not given.
func (a arguments) strings(name string) []string {
	list, _ := a[name].([]any)
	var out []string
	for _, v := range list {
		s, _ := v.(string)
		out = append(out, s)
	}
	if s, single := a[name].(string); single {
		out = []string{s}
	}
	return out
}

func (a arguments) object(name string) arguments {
	m, _ := a[name].(map[string]any)
	return m
}

var errCursor = errors.New("cursor")

func cursor(i int) string {
	return base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "cursor:v2:%d", i))
}

func position(cursor string) (int, error) {
	data, err := base64.StdEncoding.DecodeString(cursor)
	rest, found := strings.CutPrefix(string(data), "cursor:v2:")
	if err != nil || !found {
		return 0, errCursor
	}
	return strconv.Atoi(rest)
}

// connection is one page of a list of so many items.
func connection(typ, field string, total int, a arguments, item func(i int) *node) any {
	first, forward := a.int("first")
	last, backward := a.int("last")
	switch {
	case !forward && !backward:
		return failure{"MISSING_PAGINATION_BOUNDARIES", sprint("You must provide a `first` or `last` value to properly paginate the `%s` connection.", field)}
	case forward && (first < 0 || first > 100), backward && (last < 0 || last > 100):
		return failure{"EXCESSIVE_PAGINATION", sprint("Requesting %d records on the `%s` connection exceeds the `first` limit of 100 records.", max(first, last), field)}
	}
	from, to := 0, total
	for name, set := range map[string]func(int){
		"after":  func(i int) { from = max(from, i+1) },
		"before": func(i int) { to = min(to, i) },
	} {
		if c := a.string(name); c != "" {
			i, err := position(c)
			if err != nil {
				return failure{"INVALID_CURSOR_ARGUMENTS", sprint("`%s` does not appear to be a valid cursor.", c)}
			}
			set(i)
		}
	}
	from = min(from, total)
	to = max(to, from)
	if forward {
		to = min(to, from+first)
	}
	if backward {
		from = max(from, to-last)
	}
	edgeType := strings.TrimSuffix(typ, "Connection") + "Edge"
	nodes, edges := []*node{}, []*node{}
	for i := from; i < to; i++ {
		n := item(i)
		nodes = append(nodes, n)
		edges = append(edges, &node{edgeType, map[string]any{"cursor": cursor(i), "node": n}})
	}
	info := map[string]any{"hasNextPage": to < total, "hasPreviousPage": from > 0, "startCursor": nil, "endCursor": nil}
	if len(nodes) > 0 {
		info["startCursor"], info["endCursor"] = cursor(from), cursor(to-1)
	}
	return &node{typ, map[string]any{
		"nodes": nodes, "edges": edges, "totalCount": total, "pageInfo": &node{"PageInfo", info},
	}}
}
