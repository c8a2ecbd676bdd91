package github

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/surmise-ci/surmise/internal/pull"
)

// head is an open pull request as the listing of all of them shows it.
type head struct {
	Number     int
	HeadRefOid string
	UpdatedAt  time.Time
}

// oid is an object that is known by its id alone.
type oid struct{ OID string }

// branch is a branch and its tip.
type branch struct {
	Name   string
	Target oid
}

// home asks for the default branch and the first open pull requests, and keeps
// both for whoever asks next.
func (c *Client) home(ctx context.Context, k call) error {
	var answer struct {
		Repository struct {
			DefaultBranchRef *branch
			PullRequests     page[head]
		}
	}
	if err := c.query(ctx, k, queryHome, nil, &answer); err != nil {
		return err
	}
	c.branch, c.heads = answer.Repository.DefaultBranchRef, &answer.Repository.PullRequests
	return nil
}

// Default is the default branch and its tip. Asked for twice, it is read twice;
// right after [Client.Open] it is the one of that moment.
func (c *Client) Default(ctx context.Context) (name, sha string, err error) {
	k := call{doing: "read the default branch", needs: "contents: read"}
	if c.branch == nil {
		if err := c.home(ctx, k); err != nil {
			return "", "", err
		}
	}
	b := c.branch
	c.branch = nil
	if b == nil {
		return "", "", &NotFoundError{Doing: k.doing}
	}
	if err := checkObjectID(b.Target.OID); err != nil {
		return "", "", c.explain(k, err)
	}
	return b.Name, b.Target.OID, nil
}

// MergeBase is the best common ancestor of two commits, which may lie in forks.
// None is a [*NotFoundError].
func (c *Client) MergeBase(ctx context.Context, base, headSHA string) (string, error) {
	for _, id := range []string{base, headSHA} {
		if err := checkObjectID(id); err != nil {
			return "", err
		}
	}
	k := call{doing: "find the merge base of " + short(base) + " and " + short(headSHA), needs: "contents: read", limit: largeLimit}
	var answer struct {
		MergeBaseCommit struct {
			SHA string `json:"sha"`
		} `json:"merge_base_commit"`
	}
	if err := c.get(ctx, k, c.path("compare", base+"..."+headSHA)+"?per_page=1", &answer); err != nil {
		return "", err
	}
	if err := checkObjectID(answer.MergeBaseCommit.SHA); err != nil {
		return "", c.explain(k, err)
	}
	return answer.MergeBaseCommit.SHA, nil
}

// RootTree is the object id of a commit's tree.
func (c *Client) RootTree(ctx context.Context, sha string) (string, error) {
	if err := checkObjectID(sha); err != nil {
		return "", err
	}
	k := call{doing: "read commit " + short(sha), needs: "contents: read"}
	var answer struct {
		Tree struct {
			SHA string `json:"sha"`
		} `json:"tree"`
	}
	if err := c.get(ctx, k, c.path("git", "commits", sha), &answer); err != nil {
		return "", err
	}
	if err := checkObjectID(answer.Tree.SHA); err != nil {
		return "", c.explain(k, err)
	}
	return answer.Tree.SHA, nil
}

// Open lists every open pull request with that head commit, all for "". They
// are found by paging through all open ones: the platform's own search by
// commit does not see those from forks.
func (c *Client) Open(ctx context.Context, headSHA string) ([]pull.Request, error) {
	heads, err := c.openHeads(ctx)
	if err != nil {
		return nil, err
	}
	var out []pull.Request
	for _, h := range heads {
		if headSHA != "" && h.HeadRefOid != headSHA {
			continue
		}
		// What was read a moment ago and has not changed since is not read again.
		last, have := c.read[h.Number]
		r := last.request
		if !have || r.HeadSHA != h.HeadRefOid || !last.updated.Equal(h.UpdatedAt) {
			if r, err = c.Request(ctx, h.Number); err != nil {
				return nil, err
			}
		}
		// A push or a close in between makes it somebody else's.
		if r.Open && (headSHA == "" || r.HeadSHA == headSHA) {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b pull.Request) int { return a.Number - b.Number })
	return out, nil
}

