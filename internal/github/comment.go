package github

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	gh "github.com/google/go-github/v62/github"

	"github.com/surmise-ci/surmise/internal/pull"
)

// commentNode is a comment as GraphQL tells it.
type commentNode struct {
	FullDatabaseID  bigID
	URL, Body       string
	CreatedAt       time.Time
	LastEditedAt    time.Time
	IsMinimized     bool
	ViewerDidAuthor bool
	Author, Editor  *who
}

// ours reports whether this token's bot wrote the comment, of whose origin
// there is nothing more to know.
func (n commentNode) ours() bool { return n.ViewerDidAuthor && n.Author.bot() }

// origin is what REST alone tells of a comment. It never changes.
type origin struct {
	app string // slug; "" if a person typed it
	bot bool
}

// talk is what is known of the comments on a pull request.
type talk struct {
	fresh    bool // as of the last [Client.Request], and nobody has asked yet
	complete bool
	total    int
	updated  time.Time // of the pull request, which every comment touches
	comments []commentNode
	first    pageInfo
}

// heard keeps what a reading of a pull request told of the talk.
func (c *Client) heard(number int, n *requestNode) {
	t := &talk{fresh: true, total: n.First.TotalCount, updated: n.UpdatedAt, first: n.First.PageInfo}
	if old := c.talks[number]; old != nil && old.complete && old.total == t.total && old.updated.Equal(t.updated) {
		t.add(old.comments)
	}
	t.add(n.First.Nodes)
	t.add(n.Last.Nodes)
	t.complete = len(t.comments) >= t.total
	c.talks[number] = t
}

// add takes comments, newer words for older ones.
func (t *talk) add(nodes []commentNode) {
	for _, n := range nodes {
		i := slices.IndexFunc(t.comments, func(o commentNode) bool { return o.FullDatabaseID == n.FullDatabaseID })
		if i < 0 {
			t.comments = append(t.comments, n)
		} else {
			t.comments[i] = n
		}
	}
	slices.SortFunc(t.comments, func(a, b commentNode) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.FullDatabaseID, b.FullDatabaseID))
	})
}

// Comments lists all comments, oldest first. Right after [Client.Request] they
// are those of that moment; asked again, they are read anew.
func (c *Client) Comments(ctx context.Context, number int) ([]pull.Comment, error) {
	t, err := c.wholeTalk(ctx, number)
	if err != nil {
		return nil, err
	}
	if err := c.findOrigins(ctx, number, t.comments); err != nil {
		return nil, err
	}
	var out []pull.Comment
	for _, n := range t.comments {
		from, known := c.origins[int64(n.FullDatabaseID)]
		if !known && !n.ours() {
			continue // deleted between the two questions
		}
		comment := pull.Comment{
			ID: int64(n.FullDatabaseID), URL: n.URL, Author: n.Author.login(), Bot: n.Author.bot() || from.bot,
			App: from.app, Body: n.Body, CreatedAt: n.CreatedAt, EditedAt: n.LastEditedAt, Hidden: n.IsMinimized,
		}
		if !n.LastEditedAt.IsZero() {
			comment.Editor = n.Editor.login()
		}
		out = append(out, comment)
	}
	return out, nil
}

// wholeTalk reads the pages between the first and the last, which came with the
// pull request.
func (c *Client) wholeTalk(ctx context.Context, number int) (*talk, error) {
	if t := c.talks[number]; t == nil || !t.fresh {
		if _, err := c.Request(ctx, number); err != nil {
			return nil, err
		}
	}
	t := c.talks[number]
	t.fresh = false
	k := call{doing: fmt.Sprintf("read the comments on pull request %d", number), needs: "pull-requests: read"}
	at := t.first
	for n := 1; !t.complete && at.HasNextPage; n++ {
		if n == pagesLimit {
			return nil, fmt.Errorf("%s: the list does not end after %d pages", k.doing, n)
		}
		var answer struct {
			Repository struct {
				PullRequest struct{ Comments page[commentNode] }
			}
		}
		if err := c.query(ctx, k, queryComments, map[string]any{"number": number, "after": at.EndCursor}, &answer); err != nil {
			return nil, err
		}
		comments := answer.Repository.PullRequest.Comments
		t.add(comments.Nodes)
		t.complete = len(t.comments) >= t.total
		at = comments.PageInfo
	}
	t.complete = true
	return t, nil
}

// originsPage is how many comments one REST answer holds at most.
const originsPage = 100

