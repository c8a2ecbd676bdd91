package proof_test

import (
	"testing"

	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// TestRefuseBlanks refuses what changes no token, and never what may change one.
func TestRefuseBlanks(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, path, before, after string
		want                      bool
	}{
		{"Go: a blank", "a.go", "package a\nvar x = 1\n", "package a\nvar x =  1\n", true},
		{"Go: a comment", "a.go", "package a\nvar x = 1\n", "package a\n\n// It is.\nvar x = 1 /* one */\n", true},
		{"Go: a string", "a.go", "package a\nvar x = \"a b\"\n", "package a\nvar x = \"a  b\"\n", false},
		{"Go: a raw string", "a.go", "package a\nvar x = `// a`\n", "package a\nvar x = `// b`\n", false},
		{"Go: a directive", "a.go", "package a\n", "//go:build never\n\npackage a\n", false},
		{"Go: a preamble of C", "a.go", "package a\n// int x;\nimport \"C\"\n", "package a\n// int y;\nimport \"C\"\n", false},
		{"Go: it does not scan", "a.go", "package a\nvar x = '\n", "package a\nvar x =  '\n", false},
		{"JavaScript: a blank", "a.js", "f(x, 'a');\n", "f( x,  'a' );\n", true},
		{"JavaScript: a comment", "a.js", "const a = `x ${b}`;\n", "// It is.\nconst a = /* b */ `x ${b}`;\n", true},
		{"JavaScript: a string", "a.js", "f('a // b');\n", "f('a // c');\n", false},
		{"JavaScript: a template", "a.js", "f(`a  b`);\n", "f(`a b`);\n", false},
		{"JavaScript: a template in one", "a.js", "f(`a ${`b`} c  d`);\n", "f(`a ${`b`} c d`);\n", false},
		{"JavaScript: a regular expression", "a.js", "f(/a  b/);\n", "f(/a b/);\n", false},
		{"JavaScript: a line end", "a.js", "return x;\n", "return\nx;\n", false},
		{"JavaScript: signs", "a.js", "a + +b;\n", "a ++b;\n", false},
		{"JavaScript: words", "a.js", "f(in x);\n", "f(inx);\n", false},
		{"JavaScript: markup", "a.js", "f(<p>a  b</p>);\n", "f(<p>a b</p>);\n", false},
		{"JavaScript: code for a comment", "a.js", "check(x);\n", "// check(x);\n", false},
		{"JavaScript: a pragma", "a.js", "f();\n", "/** @jsx h */\nf();\n", false},
		{"JavaScript: a comment for readers", "a.js", "f();\n", "/** It is. */\nf();\n", true},
		{"Rust: a comment", "a.rs", "fn a() {}\n", "fn a() {} // It is.\n", true},
		{"Rust: a lifetime", "a.rs", "fn a<'b>() {}\n", "fn a<'b>() {} // It is.\n", false},
		{"Rust: a documentation test", "a.rs", "fn a() {}\n", "/// a();\nfn a() {}\n", false},
		{"Java: a comment", "A.java", "int a = 1;\n", "int a = 1; /* one */\n", true},
		{"Python: a blank", "a.py", "def f(x):\n    return  x\n", "def f( x ):\n    return x  # It is.\n\n# So.\n", true},
		{"Python: indentation", "a.py", "if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n", false},
		{"Python: a string", "a.py", "a = '# x'\n", "a = '# y'\n", false},
		{"Python: an encoding", "a.py", "# coding: utf-8\n", "# coding: latin-1\n", false},
		{"another language: a line's end", "a.txt", "a\n", "a \n\n", true},
		{"another language: a blank", "a.txt", "a b\n", "a  b\n", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			changes := []proof.Change{{Path: tt.path, Before: []byte(tt.before), After: []byte(tt.after), Line: 1}}
			v := proof.ViolationFile{Path: "v.edit"}
			r := proof.RefuseBlanks(probe.Check{Kind: "go-test"}, v, changes)
			if got := r != nil; got != tt.want || got && r.Code != proof.RefusedUnchanged {
				t.Errorf("it is refused as %v, want refused %v", r, tt.want)
			}
			if before, after := string(changes[0].Before), string(changes[0].After); before != tt.before || after != tt.after {
				t.Errorf("it was changed by being looked at: %q, %q", before, after)
			}
			if r := proof.RefuseBlanks(probe.Check{Kind: "lint-rule"}, v, changes); r != nil {
				t.Errorf("a rule may read the source, but it is refused: %v", r)
			}
		})
	}
}
