package config

import (
	"fmt"
	"iter"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v4"

	"github.com/surmise-ci/surmise/internal/nearest"
	"github.com/surmise-ci/surmise/internal/source"
)

// field decodes the value of one key. The name it is given is the whole way to
// the value, "clarification.enabled".
type field struct {
	key    string
	decode func(name string, n *yaml.Node)
}

func (d *decoder) add(at source.Position, format string, args ...any) {
	d.problems = append(d.problems, source.Problem{Path: d.path, At: at, Message: fmt.Sprintf(format, args...)})
}

// plain refuses what makes a file mean other than it seems to say: anchors,
// aliases and tags.
func (d *decoder) plain(n *yaml.Node) {
	switch {
	case n.Kind == yaml.AliasNode:
		d.add(at(n), "alias %s; write the value itself", quote("*"+n.Value))
	case n.Anchor != "":
		d.add(at(n), "anchor %s; a policy has none, so remove it", quote("&"+n.Anchor))
	case n.Style&yaml.TaggedStyle != 0:
		d.add(at(n), "tag %s; a policy has none, so remove it", quote(n.Tag))
	}
	for _, c := range n.Content {
		d.plain(c)
	}
}

// fields decodes a mapping with fixed keys and returns the keys that it has.
// The title names the mapping; prefix begins the names of its values.
func (d *decoder) fields(title, prefix string, n *yaml.Node, fields []field) []string {
	var seen []string
	for key, value := range d.pairs(title, n) {
		i := slices.IndexFunc(fields, func(f field) bool { return f.key == key.Value })
		if i < 0 {
			d.unknown(key, fmt.Sprintf("unknown key %s in %s", quote(key.Value), title), names(fields))
			continue
		}
		seen = append(seen, key.Value)
		fields[i].decode(prefix+key.Value, value)
	}
	return seen
}

// unknown reports a name that is none of known: with the one that was probably
// meant, else with all of them as far as a message has room.
func (d *decoder) unknown(n *yaml.Node, what string, known []string) {
	hint := "it is one of " + list(known)
	if name := nearest.Name(n.Value, known); name != "" {
		hint = fmt.Sprintf("did you mean %q?", name)
	}
	const room = 120
	if len(what)+len(hint)+2 > room {
		hint = "\"surmise schema policy\" prints what there is"
	}
	d.add(at(n), "%s; %s", what, hint)
}

// pairs yields the keys and values of a mapping; keys that are no plain words
// or stand twice are problems and are left out.
func (d *decoder) pairs(title string, n *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		if n.Kind != yaml.MappingNode {
			d.wrong(title, n, "a mapping")
			return
		}
		lines := make(map[string]int)
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			first, twice := lines[key.Value]
			switch {
			case key.Kind != yaml.ScalarNode:
				d.add(at(key), "a key of %s is %s; it is a word", title, describe(key))
				continue
			case twice:
				d.add(at(key), "key %s of %s stands in line %d already", quote(key.Value), title, first)
				continue
			}
			lines[key.Value] = key.Line
			if !yield(key, n.Content[i+1]) {
				return
			}
		}
	}
}

// items are the members of a list.
func (d *decoder) items(name string, n *yaml.Node) []*yaml.Node {
	if n.Kind != yaml.SequenceNode {
		d.wrong(name, n, "a list")
		return nil
	}
	return n.Content
}

func (d *decoder) text(name string, n *yaml.Node, want string) (string, bool) {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" {
		d.wrong(name, n, want)
		return "", false
	}
	return n.Value, true
}

// word decodes one of a few words.
func (d *decoder) word(name string, n *yaml.Node, allowed []string) (string, bool) {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" || !slices.Contains(allowed, n.Value) {
		d.wrong(name, n, "one of "+list(allowed))
		return "", false
	}
	return n.Value, true
}

func (d *decoder) boolean(name string, n *yaml.Node) (value, ok bool) {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" || n.Value != "true" && n.Value != "false" {
		d.wrong(name, n, "true or false")
		return false, false
	}
	return n.Value == "true", true
}

// integer decodes a whole number in plain decimal digits. YAML has more ways
// to write one, and readers disagree about 012 and 1_000.
func (d *decoder) integer(name string, n *yaml.Node) (int, bool) {
	v, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil || strconv.Itoa(v) != n.Value {
		d.wrong(name, n, "a whole number in digits, without quotes")
		return 0, false
	}
	return v, true
}

// wrong reports a value that is not what is wanted.
func (d *decoder) wrong(name string, n *yaml.Node, want string) {
	if n.Kind == yaml.AliasNode {
		return // reported as such
	}
	d.add(at(n), "%s is %s; it must be %s", name, describe(n), want)
}

// describe says what a value is.
func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case n.Tag == "!!null":
		return "empty"
	}
	return quote(n.Value)
}

// quote shows foreign text: quoted, and cut if it is long.
func quote(s string) string {
	const room = 40
	if r := []rune(s); len(r) > room {
		s = string(r[:room-1]) + "…"
	}
	return strconv.Quote(s)
}
