//go:build live

package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/proof"
)

// filled is what a person makes of a skeleton: a little code, and what is
// written in place of the skeleton's words.
type filled struct {
	target    string // "" for the usual one
	needs     string // a command that node_modules has to bring
	code      [2]string
	test      [2]string // in the test or the rule: the skeleton's words, and the person's
	violation string    // the line that does what is forbidden
	control   string    // a line that does not
}

func fillings() map[string]filled {
	const unwritten = "this test is a skeleton: do what is allowed, and assert that what is forbidden did not happen"
	script := filled{
		code: [2]string{"src/card.sh", `echo "****"`}, test: [2]string{`found="` + unwritten + `"`, `found=$(sh src/card.sh 4111 | grep 4111)`},
		violation: `echo "$1"`, control: `echo "****" # hidden`,
	}
	javascript := [2]string{"src/card.js", "exports.show = (card) => '****';"}
	leaks, hides := "exports.show = (card) => card;", "exports.show = () => '*' + '***';"
	return map[string]filled{
		"go-test": {
			target: "card", code: [2]string{"card/card.go", `func Show(card string) string { return "****" }`},
			test:      [2]string{"\tt.Fatal(\"" + unwritten + "\")", "\tif Show(\"4111\") == \"4111\" {\n\t\tt.Error(\"shows the card\")\n\t}"},
			violation: `func Show(card string) string { return card }`, control: `func Show(string) string { return "*" + "***" }`,
		},
		"cargo-test": {
			code:      [2]string{"src/lib.rs", `pub fn show(_card: &str) -> String { "****".to_string() }`},
			test:      [2]string{`panic!("` + unwritten + `")`, `assert_ne!(card::show("4111"), "4111")`},
			violation: `pub fn show(card: &str) -> String { card.to_string() }`, control: `pub fn show(_: &str) -> String { "*".repeat(4) }`,
		},
		"node-test": {
			code: javascript, violation: leaks, control: hides,
			test: [2]string{`assert.fail("` + unwritten + `");`, `return import("../src/card.js").then((card) => assert.notEqual(card.default.show("4111"), "4111"));`},
		},
		"jest": {
			needs: "jest", code: javascript, violation: leaks, control: hides,
			test: [2]string{`expect("` + unwritten + `").toBe("written");`, `expect(require("../src/card").show("4111")).not.toBe("4111");`},
		},
		"vitest": {
			needs: "vitest", code: javascript, violation: leaks, control: hides,
			test: [2]string{`expect.fail("` + unwritten + `");`, `return import("../src/card.js").then((card) => expect(card.show("4111")).not.toBe("4111"));`},
		},
		"pytest": {
			code:      [2]string{"card.py", `def show(card): return "****"`},
			test:      [2]string{`assert False, "` + unwritten + `"`, `assert __import__("card").show("4111") != "4111"`},
			violation: `def show(card): return card`, control: `def show(_): return "*" * 4`,
		},
		"lint-rule": {
			target: "src/*.js", needs: "eslint", code: javascript, test: [2]string{"whatIsForbidden", "eval"},
			violation: "eval('4111');", control: "String('4111');",
		},
		"ast-grep": {
			target: "src/*.js", code: javascript, test: [2]string{"whatIsForbidden($$$)", "eval($CODE)"},
			violation: "eval('4111');", control: "String('4111');",
		},
		"command": script, "tap": script, "junit": script,
	}
}

// TestLiveSkeletons writes a skeleton of each kind, fills it in as a person
// would, and has it proven with the real tools.
func TestLiveSkeletons(t *testing.T) {
	for _, k := range proof.Kinds() {
		t.Run(k.ID, func(t *testing.T) {
			t.Parallel()
			f, ok := fillings()[k.ID]
			if !ok {
				t.Fatal("nobody fills in this skeleton")
			}
			dir := t.TempDir()
			put := func(name, text string) {
				full := filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			code := f.code[1] + "\n"
			if k.ID == "go-test" {
				code = "package card\n\n" + code
			}
			put(f.code[0], code)
			put("go.mod", "module example.com/shop\n\ngo 1.26\n")
			put("Cargo.toml", "[package]\nname = \"card\"\nversion = \"0.1.0\"\nedition = \"2021\"\n")
			put("Cargo.lock", "version = 3\n\n[[package]]\nname = \"card\"\nversion = \"0.1.0\"\n")
			put("package.json", "{\"private\": true}\n")
			put(".gitignore", "/node_modules/\n")
			spec := "# Cards\n\n## Prohibitions\n\n- **P-001**: The shop must not show a card. (verification: test)\n"
			put("SPEC.md", spec)
			if f.needs != "" {
				program, err := exec.LookPath(f.needs)
				if err != nil {
					t.Fatal(err)
				}
				do(t, dir, "cp", "-al", filepath.Dir(filepath.Dir(program)), filepath.Join(dir, "node_modules"))
			}
			do(t, dir, "git", "init", "-q", "-b", "main")

			args := []string{"--new", "P-001", "--kind", k.ID}
			if f.target != "" {
				args = append(args, f.target)
			}
			printed := said(t, dir, args...)
			policy := "version: 1\nprove:\n  carry: [node_modules]\n"
			for line := range strings.Lines(printed) {
				line = strings.TrimSpace(line)
				if item, found := strings.CutPrefix(line, "- ["); found {
					policy += "  commands:\n    - [" + item + "\n"
				} else if strings.HasPrefix(line, "- ") {
					spec += "  " + line + "\n"
				}
			}
			put("SPEC.md", spec)
			put(".github/surmise.yml", policy)
			for line := range strings.Lines(printed) {
				name, wrote := strings.CutPrefix(strings.TrimSpace(line), "wrote ")
				if !wrote {
					continue
				}
				text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
				if err != nil {
					t.Fatal(err)
				}
				put(name, f.fill(name, string(text)))
			}
			do(t, dir, "git", "add", "-A")
			do(t, dir, "git", "-c", "user.name=Octo", "-c", "user.email=octo@example.com", "commit", "-qm", "all")
			if got := said(t, dir); !strings.Contains(got, "✓ P-001 PROVEN\n") {
				t.Errorf("not proven:\n%s", got)
			}
		})
	}
}

// fill replaces a skeleton's words.
func (f filled) fill(name, text string) string {
	line := map[string]string{".violation": f.violation, ".control": f.control}[filepath.Ext(name)]
	if line == "" {
		return strings.Replace(text, f.test[0], f.test[1], 1)
	}
	if head, _, snippet := strings.Cut(text, "#\n# snippet\n"); snippet {
		return head + "snippet\n+" + line + "\n"
	}
	head, _, _ := strings.Cut(text, "#\n# edit path/of/the/code\n")
	return head + "edit " + f.code[0] + "\n-" + f.code[1] + "\n+" + line + "\n"
}

// said is what "surmise prove" prints in a folder.
func said(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd, out := proveIn(t, dir, t.TempDir())
	cmd.Args = append(cmd.Args, args...)
	_ = cmd.Run() // what it printed says more
	return out.String()
}

func do(t *testing.T, dir string, argv ...string) {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("%q: %v\n%s", argv, err, &out)
	}
}
