package actions

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
)

// Kind is the name of an event, as in a workflow's "on".
type Kind string

// The events that are read.
const (
	PullRequest       Kind = "pull_request"
	PullRequestTarget Kind = "pull_request_target"
	IssueComment      Kind = "issue_comment"
	MergeGroup        Kind = "merge_group"
	WorkflowRun       Kind = "workflow_run"
	Dispatch          Kind = "workflow_dispatch"
	Schedule          Kind = "schedule"
)

// Event is what the payload says happened. It names things; what they are now
// is to be asked of the code host, since a run may be late or run again. No text
// that people wrote is in it.
type Event struct {
	Kind   Kind
	Action string // "opened"
	// Number is of the pull request; 0 if the event is of none, as a comment on
	// a plain issue is.
	Number  int
	HeadSHA string // of the pull request, the merge group or the workflow run; "" for comments
	BaseRef string // name of the base branch, without "refs/heads/"; "" for comments and what is of no queue
	By      Kind   // event that started the workflow run; "" otherwise
	Fork    bool   // the pull request comes from another repository, or that is gone
	Comment int64  // id of the comment; 0 without one
	Sender  Account
}

// Account is who caused an event.
type Account struct {
	Login string
	Bot   bool
}

// Pusher is the login of who pushed to the head of the pull request just now;
// "" if the event is no push.
func (e Event) Pusher() string {
	if (e.Kind == PullRequest || e.Kind == PullRequestTarget) && e.Action == "synchronize" {
		return e.Sender.Login
	}
	return ""
}

// ReadOnly says why the token of this event's run cannot write, whatever the
// workflow grants; "" if it may.
func (e Event) ReadOnly() string {
	switch {
	case e.Kind != PullRequest:
		return ""
	case e.Fork:
		return "a fork's pull_request run has a read-only token; use pull_request_target"
	case e.Sender.Login == "dependabot[bot]":
		return "Dependabot's pull_request run has a read-only token; use pull_request_target"
	}
	return ""
}

// payloadLimit is more than the platform sends.
const payloadLimit = 32 << 20

// Event reads the payload of the event that started the run.
func (r *Runtime) Event() (Event, error) {
	name := r.getenv("GITHUB_EVENT_PATH")
	data, err := readPayload(name)
	if err != nil {
		return Event{}, fmt.Errorf("read the event: %w", err)
	}
	e, err := ParseEvent(Kind(r.getenv("GITHUB_EVENT_NAME")), r.getenv("GITHUB_REPOSITORY"), data)
	if err != nil {
		return Event{}, fmt.Errorf("read the event %q: %w", name, err)
	}
	return e, nil
}

func readPayload(name string) ([]byte, error) {
	if name == "" {
		return nil, errors.New("GITHUB_EVENT_PATH is not set")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, payloadLimit+1))
	if err != nil {
		return nil, err
	}
	if len(data) > payloadLimit {
		return nil, fmt.Errorf("%q is larger than %d bytes", name, payloadLimit)
	}
	return data, nil
}

// payload is what is read of any event's payload.
type payload struct {
	Action     string `json:"action"`
	Number     int    `json:"number"`
	Repository *struct {
		FullName string `json:"full_name"`
	} `json:"repository"`
	Sender *struct {
		Login string `json:"login"`
		Type  string `json:"type"`
	} `json:"sender"`
	PullRequest *struct {
		Head struct {
			SHA  string `json:"sha"`
			Repo *struct {
				FullName string `json:"full_name"`
			} `json:"repo"`
		} `json:"head"`
		Base struct {
			Ref string `json:"ref"`
		} `json:"base"`
	} `json:"pull_request"`
	Issue *struct {
		Number      int              `json:"number"`
		PullRequest *json.RawMessage `json:"pull_request"`
	} `json:"issue"`
	Comment *struct {
		ID int64 `json:"id"`
	} `json:"comment"`
	MergeGroup *struct {
		HeadSHA string `json:"head_sha"`
		BaseRef string `json:"base_ref"`
	} `json:"merge_group"`
	WorkflowRun *struct {
		Event      Kind   `json:"event"`
		HeadSHA    string `json:"head_sha"`
		HeadBranch string `json:"head_branch"`
	} `json:"workflow_run"`
}

