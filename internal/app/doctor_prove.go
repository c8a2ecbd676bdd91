package app

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/source"
)

// HasProofs reports whether something in the specs of a tree is held by a test,
// so that a workflow has to run it. Declarations that cannot be read are meant
// to be some.
func HasProofs(ctx context.Context, t Tree) (bool, error) {
	p, _, err := loadPolicy(ctx, Request{Head: t})
	if _, ok := problemsIn(err); ok {
		return false, nil // told with the policy
	}
	if err != nil {
		return false, err
	}
	declared, err := Declare(ctx, t, p, nil)
	if _, ok := problemsIn(err); ok {
		return true, nil
	}
	return len(declared.Required) > 0, err
}

// provers looks at the jobs that run the tests of prohibitions.
func (d *doctor) provers(all []config.Workflow) {
	found := false
	for _, w := range all {
		for _, j := range w.Jobs {
			if !slices.ContainsFunc(j.Steps, proves) {
				continue
			}
			found = true
			before := len(d.advice)
			d.prover(w, j)
			if len(d.advice) == before {
				d.add(Sound, w.Path, source.Position{}, "the workflow runs the tests of prohibitions, and can do no harm", "")
			}
		}
	}
	if d.proofs && !found && !d.unread {
		d.add(Mend, config.WorkflowDir, source.Position{}, "no workflow runs the tests of prohibitions, so none is ever proven",
			`write one with "surmise init", and merge it`)
	}
}

// prover looks at one of them. It runs the code of pull requests, so it must
// not be able to do anything.
func (d *doctor) prover(w config.Workflow, j config.Job) {
	if w.Path != ProveWorkflow {
		d.add(Mend, w.Path, j.ID.At, "evidence counts only from "+ProveWorkflow, "give the file that name")
	}
	for _, e := range w.Events {
		if e.Name.Value != pullPlain && e.Name.Value != "merge_group" && e.Name.Value != "workflow_dispatch" && e.Name.Value != "schedule" {
			d.add(Mend, w.Path, e.Name.At, fmt.Sprintf("%s starts code of pull requests, and evidence of it does not count", e.Name.Value),
				"start it by pull_request and merge_group")
		}
	}
	for _, t := range []trigger{{event: pullPlain, why: "nothing is proven"}, {event: "merge_group", why: "nothing is proven in a merge queue"}} {
		e, ok := event(w, t.event)
		if !ok {
			d.add(Mend, w.Path, source.Position{}, fmt.Sprintf("the trigger %q is missing: %s", t.event, t.why), fmt.Sprintf("add to on: %q", t.event+":"))
			continue
		}
		d.filters(w, e)
	}
	d.harmless(w, j)
	for _, s := range j.Steps {
		repository, _, _ := strings.Cut(s.Uses.Value, "@")
		if strings.HasSuffix(repository, "/checkout") {
			d.provedCheckout(w, s)
		}
	}
}

// harmless looks at what the job holds that its tests could take.
func (d *doctor) harmless(w config.Workflow, j config.Job) {
	const next = "write permissions: {contents: read}"
	p := j.Permissions
	if p == nil {
		p = w.Permissions
	}
	switch {
	case p == nil:
		d.add(Mend, w.Path, j.ID.At, "the job names no permissions, so the repository's settings decide, and it runs code of pull requests", next)
	case p.All == "write-all":
		d.add(Mend, w.Path, p.At, `the job has "write-all", and it runs code of pull requests`, next)
	default:
		for _, s := range p.Scopes {
			if s.Value.Value == "write" {
				d.add(Mend, w.Path, s.Value.At, fmt.Sprintf("the job has %q, and it runs code of pull requests", s.Name.Value+": write"), next)
			}
		}
	}
	for _, s := range w.Secrets {
		d.add(Mend, w.Path, s.Name.At, fmt.Sprintf("the workflow uses the secret %q, and it runs code of pull requests", s.Name.Value),
			"move it to another workflow")
	}
}

// provedCheckout looks at what is proven: the head, with its history.
func (d *doctor) provedCheckout(w config.Workflow, s config.Step) {
	if s.Input("persist-credentials").Value != "false" {
		d.add(Mend, w.Path, s.Uses.At, "the checkout leaves the token where tests find it", "write persist-credentials: false")
	}
	if !strings.Contains(s.Input("ref").Value, "head.sha") {
		d.add(Mend, w.Path, s.Uses.At, "the checkout is of the merge, and evidence has to be of the head itself",
			"write ref: ${{ github.event.pull_request.head.sha || github.sha }}")
	}
	if s.Input("fetch-depth").Value != "0" {
		d.add(Mend, w.Path, s.Uses.At, "the checkout lacks the default branch, whose policy counts", "write fetch-depth: 0")
	}
}
