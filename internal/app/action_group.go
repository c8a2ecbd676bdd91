package app

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/pull"
)

// onGroup decides a merge group: its head against the tip of its base, with
// what was decided on the pull requests in it. What one of them cleared is
// cleared for the group.
func (a *Action) onGroup(ctx context.Context, t Trigger) (Outcome, error) {
	queued, err := a.Host.Queued(ctx, t.HeadSHA, t.BaseRef)
	if err != nil {
		return Outcome{}, err
	}
	if len(queued) == 0 {
		return Outcome{}, &NoRequestError{What: "the merge group " + t.HeadSHA}
	}
	branch, tip, err := a.Host.Default(ctx)
	if err != nil {
		return Outcome{}, err
	}
	d := round{
		action: a, name: checkName(t.BaseRef, branch), tip: tip, trigger: t,
		trees: make(map[string]Snapshot), heard: make(map[witness]testimony), note: groupNote(queued),
	}
	var people []string
	for _, r := range queued {
		people = append(append(people, r.Author), r.Contributors...)
	}
	var all []decided
	for _, r := range queued {
		// The group's text is everybody's in it: nobody clears on a neighbour
		// what they may not clear on their own.
		r.HeadSHA, r.Contributors = t.HeadSHA, people
		one, err := d.request(ctx, r)
		if err != nil {
			return Outcome{}, fmt.Errorf("pull request %d: %w", r.Number, err)
		}
		all = append(all, one)
	}
	if slices.ContainsFunc(all, func(one decided) bool { return one.coming }) {
		// A red check throws the group out of the queue; one that is not there
		// yet lets it wait.
		return Outcome{Idle: "the tests of the merge group are still to be run; their end decides it"}, nil
	}
	share(all)
	checked, err := d.conclude(ctx, t.HeadSHA, all)
	if err != nil {
		return Outcome{}, err
	}
	return Outcome{Checks: []Checked{checked}, Summary: checked.Publication.StepSummary()}, nil
}

// share gives every request of a group what any of them decided: they stand on
// one text.
func share(all []decided) {
	cleared := make(map[finding.Key]ledger.Entry)
	var judged []ledger.Judgment
	for _, one := range all {
		judged = append(judged, one.judged...)
		for _, e := range one.report.Ledger.Entries {
			if e.State != ledger.Open {
				cleared[e.Key()] = e
			}
		}
	}
	for i, one := range all {
		l := one.report.Ledger
		l.Entries = slices.Clone(l.Entries)
		for j, e := range l.Entries {
			if c, ok := cleared[e.Key()]; ok && e.State == ledger.Open {
				l.Entries[j] = c
			}
		}
		if one.report.Verdict.Status != gate.Error {
			all[i].report = one.found.conclude(l, heard{author: one.request.Author, judgments: judged, asked: one.asked})
		}
	}
}

// groupNote says what a merge group's check is about.
func groupNote(queued []pull.Request) string {
	var numbers []string
	for _, r := range queued {
		numbers = append(numbers, strconv.Itoa(r.Number))
	}
	return "merge group up to pull request " + strings.Join(numbers, " after ") + "; commands with this commit's id count here"
}