// ParseEvent reads a payload of the given kind that is of the given repository.
// Errors name the field.
func ParseEvent(kind Kind, repository string, data []byte) (Event, error) {
	var p payload
	if err := json.Unmarshal(data, &p); err != nil {
		return Event{}, jsonError(err)
	}
	e := Event{Kind: kind, Action: p.Action}
	if p.Sender != nil {
		e.Sender = Account{Login: p.Sender.Login, Bot: p.Sender.Type == "Bot"}
	}
	var read func(*Event, payload) error
	switch kind {
	case PullRequest, PullRequestTarget:
		read = (*Event).readRequest
	case IssueComment:
		read = (*Event).readComment
	case MergeGroup:
		read = (*Event).readGroup
	case WorkflowRun:
		read = (*Event).readRun
	case Dispatch, Schedule:
		return e, nil // nothing of these is used
	default:
		return Event{}, fmt.Errorf("%q is no event that surmise decides on; see the workflow that surmise init writes", kind)
	}
	if p.Repository == nil || !strings.EqualFold(p.Repository.FullName, repository) {
		return Event{}, fmt.Errorf("repository.full_name: want %q, the repository of the run", repository)
	}
	if err := read(&e, p); err != nil {
		return Event{}, err
	}
	return e, nil
}

func (e *Event) readRequest(p payload) error {
	if p.PullRequest == nil {
		return errors.New("pull_request: is missing")
	}
	e.Number, e.HeadSHA, e.BaseRef = p.Number, p.PullRequest.Head.SHA, p.PullRequest.Base.Ref
	from := p.PullRequest.Head.Repo
	e.Fork = from == nil || !strings.EqualFold(from.FullName, p.Repository.FullName)
	return missing(
		field{"action", e.Action != ""}, field{"number", e.Number > 0},
		field{"pull_request.head.sha", objectID().MatchString(e.HeadSHA)}, field{"pull_request.base.ref", e.BaseRef != ""},
		field{"sender.login", e.Sender.Login != ""},
	)
}

func (e *Event) readComment(p payload) error {
	switch {
	case p.Issue == nil:
		return errors.New("issue: is missing")
	case p.Comment == nil:
		return errors.New("comment: is missing")
	}
	e.Comment = p.Comment.ID
	number := p.Issue.Number
	if p.Issue.PullRequest != nil {
		e.Number = number
	}
	return missing(
		field{"action", e.Action != ""}, field{"issue.number", number > 0}, field{"comment.id", e.Comment > 0},
		field{"sender.login", e.Sender.Login != ""},
	)
}

func (e *Event) readGroup(p payload) error {
	if p.MergeGroup == nil {
		return errors.New("merge_group: is missing")
	}
	base, branch := strings.CutPrefix(p.MergeGroup.BaseRef, "refs/heads/")
	if !branch {
		base = ""
	}
	e.HeadSHA, e.BaseRef = p.MergeGroup.HeadSHA, base
	return missing(
		field{"action", e.Action != ""}, field{"merge_group.head_sha", objectID().MatchString(e.HeadSHA)},
		field{"merge_group.base_ref", base != ""},
	)
}

// queueBranch is the branch of a merge group, named after its base.
var queueBranch = pattern.Lazy(`^gh-readonly-queue/(.+)/pr-\d+-[0-9a-f]+$`)

// readRun reads a run that a run of another workflow started. Its pull requests
// are not read: those of forks are missing there.
func (e *Event) readRun(p payload) error {
	if p.WorkflowRun == nil {
		return errors.New("workflow_run: is missing")
	}
	e.HeadSHA, e.By = p.WorkflowRun.HeadSHA, p.WorkflowRun.Event
	inQueue := true
	if e.By == MergeGroup {
		m := queueBranch().FindStringSubmatch(p.WorkflowRun.HeadBranch)
		if inQueue = m != nil; inQueue {
			e.BaseRef = m[1]
		}
	}
	return missing(
		field{"action", e.Action != ""}, field{"workflow_run.head_sha", objectID().MatchString(e.HeadSHA)},
		field{"workflow_run.event", e.By != ""}, field{"workflow_run.head_branch", inQueue},
	)
}

// field is a part of a payload and whether it is as it must be.
type field struct {
	name string
	good bool
}

func missing(fields ...field) error {
	for _, f := range fields {
		if !f.good {
			return fmt.Errorf("%s: is missing or not as the platform writes it", f.name)
		}
	}
	return nil
}

// jsonError names the field or the place that is wrong.
func jsonError(err error) error {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("%s: is a JSON %s, which is not expected there", e.Field, e.Value)
	}
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("not JSON at byte %d: %w", e.Offset, err)
	}
	return err
}

var objectID = pattern.Lazy(`^([0-9a-f]{40}|[0-9a-f]{64})$`)
