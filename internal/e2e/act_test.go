package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/githubtest"
)

// runner plays the workflow that people paste, as it stands, with act on the
// machine itself. The action comes as a release does: a folder of its own, the
// program from the server's release page, checked against action.yml.
type runner struct {
	env       map[string]string // of every step, as the platform sets it
	artifacts string            // folder in which the stand-in keeps what is uploaded
	program   string            // the program that the release page holds

	act, repository, home string
	locals                []string // "owner/name@ref=folder"
}

// newRunner sets up a repository whose default branch holds the workflow, and
// those of other names.
func newRunner(t testing.TB, program string, workflows map[string][]byte) *runner {
	t.Helper()
	r := &runner{
		act: tool(t, "bin", "act"), program: program, artifacts: t.TempDir(), repository: t.TempDir(), home: t.TempDir(),
		env: map[string]string{},
	}
	for name, text := range workflows {
		write(t, filepath.Join(r.repository, ".github", "workflows", name), text, 0o644)
	}
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"}, {"remote", "add", "origin", "https://github.com/" + repoName + ".git"}, {"add", "."},
		{"-c", "user.name=octocat", "-c", "user.email=octocat@users.noreply.github.com", "commit", "-q", "-m", "Add the workflow"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir = r.repository
		cmd.Env = append(os.Environ(), "HOME="+r.home, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}

	release := t.TempDir()
	sums := digestOf(read(t, program)) + "  " + platform()
	write(t, filepath.Join(release, "action.yml"), released(t, "v9.9.9", sums), 0o644)
	for _, text := range workflows {
		r.local(t, text, "surmise-ci/surmise", release)
	}
	r.local(t, read(t, root(t, "action.yml")), "actions/upload-artifact", filepath.Join("testdata", "upload-artifact"))
	return r
}

// local serves an action that a file uses, at the commit that it names, from a
// folder.
func (r *runner) local(t testing.TB, text []byte, name, dir string) {
	t.Helper()
	found := regexp.MustCompile(regexp.QuoteMeta(name) + "@[0-9a-f]{40}").FindString(string(text))
	if found == "" {
		t.Fatalf("nothing uses %s at a commit", name)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	r.locals = append(r.locals, found+"="+dir)
}

// serve puts the release page before a platform, and tells the runner where
// the platform is.
func (r *runner) serve(t testing.TB, platformHandler http.Handler) {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /surmise-ci/surmise/releases/download/v9.9.9/"+platform(), func(w http.ResponseWriter, req *http.Request) {
		http.ServeFile(w, req, r.program)
	})
	mux.Handle("/api/", platformHandler)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	r.env["GITHUB_SERVER_URL"] = server.URL
	r.env["GITHUB_API_URL"] = server.URL + "/api/v3"
	r.env["GITHUB_GRAPHQL_URL"] = server.URL + "/api/graphql"
}

// played is what came of one event.
type played struct {
	started bool // the job's condition held
	green   bool // the job
	log     string
}

// play lets the platform deliver an event to the workflow that decides.
func (r *runner) play(t testing.TB, e event, token string) played {
	t.Helper()
	return r.playFile(t, "surmise.yml", "surmise-runner", e, token)
}

// playFile delivers an event to a workflow whose only job has that name.
func (r *runner) playFile(t testing.TB, file, job string, e event, token string) played {
	t.Helper()
	payload := filepath.Join(t.TempDir(), "event.json")
	write(t, payload, e.file(t), 0o644)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	args := []string{
		e.name, "-W", filepath.Join(".github", "workflows", file), "-e", payload,
		"-P", "ubuntu-latest=-self-hosted", "--no-cache-server", "-s", "GITHUB_TOKEN=" + token,
		"--env", "SURMISE_E2E_ARTIFACTS=" + r.artifacts,
	}
	for name, value := range r.env {
		args = append(args, "--env", name+"="+value)
	}
	for _, l := range r.locals {
		args = append(args, "--local-repository", l)
	}
	cmd := exec.CommandContext(ctx, r.act, args...)
	cmd.Dir = r.repository
	// The machine's own settings, and those of a workflow that runs this
	// test, are none of the story's.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + r.home, "LANG=C.UTF-8"}
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatalf("act: %v", err)
	}
	log := string(out)
	p := played{green: err == nil, log: log, started: strings.Contains(log, job) && strings.Contains(log, "⭐ Run Main")}
	if !p.started && !p.green {
		t.Fatalf("act: %v\n%s", err, log)
	}
	return p
}

