package app_test

import (
	"archive/zip"
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/report"
)

// proving is a scene whose main branch holds one prohibition by a test, and
// whose pull request changes these files.
func (a attempt) proving(head githubtest.Files) *scene {
	a.Helper()
	s := a.repository(labelFiles())
	s.proves()
	s.open("topic", head)
	return s
}

// forged is a record of the main branch's proof that says of itself that it is
// of another commit.
func (s *scene) forged(sha string) proof.Evidence {
	s.t.Helper()
	e := s.prove(s.repo.Tip("main"))[0]
	if e.Code != proof.Proven {
		s.t.Fatalf("the main branch is %s", e.Code)
	}
	e.Commit, e.Tree = sha, s.repo.Tree(sha)
	return e
}

// leaves lets the prove workflow's run on the head leave these records, and
// decides.
func (s *scene) leaves(records ...proof.Evidence) {
	s.t.Helper()
	s.repo.Ran(githubtest.WorkflowRun{HeadSHA: s.pull.Head()}, evidence(1, records...))
	s.ended(s.pull.Head())
}

const (
	blindTest = "#!/bin/sh\n# prohibits: P-001\nprintf '{\"schema\": 1, \"tests\": [{\"id\": \"phone\", \"outcome\": \"pass\"}]}'\n"
	easyFault = "surmise-violation 1\nedit src/label.sh\n-echo \"$1 (on file)\"\n+echo \"555-0100\"\n"
)

// verdictBy is a test that passes where a command succeeds.
func verdictBy(command string) string {
	return "# prohibits: P-001\nif " + command + "; then\n  printf '{\"schema\": 1, \"tests\": [{\"id\": \"phone\", \"outcome\": \"pass\"}]}'\n" +
		"else\n  printf '{\"schema\": 1, \"tests\": [{\"id\": \"phone\", \"outcome\": \"fail\", \"failure\": \"assertion\", \"message\": \"shown\"}]}'\n  exit 1\nfi\n"
}

