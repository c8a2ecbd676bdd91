package app_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/proof"
)

const (
	labelSpec = `# Labels

Shops print a label for each parcel.

## Requirements

- **FR-001**: A label MUST show the name of the customer.

## Acceptance criteria

- A label for Ada shows "Ada".

## Prohibitions

- P-001: A label must NOT show the phone number of a customer.
  - status: resolved
  - verification: test
  - check_kind: command
  - check_target: checks/label.sh
  - check_test: phone
  - check_report: stdout
  - check_argv: ` + "`[\"sh\", \"checks/label.sh\"]`" + `
  - check_violation: violations/P-001.edit
`
	labelTest = `#!/bin/sh
# prohibits: P-001
case $(sh src/label.sh Ada 555-0100) in
*555-0100*) printf '{"schema": 1, "tests": [{"id": "phone", "outcome": "fail", "failure": "assertion", "message": "the label shows it"}]}'; exit 1 ;;
*) printf '{"schema": 1, "tests": [{"id": "phone", "outcome": "pass"}]}' ;;
esac
`
	labelPolicy = "version: 1\nprove:\n  commands:\n    - [sh, checks/label.sh]\n"
	labelCode   = "echo \"$1 (on file)\"\n"
	labelFault  = "surmise-violation 1\nedit src/label.sh\n-echo \"$1 (on file)\"\n+echo \"$1 ($2)\"\n"
	proveFile   = "on: {pull_request: {}, merge_group: {}}\njobs: {prove: {runs-on: ubuntu-latest, steps: [{uses: surmise-ci/surmise@main}]}}\n"
	labelFile   = "docs/specs/labels.md"
)

func labelFiles() githubtest.Files {
	return githubtest.Files{
		labelFile: labelSpec, "checks/label.sh": labelTest, "src/label.sh": labelCode, "violations/P-001.edit": labelFault,
		".github/surmise.yml": labelPolicy, app.ProveWorkflow: proveFile,
	}
}

// newProofScene is a scene whose main branch holds one prohibition by a test,
// and whose pull request changes these files.
func newProofScene(t *testing.T, head githubtest.Files) *scene {
	t.Helper()
	s := newScene(t, labelFiles())
	s.proves()
	s.open("topic", head)
	return s
}

// proves lets the token read what workflows leave behind.
func (s *scene) proves() {
	s.hub.Grant(map[string]string{"contents": "read", "checks": "write", "pull-requests": "write", "actions": "read"})
}

// harmless is a change that touches nothing of the proof.
func harmless() githubtest.Files { return githubtest.Files{"README.md": "# Labels\n"} }

// subject is a head for proofs.
type subject struct {
	t    *testing.T
	tree app.Snapshot
}

// Files lists the files.
func (s subject) Files() []string {
	files, _, err := s.tree.List(s.t.Context(), []string{"."})
	if err != nil {
		s.t.Fatal(err)
	}
	return files
}

// Read reads one.
func (s subject) Read(name string) ([]byte, error) { return s.tree.Read(s.t.Context(), name, 1<<20) }

// earlier is the base of a head.
type earlier struct {
	subject
	head app.Snapshot
}

// Same compares object ids.
func (e earlier) Same(name string) bool {
	object := e.tree.Object(name)
	return object != "" && object == e.head.Object(name)
}

// shell is a bench that runs scripts on the machine as it is.
type shell struct {
	head  subject
	dir   string
	files map[string][]byte
}

// Lay lays the head out.
func (b *shell) Lay(ctx context.Context, changes map[string][]byte, without []string) error {
	files := make(map[string][]byte)
	for _, name := range b.head.Files() {
		data, err := b.head.Read(name)
		if err != nil {
			return err
		}
		files[name] = data
	}
	maps.Copy(files, changes)
	for _, name := range without {
		delete(files, name)
	}
	return b.LayFiles(ctx, files)
}

// LayFiles lays files out.
func (b *shell) LayFiles(_ context.Context, files map[string][]byte) error {
	b.files = files
	if err := os.RemoveAll(b.dir); err != nil {
		return err
	}
	for name, data := range files {
		at := filepath.Join(b.dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, data, 0o755)); err != nil {
			return err
		}
	}
	return nil
}

