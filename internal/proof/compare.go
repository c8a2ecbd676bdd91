package proof

import "slices"

// Differs names the first part in which two records of a prohibition differ, of
// the parts that follow from the commit alone; "" if they have all of them in
// common. What ran, where, and what came of it is not looked at, and neither is
// the replay, which follows from the base too.
func (e Evidence) Differs(o Evidence) string {
	a, b := e.canonical(), o.canonical()
	return firstDifferent(slices.Concat([]part{
		{"commit", a.Commit == b.Commit},
		{"tree", a.Tree == b.Tree},
		{"prohibition", a.Prohibition.ID == b.Prohibition.ID && a.Prohibition.Tier == b.Prohibition.Tier &&
			a.Prohibition.SpecPath == b.Prohibition.SpecPath && a.Prohibition.Line == b.Prohibition.Line},
		{"statement", a.Prohibition.TextSHA256 == b.Prohibition.TextSHA256},
		{"descriptor", a.Descriptor.SHA256 == b.Descriptor.SHA256},
	}, a.Inputs.parts(b.Inputs), []part{{"kind", a.Runner.Kind == b.Runner.Kind}}))
}

// Differs does the same for replays, of the parts that follow from the commit
// and its base.
func (r ReplayRecord) Differs(o ReplayRecord) string {
	return firstDifferent(slices.Concat([]part{
		{"prohibition", r.ID == o.ID},
		{"descriptor", r.Descriptor.SHA256 == o.Descriptor.SHA256},
	}, r.Inputs.canonical().parts(o.Inputs.canonical())))
}

// part is one thing that two records have in common, or have not.
type part struct {
	name string
	same bool
}

func firstDifferent(parts []part) string {
	for _, p := range parts {
		if !p.same {
			return p.name
		}
	}
	return ""
}

func (in InputsRecord) parts(o InputsRecord) []part {
	return []part{
		{"test", in.TestFile == o.TestFile && in.TestLine == o.TestLine && in.TestBlock == o.TestBlock && in.Tagged == o.Tagged},
		{"violation", in.Violation == o.Violation && in.Mutation == o.Mutation && slices.Equal(in.Touched, o.Touched)},
		{"control", in.Control == o.Control},
		{"configuration", slices.Equal(in.Configs, o.Configs)},
	}
}
