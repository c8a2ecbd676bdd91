package app

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/proof"
)

// Candidate is a test that may hold a prohibition, as the lines of a
// descriptor. It is a proposal; only what a spec declares counts.
type Candidate struct {
	Place      proof.Place
	Why        string // "carries the tag"
	Descriptor []string
}

// LocateTests proposes tests for a prohibition: those that carry its tag, and
// those that have its id in their name.
func LocateTests(head Subject, id string) []Candidate {
	l := newLinker(head)
	var out []Candidate
	add := func(at proof.Place, why string) {
		c, ok := l.candidate(at)
		known := slices.ContainsFunc(out, func(o Candidate) bool { return slices.Equal(o.Descriptor, c.Descriptor) })
		if ok && !known {
			c.Why = why
			out = append(out, c)
		}
	}
	for _, at := range l.tagged(id) {
		add(at, "carries the tag")
	}
	plain := strings.ToLower(notWord().ReplaceAllString(id, ""))
	for _, name := range l.files {
		if testLanguage(name) == "" {
			continue
		}
		for i, line := range l.read(name) {
			if title := declared(line); title != "" && strings.Contains(strings.ToLower(notWord().ReplaceAllString(title, "")), plain) {
				add(proof.Place{Path: name, Line: i + 1}, "has the id in its name")
			}
		}
	}
	return out
}

// testLanguage is the extension of a file that may hold tests, by which they
// are told apart; "" for any other.
func testLanguage(name string) string {
	ext := strings.ToLower(path.Ext(name))
	switch ext {
	case ".go":
		if !strings.HasSuffix(name, "_test.go") {
			return ""
		}
	case ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".mts", ".cts":
		return ".js"
	case ".py", ".rs", ".js":
	default:
		return ""
	}
	return ext
}

var (
	testFunction = pattern.Lazy(`^\s*(?:async\s+)?(?:def|(?:pub\s+)?(?:async\s+)?fn|func)\s+((?i:test|fuzz|example)[\pL\pN_]*|[\pL_][\pL\pN_]*)\s*[(<]`)
	testCall     = pattern.Lazy("\\b(?:test|it|describe|suite)(?:\\.\\w+)*\\(\\s*(?:\"([^\"]+)\"|'([^']+)'|`([^`$]+)`)")
)

// declared is the name or the title of the test that a line declares; "" if it
// declares none.
func declared(line string) string {
	if m := testFunction().FindStringSubmatch(line); m != nil {
		return m[1]
	}
	if m := testCall().FindStringSubmatch(line); m != nil {
		return m[1] + m[2] + m[3]
	}
	return ""
}

// candidate is the test that a line of a file is in, or stands above.
func (l *linker) candidate(at proof.Place) (Candidate, bool) {
	lines, language := l.read(at.Path), testLanguage(at.Path)
	if language == "" {
		return Candidate{}, false
	}
	i := at.Line - 1
	for i < len(lines) && (comment(lines[i]) || decorator(lines[i])) {
		i++
	}
	for i >= len(lines) || i >= 0 && (declared(lines[i]) == "" || language == ".rs" && !l.rustTest(lines, i)) {
		i--
	}
	if i < 0 {
		return Candidate{}, false
	}
	out := Candidate{Place: proof.Place{Path: at.Path, Line: i + 1}}
	kind, target, id := "", at.Path, declared(lines[i])
	switch language {
	case ".go":
		kind, target = "go-test", path.Dir(at.Path)
	case ".py":
		kind, id = "pytest", strings.Join(append(l.parents(lines, i, pythonClass()), id), "::")
	case ".rs":
		root, modules := rustRoot(at.Path)
		kind, target, id = "cargo-test", root, strings.Join(slices.Concat(modules, l.parents(lines, i, rustModule()), []string{id}), "::")
	default:
		kind = l.scriptKind(at.Path, lines)
		titles := append(l.parents(lines, i, testCall()), id)
		separator := " "
		if kind == "node-test" {
			separator = " > "
		}
		id = strings.Join(titles, separator)
	}
	out.Descriptor = []string{"check_kind: " + kind, "check_target: " + target, "check_test: " + id}
	return out, true
}

var (
	pythonClass = pattern.Lazy(`^\s*class\s+(\w+)()()`)
	rustModule  = pattern.Lazy(`^\s*(?:pub\s+)?mod\s+(\w+)()()`)
)

// rustRoot is the root file of the library that a file of Rust belongs to, and
// the modules that the file's path stands for; the file itself if it is a root.
func rustRoot(name string) (root string, modules []string) {
	at := strings.LastIndex("/"+name, "/src/")
	if at < 0 {
		return name, nil
	}
	below := name[at+len("src/"):]
	if below == "lib.rs" || below == "main.rs" || strings.HasPrefix(below, "bin/") {
		return name, nil
	}
	return name[:at] + "src/lib.rs", strings.Split(strings.TrimSuffix(strings.TrimSuffix(below, ".rs"), "/mod"), "/")
}

// rustTest reports whether the function at a line has an attribute that makes
// it a test.
func (l *linker) rustTest(lines []string, at int) bool {
	for i := at - 1; i >= 0 && (decorator(lines[i]) || comment(lines[i])); i-- {
		if strings.Contains(lines[i], "test]") || strings.Contains(lines[i], "test(") {
			return true
		}
	}
	return false
}

// parents are the names of what a line is nested in, the outermost first.
func (l *linker) parents(lines []string, at int, opens *regexp.Regexp) []string {
	var out []string
	depth := indent(lines[at])
	for i := at - 1; i >= 0 && depth > 0; i-- {
		if strings.TrimSpace(lines[i]) == "" || indent(lines[i]) >= depth {
			continue
		}
		depth = indent(lines[i])
		if m := opens.FindStringSubmatch(lines[i]); m != nil {
			out = append(out, m[1]+m[2]+m[3])
		}
	}
	slices.Reverse(out)
	return out
}

// scriptKind is the runner of a JavaScript test, by what it imports, else by
// what the project depends on.
func (l *linker) scriptKind(name string, lines []string) string {
	text := strings.Join(lines, "\n")
	switch {
	case strings.Contains(text, "node:test"):
		return "node-test"
	case strings.Contains(text, `"vitest"`), strings.Contains(text, `'vitest'`):
		return "vitest"
	}
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		manifest := strings.Join(l.read(path.Join(dir, "package.json")), "\n")
		for _, kind := range []string{"vitest", "jest"} {
			if strings.Contains(manifest, `"`+kind+`"`) {
				return kind
			}
		}
		if dir == "." {
			return "node-test"
		}
	}
}
