package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/source"
)

// round is the making of one check run: for the pull requests with one head and
// one base.
type round struct {
	action  *Action
	name    string
	tip     string // of the default branch, whose policy counts
	trigger Trigger
	note    string              // what the check has to say about the event
	trees   map[string]Snapshot // what was listed of commits
	heard   map[witness]testimony
}

// revision lists a commit once.
func (d round) revision(ctx context.Context, sha string) (Snapshot, error) {
	if t := d.trees[sha]; t != nil {
		return t, nil
	}
	t, err := d.action.Host.Revision(ctx, sha)
	if err != nil {
		return nil, err
	}
	d.trees[sha] = t
	return t, nil
}

// decided is one pull request with everything that was decided on it.
type decided struct {
	request pull.Request
	found   interrogation // of the head; zero if a mistake stopped it
	report  report.Report // with the verdict
	record  ledger.Record
	answers []command.Answer
	judged  []ledger.Judgment
	asked   []ledger.Question
	runs    []pull.Run
	spoken  []pull.Comment
	testified
}

// decide decides the requests, publishes their check run and answers the
// comments.
func (d round) decide(ctx context.Context, requests []pull.Request) (Checked, []decided, error) {
	var all []decided
	for _, r := range requests {
		one, err := d.request(ctx, r)
		if err != nil {
			return Checked{}, nil, fmt.Errorf("pull request %d: %w", r.Number, err)
		}
		all = append(all, one)
	}
	checked, err := d.conclude(ctx, requests[0].HeadSHA, all)
	return checked, all, err
}

// conclude publishes what was decided and answers the comments.
func (d round) conclude(ctx context.Context, head string, all []decided) (Checked, error) {
	checked, err := d.check(head, all)
	if err != nil {
		return Checked{}, err
	}
	// Answers first: once the record is published no later run gives them, so a
	// run that ends in between would leave people without one.
	for _, one := range all {
		d.answer(ctx, checked.Publication, one)
	}
	if err := d.publish(ctx, &checked, all); err != nil {
		return Checked{}, err
	}
	for _, one := range all {
		d.remark(ctx, checked, one)
	}
	return checked, nil
}

// request decides one pull request.
func (d round) request(ctx context.Context, r pull.Request) (decided, error) {
	host := d.action.Host
	out := decided{request: r}
	runs, err := host.Runs(ctx, r, d.name)
	if err != nil {
		return decided{}, err
	}
	comments, err := host.Comments(ctx, r.Number)
	if err != nil {
		return decided{}, err
	}
	out.runs, out.spoken = runs, spoken(comments)
	record, notices := ledger.ReadRecords(r.Number, runs)
	out.record = d.pushed(record)
	i, err := d.interrogate(ctx, r, r.HeadSHA)
	if mistake := mistakeIn(err); mistake != "" {
		out.found.policy = policy.Default()
		out.report = undecided(d.action.Tool, r, mistake)
		return out, nil
	}
	if err != nil {
		return decided{}, err
	}
	i.report.Head = r.HeadSHA
	i.report.Limits = append(i.report.Limits, notices...)
	c := command.Case{Request: r, Policy: i.policy, Runs: runs, Record: out.record, Notes: notes(comments), Head: i.report.Ledger,
		Questions: i.questions, Prohibitions: judgeable(i.report.Prohibitions)}
	if err := d.gather(ctx, &c, i); err != nil {
		return decided{}, err
	}
	decision := c.Decide()
	if out.testified, err = d.hear(ctx, r, &i, d.rechecks(decision.Answers)); err != nil {
		return decided{}, err
	}
	out.found, out.judged, out.asked = i, decision.Judgments, decision.Asked
	out.report = i.conclude(decision.Ledger, heard{author: r.Author, judgments: decision.Judgments, asked: decision.Asked})
	out.record, out.answers = decision.Record, decision.Answers
	return out, nil
}

// interrogate reads one head of a pull request against its merge base, under
// the default branch's policy.
func (d round) interrogate(ctx context.Context, r pull.Request, head string) (interrogation, error) {
	mergeBase, err := d.action.Host.MergeBase(ctx, r.BaseSHA, head)
	if err != nil {
		return interrogation{}, err
	}
	var trees [3]Snapshot
	for i, sha := range []string{d.tip, mergeBase, head} {
		if trees[i], err = d.revision(ctx, sha); err != nil {
			return interrogation{}, err
		}
	}
	request := Request{
		Tool: d.action.Tool, Tip: trees[0], Head: trees[2], BaseName: r.BaseRef,
		Base: comparison{Snapshot: trees[1], id: mergeBase, head: trees[2]},
	}
	if r.BaseSHA != mergeBase {
		if request.BaseTip, err = d.revision(ctx, r.BaseSHA); err != nil {
			return interrogation{}, err
		}
	}
	i, err := interrogate(ctx, request)
	if err != nil {
		return interrogation{}, err
	}
	return i, d.prover(ctx, r, &i, trees[1], trees[2])
}

