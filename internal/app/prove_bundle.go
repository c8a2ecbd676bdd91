package app

import (
	"context"
	"fmt"
	"slices"

	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// selfTests are the jobs that run the bundles of all kinds that are needed,
// each once. They come first, and proofs go on beside them.
func (p *prover) selfTests(plans []planned) []job {
	p.tests = make(map[selfTestKey]*selfTest)
	var jobs []job
	for _, plan := range withReplays(plans) {
		key := plan.selfTest()
		if !plan.runs() || p.tests[key] != nil {
			continue
		}
		test := &selfTest{done: make(chan struct{})}
		p.tests[key] = test
		jobs = append(jobs, func(ctx context.Context, b Bench) (err error) {
			defer close(test.done)
			p.tell(Progress{Kind: key.kind})
			test.result, err = p.runSelfTest(ctx, b, plan.kind, key.dir)
			return err
		})
	}
	return jobs
}

// selfTestKey tells self-tests apart: the packages that a kind needs may differ
// from folder to folder.
type selfTestKey struct{ kind, dir string }

// selfTest is what a kind's own bundle gave, once it is done.
type selfTest struct {
	done   chan struct{}
	result proof.SelfTest
}

// wait is the result, once there is one.
func (t *selfTest) wait(ctx context.Context) (proof.SelfTest, error) {
	select {
	case <-t.done:
		return t.result, ctx.Err()
	case <-ctx.Done():
		return proof.SelfTest{}, ctx.Err()
	}
}

// failed reports whether it is known already that the kind proves nothing here.
func (t *selfTest) failed() bool {
	select {
	case <-t.done:
		return !t.result.SawPass || !t.result.SawFail
	default:
		return false
	}
}

// runSelfTest runs a kind's own bundle: its passing test must be seen to pass,
// and its failing test to fail by assertion.
func (p *prover) runSelfTest(ctx context.Context, b Bench, k proof.Kind, dir string) (proof.SelfTest, error) {
	bundle := k.Bundle()
	files := make(map[string][]byte, len(bundle.Files))
	var names []string
	for name, data := range bundle.Files {
		name = inDir(dir, name)
		files[name] = []byte(data)
		names = append(names, name)
	}
	slices.Sort(names)
	var out proof.SelfTest
	for _, want := range []struct {
		check probe.Check
		state proof.State
		class proof.Class
		saw   *bool
	}{{bundle.Pass, proof.Passed, "", &out.SawPass}, {bundle.Fail, proof.Failed, proof.Assertion, &out.SawFail}} {
		check := want.check
		if dir != "" {
			check.Target, check.Dir = inDir(dir, check.Target), inDir(dir, check.Dir)
		}
		var guarded []string
		if k.Guards {
			guarded = policy.Select(check.Target, names)
		}
		if err := b.LayFiles(ctx, files); err != nil {
			return out, fmt.Errorf("lay out the self-test of %s: %w", k.ID, err)
		}
		result, _, err := p.execute(ctx, b, k, check, guarded)
		if err != nil {
			return out, err
		}
		*want.saw = result.State == want.state && result.Class == want.class
		if !*want.saw && out.Detail == "" {
			out.Detail = fmt.Sprintf("its own test, which must %s, came to %s", want.state, result.State)
			if result.Detail != "" {
				out.Detail += ": " + result.Detail
			}
		}
	}
	return out, nil
}

func selfTestRecord(c proof.Case) proof.SelfTestRecord {
	return proof.SelfTestRecord{SawPass: c.SelfTest.SawPass, SawFail: c.SelfTest.SawFail, Detail: proof.Excerpt(c.SelfTest.Detail)}
}
