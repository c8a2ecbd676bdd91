package githubtest

import (
	"encoding/base64"
	"fmt"
	"path"
	"slices"
	"strings"
)

func sprint(format string, args ...any) string { return fmt.Sprintf(format, args...) }

func (c *call) api() string { return c.base + "/api/v3" }

func (c *call) repoAPI(r *Repository) string { return c.api() + "/repos/" + r.Name }

func (r *Repository) parts() (owner, name string) {
	owner, name, _ = strings.Cut(r.Name, "/")
	return owner, name
}

func (c *call) getRepository() reply { return ok(c.renderRepository(c.repo)) }

func (c *call) getRef() reply {
	branch := c.params["branch"]
	sha := c.repo.branches[branch]
	if sha == "" {
		return notFound()
	}
	api := c.repoAPI(c.repo)
	return ok(object{
		"ref": "refs/heads/" + branch, "node_id": nodeID("Ref", branch), "url": api + "/git/refs/heads/" + branch,
		"object": object{"type": "commit", "sha": sha, "url": api + "/git/commits/" + sha},
	})
}

func (c *call) getBranch() reply {
	branch := c.params["branch"]
	at := c.repo.objects.commits[c.repo.branches[branch]]
	if at == nil {
		return refuse(404, "Branch not found")
	}
	api, protection := c.repoAPI(c.repo)+"/branches/"+branch, c.protection(branch)
	return ok(object{
		"name": branch, "commit": c.renderCommit(at), "protected": protection["enabled"],
		"protection": protection, "protection_url": api + "/protection",
		"_links": object{"self": api, "html": c.base + "/" + c.repo.Name + "/tree/" + branch},
	})
}

// getTree takes the id of a tree, or anything that names a commit.
func (c *call) getTree() reply {
	o := c.repo.objects
	sha := c.params["sha"]
	if at := c.repo.resolve(sha); at != nil {
		sha = at.tree
	}
	if _, found := o.trees[sha]; !found {
		return notFound()
	}
	var list []object
	var walk func(sha, prefix string, deep bool)
	api := c.repoAPI(c.repo) + "/git/"
	walk = func(sha, prefix string, deep bool) {
		for _, e := range o.trees[sha] {
			item := object{"path": prefix + e.name, "mode": e.mode, "type": e.kind(), "sha": e.sha}
			switch e.kind() {
			case "blob":
				item["size"] = len(o.blobs[e.sha])
				item["url"] = api + "blobs/" + e.sha
			case "tree":
				item["url"] = api + "trees/" + e.sha
			}
			list = append(list, item)
			if deep && e.mode == modeTree {
				walk(e.sha, prefix+e.name+"/", true)
			}
		}
	}
	// Any value of the parameter asks for it, "0" and "false" too.
	_, deep := c.r.URL.Query()["recursive"]
	walk(sha, "", deep)
	truncated := deep && len(list) > c.repo.treeLimit
	if truncated {
		list = list[:c.repo.treeLimit]
	}
	if list == nil {
		list = []object{}
	}
	return ok(object{"sha": sha, "url": api + "trees/" + sha, "tree": list, "truncated": truncated})
}

func (c *call) getCommit() reply {
	k := c.repo.objects.commits[c.params["sha"]]
	if k == nil {
		return notFound()
	}
	whole := c.renderCommit(k)
	out := whole["commit"].(object)
	delete(out, "comment_count")
	out["sha"], out["node_id"], out["html_url"], out["parents"] = k.sha, whole["node_id"], whole["html_url"], whole["parents"]
	out["verification"] = object{"verified": false, "reason": "unsigned", "signature": nil, "payload": nil, "verified_at": nil}
	return ok(out)
}

func (c *call) getBlob() reply {
	sha := c.params["sha"]
	data, found := c.repo.objects.blobs[sha]
	switch {
	case !found:
		return notFound()
	case c.wants("raw"):
		return raw(data)
	}
	return ok(object{
		"sha": sha, "node_id": nodeID("Blob", sha), "size": len(data), "encoding": "base64",
		"content": wrap(base64.StdEncoding.EncodeToString(data)), "url": c.repoAPI(c.repo) + "/git/blobs/" + sha,
	})
}

func raw(data []byte) reply {
	return reply{status: 200, raw: data, header: map[string][]string{"Content-Type": {"application/vnd.github.raw; charset=utf-8"}}}
}

// wrap breaks base64 into lines as the platform does.
func wrap(s string) string {
	var b strings.Builder
	for len(s) > 60 {
		b.WriteString(s[:60] + "\n")
		s = s[60:]
	}
	return b.String() + s + "\n"
}

// maxInline is the largest file that comes inside of JSON.
const maxInline = 1 << 20

func (c *call) getContents() reply {
	o := c.repo.objects
	ref := c.r.URL.Query().Get("ref")
	if ref == "" {
		ref = c.repo.defaultBranch
	}
	at := c.repo.resolve(ref)
	if at == nil {
		return refuse(404, "No commit found for the ref "+ref)
	}
	p := c.params["path"]
	e, found := o.find(at.tree, p)
	if !found {
		return notFound()
	}
	if e.mode == ModeSymlink { // followed where it leads to a file of the repository
		if target, found := o.find(at.tree, path.Join(path.Dir(p), string(o.blobs[e.sha]))); found && target.kind() == "blob" {
			e = target
		}
	}
	if e.mode != modeTree {
		if c.wants("raw") {
			return raw(o.blobs[e.sha])
		}
		return ok(c.renderContent(e, p, ref, true))
	}
	list := []object{}
	for _, e := range o.trees[e.sha] {
		list = append(list, c.renderContent(e, path.Join(p, e.name), ref, false))
	}
	return ok(list)
}

