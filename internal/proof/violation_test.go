package proof_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// tree reads from a map; a file of the content "->" is a link.
func tree(files map[string]string) func(string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		data, ok := files[path]
		switch {
		case !ok:
			return nil, os.ErrNotExist
		case data == "->":
			return nil, fmt.Errorf("%s: %w", path, proof.ErrLink)
		}
		return []byte(data), nil
	}
}

func sampleTree() map[string]string {
	return map[string]string{
		"a.txt": "one\ntwo\nthree\ntwo\n", "crlf.txt": "one\r\ntwo\r\n", "open.txt": "one\ntwo", "empty.txt": "",
		"link": "->", "m.go": "package m\n\nfunc Ok(n int) bool {\n\tif n > 1 {\n\t\treturn true\n\t}\n\treturn false\n}\n\ntype T struct{}\n\nfunc (*T) Yes() bool { return true }\n\nfunc (T) No() {}\n",
	}
}

const header = "surmise-violation 1\n"

func TestApplyViolation(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, file string
		want       map[string]string // after, of the files that change
	}{
		{"one line", header + "edit a.txt\n-three\n+3\n", map[string]string{"a.txt": "one\ntwo\n3\ntwo\n"}},
		{"comments and blank lines", header + "# why\n\n# more\nedit a.txt\n-three\n+3\n\n", map[string]string{"a.txt": "one\ntwo\n3\ntwo\n"}},
		{"kept lines make it unique", header + "edit a.txt\n three\n-two\n+2\n", map[string]string{"a.txt": "one\ntwo\nthree\n2\n"}},
		{"delete", header + "edit a.txt\n-three\n", map[string]string{"a.txt": "one\ntwo\ntwo\n"}},
		{"insert", header + "edit a.txt\n three\n+3.5\n", map[string]string{"a.txt": "one\ntwo\nthree\n3.5\ntwo\n"}},
		{"two edits of one file", header + "edit a.txt\n-one\n+1\nedit a.txt\n-three\n+3\n", map[string]string{"a.txt": "1\ntwo\n3\ntwo\n"}},
		{"two files", header + "edit a.txt\n-one\n+1\nedit open.txt\n-one\n+1\n", map[string]string{"a.txt": "1\ntwo\nthree\ntwo\n", "open.txt": "1\ntwo"}},
		{"line ends of the file", header + "edit crlf.txt\n-two\n+2\n+3\n", map[string]string{"crlf.txt": "one\r\n2\r\n3\r\n"}},
		{"line ends of the violation", strings.ReplaceAll(header+"edit a.txt\n-three\n+3\n", "\n", "\r\n"), map[string]string{"a.txt": "one\ntwo\n3\ntwo\n"}},
		{"last line without an end", header + "edit open.txt\n-two\n+2\n", map[string]string{"open.txt": "one\n2"}},
		{"lines that look like sections", header + "edit a.txt\n-three\n+edit b.txt\n+-x\n", map[string]string{"a.txt": "one\ntwo\nedit b.txt\n-x\ntwo\n"}},
		{"whole file", header + "replace a.txt\n+only\n", map[string]string{"a.txt": "only\n"}},
		{"whole file that is empty before", header + "replace empty.txt\n+only\n", map[string]string{"empty.txt": "only\n"}},
		{"snippet", header + "snippet\n+x\n+y\n", map[string]string{"open.txt": "one\ntwo\nx\ny\n", "empty.txt": "x\ny\n"}},
		{"condition", header + "mutate m.go Ok\n", map[string]string{"m.go": strings.Replace(sampleTree()["m.go"], "n > 1", "!(n > 1)", 1)}},
		{"returned word", header + "mutate m.go T.Yes\n", map[string]string{"m.go": strings.Replace(sampleTree()["m.go"], "{ return true }", "{ return !(true) }", 1)}},
		{"diff", "diff --git a/a.txt b/a.txt\nindex 1..2 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n@@ -4 +4,2 @@ x\n two\n+end\n", map[string]string{"a.txt": "1\ntwo\nthree\ntwo\nend\n"}},
		{"diff that moves its own lines", "--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,2 @@\n+zero\n one\n@@ -3,1 +4,1 @@\n-three\n+3\n", map[string]string{"a.txt": "zero\none\ntwo\n3\ntwo\n"}},
		{"diff without a last line end", "--- a/open.txt\n+++ b/open.txt\n@@ -2,1 +2,1 @@\n-two\n\\ No newline at end of file\n+2\n\\ No newline at end of file\n", map[string]string{"open.txt": "one\n2"}},
		{"diff that adds the last line end", "--- a/open.txt\n+++ b/open.txt\n@@ -2,1 +2,1 @@\n-two\n\\ No newline at end of file\n+two\n", map[string]string{"open.txt": "one\ntwo\n"}},
		{"diff that takes the last line end", "--- a/a.txt\n+++ b/a.txt\n@@ -3,2 +3,1 @@\n-three\n-two\n+3\n\\ No newline at end of file\n", map[string]string{"a.txt": "one\ntwo\n3"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v, err := proof.ParseViolation("v.edit", []byte(tt.file))
			if err != nil {
				t.Fatal(err)
			}
			changes, err := proof.ApplyViolation(v.On([]string{"open.txt", "empty.txt"}), tree(sampleTree()))
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, c := range changes {
				got[c.Path] = string(c.After)
				if string(c.Before) != sampleTree()[c.Path] || c.Line == 0 {
					t.Errorf("the change of %s is %+v", c.Path, c)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestRefusedViolations(t *testing.T) {
	t.Parallel()
	diff := func(hunk string) string { return "--- a/a.txt\n+++ b/a.txt\n" + hunk }
	tests := []struct {
		name, file string
		want       proof.Code
		text       string
	}{
		{"empty", " \n", proof.RefusedMalformed, `v.edit: the violation is empty; start it with the line "surmise-violation 1", or write a unified diff`},
		{"garbage", "hello\n", proof.RefusedMalformed, `v.edit:1: the violation starts with "hello"`},
		{"another version", "surmise-violation 2\nedit a.txt\n-x\n", proof.RefusedMalformed, `v.edit:1: the violation starts with`},
		{"header alone", header, proof.RefusedMalformed, `v.edit: the violation changes nothing`},
		{"not UTF-8", header + "edit a.txt\n-\xff\n", proof.RefusedMalformed, `v.edit: the violation is not UTF-8`},
		{"NUL", header + "edit a.txt\n-\x00\n", proof.RefusedMalformed, `v.edit: the violation has a NUL byte in it`},
		{"no last line end", header + "edit a.txt\n-three", proof.RefusedMalformed, `v.edit: the violation's last line has no end`},
		{"too big", header + strings.Repeat("#\n", proof.MaxViolation), proof.RefusedTooLarge, `v.edit: the violation has`},
		{"unknown section", header + "delete a.txt\n", proof.RefusedMalformed, `v.edit:2: the section "delete a.txt" is not known`},
		{"line outside", header + "-x\n", proof.RefusedMalformed, `v.edit:2: a line that starts with "-" stands in no section that takes it`},
		{"old line of a replacement", header + "replace a.txt\n-x\n", proof.RefusedMalformed, `v.edit:3: a line that starts with "-"`},
		{"only new lines", header + "edit a.txt\n+x\n", proof.RefusedMalformed, `v.edit:2: the edit has no old lines`},
		{"only kept lines", header + "edit a.txt\n one\n", proof.RefusedMalformed, `v.edit:2: the edit only keeps lines`},
		{"replacement without lines", header + "replace a.txt\n", proof.RefusedMalformed, `v.edit:2: the section has no lines`},
		{"snippet with a path", header + "snippet a.txt\n+x\n", proof.RefusedMalformed, `v.edit:2: a snippet names "a.txt"`},
		{"mutation without a function", header + "mutate m.go\n", proof.RefusedMalformed, `v.edit:2: the mutation names no function`},
		{"mutation with lines", header + "mutate m.go Ok\n+x\n", proof.RefusedMalformed, `v.edit:3: a line that starts with "+"`},
		{"mutation of another language", header + "mutate a.txt Ok\n", proof.RefusedMalformed, `v.edit:2: a mutation of "a.txt" is asked for`},
		{"mutation of no function", header + "mutate m.go Absent\n", proof.ViolationStale, `v.edit:2: m.go has no function "Absent"`},
		{"mutation without a decision", header + "mutate m.go T.No\n", proof.RefusedUnchanged, `v.edit:2: the function "T.No" decides nothing`},
		{"twice", header + "edit a.txt\n-two\n+2\n", proof.ViolationStale, `v.edit:2: the violation no longer applies: the old text occurs 2 times in a.txt`},
		{"never", header + "edit a.txt\n-four\n+4\n", proof.ViolationStale, `v.edit:2: the violation no longer applies: the old text occurs 0 times in a.txt`},
		{"part of a line", header + "edit a.txt\n-thr\n+4\n", proof.ViolationStale, `v.edit:2: the violation no longer applies`},
		{"no such file", header + "edit b.txt\n-x\n+y\n", proof.ViolationStale, `v.edit:2: "b.txt" cannot be read in this tree`},
		{"link", header + "edit link\n-x\n+y\n", proof.RefusedLink, `v.edit:2: "link" is a link or no regular file`},
		{"upwards", header + "edit ../a.txt\n-x\n+y\n", proof.RefusedPath, `v.edit:2: the path "../a.txt" must be a plain path`},
		{"upwards in the middle", header + "edit x/../../a.txt\n-x\n+y\n", proof.RefusedPath, `v.edit:2: the path`},
		{"absolute", header + "edit /etc/passwd\n-x\n+y\n", proof.RefusedPath, `v.edit:2: the path "/etc/passwd" must be relative`},
		{"git's own", header + "edit .GIT/config\n-x\n+y\n", proof.RefusedPath, `v.edit:2: the path ".GIT/config" lies in git's own folder`},
		{"option", header + "edit -x\n-x\n+y\n", proof.RefusedPath, `v.edit:2: the path "-x" starts with a hyphen`},
		{"no path", header + "edit \n-x\n+y\n", proof.RefusedPath, `v.edit:2: the path is empty`},
		{"bidirectional text", header + "edit a\u202etxt\n-x\n+y\n", proof.RefusedPath, `v.edit:2: the path "a\u202etxt" has the control character U+202E in it`},
		{"no change", header + "edit a.txt\n-three\n+three\n", proof.RefusedUnchanged, `v.edit: the violation leaves "a.txt" as it is`},
		{"no change at all", header + "replace a.txt\n+one\n+two\n+three\n+two\n", proof.RefusedUnchanged, `v.edit: the violation leaves "a.txt" as it is`},
		{"diff at another line", diff("@@ -2,1 +2,1 @@\n-three\n+3\n"), proof.ViolationStale, `v.edit:3: the violation no longer applies: the hunk for line 2 of a.txt stands at line 3 in it`},
		{"diff of other text", diff("@@ -2,1 +2,1 @@\n-four\n+3\n"), proof.ViolationStale, `v.edit:3: the violation no longer applies: the hunk for line 2 of a.txt stands nowhere in it`},
		{"diff with one wrong line around", diff("@@ -2,2 +2,2 @@\n one\n-three\n+3\n"), proof.ViolationStale, `v.edit:3:`},
		{"diff that counts too much", diff("@@ -3,2 +3,1 @@\n-three\n+3\n"), proof.RefusedMalformed, `v.edit:6: the hunk ends before its counts are reached`},
		{"diff that counts too little", diff("@@ -3,1 +3,1 @@\n-three\n+3\n+4\n"), proof.RefusedMalformed, `v.edit:6: the line "+4" has no place`},
		{"diff without lines before", diff("@@ -0,0 +1,1 @@\n+x\n"), proof.RefusedMalformed, `v.edit:3: the hunk has no line that is there before`},
		{"diff that only keeps", diff("@@ -1,1 +1,1 @@\n one\n"), proof.RefusedMalformed, `v.edit:3: the hunk does not have the lines that it counts`},
		{"diff with a bad header", diff("@@ -1 @@\n-one\n"), proof.RefusedMalformed, `v.edit:3: the hunk header "@@ -1 @@" cannot be read`},
		{"diff that renames", "diff --git a/a.txt b/b.txt\nrename from a.txt\n", proof.RefusedMalformed, `v.edit:2: the line "rename from a.txt" has no place`},
		{"diff with a mode", "diff --git a/a.txt b/a.txt\nold mode 100644\n", proof.RefusedMalformed, `v.edit:2: the line "old mode 100644" has no place`},
		{"diff of a binary", "diff --git a/a.txt b/a.txt\nGIT binary patch\n", proof.RefusedMalformed, `v.edit:2: the line "GIT binary patch" has no place`},
		{"diff of a new file", "--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+x\n", proof.RefusedMalformed, `v.edit:1: the diff goes from "/dev/null" to "b/a.txt"`},
		{"diff of two paths", "--- a/a.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-x\n+y\n", proof.RefusedMalformed, `v.edit:1: the diff goes from "a/a.txt" to "b/b.txt"`},
		{"diff of one path", "--- a/a.txt\n", proof.RefusedMalformed, `v.edit:1: a --- line has no +++ line after it`},
		{"diff that escapes", "--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-x\n+y\n", proof.RefusedPath, `v.edit:3: the path "../x" must be a plain path`},
		{"diff with a last line end too much", "--- a/open.txt\n+++ b/open.txt\n@@ -2,1 +2,1 @@\n-two\n+2\n", proof.ViolationStale, `v.edit:3:`},
		{"diff with an open line in the middle", "--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-one\n+1\n\\ No newline at end of file\n", proof.ViolationStale, `v.edit:3:`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v, err := proof.ParseViolation("v.edit", []byte(tt.file))
			if err == nil {
				_, err = proof.ApplyViolation(v, tree(sampleTree()))
			}
			var r *proof.Refusal
			if !errors.As(err, &r) {
				t.Fatalf("it is not refused: %v", err)
			}
			if r.Code != tt.want || !strings.Contains(err.Error(), tt.text) || r.Next == "" {
				t.Errorf("refused as %s: %v\nwant %s: %s", r.Code, err, tt.want, tt.text)
			}
		})
	}
}

func TestRefuseChanges(t *testing.T) {
	t.Parallel()
	protected := proof.Protected{Tests: []string{"src/wired.js"}, Specs: []string{"docs/spec.md", ".github/surmise.yml"}}
	tests := map[proof.Code][]string{
		"":                       {"src/app.js", "latest/app.go", "lib/contest.py", "src/config.go", "cmd/main.rs", "src/testing.ts", "internal/go.model.go", "web/protest.tsx", "index.html"},
		proof.RefusedTouchesSpec: {"docs/spec.md", ".github/surmise.yml", "v.edit"},
		proof.RefusedTouchesTest: {
			"src/wired.js", "a_test.go", "x/a.test.ts", "x/a.spec.jsx", "__tests__/a.js", "test_a.py", "a_test.py", "conftest.py", "x/conftest.py", "tests/a.rs",
			"testdata/a.json", "fixtures/a", "Test/a.js", "a.snap", "x.golden", "t/a.t", "RefundTest.java", "spec/a_spec.rb", "a.E2E.ts",
		},
		proof.RefusedTouchesConfig: {
			"go.mod", "x/go.sum", "go.work", "package.json", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "Cargo.toml", "Cargo.lock", "build.rs", "tsconfig.base.json", "jest.config.mjs",
			"vitest.config.ts", "eslint.config.js", ".eslintrc", ".eslintrc.json", "eslint-suppressions.json", "pytest.ini", "tox.ini", "setup.cfg", "setup.py", "pyproject.toml", "requirements-dev.txt",
			"sgconfig.yml", "Makefile", "Dockerfile", ".gitattributes", ".github/workflows/ci.yml", ".cargo/config.toml", "node_modules/a/index.js", "vendor/a/a.go", "pom.xml", "build.gradle.kts", "rust-toolchain", "sitecustomize.py",
		},
	}
	for code, paths := range tests {
		for _, path := range paths {
			v := proof.ViolationFile{Path: "v.edit", Edits: []proof.Edit{{Path: path, Line: 7}}}
			r := proof.RefuseChanges(v, []proof.Change{{Path: path, Before: []byte("a\n"), After: []byte("b\n"), Line: 1}}, protected)
			got := proof.Code("")
			if r != nil {
				got = r.Code
				if r.Place != (proof.Place{Path: "v.edit", Line: 7}) {
					t.Errorf("%s is refused at %s", path, r.Place)
				}
			}
			if got != code {
				t.Errorf("%s is refused as %q, want %q", path, got, code)
			}
		}
	}
}

// TestRustTestsInTheFile refuses changes of the tests of a Rust file, and lets
// the code above them change, though the file is the wired test's.
func TestRustTestsInTheFile(t *testing.T) {
	t.Parallel()
	before := "fn code() {}\n\n#[cfg(test)]\nmod tests {}\n"
	for _, tt := range []struct {
		after string
		want  bool
	}{
		{strings.Replace(before, "code", "other", 1), false},
		{strings.Replace(before, "{}", "{\n}\n", 1), false},
		{strings.Replace(before, "mod tests {}", "mod tests { }", 1), true},
		{strings.Replace(before, "#[cfg(test)]\n", "", 1), true},
		{"fn other() {}\n", true},
		{before + "\n", true},
	} {
		c := proof.Change{Path: "src/lib.rs", Before: []byte(before), After: []byte(tt.after), Line: 1}
		r := proof.RefuseChanges(proof.ViolationFile{Path: "v.edit"}, []proof.Change{c}, proof.Protected{Tests: []string{"src/lib.rs"}})
		if (r != nil) != tt.want {
			t.Errorf("to %q: %v, want refused %v", tt.after, r, tt.want)
		}
	}
}

func TestAutoControl(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"a.go": "x\n// MARK\n", "a.py": "x\n# MARK\n", "a.sql": "x\n-- MARK\n", "a.css": "x\n/* MARK */\n",
		"a.html": "x\n<!-- MARK -->\n", "a.json": "x\n\n", "LICENSE": "x\n\n",
	} {
		for _, before := range []string{"x\n", "x"} {
			got := proof.AutoControl([]proof.Change{{Path: path, Before: []byte(before), After: []byte("y\n")}})
			want := strings.ReplaceAll(want, "MARK", "a harmless change "+proof.SHA256([]byte(before))[:12])
			if len(got) != 1 || string(got[0].After) != want || got[0].Path != path || string(got[0].Before) != before {
				t.Errorf("the control of %s is %q, want %q", path, got[0].After, want)
			}
		}
	}
}

func TestRefuseControl(t *testing.T) {
	t.Parallel()
	violation := []proof.Change{{Path: "a", After: []byte("bad")}}
	check := probe.Check{Control: "c.edit"}
	for name, tt := range map[string]struct {
		control []proof.Change
		want    bool
	}{
		"harmless":      {[]proof.Change{{Path: "a", After: []byte("good")}}, false},
		"the violation": {[]proof.Change{{Path: "a", After: []byte("bad")}}, true},
		"another file":  {[]proof.Change{{Path: "b", After: []byte("good")}}, true},
		"more files":    {[]proof.Change{{Path: "a", After: []byte("good")}, {Path: "b"}}, true},
		"nothing":       {nil, true},
	} {
		if r := proof.RefuseControl(check, violation, tt.control); (r != nil) != tt.want {
			t.Errorf("%s: %v", name, r)
		}
	}
}
