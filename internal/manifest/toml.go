package manifest

import (
	"errors"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/source"
)

// setting is one key of a TOML file with its value: a text, the texts of a
// list, or the settings of a table that is written in one line.
type setting struct {
	keys  []string // from the root
	at    source.Span
	text  string
	items []item
	table []setting
}

type item struct {
	text string
	at   source.Span
}

// get is the text of a key of an in-line table; "" without one.
func (s setting) get(key string) string {
	for _, t := range s.table {
		if t.keys[len(t.keys)-1] == key {
			return t.text
		}
	}
	return ""
}

// toml calls visit with every setting, in file order.
func (f *File) toml(visit func(setting)) error {
	text := f.Source.Content()[f.Source.BOM():]
	if tooDeep(text) {
		return errNesting
	}
	var p unstable.Parser
	p.Reset([]byte(text))
	var table []string
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			if table, _ = f.keys(&p, e); len(table) > maxNesting {
				return errNesting // each of its settings would carry all of them
			}
		case unstable.KeyValue:
			visit(f.setting(&p, table, e))
		}
	}
	if p.Error() != nil {
		return errors.New("is no valid TOML")
	}
	return nil
}

// tooDeep counts brackets, those in strings too: the parser calls itself for
// each.
func tooDeep(text string) bool {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '[', '{':
			if depth++; depth > maxNesting {
				return true
			}
		case ']', '}':
			depth = max(0, depth-1)
		}
	}
	return false
}

func (f *File) keys(p *unstable.Parser, e *unstable.Node) (keys []string, at source.Span) {
	for it := e.Key(); it.Next(); {
		keys = append(keys, string(it.Node().Data))
		at = f.raw(it.Node().Raw)
	}
	return keys, at
}

func (f *File) raw(r unstable.Range) source.Span {
	start := f.Source.BOM() + int(r.Offset)
	return source.Span{Start: start, End: start + int(r.Length)}
}

func (f *File) setting(p *unstable.Parser, table []string, e *unstable.Node) setting {
	keys, at := f.keys(p, e)
	out := setting{keys: slices.Concat(table, keys), at: at}
	switch v := e.Value(); v.Kind {
	case unstable.String, unstable.Bool:
		out.text = string(v.Data)
	case unstable.Array:
		for it := v.Children(); it.Next(); {
			if n := it.Node(); n.Kind == unstable.String {
				out.items = append(out.items, item{string(n.Data), f.raw(n.Raw)})
			}
		}
	case unstable.InlineTable:
		for it := v.Children(); it.Next(); {
			if n := it.Node(); n.Kind == unstable.KeyValue {
				out.table = append(out.table, f.setting(p, nil, n))
			}
		}
	}
	return out
}

func readPyproject(f *File) error {
	poetry := make(optional)
	err := f.toml(func(s setting) {
		switch where := strings.Join(s.keys[:len(s.keys)-1], "."); {
		case where == "project" && last(s) == "dependencies":
			f.requirements(s.items, false)
		case where == "project" && last(s) == "requires-python":
			f.ask(s.text, s.at, anyOf)
		case where == "project.optional-dependencies", where == "dependency-groups", where == "tool.pdm.dev-dependencies",
			where == "tool.uv" && last(s) == "dev-dependencies":
			f.requirements(s.items, true)
		case where == "tool.poetry.dependencies" && last(s) == "python":
			f.ask(s.text, s.at, anyOf)
		case where == "tool.poetry.dependencies":
			f.depend(pythonName(last(s)), s.at, s.get("optional") == "true")
		case strings.HasPrefix(where, "tool.poetry.dependencies.") && last(s) == "optional":
			poetry[pythonName(s.keys[len(s.keys)-2])] = s.text == "true"
		case strings.HasPrefix(where, "tool.poetry.dependencies.") && last(s) == "version":
			f.depend(pythonName(s.keys[len(s.keys)-2]), s.at, false)
		case strings.HasPrefix(where, "tool.poetry.group.") && strings.HasSuffix(where, ".dependencies"), where == "tool.poetry.dev-dependencies":
			f.depend(pythonName(last(s)), s.at, true)
		}
	})
	poetry.apply(f)
	return err
}

