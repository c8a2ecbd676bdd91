package proof

import "slices"

// Differs names the first part in which two records of a prohibition differ, of
// the parts that follow from the commit alone; "" if they have all of them in
// common. What ran, where, and what came of it is not looked at.
func (e Evidence) Differs(o Evidence) string {
	a, b := e.canonical(), o.canonical()
	x, y := a.Inputs, b.Inputs
	for _, part := range []struct {
		name string
		same bool
	}{
		{"commit", a.Commit == b.Commit},
		{"tree", a.Tree == b.Tree},
		{"prohibition", a.Prohibition.ID == b.Prohibition.ID && a.Prohibition.Tier == b.Prohibition.Tier &&
			a.Prohibition.SpecPath == b.Prohibition.SpecPath && a.Prohibition.Line == b.Prohibition.Line},
		{"statement", a.Prohibition.TextSHA256 == b.Prohibition.TextSHA256},
		{"descriptor", a.Descriptor.SHA256 == b.Descriptor.SHA256},
		{"test", x.TestFile == y.TestFile && x.TestLine == y.TestLine && x.TestBlock == y.TestBlock && x.Tagged == y.Tagged},
		{"violation", x.Violation == y.Violation && x.Mutation == y.Mutation && slices.Equal(x.Touched, y.Touched)},
		{"control", x.Control == y.Control},
		{"configuration", slices.Equal(x.Configs, y.Configs)},
		{"kind", a.Runner.Kind == b.Runner.Kind},
	} {
		if !part.same {
			return part.name
		}
	}
	return ""
}
