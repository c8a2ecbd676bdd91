package config

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
)

func modes() []string { return []string{string(policy.ModeGate), string(policy.ModeObserve)} }

// minimums are the permissions that may be asked for. Whoever may only read
// is anybody at all in a public repository, so that is none of them.
func minimums() []string {
	var out []string
	for p := pull.Triage; p <= pull.Admin; p++ {
		out = append(out, p.String())
	}
	return out
}

// loginPattern is what a login looks like, "[bot]" at the end of an app's
// included. Names of teams and mentions are none.
const loginPattern = `^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(\[bot\])?$`

var login = pattern.Lazy(loginPattern)

// noTeams is why a policy cannot name one: a rule that cannot be checked is one
// that nobody keeps.
const noTeams = "the workflow's token cannot read teams; list their people"

func requiredNumbers() []number {
	return []number{
		{"high", "How many people must clear a high entry.", 1, 10, func(p *policy.Policy) *int { return &p.People.RequiredHigh }},
	}
}

func (d *decoder) people(name string, n *yaml.Node) {
	p := &d.policy.People
	refused := func(name string, n *yaml.Node) { d.add(at(n), "%s: %s", name, noTeams) }
	fields := []field{
		{"minimum", func(name string, n *yaml.Node) {
			if word, ok := d.word(name, n, minimums()); ok {
				p.Minimum = pull.Triage + pull.Permission(slices.Index(minimums(), word))
			}
		}},
		{"users", func(name string, n *yaml.Node) { p.Users = d.logins(name, n) }},
		{"bots", func(name string, n *yaml.Node) { p.Bots = d.logins(name, n) }},
		{"separation_of_duties", d.truth(&p.SeparationOfDuties)},
		{"required", func(name string, n *yaml.Node) { d.fields(name, name+".", n, d.numbers(requiredNumbers())) }},
	}
	// The key is known only where somebody wrote it, so that no hint offers it.
	if n.Kind == yaml.MappingNode && slices.ContainsFunc(n.Content, func(k *yaml.Node) bool { return k.Value == "teams" }) {
		fields = append(fields, field{"teams", refused})
	}
	d.fields(name, name+".", n, fields)
}

func (d *decoder) autonomous(name string, n *yaml.Node) {
	a := &d.policy.Autonomous
	d.fields(name, name+".", n, []field{
		{"enabled", d.truth(&a.Enabled)},
		{"authors", func(name string, n *yaml.Node) { a.Authors = d.logins(name, n) }},
		{"paths", func(name string, n *yaml.Node) { a.Paths = d.globs(name, n) }},
	})
}

// logins decodes a list of logins into lower case: the platform does not tell
// their cases apart.
func (d *decoder) logins(name string, n *yaml.Node) []string {
	var out []string
	for i, item := range d.items(name, n) {
		name := fmt.Sprintf("%s[%d]", name, i)
		text, ok := d.text(name, item, "a login")
		switch {
		case !ok:
		case strings.Contains(text, "/"):
			d.add(at(item), "%s: %s is a team; %s", name, quote(text), noTeams)
		case !login().MatchString(text):
			d.add(at(item), "%s: %s is no login; write it like \"octocat\", without the @", name, quote(text))
		default:
			out = append(out, strings.ToLower(text))
		}
	}
	return out
}

// truth is the decoder of a key that is true or false.
func (d *decoder) truth(in *bool) func(name string, n *yaml.Node) {
	return func(name string, n *yaml.Node) {
		if v, ok := d.boolean(name, n); ok {
			*in = v
		}
	}
}

func peopleSchema() object {
	return closed(object{
		"minimum": object{"enum": minimums(), "description": "The least permission with which somebody may decide."},
		"users":   loginsSchema("Logins that may decide whatever their permission."),
		"bots":    loginsSchema("Logins of bots and apps that may decide; no other does."),
		"separation_of_duties": object{
			"type": "boolean", "description": "Whether those who contributed to a change are kept from clearing it.",
		},
		"required": closed(numbersSchema(requiredNumbers())),
	})
}

func autonomousSchema() object {
	return closed(object{
		"enabled": object{"type": "boolean", "description": "Whether what an earlier head showed counts as acknowledged."},
		"authors": loginsSchema("Whose pull requests; empty means everybody's."),
		"paths": object{
			"type": "array", "items": object{"$ref": "#/$defs/glob"}, "description": "Which specs; empty means all.",
		},
	})
}

func loginsSchema(text string) object {
	return object{"type": "array", "items": object{"type": "string", "pattern": loginPattern}, "description": text}
}
