package proof

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/probe"
)

// cargoTest runs one Rust test. Cargo only builds: the test binary is run
// directly, so that no runner of a configuration file stands between, and a
// build that fails is no failed test.
func cargoTest() Kind {
	return Kind{
		ID: "cargo-test",
		Doc: Doc{
			Title: "one Rust test",
			Text: "Builds the test binaries of the crate that check_target stands in, offline and into a fresh target folder, and runs exactly check_test in the one that check_target is the root of: " +
				"a crate's folder or src/lib.rs for unit tests (\"card::tests::never_logged\"), src/main.rs, or tests/refund.rs. It has failed for the right reason if it panicked in the test's own file, " +
				"and not in one of the ways in which code panics by itself. Documentation tests are not run.",
			Example: "check_kind: cargo-test\ncheck_target: tests/refund.rs\ncheck_test: never_refunds_twice\ncheck_violation: violations/P-003.edit",
			Since:   "0.1.0",
		},
		Needs:  []string{"check_target", "check_test", "check_violation"},
		Tools:  []Tool{{Name: "cargo"}},
		Files:  cargoFiles,
		Check:  checkCargoTest,
		Plan:   planCargoTest,
		Read:   readCargoTest,
		Bundle: cargoBundle,
	}
}

var cargoTestName = pattern.Lazy(`^[\pL_][\pL\pN_]*(?:::[\pL_][\pL\pN_]*)*$`)

func checkCargoTest(c probe.Check) error {
	if err := checkPath("check_target", c.Target); err != nil {
		return err
	}
	if !cargoTestName().MatchString(c.Test) {
		return fmt.Errorf("check_test %s is no name of a Rust test; write it as cargo test prints it, module::tests::name", quote(c.Test))
	}
	return checkRest(c, "check_target", "check_test")
}

// crateDir is the folder of the crate that a target stands in.
func crateDir(target string) string {
	if path.Ext(target) != ".rs" {
		return target
	}
	dir := path.Dir(target)
	for d := dir; d != "."; d = path.Dir(d) {
		if slices.Contains([]string{"src", "tests"}, path.Base(d)) {
			return path.Dir(d)
		}
	}
	return dir
}

func planCargoTest(c probe.Check, h Host) (Plan, error) {
	tool := h.Tools["cargo"]
	if tool == "" {
		return Plan{}, errors.New("the program cargo was not found; install Rust before the step that proves")
	}
	home := h.Caches["cargo-home"]
	if home == "" {
		home = path.Join(h.Temp, "cargo-home")
	}
	dir, out := crateDir(c.Target), path.Join(h.Temp, "target")
	env := []string{"CARGO_HOME=" + home, "CARGO_TERM_COLOR=never", "CARGO_INCREMENTAL=0", "CARGO_NET_OFFLINE=true"}
	if rustup := h.Caches["rustup"]; rustup != "" {
		env = append(env, "RUSTUP_HOME="+rustup)
	}
	timeout := budget(c)
	return Plan{Steps: []Step{
		{Argv: []string{tool, "test", "--no-run", "--message-format=json", "--offline", "--target-dir=" + out}, Dir: dir, Env: env, Build: true},
		{
			Program: func(before []StepRecord) (string, error) { return cargoProgram(c.Target, out, before) },
			Argv:    []string{"--exact", c.Test, "--color=never"},
			Dir:     dir, Env: []string{"RUST_BACKTRACE=0", "CARGO_MANIFEST_DIR=" + path.Join(h.Tree, dir)}, Budget: timeout + grace,
		},
	}}, nil
}

// cargoProgram is the test binary whose root is the target.
func cargoProgram(target, out string, before []StepRecord) (string, error) {
	if len(before) == 0 {
		return "", errors.New("cargo was not run")
	}
	var found []string
	for line := range bytes.Lines(before[0].Stdout) {
		v, err := parseJSON(line)
		if err != nil {
			return "", fmt.Errorf("read cargo's messages: %w", err)
		}
		message, _ := v.(map[string]any)
		program, _ := message["executable"].(string)
		profile, _ := message["profile"].(map[string]any)
		unit, _ := message["target"].(map[string]any)
		root, _ := unit["src_path"].(string)
		if message["reason"] != "compiler-artifact" || profile["test"] != true || program == "" || !cargoRoot(target, root) {
			continue
		}
		if !strings.HasPrefix(program, out+"/") || path.Clean(program) != program {
			return "", fmt.Errorf("cargo names the program %s, which is not below its target folder", quote(program))
		}
		found = append(found, program)
	}
	if len(found) != 1 {
		return "", fmt.Errorf("check_target %s is the root of %d test binaries; name src/lib.rs, src/main.rs or a file of tests/", quote(target), len(found))
	}
	return found[0], nil
}

