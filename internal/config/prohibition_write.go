package config

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/source"
)

// WriteFrontMatter makes must_haves.prohibitions of a file's front matter these,
// and returns the file. Every byte outside of that list stays as it was. Span
// is the front matter with its dashes; a file without any has the empty span
// and gets one. What cannot be edited without touching something else is an
// error that says why.
func WriteFrontMatter(f *source.File, span source.Span, ps []probe.Prohibition) ([]byte, error) {
	text := f.Content()
	end := "\n"
	if strings.Contains(text, "\r\n") {
		end = "\r\n"
	}
	w := frontWriter{file: f, end: end, ps: ps}
	if span.Len() == 0 {
		if len(ps) == 0 {
			return []byte(text), nil
		}
		at := f.BOM()
		return []byte(text[:at] + "---" + end + w.under() + "---" + end + text[at:]), nil
	}
	inner := innerOf(f, span)
	root, err := loadOne("front matter", strings.Repeat("\n", f.Position(inner.Start).Line-1)+f.Excerpt(inner))
	if err != nil {
		return nil, source.Problems{{Path: f.Path(), Message: err.Error()}}
	}
	at, with, err := w.edit(root, span, inner)
	if err != nil {
		return nil, err
	}
	return []byte(text[:at.Start] + with + text[at.End:]), nil
}

type frontWriter struct {
	file *source.File
	end  string
	ps   []probe.Prohibition
}

// edit is what to put in place of which bytes.
func (w frontWriter) edit(root *yaml.Node, span, inner source.Span) (source.Span, string, error) {
	atEnd := source.Span{Start: inner.End, End: inner.End}
	if root == nil {
		return atEnd, w.under(), nil
	}
	if root.Kind != yaml.MappingNode || root.Style&yaml.FlowStyle != 0 {
		return atEnd, "", w.refuse(root, "the front matter is no block of keys")
	}
	_, must, after := lookUp(root, mustHaves)
	if must == nil {
		return atEnd, w.under(), nil
	}
	stop := inner.End
	if after != nil {
		stop = w.file.Line(after.Line).Start
	}
	switch {
	case must.Kind == yaml.ScalarNode && must.Tag == "!!null" && must.Value == "":
		at := w.lineEnd(must.Line)
		return source.Span{Start: at, End: at}, w.list("  "), nil
	case must.Kind != yaml.MappingNode || must.Style&yaml.FlowStyle != 0:
		return atEnd, "", w.refuse(must, mustHaves+" is no block of keys")
	}
	indent := strings.Repeat(" ", must.Content[0].Column-1)
	key, list, next := lookUp(must, prohibitions)
	if list == nil {
		at := w.trim(w.file.Line(must.Line).Start, stop, false)
		return source.Span{Start: at, End: at}, w.list(indent), nil
	}
	if next != nil {
		stop = w.file.Line(next.Line).Start
	}
	begin := w.file.Line(key.Line).Start
	if old := FrontMatter(w.file, span); len(old.Problems) > 0 {
		return atEnd, "", w.refuse(key, "the list that is there cannot be read whole")
	}
	finish := w.trim(w.lineEnd(key.Line), stop, true)
	if strings.TrimSpace(w.file.Content()[begin:begin+key.Column-1]) != "" {
		return atEnd, "", w.refuse(key, prohibitions+" does not begin its line")
	}
	return source.Span{Start: begin, End: finish}, w.list(indent), nil
}

func (w frontWriter) refuse(n *yaml.Node, why string) error {
	return source.Problems{{Path: w.file.Path(), At: at(n), Message: why + "; write it as a block, one key a line"}}
}

// trim is the end of what stands from one line to another, without the empty
// lines at its end, and without the comments there.
func (w frontWriter) trim(start, stop int, comments bool) int {
	lines := strings.SplitAfter(w.file.Content()[start:stop], "\n")
	for len(lines) > 1 {
		last := strings.TrimSpace(lines[len(lines)-1])
		if last != "" && (!comments || last[0] != '#') {
			break
		}
		stop -= len(lines[len(lines)-1])
		lines = lines[:len(lines)-1]
	}
	return stop
}

// lineEnd is the offset after a line and its break.
func (w frontWriter) lineEnd(line int) int {
	if end := w.file.Line(line + 1).Start; line+1 <= w.file.Lines() {
		return end
	}
	return w.file.Len()
}

// lookUp finds a key of a mapping, its value, and the key after it.
func lookUp(n *yaml.Node, name string) (key, value, next *yaml.Node) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value != name {
			continue
		}
		if i+2 < len(n.Content) {
			next = n.Content[i+2]
		}
		return n.Content[i], n.Content[i+1], next
	}
	return nil, nil, nil
}

// under is the list below a key must_haves of its own.
func (w frontWriter) under() string {
	if len(w.ps) == 0 {
		return ""
	}
	return mustHaves + ":" + w.end + w.list("  ")
}

// list writes the key and the declarations; nothing without any.
func (w frontWriter) list(indent string) string {
	if len(w.ps) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(indent + prohibitions + ":" + w.end)
	for _, p := range w.ps {
		lead := indent + "  - "
		for _, f := range ordered(p) {
			b.WriteString(lead + f.Key + ": " + scalar(f.Value) + w.end)
			lead = indent + "    "
		}
	}
	return b.String()
}

// ordered are the fields with the statement first: readers of flat front matter
// take the first key of an item for its name.
func ordered(p probe.Prohibition) []probe.Field {
	fields := p.Fields()
	i := slices.IndexFunc(fields, func(f probe.Field) bool { return f.Key == "statement" })
	if i < 0 {
		return fields
	}
	statement := fields[i]
	return append([]probe.Field{statement}, slices.Delete(fields, i, i+1)...)
}

// plainScalar is text that no reader of YAML takes for anything but itself.
var plainScalar = pattern.Lazy(`^[A-Za-z][A-Za-z0-9_./-]*$`)

// scalar writes a text so that it is read as that text: plain where nobody can
// doubt it, else in double quotes, and with quotes or backslashes inside, in
// single ones, which know one escape only.
func scalar(v string) string {
	switch strings.ToLower(v) {
	case "true", "false", "yes", "no", "on", "off", "y", "n", "null":
	default:
		if plainScalar().MatchString(v) {
			return v
		}
	}
	if strings.ContainsAny(v, `"\`) {
		return "'" + strings.ReplaceAll(v, "'", "''") + "'"
	}
	return `"` + v + `"`
}