// comparison is a snapshot as the base of another one.
type comparison struct {
	Snapshot
	id   string
	head Snapshot
}

// ID is the commit's id.
func (c comparison) ID() string { return c.id }

// Same compares object ids.
func (c comparison) Same(_ context.Context, path string) (bool, error) {
	object := c.Object(path)
	return object != "" && object == c.head.Object(path), nil
}

// gather finds out what else the case follows from: what the authors of
// commands may do, and the other heads that the commands of those who may
// decide refer to.
func (d round) gather(ctx context.Context, c *command.Case, head interrogation) error {
	seen := map[string]interrogation{c.Request.HeadSHA: head}
	for _, login := range c.Logins() {
		p, err := d.action.Host.Person(ctx, login)
		if err != nil {
			return err
		}
		c.People = append(c.People, p)
	}
	for _, sha := range c.Elsewhere() {
		known, err := d.ours(ctx, c.Request, sha)
		if err != nil {
			return err
		}
		if known {
			c.Record.Heads = append(slices.Clone(c.Record.Heads), sha)
		}
	}
	for _, sha := range c.SHAs() {
		i, err := d.interrogate(ctx, c.Request, sha)
		if err != nil {
			if ctx.Err() != nil {
				return err
			}
			// A head that cannot be read any more gives no view: what refers to
			// it does not count.
			d.action.Log.WarnContext(ctx, "cannot interrogate an earlier head", "sha", sha, "error", err)
			continue
		}
		seen[sha] = i
		c.Views = append(c.Views, ledger.View{HeadSHA: sha, PublishedAt: firstPublished(c.Runs, sha), Ledger: i.report.Ledger,
			Questions: i.questions, Prohibitions: judgeable(i.report.Prohibitions)})
	}
	c.Rescore = func(sha string, q ledger.Question, words string) string { return seen[sha].rescore(q, words) }
	return nil
}

// ours reports whether a run of ours on that commit carries the record of the
// pull request.
func (d round) ours(ctx context.Context, r pull.Request, sha string) (bool, error) {
	r.HeadSHA = sha
	runs, err := d.action.Host.Runs(ctx, r, d.name)
	if err != nil {
		return false, err
	}
	runs = slices.DeleteFunc(runs, func(run pull.Run) bool { return run.HeadSHA != sha })
	record, _ := ledger.ReadRecords(r.Number, runs)
	return slices.Contains(record.Heads, sha), nil
}

// pushed adds the one who pushed just now to those who contributed.
func (d round) pushed(r ledger.Record) ledger.Record {
	if p := d.trigger.Pusher; p != "" && !slices.Contains(r.Pushers, p) {
		r.Pushers = slices.Sorted(slices.Values(append(slices.Clone(r.Pushers), p)))
	}
	return r
}

// check is what all decided requests together say.
func (d round) check(head string, all []decided) (Checked, error) {
	p := report.Publication{
		Name: d.name, HeadSHA: head, Group: d.trigger.Kind == OnGroup, Policy: all[0].found.policy,
		Level: d.action.Level, FailJob: d.action.FailJob, Artifact: d.action.RunURL,
	}
	if d.note != "" {
		p.Notices = append(p.Notices, d.note)
	}
	for _, one := range all {
		record, left, err := ledger.EncodeRecord(one.record, report.RecordBudget(len(all)))
		if err != nil {
			return Checked{}, fmt.Errorf("pull request %d: %w", one.request.Number, err)
		}
		if left > 0 {
			p.Notices = append(p.Notices, fmt.Sprintf("the record of pull request %d has no room for its %d oldest receipts", one.request.Number, left))
		}
		p.Requests = append(p.Requests, report.PullRequest{
			Number: one.request.Number, Base: one.request.BaseRef, Report: one.report, Record: record,
		})
	}
	p.Digest = digest(p.Check())
	return Checked{Publication: p, Check: p.Check()}, nil
}

// undecided is the report of a run that a mistake in the repository stopped.
func undecided(tool string, r pull.Request, reason string) report.Report {
	return report.Report{
		Tool: tool, Head: r.HeadSHA,
		Verdict: gate.Verdict{Subject: "gate", Status: gate.Error, Reason: reason},
	}
}

// mistakeIn is what people have to mend before anything can be decided; "" if
// the error is not theirs.
func mistakeIn(err error) string {
	var input *InputError
	var problems source.Problems
	switch {
	case errors.As(err, &problems):
		return problems.Error()
	case errors.As(err, &input):
		return input.Error()
	}
	return ""
}

// notes reads the commands of comments. A comment that cannot be parsed holds
// none that anybody could see.
func notes(comments []pull.Comment) []command.Note {
	var out []command.Note
	for _, c := range comments {
		n := command.Note{Comment: c}
		if strings.Contains(c.Body, "/") {
			if lines, err := markdown.Lines(c.Body); err == nil {
				n.Requests = command.Parse(lines)
			}
		}
		out = append(out, n)
	}
	return out
}
