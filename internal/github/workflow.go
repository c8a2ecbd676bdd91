package github

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/pull"
)

// listPages bounds how many pages of a hundred are read of a list that anybody
// can lengthen.
const listPages = 10

// workflowRun is a run as the list of all runs shows it.
type workflowRun struct {
	ID             int64     `json:"id"`
	Attempt        int64     `json:"run_attempt"`
	URL            string    `json:"html_url"`
	Path           string    `json:"path"`
	Event          string    `json:"event"`
	Status         string    `json:"status"`
	HeadSHA        string    `json:"head_sha"`
	CreatedAt      time.Time `json:"created_at"`
	HeadRepository *struct {
		FullName string `json:"full_name"`
	} `json:"head_repository"`
}

// WorkflowRuns lists the runs of every workflow on that head commit, from
// wherever it comes, newest first.
func (c *Client) WorkflowRuns(ctx context.Context, headSHA string) ([]pull.WorkflowRun, error) {
	if err := checkObjectID(headSHA); err != nil {
		return nil, err
	}
	k := call{doing: "list the workflow runs of " + short(headSHA), needs: "actions: read", limit: largeLimit}
	var out []pull.WorkflowRun
	for n := 1; n <= listPages; n++ {
		var answer struct {
			Total *int          `json:"total_count"`
			Runs  []workflowRun `json:"workflow_runs"`
		}
		address := fmt.Sprintf("%s?head_sha=%s&per_page=100&page=%d", c.path("actions", "runs"), headSHA, n)
		err := c.get(ctx, k, address, &answer)
		if err := c.hollow(k, err, answer.Total != nil); err != nil {
			return nil, err
		}
		for _, r := range answer.Runs {
			out = append(out, r.plain())
		}
		if len(answer.Runs) < 100 {
			break
		}
	}
	slices.SortFunc(out, func(a, b pull.WorkflowRun) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
	})
	return out, nil
}

func (r workflowRun) plain() pull.WorkflowRun {
	// A workflow that a ruleset requires is named with the revision it is of.
	file, _, _ := strings.Cut(r.Path, "@")
	out := pull.WorkflowRun{
		ID: r.ID, Attempt: r.Attempt, URL: r.URL, Workflow: file, Event: r.Event, HeadSHA: r.HeadSHA,
		Done: r.Status == "completed", CreatedAt: r.CreatedAt,
	}
	if r.HeadRepository != nil {
		out.HeadRepo = r.HeadRepository.FullName
	}
	return out
}

// Artifacts lists what a run left behind under that name.
func (c *Client) Artifacts(ctx context.Context, run int64, name string) ([]pull.Artifact, error) {
	k := call{doing: fmt.Sprintf("list the artifacts of run %d", run), needs: "actions: read"}
	var answer struct {
		Total     *int `json:"total_count"`
		Artifacts []struct {
			ID      int64  `json:"id"`
			Name    string `json:"name"`
			Size    int64  `json:"size_in_bytes"`
			Expired bool   `json:"expired"`
			Digest  string `json:"digest"`
		} `json:"artifacts"`
	}
	address := fmt.Sprintf("%s?name=%s&per_page=100", c.path("actions", "runs", fmt.Sprint(run), "artifacts"), url.QueryEscape(name))
	err := c.get(ctx, k, address, &answer)
	if err := c.hollow(k, err, answer.Total != nil); err != nil {
		return nil, err
	}
	var out []pull.Artifact
	for _, a := range answer.Artifacts {
		if a.Name == name {
			out = append(out, pull.Artifact{ID: a.ID, Name: a.Name, Size: a.Size, Expired: a.Expired, Digest: a.Digest})
		}
	}
	return out, nil
}

// Rerun starts a run again. It takes more than reading: [*PermissionError] if
// the token may not.
func (c *Client) Rerun(ctx context.Context, run int64) error {
	k := call{doing: fmt.Sprintf("start run %d again", run), needs: "actions: write"}
	req, err := c.rest.NewRequest(http.MethodPost, c.path("actions", "runs", fmt.Sprint(run), "rerun"), nil)
	if err != nil {
		return fmt.Errorf("%s: %w", k.doing, err)
	}
	_, err = c.rest.Do(k.in(ctx), req, nil)
	return c.explain(k, err)
}
