package app

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// maxTagged is the size in bytes beyond which a file is not searched for tags.
const maxTagged = 1 << 20

// tagLine is a back-reference in a test: "prohibits: P-003", in a comment or in
// a name, with several ids and the beginnings of their digests if need be.
var tagLine = pattern.Lazy(`(?i:\bprohibits)["']?[:,=]\s*["']?([A-Za-z0-9][\w.-]*(?:@[0-9a-f]+)?(?:\s*,\s*[A-Za-z0-9][\w.-]*(?:@[0-9a-f]+)?)*)`)

// tags are the ids that a line of a test refers back to.
func tags(line string) []string {
	var out []string
	for _, m := range tagLine().FindAllStringSubmatch(line, -1) {
		for id := range strings.SplitSeq(m[1], ",") {
			id, _, _ = strings.Cut(strings.TrimSpace(id), "@")
			out = append(out, strings.TrimRight(id, "."))
		}
	}
	return out
}

// linker finds tests, and the tags that lead from them to prohibitions.
type linker struct {
	head     Subject
	files    []string
	lines    map[string][]string      // of files that were read
	packages map[string][]string      // the files of Go tests, by folder; nil until asked for
	places   map[string][]proof.Place // of tags, by id; nil until asked for
}

func newLinker(head Subject) *linker {
	return &linker{head: head, files: head.Files(), lines: make(map[string][]string)}
}

// linked is a test that was found.
type linked struct {
	link  proof.Link
	block []byte // the test with the comment above it
}

// testFiles are the files in which a test is looked for, the likeliest first.
func (l *linker) testFiles(c probe.Check) []string {
	if c.Kind != "go-test" {
		names := []string{c.Target}
		if k, known := proof.Find(c.Kind); known && k.Files != nil {
			names = k.Files(c)
		}
		return slices.DeleteFunc(names, func(name string) bool {
			_, there := slices.BinarySearch(l.files, name)
			return !there
		})
	}
	if l.packages == nil {
		l.packages = make(map[string][]string)
		for _, name := range l.files {
			if strings.HasSuffix(name, "_test.go") {
				l.packages[path.Dir(name)] = append(l.packages[path.Dir(name)], name)
			}
		}
	}
	return l.packages[path.Clean(c.Target)]
}

// find finds the test of a descriptor. It is there if its file is and, where
// its language can be read for certain, if the file declares it.
func (l *linker) find(c probe.Check, id string) (linked, bool) {
	files := l.testFiles(c)
	if c.Kind == "go-test" {
		for _, name := range files {
			if from, to, ok := l.goTest(name, c.Test); ok {
				return l.linked(name, from, to, true, id), true
			}
		}
		return linked{}, false
	}
	for i, name := range files {
		// The last file is the test's where none declares it by its name.
		if from, to, declared := blockOf(l.read(name), c.Test); declared || i == len(files)-1 {
			return l.linked(name, from, to, declared, id), true
		}
	}
	return linked{}, false
}

// linked is the block of lines of a file, counted from 0 and half open. One
// that declares the test has its line as the place.
func (l *linker) linked(name string, from, to int, declared bool, id string) linked {
	block := l.read(name)[from:to]
	out := linked{block: []byte(strings.Join(block, "\n"))}
	out.link.Place = proof.Place{Path: name}
	if declared {
		out.link.Place.Line = from + 1
	}
	for i := 0; out.link.Place.Line > 0 && i+1 < len(block) && (comment(block[i]) || decorator(block[i])); i++ {
		out.link.Place.Line++ // to the test itself
	}
	out.link.Tagged = slices.ContainsFunc(block, func(line string) bool { return slices.Contains(tags(line), id) })
	return out
}

