package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
	"github.com/surmise-ci/surmise/internal/report"
)

// Supposition is a comment that nobody has written yet.
type Supposition struct {
	Login      string
	Permission pull.Permission
	Author     string // login of the pull request's author; "" is somebody else
	Body       string // Markdown
}

// Supposed is what would come of it.
type Supposed struct {
	Answers []command.Answer
	// Ledger is decided as it would be, and Touched the entries of it that
	// carry an event of the comment, each with that event last.
	Ledger  ledger.Ledger
	Touched []ledger.Entry
	// Questions are those on show as they would then stand, and Drafts the specs
	// with the answers written in.
	Questions []ledger.Question
	Drafts    []clarify.Draft
	Verdict   gate.Verdict
}

// SimulateTree supposes a comment on what a run would leave open of the request.
func SimulateTree(ctx context.Context, r Request, s Supposition) (Supposed, error) {
	i, err := interrogate(ctx, r)
	if err != nil {
		return Supposed{}, err
	}
	return i.suppose(s, ledger.Record{}), nil
}

// SimulateReport supposes a comment on a report that was read back, under the
// policy of the request's tree. A report of a change holds it to what the change
// brought, as the run did. The record is that of its pull request; the zero one
// is of none.
func SimulateReport(ctx context.Context, recorded report.Recorded, record ledger.Record, r Request, s Supposition) (Supposed, error) {
	p, _, err := loadPolicy(ctx, r)
	if err != nil {
		return Supposed{}, err
	}
	if recorded.Base == "" {
		p.Scope = policy.ScopeAll
	}
	i := interrogation{
		policy: p,
		discovery: gate.Discovery{
			Finished: true, Specs: 1, Compared: recorded.Base != "", Changed: 1, Unread: recorded.NotInterrogated,
		},
		report:    report.Report{Head: recorded.Head, Ledger: recorded.Ledger, Prohibitions: recorded.Prohibitions},
		questions: recorded.Questions,
	}
	for _, reason := range recorded.Reasons {
		if reason.Subject == reason.Part && reason.Part == "discovery" && reason.Status == gate.Unknown {
			i.discovery.Finished = false
		}
	}
	if recorded.Status == gate.Error {
		return Supposed{}, &InputError{Err: fmt.Errorf("the report could not decide: %s", firstReason(recorded)), Next: "mend that first"}
	}
	return i.suppose(s, record), nil
}

func firstReason(r report.Recorded) string {
	for _, reason := range r.Reasons {
		if reason.Status == gate.Error {
			return reason.Text
		}
	}
	return "it does not say why"
}

// The ids of comments that stand for decisions that were taken, and of the one
// that is supposed. The platform counts from 1.
const supposedComment = -1

// suppose decides the case in which the comment is the newest. Decisions that
// the ledger holds are told again as comments of those who took them, so that
// the same rules weigh old and new together.
func (i interrogation) suppose(s Supposition, record ledger.Record) Supposed {
	head := cmp.Or(i.report.Head, strings.Repeat("0", 40))
	shown, last := span(i.report.Ledger)
	c := command.Case{
		Request:      pull.Request{Number: max(record.Number, 1), Author: s.Author, Open: true, HeadSHA: head},
		Policy:       i.policy,
		Runs:         []pull.Run{{ID: 1, Name: ownName, HeadSHA: head, CompletedAt: shown, Complete: true}},
		Record:       ledger.Record{Number: max(record.Number, 1), Pushers: record.Pushers, Heads: record.Heads},
		Head:         i.report.Ledger,
		Questions:    i.questions,
		Rescore:      func(_ string, q ledger.Question, words string) string { return i.rescore(q, words) },
		Prohibitions: judgeable(i.report.Prohibitions),
		People:       []pull.Person{{Login: s.Login, Permission: s.Permission}},
	}
	comments := retold(i.report.Ledger, i.questions, &c)
	comments = append(comments, pull.Comment{ID: supposedComment, Author: s.Login, Body: s.Body, CreatedAt: last})
	c.Notes = notes(comments)
	decision := c.Decide()

	var out Supposed
	for _, a := range decision.Answers {
		if a.Comment.ID == supposedComment {
			out.Answers = append(out.Answers, a)
		}
	}
	out.Ledger = decision.Ledger
	before := make(map[finding.Key]ledger.Entry)
	for _, e := range i.report.Ledger.Entries {
		before[e.Key()] = e
	}
	for n := range out.Ledger.Entries {
		e := &out.Ledger.Entries[n]
		touched := slices.ContainsFunc(e.Events, func(ev ledger.Event) bool { return ev.At.Equal(last) })
		if touched {
			out.Touched = append(out.Touched, *e)
		} else {
			*e = before[e.Key()] // what nobody speaks of stays as it was recorded
		}
	}
	out.Verdict = i.conclude(out.Ledger, heard{author: s.Author, judgments: decision.Judgments}).Verdict
	out.Questions = out.Ledger.Progress(decision.Asked)
	out.Drafts = i.drafts(out.Questions)
	return out
}

// span is a time before every recorded event, at which the run was on show,
// and one after all of them.
func span(l ledger.Ledger) (before, after time.Time) {
	for _, e := range l.Entries {
		for _, event := range e.Events {
			if before.IsZero() || event.At.Before(before) {
				before = event.At
			}
			if event.At.After(after) {
				after = event.At
			}
		}
	}
	if before.IsZero() {
		before = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
		after = before
	}
	return before.Add(-time.Hour), after.Add(time.Hour)
}

// retold are the decisions that stand in a ledger, as comments. Those of the
// autonomous mode are nobody's, and what has no power any more is left out.
// Whoever took one is added to the case with the permission of that time, which
// was enough: a role of the owner's making does not say how much it is.
func retold(l ledger.Ledger, questions []ledger.Question, c *command.Case) []pull.Comment {
	verbs := map[ledger.Verb]string{ledger.Confirm: "confirm", ledger.Acknowledge: "ack", ledger.Dismiss: "dismiss", ledger.Reopen: "reopen", ledger.Answer: "answer"}
	var out []pull.Comment
	for _, e := range l.Entries {
		for _, event := range e.Events {
			verb := verbs[event.Verb]
			if event.Auto || verb == "" || event.Effect != ledger.Counts && event.Effect != ledger.Waits {
				continue
			}
			id := e.ID
			if event.Verb == ledger.Answer {
				i := slices.IndexFunc(questions, func(q ledger.Question) bool { return q.Fingerprint == event.Question })
				if i < 0 {
					continue
				}
				id = questions[i].ID
			}
			body := "/" + verb + " " + id
			if event.Choice != "" {
				body += " " + event.Choice
			}
			if event.Reason != "" {
				body += " -- " + strings.Join(strings.Fields(event.Reason), " ")
			}
			out = append(out, pull.Comment{
				ID: int64(len(out) + 1), URL: event.Link, Author: event.By, Body: body, CreatedAt: event.At,
			})
			c.People = append(c.People, pull.Person{Login: event.By, Permission: max(permissionOf(event.Permission), c.Policy.People.Minimum)})
		}
	}
	return out
}

// permissionOf reads a permission as events name it; what is none is none.
func permissionOf(name string) pull.Permission {
	for p := pull.None; p <= pull.Admin; p++ {
		if p.String() == name {
			return p
		}
	}
	return pull.None
}
