package app

import (
	"io/fs"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

type tracked map[string]string

func (f tracked) Files() []string { return slices.Sorted(maps.Keys(f)) }

func (f tracked) Read(name string) ([]byte, error) {
	if data, ok := f[name]; ok {
		return []byte(data), nil
	}
	return nil, fs.ErrNotExist
}

// TestLink finds a tag above a test or in it, and nowhere else.
func TestLink(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, kind, file, test, text string
		line                         int
		tagged                       bool
	}{
		{"go, above", "go-test", "a/x_test.go", "TestX", "package a\n\n// It holds.\n// prohibits: P-003\nfunc TestX(t *testing.T) {}\n", 5, true},
		{"go, inside", "go-test", "a/x_test.go", "TestX", "package a\nfunc TestX(t *testing.T) {\n\t// prohibits: P-002, P-003@1a2b3c4d\n}\n", 2, true},
		{"go, subtest", "go-test", "a/x_test.go", "TestX/two_parts", "package a\n// prohibits: P-003\nfunc TestX(t *testing.T) {}\n", 3, true},
		{"go, neighbour", "go-test", "a/x_test.go", "TestX", "package a\n// prohibits: P-003\nfunc TestY(t *testing.T) {}\n\nfunc TestX(t *testing.T) {}\n", 5, false},
		{"go, other id", "go-test", "a/x_test.go", "TestX", "package a\n// prohibits: P-0031\nfunc TestX(t *testing.T) {}\n", 3, false},
		{"python, above", "pytest", "t/x.py", "test_x[visa]", "import a\n\n# prohibits: P-003\n@mark\ndef test_x(card):\n    assert a\n", 5, true},
		{"python, inside", "pytest", "t/x.py", "TestIt::test_x", "class TestIt:\n    def test_x(self):\n        # prohibits: P-003\n        assert a\n", 2, true},
		{"python, property", "pytest", "t/x.py", "test_x", "def test_x(record_property):\n    record_property(\"prohibits\", \"P-003\")\n", 1, true},
		{"python, neighbour", "pytest", "t/x.py", "test_x", "def test_x():\n    assert a\n\n# prohibits: P-003\ndef test_y():\n    assert b\n", 1, false},
		{"script, above", "jest", "t/x.test.js", "receipt never shows it", "describe('receipt', () => {\n  // prohibits: P-003\n  it('never shows it', () => {\n    expect(1)\n  })\n})\n", 3, true},
		{"script, inside", "node-test", "t/x.test.mjs", "receipt > never", "suite(\"receipt\", () => {\n  test(\"never\", () => {\n    // prohibits: P-003\n  });\n});\n", 2, true},
		{"script, neighbour", "jest", "t/x.test.js", "never", "test('never', () => {\n})\n// prohibits: P-003\ntest('other', () => {\n})\n", 1, false},
		{"rust", "cargo-test", "src/lib.rs", "tests::never", "mod tests {\n    // prohibits: P-003\n    #[test]\n    fn never() {\n    }\n}\n", 4, true},
		{"made at run time", "jest", "t/x.test.js", "adds 1", "// prohibits: P-003\nit.each(rows)('adds %i', () => {})\n", 0, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			target := tt.file
			if tt.kind == "go-test" {
				target = "a"
			}
			got, ok := newLinker(tracked{tt.file: tt.text}).find(probe.Check{Kind: tt.kind, Target: target, Test: tt.test}, "P-003")
			want := proof.Link{Place: proof.Place{Path: tt.file, Line: tt.line}, Tagged: tt.tagged}
			if diff := cmp.Diff(want, got.link); diff != "" || !ok {
				t.Errorf("found %t (-want +got):\n%s", ok, diff)
			}
		})
	}
}

