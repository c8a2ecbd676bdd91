package githubtest

import "strings"

// renderRepository is a repository as REST shows it.
func (c *call) renderRepository(r *Repository) object {
	owner, name := r.parts()
	api, html := c.repoAPI(r), c.base+"/"+r.Name
	out := object{
		"id": r.id, "node_id": nodeID("Repository", r.id), "name": name, "full_name": r.Name, "owner": c.user(owner),
		"private": !r.public, "fork": r.parent != nil, "default_branch": r.defaultBranch, "html_url": html, "url": api,
		"clone_url": html + ".git", "git_url": "git://" + strings.TrimPrefix(html, "http://") + ".git",
		"ssh_url": "git@" + strings.TrimPrefix(c.base, "http://") + ":" + r.Name + ".git", "svn_url": html,
		"description": nil, "homepage": nil, "language": nil, "license": nil, "mirror_url": nil,
		"archived": false, "disabled": false, "has_discussions": false, "has_downloads": true, "has_issues": true,
		"has_pages": false, "has_projects": true, "has_wiki": true, "size": 1,
		"created_at": "2025-01-01T00:00:00Z", "pushed_at": stamp(c.s.now), "updated_at": stamp(c.s.now),
	}
	for _, zero := range []string{
		"forks", "forks_count", "network_count", "open_issues", "open_issues_count", "stargazers_count",
		"subscribers_count", "watchers", "watchers_count",
	} {
		out[zero] = 0
	}
	for key, path := range repositoryLinks() {
		out[key] = api + path
	}
	return out
}

// repositoryLinks are the templates of a repository's API, by property.
func repositoryLinks() map[string]string {
	return map[string]string{
		"archive_url": "/{archive_format}{/ref}", "assignees_url": "/assignees{/user}", "blobs_url": "/git/blobs{/sha}",
		"branches_url": "/branches{/branch}", "collaborators_url": "/collaborators{/collaborator}",
		"comments_url": "/comments{/number}", "commits_url": "/commits{/sha}", "compare_url": "/compare/{base}...{head}",
		"contents_url": "/contents/{+path}", "contributors_url": "/contributors", "deployments_url": "/deployments",
		"downloads_url": "/downloads", "events_url": "/events", "forks_url": "/forks",
		"git_commits_url": "/git/commits{/sha}", "git_refs_url": "/git/refs{/sha}", "git_tags_url": "/git/tags{/sha}",
		"hooks_url": "/hooks", "issue_comment_url": "/issues/comments{/number}",
		"issue_events_url": "/issues/events{/number}", "issues_url": "/issues{/number}", "keys_url": "/keys{/key_id}",
		"labels_url": "/labels{/name}", "languages_url": "/languages", "merges_url": "/merges",
		"milestones_url": "/milestones{/number}", "notifications_url": "/notifications{?since,all,participating}",
		"pulls_url": "/pulls{/number}", "releases_url": "/releases{/id}", "stargazers_url": "/stargazers",
		"statuses_url": "/statuses/{sha}", "subscribers_url": "/subscribers", "subscription_url": "/subscription",
		"tags_url": "/tags", "teams_url": "/teams", "trees_url": "/git/trees{/sha}",
	}
}

func (c *call) renderCommit(k *commit) object {
	api := c.repoAPI(c.repo)
	who := func(s signature) object { return object{"name": s.name, "email": s.email, "date": stamp(k.at)} }
	account := func(s signature) any {
		if s.login == "" {
			return nil
		}
		return c.user(s.login)
	}
	parents := []object{}
	for _, p := range k.parents {
		parents = append(parents, object{
			"sha": p, "url": api + "/commits/" + p, "html_url": sprint("%s/%s/commit/%s", c.base, c.repo.Name, p),
		})
	}
	return object{
		"sha": k.sha, "node_id": nodeID("Commit", k.sha), "url": api + "/commits/" + k.sha,
		"html_url": sprint("%s/%s/commit/%s", c.base, c.repo.Name, k.sha), "comments_url": api + "/commits/" + k.sha + "/comments",
		"author": account(k.author), "committer": account(k.committer), "parents": parents,
		"commit": object{
			"message": k.message, "author": who(k.author), "committer": who(k.committer), "comment_count": 0,
			"tree": object{"sha": k.tree, "url": api + "/git/trees/" + k.tree}, "url": api + "/git/commits/" + k.sha,
		},
	}
}

