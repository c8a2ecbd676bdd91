package githubtest

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
)

func (x *execution) pullsOf(r *Repository, a arguments) any {
	states := a.strings("states")
	var pulls []*Pull
	for _, p := range r.pulls {
		if (len(states) == 0 || slices.Contains(states, p.state)) && cmp.Or(a.string("baseRefName"), p.base) == p.base &&
			cmp.Or(a.string("headRefName"), p.headBranch) == p.headBranch {
			pulls = append(pulls, p)
		}
	}
	return x.pullPage("pullRequests", pulls, a)
}

func (x *execution) pullPage(field string, pulls []*Pull, a arguments) any {
	return connection("PullRequestConnection", field, len(pulls), a, func(i int) *node { return x.pullNode(pulls[i]) })
}

func (x *execution) pullNode(p *Pull) *node {
	var from any
	owner, _ := p.headRepo.parts()
	if !p.headRepo.deleted {
		from = resolver(func(arguments) any { return x.repositoryNode(p.headRepo) })
	}
	return &node{"PullRequest", map[string]any{
		"id": nodeID("PullRequest", p.id), "databaseId": p.id, "fullDatabaseId": strconv.FormatInt(p.id, 10),
		"number": p.Number, "title": p.title, "url": x.pullURL(p), "body": p.body, "state": p.state, "isDraft": p.draft,
		"closed": !p.open(), "merged": p.state == "MERGED", "author": x.actorNode(p.author),
		"headRefOid": p.headSHA, "headRefName": p.headBranch, "headRepository": from,
		"headRepositoryOwner": x.userNode(owner), "headRef": x.refNode(p.headRepo, p.headBranch),
		"baseRefOid": p.baseSHA, "baseRefName": p.base, "baseRef": x.refNode(p.repo, p.base),
		"baseRepository":    resolver(func(arguments) any { return x.repositoryNode(p.repo) }),
		"isCrossRepository": p.headRepo != p.repo, "createdAt": stamp(p.created), "updatedAt": stamp(p.updated),
		"changedFiles":    resolver(func(arguments) any { return len(p.changes()) }),
		"files":           resolver(func(a arguments) any { return x.filesOf(p, a) }),
		"comments":        resolver(func(a arguments) any { return x.commentsOf(p, a) }),
		"commits":         resolver(func(a arguments) any { return x.commitsOf(p, a) }),
		"timelineItems":   resolver(func(a arguments) any { return x.timelineOf(p, a) }),
		"isInMergeQueue":  p.queued() != nil,
		"mergeQueueEntry": resolver(func(arguments) any { return x.entryOf(p, p.queued()) }),
	}}
}

func (p *Pull) queued() *queued {
	for _, q := range p.repo.queues[p.base] {
		if q.pull == p {
			return q
		}
	}
	return nil
}

func (x *execution) filesOf(p *Pull, a arguments) any {
	changes := p.changes()
	return connection("PullRequestChangedFileConnection", "files", len(changes), a, func(i int) *node {
		ch := changes[i]
		status := strings.ToUpper(ch.status)
		if status == "REMOVED" {
			status = "DELETED"
		}
		return &node{"PullRequestChangedFile", map[string]any{
			"path": ch.path, "changeType": status, "additions": ch.additions, "deletions": ch.removals,
		}}
	})
}

func (x *execution) commentsOf(p *Pull, a arguments) any {
	comments := p.present()
	if order := a.object("orderBy"); order != nil {
		slices.SortStableFunc(comments, func(c, d *Comment) int { return c.updated.Compare(d.updated) })
		if order.string("direction") == "DESC" {
			slices.Reverse(comments)
		}
	}
	return connection("IssueCommentConnection", "comments", len(comments), a, func(i int) *node {
		return x.commentNode(comments[i])
	})
}

func (x *execution) commentNode(k *Comment) *node {
	editor, edited := "", time.Time{}
	if n := len(k.edits); n > 0 {
		editor, edited = k.edits[n-1].editor, k.edits[n-1].at
	}
	return &node{"IssueComment", map[string]any{
		"id": nodeID("IssueComment", k.ID), "databaseId": k.ID, "fullDatabaseId": strconv.FormatInt(k.ID, 10),
		"url": x.commentURL(k), "author": x.actorNode(k.author), "body": k.body, "createdAt": stamp(k.created),
		"publishedAt": stamp(k.created), "updatedAt": stamp(k.updated), "lastEditedAt": stampOrNull(edited),
		"includesCreatedEdit": len(k.edits) > 0, "editor": x.actorNode(editor),
		"isMinimized": k.hidden != "", "minimizedReason": orNull(k.hidden), "viewerDidAuthor": k.author == x.who.login(),
		"pullRequest": resolver(func(arguments) any { return x.pullNode(k.pull) }),
		"reactions": resolver(func(a arguments) any {
			contents := map[string]string{"+1": "THUMBS_UP", "-1": "THUMBS_DOWN"}
			list := slices.DeleteFunc(slices.Clone(k.reactions), func(r reaction) bool {
				want := a.string("content")
				return want != "" && want != cmp.Or(contents[r.content], strings.ToUpper(r.content))
			})
			return connection("ReactionConnection", "reactions", len(list), a, func(i int) *node {
				r := list[i]
				return &node{"Reaction", map[string]any{
					"id": nodeID("Reaction", r.id), "databaseId": r.id, "createdAt": stamp(r.at), "user": x.userNode(r.login),
					"content": cmp.Or(contents[r.content], strings.ToUpper(r.content)),
				}}
			})
		}),
		"userContentEdits": resolver(func(a arguments) any {
			return connection("UserContentEditConnection", "userContentEdits", len(k.edits), a, func(i int) *node {
				e := k.edits[len(k.edits)-1-i] // newest first
				return &node{"UserContentEdit", map[string]any{
					"id": nodeID("UserContentEdit", e.id), "createdAt": stamp(e.at), "editedAt": stamp(e.at),
					"editor": x.actorNode(e.editor), "deletedAt": nil, "diff": e.was,
				}}
			})
		}),
	}}
}