func (c *call) renderContent(e entry, p, ref string, inline bool) object {
	api := c.repoAPI(c.repo)
	self := sprint("%s/contents/%s?ref=%s", api, p, ref)
	git, html := api+"/git/blobs/"+e.sha, sprint("%s/%s/blob/%s/%s", c.base, c.repo.Name, ref, p)
	data := c.repo.objects.blobs[e.sha]
	kind := "file"
	out := object{}
	switch e.mode {
	case modeTree:
		kind, git = "dir", api+"/git/trees/"+e.sha
	case ModeSubmodule:
		kind = "submodule"
		out["submodule_git_url"] = nil
	case ModeSymlink:
		kind = "symlink"
		out["target"] = string(data)
	}
	for name, value := range (object{
		"type": kind, "name": path.Base(p), "path": p, "sha": e.sha, "size": len(data), "url": self, "git_url": git,
		"html_url": html, "download_url": sprint("%s/%s/raw/%s/%s", c.base, c.repo.Name, ref, p),
		"_links": object{"self": self, "git": git, "html": html},
	}) {
		out[name] = value
	}
	if inline && kind == "file" {
		out["encoding"], out["content"] = "base64", wrap(base64.StdEncoding.EncodeToString(data))
		if len(data) > maxInline {
			out["encoding"], out["content"] = "none", ""
		}
	}
	return out
}

// compare takes "base...head" of branches, commits, or "owner:branch".
func (c *call) compare() reply {
	left, right, found := strings.Cut(c.params["range"], "...")
	if !found {
		return notFound()
	}
	base, head := c.compared(left), c.compared(right)
	if base == nil || head == nil {
		return notFound()
	}
	o := c.repo.objects
	merge := o.commits[o.mergeBase(base.sha, head.sha)]
	if merge == nil {
		return refuse(404, sprint("No common ancestor between %s and %s.", left, right))
	}
	ahead, behind := o.between(base.sha, head.sha), o.between(head.sha, base.sha)
	status := "diverged"
	switch {
	case base == head:
		status = "identical"
	case len(behind) == 0:
		status = "ahead"
	case len(ahead) == 0:
		status = "behind"
	}
	items, header := pageItems(c, ahead)
	commits, files := []object{}, []object{}
	for _, commit := range items {
		commits = append(commits, c.renderCommit(commit))
	}
	for _, change := range o.diff(merge.tree, head.tree) {
		files = append(files, c.renderChange(change, head.sha))
	}
	html := sprint("%s/%s/compare/%s", c.base, c.repo.Name, c.params["range"])
	return reply{status: 200, header: header, body: object{
		"url": sprint("%s/compare/%s", c.repoAPI(c.repo), c.params["range"]), "html_url": html, "permalink_url": html,
		"diff_url": html + ".diff", "patch_url": html + ".patch", "status": status, "ahead_by": len(ahead),
		"behind_by": len(behind), "total_commits": len(ahead), "commits": commits, "files": files[:min(len(files), 300)],
		"base_commit": c.renderCommit(base), "merge_base_commit": c.renderCommit(merge),
	}}
}

func (c *call) compared(ref string) *commit {
	owner, branch, other := strings.Cut(ref, ":")
	if !other {
		return c.repo.resolve(ref)
	}
	for _, r := range c.s.repos {
		if o, _ := r.parts(); r.objects == c.repo.objects && strings.EqualFold(o, owner) {
			return r.objects.commits[r.branches[branch]]
		}
	}
	return nil
}

func (c *call) listCommitPulls() reply {
	if c.repo.objects.commits[c.params["sha"]] == nil {
		return refuse(422, "No commit found for SHA: "+c.params["sha"])
	}
	var pulls []*Pull
	for _, p := range c.repo.pulls {
		// The platform finds no pull requests from forks here.
		if p.headRepo == c.repo && slices.ContainsFunc(p.commits(), func(k *commit) bool { return k.sha == c.params["sha"] }) {
			pulls = append(pulls, p)
		}
	}
	return page(c, pulls, c.renderPullItem)
}

// commits lists what a pull request would add, oldest first.
func (p *Pull) commits() []*commit { return p.repo.objects.between(p.since(), p.headSHA) }

// changes lists the files that a pull request touches.
func (p *Pull) changes() []change {
	o := p.repo.objects
	base := o.commits[o.mergeBase(p.since(), p.headSHA)]
	if base == nil {
		return nil
	}
	return o.diff(base.tree, o.commits[p.headSHA].tree)
}

func (c *call) getPull() reply {
	p := c.pull()
	if p == nil {
		return notFound()
	}
	return ok(c.renderPull(p))
}

func (c *call) listPulls() reply {
	q := c.r.URL.Query()
	state := q.Get("state")
	var pulls []*Pull
	for _, p := range slices.Backward(c.repo.pulls) { // newest first
		fits := state == "all" || p.open() == (state == "" || state == "open")
		if base := q.Get("base"); base != "" && base != p.base {
			fits = false
		}
		if fits {
			pulls = append(pulls, p)
		}
	}
	return page(c, pulls, c.renderPullItem)
}

func (c *call) listPullFiles() reply {
	p := c.pull()
	if p == nil {
		return notFound()
	}
	changes := p.changes()
	return page(c, changes[:min(len(changes), 3000)], func(ch change) object { return c.renderChange(ch, p.headSHA) })
}

func (c *call) listPullCommits() reply {
	p := c.pull()
	if p == nil {
		return notFound()
	}
	commits := p.commits()
	return page(c, commits[:min(len(commits), 250)], c.renderCommit)
}

// binary is git's own rule.
func binary(data []byte) bool { return slices.Contains(data[:min(len(data), 8000)], 0) }