func (c *call) renderChange(ch change, head string) object {
	api := c.repoAPI(c.repo)
	out := object{
		"sha": ch.sha, "filename": ch.path, "status": ch.status, "additions": ch.additions, "deletions": ch.removals,
		"changes": ch.additions + ch.removals, "blob_url": sprint("%s/%s/blob/%s/%s", c.base, c.repo.Name, head, ch.path),
		"raw_url":      sprint("%s/%s/raw/%s/%s", c.base, c.repo.Name, head, ch.path),
		"contents_url": sprint("%s/contents/%s?ref=%s", api, ch.path, head),
	}
	if ch.previous != "" {
		out["previous_filename"] = ch.previous
	}
	return out
}

func (c *call) pullURL(p *Pull) string { return sprint("%s/%s/pull/%d", c.base, p.repo.Name, p.Number) }

func (c *call) minimalPull(p *Pull) object {
	side := func(r *Repository, ref, sha string) object {
		_, name := r.parts()
		return object{"ref": ref, "sha": sha, "repo": object{"id": r.id, "url": c.repoAPI(r), "name": name}}
	}
	return object{
		"id": p.id, "number": p.Number, "url": sprint("%s/pulls/%d", c.repoAPI(p.repo), p.Number),
		"head": side(p.headRepo, p.headBranch, p.headSHA), "base": side(p.repo, p.base, p.baseSHA),
	}
}

// renderPullItem is a pull request in a list.
func (c *call) renderPullItem(p *Pull) object {
	side := func(r *Repository, ref, sha string) object {
		owner, _ := r.parts()
		out := object{"label": owner + ":" + ref, "ref": ref, "sha": sha, "user": c.user(owner), "repo": nil}
		if !r.deleted {
			out["repo"] = c.renderRepository(r)
		}
		return out
	}
	api, html := c.repoAPI(p.repo), c.pullURL(p)
	self, issue := sprint("%s/pulls/%d", api, p.Number), sprint("%s/issues/%d", api, p.Number)
	state, closed, merged := "open", any(nil), any(nil)
	if !p.open() {
		state, closed = "closed", stamp(p.updated)
	}
	if p.state == "MERGED" {
		merged = closed
	}
	links := object{}
	out := object{
		"id": p.id, "node_id": nodeID("PullRequest", p.id), "number": p.Number, "title": p.title, "body": orNull(p.body),
		"user": c.user(p.author), "state": state, "draft": p.draft, "locked": false, "labels": []object{},
		"head": side(p.headRepo, p.headBranch, p.headSHA), "base": side(p.repo, p.base, p.baseSHA),
		"created_at": stamp(p.created), "updated_at": stamp(p.updated), "closed_at": closed, "merged_at": merged,
		"assignee": nil, "milestone": nil, "auto_merge": nil, "merge_commit_sha": nil, "author_association": "NONE",
		"diff_url": html + ".diff", "patch_url": html + ".patch", "_links": links,
	}
	for name, at := range map[string][2]string{ // the property and its link
		"url": {"self", self}, "html_url": {"html", html}, "issue_url": {"issue", issue},
		"comments_url": {"comments", issue + "/comments"}, "commits_url": {"commits", self + "/commits"},
		"review_comments_url": {"review_comments", self + "/comments"},
		"review_comment_url":  {"review_comment", api + "/pulls/comments{/number}"},
		"statuses_url":        {"statuses", api + "/statuses/" + p.headSHA},
	} {
		out[name] = at[1]
		links[at[0]] = object{"href": at[1]}
	}
	return out
}

// renderPull is a pull request by itself.
func (c *call) renderPull(p *Pull) object {
	out := c.renderPullItem(p)
	additions, removals := 0, 0
	changes := p.changes()
	for _, ch := range changes {
		additions += ch.additions
		removals += ch.removals
	}
	for name, value := range (object{
		"additions": additions, "deletions": removals, "changed_files": len(changes), "comments": len(p.present()),
		"commits": len(p.commits()), "review_comments": 0, "maintainer_can_modify": false, "mergeable": true,
		"mergeable_state": "clean", "merged": p.state == "MERGED", "merged_by": nil,
	}) {
		out[name] = value
	}
	return out
}
