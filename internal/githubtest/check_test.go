package githubtest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/githubtest"
)

type fields = map[string]any

func notes(n int) []fields {
	out := []fields{}
	for i := range n {
		out = append(out, fields{
			"path": "docs/specs/pay.md", "start_line": i + 1, "end_line": i + 1, "annotation_level": "warning",
			"message": fmt.Sprintf("note %d", i+1),
		})
	}
	return out
}

// run is the body of a check run on a commit, with changes.
func run(sha string, changes fields) string {
	body := fields{
		"name": "surmise", "head_sha": sha, "status": "completed", "conclusion": "failure",
		"output": fields{"title": "1 open", "summary": "Open"},
	}
	for k, v := range changes {
		body[k] = v
	}
	return encode(body)
}

func output(changes fields) fields {
	out := fields{"title": "1 open", "summary": "Open"}
	for k, v := range changes {
		out[k] = v
	}
	return fields{"output": out}
}

func encode(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func id(a answer) string { return strconv.FormatFloat(a.body["id"].(float64), 'f', -1, 64) }

// TestCheckRunIsRefused has the exact words of the platform where they are
// known.
func TestCheckRunIsRefused(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	sha := r.Tip("main")
	note := func(changes fields) fields {
		one := notes(1)
		for k, v := range changes {
			one[0][k] = v
		}
		return output(fields{"annotations": one})
	}
	tests := []struct {
		name    string
		changes fields
		want    string
	}{
		{"51 annotations", output(fields{"annotations": notes(51)}),
			"Invalid request.\n\nNo more than 50 items are allowed; 51 were supplied."},
		{"summary over its characters", output(fields{"summary": strings.Repeat("x", 65536)}),
			"Invalid request.\n\nOnly 65535 characters are allowed; 65536 were supplied."},
		{"summary over its UTF-16 units", output(fields{"summary": strings.Repeat("😀", 32768)}),
			"Invalid request.\n\nOnly 65535 characters are allowed; 65536 were supplied."},
		{"summary over its bytes", output(fields{"summary": strings.Repeat("é", 32768)}),
			"Invalid request.\n\nsummary exceeds a maximum bytesize of 65535"},
		{"text over its characters", output(fields{"text": strings.Repeat("x", 70000)}),
			"Invalid request.\n\nOnly 65535 characters are allowed; 70000 were supplied."},
		{"no title", fields{"output": fields{"summary": "Open"}}, "Invalid request.\n\n\"title\" wasn't supplied."},
		{"no title and no summary", fields{"output": fields{}}, "Invalid request.\n\n\"title\", \"summary\" weren't supplied."},
		{"no name", fields{"name": ""}, "Invalid request.\n\n\"name\" wasn't supplied."},
		{"completed without conclusion", fields{"conclusion": nil}, "Invalid request.\n\n\"conclusion\" wasn't supplied."},
		{"conclusion of Actions", fields{"conclusion": "stale"},
			`Invalid request.` + "\n\n" + `"stale" is not a member of ["action_required", "cancelled", "failure", "neutral", "success", "skipped", "timed_out"].`},
		{"status of Actions", fields{"status": "waiting", "conclusion": nil},
			`Invalid request.` + "\n\n" + `"waiting" is not a member of ["queued", "in_progress", "completed"].`},
		{"unknown commit", fields{"head_sha": strings.Repeat("0", 40)}, "No commit found for SHA: " + strings.Repeat("0", 40)},
		{"level", note(fields{"annotation_level": "error"}),
			`Invalid request.` + "\n\n" + `"error" is not a member of ["notice", "warning", "failure"].`},
		{"columns on several lines", note(fields{"end_line": 2, "start_column": 1, "end_column": 2}),
			"Invalid request.\n\ncolumns are only allowed on a single line."},
		{"line zero", note(fields{"start_line": 0}), "Invalid request.\n\nlines 0 to 1 are not a range."},
		{"lines backwards", note(fields{"start_line": 3}), "Invalid request.\n\nlines 3 to 1 are not a range."},
		{"columns backwards", note(fields{"start_column": 3, "end_column": 2}), "Invalid request.\n\ncolumns 3 to 2 are not a range."},
		{"no message", note(fields{"message": ""}), "Invalid request.\n\n\"message\" wasn't supplied."},
		{"long message", note(fields{"message": strings.Repeat("x", 65537)}), "Invalid request.\n\nOnly 65536 bytes are allowed."},
		{"long title", note(fields{"title": strings.Repeat("x", 256)}),
			"Invalid request.\n\nOnly 255 characters are allowed; 256 were supplied."},
		{"four actions", fields{"actions": []fields{{}, {}, {}, {}}},
			"Invalid request.\n\nNo more than 3 items are allowed; 4 were supplied."},
	}
	for _, tt := range tests {
		a := c.repo("POST", "/check-runs", run(sha, tt.changes))
		if a.status != http.StatusUnprocessableEntity || a.message() != tt.want {
			t.Errorf("%s: %d %q, want 422 %q", tt.name, a.status, a.message(), tt.want)
		}
	}
	if runs := r.CheckRuns(sha); runs != nil {
		t.Errorf("refused runs are there all the same: %v", runs)
	}
}

func TestUpdateAppendsAnnotationsAndReplacesOutput(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	sha := r.Tip("main")
	made := c.repo("POST", "/check-runs", run(sha, output(fields{"text": "Record", "annotations": notes(50)})))
	if made.status != http.StatusCreated {
		t.Fatalf("create: %d %s", made.status, made.raw)
	}
	path := "/check-runs/" + id(made)
	update := encode(fields{"name": "surmise", "output": fields{"title": "2 open", "summary": "More", "annotations": notes(20)}})
	for range 2 {
		if a := c.repo("PATCH", path, update); a.status != http.StatusOK {
			t.Fatalf("update: %d %s", a.status, a.raw)
		}
	}
	got := c.repo("GET", path, "").body["output"]
	want := fields{
		"title": "2 open", "summary": "More", "text": nil, "annotations_count": 90.0,
		"annotations_url": c.server.APIURL() + "/repos/octo-org/octo-repo" + path + "/annotations",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
	if a := c.repo("PATCH", path, encode(fields{"name": "surmise", "output": fields{"title": "3 open"}})); a.message() != "Invalid request.\n\n\"summary\" wasn't supplied." {
		t.Errorf("without a summary: %d %q", a.status, a.message())
	}
	if a := c.repo("PATCH", path, encode(fields{"name": "", "conclusion": "success"})); a.status != http.StatusUnprocessableEntity {
		t.Errorf("with an empty name: %d", a.status)
	}
	sizes := []int{}
	for _, page := range []string{"1", "2", "3", "4"} {
		sizes = append(sizes, len(c.repo("GET", path+"/annotations?page="+page, "").list))
	}
	if diff := cmp.Diff([]int{30, 30, 30, 0}, sizes); diff != "" {
		t.Errorf("pages of annotations (-want +got):\n%s", diff)
	}
}

func TestTextOverItsBytesIsCutSilently(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	a := c.repo("POST", "/check-runs", run(r.Tip("main"), output(fields{"text": "x" + strings.Repeat("€", 30000)})))
	text, _ := dig(a.body["output"], "text").(string)
	if a.status != http.StatusCreated || text != "x"+strings.Repeat("€", 21844) {
		t.Errorf("%d, and a text of %d bytes", a.status, len(text))
	}
}

func TestNewestMadeOfANameIsTheLatest(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	sha := r.Tip("main")
	first := c.repo("POST", "/check-runs", run(sha, nil))
	second := c.repo("POST", "/check-runs", run(sha, fields{"conclusion": "success"}))
	c.repo("PATCH", "/check-runs/"+id(first), encode(fields{"name": "surmise", "conclusion": "neutral"}))
	r.AppRun("other", sha, "surmise", "success")
	r.AppRun("other", sha, "lint", "success")
	tests := []struct {
		query string
		want  []any
	}{
		{"?check_name=surmise&app_id=15368", []any{second.body["id"]}},
		{"?check_name=surmise&app_id=15368&filter=all", []any{second.body["id"], first.body["id"]}},
		{"?check_name=surmise&app_id=15368&filter=all&per_page=1&page=2", []any{first.body["id"]}},
	}
	for _, tt := range tests {
		a := c.repo("GET", "/commits/"+sha+"/check-runs"+tt.query, "")
		if diff := cmp.Diff(tt.want, each(a.body["check_runs"], "id")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.query, diff)
		}
	}
	if a := c.repo("GET", "/commits/main/check-runs", ""); a.body["total_count"] != 3.0 {
		t.Errorf("latest of every name: %s", a.raw)
	}
}

func TestRunOfAJobIsOutOfReach(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	job := r.JobRun(r.Tip("main"), "surmise-runner", "failure")
	path := fmt.Sprintf("/check-runs/%d", job)
	a := c.repo("PATCH", path, encode(fields{"name": "surmise-runner", "conclusion": "success"}))
	if a.status != http.StatusForbidden || a.message() != "Check run status and conclusions can only be updated internally by GitHub Actions." {
		t.Errorf("%d %q", a.status, a.message())
	}
	if a := c.repo("PATCH", path, encode(fields{"name": "surmise-runner", "output": fields{"title": "x", "summary": "y"}})); a.status != http.StatusOK {
		t.Errorf("its output: %d %q", a.status, a.message())
	}
}

func TestRunOfAnotherAppIsOutOfReach(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	other := r.AppRun("other", r.Tip("main"), "surmise", "failure")
	a := c.repo("PATCH", fmt.Sprintf("/check-runs/%d", other), encode(fields{"name": "surmise", "conclusion": "success"}))
	if a.status != http.StatusForbidden || a.message() != "Invalid app_id 15368 - check run can only be modified by the GitHub App that created it." {
		t.Errorf("%d %q", a.status, a.message())
	}
}

// TestForgedRun is a run that another workflow made with the same app's token:
// nothing but what it says tells it from ours.
func TestForgedRun(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	sha := r.Tip("main")
	forged := r.Forge("github-actions", githubtest.CheckRun{
		HeadSHA: sha, Name: "surmise", Conclusion: "success", ExternalID: "x", Title: "All decided", Text: "Record",
	})
	a := c.repo("GET", fmt.Sprintf("/check-runs/%d", forged), "")
	if a.body["external_id"] != "x" || dig(a.body["output"], "text") != "Record" || dig(a.body["app"], "id") != 15368.0 {
		t.Errorf("%s", a.raw)
	}
}

func TestDetailsURLOfActionsIsIgnored(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	body := run(r.Tip("main"), fields{"details_url": "https://octo.example.com/"})
	if a := c.repo("POST", "/check-runs", body); a.body["details_url"] != a.body["html_url"] {
		t.Errorf("details_url is %v", a.body["details_url"])
	}
	c.token = c.server.AppToken("other", map[string]string{"checks": "write"})
	if a := c.repo("POST", "/check-runs", body); a.body["details_url"] != "https://octo.example.com/" {
		t.Errorf("details_url of another app is %v", a.body["details_url"])
	}
}

func TestRunGoesWithTheOldestWorkflowRun(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	sha := r.Tip("main")
	job := r.JobRun(sha, "build", "success")
	r.JobRun(sha, "lint", "success")
	c.repo("POST", "/check-runs", run(sha, nil))
	r.DeleteWorkflowRun(job)
	var names []string
	for _, run := range r.CheckRuns(sha) {
		names = append(names, run.Name)
	}
	if diff := cmp.Diff([]string{"lint"}, names); diff != "" {
		t.Errorf("runs that are left (-want +got):\n%s", diff)
	}
}

func TestConclusionCompletes(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	a := c.repo("POST", "/check-runs", run(r.Tip("main"), fields{"status": nil, "conclusion": "success"}))
	if a.body["status"] != "completed" || a.body["completed_at"] != "2026-03-02T08:30:00Z" {
		t.Errorf("%s", a.raw)
	}
	if a := c.repo("GET", "/check-runs/1", ""); a.status != http.StatusNotFound {
		t.Errorf("an unknown run: %d", a.status)
	}
}

// TestForkRunKnowsNoPullRequest covers both ways from a commit to its pull
// requests: neither works for heads of forks.
func TestForkRunKnowsNoPullRequest(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	fork := r.Fork("mona")
	r.Branch("topic", r.Tip("main"))
	own := r.Push("topic", "octo-org", githubtest.Files{"a.md": "a\n"})
	foreign := fork.Push("main", "mona", githubtest.Files{"b.md": "b\n"})
	r.Open(githubtest.PullRequest{Head: "topic"})
	r.Open(githubtest.PullRequest{Head: "main", From: fork})
	for sha, want := range map[string]int{own: 1, foreign: 0} {
		a := c.repo("POST", "/check-runs", run(sha, nil))
		if got := len(a.body["pull_requests"].([]any)); got != want {
			t.Errorf("check run has %d pull requests, want %d", got, want)
		}
		if got := len(c.repo("GET", "/commits/"+sha+"/pulls", "").list); got != want {
			t.Errorf("commit has %d pull requests, want %d", got, want)
		}
	}
}
