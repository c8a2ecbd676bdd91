package githubtest

import (
	"slices"
	"strings"
	"time"
)

// root is the query itself.
func (x *execution) root() *node {
	b := &x.s.budget
	return &node{"Query", map[string]any{
		"id":     nodeID("Query", 0),
		"viewer": x.userNode(x.who.login()),
		"rateLimit": &node{"RateLimit", map[string]any{
			"cost": 1, "nodeCount": 1, "limit": b.limit, "remaining": b.left, "used": b.limit - b.left, "resetAt": stamp(b.until),
		}},
		"repository": resolver(func(a arguments) any {
			name := a.string("owner") + "/" + a.string("name")
			r := x.s.repos[strings.ToLower(name)]
			if r == nil || r.deleted {
				return failure{"NOT_FOUND", sprint("Could not resolve to a Repository with the name '%s'.", name)}
			}
			x.repo = r
			return x.repositoryNode(r)
		}),
		"node": resolver(func(a arguments) any { return x.byID(a.string("id")) }),
	}}
}

// byID finds what can be paged through further by its own id.
func (x *execution) byID(id string) any {
	for _, r := range x.s.repos {
		x.repo = r
		for _, s := range r.suites {
			if nodeID("CheckSuite", s.id) == id {
				return x.guarded(x.suiteNode(r, s), "checks:read")
			}
		}
		for _, p := range r.pulls {
			if nodeID("PullRequest", p.id) == id {
				return x.guarded(x.pullNode(p), "pull-requests:read")
			}
		}
		for _, k := range r.comments {
			if nodeID("IssueComment", k.ID) == id && !k.deleted {
				return x.guarded(x.commentNode(k), "pull-requests:read", "issues:read")
			}
		}
	}
	return failure{"NOT_FOUND", sprint("Could not resolve to a node with the global id of '%s'.", id)}
}

// guarded is the value if the token has one of the permissions, an error
// otherwise.
func (x *execution) guarded(value any, permissions ...string) any {
	if slices.ContainsFunc(permissions, x.who.may) {
		return value
	}
	return failure{"FORBIDDEN", "Resource not accessible by integration"}
}

func (x *execution) repositoryNode(r *Repository) *node {
	owner, name := r.parts()
	return &node{"Repository", map[string]any{
		"id": nodeID("Repository", r.id), "databaseId": r.id, "name": name, "nameWithOwner": r.Name,
		"owner": x.userNode(owner), "isFork": r.parent != nil, "isPrivate": !r.public, "url": x.base + "/" + r.Name,
		"defaultBranchRef": resolver(func(arguments) any {
			return x.guarded(x.refNode(r, r.defaultBranch), "contents:read")
		}),
		"ref": resolver(func(a arguments) any {
			return x.guarded(x.refNode(r, strings.TrimPrefix(a.string("qualifiedName"), "refs/heads/")), "contents:read")
		}),
		"object": resolver(func(a arguments) any { return x.guarded(x.lookup(r, a), "contents:read") }),
		"pullRequest": resolver(func(a arguments) any {
			number, _ := a.int("number")
			for _, p := range r.pulls {
				if p.Number == number {
					return x.guarded(x.pullNode(p), "pull-requests:read")
				}
			}
			return failure{"NOT_FOUND", sprint("Could not resolve to a PullRequest with the number of %d.", number)}
		}),
		"pullRequests": resolver(func(a arguments) any { return x.guarded(x.pullsOf(r, a), "pull-requests:read") }),
		"mergeQueue":   resolver(func(a arguments) any { return x.queueNode(r, a.string("branch")) }),
	}}
}

// lookup resolves object(oid:) and object(expression:): "REV" or "REV:path".
func (x *execution) lookup(r *Repository, a arguments) *node {
	if oid := a.string("oid"); oid != "" {
		return x.objectNode(r, oid)
	}
	rev, path, inside := strings.Cut(a.string("expression"), ":")
	at := r.resolve(rev)
	if at == nil {
		return nil
	}
	if !inside {
		return x.objectNode(r, at.sha)
	}
	e, found := r.objects.find(at.tree, path)
	if !found {
		return nil
	}
	return x.objectNode(r, e.sha)
}

