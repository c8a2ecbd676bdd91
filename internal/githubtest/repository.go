package githubtest

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Repository is a repository or a fork of one. Its objects are shared with all
// of its forks, as they are on the platform: the head of a pull request from a
// fork can be read in the base repository.
type Repository struct {
	Name string // "owner/name"

	s             *Server
	id            int64
	parent        *Repository // of a fork
	objects       *store
	defaultBranch string
	branches      map[string]string
	members       map[string]member
	public        bool
	deleted       bool
	treeLimit     int
	textLimit     int
	lastNumber    int
	pulls         []*Pull
	comments      []*Comment
	suites        []*suite
	runs          []*CheckRun
	queues        map[string][]*queued
	reruns        []int64
	workflowRuns  []*WorkflowRun
	required      []required
}

// Repository makes a private repository, "owner/name", whose default branch is
// main, still without a commit.
func (s *Server) Repository(name string) *Repository {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.repository(name)
	r.objects = newStore()
	return r
}

func (s *Server) repository(name string) *Repository {
	key := strings.ToLower(name)
	if s.repos[key] != nil {
		s.t.Fatalf("githubtest: there is a repository %q already", name)
	}
	owner, _, _ := strings.Cut(name, "/")
	s.account(owner)
	r := &Repository{
		Name: name, s: s, id: s.id(), defaultBranch: "main", treeLimit: 100_000, textLimit: 512_000,
		branches: map[string]string{}, members: map[string]member{}, queues: map[string][]*queued{},
	}
	s.repos[key] = r
	return r
}

// Fork makes a fork with the branches that the repository has now.
func (r *Repository) Fork(owner string) *Repository {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	_, name, _ := strings.Cut(r.Name, "/")
	f := r.s.repository(owner + "/" + name)
	f.parent, f.objects, f.defaultBranch = r, r.objects, r.defaultBranch
	for branch, sha := range r.branches {
		f.branches[branch] = sha
	}
	f.members[strings.ToLower(owner)] = member{"admin", "admin"}
	return f
}

// Delete deletes a repository. Open pull requests from it stay.
func (r *Repository) Delete() {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	r.deleted = true
}

// Tree is the object id of a commit's tree.
func (r *Repository) Tree(commit string) string {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	return r.objects.commits[commit].tree
}

// SetDefaultBranch changes the default branch.
func (r *Repository) SetDefaultBranch(branch string) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	r.defaultBranch = branch
}

// TruncateTrees limits recursive listings: what is over is left out, and the
// answer says that it is truncated.
func (r *Repository) TruncateTrees(entries int) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	r.treeLimit = entries
}

// TruncateText limits the bytes of a text that GraphQL gives.
func (r *Repository) TruncateText(size int) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	r.textLimit = size
}

// Files are what a commit changes: content by path. [Removed] removes.
type Files map[string]string

// Removed stands for the content of a file that a commit removes.
const Removed = "\x00removed"

// Commit describes a commit. The zero value of everything but Parents and
// Files is filled in.
type Commit struct {
	// Parents are its parents; it starts from the files of the first.
	Parents []string
	// Files is what it changes.
	Files Files
	// Modes are the modes of files that are not plain ones, by path.
	Modes map[string]string
	// Author and Committer are logins. What cannot be one, such as an e-mail
	// address, is somebody without an account. An empty author is the owner;
	// an empty committer is the author.
	Author, Committer string
	// CoAuthors are logins that the message's trailers name.
	CoAuthors []string
	Message   string
}

// Commit writes a commit that is on no branch yet, and returns its id.
func (r *Repository) Commit(c Commit) string {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	return r.commit(c)
}

