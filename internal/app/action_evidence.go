package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/pull"
)

// onEvidence decides what was proven just now: a merge group, or the pull
// requests with that head. A head that nothing has any more was pushed away
// while it was proven.
func (a *Action) onEvidence(ctx context.Context, t Trigger) (Outcome, error) {
	if t.BaseRef != "" {
		t.Kind = OnGroup
		return a.onGroup(ctx, t)
	}
	const rounds = 3
	for range rounds {
		out, moved, err := a.decideHead(ctx, t.HeadSHA, t, "")
		if _, none := errors.AsType[*NoRequestError](err); none {
			return Outcome{Idle: fmt.Sprintf("no open pull request has the head %s", t.HeadSHA)}, nil
		}
		if err != nil || !moved {
			return out, err
		}
		a.Log.InfoContext(ctx, "inputs moved while deciding", "head", t.HeadSHA)
	}
	return Outcome{}, fmt.Errorf("%s: inputs keep moving; the next event decides again", t.HeadSHA)
}

// testified is what was taken as evidence for a request.
type testified struct {
	from   witness
	run    pull.WorkflowRun // zero if there was none
	waits  bool             // evidence decides about something
	coming bool             // and some can still come by itself
}

// hear takes the evidence that there is for a request, if anything in it needs
// some. A comment that asks to look again starts the run again that did not
// prove everything.
func (d round) hear(ctx context.Context, r pull.Request, i *interrogation, recheck bool) (testified, error) {
	if !slices.ContainsFunc(i.report.Prohibitions, awaitsTest) {
		return testified{}, nil
	}
	head, err := d.revision(ctx, r.HeadSHA)
	if err != nil {
		return testified{}, err
	}
	from := d.witness(r)
	t, known := d.heard[from]
	if !known {
		if t, err = d.testify(ctx, from, head); err != nil {
			return testified{}, err
		}
		d.heard[from] = t
	}
	var notices []string
	if i.report.Prohibitions, notices, err = d.verified(ctx, *i, from, t, head); err != nil {
		return testified{}, err
	}
	i.report.Limits = append(slices.Clone(i.report.Limits), notices...)
	out := testified{from: from, run: t.run, waits: true, coming: t.coming}
	if recheck && t.run.Done && slices.ContainsFunc(i.report.Prohibitions, unproven) {
		notice, err := d.rerun(ctx, t.run)
		if err != nil {
			return testified{}, err
		}
		i.report.Limits = append(slices.Clone(i.report.Limits), notice)
		out.waits = false // its end starts a run of ours
	}
	return out, nil
}

// unproven reports whether a test holds something and is not proven.
func unproven(p gate.Prohibition) bool { return p.Tier == string(probe.Test) && p.Outcome != gate.Pass }

// rechecks reports whether the comment that started this run asks to look
// again, by somebody who may.
func (d round) rechecks(answers []command.Answer) bool {
	return d.trigger.Kind == OnComment && slices.ContainsFunc(answers, func(a command.Answer) bool {
		return a.Comment.ID == d.trigger.Comment && a.Refused == "" && a.Request.Rechecks()
	})
}

// rerun starts a run again, and says what came of it.
func (d round) rerun(ctx context.Context, run pull.WorkflowRun) (notice string, err error) {
	err = d.action.Host.Rerun(ctx, run.ID)
	if denied := deniedBy(err); denied != "" {
		return denied + "; or run it again by hand: " + run.URL, nil
	}
	return "the tests are run again: " + run.URL, err
}

// overtaken reports whether other evidence is there by now than was taken.
func (a *Action) overtaken(ctx context.Context, t testified) (bool, error) {
	if !t.waits {
		return false, nil
	}
	run, _, err := a.proving(ctx, t.from)
	if deniedBy(err) != "" {
		return false, nil
	}
	return run.ID != t.run.ID || run.Attempt != t.run.Attempt || run.Done != t.run.Done, err
}
