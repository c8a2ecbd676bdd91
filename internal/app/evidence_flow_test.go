package app_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/githubtest"
)

// recheck lets somebody ask to look again, and decides as the comment's event
// does.
func (s *scene) recheck(who string) *githubtest.Comment {
	s.t.Helper()
	c := s.comment(who, "/surmise recheck")
	if err := s.try(app.Trigger{Kind: app.OnComment, Number: s.pull.Number, Comment: c.ID}); err != nil {
		s.t.Fatal(err)
	}
	return c
}

func TestEvidenceIsUsedAgain(t *testing.T) {
	t.Parallel()
	s := newProofScene(t, harmless())
	s.run()
	s.holds("NOT_RUN")
	s.proven()
	s.holds("PROVEN")
	s.green("1 prohibition proven")
	before := len(s.repo.CheckRuns(s.pull.Head()))
	s.says("nina", "well done")
	s.recheck("octocat")
	s.holds("PROVEN")
	if now := len(s.repo.CheckRuns(s.pull.Head())); now != before || len(s.repo.Reruns()) > 0 {
		t.Errorf("%d check runs, want the %d that stood; run again were %v", now, before, s.repo.Reruns())
	}
	old := s.pull.Head()
	s.pushed("octocat", githubtest.Files{"README.md": "# Labels and parcels\n"})
	s.holds("NOT_RUN")
	s.ended(old)
	if s.out.Idle == "" || len(s.out.Checks) > 0 {
		t.Errorf("the end of the run on the old head came to %+v, want nothing to do", s.out)
	}
	s.proven()
	s.holds("PROVEN")
}

// TestNewestRun shows that a later run outweighs an earlier one, for good or
// ill.
func TestNewestRun(t *testing.T) {
	t.Parallel()
	s := newProofScene(t, harmless())
	head := s.pull.Head()
	records := s.prove(head)
	for _, step := range []struct {
		artifact githubtest.Artifact
		code     string
	}{
		{evidence(1, records...), "PROVEN"},
		{evidence(1), "NOT_RUN"},
		{evidence(1, records...), "PROVEN"},
		{githubtest.Artifact{Name: "surmise-evidence-1", Zip: []byte("x")}, "EVIDENCE_REFUSED"},
	} {
		s.hub.Advance(time.Minute)
		s.repo.Ran(githubtest.WorkflowRun{HeadSHA: head}, step.artifact)
		s.ended(head)
		s.holds(step.code)
	}
	// What others run on the same commit changes nothing.
	s.repo.Ran(githubtest.WorkflowRun{HeadSHA: head}, evidence(1, records...))
	s.hub.Advance(time.Minute)
	s.repo.Ran(githubtest.WorkflowRun{HeadSHA: head, Event: "push"}, evidence(1))
	s.repo.Ran(githubtest.WorkflowRun{HeadSHA: head, Path: ".github/workflows/lint.yml"})
	s.ended(head)
	s.holds("PROVEN")
}

func TestEvidenceExpires(t *testing.T) {
	t.Parallel()
	s := newProofScene(t, harmless())
	run := s.proven()
	s.holds("PROVEN")
	s.repo.Expire(run)
	s.run()
	s.holds("EVIDENCE_EXPIRED")
}

func TestRecheckRunsTestsAgain(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, who, permission string
		again                 bool
		says                  string
	}{
		{"by the author, with the permission", "octocat", "write", true, "the tests are run again"},
		{"by the author, without", "octocat", "read", false, `lacks "actions: write"`},
		{"by a stranger", "mallory", "write", false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newProofScene(t, harmless())
			s.hub.Grant(map[string]string{"contents": "read", "checks": "write", "pull-requests": "write", "actions": tt.permission})
			head := s.pull.Head()
			run := s.repo.Ran(githubtest.WorkflowRun{HeadSHA: head})
			s.ended(head)
			s.holds("NOT_RUN")
			s.recheck(tt.who)
			s.holds("NOT_RUN")
			if got := len(s.repo.Reruns()) == 1; got != tt.again {
				t.Errorf("run again %v, want %v", s.repo.Reruns(), tt.again)
			}
			if !strings.Contains(s.verdict().Summary, tt.says) {
				t.Errorf("the summary does not say %q:\n%s", tt.says, s.verdict().Summary)
			}
			if !tt.again {
				return
			}
			s.run()
			s.holds("PROOF_RUNNING")
			s.recheck(tt.who)
			if len(s.repo.Reruns()) != 1 {
				t.Error("a run that is under way was started again")
			}
			s.repo.Leave(run, evidence(2, s.prove(head)...))
			s.ended(head)
			s.holds("PROVEN")
		})
	}
}

// TestEvidenceComesMeanwhile lets a run end while another event is decided: the
// verdict that stays is the one that knows of it.
func TestEvidenceComesMeanwhile(t *testing.T) {
	t.Parallel()
	s := newProofScene(t, harmless())
	head := s.pull.Head()
	left := evidence(1, s.prove(head)...)
	run := s.repo.Ran(githubtest.WorkflowRun{HeadSHA: head, Running: true})
	s.hook = func(_ int, r *http.Request) *http.Response {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/check-runs") {
			s.hook = nil
			s.repo.Leave(run, left)
		}
		return nil
	}
	s.run()
	s.holds("PROVEN")
}

