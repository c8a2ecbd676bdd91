package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/pull"
	"github.com/surmise-ci/surmise/internal/report"
)

// Kind is what started a run of the action.
type Kind uint8

// The kinds. A trigger of no kind is refused.
const (
	OnRequest  Kind = iota + 1 // a pull request, by an event that runs the default branch's workflow
	OnHead                     // a pull request, by an event that runs the head's workflow
	OnComment                  // a comment on a pull request
	OnGroup                    // a merge group
	OnEvidence                 // a run of the workflow that proves has ended
	OnSweep                    // everything that is open
)

// Trigger is what a run is for. Only what names things is taken from an event;
// what they are now is asked again.
type Trigger struct {
	Kind     Kind
	Number   int    // of the pull request
	Comment  int64  // id of the comment that started the run; 0 without one
	HeadSHA  string // of the merge group, or that was proven
	BaseRef  string // of the merge group: a branch name; "" of what was proven if it is none
	Pusher   string // login of who pushed to the head just now; "" otherwise
	Workflow string // path of the workflow file, for OnHead
}

// Action decides pull requests and publishes the verdicts.
type Action struct {
	Tool       string
	Repository string // "owner/name"
	Level      report.Guarantee
	FailJob    bool   // the job carries the verdict
	RunURL     string // of the run that keeps the artifact; "" if there is none
	Host       Host
	Log        *slog.Logger
}

// Outcome is what a run of the action did.
type Outcome struct {
	// Idle says why nothing was decided, though nothing is wrong; "" otherwise.
	Idle    string
	Checks  []Checked
	Summary string // Markdown, for the run's page
}

// Checked is what is said about one head under one name.
type Checked struct {
	Publication report.Publication
	Check       pull.Check // as it stands now, unless it is withheld
	// Withheld says why the check could not be published; "" if it was, or if
	// an equal one stood already.
	Withheld string
}

// Passes reports whether every verdict passes or is only observed.
func (o Outcome) Passes() bool {
	for _, c := range o.Checks {
		if !c.Check.Success {
			return false
		}
	}
	return true
}

// Open counts what is open in all checks: the high entries that the gate holds
// against a change, the questions, and the prohibitions that are not proven.
func (o Outcome) Open() (high, questions, prohibitions int) {
	for _, c := range o.Checks {
		for _, r := range c.Publication.Requests {
			for _, e := range r.Report.Ledger.InScope(c.Publication.Policy.Scope) {
				if e.Severity == finding.High && e.State == ledger.Open {
					high++
				}
			}
			for _, p := range r.Report.Prohibitions {
				if p.Outcome != gate.Pass {
					prohibitions++
				}
			}
			for _, q := range r.Report.Questions {
				if q.Stage == ledger.StageRequested {
					questions++
				}
			}
		}
	}
	return high, questions, prohibitions
}

// NoRequestError says that nothing open has the head that was asked for.
type NoRequestError struct{ What string }

// Error names what was looked for.
func (e *NoRequestError) Error() string { return "no open pull request for " + e.What }

// Run does what the trigger asks for.
func (a *Action) Run(ctx context.Context, t Trigger) (Outcome, error) {
	switch t.Kind {
	case OnRequest, OnComment:
		return a.onRequest(ctx, t, "")
	case OnHead:
		return a.onHead(ctx, t)
	case OnGroup:
		return a.onGroup(ctx, t)
	case OnEvidence:
		return a.onEvidence(ctx, t)
	case OnSweep:
		return a.onSweep(ctx, t)
	}
	return Outcome{}, errors.New("the event is none that surmise decides on")
}

// onHead runs the head's own workflow file. Where the default branch has the
// file with the privileged event, that one decides and this one has nothing to
// do. Where the default branch lacks the file, this pull request brings it.
func (a *Action) onHead(ctx context.Context, t Trigger) (Outcome, error) {
	_, sha, err := a.Host.Default(ctx)
	if err != nil {
		return Outcome{}, err
	}
	tip, err := a.Host.Revision(ctx, sha)
	if err != nil {
		return Outcome{}, err
	}
	if tip.Object(t.Workflow) == "" {
		return a.onRequest(ctx, t, "comments work once this workflow is on the default branch")
	}
	const enough = 1 << 20
	text, err := tip.Read(ctx, t.Workflow, enough)
	if err != nil {
		return Outcome{}, fmt.Errorf("read %q of the default branch: %w", t.Workflow, err)
	}
	if strings.Contains(string(text), "pull_request_target") {
		return Outcome{Idle: "the default branch's workflow decides this pull request"}, nil
	}
	return a.onRequest(ctx, t, "")
}

