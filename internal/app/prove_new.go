package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// Skeleton is what a prohibition needs to be proven, as far as it can be
// written before somebody thinks.
type Skeleton struct {
	Files      []Template
	Descriptor []string // lines to paste below the statement
	// Command is a command line that the policy has to allow; nil if it need not.
	Command []string
}

// NewSkeleton writes a test that fails until it is written, or the rule that a
// linter is to hold, with a violation and a control to be filled in. target is
// the package folder of Go tests, the test file of others, or the glob that a
// rule guards; "" for a usual place. read yields a file of the working tree.
func NewSkeleton(p probe.Prohibition, kind, target string, read func(string) ([]byte, error)) (Skeleton, error) {
	k, known := proof.Find(kind)
	if !known {
		return Skeleton{}, fmt.Errorf("kind %q is not known", kind)
	}
	n := testNames(p.ID)
	target = orElse(target, usualTarget(kind, n))
	if kind == "cargo-test" && path.Ext(target) != ".rs" {
		target = path.Join(target, usualTarget(kind, n))
	}
	lines := []string{"check_kind: " + kind, "check_target: " + target}
	var out Skeleton
	switch {
	case k.Guards:
		files, rule := ruleSkeleton(p, kind, target, n)
		out.Files = files
		lines = append(lines, "check_rule: "+rule)
	case slices.Contains(k.Needs, "check_argv"):
		out.Files = []Template{{Path: target, Data: []byte(scriptSkeleton(p, kind, n))}}
		out.Command = []string{"sh", target}
		lines = append(lines, "check_test: "+n.title, fmt.Sprintf(`check_argv: ["sh", %q]`, target), "check_report: stdout")
	default:
		file, id, text := testSkeleton(p, kind, target, n, read)
		out.Files = []Template{{Path: file, Data: []byte(text)}}
		lines = append(lines, "check_test: "+id)
	}
	base := path.Join(path.Dir(p.Spec), "violations", p.ID)
	out.Files = append(out.Files,
		Template{Path: base + ".violation", Data: []byte(violationSkeleton(p, k.Guards))},
		Template{Path: base + ".control", Data: []byte(controlSkeleton(p, k.Guards))})
	out.Descriptor = append(lines, "check_violation: "+base+".violation", "check_control: "+base+".control")
	return out, nil
}

// names are the ways in which languages write a name.
type names struct{ camel, snake, kebab, title string }

var notWord = pattern.Lazy(`[^A-Za-z0-9]+`)

func testNames(id string) names {
	word := strings.Trim(notWord().ReplaceAllString(id, "_"), "_")
	return names{
		camel: "TestProhibits" + strings.ReplaceAll(word, "_", ""),
		snake: "test_prohibits_" + strings.ToLower(word),
		kebab: "prohibits-" + strings.ReplaceAll(strings.ToLower(word), "_", "-"),
		title: "prohibits " + id,
	}
}

func usualTarget(kind string, n names) string {
	switch kind {
	case "go-test":
		return "."
	case "pytest":
		return "tests/" + n.snake + ".py"
	case "cargo-test":
		return "tests/" + n.snake + ".rs"
	case "node-test":
		return "test/" + strings.TrimPrefix(n.snake, "test_") + ".test.mjs"
	case "jest", "vitest":
		return "test/" + strings.TrimPrefix(n.snake, "test_") + ".test.js"
	case "command", "tap", "junit":
		return "checks/" + strings.TrimPrefix(n.snake, "test_") + ".sh"
	}
	return "src/**/*.js"
}

// unwritten is what a test says as long as it is a skeleton.
const unwritten = "this test is a skeleton: do what is allowed, and assert that what is forbidden did not happen"

// says are the statement and the tag, as comments.
func says(p probe.Prohibition, mark string) string {
	return mark + " " + statement(p) + "\n" + mark + " prohibits: " + p.ID + "\n"
}

// statement is a prohibition's statement on one line.
func statement(p probe.Prohibition) string { return strings.Join(strings.Fields(p.Statement), " ") }

// testSkeleton is a test that fails as long as it is a skeleton.
func testSkeleton(p probe.Prohibition, kind, target string, n names, read func(string) ([]byte, error)) (file, id, text string) {
	switch kind {
	case "go-test":
		file = path.Join(target, strings.TrimPrefix(n.snake, "test_")+"_test.go")
		return file, n.camel, fmt.Sprintf("package %s\n\nimport \"testing\"\n\n%sfunc %s(t *testing.T) {\n\tt.Fatal(%q)\n}\n",
			packageName(target, read), says(p, "//"), n.camel, unwritten)
	case "pytest":
		return target, n.snake, fmt.Sprintf("%sdef %s():\n    assert False, %q\n", says(p, "#"), n.snake, unwritten)
	case "cargo-test":
		return target, n.snake, fmt.Sprintf("%s#[test]\nfn %s() {\n    panic!(%q);\n}\n", says(p, "//"), n.snake, unwritten)
	case "node-test":
		return target, n.title, fmt.Sprintf("import test from \"node:test\";\nimport assert from \"node:assert/strict\";\n\n%stest(%q, () => {\n  assert.fail(%q);\n});\n",
			says(p, "//"), n.title, unwritten)
	case "vitest":
		return target, n.title, fmt.Sprintf("import { expect, test } from \"vitest\";\n\n%stest(%q, () => {\n  expect.fail(%q);\n});\n", says(p, "//"), n.title, unwritten)
	}
	return target, n.title, fmt.Sprintf("%stest(%q, () => {\n  expect(%q).toBe(\"written\");\n});\n", says(p, "//"), n.title, unwritten)
}