func TestEvidenceOfForks(t *testing.T) {
	t.Parallel()
	s := newScene(t, labelFiles())
	s.proves()
	fork := s.repo.Fork("nina")
	fork.Branch("topic", fork.Commit(githubtest.Commit{Parents: []string{s.repo.Tip("main")}, Author: "nina", Files: harmless()}))
	s.pull = s.repo.Open(githubtest.PullRequest{From: fork, Head: "topic", Author: "nina"})
	head := s.pull.Head()
	records := s.prove(head)
	s.repo.Ran(githubtest.WorkflowRun{HeadSHA: head}, evidence(1, records...))
	s.ended(head)
	s.holds("NOT_RUN")
	s.repo.Ran(githubtest.WorkflowRun{HeadSHA: head, HeadRepo: fork}, evidence(1, records...))
	s.ended(head)
	s.holds("PROVEN")
}

// TestMergeGroupWaitsForEvidence shows that a group is not thrown out of the
// queue while its tests may still be run, and not let through without them.
func TestMergeGroupWaitsForEvidence(t *testing.T) {
	t.Parallel()
	queue := func(t *testing.T, main githubtest.Files) (s *scene, sha string) {
		t.Helper()
		files := labelFiles()
		for name, text := range main {
			files[name] = text
		}
		s = newScene(t, files)
		s.proves()
		s.open("topic", harmless())
		s.proven()
		s.holds("PROVEN")
		sha, _ = s.pull.Enqueue("octocat")
		return s, sha
	}
	group := func(s *scene, kind app.Kind, sha string) {
		s.t.Helper()
		if err := s.try(app.Trigger{Kind: kind, HeadSHA: sha, BaseRef: "main"}); err != nil {
			s.t.Fatal(err)
		}
	}
	concludes := func(s *scene, sha, want string) {
		s.t.Helper()
		run, there := s.check(sha, "surmise")
		if run.Conclusion != want || there != (want != "") {
			s.t.Errorf("the group's check is %q %q, want %q", run.Conclusion, run.Title, want)
		}
	}
	t.Run("proven", func(t *testing.T) {
		t.Parallel()
		s, sha := queue(t, nil)
		group(s, app.OnGroup, sha)
		concludes(s, sha, "")
		if s.out.Idle == "" {
			t.Error("nobody is told what the group waits for")
		}
		run := s.repo.Ran(githubtest.WorkflowRun{HeadSHA: sha, Event: "merge_group", Running: true})
		group(s, app.OnGroup, sha)
		concludes(s, sha, "")
		s.repo.Leave(run, evidence(1, s.prove(sha)...))
		group(s, app.OnEvidence, sha)
		concludes(s, sha, "success")
	})
	t.Run("run, and nothing left", func(t *testing.T) {
		t.Parallel()
		s, sha := queue(t, nil)
		s.repo.Ran(githubtest.WorkflowRun{HeadSHA: sha, Event: "merge_group"})
		group(s, app.OnEvidence, sha)
		concludes(s, sha, "failure")
	})
	t.Run("with the pull request's evidence", func(t *testing.T) {
		t.Parallel()
		s, sha := queue(t, nil)
		s.repo.Ran(githubtest.WorkflowRun{HeadSHA: sha, Event: "merge_group"}, evidence(1, s.prove(s.pull.Head())...))
		group(s, app.OnEvidence, sha)
		concludes(s, sha, "failure")
	})
	t.Run("by another event", func(t *testing.T) {
		t.Parallel()
		s, sha := queue(t, nil)
		s.repo.Ran(githubtest.WorkflowRun{HeadSHA: sha}, evidence(1, s.prove(sha)...))
		group(s, app.OnGroup, sha)
		concludes(s, sha, "")
	})
	t.Run("never to come", func(t *testing.T) {
		t.Parallel()
		s, sha := queue(t, githubtest.Files{app.ProveWorkflow: strings.Replace(proveFile, ", merge_group: {}", "", 1)})
		group(s, app.OnGroup, sha)
		concludes(s, sha, "failure")
	})
	t.Run("nothing to prove", func(t *testing.T) {
		t.Parallel()
		s, _ := queue(t, nil)
		s.pull.Dequeue()
		s.repo.Push("main", "maria", githubtest.Files{labelFile: heldSpec})
		s.pushed("octocat", githubtest.Files{labelFile: heldSpec})
		s.says("maria", "/confirm all")
		s.green("")
		sha, _ := s.pull.Enqueue("octocat")
		group(s, app.OnGroup, sha)
		concludes(s, sha, "success")
	})
}

