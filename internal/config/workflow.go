package config

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/source"
)

// WorkflowDir is where a repository keeps its workflows.
const WorkflowDir = ".github/workflows"

// Text is a word of a file and where it stands; the zero Text is absent.
type Text struct {
	Value string
	At    source.Position
}

// Workflow is a workflow file as far as it bears on what Surmise may do and
// when it runs. Expressions are kept as they are written.
type Workflow struct {
	Path        string
	Events      []Event
	Permissions *Permissions // nil if the file leaves them to the repository
	Concurrency *Concurrency
	Jobs        []Job
	Secrets     []Secret // every use of one, in the order of the file
}

// Event is one trigger.
type Event struct {
	Name    Text
	Types   []Text // nil if the file leaves them to the platform
	Filters []Text // the keys that keep the event from some changes: "paths", "branches-ignore"
}

// Permissions are those of a token. All is "read-all", "write-all" or "" for
// the ones that Scopes names, which for an empty mapping is none.
type Permissions struct {
	At     source.Position
	All    string
	Scopes []Setting
}

// Level is the level that a token has in one scope.
func (p *Permissions) Level(scope string) string {
	for _, s := range p.Scopes {
		if s.Name.Value == scope {
			return s.Value.Value
		}
	}
	if level, ok := strings.CutSuffix(p.All, "-all"); ok {
		return level
	}
	return "none"
}

// Setting is one key and its plain value.
type Setting struct{ Name, Value Text }

// Concurrency is a group that runs wait in.
type Concurrency struct {
	At      source.Position
	Cancels bool // a run in progress is cancelled, or may be: the value is an expression
}

// Job is one job.
type Job struct {
	ID, Name, If Text
	Uses         Text // the workflow that it calls
	Permissions  *Permissions
	Concurrency  *Concurrency
	Steps        []Step
}

// Step is one step of a job.
type Step struct {
	Uses, Run Text
	With      []Setting
}

// Secret is one use of a secret. Uses is the action of the step that it stands
// in, "" outside of one. A job that hands all of them on has the name "inherit".
type Secret struct {
	Name Text
	Uses string
}

// Input is the value of an input of the step's action, or the zero Text.
func (s Step) Input(name string) Text {
	for _, w := range s.With {
		if strings.EqualFold(w.Name.Value, name) {
			return w.Value
		}
	}
	return Text{}
}

// ReadWorkflow reads the workflow at path, which is used in messages only. It
// is strict about the parts that it reads, since a trigger or a permission that
// is misread would be advice about another file; what else a workflow may hold
// is left to the platform. An error is [source.Problems].
func ReadWorkflow(path string, data []byte) (Workflow, error) {
	d := &decoder{path: path, what: "workflow", begins: "name:"}
	w := Workflow{Path: path}
	if root := d.load(data); root != nil {
		if u := (unfolder{left: maxNodes}); u.unfold(root, 0) {
			d.workflow(root, &w)
		} else {
			d.add(at(root), "the workflow's aliases unfold to more than %d values; write them out", maxNodes)
		}
	}
	if err := d.problems.Err(); err != nil {
		return Workflow{}, err
	}
	return w, nil
}

// maxNodes bounds a workflow with its aliases unfolded.
const maxNodes = 100_000

// unfolder puts copies of what aliases stand for in their place.
type unfolder struct{ left int }

// unfold reports whether the tree stayed within bounds.
func (u *unfolder) unfold(n *yaml.Node, depth int) bool {
	const deep = 200
	if u.left--; u.left < 0 || depth > deep {
		return false
	}
	if n.Kind == yaml.AliasNode {
		line, column := n.Line, n.Column
		*n = *n.Alias
		n.Line, n.Column = line, column
	}
	n.Content = slices.Clone(n.Content)
	for i, c := range n.Content {
		own := *c
		n.Content[i] = &own
		if !u.unfold(&own, depth+1) {
			return false
		}
	}
	return true
}

func (d *decoder) workflow(root *yaml.Node, w *Workflow) {
	seen := make(map[string]bool)
	for key, value := range d.pairs("the workflow", root) {
		seen[key.Value] = true
		switch key.Value {
		case "on":
			w.Events = d.events(value)
		case "permissions":
			w.Permissions = d.permissions("permissions", value)
		case "concurrency":
			w.Concurrency = d.concurrency("concurrency", key, value)
		case "jobs":
			for id, job := range d.pairs("jobs", value) {
				w.Jobs = append(w.Jobs, d.job(id, job))
			}
		}
	}
	for _, name := range []string{"on", "jobs"} {
		if !seen[name] && root.Kind == yaml.MappingNode {
			d.add(at(root), "the workflow has no %q", name)
		}
	}
	secrets(root, "", &w.Secrets)
}

// events reads the three ways to write triggers.
func (d *decoder) events(n *yaml.Node) []Event {
	var out []Event
	switch n.Kind {
	case yaml.MappingNode:
		for key, value := range d.pairs("on", n) {
			out = append(out, d.event(key, value))
		}
	case yaml.SequenceNode:
		for _, item := range n.Content {
			out = append(out, Event{Name: d.scalar("on", item)})
		}
	default:
		out = append(out, Event{Name: d.scalar("on", n)})
	}
	return out
}

