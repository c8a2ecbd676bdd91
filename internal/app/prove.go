package app

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// Bench is where proofs are run: a folder in which one tree after the other is
// laid out, at a path that never changes, and in which steps run in isolation.
// It is used by one goroutine at a time.
type Bench interface {
	// Lay replaces the tree, and every other folder that steps write, by the
	// head's tree with other contents for some files, and without others.
	Lay(ctx context.Context, changes map[string][]byte, without []string) error
	// LayFiles does so with a tree of these files alone.
	LayFiles(ctx context.Context, files map[string][]byte) error
	// Digest is the SHA-256 of the head's files as they are laid out now.
	Digest() (string, error)
	// Support writes files for the steps of a run.
	Support(files []proof.File) error
	// Host is what plans may know. A tool that is not there is left out.
	Host(tools []proof.Tool) proof.Host
	// Version is what is known of a program that Host names. It is asked in
	// isolation, with the tree that is laid out.
	Version(ctx context.Context, tool proof.Tool) proof.ToolRecord
	Run(ctx context.Context, step proof.Step, before []proof.StepRecord) proof.StepRecord
	// Environment names the variables that a step gets.
	Environment(step proof.Step) []string
	Isolation() proof.SandboxRecord
}

// Declared is a test-tier prohibition with the line of its statement.
type Declared struct {
	probe.Prohibition
	Line int
	// Base is what the base declared in its place; nil if it declared nothing,
	// or was not asked.
	Base *Declared
}

// Subject is the head whose prohibitions are proven.
type Subject interface {
	// Files lists the tracked regular files, sorted.
	Files() []string
	// Read returns one of them; what is no regular file is refused.
	Read(name string) ([]byte, error)
}

// Earlier is the base that a head is compared with.
type Earlier interface {
	Subject
	// Same reports whether the head holds under that name what the base does.
	Same(name string) bool
}

// ProveRequest is what to prove.
type ProveRequest struct {
	Tool         proof.ToolRecord
	Machine      proof.RunnerRecord // without a kind
	Commit       string
	Base         string // commit; "" without one
	Tree         string // object id of the head's tree
	Policy       policy.Policy
	Prohibitions []Declared
	Specs        []string // paths of the specs and of what declares for them
	Head         Subject
	Before       Earlier // nil without a base
	Benches      []Bench // as many as are to run at once, at least one
	Seed         uint64  // decides the order of the runs
	Now          func() time.Time
	// Progress is told what happens, by one goroutine at a time; may be nil.
	Progress func(Progress)
}

// Progress is a step of the way.
type Progress struct {
	Done, Total int    // prohibitions
	ID          string // the prohibition; "" for the self-test of a kind
	Kind        string
	Role        proof.Role    // what is run now; "" when the prohibition is done
	Replay      bool          // it is the base's own proof
	Ruling      *proof.Ruling // when it is done
}

// Proved is what became of one prohibition.
type Proved struct {
	Declared
	Ruling   proof.Ruling
	Evidence proof.Evidence
	// Caught is what the violation does to the code, in a few lines as
	// [ExplainedChange] has them; nil if it was not run.
	Caught []string
}

// Prove proves every prohibition of the request, and returns what became of
// them in its order. An error means that the work could not be finished; what
// a prohibition does wrong is its ruling.
func Prove(ctx context.Context, r ProveRequest) ([]Proved, error) {
	if len(r.Benches) == 0 {
		return nil, errors.New("prove: no bench")
	}
	p := &prover{request: r, planner: newPlanner(r)}
	plans := make([]planned, len(r.Prohibitions))
	for i, d := range r.Prohibitions {
		plans[i] = p.planner.plan(d)
	}
	out := make([]Proved, len(plans))
	jobs := p.selfTests(plans)
	for i, plan := range plans {
		jobs = append(jobs, func(ctx context.Context, b Bench) (err error) {
			out[i], err = p.prove(ctx, b, plan)
			return err
		})
	}
	return out, onBenches(ctx, r.Benches, jobs)
}

// job is a piece of work on a bench.
type job func(context.Context, Bench) error

// onBenches does the jobs in order, as many at once as there are benches. The
// first error calls off the rest.
func onBenches(ctx context.Context, benches []Bench, jobs []job) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, len(benches))
	next := make(chan job, len(jobs))
	for _, j := range jobs {
		next <- j
	}
	close(next)
	var workers sync.WaitGroup
	for n, bench := range benches {
		workers.Go(func() {
			for j := range next {
				if errs[n] = j(ctx, bench); errs[n] != nil {
					cancel()
					return
				}
			}
		})
	}
	workers.Wait()
	return errors.Join(errs...)
}

// prover is a request on its way.
type prover struct {
	request ProveRequest
	planner *planner
	tests   map[selfTestKey]*selfTest
	tools   toolbox
	mu      sync.Mutex // guards done, and the calls of Progress
	done    int
}

// prove makes the runs of one plan and judges them.
func (p *prover) prove(ctx context.Context, b Bench, plan planned) (Proved, error) {
	if err := ctx.Err(); err != nil {
		return Proved{}, fmt.Errorf("prove %s: %w", plan.ID, err)
	}
	e := p.evidence(b, plan)
	c, runs, err := p.tried(ctx, b, plan)
	if err != nil {
		return Proved{}, err
	}
	if runs != nil {
		e.Runner.Tools = p.tools.of(ctx, b, proof.Tools(plan.kind, plan.Check))
	}
	ruling := proof.Judge(c)
	e.SelfTest, e.Inputs.NotBuilt, e.Runs = selfTestRecord(c), c.NotBuilt, runs
	e.Code, e.Message, e.Next = ruling.Code, ruling.Message, ruling.Next
	if plan.replay != nil && (ruling.Code == proof.Proven || ruling.Code == proof.MutationProven) {
		if e.Replay, err = p.replayed(ctx, b, plan.replay); err != nil {
			return Proved{}, err
		}
	}
	p.tell(Progress{ID: plan.ID, Kind: plan.Check.Kind, Ruling: &ruling})
	out := Proved{Declared: plan.Declared, Ruling: ruling, Evidence: e}
	if runs != nil {
		out.Caught = caught(plan.violation)
	}
	return out, nil
}

