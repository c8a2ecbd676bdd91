package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// Skeleton is what a prohibition needs to be proven, as far as it can be
// written before somebody thinks.
type Skeleton struct {
	Files      []Template
	Descriptor []string // lines to paste below the statement
}

// NewSkeleton writes a test that fails until it is written, and a violation
// file to be filled in. target is the package folder of Go tests, the test file
// of others, or the glob that a rule guards; "" for a usual place. read yields a
// file of the working tree.
func NewSkeleton(p probe.Prohibition, kind, target string, read func(string) ([]byte, error)) (Skeleton, error) {
	k, known := proof.Find(kind)
	if !known {
		return Skeleton{}, fmt.Errorf("kind %q is not known", kind)
	}
	test := testNames(p.ID)
	violation := path.Join(path.Dir(p.Spec), "violations", p.ID+".violation")
	target = orElse(target, usualTarget(kind, test))
	lines := []string{"check_kind: " + kind, "check_target: " + target}
	var out Skeleton
	switch {
	case k.Guards:
		lines = append(lines, "check_rule: name-of-the-rule")
	case slices.Contains(k.Needs, "check_argv"):
		lines = append(lines, "check_test: name of the test as the report has it", `check_argv: ["program", "argument"]`, "check_report: stdout")
	default:
		file, id, text := testSkeleton(p, kind, target, test, read)
		out.Files = append(out.Files, Template{Path: file, Data: []byte(text)})
		lines = append(lines, "check_test: "+id)
	}
	out.Files = append(out.Files, Template{Path: violation, Data: []byte(violationSkeleton(p, k.Guards))})
	out.Descriptor = append(lines, "check_violation: "+violation, "check_control: auto")
	return out, nil
}

// names are the ways in which languages write a name.
type names struct{ camel, snake, title string }

var notWord = regexp.MustCompile(`[^A-Za-z0-9]+`)

func testNames(id string) names {
	word := strings.Trim(notWord.ReplaceAllString(id, "_"), "_")
	return names{
		camel: "TestProhibits" + strings.ReplaceAll(word, "_", ""),
		snake: "test_prohibits_" + strings.ToLower(word),
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
	}
	return "src/**"
}

// testSkeleton is a test that fails as long as it is a skeleton.
func testSkeleton(p probe.Prohibition, kind, target string, n names, read func(string) ([]byte, error)) (file, id, text string) {
	const todo = "this test is a skeleton: do what is allowed, and assert that what is forbidden did not happen"
	says := func(mark string) string {
		return mark + " " + strings.Join(strings.Fields(p.Statement), " ") + "\n" + mark + " prohibits: " + p.ID + "\n"
	}
	switch kind {
	case "go-test":
		file = path.Join(target, strings.TrimPrefix(n.snake, "test_")+"_test.go")
		return file, n.camel, fmt.Sprintf("package %s\n\nimport \"testing\"\n\n%sfunc %s(t *testing.T) {\n\tt.Fatal(%q)\n}\n",
			packageName(target, read), says("//"), n.camel, todo)
	case "pytest":
		return target, n.snake, fmt.Sprintf("%sdef %s():\n    assert False, %q\n", says("#"), n.snake, todo)
	case "cargo-test":
		return target, n.snake, fmt.Sprintf("%s#[test]\nfn %s() {\n    panic!(%q);\n}\n", says("//"), n.snake, todo)
	case "node-test":
		return target, n.title, fmt.Sprintf("import test from \"node:test\";\nimport assert from \"node:assert/strict\";\n\n%stest(%q, () => {\n  assert.fail(%q);\n});\n",
			says("//"), n.title, todo)
	case "vitest":
		return target, n.title, fmt.Sprintf("import { expect, test } from \"vitest\";\n\n%stest(%q, () => {\n  expect.fail(%q);\n});\n", says("//"), n.title, todo)
	}
	return target, n.title, fmt.Sprintf("%stest(%q, () => {\n  expect(%q).toBe(\"written\");\n});\n", says("//"), n.title, todo)
}

var packageClause = regexp.MustCompile(`(?m)^package ([\pL_][\pL\pN_]*)`)

// packageName is the package of a folder's code; its folder's name if there is
// none that it can be read from.
func packageName(target string, read func(string) ([]byte, error)) string {
	base := notWord.ReplaceAllString(path.Base(path.Clean(target)), "")
	for _, name := range []string{"doc.go", base + ".go", "main.go"} {
		if data, err := read(path.Join(target, name)); err == nil {
			if m := packageClause.FindSubmatch(data); m != nil {
				return string(m[1])
			}
		}
	}
	return strings.ToLower(orElse(base, "main"))
}

func violationSkeleton(p probe.Prohibition, guards bool) string {
	head := "surmise-violation 1\n# " + strings.Join(strings.Fields(p.Statement), " ") +
		"\n# Write below how the code would do just that, and take the marks off.\n"
	if guards {
		return head + "#\n# snippet\n# +the code that the rule must report\n"
	}
	return head + "#\n# edit path/of/the/code\n#  a line that stays\n# -the line as it is now\n# +the line that does what is forbidden\n"
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
