package githubtest

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Pull is a pull request.
type Pull struct {
	Number int

	repo                *Repository
	id                  int64
	title, body, author string
	draft               bool
	state               string // OPEN, CLOSED, MERGED
	headRepo            *Repository
	headBranch, headSHA string
	base                string
	// baseSHA is the base branch's tip when it was last looked at: the platform
	// does not follow every push to the base.
	baseSHA          string
	created, updated time.Time
	events           []event
}

// event is an item of a pull request's timeline that is neither a commit nor a
// comment.
type event struct {
	id            int64
	kind          string
	actor         string
	before, after string // commits of force pushes, or branch names of a changed base
	at            time.Time
}

// PullRequest describes a pull request. The zero value of everything but Head
// is filled in.
type PullRequest struct {
	Head   string      // branch
	From   *Repository // the fork it comes from; nil is no fork
	Base   string      // "" is the default branch
	Author string      // "" is the owner of the head's repository
	Title  string
	Body   string
	Draft  bool
}

// Open opens a pull request.
func (r *Repository) Open(p PullRequest) *Pull {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	from := p.From
	if from == nil {
		from = r
	}
	sha := from.branches[p.Head]
	base := cmp.Or(p.Base, r.defaultBranch)
	if sha == "" || r.branches[base] == "" {
		r.s.t.Fatalf("githubtest: cannot open a pull request of %q into %q: no such branch", p.Head, base)
	}
	owner, _ := from.parts()
	author := r.s.account(cmp.Or(p.Author, owner)).login
	out := &Pull{
		Number: r.nextNumber(), repo: r, id: r.s.id(), title: cmp.Or(p.Title, "Change"), body: p.Body,
		author: author, draft: p.Draft, state: "OPEN", headRepo: from, headBranch: p.Head, headSHA: sha,
		base: base, baseSHA: r.branches[base], created: r.s.now, updated: r.s.now,
	}
	r.pulls = append(r.pulls, out)
	return out
}

func (r *Repository) nextNumber() int {
	r.lastNumber++
	return r.lastNumber
}

func (p *Pull) open() bool { return p.state == "OPEN" }

func (p *Pull) record(e event) {
	e.id, e.at = p.repo.s.id(), p.repo.s.now
	p.events = append(p.events, e)
	p.updated = e.at
}

// Head is the commit that would be merged.
func (p *Pull) Head() string {
	p.repo.s.mu.Lock()
	defer p.repo.s.mu.Unlock()
	return p.headSHA
}

// since is the commit that its changes are counted from.
func (p *Pull) since() string {
	if p.open() {
		return p.repo.branches[p.base]
	}
	return p.baseSHA
}

// Push commits changes to the head's branch and returns the new head.
func (p *Pull) Push(author string, files Files) string {
	return p.headRepo.Push(p.headBranch, author, files)
}

// ForcePush replaces the head.
func (p *Pull) ForcePush(pusher, sha string) { p.headRepo.ForcePush(p.headBranch, pusher, sha) }

// Retarget changes the base branch.
func (p *Pull) Retarget(actor, base string) {
	p.change(func() {
		p.record(event{kind: "BaseRefChangedEvent", actor: p.repo.s.account(actor).login, before: p.base, after: base})
		p.base, p.baseSHA = base, p.repo.branches[base]
	})
}

// SetDraft makes it a draft or ready for review.
func (p *Pull) SetDraft(draft bool) { p.change(func() { p.draft = draft }) }

// Close closes it without a merge.
func (p *Pull) Close(actor string) {
	p.change(func() {
		p.baseSHA, p.state = p.since(), "CLOSED"
		p.record(event{kind: "ClosedEvent", actor: p.repo.s.account(actor).login})
	})
}

// Reopen opens it again, at its branch's tip.
func (p *Pull) Reopen(actor string) {
	p.change(func() {
		p.state, p.baseSHA = "OPEN", p.repo.branches[p.base]
		if tip := p.headRepo.branches[p.headBranch]; tip != "" {
			p.headSHA = tip
		}
		p.record(event{kind: "ReopenedEvent", actor: p.repo.s.account(actor).login})
	})
}

// Merge merges it with a merge commit, whose id it returns.
func (p *Pull) Merge(actor string) string {
	var sha string
	p.change(func() {
		p.baseSHA = p.since()
		sha = p.repo.merge(p.baseSHA, p, actor)
		p.state = "MERGED"
		p.repo.move(p.base, sha, actor)
		p.record(event{kind: "ClosedEvent", actor: p.repo.s.account(actor).login})
	})
	return sha
}

func (p *Pull) change(do func()) {
	p.repo.s.mu.Lock()
	defer p.repo.s.mu.Unlock()
	p.updated = p.repo.s.now
	do()
}

// merge commits the merge of a pull request onto a commit. Where both sides
// changed a file the pull request's wins: conflicts are not the simulator's.
func (r *Repository) merge(onto string, p *Pull, author string) string {
	was := r.objects.files(r.objects.commits[r.objects.mergeBase(onto, p.headSHA)].tree)
	now := r.objects.files(r.objects.commits[p.headSHA].tree)
	c := Commit{
		Parents: []string{onto, p.headSHA}, Author: author, Committer: "web-flow", Files: Files{},
		Modes: map[string]string{}, Message: fmt.Sprintf("Merge pull request #%d", p.Number),
	}
	for path, e := range now {
		if was[path] == e {
			continue
		}
		c.Modes[path] = e.mode
		c.Files[path] = string(r.objects.blobs[e.sha])
		if e.mode == ModeSubmodule {
			c.Files[path] = e.sha
		}
	}
	for path := range was {
		if _, kept := now[path]; !kept {
			c.Files[path] = Removed
		}
	}
	return r.commit(c)
}

// queued is a pull request in the merge queue.
type queued struct {
	id       int64
	pull     *Pull
	enqueuer string
	at       time.Time
	head     string // of the merge group up to and with this one
	base     string // what that group was built on
}

// Enqueue puts a pull request at the end of its base's merge queue, as a group
// built on those before it. It returns the group's head commit and branch.
func (p *Pull) Enqueue(actor string) (sha, branch string) {
	p.change(func() {
		queue := p.repo.queues[p.base]
		onto := p.repo.branches[p.base]
		if len(queue) > 0 {
			onto = queue[len(queue)-1].head
		}
		sha = p.repo.merge(onto, p, actor)
		branch = fmt.Sprintf("gh-readonly-queue/%s/pr-%d-%s", p.base, p.Number, onto)
		p.repo.branches[branch] = sha
		p.repo.queues[p.base] = append(queue, &queued{
			p.repo.s.id(), p, p.repo.s.account(actor).login, p.repo.s.now, sha, onto,
		})
	})
	return sha, branch
}

// Dequeue takes it out of the merge queue. Groups behind it stay as they are.
func (p *Pull) Dequeue() {
	p.change(func() {
		p.repo.queues[p.base] = slices.DeleteFunc(p.repo.queues[p.base], func(q *queued) bool { return q.pull == p })
	})
}
