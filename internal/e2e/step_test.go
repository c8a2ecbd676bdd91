package e2e

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// decide runs the step that decides, with nothing in the environment but what
// a composite step is promised: no INPUT_ variable, no working tree, and every
// address from the environment.
func (s *story) decide(e event, inputs map[string]string) result {
	s.t.Helper()
	dir := s.t.TempDir()
	payload, summary := filepath.Join(dir, "event.json"), filepath.Join(dir, "summary.md")
	write(s.t, payload, e.file(s.t), 0o644)
	write(s.t, summary, nil, 0o644)
	env := map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": e.name, "GITHUB_EVENT_PATH": payload,
		"GITHUB_REPOSITORY": repoName, "GITHUB_RUN_ID": "1", "GITHUB_RUN_ATTEMPT": "1", "GITHUB_STEP_SUMMARY": summary,
	}
	for name, value := range s.runner.env {
		env[name] = value
	}
	given := map[string]string{"github-token": s.hub.Token}
	for name, value := range inputs {
		given[name] = value
	}
	a := loadAction(s.t)
	c := scene{
		inputs: given, outputs: map[string]string{"steps.binary.outputs.path": binary(s.t)},
		env: env, token: s.hub.Token, temp: dir,
	}
	got := c.play(s.t, a, a.step(s.t, "surmise"))
	got.summary = string(read(s.t, summary))
	return got
}

// TestActionClean decides a pull request in a clean environment.
func TestActionClean(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	p := s.release()
	e := pullRequestEvent(t, "pull_request_target", "opened", p.facts(), "octocat", nil)
	got := s.decide(e, nil)
	if got.code != 0 || got.output["conclusion"] != "failure" || got.output["high-open"] != "1" {
		t.Errorf("exit %d, outputs %q:\n%s", got.code, got.output, got.log)
	}
	for _, name := range []string{"report-path", "ledger-path", "prompt-path"} {
		if _, err := os.Stat(got.output[name]); err != nil {
			t.Errorf("output %s: %v", name, err)
		}
	}
	if got.summary == "" {
		t.Error("the run's page says nothing")
	}
	p.stands("failure")
	if got := s.decide(e, map[string]string{"fail-job": "true"}); got.code != 1 {
		t.Errorf("with fail-job: exit %d:\n%s", got.code, got.log)
	}
}

// TestPermissions shows that the workflow asks for what is needed and no more:
// without any one of its permissions the action says which one it lacks.
func TestPermissions(t *testing.T) {
	t.Parallel()
	all := grants(t, read(t, pasted(t)))
	for name, level := range all {
		weaker := []string{""}
		if level == "write" {
			weaker = append(weaker, "read")
		}
		for _, have := range weaker {
			t.Run(strings.TrimSuffix(name+" "+have, " "), func(t *testing.T) {
				t.Parallel()
				s := newStory(t)
				granted := maps.Clone(all)
				if granted[name] = have; have == "" {
					delete(granted, name)
				}
				s.hub.Grant(granted)
				p := s.release()
				got := s.decide(pullRequestEvent(t, "pull_request_target", "opened", p.facts(), "octocat", nil), nil)
				lacks := regexp.MustCompile(`(?m)lacks \\*"` + regexp.QuoteMeta(name) + `: (read|write)\\*"; add it under permissions:`)
				if !lacks.MatchString(got.log) {
					t.Errorf("with %v, the log does not name what is missing; exit %d:\n%s", granted, got.code, got.log)
				}
				if s.verdict(p.Head()) == "success" {
					t.Errorf("with %v, the check passes", granted)
				}
				if name != "pull-requests" && got.code == 0 {
					t.Errorf("with %v, the step passes without a verdict", granted)
				}
			})
		}
	}
}