// TestProofAttacks are attempts to have a prohibition read as proven that is
// not: by what the tests leave behind, by who leaves it, by what is tested, and
// by the policy.
func TestProofAttacks(t *testing.T) {
	t.Parallel()
	playAttacks(t, []attack{
		{report.Basic, "a test that looks at nothing", func(a attempt) {
			s := a.proving(githubtest.Files{"checks/label.sh": blindTest})
			s.proven()
			s.holds("SURVIVED")
		}},
		{report.Basic, "evidence of the honest test for one that looks at nothing", func(a attempt) {
			s := a.proving(githubtest.Files{"checks/label.sh": blindTest})
			s.leaves(s.forged(s.pull.Head()))
			s.holds("EVIDENCE_DIFFERS")
		}},
		{report.Basic, "evidence of the honest code for code that does what is forbidden", func(a attempt) {
			s := a.proving(githubtest.Files{"src/label.sh": "echo \"$1 ($2)\"\n"})
			s.proven()
			s.holds("VIOLATION_STALE")
			s.leaves(s.forged(s.pull.Head()))
			s.holds("VIOLATION_STALE")
		}},
		{report.Basic, "evidence of the base put forward for the head", func(a attempt) {
			s := a.proving(harmless())
			s.leaves(s.prove(s.repo.Tip("main"))...)
			s.holds("EVIDENCE_DIFFERS")
		}},
		{report.Basic, "a test without its tag", func(a attempt) {
			s := a.proving(githubtest.Files{"checks/label.sh": strings.Replace(labelTest, "# prohibits: P-001\n", "", 1)})
			s.leaves(s.forged(s.pull.Head()))
			s.holds("UNLINKED")
		}},
		{report.Basic, "a test that is skipped", func(a attempt) {
			s := a.proving(githubtest.Files{"checks/label.sh": strings.Replace(blindTest, `"pass"`, `"skip"`, 1)})
			s.proven()
			s.holds("BASELINE_SKIP")
		}},
		{report.Basic, "a test that fails in throw-away trees alone", func(a attempt) {
			s := a.proving(githubtest.Files{"checks/label.sh": verdictBy("[ -d .git ]")})
			s.proven()
			s.holds("BASELINE_FAIL")
		}},
		{report.Basic, "a test that fails under any change", func(a attempt) {
			s := a.proving(githubtest.Files{"checks/label.sh": verdictBy(`[ "$(cat src/label.sh)" = 'echo "$1 (on file)"' ]`)})
			s.proven()
			s.holds("CONTROL_FAIL")
		}},
		{report.Basic, "a test that passes and exits otherwise", func(a attempt) {
			s := a.proving(githubtest.Files{"checks/label.sh": blindTest + "exit 1\n"})
			s.proven()
			s.holds("BASELINE_EXIT_MISMATCH")
		}},
		{report.Basic, "a test that reports another one's pass", func(a attempt) {
			s := a.proving(githubtest.Files{"checks/label.sh": strings.Replace(blindTest, "phone", "name", 1)})
			s.proven()
			s.holds("BASELINE_NOT_FOUND")
		}},
		{report.Basic, "a violation that breaks the build", func(a attempt) {
			s := a.proving(githubtest.Files{
				"checks/label.sh":       "# prohibits: P-001\nsh src/label.sh Ada 555-0100 > /dev/null 2>&1 || exit 2\n" + blindTest,
				"violations/P-001.edit": strings.Replace(labelFault, "($2)", "($2)\"; fi; \"", 1),
			})
			s.proven()
			s.red("1 high open · 1 prohibition not held")
			s.shows([]string{"INCONCLUSIVE_REPORT_MISSING"}, nil)
		}},
		{report.Basic, "a test that cannot be run any more", func(a attempt) {
			s := a.proving(githubtest.Files{"checks/label.sh": "# prohibits: P-001\nexit 3\n"})
			s.proven()
			s.holds("BASELINE_REPORT_MISSING")
		}},
		{report.Basic, "a weaker violation", func(a attempt) {
			s := a.proving(githubtest.Files{"violations/P-001.edit": easyFault})
			s.proven()
			s.red("1 high open")
			if !strings.Contains(s.verdict().Summary, "has other content") {
				s.t.Errorf("the changed violation is not told:\n%s", s.verdict().Summary)
			}
		}},
		{report.Basic, "a violation of something else", func(a attempt) {
			s := a.proving(githubtest.Files{"violations/P-001.edit": "surmise-violation 1\nedit src/other.sh\n-a\n+b\n", "src/other.sh": "a\n"})
			s.proven()
			s.red("1 high open · 1 prohibition not held")
		}},
		{report.Basic, "an automatic mutation in place of a declared violation", func(a attempt) {
			s := a.mutated(labelPolicy)
			s.holds("MUTATION_PROVEN")
			s.pull.Push("octocat", githubtest.Files{".github/surmise.yml": labelPolicy + "  allow_mutation: true\n"})
			s.proven()
			s.holds("MUTATION_PROVEN")
		}},
		{report.Basic, "a violation that edits the test", func(a attempt) {
			s := a.proving(githubtest.Files{"violations/P-001.edit": "surmise-violation 1\nedit checks/label.sh\n-# prohibits: P-001\n+exit 1\n"})
			s.leaves(s.forged(s.pull.Head()))
			s.red("1 prohibition not held")
			if !strings.Contains(s.verdict().Summary, "REFUSED") {
				s.t.Errorf("the violation is not refused:\n%s", s.verdict().Summary)
			}
		}},
		{report.Basic, "an easy test in place of the honest one", func(a attempt) {
			s := a.proving(githubtest.Files{
				"checks/easy.sh": labelTest,
				labelFile:        strings.ReplaceAll(labelSpec, "checks/label.sh", "checks/easy.sh"),
			})
			s.proven()
			s.red("1 high open · 1 prohibition not held")
		}},
		{report.Basic, "a prove workflow that says what it likes", func(a attempt) {
			s := a.proving(githubtest.Files{app.ProveWorkflow: proveFile + "# and a step that writes evidence\n", "checks/label.sh": labelTest + "# quiet\n"})
			s.proven()
			s.red("1 high open")
			s.refused(s.says("octocat", "/confirm all"), "")
			s.red("1 high open")
		}},
		{report.Basic, "another workflow that leaves evidence", func(a attempt) {
			s := a.proving(githubtest.Files{".github/workflows/mine.yml": proveFile})
			s.repo.Ran(githubtest.WorkflowRun{HeadSHA: s.pull.Head(), Path: ".github/workflows/mine.yml"}, evidence(1, s.prove(s.pull.Head())...))
			s.ended(s.pull.Head())
			s.holds("NOT_RUN")
		}},
		{report.Basic, "a fork's run on the same commit", func(a attempt) {
			s := a.proving(harmless())
			fork := s.repo.Fork("mallory")
			s.repo.Ran(githubtest.WorkflowRun{HeadSHA: s.pull.Head(), HeadRepo: fork}, evidence(1, s.prove(s.pull.Head())...))
			s.ended(s.pull.Head())
			s.holds("NOT_RUN")
		}},
		{report.Basic, "no prove workflow at all", func(a attempt) {
			s := a.proving(githubtest.Files{app.ProveWorkflow: githubtest.Removed})
			s.run()
			s.red("1 high open · 1 prohibition not held")
		}},
		{report.Basic, "a run that is cancelled", func(a attempt) {
			s := a.proving(harmless())
			s.repo.Ran(githubtest.WorkflowRun{HeadSHA: s.pull.Head()})
			s.ended(s.pull.Head())
			s.holds("NOT_RUN")
		}},
		{report.Basic, "a push after the proof", func(a attempt) {
			s := a.proving(harmless())
			s.proven()
			s.holds("PROVEN")
			s.pushed("octocat", githubtest.Files{"checks/label.sh": blindTest})
			s.holds("NOT_RUN")
		}},
		{report.Basic, "evidence in the repository", func(a attempt) {
			s := a.repository(labelFiles())
			s.proves()
			e := s.prove(s.repo.Tip("main"))[0]
			s.open("topic", githubtest.Files{"surmise-evidence/" + e.Digest() + ".json": string(e.Encode()), "surmise-evidence-1/a.json": string(e.Encode())})
			s.run()
			s.holds("NOT_RUN")
		}},
		{report.Basic, "evidence out of a cache of proofs", func(a attempt) {
			s := a.proving(harmless())
			e := s.prove(s.pull.Head())[0]
			e.CachedFrom = s.repo.Tip("main")
			s.leaves(e)
			s.holds("EVIDENCE_DIFFERS")
		}},
		{report.Basic, "evidence of an earlier attempt of the run", func(a attempt) {
			s := a.proving(harmless())
			s.repo.Ran(githubtest.WorkflowRun{HeadSHA: s.pull.Head(), Attempt: 2}, evidence(1, s.prove(s.pull.Head())...))
			s.ended(s.pull.Head())
			s.holds("NOT_RUN")
		}},
		{report.Basic, "a bomb in place of evidence", func(a attempt) {
			s := a.proving(harmless())
			var b bytes.Buffer
			w := zip.NewWriter(&b)
			f, err := w.Create(strings.Repeat("0", 64) + ".json")
			for range 64 {
				if err == nil {
					_, err = f.Write(make([]byte, 1<<20))
				}
			}
			if err != nil || w.Close() != nil {
				s.t.Fatal(err)
			}
			s.repo.Ran(githubtest.WorkflowRun{HeadSHA: s.pull.Head()}, githubtest.Artifact{Name: "surmise-evidence-1", Zip: b.Bytes()})
			s.ended(s.pull.Head())
			s.holds("EVIDENCE_REFUSED")
		}},
		{report.Basic, "words of a test that would be commands", func(a attempt) {
			s := a.proving(harmless())
			e := s.prove(s.pull.Head())[0]
			for i := range e.Runs {
				if r := &e.Runs[i]; r.Role == proof.Violation {
					r.Class = proof.Exception
					r.Message = "x\n/confirm all\n::error::x\n@octo-org <script> ![x](https://x.example) <!-- surmise:record {} -->"
					r.Detail = r.Message
				}
			}
			s.leaves(e)
			s.holds("WRONG_REASON_EXCEPTION")
			s.inert()
		}},
		{report.Basic, "a file name that would be a command", func(a attempt) {
			s := a.proving(harmless())
			s.repo.Ran(githubtest.WorkflowRun{HeadSHA: s.pull.Head()}, githubtest.Artifact{
				Name: "surmise-evidence-1", Files: map[string]string{"a\n/confirm all\n::error::@octo-org.json": "{}"},
			})
			s.ended(s.pull.Head())
			s.holds("EVIDENCE_REFUSED")
			s.inert()
		}},
		{report.Basic, "a policy of the head that allows the command", func(a attempt) {
			files := labelFiles()
			files[".github/surmise.yml"] = "version: 1\n"
			s := a.repository(files)
			s.proves()
			s.open("topic", githubtest.Files{".github/surmise.yml": labelPolicy})
			s.proven()
			s.holds("REFUSED_ARGV")
		}},
		{report.Basic, "a policy of the head that allows weak isolation", func(a attempt) {
			s := a.proving(githubtest.Files{".github/surmise.yml": labelPolicy + "  allow_weak_isolation: true\n"})
			e := s.prove(s.pull.Head())[0]
			e.Sandbox.Weak = true
			s.leaves(e)
			s.holds("ISOLATION_WEAK")
		}},
		{report.Basic, "a first pull request that brings spec, policy, test and workflow", func(a attempt) {
			s := a.repository(githubtest.Files{"README.md": "# Labels\n"})
			s.proves()
			s.open("topic", labelFiles())
			s.proven()
			s.red("1 high open · 1 prohibition not held")
		}},
		{report.Basic, "a retarget to a branch that forbids nothing", func(a attempt) {
			s := a.proving(githubtest.Files{"checks/label.sh": blindTest})
			s.repo.Branch("lax", s.repo.Commit(githubtest.Commit{
				Parents: []string{s.repo.Tip("main")}, Author: "octocat", Files: githubtest.Files{labelFile: heldSpec},
			}))
			s.proven()
			s.holds("SURVIVED")
			s.pull.Retarget("octocat", "lax")
			s.run()
			s.pull.Retarget("octocat", "main")
			s.run()
			s.holds("SURVIVED")
		}},
		{report.Basic, "a newer run that hides a failing one", func(a attempt) {
			s := a.proving(githubtest.Files{"checks/label.sh": blindTest})
			s.proven()
			s.holds("SURVIVED")
			s.hub.Advance(time.Minute)
			s.leaves()
			s.holds("NOT_RUN")
		}},
		{report.Strong, "a green check run beside evidence that does not hold", func(a attempt) {
			s := a.proving(githubtest.Files{"checks/label.sh": blindTest})
			s.proven()
			forged := s.verdict()
			forged.Conclusion = "success"
			s.repo.Forge("github-actions", forged)
			s.holds("SURVIVED")
			s.run()
			s.holds("SURVIVED")
		}},
	})
}

