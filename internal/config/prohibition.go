package config

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/surmise-ci/surmise/internal/nearest"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/source"
)

// The keys under which front matter declares prohibitions.
const (
	mustHaves    = "must_haves"
	prohibitions = "prohibitions"
)

// FrontMatter reads must_haves.prohibitions of a file's front matter, which
// stands at span, its dashes included. Front matter is many tools' and mostly
// none of our business: strict is this for the list itself, and for whatever
// could hide or fake it.
func FrontMatter(f *source.File, span source.Span) probe.Source {
	d := declarations{file: f, out: probe.Source{Path: f.Path()}}
	inner := innerOf(f, span)
	text := f.Excerpt(inner)
	ours := strings.Contains(text, mustHaves)
	if !ours && !strings.Contains(text, "statement") {
		return d.out
	}
	// Everything around the front matter becomes line breaks, so that the
	// places of the nodes are those of the file.
	lines := f.Position(inner.Start).Line - 1
	root, err := loadOne("front matter", strings.Repeat("\n", lines)+text)
	switch {
	case err != nil && ours && strings.Contains(text, prohibitions):
		d.add(d.file.Line(lines+1), "%s; its prohibitions cannot be read", err)
	case root != nil:
		d.front(root)
	}
	return d.out
}

// Sidecar reads the file beside a spec that declares its prohibitions. Nothing
// else may stand in it.
func Sidecar(f *source.File) probe.Source {
	d := declarations{file: f, out: probe.Source{Path: f.Path()}}
	switch text := f.Content(); {
	case len(text) > MaxBytes:
		d.add(source.Span{}, "the file has %d bytes; the limit is %d", len(text), MaxBytes)
		return d.out
	case !utf8.ValidString(text):
		at := validPrefix([]byte(text))
		d.add(source.Span{Start: at, End: at}, "the file is not UTF-8 here")
		return d.out
	}
	root, err := loadOne("file", strings.TrimPrefix(f.Content(), "\ufeff"))
	switch {
	case err != nil:
		d.add(source.Span{}, "%s", err)
		return d.out
	case root == nil:
		d.add(source.Span{}, "the file is empty; it begins with \"version: 1\"")
		return d.out
	}
	d.plainOne(root)
	version := false
	for key, value := range d.pairs(root, "the file") {
		switch key.Value {
		case "version":
			if version = true; value.Value != "1" || value.Tag != "!!int" {
				d.add(d.at(value), "version is %s; it must be 1", quote(value.Value))
			}
		case prohibitions:
			d.list(value, false)
		default:
			d.add(d.at(key), "unknown key %s; it is one of version, %s", quote(key.Value), prohibitions)
		}
	}
	if !version && root.Kind == yaml.MappingNode {
		d.add(d.at(root), "version is missing; the file begins with \"version: 1\"")
	}
	return d.out
}

// innerOf is front matter without the lines of dashes.
func innerOf(f *source.File, span source.Span) source.Span {
	text := f.Excerpt(span)
	start := strings.IndexByte(text, '\n') + 1
	end := len(strings.TrimRight(text, "\r\n"))
	if i := strings.LastIndexByte(text[:end], '\n'); i >= start && (strings.HasPrefix(text[i+1:end], "---") || strings.HasPrefix(text[i+1:end], "...")) {
		end = i + 1
	}
	return source.Span{Start: span.Start + start, End: span.Start + max(start, end)}
}

// loadOne parses one YAML document; nil if there is none.
func loadOne(what, text string) (*yaml.Node, error) {
	d := &decoder{what: what}
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	root := d.load([]byte(text))
	if len(d.problems) > 0 {
		return nil, fmt.Errorf("%s", d.problems[0].Message)
	}
	return root, nil
}

// declarations reads nodes into raw declarations with spans.
type declarations struct {
	file *source.File
	out  probe.Source
}

func (d *declarations) add(at source.Span, format string, args ...any) {
	d.out.Problems = append(d.out.Problems, probe.Problem{Path: d.file.Path(), Span: at, Message: fmt.Sprintf(format, args...)})
}

// at is the place of a node: its text if it is a scalar on one line, else its
// beginning.
func (d *declarations) at(n *yaml.Node) source.Span {
	line := d.file.Line(n.Line)
	start := line.Start
	if n.Line == 1 {
		start += d.file.BOM()
	}
	for column := 1; column < n.Column && start < line.End; column++ {
		_, size := utf8.DecodeRuneInString(d.file.Content()[start:line.End])
		start += size
	}
	return source.Span{Start: start, End: min(line.End, start+d.width(n, d.file.Content()[start:line.End]))}
}

// width is how long the text of a scalar is in the source, quotes included.
func (d *declarations) width(n *yaml.Node, rest string) int {
	if n.Kind != yaml.ScalarNode {
		return 0
	}
	switch n.Style &^ yaml.TaggedStyle {
	case yaml.DoubleQuotedStyle:
		for i := 1; i < len(rest); i++ {
			if rest[i] == '\\' {
				i++
			} else if rest[i] == '"' {
				return i + 1
			}
		}
	case yaml.SingleQuotedStyle:
		for i := 1; i < len(rest); i++ {
			if rest[i] != '\'' {
				continue
			}
			if i+1 == len(rest) || rest[i+1] != '\'' {
				return i + 1
			}
			i++
		}
	default:
		if strings.HasPrefix(rest, n.Value) {
			return len(n.Value)
		}
	}
	return len(rest)
}

