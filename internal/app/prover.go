package app

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/pull"
	"github.com/surmise-ci/surmise/internal/source"
)

// proverChanged is no detector of specs: what it tells is found in the change
// itself, see [round.prover].
func proverChanged() detect.Detector {
	return detect.Detector{
		ID: "prover-changed", Class: finding.Underspecified, Affects: "prohibitions", Severity: finding.High,
		Doc: detect.Doc{
			Title: "changed prove workflow",
			Text: "Finds changes of the workflow that runs the tests of prohibitions: the change brings, edits or removes it, so that what " +
				"its run says is the change's own word. One that takes over the file as it is at the tip of the base branch is silent.",
			Bad:   "a pull request that lets " + ProveWorkflow + " run something else",
			Good:  "the same change of that file in a pull request of its own, confirmed there",
			Since: "0.1.0",
		},
		Kinds: []string{"prover-changed"},
	}
}

// prover adds a finding where the change has the workflow that proves otherwise
// than both the merge base and the tip of its branch: a run of it shows only
// what the change wants it to show. Repositories that prove nothing need no
// such workflow, and nobody is asked about it there.
func (d round) prover(ctx context.Context, r pull.Request, i *interrogation, base, head Snapshot) error {
	now := head.Object(ProveWorkflow)
	proves := slices.ContainsFunc(i.report.Prohibitions, func(p gate.Prohibition) bool { return p.Tier == string(probe.Test) })
	if !proves || now == base.Object(ProveWorkflow) {
		return nil
	}
	tip, err := d.revision(ctx, r.BaseSHA)
	if err != nil {
		return err
	}
	if now == tip.Object(ProveWorkflow) {
		return nil
	}
	f, side, err := proverFile(ctx, base, head)
	if err != nil {
		return err
	}
	what := "changes"
	switch {
	case now == "":
		what = "removes"
	case base.Object(ProveWorkflow) == "":
		what = "brings"
	}
	about := proverChanged()
	found := finding.Finding{
		Detector: about.ID, Severity: about.Severity, Own: about.Severity, Class: about.Class, Affects: about.Affects,
		Place:    finding.PlaceOf(f, side, firstLine(f)),
		Message:  "the change " + what + " the workflow that runs its tests, so its proofs are its own word",
		Hint:     "read it, and have someone with the right to decide confirm it, or move its change to a pull request of its own",
		Default:  "its runs count as those of the workflow as it was",
		Identity: finding.Identity{Text: now, Anchor: ProveWorkflow},
	}
	if found.Severity = i.policy.Severity(found.Detector, found.Affects, found.Path, found.Own); found.Severity == finding.Off {
		found.Severity = found.Own
		found.Suppressed = &finding.Suppression{Reason: "off in the policy", Source: finding.ByPolicy}
	}
	i.report.Findings = append(slices.Clone(i.report.Findings), finding.Finish([]finding.Finding{found})...)
	i.report.Ledger = ledger.FromFindings(i.report.Findings, time.Time{})
	i.report.Sources[side][ProveWorkflow] = f
	return nil
}

// proverFile is the workflow where it can be shown: at the head, or if that
// lacks it, at the merge base.
func proverFile(ctx context.Context, base, head Snapshot) (*source.File, finding.Side, error) {
	t, side := head, finding.Head
	if head.Object(ProveWorkflow) == "" {
		t, side = base, finding.Base
	}
	data, err := t.Read(ctx, ProveWorkflow, workflowBytes)
	switch reason := refusal(err); {
	case reason != "":
		data = []byte(reason + "\n") // a link, or more than a workflow has
	case errors.Is(err, fs.ErrNotExist): // a folder of that name
	case err != nil:
		return nil, "", err
	}
	return source.New(ProveWorkflow, data), side, nil
}

func firstLine(f *source.File) source.Span {
	content := f.Content()
	end := 0
	for end < len(content) && content[end] != '\n' && content[end] != '\r' {
		end++
	}
	return source.Span{Start: 0, End: end}
}