// TestProverChanged is about the workflow that proves: the change that touches
// it is told, and proves nothing by itself until somebody read it.
func TestProverChanged(t *testing.T) {
	t.Parallel()
	edited := githubtest.Files{app.ProveWorkflow: proveFile + "# edited\n"}
	without := func(files githubtest.Files, names ...string) githubtest.Files {
		for _, name := range names {
			delete(files, name)
		}
		return files
	}
	tests := []struct {
		name       string
		main, head githubtest.Files
		after      func(*scene)
		says       string // of the entry; "" without one
		line       int    // that is annotated; 0 for none
	}{
		{name: "left alone", main: labelFiles(), head: harmless()},
		{name: "edited", main: labelFiles(), head: edited, says: "the change changes the workflow that runs its tests", line: 1},
		{name: "removed", main: labelFiles(), head: githubtest.Files{app.ProveWorkflow: githubtest.Removed}, says: "the change removes the workflow that runs its tests"},
		{name: "brought", main: without(labelFiles(), app.ProveWorkflow), head: githubtest.Files{app.ProveWorkflow: proveFile},
			says: "the change brings the workflow that runs its tests", line: 1},
		{name: "as the base branch has it by now", main: labelFiles(), head: edited, after: func(s *scene) { s.repo.Push("main", "maria", edited) }},
		{name: "older than the base branch's", main: labelFiles(), head: harmless(), after: func(s *scene) { s.repo.Push("main", "maria", edited) }},
		{name: "where nothing is proven", main: without(labelFiles(), labelFile), head: edited},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newRequest(t, tt.main, tt.head)
			s.proves()
			if tt.after != nil {
				tt.after(s)
			}
			if records := s.prove(s.pull.Head()); len(records) > 0 && tt.name != "removed" {
				s.repo.Ran(githubtest.WorkflowRun{HeadSHA: s.pull.Head()}, evidence(1, records...))
			}
			s.run()
			if tt.says == "" {
				s.green("")
				return
			}
			run := s.verdict()
			s.red("1 high open")
			if !strings.Contains(run.Summary, tt.says) {
				t.Errorf("the summary does not say %q:\n%s", tt.says, run.Summary)
			}
			at := 0
			for _, a := range run.Annotations {
				if a.Path == app.ProveWorkflow {
					at = a.StartLine
				}
			}
			if at != tt.line {
				t.Errorf("line %d of the workflow is annotated, want %d: %+v", at, tt.line, run.Annotations)
			}
			s.refused(s.says("octocat", "/confirm "+s.id()), "")
			s.red("1 high open")
			s.says("maria", "/confirm "+s.id())
			if tt.name == "removed" {
				s.holds("NO_PROVE_WORKFLOW")
				return
			}
			s.green("1 confirmed")
			s.pushed("octocat", githubtest.Files{app.ProveWorkflow: proveFile + "# edited again\n"})
			s.red("1 high open")
		})
	}
}

// TestNoEvidenceNeeded shows that repositories that prove nothing are asked for
// no permission.
func TestNoEvidenceNeeded(t *testing.T) {
	t.Parallel()
	s := newRequest(t, githubtest.Files{specFile: heldSpec}, harmless())
	s.hook = func(_ int, r *http.Request) *http.Response {
		if strings.Contains(r.URL.Path, "/actions/") {
			t.Errorf("%s %s", r.Method, r.URL.Path)
		}
		return nil
	}
	s.run()
	s.green("")
}

// TestFaultsAroundEvidence lets each request of a run fail in turn, in every
// way: what is not proven never turns green by it, and one more run without a
// fault sets everything right.
func TestFaultsAroundEvidence(t *testing.T) {
	t.Parallel()
	s := newProofScene(t, githubtest.Files{"checks/label.sh": blindTest})
	s.proven()
	s.holds("SURVIVED")
	count := 0
	s.hook = func(n int, _ *http.Request) *http.Response {
		count = n
		return nil
	}
	s.ended(s.pull.Head())
	if count < 8 {
		t.Fatalf("a run makes %d requests", count)
	}
	for n := 1; n <= count; n++ {
		for _, fault := range []struct {
			status int
			body   string
		}{{200, "{}"}, {200, `{"total_count": 0, "workflow_runs": [], "artifacts": []}`}, {403, `{"message": "no"}`}, {404, `{"message": "Not Found"}`}, {502, "<html>"}} {
			s.hook = func(i int, r *http.Request) *http.Response {
				if i != n {
					return nil
				}
				return &http.Response{
					StatusCode: fault.status, Body: io.NopCloser(strings.NewReader(fault.body)), Request: r,
					Header: http.Header{"Content-Type": {"application/json"}},
				}
			}
			err := s.try(app.Trigger{Kind: app.OnEvidence, HeadSHA: s.pull.Head()})
			for _, run := range s.repo.CheckRuns(s.pull.Head()) {
				if run.Conclusion == "success" {
					t.Fatalf("request %d answered with %d %s turns the check green (%v):\n%s", n, fault.status, fault.body, err, run.Summary)
				}
			}
		}
	}
	s.hook = nil
	s.ended(s.pull.Head())
	s.holds("SURVIVED")
}