// cargoRoot reports whether a crate's root file is what a target means.
func cargoRoot(target, root string) bool {
	if path.Ext(target) != ".rs" {
		target = path.Join(target, "src/lib.rs")
	}
	return strings.HasSuffix(root, "/"+target)
}

var (
	cargoHead    = pattern.Lazy(`^running (\d+) tests?$`)
	cargoLine    = pattern.Lazy(`^test (\S+)( - should panic)? \.\.\. (ok|FAILED|ignored(?:, .*)?)$`)
	cargoSummary = pattern.Lazy(`^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; 0 measured; \d+ filtered out; finished in [0-9.]+m?s$`)
	cargoPanic   = pattern.Lazy(`(?m)^thread '([^'\n]*)'(?: \(\d+\))? (?:has overflowed|panicked at (.+):(\d+):\d+:$)`)
	// cargoRuntime are the ways in which code panics without anybody having
	// asserted anything.
	cargoRuntime = pattern.Lazy("^(?:index out of bounds|range (?:start |end )?index|attempt to |called `(?:Option|Result)::|byte index|slice index|not implemented|not yet implemented|" +
		"internal error: entered unreachable|explicit panic|already (?:mutably )?borrowed|RefCell already|capacity overflow|memory allocation|no entry found|mid > len|copy_from_slice|source slice length|removal index|insertion index|swap_remove index|divi(?:de|sion) by zero|unsafe precondition)")
)

// readCargoTest reads what libtest prints for people, to the letter: the stable
// toolchain has nothing else.
func readCargoTest(c probe.Check, t Transcript) Result {
	s := t.Steps[len(t.Steps)-1]
	lines := splitLines(s.Stdout)
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\n")
	}
	if len(lines) < 2 || lines[0] != "" || !cargoHead().MatchString(lines[1]) {
		return Result{State: ReportMissing, Detail: "the run did not print how many tests it runs"}
	}
	switch n := cargoHead().FindStringSubmatch(lines[1])[1]; n {
	case "1":
	case "0":
		return Result{State: NotFound, Detail: "no test of the binary is " + quote(c.Test)}
	default:
		return Result{State: Ambiguous, Detail: n + " tests ran"}
	}
	if len(lines) < 4 || len(splitLines(s.Stdout)) > 0 && open(splitLines(s.Stdout)) {
		return Result{State: Crashed, Detail: "the run ended without a summary"}
	}
	m := cargoLine().FindStringSubmatch(lines[2])
	switch {
	case m == nil:
		if !slices.ContainsFunc(lines, cargoSummary().MatchString) {
			return Result{State: Crashed, Detail: "the run ended in the middle of the test"}
		}
		return malformed("the line " + quote(lines[2]) + " is no result")
	case m[1] != c.Test:
		return Result{State: ForeignEvents, Detail: "it reported " + quote(m[1])}
	}
	return cargoResult(c, m[3], lines[3:], s.Exit)
}

// cargoResult reads what follows the line of the test.
func cargoResult(c probe.Check, word string, lines []string, exit int) Result {
	summaries := 0
	var summary []string
	for _, line := range lines {
		if m := cargoSummary().FindStringSubmatch(line); m != nil {
			summary, summaries = m, summaries+1
		}
		if m := cargoLine().FindStringSubmatch(line); m != nil {
			return Result{State: Ambiguous, Detail: "a second result is printed: " + quote(line)}
		}
	}
	n := len(lines)
	switch {
	case summaries == 0:
		return Result{State: Crashed, Detail: "the run ended without a summary"}
	case summaries > 1 || n < 3 || lines[0] != "" || lines[n-1] != "" || !cargoSummary().MatchString(lines[n-2]) || lines[n-3] != "":
		return malformed("the summary does not stand alone at the end")
	}
	count := strings.Join(summary[1:5], " ")
	want := map[string]string{"ok": "ok 1 0 0", "FAILED": "FAILED 0 1 0"}[word]
	if want == "" {
		want = "ok 0 0 1"
	}
	const failed = 101
	switch {
	case count != want:
		return Result{State: ExitMismatch, Detail: "the test says " + quote(word) + ", the summary " + quote(summary[0])}
	case (word == "FAILED") != (exit == failed) || word != "FAILED" && exit != 0:
		return Result{State: ExitMismatch, Detail: "the test says " + quote(word) + " and the exit status is " + strconv.Itoa(exit)}
	case word != "FAILED" && n != 3:
		return malformed("something is printed between the result and the summary")
	case word == "ok":
		return Result{State: Passed}
	case word != "FAILED":
		return Result{State: Skipped}
	}
	return cargoFailure(c, lines[:n-3])
}