// plain refuses what makes a file mean other than it seems to say, in a node
// and everything in it.
func (d *declarations) plain(n *yaml.Node) bool {
	ok := d.plainOne(n)
	for _, c := range n.Content {
		ok = d.plain(c) && ok
	}
	return ok
}

func (d *declarations) plainOne(n *yaml.Node) bool {
	switch {
	case n.Kind == yaml.AliasNode:
		d.add(d.at(n), "alias %s; write the value itself", quote("*"+n.Value))
	case n.Anchor != "":
		d.add(d.at(n), "anchor %s; declarations have none, so remove it", quote("&"+n.Anchor))
	case n.Style&yaml.TaggedStyle != 0:
		d.add(d.at(n), "tag %s; declarations have none, so remove it", quote(n.Tag))
	case n.Tag == "!!merge":
		d.add(d.at(n), "merge key \"<<\"; write the keys themselves")
	default:
		return true
	}
	return false
}

// pairs yields the keys and values of a mapping; what is none, and keys that
// stand twice, are problems.
func (d *declarations) pairs(n *yaml.Node, title string) func(yield func(key, value *yaml.Node) bool) {
	return func(yield func(key, value *yaml.Node) bool) {
		if n.Kind != yaml.MappingNode {
			d.add(d.at(n), "%s is %s; it must be a mapping", title, describe(n))
			return
		}
		lines := make(map[string]int)
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			if first, twice := lines[key.Value]; twice {
				d.add(d.at(key), "key %s stands in line %d already; keep one", quote(key.Value), first)
				continue
			}
			lines[key.Value] = key.Line
			if !yield(key, n.Content[i+1]) {
				return
			}
		}
	}
}

// front looks for the list in front matter.
func (d *declarations) front(root *yaml.Node) {
	if root.Kind != yaml.MappingNode {
		return
	}
	for key, value := range d.pairs(root, "the front matter") {
		switch {
		case key.Value == mustHaves:
			d.mustHaves(value)
		case key.Tag == "!!merge":
			d.plain(key)
		case likely(key.Value, mustHaves) && value.Kind == yaml.MappingNode && hasLikely(value):
			d.add(d.at(key), "key %s holds prohibitions; write it %q", quote(key.Value), mustHaves)
		case likely(key.Value, prohibitions) && value.Kind == yaml.SequenceNode && declaresLikely(value):
			d.add(d.at(key), "key %s is outside of %s; move it there", quote(key.Value), mustHaves)
		}
	}
}

func (d *declarations) mustHaves(n *yaml.Node) {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" || !d.plainOne(n) {
		return
	}
	for key, value := range d.pairs(n, mustHaves) {
		switch {
		case key.Value == prohibitions:
			d.plainOne(key)
			d.list(value, true)
		case key.Tag == "!!merge":
			d.plain(key)
		case likely(key.Value, prohibitions):
			d.add(d.at(key), "unknown key %s in %s; did you mean %q?", quote(key.Value), mustHaves, prohibitions)
		}
	}
}

// likely reports whether a key was probably meant to be another one.
func likely(key, name string) bool {
	return key != name && nearest.Name(strings.ToLower(key), []string{name}) != ""
}

func hasLikely(n *yaml.Node) bool {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if k := n.Content[i].Value; k == prohibitions || likely(k, prohibitions) {
			return true
		}
	}
	return false
}

// declaresLikely reports whether a list holds mappings with a statement.
func declaresLikely(n *yaml.Node) bool {
	return slices.ContainsFunc(n.Content, func(item *yaml.Node) bool {
		return item.Kind == yaml.MappingNode && slices.ContainsFunc(item.Content, func(k *yaml.Node) bool { return k.Value == "statement" })
	})
}

// list reads the declarations themselves: flat mappings of scalars.
func (d *declarations) list(n *yaml.Node, unnamed bool) {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" || !d.plainOne(n) {
		return
	}
	if n.Kind != yaml.SequenceNode {
		d.add(d.at(n), "%s is %s; it must be a list", prohibitions, describe(n))
		return
	}
	for _, item := range n.Content {
		if !d.plain(item) {
			continue
		}
		if item.Kind != yaml.MappingNode {
			d.add(d.at(item), "a prohibition is %s; write statement, status and verification as keys", describe(item))
			continue
		}
		raw := probe.Raw{At: d.at(item), Unnamed: unnamed}
		if raw.At.Len() == 0 {
			raw.At = d.file.Line(item.Line)
		}
		for i := 0; i+1 < len(item.Content); i += 2 {
			raw.Fields = append(raw.Fields, d.field(item.Content[i], item.Content[i+1]))
		}
		d.out.Raws = append(d.out.Raws, raw)
	}
}

func (d *declarations) field(key, value *yaml.Node) probe.Field {
	f := probe.Field{Key: key.Value, KeyAt: d.at(key), Value: value.Value, At: d.at(value)}
	switch {
	case value.Kind != yaml.ScalarNode:
		f.Problem = "is " + describe(value) + "; write a text on one line"
	case value.Tag == "!!null" && value.Value != "null" && value.Value != "~":
		f.Value = ""
	case strings.ContainsAny(value.Value, "\r\n"), value.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		f.Problem = "has several lines; write a text on one line, in quotes"
	}
	return f
}