// findOrigins asks REST for the origin of the comments whose origin is not known
// yet. It lists comments in the same order.
func (c *Client) findOrigins(ctx context.Context, number int, comments []commentNode) error {
	unknown := func(n commentNode) bool {
		_, known := c.origins[int64(n.FullDatabaseID)]
		return !known && !n.ours()
	}
	first := slices.IndexFunc(comments, unknown)
	if first < 0 {
		return nil
	}
	k := call{doing: fmt.Sprintf("read the comments on pull request %d", number), needs: "pull-requests: read", limit: largeLimit}
	for n := first/originsPage + 1; n <= pagesLimit; n++ {
		var answer []struct {
			ID   int64 `json:"id"`
			User *struct {
				Type string `json:"type"`
			} `json:"user"`
			App *struct {
				Slug string `json:"slug"`
			} `json:"performed_via_github_app"`
		}
		address := fmt.Sprintf("%s?per_page=%d&page=%d", c.path("issues", fmt.Sprint(number), "comments"), originsPage, n)
		if err := c.get(ctx, k, address, &answer); err != nil {
			return err
		}
		for _, a := range answer {
			from := origin{bot: a.User != nil && a.User.Type == "Bot"}
			if a.App != nil {
				from.app = a.App.Slug
			}
			c.origins[a.ID] = from
		}
		if len(answer) < originsPage || !slices.ContainsFunc(comments, unknown) {
			return nil
		}
	}
	return fmt.Errorf("%s: the list does not end after %d pages", k.doing, pagesLimit)
}

// commentLimit is the longest comment that the platform takes, in characters;
// kept in bytes, which are never fewer.
const commentLimit = 65_536

const commentCut = "\n\n… cut: the comment would be too long. The check run shows the rest."

// Keep makes our own comment that begins with the marker say body, which may or
// may not begin with it. Ours is what this token's account wrote, whatever else
// looks like it. An equal one is left alone. An empty body writes nothing, and
// takes away what this run has read of ours: it is no longer so. Should two runs
// have written one each, the older stays.
func (c *Client) Keep(ctx context.Context, number int, marker, body string) error {
	t := c.talks[number]
	if body == "" {
		if t == nil || !t.complete {
			return nil
		}
		for _, old := range t.mine(marker) {
			if err := c.deleteComment(ctx, number, old); err != nil {
				return err
			}
		}
		return nil
	}
	if !strings.HasPrefix(body, marker) {
		body = marker + "\n" + body
	}
	body = cut(clean(body), commentLimit, commentCut)
	if t == nil || !t.complete {
		var err error
		if t, err = c.wholeTalk(ctx, number); err != nil {
			return err
		}
	}
	mine := t.mine(marker)
	if len(mine) == 0 {
		return c.comment(ctx, number, marker, body)
	}
	for _, twin := range mine[1:] {
		if err := c.deleteComment(ctx, number, twin); err != nil {
			return err
		}
	}
	return c.edit(ctx, number, mine[0], body)
}

// mine are our own comments with a marker, oldest first.
func (t *talk) mine(marker string) []commentNode {
	var out []commentNode
	for _, n := range t.comments {
		if n.ViewerDidAuthor && strings.HasPrefix(n.Body, marker) {
			out = append(out, n)
		}
	}
	return out
}

// comment writes a new comment. Where it is not certain that it arrived, it is
// looked for before it is written again.
func (c *Client) comment(ctx context.Context, number int, marker, body string) error {
	k := call{doing: fmt.Sprintf("comment on pull request %d", number), needs: "pull-requests: write"}
	for n := 1; ; n++ {
		made, _, err := c.rest.Issues.CreateComment(k.in(ctx), c.owner, c.name, number, &gh.IssueComment{Body: &body})
		if err = c.hollow(k, err, made.GetID() > 0); err == nil {
			c.talks[number].add([]commentNode{{
				FullDatabaseID: bigID(made.GetID()), URL: made.GetHTMLURL(), Body: body,
				CreatedAt: made.GetCreatedAt().Time, ViewerDidAuthor: true, Author: &who{Login: made.GetUser().GetLogin()},
			}})
			return nil
		}
		if !uncertain(err) || n == 2 {
			return err
		}
		t, readErr := c.wholeTalk(ctx, number)
		if readErr != nil {
			return err
		}
		if mine := t.mine(marker); len(mine) > 0 {
			return c.edit(ctx, number, mine[0], body)
		}
	}
}

// edit makes a comment of ours say body.
func (c *Client) edit(ctx context.Context, number int, n commentNode, body string) error {
	if sameText(n.Body, body) {
		return nil
	}
	k := call{doing: fmt.Sprintf("edit our comment on pull request %d", number), needs: "pull-requests: write", again: true}
	_, _, err := c.rest.Issues.EditComment(k.in(ctx), c.owner, c.name, int64(n.FullDatabaseID), &gh.IssueComment{Body: &body})
	if err = c.explain(k, err); err != nil {
		return err
	}
	n.Body = body
	c.talks[number].add([]commentNode{n})
	return nil
}

func (c *Client) deleteComment(ctx context.Context, number int, n commentNode) error {
	k := call{doing: fmt.Sprintf("delete our comment on pull request %d", number), needs: "pull-requests: write", again: true}
	resp, err := c.rest.Issues.DeleteComment(k.in(ctx), c.owner, c.name, int64(n.FullDatabaseID))
	if err != nil && !(resp != nil && resp.StatusCode == http.StatusNotFound) {
		return c.explain(k, err)
	}
	t := c.talks[number]
	t.comments = slices.DeleteFunc(t.comments, func(o commentNode) bool { return o.FullDatabaseID == n.FullDatabaseID })
	return nil
}

// sameText reports whether two bodies are equal as the platform stores them.
func sameText(a, b string) bool {
	normal := func(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")) }
	return normal(a) == normal(b)
}