func (c *Client) openHeads(ctx context.Context) ([]head, error) {
	k := call{doing: "list the open pull requests", needs: "pull-requests: read"}
	if c.heads == nil {
		if err := c.home(ctx, k); err != nil {
			return nil, err
		}
	}
	first := c.heads
	c.heads = nil
	return follow(*first, func(after string) (page[head], error) {
		var answer struct {
			Repository struct{ PullRequests page[head] }
		}
		err := c.query(ctx, k, queryHeads, map[string]any{"after": after}, &answer)
		return answer.Repository.PullRequests, err
	})
}

// commitPeople is who wrote a commit.
type commitPeople struct {
	Commit struct {
		Authors   page[struct{ User *who }]
		Committer *struct{ User *who }
	}
}

// forcedPush is an entry of a pull request's timeline.
type forcedPush struct {
	Actor        *who
	BeforeCommit *commitRuns
}

// requestNode is a pull request with the first part of its talk.
type requestNode struct {
	Number         int
	Title, URL     string
	IsDraft        bool
	State          string
	UpdatedAt      time.Time
	Author         *who
	HeadRefOid     string
	HeadRepository *struct{ NameWithOwner string }
	BaseRefName    string
	BaseRefOid     string
	BaseRef        *struct{ Target oid }
	Commits        page[commitPeople]
	Pushes         page[forcedPush]
	First, Last    page[commentNode]
}

// Request reads one pull request anew, and what was said on it so far.
func (c *Client) Request(ctx context.Context, number int) (pull.Request, error) {
	k := call{doing: fmt.Sprintf("read pull request %d", number), needs: "pull-requests: read"}
	var answer struct {
		Repository struct{ PullRequest *requestNode }
	}
	if err := c.query(ctx, k, queryRequest, map[string]any{"number": number}, &answer); err != nil {
		return pull.Request{}, err
	}
	n := answer.Repository.PullRequest
	if n == nil {
		return pull.Request{}, &NotFoundError{Doing: k.doing}
	}
	r := n.request()
	for _, id := range []string{r.HeadSHA, r.BaseSHA} {
		if err := checkObjectID(id); err != nil {
			return pull.Request{}, c.explain(k, err)
		}
	}
	commits, err := c.commitPeople(ctx, k, number, n.Commits)
	if err != nil {
		return pull.Request{}, err
	}
	r.Contributors, r.Nameless = contributors(commits, n.Pushes.Nodes)
	// The platform shows so many commits of a pull request and no more.
	r.Nameless += max(n.Commits.TotalCount-len(commits), 0)
	c.read[number] = reading{request: r, updated: n.UpdatedAt}
	c.heard(number, n)
	return r, nil
}

func (n *requestNode) request() pull.Request {
	r := pull.Request{
		Number: n.Number, Title: n.Title, URL: n.URL, Author: n.Author.login(), Draft: n.IsDraft,
		Open: n.State == "OPEN", HeadSHA: n.HeadRefOid, BaseRef: n.BaseRefName, BaseSHA: n.BaseRefOid,
	}
	if n.HeadRepository != nil {
		r.HeadRepo = n.HeadRepository.NameWithOwner
	}
	// The pull request's own note of its base may be older than the branch.
	if n.BaseRef != nil {
		r.BaseSHA = n.BaseRef.Target.OID
	}
	return r
}

func (c *Client) commitPeople(ctx context.Context, k call, number int, first page[commitPeople]) ([]commitPeople, error) {
	return follow(first, func(after string) (page[commitPeople], error) {
		var answer struct {
			Repository struct {
				PullRequest struct{ Commits page[commitPeople] }
			}
		}
		err := c.query(ctx, k, queryPeople, map[string]any{"number": number, "after": after}, &answer)
		return answer.Repository.PullRequest.Commits, err
	})
}

// webFlow is the account in whose name the platform itself commits.
const webFlow = "web-flow"

