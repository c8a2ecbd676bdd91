package proof

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/probe"
)

// Protected are files that no violation may change, besides those that their
// names give away: tests, configuration and lock files.
type Protected struct {
	// Tests are the files of wired tests.
	Tests []string
	// Specs are the specs, the files that they name, and the policy.
	Specs []string
}

// RefuseChanges is why the changes of a violation, or of a control, are not
// run; nil if they are.
func RefuseChanges(v ViolationFile, changes []Change, p Protected) *Refusal {
	for _, c := range changes {
		if r := refuseChange(v, c, p); r != nil {
			return r
		}
	}
	return nil
}

func refuseChange(v ViolationFile, c Change, p Protected) *Refusal {
	at := Place{v.Path, 0}
	for _, e := range v.Edits {
		if e.Path == c.Path {
			at.Line = e.Line
			break
		}
	}
	what, code := "", Code("")
	switch {
	case path.Ext(c.Path) == ".rs" && !testPath(c.Path):
		if line := rustTests(c.Before); line > 0 && lastDifference(c) >= line {
			what, code = fmt.Sprintf("line %d of %s, which belongs to its tests", lastDifference(c), quote(c.Path)), RefusedTouchesTest
		}
	case slices.Contains(p.Tests, c.Path), testPath(c.Path):
		what, code = quote(c.Path)+", which is a test or belongs to tests", RefusedTouchesTest
	}
	switch {
	case code != "":
	case slices.Contains(p.Specs, c.Path), c.Path == v.Path:
		what, code = quote(c.Path)+", which is a spec or belongs to one", RefusedTouchesSpec
	case configPath(c.Path):
		what, code = quote(c.Path)+", which configures tools", RefusedTouchesConfig
	default:
		return nil
	}
	return &Refusal{code, at, "the violation changes " + what, "change the code that the prohibition is about, and nothing else"}
}

var (
	testFile = pattern.Lazy(`(?i)(?:_test\.\w+|^test_\w+\.py|^conftest\.py|\.(?:test|spec|e2e)\.[cm]?[jt]sx?|_spec\.rb|Tests?\.(?:java|kt|cs|swift)|\.(?:snap|golden|t|bats))$`)

	configFile = pattern.Lazy(`(?i)^(?:go\.(?:mod|sum|work|work\.sum)|package\.json|.*[-.]lock(?:\.\w+)?|.*lock\.json|.*-lock\.yaml|npm-shrinkwrap\.json|tsconfig.*\.json|` +
		`.*\.config\.[cm]?[jt]s|.*\.toml|.*\.ini|.*\.cfg|setup\.py|requirements.*\.txt|build\.rs|rust-toolchain|sgconfig\.ya?ml|.*rc\.(?:js|cjs|mjs|json|ya?ml)|` +
		`eslint-suppressions\.json|makefile|gnumakefile|justfile|.*\.mk|dockerfile.*|pom\.xml|.*\.gradle(?:\.kts)?|cmakelists\.txt|gemfile|rakefile|sitecustomize\.py|usercustomize\.py)$`)
)

// testPath reports whether a path is a test, or belongs to tests, by its name.
func testPath(p string) bool {
	dir, name := path.Split(p)
	if testFile().MatchString(name) {
		return true
	}
	for part := range strings.SplitSeq(strings.Trim(dir, "/"), "/") {
		switch strings.ToLower(part) {
		case "test", "tests", "__tests__", "__mocks__", "__snapshots__", "__fixtures__", "testdata", "fixtures", "e2e":
			return true
		}
	}
	return false
}

// configPath reports whether a path configures tools by its name. Everything
// whose name, or a folder above it, starts with a dot does.
func configPath(p string) bool {
	for part := range strings.SplitSeq(p, "/") {
		if strings.HasPrefix(part, ".") || strings.EqualFold(part, "node_modules") || strings.EqualFold(part, "vendor") {
			return true
		}
	}
	return configFile().MatchString(path.Base(p))
}

