package githubtest

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"time"
)

// WorkflowRun describes a run of a workflow. The zero value of everything but
// HeadSHA is a completed first attempt by pull_request of a workflow of the
// repository itself.
type WorkflowRun struct {
	ID       int64
	Path     string // of the workflow's file
	Event    string
	HeadSHA  string
	HeadRepo *Repository // that the commit comes from
	Attempt  int
	Running  bool

	at        time.Time
	artifacts []*Artifact
}

// Artifact is what a workflow run left behind.
type Artifact struct {
	Name    string
	Files   map[string]string // content by name; not used if there is a Zip
	Zip     []byte            // the archive as it is
	Digest  string            // what the platform says of it; "" is the truth, "-" nothing
	Expired bool

	id  int64
	run *WorkflowRun
}

// ProveWorkflow is the file of the workflow that a run is of, where a test does
// not say.
const ProveWorkflow = ".github/workflows/surmise-prove.yml"

// Ran adds a run of a workflow with what it left behind, and returns its id.
func (r *Repository) Ran(w WorkflowRun, artifacts ...Artifact) int64 {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	if r.objects.commits[w.HeadSHA] == nil {
		r.s.t.Fatalf("githubtest: %s has no commit %q", r.Name, w.HeadSHA)
	}
	run := &w
	run.ID, run.at = r.s.id(), r.s.now
	run.Path, run.Event, run.Attempt = cmp.Or(w.Path, ProveWorkflow), cmp.Or(w.Event, "pull_request"), cmp.Or(w.Attempt, 1)
	run.HeadRepo = cmp.Or(w.HeadRepo, r)
	r.workflowRuns = append(r.workflowRuns, run)
	for _, a := range artifacts {
		r.leave(run, a)
	}
	return run.ID
}

// Leave adds an artifact to a run, and ends the run.
func (r *Repository) Leave(run int64, a Artifact) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	w := r.workflowRun(run)
	w.Running = false
	r.leave(w, a)
}

func (r *Repository) leave(w *WorkflowRun, a Artifact) {
	a.id, a.run = r.s.id(), w
	if a.Zip == nil {
		a.Zip = archive(a.Files)
	}
	if a.Digest == "" {
		sum := sha256.Sum256(a.Zip)
		a.Digest = "sha256:" + hex.EncodeToString(sum[:])
	}
	w.artifacts = append(w.artifacts, &a)
	r.s.stored[a.id] = a.Zip
}

// Expire lets what a run left behind expire.
func (r *Repository) Expire(run int64) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	for _, a := range r.workflowRun(run).artifacts {
		a.Expired = true
	}
}

func (r *Repository) workflowRun(id int64) *WorkflowRun {
	i := slices.IndexFunc(r.workflowRuns, func(w *WorkflowRun) bool { return w.ID == id })
	if i < 0 {
		return nil
	}
	return r.workflowRuns[i]
}

// archive is a zip archive of files.
func archive(files map[string]string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write([]byte(files[name]))
		}
		if err != nil {
			panic("githubtest: archive: " + err.Error()) // memory does not fail
		}
	}
	if err := w.Close(); err != nil {
		panic("githubtest: archive: " + err.Error())
	}
	return b.Bytes()
}

// serveArtifacts serves artifacts on a host of its own, to whoever knows the address.
// The token must not come along.
func (s *Server) serveArtifacts() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			s.t.Errorf("githubtest: the token goes to the store of artifacts")
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		for id, data := range s.stored {
			if r.URL.Path == fmt.Sprintf("/%d.zip", id) {
				w.Header().Set("Content-Type", "application/zip")
				_, _ = w.Write(data)
				return
			}
		}
		w.WriteHeader(http.StatusNotFound)
	}))
}

func (c *call) listWorkflowRuns() reply {
	sha := c.r.URL.Query().Get("head_sha")
	var runs []*WorkflowRun
	for _, w := range slices.Backward(c.repo.workflowRuns) { // newest first
		if sha == "" || w.HeadSHA == sha {
			runs = append(runs, w)
		}
	}
	items, header := pageItems(c, runs)
	out := []object{}
	for _, w := range items {
		out = append(out, c.renderWorkflowRun(w))
	}
	return reply{status: 200, header: header, body: object{"total_count": len(runs), "workflow_runs": out}}
}

