package e2e

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/githubtest"
)

// both are the two workflows as init writes them where tests hold something.
func both(t testing.TB) map[string][]byte {
	t.Helper()
	dir := t.TempDir()
	for _, args := range [][]string{{"git", "init", "-q"}, {binary(t), "init", "--prove"}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
	}
	out := map[string][]byte{}
	for _, name := range []string{"surmise.yml", "surmise-prove.yml"} {
		out[name] = read(t, filepath.Join(dir, ".github", "workflows", name))
	}
	return out
}

// demo is a repository with one prohibition for each kind of test.
func demo(t testing.TB) githubtest.Files {
	t.Helper()
	out := githubtest.Files{}
	top := root(t, "testdata", "demo")
	err := filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(top, name)
		out[filepath.ToSlash(rel)] = string(read(t, name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// edited is some of the demo's files with one thing in each of them replaced.
func edited(t testing.TB, files githubtest.Files, edits [][3]string) githubtest.Files {
	t.Helper()
	out := githubtest.Files{}
	for _, e := range edits {
		text, ok := out[e[0]]
		if !ok {
			text = files[e[0]]
		}
		if strings.Count(text, e[1]) != 1 {
			t.Fatalf("%s does not hold %q once", e[0], e[1])
		}
		out[e[0]] = strings.Replace(text, e[1], e[2], 1)
	}
	return out
}

// breakages are what can be done to the demo's prohibitions, all of them in one
// change, and the code of each.
func breakages(t testing.TB, files githubtest.Files) []struct {
	name  string
	files githubtest.Files
	codes []string
} {
	const spec = "docs/specs/labels.md"
	harmless := githubtest.Files{}
	var found []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Dir(name) != "violations" {
			continue
		}
		before, _, edit := strings.Cut(files[name], "\n-")
		if edit {
			harmless[name] = before + "\n-a line that is nowhere\n+another\n"
			found = append(found, "VIOLATION_STALE")
		} else {
			before, _, _ = strings.Cut(before, "\n+")
			harmless[name] = before + "\n+\n"
			found = append(found, "SURVIVED")
		}
	}
	return []struct {
		name  string
		files githubtest.Files
		codes []string
	}{
		{"nothing", githubtest.Files{"README.md": "# Labels\n"}, nil},
		{"the tests", edited(t, files, [][3]string{
			{"label/label_test.go", "\tif got", "\tt.Skip()\n\tif got"},
			{"test/label.test.js", "  assert.doesNotMatch(label('Ada', '555-0100'), /555-0100/);\n", ""},
			{"rust/src/lib.rs", "    #[test]\n", "    #[test]\n    #[ignore]\n"},
			{"checks/batch.sh", "*555-0100*)", "*never*)"},
			{"checks/counter.sh", "# prohibits: P-005\n", ""},
			{"checks/archive.sh", "# prohibits: P-006\n", "# prohibits: P-006\nexit 0\n"},
			{"test/postcard.test.js", "  expect(postcard('Ada', '555-0100')).not.toContain('555-0100');", "  postcard('Ada', '555-0100');"},
			{"test/poster.test.mjs", "test('never", "test.skip('never"},
			{"test/test_envelope.py", "    assert \"555-0100\" not in ", "    "},
			{"eslint.config.cjs", "'error'", "'off'"},
			{"rules/no-shell.yml", "severity: error", "severity: hint"},
		}), []string{
			"BASELINE_SKIP", "SURVIVED", "BASELINE_SKIP", "SURVIVED", "UNLINKED", "BASELINE_REPORT_MISSING",
			"BASELINE_NO_ASSERTIONS", "BASELINE_SKIP", "SURVIVED", "BASELINE_RULE_NOT_ACTIVE", "BASELINE_RULE_NOT_ACTIVE",
		}},
		{"the descriptors", edited(t, files, [][3]string{
			{spec, "`TestPhoneIsNeverPrinted`", "`TestNothing`"},
			{spec, "check_target: test/label.test.js", "check_target: test/none.test.js"},
			{spec, "`tests::phone_is_never_printed`", "`tests::nothing`"},
			{spec, "`[\"sh\", \"checks/batch.sh\"]`", "`[\"sh\", \"checks/other.sh\"]`"},
			{spec, "  - check_expect: shows the phone number\n", ""},
			{spec, "check_test: archive.phone", "check_test: archive.nothing"},
			{spec, "check_target: test/postcard.test.js", "check_target: test/none.test.js"},
			{spec, "  - check_target: test/poster.test.mjs\n  - check_test: never", "  - check_target: test/poster.test.mjs\n  - check_test: ever"},
			{spec, "`test_never_shows_a_phone_number`", "`test_nothing`"},
			{spec, "check_rule: no-eval", "check_rule: no-nothing"},
			{spec, "check_target: src/*.py", "check_target: src/*.none"},
		}), []string{
			"BASELINE_NOT_FOUND", "BASELINE_NOT_FOUND", "", "REFUSED_ARGV", "", "",
			"BASELINE_NOT_FOUND", "BASELINE_NOT_FOUND", "BASELINE_NOT_FOUND", "BASELINE_RULE_NOT_ACTIVE", "",
		}},
		{"the violations", harmless, found},
	}
}

// installed is the workflow that proves with a step that installs what the
// tests need, at the place that it names for that.
func installed(t testing.TB, workflow []byte) []byte {
	t.Helper()
	const place = "      - uses: surmise-ci/surmise@"
	if bytes.Count(workflow, []byte(place)) != 1 || !bytes.Contains(workflow, []byte("# Set up and install here what the tests need")) {
		t.Fatalf("the workflow names no place for what has to be installed:\n%s", workflow)
	}
	// In place of "run: npm ci": links to what .ci/run has installed by the
	// demo's own lock file.
	return bytes.Replace(workflow, []byte(place), []byte("      - run: cp -al \"$SURMISE_E2E_MODULES\" node_modules\n"+place), 1)
}

// TestProofs plays both workflows on the demo repository, as they stand but for
// the step that installs: the tests are run by the one, without a token, and
// judged by the other, which sees nothing but what the first one left.
func TestProofs(t *testing.T) {
	t.Parallel()
	workflows := both(t)
	workflows["surmise-prove.yml"] = installed(t, workflows["surmise-prove.yml"])
	hub := githubtest.New(t)
	hub.Grant(grants(t, workflows["surmise.yml"]))
	if got := grants(t, workflows["surmise.yml"])["actions"]; got != "read" {
		t.Errorf("the workflow that decides has actions: %q, want read", got)
	}
	r := newRunner(t, binary(t), workflows)
	r.local(t, workflows["surmise-prove.yml"], "actions/checkout", filepath.Join("testdata", "checkout"))
	r.serve(t, newJudge(t, hub))
	r.env["SURMISE_E2E_MODULES"] = tool(t, "demo", "node_modules")
	repo := hub.Repository(repoName)
	repo.Member("octocat", "write")
	files := demo(t)
	main := maps.Clone(files)
	for name, text := range workflows {
		main[".github/workflows/"+name] = string(text)
	}
	repo.Push("main", "maria", main)

	for i, b := range breakages(t, files) {
		branch := fmt.Sprintf("change-%d", i)
		repo.Branch(branch, repo.Tip("main"))
		repo.Push(branch, "octocat", b.files)
		p := repo.Open(githubtest.PullRequest{Head: branch, Author: "octocat", Title: "Change " + b.name})
		f := facts{
			number: p.Number, title: "Change " + b.name, author: "octocat", headSHA: p.Head(), headRef: branch, headRepo: repoName,
			baseSHA: repo.Tip("main"), baseRef: "main",
		}
		hub.Advance(time.Minute)
		repo.Ran(githubtest.WorkflowRun{HeadSHA: p.Head()}, prove(t, r, repo, f, b.codes == nil))
		got := r.play(t, ranEvent(t, f), hub.Token)
		if !got.green {
			t.Fatalf("%s: the job that decides is red:\n%s", b.name, got.log)
		}
		judgeProofs(t, repo, p.Head(), b.name, b.codes)
	}
}

// prove plays the workflow that proves, and returns what it left.
func prove(t *testing.T, r *runner, repo *githubtest.Repository, f facts, green bool) githubtest.Artifact {
	t.Helper()
	bare := t.TempDir()
	if err := repo.Export(bare); err != nil {
		t.Fatal(err)
	}
	r.env["SURMISE_E2E_REPOSITORY"] = bare
	// The languages' own caches, as a runner has them.
	home := r.env["HOME"]
	r.env["HOME"] = os.Getenv("HOME")
	got := r.playFile(t, "surmise-prove.yml", "surmise-prove-runner", pullRequestEvent(t, "pull_request", "opened", f, "octocat", nil), "unused")
	if r.env["HOME"] = home; home == "" {
		delete(r.env, "HOME")
	}
	if got.green != green {
		t.Errorf("the job that proves is green: %v, want %v\n%s", got.green, green, got.log)
	}
	const name = "surmise-evidence-1"
	left := githubtest.Artifact{Name: name, Files: map[string]string{}}
	kept, err := filepath.Glob(filepath.Join(r.artifacts, name, "*"))
	if err != nil || len(kept) == 0 {
		t.Fatalf("nothing was left, %v:\n%s", err, got.log)
	}
	for _, file := range kept {
		left.Files[filepath.Base(file)] = string(read(t, file))
	}
	if err := os.RemoveAll(filepath.Join(r.artifacts, name)); err != nil {
		t.Fatal(err)
	}
	return left
}

// judgeProofs asks for the codes of all prohibitions; "" is any that blocks.
// Without codes all of them are proven.
func judgeProofs(t *testing.T, repo *githubtest.Repository, sha, what string, codes []string) {
	t.Helper()
	runs := repo.CheckRuns(sha)
	if len(runs) == 0 {
		t.Fatalf("%s: no check run stands", what)
	}
	run := runs[len(runs)-1]
	if codes == nil {
		if run.Conclusion != "success" || !strings.Contains(run.Title, "11 prohibitions proven") {
			t.Errorf("%s: %s %q, want success and all proven\n%s", what, run.Conclusion, run.Title, run.Summary)
		}
		return
	}
	if run.Conclusion != "failure" {
		t.Errorf("%s: %s %q, want failure", what, run.Conclusion, run.Title)
	}
	code := regexp.MustCompile(`\b[A-Z]+(_[A-Z]+)*\b`)
	for i, want := range codes {
		id := fmt.Sprintf("P-%03d", i+1)
		at := slices.IndexFunc(run.Annotations, func(a githubtest.Annotation) bool {
			return strings.HasPrefix(a.Title, id+": prohibition not proven") && a.Path == "docs/specs/labels.md"
		})
		if at < 0 {
			t.Errorf("%s: nothing on the line of %s:\n%s", what, id, run.Summary)
			continue
		}
		if message := run.Annotations[at].Message; !strings.Contains(message, want) || !code.MatchString(message) {
			t.Errorf("%s: %s says %q, want %s", what, id, message, want)
		}
	}
}