var (
	runFile = pattern.Lazy(`(?i)^(?:conftest\.py|sgconfig\.ya?ml|\.(?:npmrc|yarnrc.*|pnpmfile\.c?js|babelrc.*|swcrc|mocharc.*|nycrc.*|eslintrc.*|eslintignore|coveragerc|proverc|env.*|` +
		`nvmrc|node-version|python-version|tool-versions))$`)
)

// Configures reports whether a file decides by its name, without a folder, how
// the tests of its folder and of those below are run.
func Configures(name string) bool {
	return configFile().MatchString(name) || runFile().MatchString(name)
}

// ConfigFolders are the folders of which every file does that for the folder
// that holds them.
func ConfigFolders() []string { return []string{".cargo", ".config"} }

var rustTest = pattern.Lazy(`(?m)^[ \t]*#\[(?:cfg\(.*\btest\b.*\)|(?:\w+::)*test\b.*)\]`)

// rustTests is the line from which on a Rust file holds tests; 0 if it holds
// none. Tests stand in the file of the code that they test, after it.
func rustTests(data []byte) int {
	at := rustTest().FindIndex(data)
	if at == nil {
		return 0
	}
	return 1 + bytes.Count(data[:at[0]], []byte("\n"))
}

// lastDifference is the last line of the file before that the change touches.
func lastDifference(c Change) int {
	before, after := splitLines(c.Before), splitLines(c.After)
	for len(before) > 0 && len(after) > 0 && before[len(before)-1] == after[len(after)-1] {
		before, after = before[:len(before)-1], after[:len(after)-1]
	}
	return max(c.Line, len(before))
}

// AutoControl is the harmless change that goes with a violation: a comment, or
// a blank line where a file knows no comment, at the end of each file that the
// violation changes. The comment is another one for each content, so that no
// test knows it by heart.
func AutoControl(changes []Change) []Change {
	out := make([]Change, 0, len(changes))
	for _, c := range changes {
		lines := splitLines(c.Before)
		text := string(c.Before)
		if open(lines) {
			text += "\n"
		}
		text += comment(c.Path, "a harmless change "+SHA256(c.Before)[:12]) + "\n"
		change := Change{Path: c.Path, Before: c.Before, After: []byte(text)}
		change.Line = firstDifference(change.Before, change.After)
		out = append(out, change)
	}
	return out
}

// comment is a text as a comment in the language of a file, or "" where none is
// safe.
func comment(p, text string) string {
	switch strings.ToLower(path.Ext(p)) {
	case ".go", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".rs", ".java", ".kt", ".swift", ".scala",
		".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".dart", ".zig", ".proto":
		return "// " + text
	case ".py", ".pyi", ".rb", ".sh", ".bash", ".pl", ".pm", ".r", ".yaml", ".yml", ".ex", ".exs", ".jl", ".tf":
		return "# " + text
	case ".sql", ".lua", ".hs", ".elm":
		return "-- " + text
	case ".css", ".scss", ".less":
		return "/* " + text + " */"
	case ".html", ".xml", ".svg", ".vue", ".svelte":
		return "<!-- " + text + " -->"
	}
	return ""
}

// RefuseControl is why a control of its own is not run: it has to change the
// files that the violation changes, in another way.
func RefuseControl(check probe.Check, violation, control []Change) *Refusal {
	at := Place{check.Control, 0}
	if len(violation) != len(control) {
		return &Refusal{RefusedDescriptor, at, "the control changes other files than the violation", "let it change the same files, harmlessly"}
	}
	for _, v := range violation {
		i := slices.IndexFunc(control, func(c Change) bool { return c.Path == v.Path })
		switch {
		case i < 0:
			return &Refusal{RefusedDescriptor, at, "the control does not change " + quote(v.Path), "let it change the same files, harmlessly"}
		case bytes.Equal(control[i].After, v.After):
			return &Refusal{RefusedDescriptor, at, "the control makes of " + quote(v.Path) + " what the violation makes of it", "let it change the file harmlessly"}
		}
	}
	return nil
}