// goTest is the function of a test with its comment. A subtest's is that of
// its parent.
func (l *linker) goTest(name, test string) (from, to int, ok bool) {
	function, _, _ := strings.Cut(test, "/")
	text := strings.Join(l.read(name), "\n")
	if !strings.Contains(text, "func "+function+"(") {
		return 0, 0, false
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if file == nil || err != nil && len(file.Decls) == 0 {
		return 0, 0, false
	}
	for _, decl := range file.Decls {
		f, isFunc := decl.(*ast.FuncDecl)
		if !isFunc || f.Recv != nil || f.Name.Name != function {
			continue
		}
		start := f.Pos()
		if f.Doc != nil {
			start = f.Doc.Pos()
		}
		return fset.Position(start).Line - 1, fset.Position(f.End()).Line, true
	}
	return 0, 0, false
}

// blockOf is the block of lines that declares a test: the comment above it, its
// first line, and what is indented deeper below. All lines if the test's name
// stands nowhere, as in tests that are made at run time.
func blockOf(lines []string, test string) (from, to int, declared bool) {
	at := slices.IndexFunc(lines, func(line string) bool { return !comment(line) && declares(line, test) })
	if at < 0 {
		return 0, len(lines), false
	}
	from, to = at, at+1
	for from > 0 && (comment(lines[from-1]) || decorator(lines[from-1])) {
		from--
	}
	own := indent(lines[at])
	for to < len(lines) && (strings.TrimSpace(lines[to]) == "" || indent(lines[to]) > own) {
		to++
	}
	if to < len(lines) && indent(lines[to]) == own && strings.Trim(lines[to], " \t})];,") == "" {
		to++
	}
	return from, to, true
}

var (
	quotedName = pattern.Lazy("\"([^\"]+)\"|'([^']+)'|`([^`]+)`")
	namedBlock = pattern.Lazy(`\b(?:def|fn|func|function|sub|void|fun)\s+([\pL_][\pL\pN_]*)`)
)

// declares reports whether a line declares the test with that id: a function
// with the id's last part as its name, or a call with a title that the id ends
// in.
func declares(line, test string) bool {
	if m := namedBlock().FindStringSubmatch(line); m != nil {
		last := test[strings.LastIndexAny(test, ":./> ")+1:]
		last, _, _ = strings.Cut(last, "[")
		return m[1] == last
	}
	for _, m := range quotedName().FindAllStringSubmatch(line, -1) {
		title := m[1] + m[2] + m[3]
		if test == title || strings.HasSuffix(test, " "+title) {
			return true
		}
	}
	return false
}

// comment reports whether a line is nothing but a comment, in any of the
// languages that tests are written in.
func comment(line string) bool {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "#[") || strings.HasPrefix(line, "#!") {
		return false
	}
	return slices.ContainsFunc([]string{"//", "#", "--", "/*", "*", "<!--", ";"}, func(mark string) bool { return strings.HasPrefix(line, mark) })
}

// decorator reports whether a line belongs to the declaration below it.
func decorator(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "@") || strings.HasPrefix(line, "#[")
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// read are the lines of a file; none of one that cannot be read.
func (l *linker) read(name string) []string {
	if lines, ok := l.lines[name]; ok {
		return lines
	}
	var lines []string
	if data, err := l.head.Read(name); err == nil && len(data) <= maxTagged && bytes.IndexByte(data, 0) < 0 {
		lines = strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	}
	l.lines[name] = lines
	return lines
}

// tagged are the places that carry the tag of a prohibition, in the order of
// the files. Prose carries none: specs speak of tags.
func (l *linker) tagged(id string) []proof.Place {
	if l.places == nil {
		l.places = make(map[string][]proof.Place)
		for _, name := range l.files {
			if isMarkdown(name) {
				continue
			}
			for i, line := range l.read(name) {
				for _, found := range tags(line) {
					l.places[found] = append(l.places[found], proof.Place{Path: name, Line: i + 1})
				}
			}
		}
	}
	return slices.Clone(l.places[id])
}

// hint names the only place that carries the tag, for a test that is gone.
func (l *linker) hint(id string) string {
	if places := l.tagged(id); len(places) == 1 {
		return "; " + places[0].String() + " carries the tag"
	}
	return ""
}