// cargoFailure reads the part about the failure.
func cargoFailure(c probe.Check, lines []string) Result {
	title := "---- " + c.Test + " stdout ----"
	if len(lines) < 6 || lines[1] != "failures:" || lines[2] != "" {
		return malformed("the failures are not listed")
	}
	tail := lines[len(lines)-2:]
	if tail[0] != "failures:" || tail[1] != "    "+c.Test {
		return malformed("the list of failures does not name the test alone")
	}
	body := lines[3 : len(lines)-2]
	if body[0] != title && !strings.HasPrefix(body[0], "note: test did not panic") {
		return malformed("the failure of the test is not printed")
	}
	if body[0] == title {
		body = body[1:]
	}
	message := strings.TrimSpace(strings.Join(body, "\n"))
	r := Result{State: Failed, Message: message}
	panics := cargoPanic().FindAllStringSubmatchIndex(message, -1)
	if len(panics) == 0 {
		if strings.HasPrefix(message, "Error: ") {
			r.Class = Exception
		}
		return r
	}
	r.Class = Panic
	last := panics[len(panics)-1]
	thread, text := message[last[2]:last[3]], strings.TrimSpace(message[last[1]:])
	if last[4] < 0 || len(panics) > 1 || thread != c.Test && thread != "main" || cargoRuntime().MatchString(text) {
		return r
	}
	if own := cargoOwn(c, message[last[4]:last[5]]); own != "" {
		r.Class, r.Raised.Path = Assertion, own
		r.Raised.Line, _ = strconv.Atoi(message[last[6]:last[7]])
	}
	return r
}

// cargoFiles are the files that a test may stand in, as far as its name tells:
// those of its modules, the innermost first, and then the root of its binary.
func cargoFiles(c probe.Check) []string {
	root := path.Join(crateDir(c.Target), "src/lib.rs")
	if path.Ext(c.Target) == ".rs" {
		root = path.Clean(c.Target)
	}
	modules := strings.Split(c.Test, "::")
	var out []string
	for n := len(modules) - 1; n > 0; n-- {
		below := path.Join(path.Dir(root), path.Join(modules[:n]...))
		out = append(out, below+".rs", below+"/mod.rs")
	}
	return append(out, root)
}

// cargoOwn is the file that the test may stand in by the name that the compiler
// gives it; "" if it is none.
func cargoOwn(c probe.Check, file string) string {
	file = path.Clean(file)
	for _, f := range cargoFiles(c) {
		if f == file || strings.HasSuffix(f, "/"+file) {
			return f
		}
	}
	return ""
}

// cargoBundle is a crate that needs nothing but the toolchain.
func cargoBundle() Bundle {
	check := probe.Check{Kind: "cargo-test", Target: ".", Test: "tests::pass", Violation: "none"}
	failing := check
	failing.Test = "tests::fail"
	return Bundle{
		Files: map[string]string{
			"Cargo.toml": "[package]\nname = \"selftest\"\nversion = \"0.0.0\"\nedition = \"2021\"\n",
			"Cargo.lock": "version = 3\n\n[[package]]\nname = \"selftest\"\nversion = \"0.0.0\"\n",
			"src/lib.rs": "#[cfg(test)]\nmod tests {\n    #[test]\n    fn pass() {}\n\n    #[test]\n    fn fail() {\n        assert!(false, \"seen to fail\");\n    }\n}\n",
		},
		Pass: check, Fail: failing,
	}
}