var packageClause = pattern.Lazy(`(?m)^package ([\pL_][\pL\pN_]*)`)

// packageName is the package of a folder's code; its folder's name if there is
// none that it can be read from.
func packageName(target string, read func(string) ([]byte, error)) string {
	base := notWord().ReplaceAllString(path.Base(path.Clean(target)), "")
	for _, name := range []string{"doc.go", base + ".go", "main.go"} {
		if data, err := read(path.Join(target, name)); err == nil {
			if m := packageClause().FindSubmatch(data); m != nil {
				return string(m[1])
			}
		}
	}
	return strings.ToLower(orElse(base, "main"))
}

// scriptSkeleton is a shell script that reports in the form of a kind.
func scriptSkeleton(p probe.Prohibition, kind string, n names) string {
	pass, fail := "", ""
	switch kind {
	case "command":
		const report = `echo '{"schema": 1, "tests": [{"id": "%s", "outcome": "%s"%s}]}'`
		pass = fmt.Sprintf(report, n.title, "pass", "")
		fail = fmt.Sprintf(report, n.title, "fail", `, "failure": "assertion", "message": "what is forbidden happened"`)
	case "tap":
		pass = "printf 'TAP version 14\\n1..1\\nok 1 - " + n.title + "\\n'"
		fail = "printf 'TAP version 14\\n1..1\\nnot ok 1 - " + n.title + "\\n  ---\\n  message: what is forbidden happened\\n  code: ERR_ASSERTION\\n  ...\\n'"
	case "junit":
		const report = `echo '<testsuite tests="1"%s><testcase name="%s"%s</testsuite>'`
		pass = fmt.Sprintf(report, "", n.title, "/>")
		fail = fmt.Sprintf(report, ` failures="1"`, n.title, `><failure type="AssertionError" message="what is forbidden happened"/></testcase>`)
	}
	return says(p, "#") + "# Do here what is allowed, and find what is forbidden in what comes of it.\n" +
		"found=\"" + unwritten + "\"\nif [ -n \"$found\" ]; then\n\t" + fail + "\n\texit 1\nfi\n" + pass + "\n"
}

// ruleSkeleton is the rule of a linter with what the linter needs to find it,
// and the name of the rule.
func ruleSkeleton(p probe.Prohibition, kind, target string, n names) ([]Template, string) {
	if kind == "lint-rule" {
		return []Template{{Path: "eslint.config.mjs", Data: fmt.Appendf(nil, "export default [\n  {\n    files: [%q],\n    rules: {\n      %q: [\"error\", {\n"+
			"        // What is forbidden, as a selector of the syntax tree.\n        selector: \"CallExpression[callee.name='whatIsForbidden']\",\n        message: %q,\n      }],\n    },\n  },\n];\n",
			target, restricted, statement(p))}}, restricted
	}
	return []Template{
		{Path: "sgconfig.yml", Data: []byte("ruleDirs:\n  - rules\n")},
		{Path: "rules/" + n.kebab + ".yml", Data: fmt.Appendf(nil, "id: %s\nlanguage: %s\nseverity: error\nmessage: %q\nrule:\n"+
			"  # What is forbidden, as code with holes in it.\n  pattern: whatIsForbidden($$$)\n", n.kebab, language(target), statement(p))},
	}, n.kebab
}

// restricted is the rule of eslint that forbids any shape of code.
const restricted = "no-restricted-syntax"

// language is what ast-grep calls the language of the files that a glob
// selects.
func language(glob string) string {
	switch path.Ext(glob) {
	case ".py":
		return "Python"
	case ".go":
		return "Go"
	case ".rs":
		return "Rust"
	case ".ts", ".mts", ".cts":
		return "TypeScript"
	case ".tsx":
		return "Tsx"
	case ".java":
		return "Java"
	case ".rb":
		return "Ruby"
	}
	return "JavaScript"
}

func violationSkeleton(p probe.Prohibition, guards bool) string {
	head := "surmise-violation 1\n# " + statement(p) + "\n# Write below how the code would do just that, and take the marks off.\n"
	if guards {
		return head + "#\n# snippet\n# +the code that the rule must report\n"
	}
	return head + "#\n# edit path/of/the/code\n#  a line that stays\n# -the line as it is now\n# +the line that does what is forbidden\n"
}

func controlSkeleton(p probe.Prohibition, guards bool) string {
	head := "surmise-violation 1\n# " + statement(p) + "\n# Write below a change of the same files that does not do that, and take the marks\n" +
		"# off: the test must pass under it. \"check_control: auto\" adds a comment instead.\n"
	if guards {
		return head + "#\n# snippet\n# +code that the rule must leave alone\n"
	}
	return head + "#\n# edit path/of/the/code\n# -the line as it is now\n# +the line, changed but still allowed\n"
}

// WriteSkeleton writes the files of a skeleton. None that is there is changed.
func WriteSkeleton(ctx context.Context, site Site, s Skeleton) ([]Placing, error) {
	var out []Placing
	for _, t := range s.Files {
		p := Placing{Path: t.Path, Written: true}
		err := site.Create(t.Path, t.Data)
		if errors.Is(err, fs.ErrExist) {
			p.Written = false
		} else if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, ctx.Err()
}
