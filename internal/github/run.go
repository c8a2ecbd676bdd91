package github

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/pull"
)

// runNode is a check run as GraphQL tells it.
type runNode struct {
	DatabaseID              bigID
	URL, Name, Conclusion   string
	CompletedAt             time.Time
	ExternalID, Title, Text string
}

// suite is the check runs of one app on one commit.
type suite struct {
	ID        string
	App       *struct{ Slug string }
	CheckRuns page[runNode]
}

// commitRuns is a commit with its check runs of the name that was asked for.
type commitRuns struct {
	OID         string
	CheckSuites *page[suite]
}

// Runs lists our completed runs of that name on every commit that is or was the
// head of the pull request, oldest first. Ours is what this token's app made:
// everybody who can write can publish a run of any name. Of heads that a forced
// push removed the last one is known, not those that lay below it: the platform
// keeps no list of them, and the last one's run carries their record.
func (c *Client) Runs(ctx context.Context, request pull.Request, name string) ([]pull.Run, error) {
	if err := checkObjectID(request.HeadSHA); err != nil {
		return nil, err
	}
	k := call{doing: fmt.Sprintf("read the check runs of pull request %d", request.Number), needs: "checks: read", limit: largeLimit}
	me, commits, err := c.commitsWithRuns(ctx, k, request, name)
	if err != nil {
		return nil, err
	}
	var out []pull.Run
	seen := map[int64]bool{}
	for _, commit := range commits {
		if commit == nil || commit.CheckSuites == nil {
			continue
		}
		for _, s := range commit.CheckSuites.Nodes {
			if s.App == nil || s.App.Slug != strings.TrimSuffix(me, botSuffix) {
				continue
			}
			runs, err := c.suiteRuns(ctx, k, s, name)
			if err != nil {
				return nil, err
			}
			for _, n := range runs {
				if n.Name != name || seen[int64(n.DatabaseID)] {
					continue
				}
				seen[int64(n.DatabaseID)] = true
				out = append(out, n.run(commit.OID))
			}
		}
	}
	slices.SortFunc(out, func(a, b pull.Run) int {
		return cmp.Or(a.CompletedAt.Compare(b.CompletedAt), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

func (n runNode) run(sha string) pull.Run {
	digest, complete := readMark(n.ExternalID)
	return pull.Run{
		ID: int64(n.DatabaseID), URL: n.URL, Name: n.Name, HeadSHA: sha, Success: n.Conclusion == "SUCCESS",
		CompletedAt: n.CompletedAt, Digest: digest, Complete: complete, Title: n.Title, Text: n.Text,
	}
}

// commitsWithRuns asks for the head, for the pull request's commits and for
// those that were pushed away, some of them twice.
func (c *Client) commitsWithRuns(ctx context.Context, k call, request pull.Request, name string) (me string, out []*commitRuns, err error) {
	type commitNode struct{ Commit *commitRuns }
	type answer struct {
		Viewer     struct{ Login string }
		Repository struct {
			Object      *commitRuns
			PullRequest *struct {
				Commits page[commitNode]
				Pushes  page[forcedPush]
			}
		}
	}
	ask := func(document, after string) (answer, error) {
		var a answer
		variables := map[string]any{"number": request.Number, "check": name}
		if document == queryRuns {
			variables["head"] = request.HeadSHA
		}
		if after != "" {
			variables["after"] = after
		}
		err := c.query(ctx, k, document, variables, &a)
		if err == nil && a.Repository.PullRequest == nil {
			err = &NotFoundError{Doing: k.doing}
		}
		return a, err
	}
	first, err := ask(queryRuns, "")
	if err != nil {
		return "", nil, err
	}
	commits, err := follow(first.Repository.PullRequest.Commits, func(after string) (page[commitNode], error) {
		a, err := ask(queryRuns, after)
		if err != nil {
			return page[commitNode]{}, err
		}
		return a.Repository.PullRequest.Commits, nil
	})
	if err != nil {
		return "", nil, err
	}
	pushes, err := follow(first.Repository.PullRequest.Pushes, func(after string) (page[forcedPush], error) {
		a, err := ask(queryPushes, after)
		if err != nil {
			return page[forcedPush]{}, err
		}
		return a.Repository.PullRequest.Pushes, nil
	})
	if err != nil {
		return "", nil, err
	}
	out = append(out, first.Repository.Object)
	for _, n := range commits {
		out = append(out, n.Commit)
	}
	for _, p := range pushes {
		out = append(out, p.BeforeCommit)
	}
	return first.Viewer.Login, out, nil
}

func (c *Client) suiteRuns(ctx context.Context, k call, s suite, name string) ([]runNode, error) {
	return follow(s.CheckRuns, func(after string) (page[runNode], error) {
		var answer struct {
			Node struct{ CheckRuns page[runNode] }
		}
		document, variables := querySuite, map[string]any{"suite": s.ID, "check": name, "after": after}
		err := c.query(ctx, k, document, variables, &answer)
		return answer.Node.CheckRuns, err
	})
}

// partial ends the mark of a run that lacks annotations.
const partial = ":partial"

// writeMark is a run's external id: what it was decided from, what tells this
// one publication from every other, and whether it is complete.
func writeMark(digest, nonce string, complete bool) string {
	mark := digest + ":" + nonce
	if !complete {
		mark += partial
	}
	return mark
}

// readMark reads a run's external id. One of another form says nothing.
func readMark(mark string) (digest string, complete bool) {
	whole, incomplete := strings.CutSuffix(mark, partial)
	i := strings.LastIndexByte(whole, ':')
	if i < 0 {
		return "", false
	}
	return whole[:i], !incomplete
}