// mutated is a scene whose main branch holds a prohibition by a test and an
// automatic mutation, under this policy, proven on a pull request.
func (a attempt) mutated(rules string) *scene {
	a.Helper()
	files := labelFiles()
	files[".github/surmise.yml"] = rules
	files["src/label.go"] = "package label\n\nfunc Phone() bool { return false }\n"
	files["checks/label.sh"] = strings.ReplaceAll(strings.Replace(labelTest, "sh src/label.sh Ada 555-0100", "cat src/label.go", 1), "555-0100", "'!(false)'")
	files["violations/P-001.edit"] = "surmise-violation 1\nmutate src/label.go Phone\n"
	s := a.repository(files)
	s.proves()
	s.open("topic", harmless())
	s.proven()
	return s
}

// TestMutationsByPolicy lets the default branch's policy take a proof by an
// automatic mutation for one.
func TestMutationsByPolicy(t *testing.T) {
	t.Parallel()
	s := attempt{t, report.Basic}.mutated(labelPolicy + "  allow_mutation: true\n")
	s.green("1 prohibition proven")
	s.shows([]string{"MUTATION_PROVEN", "which is weaker than a declared violation"}, nil)
}

// TestOutcomesOnTrust names what is believed of a run, so that nobody takes it
// for more: that the processes ended as the record says. Code that runs outside
// of the tests' own trees, such as an installation step, can forge that.
func TestOutcomesOnTrust(t *testing.T) {
	t.Parallel()
	s := newProofScene(t, githubtest.Files{"checks/label.sh": blindTest})
	e := s.prove(s.pull.Head())[0]
	if e.Code != proof.Survived {
		t.Fatalf("the test that looks at nothing is %s", e.Code)
	}
	i := slices.IndexFunc(e.Runs, func(r proof.RunRecord) bool { return r.Role == proof.Violation })
	e.Runs[i].Outcome, e.Runs[i].Class, e.Runs[i].Steps[0].Exit = proof.Failed, proof.Assertion, 1
	s.leaves(e)
	s.holds("PROVEN")
	if !strings.Contains(s.verdict().Summary, e.Digest()) {
		t.Error("the check does not name the record that it believes")
	}
}
