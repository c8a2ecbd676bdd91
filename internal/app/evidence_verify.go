package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// verified are the prohibitions with the outcomes that evidence gives them, and
// what a reader must know of them besides. Everything that follows from the head
// and its base is worked out anew from their objects, by the code that planned
// the runs; only what came of the runs is believed.
func (d round) verified(ctx context.Context, i interrogation, w witness, t testimony, head Snapshot) ([]gate.Prohibition, []string, error) {
	out := slices.Clone(i.report.Prohibitions)
	declared, err := i.head.declarations()
	if problems, ok := problemsIn(err); ok {
		return withReason(out, codeNotRun, "no test was run: "+problems.Error()), nil, nil
	}
	base, err := d.revision(ctx, i.report.Base)
	if err != nil {
		return nil, nil, err
	}
	old, _ := i.base.declarations() // what is wrong there holds nothing
	declared.Against(old)
	far, before, err := newDistance(ctx, head, base, declared.Required)
	if err != nil {
		return nil, nil, err
	}
	request := ProveRequest{Commit: w.headSHA, Base: i.report.Base, Policy: i.policy, Prohibitions: declared.Required, Specs: declared.Paths,
		Head: far, Before: before}
	if t.records != nil {
		if request.Tree, err = d.action.Host.RootTree(ctx, w.headSHA); err != nil {
			return nil, nil, err
		}
	}
	v := verifier{testimony: t, planner: newPlanner(request), before: before, rules: i.policy}
	for n := range out {
		p := &out[n]
		at := slices.IndexFunc(declared.Required, func(o Declared) bool { return keyOfRecord(o.Path, o.ID) == keyOfRecord(p.Path, p.ID) })
		if !awaitsTest(*p) || at < 0 {
			continue
		}
		plan := v.planner.plan(declared.Required[at])
		if err := cmp.Or(far.err, before.err); err != nil {
			return nil, nil, err
		}
		v.verify(p, plan)
	}
	return out, v.notices, nil
}

// awaitsTest reports whether evidence decides about a prohibition.
func awaitsTest(p gate.Prohibition) bool { return p.Tier == string(probe.Test) && p.Code == codeNotRun }

// withReason says of all that evidence decides about why there is none.
func withReason(all []gate.Prohibition, code, reason string) []gate.Prohibition {
	out := slices.Clone(all)
	for i := range out {
		if awaitsTest(out[i]) {
			out[i].Code, out[i].Reason = code, reason
		}
	}
	return out
}

// verifier gives prohibitions their outcomes.
type verifier struct {
	testimony
	planner *planner
	before  *distantBase
	rules   policy.Policy
	notices []string
}

// verify gives one prohibition its outcome.
func (v *verifier) verify(p *gate.Prohibition, plan planned) {
	if !plan.runs() {
		v.rule(p, proof.Judge(plan.judged))
		return
	}
	e, there := v.records[keyOfRecord(plan.Path, plan.ID)]
	switch {
	case v.code != "":
		p.Code, p.Reason = v.code, v.reason
		return
	case !there:
		p.Reason = "the run's evidence has no record of it" + v.again()
		return
	}
	p.Evidence = e.Digest()
	if part := e.Differs(v.planner.evidence(plan)); part != "" {
		p.Code, p.Reason = codeDiffers, fmt.Sprintf("the evidence is of another %s than the head's", part)+v.again()
		return
	}
	if e.CachedFrom != "" {
		p.Code, p.Reason = codeDiffers, "the evidence is taken over from another commit"+v.again()
		return
	}
	v.rule(p, proof.Judge(withRuns(plan.judged, e.Case(plan.Prohibition, plan.Line))))
	if p.Outcome == gate.Pass && e.Sandbox.Weak && !v.rules.Prove.AllowWeakIsolation {
		p.Outcome, p.Code = gate.Fail, codeIsolated
		p.Reason = fmt.Sprintf("its test ran without %s: let the job use sudo, or set prove.allow_weak_isolation: true in the default branch's %s",
			strings.Join(e.Sandbox.Missing(), " and "), config.Path)
	}
	if p.Outcome == gate.Pass {
		p.Caught = caught(plan.violation)
		v.compare(p, plan, e)
	}
}

// compare tells of a proof that holds what the change did to it: whether it
// touches the test or what configures it, and whether what held at the base
// still does. That decides nothing; a changed violation or descriptor is a
// finding of its own.
func (v *verifier) compare(p *gate.Prohibition, plan planned, e proof.Evidence) {
	if names := v.touched(plan); names != nil {
		p.Reason += "; the change touches " + strings.Join(names, ", ")
	}
	own := plan.replay
	switch {
	case own == nil:
		return
	case own.runs() && (e.Replay == nil || e.BaseCommit != v.planner.request.Base):
		v.tell(p, "what held it at the base was not tried on the head")
		return
	}
	if !own.runs() {
		ruling := proof.Judge(own.judged)
		v.tell(p, fmt.Sprintf("what held it at the base cannot be tried on the head: %s, %s", ruling.Code, ruling.Message))
		return
	}
	if part := e.Replay.Differs(*own.evidence()); part != "" {
		p.Outcome, p.Code = gate.Unknown, codeDiffers
		p.Reason = fmt.Sprintf("the evidence replays another %s than the base's", part) + v.again()
		return
	}
	ruling := proof.Judge(withRuns(own.judged, e.Replay.Case(own.Prohibition, own.Line)))
	if ruling.Code == proof.Proven || ruling.Code == proof.MutationProven {
		p.Reason += "; what held it at the base still holds"
		return
	}
	v.tell(p, fmt.Sprintf("what held it at the base does not hold on the head: %s, %s", ruling.Code, ruling.Message))
}

// tell says something about a prohibition that passes.
func (v *verifier) tell(p *gate.Prohibition, text string) {
	p.Reason = text + "; " + p.Reason
	v.notices = append(v.notices, p.ID+": "+text)
}

// touched are the files of a test, and of what configures it, that the change
// touches, where the base had the prohibition already.
func (v *verifier) touched(plan planned) []string {
	if plan.Base == nil {
		return nil
	}
	var out []string
	for _, name := range append([]string{plan.testFile}, plan.configs...) {
		if name != "" && !v.before.Same(name) {
			out = append(out, fmt.Sprintf("%q", name))
		}
	}
	return out
}

// again is how to get evidence that counts.
func (v *verifier) again() string { return "; run it again: " + v.run.URL }

// withRuns is a case of our own planning with what a record says of its runs.
func withRuns(own, record proof.Case) proof.Case {
	own.SelfTest, own.NotBuilt = record.SelfTest, record.NotBuilt
	own.Baseline, own.Control, own.Violation, own.Again = record.Baseline, record.Control, record.Violation, record.Again
	return own
}

// rule puts a ruling into the terms of the gate.
func (v *verifier) rule(p *gate.Prohibition, r proof.Ruling) {
	text := r.From(proof.Place{Path: p.Path, Line: p.Line})
	p.Code, p.Reason = string(r.Code), text+"; "+r.Next
	switch OutcomeOf(r.Code, v.rules.Prove) {
	case proof.Pass:
		p.Outcome, p.Reason = gate.Pass, text
	case proof.Fail:
		p.Outcome = gate.Fail
	case proof.Error:
		p.Outcome = gate.Error
	default:
		p.Outcome = gate.Unknown
	}
}