// Digest is that of the files.
func (b *shell) Digest() (string, error) {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(b.files)) {
		fmt.Fprintf(h, "%s %d %s", name, len(b.files[name]), b.files[name])
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Support is not needed by scripts.
func (b *shell) Support([]proof.File) error { return nil }

// Host knows one shell.
func (b *shell) Host([]proof.Tool) proof.Host {
	return proof.Host{Tree: b.dir, Temp: b.dir, Tools: map[string]string{"sh": "/bin/sh"}}
}

// Version is nothing that is known.
func (b *shell) Version(_ context.Context, tool proof.Tool) proof.ToolRecord {
	return proof.ToolRecord{Name: tool.Name}
}

// Run runs a script.
func (b *shell) Run(ctx context.Context, step proof.Step, _ []proof.StepRecord) proof.StepRecord {
	cmd := exec.CommandContext(ctx, step.Argv[0], step.Argv[1:]...)
	cmd.Dir = filepath.Join(b.dir, step.Dir)
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		return proof.StepRecord{Failed: err.Error()}
	}
	return proof.StepRecord{Started: true, Exit: cmd.ProcessState.ExitCode(), Stdout: out.Bytes()}
}

// Environment is nothing.
func (b *shell) Environment(proof.Step) []string { return nil }

// Isolation is what a good runner has.
func (b *shell) Isolation() proof.SandboxRecord {
	return proof.SandboxRecord{UID: 1001, PIDNS: true, MountNS: true, NetNS: true, Limits: true}
}