func (x *execution) commitsOf(p *Pull, a arguments) any {
	commits := p.commits()
	return connection("PullRequestCommitConnection", "commits", len(commits), a, func(i int) *node {
		return x.pullCommitNode(p, commits[i])
	})
}

func (x *execution) pullCommitNode(p *Pull, k *commit) *node {
	return &node{"PullRequestCommit", map[string]any{
		"id":          nodeID("PullRequestCommit", sprint("%d:%s", p.id, k.sha)),
		"commit":      resolver(func(arguments) any { return x.commitNode(p.repo, k) }),
		"pullRequest": resolver(func(arguments) any { return x.pullNode(p) }),
		"url":         sprint("%s/commits/%s", x.pullURL(p), k.sha),
	}}
}

// timelineOf lists commits, events and comments in the order of time.
func (x *execution) timelineOf(p *Pull, a arguments) any {
	type item struct {
		kind string
		at   time.Time
		node func() *node
	}
	var items []item
	for _, k := range p.commits() {
		items = append(items, item{"PullRequestCommit", k.at, func() *node { return x.pullCommitNode(p, k) }})
	}
	for _, e := range p.events {
		items = append(items, item{e.kind, e.at, func() *node { return x.eventNode(p, e) }})
	}
	for _, k := range p.present() {
		items = append(items, item{"IssueComment", k.created, func() *node { return x.commentNode(k) }})
	}
	if kinds := a.strings("itemTypes"); kinds != nil {
		names := timelineTypes()
		items = slices.DeleteFunc(items, func(i item) bool { return !slices.Contains(kinds, names[i.kind]) })
	}
	slices.SortStableFunc(items, func(a, b item) int { return a.at.Compare(b.at) })
	return connection("PullRequestTimelineItemsConnection", "timelineItems", len(items), a, func(i int) *node { return items[i].node() })
}

// timelineTypes are the names by which items of a timeline are asked for.
func timelineTypes() map[string]string {
	return map[string]string{
		"PullRequestCommit": "PULL_REQUEST_COMMIT", "IssueComment": "ISSUE_COMMENT",
		"HeadRefForcePushedEvent": "HEAD_REF_FORCE_PUSHED_EVENT", "BaseRefForcePushedEvent": "BASE_REF_FORCE_PUSHED_EVENT",
		"BaseRefChangedEvent": "BASE_REF_CHANGED_EVENT", "ClosedEvent": "CLOSED_EVENT", "ReopenedEvent": "REOPENED_EVENT",
	}
}

func (x *execution) eventNode(p *Pull, e event) *node {
	commitOf := func(sha string) any {
		return resolver(func(arguments) any { return x.commitNode(p.repo, p.repo.objects.commits[sha]) })
	}
	return &node{e.kind, map[string]any{
		"id": nodeID(e.kind, e.id), "actor": x.actorNode(e.actor), "createdAt": stamp(e.at),
		"pullRequest":  resolver(func(arguments) any { return x.pullNode(p) }),
		"beforeCommit": commitOf(e.before), "afterCommit": commitOf(e.after),
		"previousRefName": e.before, "currentRefName": e.after,
	}}
}

// queueNode is the merge queue of a branch: the default branch if none is
// named. It is part of what is in the repository, so reading contents is
// enough.
func (x *execution) queueNode(r *Repository, branch string) any {
	branch = cmp.Or(branch, r.defaultBranch)
	queue, found := r.queues[branch]
	if !found {
		return nil
	}
	return x.guarded(&node{"MergeQueue", map[string]any{
		"id": nodeID("MergeQueue", r.Name+":"+branch), "url": sprint("%s/%s/queue/%s", x.base, r.Name, branch),
		"entries": resolver(func(a arguments) any {
			return connection("MergeQueueEntryConnection", "entries", len(queue), a, func(i int) *node {
				return x.entryOf(queue[i].pull, queue[i])
			})
		}),
	}}, "contents:read")
}

func (x *execution) entryOf(p *Pull, q *queued) *node {
	if q == nil {
		return nil
	}
	o := p.repo.objects
	return &node{"MergeQueueEntry", map[string]any{
		"id": nodeID("MergeQueueEntry", q.id), "state": "AWAITING_CHECKS", "enqueuedAt": stamp(q.at),
		"position": slices.Index(p.repo.queues[p.base], q) + 1, "enqueuer": x.actorNode(q.enqueuer),
		"headCommit":  resolver(func(arguments) any { return x.commitNode(p.repo, o.commits[q.head]) }),
		"baseCommit":  resolver(func(arguments) any { return x.commitNode(p.repo, o.commits[q.base]) }),
		"pullRequest": resolver(func(arguments) any { return x.pullNode(p) }),
	}}
}
