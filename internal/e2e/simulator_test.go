package e2e

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/githubtest"
)

// TestSimulator holds the simulator's answers to GitHub's OpenAPI document,
// one for each interface that the document is kept for, refusals with them.
func TestSimulator(t *testing.T) {
	t.Parallel()
	hub := githubtest.New(t)
	hub.Grant(map[string]string{
		"contents": "read", "checks": "write", "pull-requests": "write", "actions": "write", "members": "read",
	})
	repo := hub.Repository(repoName)
	repo.Member("maria", "maintain")
	hub.Team("octo-org/writers", "maria")
	repo.Push("main", "maria", githubtest.Files{"README.md": "# Read me\n", "docs/a b.md": "a\nb\n"})
	repo.Push("feature/one", "maria", githubtest.Files{"README.md": "# Read this\n", "docs/c.md": "c\n", "docs/a b.md": githubtest.Removed})
	repo.Branch("feature/one", repo.Commit(githubtest.Commit{
		Parents: []string{repo.Tip("main")}, Author: "-", Files: githubtest.Files{"docs/c.md": "c\n", "docs/a b.md": githubtest.Removed},
	}))
	pull := repo.Open(githubtest.PullRequest{Head: "feature/one", Author: "maria", Title: "One"})
	comment := pull.Comment("maria", "/confirm 1")
	pull.CommentThrough("helper", "hubot[bot]", "hello")
	head, base := pull.Head(), repo.Tip("main")
	run := repo.AppRun("github-actions", head, "surmise", "failure")
	ours := 0
	// The ids of what a run leaves follow its own.
	proved := repo.Ran(githubtest.WorkflowRun{HeadSHA: head},
		githubtest.Artifact{Name: "evidence", Files: map[string]string{"a.json": "{}"}}, githubtest.Artifact{Name: "evidence", Expired: true})

	judge := newJudge(t, hub)
	call := func(method, path, body string) (int, string) {
		r := httptest.NewRequest(method, "/api/v3"+path, strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+hub.Token)
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		w := httptest.NewRecorder()
		judge.ServeHTTP(w, r)
		data, _ := io.ReadAll(w.Result().Body)
		return w.Code, string(data)
	}
	in := "/repos/" + repoName
	output := `"output":{"title":"t","summary":"s","text":"x","annotations":[{"path":"docs/c.md","start_line":1,"end_line":1,` +
		`"start_column":1,"end_column":2,"annotation_level":"failure","message":"m","title":"t"}]}`
	blob := "f70f10e4db19068f79bc43844b49f3eece45c4e8" // of "A"; there is none
	for _, r := range []struct {
		method, path, body string
		status             int
	}{
		{"GET", "/rate_limit", "", 200},
		{"GET", in, "", 200},
		{"GET", in + "/git/ref/heads/feature/one", "", 200},
		{"GET", in + "/git/ref/heads/none", "", 404},
		{"GET", in + "/branches/feature%2Fone", "", 200},
		{"GET", in + "/rules/branches/feature%2Fone", "", 200},
		{"GET", in + "/git/trees/" + head + "?recursive=1", "", 200},
		{"GET", in + "/git/blobs/" + blob, "", 404},
		{"GET", in + "/git/commits/" + head, "", 200},
		{"GET", in + "/contents/docs/a%20b.md?ref=" + base, "", 200},
		{"GET", in + "/contents/docs?ref=" + head, "", 200},
		{"GET", in + "/contents/none.md", "", 404},
		{"GET", in + "/compare/" + base + "..." + head, "", 200},
		{"GET", in + "/commits/" + head + "/pulls", "", 200},
		{"GET", in + "/commits/" + head + "/check-runs?check_name=surmise&filter=all&per_page=100", "", 200},
		{"GET", in + "/commits/feature/one/check-runs", "", 200},
		{"GET", in + "/pulls?state=open&per_page=100", "", 200},
		{"GET", in + fmt.Sprintf("/pulls/%d", pull.Number), "", 200},
		{"GET", in + fmt.Sprintf("/pulls/%d/files", pull.Number), "", 200},
		{"GET", in + fmt.Sprintf("/pulls/%d/commits", pull.Number), "", 200},
		{"GET", in + "/pulls/99", "", 404},
		{"GET", in + fmt.Sprintf("/check-runs/%d", run), "", 200},
		{"POST", in + "/check-runs", `{"name":"surmise","head_sha":"` + head + `","status":"completed","conclusion":"success",` + output + `}`, 201},
		{"POST", in + "/check-runs", `{"name":"surmise","head_sha":"` + strings.Repeat("1", 40) + `","status":"completed","conclusion":"success",` + output + `}`, 422},
		{"PATCH", in + "/check-runs/%[1]d", `{"name":"surmise",` + output + `}`, 200},
		{"GET", in + "/check-runs/%[1]d/annotations?per_page=100", "", 200},
		{"GET", in + fmt.Sprintf("/issues/%d/comments?per_page=1", pull.Number), "", 200},
		{"POST", in + fmt.Sprintf("/issues/%d/comments", pull.Number), `{"body":"ours"}`, 201},
		{"POST", in + fmt.Sprintf("/issues/%d/comments", pull.Number), `{"body":"` + strings.Repeat("x", 65537) + `"}`, 422},
		{"GET", in + fmt.Sprintf("/issues/comments/%d", comment.ID), "", 200},
		{"PATCH", in + "/issues/comments/%[2]d", `{"body":"ours, again"}`, 200},
		{"POST", in + fmt.Sprintf("/issues/comments/%d/reactions", comment.ID), `{"content":"+1"}`, 201},
		{"POST", in + fmt.Sprintf("/issues/comments/%d/reactions", comment.ID), `{"content":"+1"}`, 200},
		{"GET", in + fmt.Sprintf("/issues/comments/%d/reactions", comment.ID), "", 200},
		{"DELETE", in + "/issues/comments/%[2]d", "", 204},
		{"GET", in + "/collaborators/maria/permission", "", 200},
		{"GET", in + "/collaborators/nobody-at-all/permission", "", 404},
		{"GET", "/orgs/octo-org/teams/writers/memberships/maria", "", 200},
		{"GET", "/orgs/octo-org/teams/none/memberships/maria", "", 404},
		{"GET", in + "/actions/runs?head_sha=" + head + "&per_page=100&page=1", "", 200},
		{"GET", in + fmt.Sprintf("/actions/runs/%d/artifacts?name=evidence&per_page=100", proved), "", 200},
		{"GET", in + fmt.Sprintf("/actions/artifacts/%d/zip", proved+1), "", 302},
		{"GET", in + fmt.Sprintf("/actions/artifacts/%d/zip", proved+2), "", 410},
		{"POST", in + fmt.Sprintf("/actions/runs/%d/rerun", proved), "", 201},
	} {
		path := r.path
		if strings.Contains(path, "%[") {
			runs, comments := repo.CheckRuns(head), pull.Comments()
			path = fmt.Sprintf(path+"%[3]s", runs[len(runs)-1].ID, comments[len(comments)-1].ID, "")
			ours++
		}
		if status, body := call(r.method, path, r.body); status != r.status {
			t.Errorf("%s %s: %d, want %d: %s", r.method, path, status, r.status, body)
		}
	}
	if ours != 4 {
		t.Errorf("%d requests about our own things, want 4", ours)
	}

	hub.Grant(map[string]string{"contents": "read"})
	if status, _ := call("POST", in+"/check-runs", `{"name":"surmise","head_sha":"`+head+`"}`); status != http.StatusForbidden {
		t.Errorf("without the permission: %d, want 403", status)
	}

	met := map[string]bool{}
	for kind := range judge.seen {
		_, path, _ := strings.Cut(kind, " ")
		met[path] = true
	}
	for path, as := range interfaces() {
		if as == "" {
			as = path
		}
		if !met[as] {
			t.Errorf("no request for %s; met were %q", as, slices.Sorted(maps.Keys(met)))
		}
	}
}