func (d *decoder) event(key, n *yaml.Node) Event {
	e := Event{Name: word(key)}
	if n.Kind == yaml.SequenceNode || empty(n) {
		return e // a schedule, or an event as the platform has it
	}
	name := "on." + key.Value
	for k, value := range d.pairs(name, n) {
		switch k.Value {
		case "types":
			e.Types = d.words(name+".types", value)
		case "paths", "paths-ignore", "branches", "branches-ignore":
			e.Filters = append(e.Filters, word(k))
		}
	}
	return e
}

func (d *decoder) permissions(name string, n *yaml.Node) *Permissions {
	p := &Permissions{At: at(n)}
	if n.Kind == yaml.ScalarNode && !empty(n) {
		p.All, _ = d.word(name, n, []string{"read-all", "write-all"})
		return p
	}
	for key, value := range d.pairs(name, n) {
		level, _ := d.word(name+"."+key.Value, value, []string{"read", "write", "none"})
		p.Scopes = append(p.Scopes, Setting{Name: word(key), Value: Text{level, at(value)}})
	}
	return p
}

func (d *decoder) concurrency(name string, key, n *yaml.Node) *Concurrency {
	c := &Concurrency{At: at(key)}
	if n.Kind == yaml.ScalarNode && !empty(n) {
		return c
	}
	for k, value := range d.pairs(name, n) {
		if k.Value == "cancel-in-progress" {
			c.Cancels = d.scalar(name+".cancel-in-progress", value).Value != "false"
		}
	}
	return c
}

func (d *decoder) job(id, n *yaml.Node) Job {
	j := Job{ID: word(id)}
	name := "jobs." + id.Value
	for key, value := range d.pairs(name, n) {
		own := name + "." + key.Value
		switch key.Value {
		case "name":
			j.Name = d.scalar(own, value)
		case "if":
			j.If = d.scalar(own, value)
		case "uses":
			j.Uses = d.scalar(own, value)
		case "permissions":
			j.Permissions = d.permissions(own, value)
		case "concurrency":
			j.Concurrency = d.concurrency(own, key, value)
		case "steps":
			for _, item := range d.items(own, value) {
				j.Steps = append(j.Steps, d.step(own, item))
			}
		}
	}
	return j
}

func (d *decoder) step(name string, n *yaml.Node) Step {
	var s Step
	for key, value := range d.pairs("a step of "+name, n) {
		own := name + "." + key.Value
		switch key.Value {
		case "uses":
			s.Uses = d.scalar(own, value)
		case "run":
			s.Run = d.scalar(own, value)
		case "with":
			for k, v := range d.pairs(own, value) {
				s.With = append(s.With, Setting{Name: word(k), Value: d.scalar(own+"."+k.Value, v)})
			}
		}
	}
	return s
}

// scalar reads a single value, whatever its type.
func (d *decoder) scalar(name string, n *yaml.Node) Text {
	if n.Kind != yaml.ScalarNode {
		d.wrong(name, n, "a single value")
		return Text{}
	}
	return word(n)
}

// words reads a list, or the single value that stands for a list of one.
func (d *decoder) words(name string, n *yaml.Node) []Text {
	if n.Kind == yaml.ScalarNode && !empty(n) {
		return []Text{word(n)}
	}
	var out []Text
	for _, item := range d.items(name, n) {
		out = append(out, d.scalar(name, item))
	}
	return out
}

func word(n *yaml.Node) Text { return Text{n.Value, at(n)} }

func empty(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// secretName finds secrets in expressions: by name, and handed over in ways
// that show no name.
var secretName = pattern.Lazy(`\bsecrets\b(?:\.([A-Za-z_][A-Za-z0-9_-]*))?`)

// secrets collects the secrets below a node. Text outside of an expression
// that mentions the word is none; conditions are expressions without marks.
func secrets(n *yaml.Node, uses string, out *[]Secret) {
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == "uses" {
				uses = n.Content[i+1].Value
			}
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i], n.Content[i+1]
			switch {
			case key.Value == "secrets" && value.Value == "inherit":
				*out = append(*out, Secret{Name: word(value), Uses: uses})
			case key.Value == "if" && value.Kind == yaml.ScalarNode:
				secretsIn(value, value.Value, uses, out)
			default:
				secrets(value, uses, out)
			}
		}
	case yaml.SequenceNode:
		for _, c := range n.Content {
			secrets(c, uses, out)
		}
	case yaml.ScalarNode:
		rest := n.Value
		for {
			_, after, ok := strings.Cut(rest, "${{")
			if !ok {
				return
			}
			expression, next, _ := strings.Cut(after, "}}")
			secretsIn(n, expression, uses, out)
			rest = next
		}
	}
}

func secretsIn(n *yaml.Node, expression, uses string, out *[]Secret) {
	for _, m := range secretName().FindAllStringSubmatch(expression, -1) {
		*out = append(*out, Secret{Name: Text{m[1], at(n)}, Uses: uses})
	}
}