// onRequest decides one pull request, and those that share its head, until the
// inputs stand still. A closed one is not decided, but may have been the worst
// of those.
func (a *Action) onRequest(ctx context.Context, t Trigger, note string) (Outcome, error) {
	const rounds = 3
	moving := fmt.Errorf("pull request %d: inputs keep moving; the next event decides again", t.Number)
	last := moving
	for range rounds {
		r, err := a.Host.Request(ctx, t.Number)
		if err != nil {
			return Outcome{}, err
		}
		out, moved, err := a.decideHead(ctx, r.HeadSHA, t, note)
		_, none := errors.AsType[*NoRequestError](err)
		switch {
		case none && !r.Open:
			return Outcome{Idle: fmt.Sprintf("pull request %d is closed", t.Number)}, nil
		case none: // somebody pushed in between
			last = err
		case err != nil || !moved:
			return out, err
		default:
			last = moving
		}
		a.Log.InfoContext(ctx, "inputs moved while deciding", "pull_request", t.Number)
	}
	return Outcome{}, last
}

// onSweep decides everything that is open, each head once.
func (a *Action) onSweep(ctx context.Context, t Trigger) (Outcome, error) {
	open, err := a.Host.Open(ctx, "")
	if err != nil {
		return Outcome{}, err
	}
	if len(open) == 0 {
		return Outcome{Idle: "no pull request is open"}, nil
	}
	var heads []string
	for _, r := range open {
		if !slices.Contains(heads, r.HeadSHA) {
			heads = append(heads, r.HeadSHA)
		}
	}
	var out Outcome
	var failed error
	for _, head := range heads {
		one, moved, err := a.decideHead(ctx, head, t, "")
		if moved {
			err = fmt.Errorf("%s: inputs moved; the next event decides again", head)
		}
		failed = errors.Join(failed, err)
		out.Checks = append(out.Checks, one.Checks...)
		out.Summary += one.Summary
	}
	return out, failed
}

// decideHead decides and publishes for all pull requests with that head. Moved
// says that what was decided on is no longer so.
func (a *Action) decideHead(ctx context.Context, head string, t Trigger, note string) (Outcome, bool, error) {
	open, err := a.Host.Open(ctx, head)
	if err != nil {
		return Outcome{}, false, err
	}
	if len(open) == 0 {
		return Outcome{}, false, &NoRequestError{What: head}
	}
	branch, tip, err := a.Host.Default(ctx)
	if err != nil {
		return Outcome{}, false, err
	}
	var out Outcome
	var all []decided
	var settle []func()
	trees, heard := make(map[string]Snapshot), make(map[witness]testimony)
	for _, requests := range byBase(open) {
		d := round{action: a, name: checkName(requests[0].BaseRef, branch), tip: tip, trigger: t, note: note, trees: trees, heard: heard}
		checked, ones, err := d.decide(ctx, requests)
		if err != nil {
			return Outcome{}, false, err
		}
		all = append(all, ones...)
		out.Checks = append(out.Checks, checked)
		out.Summary += checked.Publication.StepSummary()
		settle = append(settle, func() { d.settle(ctx, checked, ones) })
	}
	moved, err := a.moved(ctx, all)
	if err != nil || moved {
		return out, moved, err
	}
	for _, one := range settle {
		one()
	}
	return out, false, nil
}

// moved reads the pull requests again and reports whether what they were
// decided on has changed.
func (a *Action) moved(ctx context.Context, all []decided) (bool, error) {
	for _, one := range all {
		r := one.request
		now, err := a.Host.Request(ctx, r.Number)
		if err != nil {
			return false, err
		}
		if !now.Open {
			continue
		}
		comments, err := a.Host.Comments(ctx, r.Number)
		if err != nil {
			return false, err
		}
		if now.HeadSHA != r.HeadSHA || now.BaseRef != r.BaseRef || now.BaseSHA != r.BaseSHA || !slices.Equal(spoken(comments), one.spoken) {
			return true, nil
		}
		if overtaken, err := a.overtaken(ctx, one.testified); overtaken || err != nil {
			return overtaken, err
		}
	}
	return false, nil
}

// spoken is what can count of a discussion: the comments that hold a slash and
// are not a machine's, with all that decides whether they count.
func spoken(comments []pull.Comment) []pull.Comment {
	var out []pull.Comment
	for _, c := range comments {
		if !c.Bot && strings.Contains(c.Body, "/") {
			out = append(out, c)
		}
	}
	return out
}

// byBase groups pull requests by the branch they go to, in the order of their
// lowest numbers.
func byBase(open []pull.Request) [][]pull.Request {
	open = slices.SortedFunc(slices.Values(open), func(a, b pull.Request) int { return a.Number - b.Number })
	var out [][]pull.Request
	for _, r := range open {
		i := slices.IndexFunc(out, func(g []pull.Request) bool { return g[0].BaseRef == r.BaseRef })
		if i < 0 {
			out = append(out, nil)
			i = len(out) - 1
		}
		out[i] = append(out[i], r)
	}
	return out
}

// checkName is the check run's name for pull requests into that branch.
func checkName(base, defaultBranch string) string {
	if base == defaultBranch {
		return "surmise"
	}
	return "surmise (" + base + ")"
}

// digest names all that a check says, so that an equal one is not published
// twice.
func digest(c pull.Check) string {
	c.Digest = ""
	data, err := json.Marshal(c)
	if err != nil {
		return "" // never: the type has no value that JSON cannot say
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
