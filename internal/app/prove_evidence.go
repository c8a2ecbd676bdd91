package app

import (
	"context"
	"sync"
	"time"

	"github.com/surmise-ci/surmise/internal/proof"
)

// evidence is the record of a plan on a bench before anything was run.
func (p *prover) evidence(b Bench, plan planned) proof.Evidence {
	e := p.planner.evidence(plan)
	e.Tool, e.Runner, e.Sandbox = p.request.Tool, p.request.Machine, b.Isolation()
	e.Runner.Kind = plan.Check.Kind
	return e
}

// evidence is what the record of a plan says that follows from the head alone.
func (p *planner) evidence(plan planned) proof.Evidence {
	r := p.request
	e := proof.Evidence{
		Commit: r.Commit, BaseCommit: r.Base, Tree: r.Tree,
		Prohibition: proof.ProhibitionRecord{
			ID: plan.ID, Tier: string(plan.Tier), TextSHA256: proof.SHA256([]byte(plan.Statement)), SpecPath: plan.Path, Line: plan.Line,
		},
		Descriptor: proof.Describe(plan.Check),
	}
	if plan.Base != nil {
		e.Prohibition.BaseTextSHA256 = proof.SHA256([]byte(plan.Base.Statement))
	}
	e.Runner.Kind = plan.Check.Kind
	link := plan.judged.Link
	in := &e.Inputs
	in.Tagged, in.TestLine, in.Mutation = link.Tagged, link.Place.Line, plan.judged.Mutated
	in.TestFile = p.file(plan.testFile)
	if plan.testBlock != nil {
		in.TestBlock = proof.SHA256(plan.testBlock)
	}
	if plan.declared != nil {
		in.Violation = proof.FileRecord{Path: plan.Check.Violation, SHA256: proof.SHA256(plan.declared)}
	}
	for _, c := range plan.violation {
		in.Touched = append(in.Touched, proof.ChangeRecord{Path: c.Path, Line: c.Line, Before: proof.SHA256(c.Before), After: proof.SHA256(c.After)})
	}
	if plan.control != nil {
		var all []byte
		for _, c := range plan.control {
			all = append(all, c.Path+"\x00"+proof.SHA256(c.After)+"\n"...)
		}
		in.Control = proof.SHA256(all)
	}
	for _, name := range plan.configs {
		in.Configs = append(in.Configs, p.file(name))
	}
	return e
}

// toolbox remembers what is known of programs.
type toolbox struct {
	mu    sync.Mutex
	known map[proof.Tool]proof.ToolRecord
}

// of are the records of those programs that are there. Each is asked once, on a
// bench with a tree.
func (t *toolbox) of(ctx context.Context, b Bench, tools []proof.Tool) []proof.ToolRecord {
	t.mu.Lock()
	defer t.mu.Unlock()
	host := b.Host(tools)
	var out []proof.ToolRecord
	for _, tool := range tools {
		if host.Tools[tool.Name] == "" {
			continue
		}
		record, known := t.known[tool]
		if !known {
			record = b.Version(ctx, tool)
			if t.known == nil {
				t.known = make(map[proof.Tool]proof.ToolRecord)
			}
			t.known[tool] = record
		}
		out = append(out, record)
	}
	return out
}

// file is a file of the head by its content; empty if there is none.
func (p *planner) file(name string) proof.FileRecord {
	data, err := p.request.Head.Read(name)
	if name == "" || err != nil {
		return proof.FileRecord{}
	}
	return proof.FileRecord{Path: name, SHA256: proof.SHA256(data)}
}

// stepEvidence is a step without what it printed, and without the values of
// its variables.
func stepEvidence(step proof.Step, s proof.StepRecord, names []string, took time.Duration) proof.StepEvidence {
	e := proof.StepEvidence{
		Argv: step.Argv, Dir: step.Dir, EnvNames: names, Build: step.Build, DurationMS: took.Milliseconds(),
		Exit: s.Exit, Signal: s.Signal, TimedOut: s.TimedOut, Truncated: s.Truncated, Leftover: s.Leftover,
		Stdout: proof.SHA256(s.Stdout), Stderr: proof.SHA256(s.Stderr),
	}
	if s.Report != nil {
		e.Report = proof.SHA256(s.Report)
	}
	return e
}