// contributors are the logins behind commits and forced pushes, and how many
// commits have somebody behind them whose login is not known.
func contributors(commits []commitPeople, pushes []forcedPush) (logins []string, nameless int) {
	for _, n := range commits {
		known := len(n.Commit.Authors.Nodes) == n.Commit.Authors.TotalCount
		people := []*who{}
		for _, a := range n.Commit.Authors.Nodes {
			people = append(people, a.User)
		}
		if n.Commit.Committer != nil {
			people = append(people, n.Commit.Committer.User)
		}
		for _, p := range people {
			if p == nil || p.Login == "" {
				known = false
				continue
			}
			logins = append(logins, p.Login)
		}
		if !known {
			nameless++
		}
	}
	for _, p := range pushes {
		if p.Actor != nil {
			logins = append(logins, p.Actor.login())
		}
	}
	logins = slices.DeleteFunc(logins, func(l string) bool { return l == webFlow })
	slices.Sort(logins)
	return slices.Compact(logins), nameless
}

// Queued lists the pull requests of the merge group with that head commit, in
// queue order up to the one that the commit is of. A group that the queue does
// not hold (any more) is a [*NotFoundError].
func (c *Client) Queued(ctx context.Context, headSHA, baseRef string) ([]pull.Request, error) {
	k := call{doing: "read the merge queue of " + baseRef, needs: "contents: read"}
	type entry struct {
		Position    int
		HeadCommit  *oid
		PullRequest *struct{ Number int }
	}
	next := func(after string) (page[entry], error) {
		var answer struct {
			Repository struct {
				MergeQueue *struct{ Entries page[entry] }
			}
		}
		variables := map[string]any{"branch": baseRef}
		if after != "" {
			variables["after"] = after
		}
		if err := c.query(ctx, k, queryQueue, variables, &answer); err != nil {
			return page[entry]{}, err
		}
		if answer.Repository.MergeQueue == nil {
			return page[entry]{}, &NotFoundError{Doing: k.doing}
		}
		return answer.Repository.MergeQueue.Entries, nil
	}
	first, err := next("")
	if err != nil {
		return nil, err
	}
	entries, err := follow(first, next)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b entry) int { return a.Position - b.Position })
	at := slices.IndexFunc(entries, func(e entry) bool { return e.HeadCommit != nil && e.HeadCommit.OID == headSHA })
	if at < 0 {
		return nil, &NotFoundError{Doing: "find " + short(headSHA) + " in the merge queue of " + baseRef}
	}
	var out []pull.Request
	for _, e := range entries[:at+1] {
		if e.PullRequest == nil {
			return nil, &NotFoundError{Doing: "read a pull request of the merge queue"}
		}
		r, err := c.Request(ctx, e.PullRequest.Number)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// Person asks what somebody may do here. That the platform will not say is part
// of the answer; that it cannot be reached is an error.
func (c *Client) Person(ctx context.Context, login string) (pull.Person, error) {
	p := pull.Person{Login: login}
	if !loginName().MatchString(login) {
		p.Untold = "is no login"
		return p, nil
	}
	k := call{doing: "ask what " + login + " may do", needs: "metadata: read"}
	var answer struct {
		Permission string `json:"permission"`
		RoleName   string `json:"role_name"`
	}
	err := c.get(ctx, k, c.path("collaborators", login, "permission"), &answer)
	switch e := err.(type) {
	case nil:
	case *NotFoundError:
		p.Untold = "the platform knows no account of that name"
		return p, nil
	case *PermissionError:
		p.Untold = "the permission cannot be read: " + e.Said
		return p, nil
	default:
		return p, err
	}
	p.Role = answer.RoleName
	p.Permission = level(answer.Permission, answer.RoleName)
	return p, nil
}

// level reads the two names of one permission. The older one knows no triage
// and no maintain. A role of the owner's own making is known by the older one
// alone, and where the two contradict each other the older one counts.
func level(permission, role string) pull.Permission {
	older := map[pull.Permission]string{
		pull.Read: "read", pull.Triage: "read", pull.Write: "write", pull.Maintain: "write", pull.Admin: "admin",
	}
	level := pull.None
	for p := pull.Read; p <= pull.Admin; p++ {
		if older[p] == permission && (p.String() == permission || p.String() == role) {
			level = p
		}
	}
	return level
}

// React adds a reaction to a comment. The platform takes a second one of the
// same kind for the first.
func (c *Client) React(ctx context.Context, comment int64, r pull.Reaction) error {
	k := call{doing: "add a reaction", needs: "pull-requests: write", again: true}
	_, _, err := c.rest.Reactions.CreateIssueCommentReaction(k.in(ctx), c.owner, c.name, comment, string(r))
	return c.explain(k, err)
}
