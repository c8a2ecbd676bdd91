package pull

import "time"

// WorkflowRun is a run of some workflow on a commit, as the platform tells it.
// What the run did, nobody vouches for.
type WorkflowRun struct {
	ID, Attempt int64
	URL         string
	Workflow    string // path of its file in the repository
	Event       string // "pull_request"
	HeadSHA     string
	HeadRepo    string // "owner/name"; "" if that is gone
	Done        bool   // it has ended, however
	CreatedAt   time.Time
}

// Artifact is a set of files that a run left behind.
type Artifact struct {
	ID      int64
	Name    string
	Size    int64 // of the archive in bytes
	Expired bool
	Digest  string // "sha256:" and the archive's digest; "" if the platform does not say
}