// TestRunner shows what the runner does with the pasted workflow before the
// story depends on it: which events start the job, and that the program that
// it finds is the one of the release.
func TestRunner(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "surmise")
	write(t, program, []byte("#!/bin/sh\nset -eu\n[ \"$1\" = action ]\nmkdir -p \"$RUNNER_TEMP/surmise-report\"\n"+
		"echo told > \"$RUNNER_TEMP/surmise-report/report.json\"\n"+
		"printf 'report-path=%s\\n' \"$RUNNER_TEMP/surmise-report/report.json\" >> \"$GITHUB_OUTPUT\"\n"+
		"echo \"event $GITHUB_EVENT_NAME of $GITHUB_REPOSITORY\" > \"$SURMISE_E2E_ARTIFACTS/ran\"\n"), 0o755)
	r := newRunner(t, program, alone(t))
	ran := filepath.Join(r.artifacts, "ran")
	r.serve(t, http.NotFoundHandler())
	f := facts{
		number: 7, title: "Limit reservations", author: "octocat", headSHA: strings.Repeat("a", 40), headRef: "limit",
		headRepo: repoName, baseSHA: strings.Repeat("b", 40), baseRef: "main",
	}
	comment := func(action, body, before string) event {
		return commentEvent(t, action, f, 1, "hubot", body, before, "hubot")
	}
	issue := comment("created", "/confirm 1", "")
	delete(issue.payload["issue"].(map[string]any), "pull_request")
	tests := []struct {
		name    string
		event   event
		started bool
	}{
		{"opened", pullRequestEvent(t, "pull_request_target", "opened", f, "octocat", nil), true},
		{"merge group", groupEvent(t, f.headSHA, "gh-readonly-queue/main/pr-7-"+f.baseSHA, f.baseSHA, "main"), true},
		{"by hand", dispatchEvent(t), true},
		{"talk", comment("created", "looks good to me", ""), false},
		{"command", comment("created", "I think so\n/CONFIRM a-7k3m9q", ""), true},
		{"command edited away", comment("edited", "never mind", "/ack all"), true},
		{"talk edited", comment("edited", "never mind", "looks good"), false},
		{"command deleted", comment("deleted", "/surmise recheck", ""), true},
		{"command on an issue", issue, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := r.play(t, tt.event, "token")
			if got.started != tt.started || !got.green {
				t.Fatalf("started %v, want %v; green %v\n%s", got.started, tt.started, got.green, got.log)
			}
			if !tt.started {
				return
			}
			if want, got := fmt.Sprintf("event %s of %s\n", tt.event.name, repoName), string(read(t, ran)); got != want {
				t.Errorf("ran %q, want %q", got, want)
			}
		})
	}
	kept, err := filepath.Glob(filepath.Join(r.artifacts, "surmise-*", "report.json"))
	if err != nil || len(kept) != 1 {
		t.Errorf("kept %q, %v; want the report", kept, err)
	}

	write(t, program, []byte("#!/bin/sh\necho another > \"$SURMISE_E2E_ARTIFACTS/ran\"\n"), 0o755)
	if got := r.play(t, tests[0].event, "token"); got.green || string(read(t, ran)) == "another\n" {
		t.Errorf("a changed program ran:\n%s", got.log)
	}
}

// alone is the workflow that people paste, without one that proves.
func alone(t testing.TB) map[string][]byte {
	t.Helper()
	return map[string][]byte{"surmise.yml": read(t, pasted(t))}
}

// grants are the permissions that a workflow asks for.
func grants(t testing.TB, workflow []byte) map[string]string {
	t.Helper()
	return githubtest.Permissions(t, workflow, "decide")
}
