package githubtest

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// CheckRun is a check run as it is now, for tests to look at.
type CheckRun struct {
	ID                                int64
	App                               int64
	Name, HeadSHA                     string
	Status, Conclusion                string
	ExternalID, Title, Summary, Text  string
	DetailsURL                        string
	StartedAt, CreatedAt, CompletedAt time.Time
	Annotations                       []Annotation
	Actions                           int // how many buttons

	suite *suite
	job   bool // made by Actions for a job
	app   app
}

// Annotation is one annotation of a check run.
type Annotation struct {
	Path            string `json:"path"`
	StartLine       int    `json:"start_line"`
	EndLine         int    `json:"end_line"`
	StartColumn     int    `json:"start_column"`
	EndColumn       int    `json:"end_column"`
	AnnotationLevel string `json:"annotation_level"`
	Message         string `json:"message"`
	Title           string `json:"title"`
	RawDetails      string `json:"raw_details"`
}

// suite is a check suite: an app's runs on a commit. Actions has one for each
// run of a workflow.
type suite struct {
	id      int64
	app     app
	sha     string
	created time.Time
}

// CheckRuns lists the check runs on a commit, oldest first, as copies.
func (r *Repository) CheckRuns(sha string) []CheckRun {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	var out []CheckRun
	for _, run := range r.runs {
		if run.HeadSHA == sha {
			c := *run
			c.Annotations = slices.Clone(run.Annotations)
			out = append(out, c)
		}
	}
	return out
}

// JobRun adds the check run that Actions makes for a job, in the suite of a
// new workflow run, and returns its id. Its result is out of reach of tokens.
func (r *Repository) JobRun(sha, name, conclusion string) int64 {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	actions := r.s.tokens[r.s.Token].app
	run := r.foreign(actions, CheckRun{HeadSHA: sha, Name: name, Conclusion: conclusion})
	run.job, run.suite = true, &suite{r.s.id(), actions, sha, r.s.now}
	r.suites = append(r.suites, run.suite)
	return run.ID
}

// AppRun adds a completed check run of some app that says nothing, and returns
// its id.
func (r *Repository) AppRun(slug, sha, name, conclusion string) int64 {
	return r.Forge(slug, CheckRun{HeadSHA: sha, Name: name, Conclusion: conclusion})
}

// Forge adds a completed check run with all that it says, as whoever may write
// checks can with the app's token, and returns its id. The app github-actions
// is that of every workflow, also one that somebody adds to the repository.
func (r *Repository) Forge(slug string, run CheckRun) int64 {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	made := r.foreign(r.s.app(slug), run)
	made.suite = r.suite(made.app, made.HeadSHA)
	return made.ID
}

func (r *Repository) foreign(by app, run CheckRun) *CheckRun {
	if r.objects.commits[run.HeadSHA] == nil {
		r.s.t.Fatalf("githubtest: %s has no commit %q", r.Name, run.HeadSHA)
	}
	run.ID, run.App, run.app, run.Status = r.s.id(), by.id, by, "completed"
	run.StartedAt, run.CreatedAt, run.CompletedAt = r.s.now, r.s.now, r.s.now
	r.runs = append(r.runs, &run)
	return &run
}

// DeleteWorkflowRun deletes the workflow run that a job's check run is of, and
// with it every check run that landed in its suite.
func (r *Repository) DeleteWorkflowRun(job int64) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	i := slices.IndexFunc(r.runs, func(run *CheckRun) bool { return run.ID == job })
	gone := r.runs[i].suite
	r.runs = slices.DeleteFunc(r.runs, func(run *CheckRun) bool { return run.suite == gone })
	r.suites = slices.DeleteFunc(r.suites, func(s *suite) bool { return s == gone })
}

// Reruns lists the ids of the workflow runs that were asked to run again.
func (r *Repository) Reruns() []int64 {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	return slices.Clone(r.reruns)
}

// suite is the oldest suite of an app on a commit: a run made with a token
// joins it, whichever workflow it is of.
func (r *Repository) suite(by app, sha string) *suite {
	for _, s := range r.suites {
		if s.sha == sha && s.app.id == by.id {
			return s
		}
	}
	s := &suite{r.s.id(), by, sha, r.s.now}
	r.suites = append(r.suites, s)
	return s
}

