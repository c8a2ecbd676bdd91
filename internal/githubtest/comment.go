package githubtest

import (
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Comment is a comment on a pull request's conversation.
type Comment struct {
	ID int64

	pull      *Pull
	author    string
	app       string // slug of the app it was made through
	body      string
	created   time.Time
	edits     []edit // newest last; nobody's edits leave none
	hidden    string // why it is minimised
	reactions []reaction
	deleted   bool
	updated   time.Time
}

type edit struct {
	id     int64
	editor string
	at     time.Time
	was    string
}

type reaction struct {
	id      int64
	login   string
	content string
	at      time.Time
}

// Comment writes a comment in somebody's name.
func (p *Pull) Comment(author, body string) *Comment {
	p.repo.s.mu.Lock()
	defer p.repo.s.mu.Unlock()
	return p.comment(author, "", body)
}

// CommentThrough writes a comment in somebody's name through an app that acts
// for them.
func (p *Pull) CommentThrough(slug, author, body string) *Comment {
	p.repo.s.mu.Lock()
	defer p.repo.s.mu.Unlock()
	return p.comment(author, slug, body)
}

func (p *Pull) comment(author, app, body string) *Comment {
	s := p.repo.s
	c := &Comment{
		ID: s.id(), pull: p, author: s.account(author).login, app: app, body: body, created: s.now, updated: s.now,
	}
	p.repo.comments = append(p.repo.comments, c)
	return c
}

// Edit changes the text in somebody's name: everybody with write access may.
func (c *Comment) Edit(editor, body string) {
	c.change(func() { c.edit(editor, body) })
}

func (c *Comment) edit(editor, body string) {
	s := c.pull.repo.s
	c.edits = append(c.edits, edit{s.id(), s.account(editor).login, s.now, c.body})
	c.body, c.updated = body, s.now
}

// Delete deletes it.
func (c *Comment) Delete() { c.change(func() { c.deleted = true }) }

// Hide minimises it, for a reason such as "outdated"; "" shows it again.
func (c *Comment) Hide(reason string) { c.change(func() { c.hidden = reason }) }

// Body is its text now.
func (c *Comment) Body() string {
	c.pull.repo.s.mu.Lock()
	defer c.pull.repo.s.mu.Unlock()
	return c.body
}

// Author is the login of who wrote it.
func (c *Comment) Author() string { return c.author }

// Reactions lists who reacted with what, as "octocat +1", oldest first.
func (c *Comment) Reactions() []string {
	c.pull.repo.s.mu.Lock()
	defer c.pull.repo.s.mu.Unlock()
	var out []string
	for _, r := range c.reactions {
		out = append(out, r.login+" "+r.content)
	}
	return out
}

func (c *Comment) change(do func()) {
	c.pull.repo.s.mu.Lock()
	defer c.pull.repo.s.mu.Unlock()
	do()
}

// Comments lists the comments that are there, oldest first.
func (p *Pull) Comments() []*Comment {
	p.repo.s.mu.Lock()
	defer p.repo.s.mu.Unlock()
	return p.present()
}

func (p *Pull) present() []*Comment {
	var out []*Comment
	for _, c := range p.repo.comments {
		if c.pull == p && !c.deleted {
			out = append(out, c)
		}
	}
	return out
}

func (c *call) pull() *Pull {
	n := c.number("number")
	for _, p := range c.repo.pulls {
		if int64(p.Number) == n {
			return p
		}
	}
	return nil
}

func (c *call) comment() *Comment {
	id := c.number("id")
	for _, comment := range c.repo.comments {
		if comment.ID == id && !comment.deleted {
			return comment
		}
	}
	return nil
}

func (c *call) listComments() reply {
	p := c.pull()
	if p == nil {
		return notFound()
	}
	return page(c, p.present(), c.renderComment)
}

func (c *call) getComment() reply {
	comment := c.comment()
	if comment == nil {
		return notFound()
	}
	return ok(c.renderComment(comment))
}

// maxComment is the longest comment in characters.
const maxComment = 65536

func (c *call) commentBody() (string, reply, bool) {
	var in struct {
		Body *string `json:"body"`
	}
	if refused, ok := c.decode(&in); !ok {
		return "", refused, false
	}
	problem := ""
	switch {
	case in.Body == nil || strings.TrimSpace(*in.Body) == "":
		problem = "Body cannot be blank"
	case utf8.RuneCountInString(*in.Body) > maxComment:
		problem = "Body is too long (maximum is 65536 characters)"
	default:
		return *in.Body, reply{}, true
	}
	return "", refuse(http.StatusUnprocessableEntity, "Validation Failed", object{
		"resource": "IssueComment", "field": "data", "code": "unprocessable", "message": problem,
	}), false
}

func (c *call) createComment() reply {
	p := c.pull()
	if p == nil {
		return notFound()
	}
	body, refused, fine := c.commentBody()
	if !fine {
		return refused
	}
	return created(c.renderComment(p.comment(c.who.login(), c.who.app.slug, body)))
}

// updateComment changes a comment of the token's own. A token with the right
// permission may edit anybody's on the platform, but ours never means to.
func (c *call) updateComment() reply {
	comment := c.comment()
	if comment == nil {
		return notFound()
	}
	if comment.author != c.who.login() {
		return c.misuse("the comment is %s's, not ours", comment.author)
	}
	body, refused, fine := c.commentBody()
	if !fine {
		return refused
	}
	comment.edit(c.who.login(), body)
	return ok(c.renderComment(comment))
}

func (c *call) deleteComment() reply {
	comment := c.comment()
	if comment == nil {
		return notFound()
	}
	if comment.author != c.who.login() {
		return c.misuse("the comment is %s's, not ours", comment.author)
	}
	comment.deleted = true
	return reply{status: http.StatusNoContent}
}

func (c *call) renderComment(comment *Comment) object {
	number := comment.pull.Number
	api := c.repoAPI(c.repo)
	var via any
	if comment.app != "" {
		via = c.application(c.s.app(comment.app))
	}
	return object{
		"id": comment.ID, "node_id": nodeID("IssueComment", comment.ID), "body": comment.body,
		"user": c.user(comment.author), "performed_via_github_app": via,
		"created_at": stamp(comment.created), "updated_at": stamp(comment.updated),
		"url": sprint("%s/issues/comments/%d", api, comment.ID), "issue_url": sprint("%s/issues/%d", api, number),
		"html_url":           c.commentURL(comment),
		"author_association": "NONE", // says too little to be used, so that using it fails
		"reactions":          c.reactionCounts(comment),
	}
}

func (c *call) commentURL(comment *Comment) string {
	return sprint("%s#issuecomment-%d", c.pullURL(comment.pull), comment.ID)
}

func reactionContents() []string {
	return []string{"+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"}
}

func (c *call) reactionCounts(comment *Comment) object {
	counts := object{"url": sprint("%s/issues/comments/%d/reactions", c.repoAPI(c.repo), comment.ID), "total_count": len(comment.reactions)}
	for _, content := range reactionContents() {
		n := 0
		for _, r := range comment.reactions {
			if r.content == content {
				n++
			}
		}
		counts[content] = n
	}
	return counts
}

func (c *call) listReactions() reply {
	comment := c.comment()
	if comment == nil {
		return notFound()
	}
	list := slices.Clone(comment.reactions)
	if content := c.r.URL.Query().Get("content"); content != "" {
		list = slices.DeleteFunc(list, func(r reaction) bool { return r.content != content })
	}
	return page(c, list, c.renderReaction)
}

func (c *call) createReaction() reply {
	comment := c.comment()
	if comment == nil {
		return notFound()
	}
	var in struct {
		Content string `json:"content"`
	}
	if refused, ok := c.decode(&in); !ok {
		return refused
	}
	if !slices.Contains(reactionContents(), in.Content) {
		return invalid("%q is not a member of %q.", in.Content, reactionContents())
	}
	for _, r := range comment.reactions {
		if r.content == in.Content && r.login == c.who.login() {
			return ok(c.renderReaction(r))
		}
	}
	r := reaction{c.s.id(), c.who.login(), in.Content, c.s.now}
	comment.reactions = append(comment.reactions, r)
	return created(c.renderReaction(r))
}

func (c *call) renderReaction(r reaction) object {
	return object{
		"id": r.id, "node_id": nodeID("Reaction", r.id), "user": c.user(r.login), "content": r.content,
		"created_at": stamp(r.at),
	}
}