func (r *Repository) commit(c Commit) string {
	files := map[string]entry{}
	for i, p := range c.Parents {
		parent := r.objects.commits[p]
		if parent == nil {
			r.s.t.Fatalf("githubtest: %s has no commit %q", r.Name, p)
		}
		if i == 0 {
			files = r.objects.files(parent.tree)
		}
	}
	for p, content := range c.Files {
		mode := cmp.Or(c.Modes[p], ModeFile)
		switch {
		case content == Removed:
			delete(files, p)
		case mode == ModeSubmodule:
			files[p] = entry{p, mode, content}
		default:
			files[p] = entry{p, mode, r.objects.blob([]byte(content))}
		}
	}
	owner, _, _ := strings.Cut(r.Name, "/")
	author := cmp.Or(c.Author, owner)
	who := func(login string) signature {
		if !logins.MatchString(login) {
			return signature{name: login, email: login}
		}
		return sign(r.s.account(login).login)
	}
	made := commit{
		tree: r.objects.tree(files), parents: slices.Clone(c.Parents), at: r.s.now,
		author: who(author), committer: who(cmp.Or(c.Committer, author)), message: cmp.Or(c.Message, "Change"),
	}
	for _, login := range c.CoAuthors {
		co := who(login)
		made.coAuthors = append(made.coAuthors, co)
		made.message += fmt.Sprintf("\n\nCo-authored-by: %s <%s>", co.name, co.email)
	}
	return r.objects.commit(made).sha
}

// Branch points a branch at a commit, new or not, without a word to pull
// requests about who did it.
func (r *Repository) Branch(name, sha string) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	r.move(name, sha, "")
}

// Push commits changes on top of a branch, which begins with them if it is
// new, and returns the new tip. Open pull requests follow.
func (r *Repository) Push(branch, author string, files Files) string {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	c := Commit{Files: files, Author: author}
	if tip := r.branches[branch]; tip != "" {
		c.Parents = []string{tip}
	}
	sha := r.commit(c)
	r.move(branch, sha, author)
	return sha
}

// ForcePush points a branch at a commit that does not follow its tip, in
// somebody's name.
func (r *Repository) ForcePush(branch, pusher, sha string) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	if tip := r.branches[branch]; tip == "" || r.objects.history(sha)[tip] {
		r.s.t.Fatalf("githubtest: a push of %s to %q is not forced: it follows the tip %q", sha, branch, tip)
	}
	r.s.account(pusher)
	r.move(branch, sha, pusher)
}

// Tip is the commit that a branch points at, "" if there is no such branch.
func (r *Repository) Tip(branch string) string {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	return r.branches[branch]
}

// MergeBase is the best common ancestor of two commits.
func (r *Repository) MergeBase(a, b string) string {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	return r.objects.mergeBase(a, b)
}

func (r *Repository) move(branch, sha, pusher string) {
	if r.objects.commits[sha] == nil {
		r.s.t.Fatalf("githubtest: %s has no commit %q", r.Name, sha)
	}
	before := r.branches[branch]
	r.branches[branch] = sha
	forced := before != "" && !r.objects.history(sha)[before]
	for _, base := range r.s.repos {
		for _, p := range base.pulls {
			if !p.open() {
				continue
			}
			if p.headRepo == r && p.headBranch == branch {
				p.headSHA, p.baseSHA, p.updated = sha, base.branches[p.base], r.s.now
				if forced {
					p.record(event{kind: "HeadRefForcePushedEvent", actor: pusher, before: before, after: sha})
				}
			}
			if p.repo == r && p.base == branch && forced {
				p.record(event{kind: "BaseRefForcePushedEvent", actor: pusher, before: before, after: sha})
			}
		}
	}
}

// resolve finds the commit of a ref: a branch, a full id, or a pull request's
// head.
func (r *Repository) resolve(ref string) *commit {
	short := strings.TrimPrefix(strings.TrimPrefix(ref, "refs/"), "heads/")
	if sha := r.branches[short]; sha != "" {
		return r.objects.commits[sha]
	}
	if ref == "HEAD" {
		return r.objects.commits[r.branches[r.defaultBranch]]
	}
	for _, p := range r.pulls {
		if short == fmt.Sprintf("pull/%d/head", p.Number) {
			return r.objects.commits[p.headSHA]
		}
	}
	return r.objects.commits[ref]
}

func nodeID(kind string, id any) string {
	return base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%s:%v", kind, id))
}

// stamp is a time as the platform writes it, to the second.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// stampOrNull is nil for the zero time.
func stampOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return stamp(t)
}

// orNull is nil for the empty string.
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