func (c *call) listArtifacts() reply {
	w := c.repo.workflowRun(c.number("id"))
	if w == nil {
		return notFound()
	}
	name := c.r.URL.Query().Get("name")
	var found []*Artifact
	for _, a := range slices.Backward(w.artifacts) {
		if name == "" || a.Name == name {
			found = append(found, a)
		}
	}
	items, header := pageItems(c, found)
	out := []object{}
	for _, a := range items {
		out = append(out, c.renderArtifact(a))
	}
	return reply{status: 200, header: header, body: object{"total_count": len(found), "artifacts": out}}
}

func (c *call) getArtifact() reply {
	id := c.number("id")
	for _, w := range c.repo.workflowRuns {
		for _, a := range w.artifacts {
			switch {
			case a.id != id:
			case a.Expired:
				return refuse(http.StatusGone, "Artifact has expired")
			default:
				at := fmt.Sprintf("%s/%d.zip", c.s.store.URL, a.id)
				return reply{status: http.StatusFound, header: http.Header{"Location": {at}}}
			}
		}
	}
	return notFound()
}

func (c *call) rerun() reply {
	w := c.repo.workflowRun(c.number("id"))
	switch {
	case w == nil:
		return notFound()
	case w.Running:
		return refuse(http.StatusForbidden, "This workflow is already running")
	}
	w.Running = true
	w.Attempt++
	c.repo.reruns = append(c.repo.reruns, w.ID)
	return created(object{})
}

// minimalRepository is a repository inside of another answer.
func (c *call) minimalRepository(r *Repository) object {
	full := c.renderRepository(r)
	out := object{}
	for _, key := range []string{"id", "node_id", "name", "full_name", "owner", "private", "html_url", "description", "fork", "url"} {
		out[key] = full[key]
	}
	for key := range repositoryLinks() {
		out[key] = full[key]
	}
	return out
}

func (c *call) renderWorkflowRun(w *WorkflowRun) object {
	api, html := c.repoAPI(c.repo), sprint("%s/%s/actions/runs/%d", c.base, c.repo.Name, w.ID)
	self := sprint("%s/actions/runs/%d", api, w.ID)
	k := c.repo.objects.commits[w.HeadSHA]
	status, conclusion := "completed", any("success")
	if w.Running {
		status, conclusion = "in_progress", nil
	}
	head := any(nil)
	if !w.HeadRepo.deleted {
		head = c.minimalRepository(w.HeadRepo)
	}
	name := strings.TrimSuffix(path.Base(w.Path), path.Ext(w.Path))
	out := object{
		"id": w.ID, "node_id": nodeID("WorkflowRun", w.ID), "name": name, "display_title": k.message, "path": w.Path,
		"head_branch": nil, "head_sha": w.HeadSHA, "run_number": 1, "run_attempt": w.Attempt, "event": w.Event,
		"status": status, "conclusion": conclusion, "workflow_id": 1, "url": self, "html_url": html, "pull_requests": []object{},
		"created_at": stamp(w.at), "updated_at": stamp(w.at), "run_started_at": stamp(w.at),
		"check_suite_url": api + "/check-suites/1", "workflow_url": api + "/actions/workflows/1",
		"repository": c.minimalRepository(c.repo), "head_repository": head,
		"head_commit": object{
			"id": k.sha, "tree_id": k.tree, "message": k.message, "timestamp": stamp(k.at),
			"author":    object{"name": k.author.name, "email": k.author.email},
			"committer": object{"name": k.committer.name, "email": k.committer.email},
		},
	}
	for _, link := range []string{"jobs", "logs", "cancel", "rerun", "artifacts"} {
		out[link+"_url"] = self + "/" + link
	}
	return out
}

func (c *call) renderArtifact(a *Artifact) object {
	self := sprint("%s/actions/artifacts/%d", c.repoAPI(c.repo), a.id)
	digest := any(a.Digest)
	if a.Digest == "-" {
		digest = nil
	}
	return object{
		"id": a.id, "node_id": nodeID("Artifact", a.id), "name": a.Name, "size_in_bytes": len(a.Zip), "url": self,
		"archive_download_url": self + "/zip", "expired": a.Expired, "digest": digest,
		"created_at": stamp(a.run.at), "updated_at": stamp(a.run.at), "expires_at": stamp(a.run.at.AddDate(0, 0, 90)),
		"workflow_run": object{
			"id": a.run.ID, "repository_id": c.repo.id, "head_repository_id": a.run.HeadRepo.id, "head_sha": a.run.HeadSHA,
		},
	}
}