// TestLinkCargo finds a Rust test by the crate's folder as by its root, in the
// file of its module.
func TestLinkCargo(t *testing.T) {
	t.Parallel()
	const test = "    // prohibits: P-003\n    #[test]\n    fn never() {\n    }\n"
	tree := tracked{
		"pay/src/lib.rs":        "mod card;\nmod tests {\n    #[test]\n    fn never() {\n    }\n}\n",
		"pay/src/card.rs":       "mod tests {\n" + test + "}\n",
		"pay/src/note/mod.rs":   "mod tests;\n",
		"pay/src/note/tests.rs": test,
		"pay/tests/refund.rs":   test,
		"pay/tests/common.rs":   test,
	}
	for _, tt := range []struct {
		name, target, test string
		want               proof.Link
	}{
		{"module by the folder", "pay", "card::tests::never", proof.Link{Place: proof.Place{Path: "pay/src/card.rs", Line: 4}, Tagged: true}},
		{"module by the root", "pay/src/lib.rs", "card::tests::never", proof.Link{Place: proof.Place{Path: "pay/src/card.rs", Line: 4}, Tagged: true}},
		{"module in a folder", "pay", "note::tests::never", proof.Link{Place: proof.Place{Path: "pay/src/note/tests.rs", Line: 3}, Tagged: true}},
		{"root by the folder", "pay", "tests::never", proof.Link{Place: proof.Place{Path: "pay/src/lib.rs", Line: 4}}},
		{"integration test", "pay/tests/refund.rs", "never", proof.Link{Place: proof.Place{Path: "pay/tests/refund.rs", Line: 3}, Tagged: true}},
		{"its helper", "pay/tests/refund.rs", "common::never", proof.Link{Place: proof.Place{Path: "pay/tests/common.rs", Line: 3}, Tagged: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, ok := newLinker(tree).find(probe.Check{Kind: "cargo-test", Target: tt.target, Test: tt.test}, "P-003")
			if diff := cmp.Diff(tt.want, got.link); diff != "" || !ok {
				t.Errorf("found %t (-want +got):\n%s", ok, diff)
			}
		})
	}
}

func TestLinkNotFound(t *testing.T) {
	t.Parallel()
	l := newLinker(tracked{"a/x_test.go": "package a\n// func TestX(t) is gone\n// prohibits: P-003\nfunc TestY() {}\n", "a/sub/y_test.go": "package sub\nfunc TestX() {}\n", "notes.md": "prohibits: P-003\n"})
	for _, c := range []probe.Check{{Kind: "go-test", Target: "a", Test: "TestX"}, {Kind: "go-test", Target: "b", Test: "TestX"}, {Kind: "pytest", Target: "a/t.py", Test: "test_x"}, {Kind: "cargo-test", Target: "a", Test: "tests::x"}} {
		if got, ok := l.find(c, "P-003"); ok {
			t.Errorf("%+v: found %+v", c, got.link)
		}
	}
	if got, want := l.hint("P-003"), "; a/x_test.go:3 carries the tag"; got != want {
		t.Errorf("hint %q, want %q", got, want)
	}
}

// TestLocateTests proposes what tags and names say, as the kinds would have it.
func TestLocateTests(t *testing.T) {
	t.Parallel()
	tree := tracked{
		"a/x_test.go":      "package a\n\n// prohibits: P-003\nfunc TestNever(t *testing.T) {}\n\nfunc TestP003(t *testing.T) {}\n",
		"py/test_x.py":     "class TestIt:\n    def test_never(self):\n        # prohibits: P-003\n        assert a\n",
		"pay/src/card.rs":  "mod tests {\n    // prohibits: P-003\n    #[test]\n    fn never() {}\n}\n",
		"src/lib.rs":       "mod tests {\n    // prohibits: P-003\n    #[test]\n    fn never() {}\n}\n",
		"web/package.json": "{\"devDependencies\": {\"jest\": \"29\"}}\n",
		"web/x.test.js":    "describe('receipt', () => {\n  // prohibits: P-003\n  it('never', () => {\n  })\n})\n",
		"node/x.test.mjs":  "import test from \"node:test\"\n\ntest(\"P-003 never\", () => {})\n",
		"docs/how-to.md":   "write prohibits: P-003\n",
		"a/x.go":           "// prohibits: P-003\npackage a\n",
		"py/test_other.py": "# prohibits: P-0030\ndef test_other():\n    pass\n",
	}
	var got [][]string
	for _, c := range LocateTests(tree, "P-003") {
		got = append(got, append([]string{c.Place.String(), c.Why}, c.Descriptor...))
	}
	want := [][]string{
		{"a/x_test.go:4", "carries the tag", "check_kind: go-test", "check_target: a", "check_test: TestNever"},
		{"pay/src/card.rs:4", "carries the tag", "check_kind: cargo-test", "check_target: pay/src/lib.rs", "check_test: card::tests::never"},
		{"py/test_x.py:2", "carries the tag", "check_kind: pytest", "check_target: py/test_x.py", "check_test: TestIt::test_never"},
		{"src/lib.rs:4", "carries the tag", "check_kind: cargo-test", "check_target: src/lib.rs", "check_test: tests::never"},
		{"web/x.test.js:3", "carries the tag", "check_kind: jest", "check_target: web/x.test.js", "check_test: receipt never"},
		{"a/x_test.go:6", "has the id in its name", "check_kind: go-test", "check_target: a", "check_test: TestP003"},
		{"node/x.test.mjs:3", "has the id in its name", "check_kind: node-test", "check_target: node/x.test.mjs", "check_test: P-003 never"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("candidates (-want +got):\n%s", diff)
	}
}