// latest keeps the newest made run of each name and app, whatever was updated
// since.
func latest(runs []*CheckRun) []*CheckRun {
	type key struct {
		name string
		app  int64
	}
	newest := map[key]*CheckRun{}
	for _, run := range runs {
		newest[key{run.Name, run.App}] = run
	}
	return slices.DeleteFunc(slices.Clone(runs), func(run *CheckRun) bool { return newest[key{run.Name, run.App}] != run })
}

func (c *call) listCheckRuns() reply {
	at := c.repo.resolve(c.params["ref"])
	if at == nil {
		return refuse(422, "No commit found for SHA: "+c.params["ref"])
	}
	q := c.r.URL.Query()
	var runs []*CheckRun
	for _, run := range c.repo.runs {
		if run.HeadSHA == at.sha && cmp.Or(q.Get("check_name"), run.Name) == run.Name &&
			cmp.Or(q.Get("status"), run.Status) == run.Status && c.query("app_id", int(run.App)) == int(run.App) {
			runs = append(runs, run)
		}
	}
	switch q.Get("filter") {
	case "", "latest":
		runs = latest(runs)
	case "all":
	default:
		return c.misuse("filter %q is neither latest nor all", q.Get("filter"))
	}
	slices.Reverse(runs) // newest first
	items, header := pageItems(c, runs)
	out := []object{}
	for _, run := range items {
		out = append(out, c.renderRun(run))
	}
	return reply{status: 200, header: header, body: object{"total_count": len(runs), "check_runs": out}}
}

func (c *call) checkRun(id int64) *CheckRun {
	for _, run := range c.repo.runs {
		if run.ID == id {
			return run
		}
	}
	return nil
}

func (c *call) getCheckRun() reply {
	run := c.checkRun(c.number("id"))
	if run == nil {
		return notFound()
	}
	return ok(c.renderRun(run))
}

func (c *call) listAnnotations() reply {
	run := c.checkRun(c.number("id"))
	if run == nil {
		return notFound()
	}
	return page(c, run.Annotations, func(a Annotation) object {
		columns := func(n int) any {
			if n == 0 {
				return nil
			}
			return n
		}
		return object{
			"path": a.Path, "start_line": a.StartLine, "end_line": a.EndLine,
			"start_column": columns(a.StartColumn), "end_column": columns(a.EndColumn),
			"annotation_level": a.AnnotationLevel, "message": a.Message, "title": orNull(a.Title),
			"raw_details": orNull(a.RawDetails),
			"blob_href":   sprint("%s/%s/blob/%s/%s", c.base, c.repo.Name, run.HeadSHA, a.Path),
		}
	})
}

func (c *call) renderRun(run *CheckRun) object {
	api := sprint("%s/check-runs/%d", c.repoAPI(c.repo), run.ID)
	pulls := []object{}
	for _, p := range c.repo.pulls {
		if p.open() && p.headSHA == run.HeadSHA && p.headRepo == c.repo { // none for heads of forks
			pulls = append(pulls, c.minimalPull(p))
		}
	}
	return object{
		"id": run.ID, "node_id": nodeID("CheckRun", run.ID), "name": run.Name, "head_sha": run.HeadSHA,
		"status": run.Status, "conclusion": orNull(run.Conclusion), "external_id": run.ExternalID,
		"started_at": stampOrNull(run.StartedAt), "completed_at": stampOrNull(run.CompletedAt),
		"url": api, "html_url": c.runURL(run), "details_url": cmp.Or(run.DetailsURL, c.runURL(run)),
		"check_suite": object{"id": run.suite.id}, "app": c.application(run.app), "pull_requests": pulls,
		"output": object{
			"title": orNull(run.Title), "summary": orNull(run.Summary), "text": orNull(run.Text),
			"annotations_count": len(run.Annotations), "annotations_url": api + "/annotations",
		},
	}
}

func (c *call) runURL(run *CheckRun) string {
	return sprint("%s/%s/runs/%d", c.base, c.repo.Name, run.ID)
}

func quoteList(list []string) string { return `["` + strings.Join(list, `", "`) + `"]` }