// tried makes the runs of a plan, if it has any.
func (p *prover) tried(ctx context.Context, b Bench, plan planned) (proof.Case, []proof.RunRecord, error) {
	c := plan.judged
	if !plan.runs() {
		return c, nil, nil
	}
	var runs []proof.RunRecord
	test := p.tests[plan.selfTest()]
	if !test.failed() {
		var err error
		if runs, err = p.runs(ctx, b, plan, &c); err != nil {
			return c, nil, err
		}
	}
	var err error
	if c.SelfTest, err = test.wait(ctx); err != nil {
		return c, nil, fmt.Errorf("prove %s: %w", plan.ID, err)
	}
	return c, runs, nil
}

// runs makes the runs: the baseline, then control and violation in an order
// that nobody can foresee, then in strict mode the baseline again. A baseline
// that does not pass decides alone.
func (p *prover) runs(ctx context.Context, b Bench, plan planned, c *proof.Case) ([]proof.RunRecord, error) {
	var out []proof.RunRecord
	for _, role := range p.order(plan) {
		p.tell(Progress{ID: plan.ID, Kind: plan.Check.Kind, Role: role, Replay: plan.beneath != nil})
		result, record, err := p.run(ctx, b, plan, role)
		if err != nil {
			return nil, err
		}
		record.Order = len(out) + 1
		out = append(out, record)
		switch role {
		case proof.Baseline:
			c.Baseline = &result
		case proof.Control:
			c.Control = &result
		case proof.Violation:
			c.Violation, c.NotBuilt = &result, proof.NotBuilt(result, c.Touched)
		case proof.Again:
			c.Again = &result
		}
		if role == proof.Baseline && result.State != proof.Passed {
			break
		}
	}
	return out, nil
}

func (p *prover) order(plan planned) []proof.Role {
	h := fnv.New64a()
	h.Write([]byte(plan.Path + "\x00" + plan.ID))
	roles := []proof.Role{proof.Baseline, proof.Control, proof.Violation}
	if rand.New(rand.NewPCG(p.request.Seed, h.Sum64())).IntN(2) == 1 {
		slices.Reverse(roles[1:])
	}
	if p.request.Policy.Prove.Strict {
		roles = append(roles, proof.Again)
	}
	return roles
}

// run makes one run in a tree of its own.
func (p *prover) run(ctx context.Context, b Bench, plan planned, role proof.Role) (proof.Result, proof.RunRecord, error) {
	record := proof.RunRecord{Role: role, Started: p.request.Now().UTC().Format(time.RFC3339)}
	if err := b.Lay(ctx, plan.contents(role), slices.Concat(p.planner.hidden, plan.hidden)); err != nil {
		return proof.Result{}, record, fmt.Errorf("lay out the tree of %s: %w", plan.ID, err)
	}
	var err error
	if record.TreeBefore, err = b.Digest(); err != nil {
		return proof.Result{}, record, err
	}
	result, steps, err := p.execute(ctx, b, plan.kind, plan.planCheck(p.request.Policy), plan.guarded)
	if err != nil {
		return proof.Result{}, record, err
	}
	if record.TreeAfter, err = b.Digest(); err != nil {
		return proof.Result{}, record, err
	}
	if role == proof.Violation {
		result = proof.Blame(result, plan.violation)
	}
	record.Steps = steps
	record.Outcome, record.Class, record.Matched = result.State, result.Class, result.Matched
	record.Message, record.Detail = proof.Excerpt(result.Message), proof.Excerpt(result.Detail)
	return result, record, nil
}

// execute plans a run on this machine, makes it in the tree that is laid out,
// and reads it.
func (p *prover) execute(ctx context.Context, b Bench, k proof.Kind, c probe.Check, guarded []string) (proof.Result, []proof.StepEvidence, error) {
	host := b.Host(proof.Tools(k, c))
	host.Guarded = guarded
	plan, err := k.Plan(c, host)
	if err != nil {
		step := proof.StepEvidence{Argv: []string{k.ID}}
		return proof.Result{State: proof.Infrastructure, Detail: err.Error()}, []proof.StepEvidence{step}, nil
	}
	if err := b.Support(plan.Files); err != nil {
		return proof.Result{}, nil, err
	}
	t := proof.Transcript{Steps: make([]proof.StepRecord, len(plan.Steps))}
	var evidence []proof.StepEvidence
	for i, step := range plan.Steps {
		start := p.request.Now()
		t.Steps[i] = b.Run(ctx, step, t.Steps[:i])
		if err := ctx.Err(); err != nil {
			return proof.Result{}, nil, fmt.Errorf("run %q: %w", k.ID, err)
		}
		evidence = append(evidence, stepEvidence(step, t.Steps[i], b.Environment(step), p.request.Now().Sub(start)))
		if s := t.Steps[i]; s.Failed != "" || s.TimedOut || s.Truncated || s.Leftover || s.Signal != "" || step.Build && s.Exit != 0 {
			break
		}
	}
	return proof.Read(k, c, plan, t), evidence, nil
}

// tell reports progress.
func (p *prover) tell(what Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if what.Ruling != nil {
		p.done++
	}
	if p.request.Progress != nil {
		what.Done, what.Total = p.done, len(p.request.Prohibitions)
		p.request.Progress(what)
	}
}
