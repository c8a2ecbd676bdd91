package config

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v4"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/policy"
)

// uncarriedPattern is what no carried path looks like: one that is absolute,
// leaves the tree, is spelled in a roundabout way, or is the repository.
const uncarriedPattern = `^$|^/|/$|//|(^|/)\.\.?(/|$)|^\.git(/|$)|\\`

var uncarried = pattern.Lazy(uncarriedPattern)

// moreWords ends a command line that allows more words.
const moreWords = "..."

func proveNumbers() []number {
	return []number{
		{"timeout", "Seconds that one test may take at most.", 1, 600, func(p *policy.Policy) *int { return &p.Prove.Timeout }},
	}
}

func (d *decoder) prove(name string, n *yaml.Node) {
	p := &d.policy.Prove
	d.fields(name, name+".", n, append([]field{
		{"carry", func(name string, n *yaml.Node) { p.Carry = d.carried(name, n) }},
		{"commands", func(name string, n *yaml.Node) { p.Commands = d.commands(name, n) }},
		{"allow_weak_isolation", d.truth(&p.AllowWeakIsolation)},
		{"allow_mutation", d.truth(&p.AllowMutation)},
		{"strict", d.truth(&p.Strict)},
	}, d.numbers(proveNumbers())...))
}

func (d *decoder) carried(name string, n *yaml.Node) []string {
	var out []string
	for i, item := range d.items(name, n) {
		name := fmt.Sprintf("%s[%d]", name, i)
		text, ok := d.text(name, item, "a path")
		switch {
		case !ok:
		case uncarried().MatchString(text):
			d.add(at(item), "%s: %s is no path below the repository; write it like \"node_modules\"", name, quote(text))
		default:
			out = append(out, text)
		}
	}
	return out
}

func (d *decoder) commands(name string, n *yaml.Node) [][]string {
	var out [][]string
	for i, item := range d.items(name, n) {
		name := fmt.Sprintf("%s[%d]", name, i)
		var words []string
		for j, word := range d.items(name, item) {
			name := fmt.Sprintf("%s[%d]", name, j)
			text, ok := d.text(name, word, "a word of a command")
			if ok && text == "" {
				d.add(at(word), "%s is empty; write the word", name)
			}
			words = append(words, text)
		}
		switch more := slices.Index(words, moreWords); {
		case item.Kind != yaml.SequenceNode:
		case len(words) == 0:
			d.add(at(item), "%s is empty; write the words of a command", name)
		case more == 0 || more > 0 && more < len(words)-1:
			d.add(at(item.Content[more]), "%s: %q comes after the other words, once", name, moreWords)
		default:
			out = append(out, words)
		}
	}
	return out
}

func proveSchema() object {
	properties := numbersSchema(proveNumbers())
	properties["carry"] = object{
		"type": "array", "items": object{"type": "string", "not": object{"pattern": uncarriedPattern}},
		"description": "Untracked paths that tests need; each run sees them read-only.",
	}
	properties["commands"] = object{
		"type": "array", "items": object{"type": "array", "items": object{"type": "string", "minLength": 1}, "minItems": 1},
		"description": "The command lines that check_argv may hold, word by word; \"...\" at the end allows more words that are no options.",
	}
	properties["allow_weak_isolation"] = object{"type": "boolean", "description": "Whether a proof counts that ran without isolation."}
	properties["allow_mutation"] = object{"type": "boolean", "description": "Whether a proof counts whose violation is an automatic mutation, which is weaker than a declared one."}
	properties["strict"] = object{"type": "boolean", "description": "Whether the unchanged tree is run once more at the end."}
	return closed(properties)
}
