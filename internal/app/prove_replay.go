package app

import (
	"bytes"
	"context"
	"maps"
	"slices"

	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// replay is the base's own proof on the head: the base's test and violation upon
// the head's code. Where a change touches the test, the violation or the
// descriptor, the head's proof alone says nothing of what was given up.
type replay struct {
	planned
	planner *planner // of the head with the base's files in their places
}

// replay plans it; nil where the change left everything alone, or where the base
// had no test and violation to replay.
func (p *planner) replay(d Declared) *replay {
	if d.Base == nil || p.before == nil || !p.touches(d) {
		return nil
	}
	files := make(map[string][]byte)
	for _, name := range p.heldBy(d.Base.Check, d.Base.ID) {
		data, err := p.request.Before.Read(name)
		if err != nil {
			return nil
		}
		files[name] = data
	}
	r := p.request
	r.Head, r.Before = replaced{p.request.Head, files}, nil
	old := *d.Base
	old.Base = nil
	r.Prohibitions = []Declared{old}
	inner := newPlanner(r)
	out := replay{planned: inner.plan(old), planner: inner}
	out.beneath, out.hidden = files, inner.hidden
	return &out
}

// touches reports whether the change touches what holds a prohibition at the
// base: its descriptor, or the files of its test, its violation or its control.
func (p *planner) touches(d Declared) bool {
	old := d.Base.Check
	k, known := proof.Find(old.Kind)
	if d.Base.Tier != probe.Test || !d.Base.Required() || !known || len(proof.Missing(k, old)) > 0 {
		return false
	}
	files := p.heldBy(old, d.Base.ID)
	if files == nil {
		return false
	}
	return proof.Describe(old).SHA256 != proof.Describe(d.Check).SHA256 ||
		slices.ContainsFunc(files, func(name string) bool { return !p.request.Before.Same(name) })
}

// heldBy are the files of the base that hold a prohibition; nil if one of them
// is not there.
func (p *planner) heldBy(c probe.Check, id string) []string {
	names := []string{c.Violation}
	if c.Control != "" && c.Control != autoControl {
		names = append(names, c.Control)
	}
	if k, _ := proof.Find(c.Kind); !k.Guards {
		found, ok := p.before.find(c, id)
		if !ok {
			return nil
		}
		names = append(names, found.link.Place.Path)
	}
	for _, name := range names {
		if _, there := slices.BinarySearch(p.before.files, name); !there {
			return nil
		}
	}
	return names
}

// replaced is a head with other contents for some files.
type replaced struct {
	Subject
	files map[string][]byte
}

// Files lists them too, where the head does not have them.
func (r replaced) Files() []string {
	return unique(slices.AppendSeq(r.Subject.Files(), maps.Keys(r.files)))
}

// Read returns the other content.
func (r replaced) Read(name string) ([]byte, error) {
	if data, ok := r.files[name]; ok {
		return bytes.Clone(data), nil
	}
	return r.Subject.Read(name)
}

// withReplays are plans and those of their replays.
func withReplays(plans []planned) []planned {
	out := slices.Clone(plans)
	for _, p := range plans {
		if p.replay != nil {
			out = append(out, p.replay.planned)
		}
	}
	return out
}

// replayed makes the runs of a replay and judges them like any others. A tree
// that cannot be laid out, because the head has a folder where the base had a
// file, is no failure of the proof itself.
func (p *prover) replayed(ctx context.Context, b Bench, r *replay) (*proof.ReplayRecord, error) {
	out := r.evidence()
	c, runs, err := p.tried(ctx, b, r.planned)
	if ctx.Err() != nil {
		return nil, err
	}
	if err != nil {
		c.Refusal = p.planner.refuse(r.Declared, proof.Infra, err.Error(), "look at what became of the test")
	}
	ruling := proof.Judge(c)
	out.SelfTest, out.Inputs.NotBuilt, out.Runs = selfTestRecord(c), c.NotBuilt, runs
	out.Code, out.Message, out.Next = ruling.Code, ruling.Message, ruling.Next
	return out, nil
}

// evidence is what the record of a replay says that follows from the head and
// its base alone.
func (r *replay) evidence() *proof.ReplayRecord {
	e := r.planner.evidence(r.planned)
	return &proof.ReplayRecord{ID: r.ID, Descriptor: e.Descriptor, Inputs: e.Inputs}
}