func (x *execution) objectNode(r *Repository, sha string) *node {
	o := r.objects
	if k := o.commits[sha]; k != nil {
		return x.commitNode(r, k)
	}
	fields := map[string]any{"id": nodeID("GitObject", sha), "oid": sha}
	if entries, found := o.trees[sha]; found {
		var list []*node
		for _, e := range entries {
			list = append(list, x.entryNode(r, e, e.name))
		}
		fields["abbreviatedOid"], fields["entries"] = sha[:7], list
		return &node{"Tree", fields}
	}
	data, found := o.blobs[sha]
	if !found {
		return nil
	}
	fields["abbreviatedOid"], fields["byteSize"] = sha[:7], len(data)
	fields["isBinary"], fields["isTruncated"] = binary(data), len(data) > r.textLimit
	fields["text"] = nil
	if !binary(data) {
		// What is not UTF-8 does not come as it is.
		fields["text"] = strings.ToValidUTF8(cut(string(data), r.textLimit), "\uFFFD")
	}
	return &node{"Blob", fields}
}

func (x *execution) entryNode(r *Repository, e entry, path string) *node {
	mode := 0
	for _, digit := range e.mode {
		mode = mode*8 + int(digit-'0')
	}
	return &node{"TreeEntry", map[string]any{
		"mode": mode, "name": e.name, "path": path, "oid": e.sha, "size": len(r.objects.blobs[e.sha]), "type": e.kind(),
		"object": resolver(func(arguments) any { return x.objectNode(r, e.sha) }),
	}}
}

func (x *execution) refNode(r *Repository, branch string) *node {
	sha := r.branches[branch]
	if sha == "" {
		return nil
	}
	return &node{"Ref", map[string]any{
		"id": nodeID("Ref", r.Name+":"+branch), "name": branch, "prefix": "refs/heads/",
		"target": resolver(func(arguments) any { return x.objectNode(r, sha) }),
	}}
}

func (x *execution) commitNode(r *Repository, k *commit) *node {
	if k == nil {
		return nil
	}
	headline, _, _ := strings.Cut(k.message, "\n")
	return &node{"Commit", map[string]any{
		"id": nodeID("Commit", k.sha), "oid": k.sha, "abbreviatedOid": k.sha[:7], "message": k.message,
		"messageHeadline": headline, "url": sprint("%s/%s/commit/%s", x.base, r.Name, k.sha),
		"authoredDate": stamp(k.at), "committedDate": stamp(k.at),
		"author": x.signatureNode(k.author, k.at), "committer": x.signatureNode(k.committer, k.at),
		"authors": resolver(func(a arguments) any {
			all := append([]signature{k.author}, k.coAuthors...)
			return connection("GitActorConnection", "authors", len(all), a, func(i int) *node { return x.signatureNode(all[i], k.at) })
		}),
		"tree": resolver(func(arguments) any { return x.objectNode(r, k.tree) }),
		"file": resolver(func(a arguments) any {
			e, found := r.objects.find(k.tree, a.string("path"))
			if !found {
				return nil
			}
			return x.entryNode(r, e, a.string("path"))
		}),
		"parents": resolver(func(a arguments) any {
			return connection("CommitConnection", "parents", len(k.parents), a, func(i int) *node {
				return x.commitNode(r, r.objects.commits[k.parents[i]])
			})
		}),
		"checkSuites": resolver(func(a arguments) any { return x.guarded(x.suitesOf(r, k.sha, a), "checks:read") }),
		"associatedPullRequests": resolver(func(a arguments) any {
			var pulls []*Pull
			for _, p := range r.pulls { // none from forks, as in REST
				if p.headRepo == r && p.headSHA == k.sha {
					pulls = append(pulls, p)
				}
			}
			return x.guarded(x.pullPage("associatedPullRequests", pulls, a), "pull-requests:read")
		}),
	}}
}

// signatureNode keeps the "[bot]" of a bot's login: here, it is a user.
func (x *execution) signatureNode(s signature, at time.Time) *node {
	var user any
	if s.login != "" {
		user = x.userNode(s.login)
	}
	return &node{"GitActor", map[string]any{"name": s.name, "email": s.email, "date": stamp(at), "user": user}}
}

func (x *execution) userNode(login string) *node {
	a := x.s.account(login)
	return &node{"User", map[string]any{
		"id": nodeID("User", a.id), "databaseId": a.id, "login": a.login,
		"url": x.base + "/" + strings.TrimSuffix(a.login, "[bot]"),
	}}
}

// actorNode is who did something. The login of a bot lacks its "[bot]" here.
func (x *execution) actorNode(login string) *node {
	if login == "" {
		return nil
	}
	n := x.userNode(login)
	if short, bot := strings.CutSuffix(login, "[bot]"); bot {
		n.typ = "Bot"
		n.fields["login"] = short
	}
	return n
}

func (x *execution) appNode(a app) *node {
	return &node{"App", map[string]any{
		"id": nodeID("App", a.id), "databaseId": a.id, "name": a.name, "slug": a.slug,
	}}
}