// optional are dependencies that a later line says are optional.
type optional map[string]bool

func (o optional) apply(f *File) {
	for i := range f.Dependencies {
		d := &f.Dependencies[i]
		name, _, _ := strings.Cut(d.Name, "/")
		d.Aside = d.Aside || o[name]
	}
}

func last(s setting) string { return s.keys[len(s.keys)-1] }

func readPipfile(f *File) error {
	return f.toml(func(s setting) {
		switch s.keys[0] {
		case "packages":
			f.depend(pythonName(s.keys[min(1, len(s.keys)-1)]), s.at, false)
		case "dev-packages":
			f.depend(pythonName(s.keys[min(1, len(s.keys)-1)]), s.at, true)
		}
	})
}

// requirement is a requirement of Python's: a name, extras, conditions, and
// behind a semicolon the environment that it is for.
var requirement = pattern.Lazy(`^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^\]]*)\])?([^;]*)(?:;(.*))?$`)

// requirements adds what a list of requirements names. An extra brings packages
// that are named nowhere; its own name says which.
func (f *File) requirements(list []item, aside bool) {
	for _, r := range list {
		m := requirement().FindStringSubmatch(r.text)
		if m == nil {
			continue
		}
		f.depend(pythonName(m[1]), r.at, aside || strings.Contains(m[4], "extra"))
		for extra := range strings.SplitSeq(m[2], ",") {
			f.depend(pythonName(strings.TrimSpace(extra)), r.at, true)
		}
	}
}

// pythonName is a package's name as the index compares it.
func pythonName(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return c == '-' || c == '_' || c == '.' }), "-")
}

// readCargo adds crates, and the features that are asked of them: "sqlx" and
// "sqlx/postgres". What a workspace declares is for those members that take it.
func readCargo(f *File) error {
	crates := make(optional)
	err := f.toml(func(s setting) {
		if len(s.keys) < 2 {
			return
		}
		if s.keys[0] == "package" && last(s) == "rust-version" {
			f.ask(s.text, s.at, From)
			return
		}
		aside := s.keys[0] != "dependencies"
		i := slices.IndexFunc(s.keys, func(k string) bool { return strings.HasSuffix(k, "dependencies") })
		if i < 0 || i+1 == len(s.keys) {
			return
		}
		name := s.keys[i+1]
		if i+2 < len(s.keys) { // [dependencies.sqlx], or sqlx.features = [...]
			switch {
			case last(s) == "optional":
				crates[name] = s.text == "true"
			case last(s) == "features":
				f.features(name, s.items, aside)
			case last(s) == "version":
				f.depend(name, s.at, aside)
			}
			return
		}
		if real := s.get("package"); real != "" {
			name = real
		}
		aside = aside || s.get("optional") == "true"
		f.depend(name, s.at, aside)
		for _, t := range s.table {
			if last(t) == "features" {
				f.features(name, t.items, aside)
			}
		}
	})
	crates.apply(f)
	return err
}

func (f *File) features(crate string, list []item, aside bool) {
	for _, feature := range list {
		f.depend(crate+"/"+feature.text, feature.at, aside)
	}
}

// readCatalogue reads Gradle's list of libraries that its build files may use.
func readCatalogue(f *File) error {
	return f.toml(func(s setting) {
		if s.keys[0] != "libraries" {
			return
		}
		module := s.text
		switch {
		case s.get("module") != "":
			module = s.get("module")
		case s.get("group") != "":
			module = s.get("group") + ":" + s.get("name")
		case len(s.keys) == 3 && last(s) != "module":
			return
		}
		f.depend(coordinates(module), s.at, true)
	})
}

// coordinates is "group:artifact" of "group:artifact:version".
func coordinates(module string) string {
	parts := strings.Split(module, ":")
	return strings.Join(parts[:min(2, len(parts))], ":")
}
