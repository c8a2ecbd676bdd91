package app

import (
	"context"

	"github.com/surmise-ci/surmise/internal/pull"
)

// Requests finds pull requests.
type Requests interface {
	// Open lists every open pull request whose head is that commit, whatever
	// its base or repository; all of them for "".
	Open(ctx context.Context, headSHA string) ([]pull.Request, error)
	// Request reads one.
	Request(ctx context.Context, number int) (pull.Request, error)
	// Queued lists the pull requests of the merge group with that head commit,
	// in queue order up to the one that the commit is of.
	Queued(ctx context.Context, headSHA, baseRef string) ([]pull.Request, error)
}

// Revisions reads commits as data; nothing of them is ever run or checked out.
type Revisions interface {
	// Default is the default branch and its tip.
	Default(ctx context.Context) (branch, sha string, err error)
	MergeBase(ctx context.Context, base, head string) (sha string, err error)
	// Revision is the files of one commit.
	Revision(ctx context.Context, sha string) (Snapshot, error)
	// RootTree is the object id of a commit's tree.
	RootTree(ctx context.Context, sha string) (string, error)
}

// Workflows reads what the runs of other workflows left behind. Everybody whose
// code ran in one may have written it.
type Workflows interface {
	// WorkflowRuns lists the runs of all workflows on that head, newest first.
	WorkflowRuns(ctx context.Context, headSHA string) ([]pull.WorkflowRun, error)
	// Artifacts lists what a run left behind under that name.
	Artifacts(ctx context.Context, run int64, name string) ([]pull.Artifact, error)
	// Files unpacks an artifact into files by name, none of them in a folder.
	// One that is not unpacked is an error with a method Refused() string.
	Files(ctx context.Context, a pull.Artifact) (map[string][]byte, error)
	// Rerun starts a run again. An error with a method Denied() string says that
	// the token may not.
	Rerun(ctx context.Context, run int64) error
}

// Snapshot is the tree of one commit. Every byte that it yields was checked
// against its object id.
type Snapshot interface {
	Tree
	// Object is the id of the object at that path; "" without one.
	Object(path string) string
	// Prefetch reads these files together; those that it does not read are
	// read, or refused, one by one.
	Prefetch(ctx context.Context, paths []string) error
}

// Host is everything that the action needs.
type Host interface {
	Requests
	Revisions
	Discussion
	Posts
	Checks
	Workflows
}

// Discussion is the talk on a pull request.
type Discussion interface {
	// Comments lists all comments, oldest first.
	Comments(ctx context.Context, number int) ([]pull.Comment, error)
	// Person asks what somebody may do. Not being told is no error: it is in
	// the answer.
	Person(ctx context.Context, login string) (pull.Person, error)
	// React adds a reaction to a comment; adding it twice changes nothing.
	React(ctx context.Context, comment int64, r pull.Reaction) error
}

// Posts writes our own comments on a pull request, found again by their author
// and marker.
type Posts interface {
	// Keep makes our comment with that marker say body, creating it if need be;
	// an equal one is left alone. An empty body creates nothing, and takes away
	// what is known to be there: it is no longer so.
	Keep(ctx context.Context, number int, marker, body string) error
}

// Checks reads and publishes check runs.
type Checks interface {
	// Runs lists our completed runs of that name on every commit that is or was
	// the head of the pull request, oldest first.
	Runs(ctx context.Context, request pull.Request, name string) ([]pull.Run, error)
	// Publish creates a completed run with all annotations and reads back that
	// they arrived.
	Publish(ctx context.Context, c pull.Check) (pull.Run, error)
}