func (x *execution) suitesOf(r *Repository, sha string, a arguments) any {
	filter := a.object("filterBy")
	name := filter.string("checkName")
	appID, byApp := filter.int("appId")
	var suites []*suite
	for _, s := range r.suites {
		named := name == "" || slices.ContainsFunc(r.runs, func(run *CheckRun) bool { return run.suite == s && run.Name == name })
		if s.sha == sha && named && (!byApp || s.app.id == int64(appID)) {
			suites = append(suites, s)
		}
	}
	return connection("CheckSuiteConnection", "checkSuites", len(suites), a, func(i int) *node {
		return x.suiteNode(r, suites[i])
	})
}

func (x *execution) suiteNode(r *Repository, s *suite) *node {
	var runs []*CheckRun
	for _, run := range r.runs {
		if run.suite == s {
			runs = append(runs, run)
		}
	}
	status, conclusion := "QUEUED", any(nil)
	if len(runs) > 0 {
		status, conclusion = "COMPLETED", "SUCCESS"
		for _, run := range latest(runs) {
			switch {
			case run.Status != "completed":
				status, conclusion = "IN_PROGRESS", nil
			case run.Conclusion != "success" && run.Conclusion != "neutral" && run.Conclusion != "skipped" && conclusion != nil:
				conclusion = "FAILURE"
			}
		}
	}
	return &node{"CheckSuite", map[string]any{
		"id": nodeID("CheckSuite", s.id), "databaseId": s.id, "app": x.appNode(s.app), "status": status,
		"conclusion": conclusion, "createdAt": stamp(s.created),
		"commit":    resolver(func(arguments) any { return x.commitNode(r, r.objects.commits[s.sha]) }),
		"checkRuns": resolver(func(a arguments) any { return x.runsOf(r, runs, a) }),
	}}
}

func (x *execution) runsOf(r *Repository, runs []*CheckRun, a arguments) any {
	filter := a.object("filterBy")
	if filter.string("checkType") != "ALL" {
		runs = latest(runs)
	}
	name := filter.string("checkName")
	appID, byApp := filter.int("appId")
	statuses := append(filter.strings("statuses"), filter.strings("status")...)
	conclusions := filter.strings("conclusions")
	among := func(list []string, value string) bool {
		return len(list) == 0 || slices.Contains(list, strings.ToUpper(value))
	}
	var kept []*CheckRun
	for _, run := range runs {
		if (name == "" || run.Name == name) && (!byApp || run.App == int64(appID)) &&
			among(statuses, run.Status) && among(conclusions, run.Conclusion) {
			kept = append(kept, run)
		}
	}
	return connection("CheckRunConnection", "checkRuns", len(kept), a, func(i int) *node { return x.runNode(r, kept[i]) })
}

func (x *execution) runNode(r *Repository, run *CheckRun) *node {
	url := x.runURL(run)
	details := run.DetailsURL
	if details == "" {
		details = url
	}
	return &node{"CheckRun", map[string]any{
		"id": nodeID("CheckRun", run.ID), "databaseId": run.ID, "name": run.Name, "status": strings.ToUpper(run.Status),
		"conclusion": orNull(strings.ToUpper(run.Conclusion)), "startedAt": stampOrNull(run.StartedAt),
		"completedAt": stampOrNull(run.CompletedAt), "externalId": orNull(run.ExternalID), "title": orNull(run.Title),
		"summary": orNull(run.Summary), "text": orNull(run.Text), "detailsUrl": details, "permalink": url, "url": url,
		"checkSuite": resolver(func(arguments) any { return x.suiteNode(r, run.suite) }),
		"annotations": resolver(func(a arguments) any {
			return connection("CheckAnnotationConnection", "annotations", len(run.Annotations), a, func(i int) *node {
				return annotationNode(run.ID, i, run.Annotations[i])
			})
		}),
	}}
}

func annotationNode(run int64, i int, a Annotation) *node {
	point := func(line, column int) *node {
		fields := map[string]any{"line": line, "column": nil}
		if column > 0 {
			fields["column"] = column
		}
		return &node{"CheckAnnotationPosition", fields}
	}
	return &node{"CheckAnnotation", map[string]any{
		"annotationLevel": strings.ToUpper(a.AnnotationLevel), "databaseId": run + int64(i), "message": a.Message,
		"path": a.Path, "title": orNull(a.Title), "rawDetails": orNull(a.RawDetails),
		"location": &node{"CheckAnnotationSpan", map[string]any{
			"start": point(a.StartLine, a.StartColumn), "end": point(a.EndLine, a.EndColumn),
		}},
	}}
}
