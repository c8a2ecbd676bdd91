package proof

import "testing"

// TestDiffers changes one part of a record after the other: all that follows
// from the commit is compared, and nothing else.
func TestDiffers(t *testing.T) {
	t.Parallel()
	record := func() Evidence {
		return Evidence{
			Commit: "c", Tree: "t", Prohibition: ProhibitionRecord{ID: "P-1", Line: 3},
			Inputs: InputsRecord{TestFile: FileRecord{Path: "a_test.go"}, Touched: []ChangeRecord{{Path: "a.go"}}},
		}
	}
	tests := []struct {
		want   string
		change func(*Evidence)
	}{
		{"commit", func(e *Evidence) { e.Commit = "d" }},
		{"tree", func(e *Evidence) { e.Tree = "u" }},
		{"prohibition", func(e *Evidence) { e.Prohibition.ID = "P-2" }},
		{"prohibition", func(e *Evidence) { e.Prohibition.Line = 4 }},
		{"prohibition", func(e *Evidence) { e.Prohibition.SpecPath = "b.md" }},
		{"statement", func(e *Evidence) { e.Prohibition.TextSHA256 = "0" }},
		{"descriptor", func(e *Evidence) { e.Descriptor.SHA256 = "0" }},
		{"test", func(e *Evidence) { e.Inputs.TestFile.SHA256 = "0" }},
		{"test", func(e *Evidence) { e.Inputs.TestBlock = "0" }},
		{"test", func(e *Evidence) { e.Inputs.Tagged = true }},
		{"violation", func(e *Evidence) { e.Inputs.Violation.SHA256 = "0" }},
		{"violation", func(e *Evidence) { e.Inputs.Touched[0].After = "0" }},
		{"violation", func(e *Evidence) { e.Inputs.Touched = nil }},
		{"violation", func(e *Evidence) { e.Inputs.Mutation = true }},
		{"control", func(e *Evidence) { e.Inputs.Control = "0" }},
		{"configuration", func(e *Evidence) { e.Inputs.Configs = []FileRecord{{Path: "c"}} }},
		{"kind", func(e *Evidence) { e.Runner.Kind = "jest" }},
		{"", func(e *Evidence) {}},
		{"", func(e *Evidence) { e.Code, e.Tool.Version, e.BaseCommit, e.Inputs.NotBuilt = Proven, "2", "b", true }},
		{"", func(e *Evidence) { e.Runs = []RunRecord{{Role: Baseline}} }},
	}
	for _, tt := range tests {
		e := record()
		tt.change(&e)
		if got := e.Differs(record()); got != tt.want {
			t.Errorf("%+v differs in %q, want %q", e, got, tt.want)
		}
	}
}