// prove runs the tests of a commit as the workflow does.
func (s *scene) prove(sha string) []proof.Evidence {
	s.t.Helper()
	client := s.client()
	tree, err := client.Revision(s.t.Context(), sha)
	if err != nil {
		s.t.Fatal(err)
	}
	rules := policy.Default()
	rules.Prove.Commands = [][]string{{"sh", "checks/label.sh"}}
	declared, err := app.Declare(s.t.Context(), tree, rules, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	head := subject{s.t, tree}
	mergeBase, err := client.MergeBase(s.t.Context(), s.repo.Tip("main"), sha)
	if err != nil {
		s.t.Fatal(err)
	}
	base, err := client.Revision(s.t.Context(), mergeBase)
	if err != nil {
		s.t.Fatal(err)
	}
	old, err := app.Declare(s.t.Context(), base, rules, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	declared.Against(old)
	proved, err := app.Prove(s.t.Context(), app.ProveRequest{
		Tool: proof.ToolRecord{Version: "test"}, Machine: proof.RunnerRecord{OS: "linux", Arch: "amd64"},
		Commit: sha, Base: mergeBase, Tree: s.repo.Tree(sha), Policy: rules, Prohibitions: declared.Required,
		Specs: declared.Paths, Head: head, Before: earlier{subject{s.t, base}, tree}, Benches: []app.Bench{&shell{head: head, dir: s.t.TempDir()}},
		Now: func() time.Time { return s.hub.Now() },
	})
	if err != nil {
		s.t.Fatal(err)
	}
	var out []proof.Evidence
	for _, p := range proved {
		out = append(out, p.Evidence)
	}
	return out
}

// evidence is the artifact of an attempt with these records.
func evidence(attempt int, records ...proof.Evidence) githubtest.Artifact {
	files := map[string]string{}
	for _, e := range records {
		files[e.Digest()+".json"] = string(e.Encode())
	}
	return githubtest.Artifact{Name: fmt.Sprintf("surmise-evidence-%d", attempt), Files: files}
}

// proven runs the workflow on the pull request's head, and decides.
func (s *scene) proven() int64 {
	s.t.Helper()
	run := s.repo.Ran(githubtest.WorkflowRun{HeadSHA: s.pull.Head()}, evidence(1, s.prove(s.pull.Head())...))
	s.ended(s.pull.Head())
	return run
}

// ended decides as the end of a run on that head does.
func (s *scene) ended(sha string) {
	s.t.Helper()
	if err := s.try(app.Trigger{Kind: app.OnEvidence, HeadSHA: sha}); err != nil {
		s.t.Fatal(err)
	}
}

// holds asks for a code of the only prohibition, in the table of the summary
// and, if it does not pass, on its own line.
func (s *scene) holds(code string) {
	s.t.Helper()
	run := s.verdict()
	want := "success"
	if code != "PROVEN" {
		want = "failure"
		at := slices.IndexFunc(run.Annotations, func(a githubtest.Annotation) bool { return strings.HasPrefix(a.Title, "P-001: prohibition not proven") })
		if at < 0 || run.Annotations[at].Path != labelFile || run.Annotations[at].StartLine != 15 || !strings.Contains(run.Annotations[at].Message, code) {
			s.t.Errorf("the annotations are %+v, want one on %s:15 with %s", run.Annotations, labelFile, code)
		}
	}
	if run.Conclusion != want || !strings.Contains(run.Summary, strings.ReplaceAll(code, "_", `\_`)) && !strings.Contains(run.Summary, code) {
		s.t.Errorf("%s %q, want %s with %s\n%s", run.Conclusion, run.Title, want, code, run.Summary)
	}
}

// TestEvidence is what a run can leave behind, and what is made of it. Whatever
// is not what "surmise prove" says of this very head reads "not run".
func TestEvidence(t *testing.T) {
	t.Parallel()
	type left struct {
		*scene
		run      githubtest.WorkflowRun
		artifact githubtest.Artifact
		record   proof.Evidence
	}
	rewrite := func(change func(*proof.Evidence)) func(*left) {
		return func(l *left) {
			change(&l.record)
			l.artifact = evidence(1, l.record)
		}
	}
	none := func(*left) {}
	tests := []struct {
		name   string
		change func(*left)
		code   string
		reason string
	}{
		{"honest", none, "PROVEN", "evidence"},
		{"another workflow", func(l *left) { l.run.Path = ".github/workflows/mine.yml" }, "NOT_RUN", "has not run on"},
		{"another file of that name", func(l *left) { l.run.Path = "docs/surmise-prove.yml" }, "NOT_RUN", "has not run on"},
		{"another event", func(l *left) { l.run.Event = "push" }, "NOT_RUN", `by the event "push"`},
		{"the queue's event", func(l *left) { l.run.Event = "merge_group" }, "NOT_RUN", `by the event "merge_group"`},
		{"a fork's run", func(l *left) { l.run.HeadRepo = l.repo.Fork("mallory") }, "NOT_RUN", `of the repository "mallory/octo-repo"`},
		{"a fork's run that is gone", func(l *left) {
			l.run.HeadRepo = l.repo.Fork("mallory")
			l.run.HeadRepo.Delete()
		}, "NOT_RUN", `of the repository ""`},
		{"a run on another commit", func(l *left) { l.run.HeadSHA = l.repo.Tip("main") }, "NOT_RUN", "has not run on"},
		{"under way", func(l *left) { l.run.Running = true }, "PROOF_RUNNING", "under way"},
		{"nothing left", func(l *left) { l.artifact.Name = "log" }, "NOT_RUN", "left no evidence"},
		{"of an earlier attempt", func(l *left) { l.run.Attempt = 2 }, "NOT_RUN", "left no evidence"},
		{"expired", func(l *left) { l.artifact.Expired = true }, "EVIDENCE_EXPIRED", "has expired"},
		{"corrupt archive", func(l *left) { l.artifact.Zip = []byte("PK") }, "EVIDENCE_REFUSED", "is no zip archive"},
		{"other bytes than announced", func(l *left) { l.artifact.Digest = "sha256:00" }, "EVIDENCE_REFUSED", "other bytes"},
		{"no record", func(l *left) { l.artifact = evidence(1) }, "NOT_RUN", "no record of it"},
		{"not JSON", func(l *left) { l.artifact.Files = map[string]string{strings.Repeat("0", 64) + ".json": "{"} }, "EVIDENCE_REFUSED", "decode evidence"},
		{"a file besides", func(l *left) { l.artifact.Files["notes.txt"] = "all is well" }, "EVIDENCE_REFUSED", "notes.txt"},
		{"under another name", func(l *left) { l.artifact.Files = map[string]string{"P-001.json": string(l.record.Encode())} }, "EVIDENCE_REFUSED", "not named after its content"},
		{"two records", func(l *left) {
			other := l.record
			other.Code = proof.Survived
			l.artifact = evidence(1, l.record, other)
		}, "EVIDENCE_REFUSED", "two records"},
		{"an unknown code", rewrite(func(e *proof.Evidence) { e.Code = "GREEN" }), "EVIDENCE_REFUSED", "not known"},

		{"another commit", rewrite(func(e *proof.Evidence) { e.Commit = strings.Repeat("a", 40) }), "EVIDENCE_DIFFERS", "another commit"},
		{"another tree", rewrite(func(e *proof.Evidence) { e.Tree = strings.Repeat("a", 40) }), "EVIDENCE_DIFFERS", "another tree"},
		{"another statement", rewrite(func(e *proof.Evidence) { e.Prohibition.TextSHA256 = strings.Repeat("a", 64) }), "EVIDENCE_DIFFERS", "another statement"},
		{"another line", rewrite(func(e *proof.Evidence) { e.Prohibition.Line++ }), "EVIDENCE_DIFFERS", "another prohibition"},
		{"another descriptor", rewrite(func(e *proof.Evidence) {
			c := e.Descriptor.Check()
			c.Test = "nothing"
			e.Descriptor = proof.Describe(c)
		}), "EVIDENCE_DIFFERS", "another descriptor"},
		{"another violation", rewrite(func(e *proof.Evidence) { e.Inputs.Violation.SHA256 = strings.Repeat("a", 64) }), "EVIDENCE_DIFFERS", "another violation"},
		{"another change by the violation", rewrite(func(e *proof.Evidence) { e.Inputs.Touched[0].After = strings.Repeat("a", 64) }), "EVIDENCE_DIFFERS", "another violation"},
		{"another test", rewrite(func(e *proof.Evidence) { e.Inputs.TestFile.SHA256 = strings.Repeat("a", 64) }), "EVIDENCE_DIFFERS", "another test"},
		{"another block of the test", rewrite(func(e *proof.Evidence) { e.Inputs.TestBlock = strings.Repeat("a", 64) }), "EVIDENCE_DIFFERS", "another test"},
		{"another control", rewrite(func(e *proof.Evidence) { e.Inputs.Control = strings.Repeat("a", 64) }), "EVIDENCE_DIFFERS", "another control"},
		{"configuration from elsewhere", rewrite(func(e *proof.Evidence) {
			e.Inputs.Configs = []proof.FileRecord{{Path: "jest.config.js", SHA256: strings.Repeat("a", 64)}}
		}), "EVIDENCE_DIFFERS", "another configuration"},
		{"out of a cache", rewrite(func(e *proof.Evidence) { e.CachedFrom = strings.Repeat("a", 40) }), "EVIDENCE_DIFFERS", "taken over"},

		{"says proven, and the violation passed", rewrite(func(e *proof.Evidence) {
			for i := range e.Runs {
				if r := &e.Runs[i]; r.Role == proof.Violation {
					r.Outcome, r.Class, r.Steps[0].Exit = proof.Passed, proof.Unclear, 0
				}
			}
		}), "SURVIVED", ""},
		{"says proven, and the violation was not run", rewrite(func(e *proof.Evidence) {
			e.Runs = slices.DeleteFunc(slices.Clone(e.Runs), func(r proof.RunRecord) bool { return r.Role == proof.Violation })
			for i := range e.Runs {
				e.Runs[i].Order = i + 1
			}
		}), "INFRA", "was not run"},
		{"says proven, and the kind saw nothing fail", rewrite(func(e *proof.Evidence) { e.SelfTest.SawFail = false }), "INFRA", "self-test"},
		{"says survived, and the runs prove it", rewrite(func(e *proof.Evidence) { e.Code = proof.Survived }), "PROVEN", ""},
		{"weak isolation", rewrite(func(e *proof.Evidence) { e.Sandbox.Weak = true }), "ISOLATION_WEAK", "prove.allow_weak_isolation"},
		{"weak isolation that the policy allows", func(l *left) {
			l.policy(strings.TrimPrefix(labelPolicy, "version: 1\n") + "  allow_weak_isolation: true\n")
			rewrite(func(e *proof.Evidence) { e.Sandbox.Weak = true })(l)
		}, "PROVEN", ""},
		{"no permission", func(l *left) {
			l.hub.Grant(map[string]string{"contents": "read", "checks": "write", "pull-requests": "write"})
		}, "EVIDENCE_UNREAD", `lacks "actions: read"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := &left{scene: newProofScene(t, harmless())}
			l.record = l.prove(l.pull.Head())[0]
			l.run = githubtest.WorkflowRun{HeadSHA: l.pull.Head()}
			l.artifact = evidence(1, l.record)
			tt.change(l)
			l.repo.Ran(l.run, l.artifact)
			l.ended(l.pull.Head())
			l.holds(tt.code)
			if got := l.out.Checks[0].Publication.Requests[0].Report.Prohibitions[0]; !strings.Contains(got.Reason+" evidence", tt.reason) {
				t.Errorf("%s: %s, want a reason with %q", got.Code, got.Reason, tt.reason)
			}
			l.inert()
		})
	}
}
