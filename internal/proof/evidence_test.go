package proof_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/testkit"
)

func sampleCheck() probe.Check {
	return probe.Check{Kind: "go-test", Target: "internal/label", Test: "TestPhoneIsNeverPrinted", Violation: "docs/violations/P-001.edit", Expect: `shows "<&>"`}
}

func sampleEvidence() proof.Evidence {
	digest, object := proof.SHA256([]byte("x")), strings.Repeat("a1", 20)
	run := func(order int, role proof.Role, state proof.State) proof.RunRecord {
		exit := 0
		r := proof.RunRecord{
			Role: role, Order: order, Started: "2026-11-30T12:00:00Z", Outcome: state, TreeBefore: digest, TreeAfter: digest,
		}
		if state == proof.Failed {
			exit, r.Class, r.Matched, r.Message = 1, proof.Assertion, true, "label_test.go:7: shows \"<&>\"\u2028"
		}
		r.Steps = []proof.StepEvidence{
			{Argv: []string{"/usr/bin/go", "test", "-c"}, Dir: "internal/label", EnvNames: []string{"GOFLAGS", "HOME"}, Build: true, DurationMS: 900, Stdout: digest, Stderr: digest},
			{Argv: []string{"/tmp/label.test"}, Dir: "internal/label", EnvNames: []string{"HOME"}, DurationMS: 12, Exit: exit, Stdout: digest, Stderr: digest},
		}
		return r
	}
	return proof.Evidence{
		Schema:      1,
		Tool:        proof.ToolRecord{Name: "surmise", Version: "0.1.0", SHA256: digest},
		Prohibition: proof.ProhibitionRecord{ID: "P-001", Tier: "test", TextSHA256: digest, SpecPath: "docs/spec.md", Line: 12},
		Descriptor:  proof.Describe(sampleCheck()),
		Commit:      object, BaseCommit: object, Tree: object,
		Inputs: proof.InputsRecord{
			TestFile: proof.FileRecord{Path: "internal/label/label_test.go", SHA256: digest}, TestLine: 5, TestBlock: digest, Tagged: true,
			Violation: proof.FileRecord{Path: "docs/violations/P-001.edit", SHA256: digest},
			Touched:   []proof.ChangeRecord{{Path: "internal/label/label.go", Line: 8, Before: digest, After: digest}},
			Control:   digest, Configs: []proof.FileRecord{{Path: "go.mod", SHA256: digest}},
		},
		SelfTest: proof.SelfTestRecord{SawPass: true, SawFail: true},
		Runs:     []proof.RunRecord{run(1, proof.Baseline, proof.Passed), run(2, proof.Violation, proof.Failed), run(3, proof.Control, proof.Passed)},
		Runner:   proof.RunnerRecord{Kind: "go-test", Tools: []proof.ToolRecord{{Name: "go", Version: "go version go1.26.8 linux/amd64", SHA256: digest}}, OS: "linux", Arch: "amd64"},
		Sandbox:  proof.SandboxRecord{UID: 65534, PIDNS: true, MountNS: true, NetNS: true, Limits: true},
		Code:     proof.Proven, Message: "m", Next: "n",
	}
}

func TestEvidenceRoundTrip(t *testing.T) {
	t.Parallel()
	e := sampleEvidence()
	data := e.Encode()
	testkit.Golden(t, filepath.Join(testkit.Root(t), "testdata", "proof", "evidence.golden"), data)
	got, err := proof.DecodeEvidence(data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Encode(), data) || got.Digest() != e.Digest() || e.Digest() != proof.SHA256(data) {
		t.Error("the record does not come back as it was")
	}
	p := probe.Prohibition{ID: "P-001", Path: "docs/spec.md", Check: sampleCheck()}
	ruling := proof.Judge(got.Case(p, 12))
	if ruling.Code != proof.Proven {
		t.Errorf("the record is judged %+v", ruling)
	}
	p.Check.Test = ""
	if ruling := proof.Judge(got.Case(p, 12)); ruling.Code != proof.Unproven {
		t.Errorf("with another descriptor than the record's it is %s", ruling.Code)
	}
}

// TestEncodeKeepsTheRecord shows that writing a record does not change it.
func TestEncodeKeepsTheRecord(t *testing.T) {
	t.Parallel()
	e := sampleEvidence()
	e.Inputs.Configs, e.Runs[0].Steps[0].EnvNames = nil, nil
	e.Encode()
	if e.Inputs.Configs != nil || e.Runs[0].Steps[0].EnvNames != nil {
		t.Error("Encode wrote into its receiver")
	}
}

// replayOf is the proof of a record as that of its base.
func replayOf(e proof.Evidence) *proof.ReplayRecord {
	return &proof.ReplayRecord{ID: e.Prohibition.ID, Descriptor: e.Descriptor, Inputs: e.Inputs, SelfTest: e.SelfTest, Runs: e.Runs, Code: e.Code, Message: "m", Next: "n"}
}

// TestReplayRoundTrip shows that a record comes back with its replay, and which
// part of it is another one.
func TestReplayRoundTrip(t *testing.T) {
	t.Parallel()
	e := sampleEvidence()
	e.Replay = replayOf(sampleEvidence())
	got, err := proof.DecodeEvidence(e.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(e.Replay.Code, got.Replay.Code); diff != "" || got.Digest() != e.Digest() {
		t.Errorf("the record does not come back as it was: %s", diff)
	}
	if ruling := proof.Judge(got.Replay.Case(probe.Prohibition{ID: "P-001", Path: "docs/spec.md", Check: sampleCheck()}, 12)); ruling.Code != proof.Proven {
		t.Errorf("the replay is judged %+v", ruling)
	}
	for part, change := range map[string]func(*proof.ReplayRecord){
		"": func(r *proof.ReplayRecord) { r.Runs = nil }, "prohibition": func(r *proof.ReplayRecord) { r.ID = "P-002" },
		"descriptor": func(r *proof.ReplayRecord) { r.Descriptor = proof.Describe(probe.Check{}) }, "test": func(r *proof.ReplayRecord) { r.Inputs.TestBlock = "" },
		"violation": func(r *proof.ReplayRecord) { r.Inputs.Touched = nil }, "control": func(r *proof.ReplayRecord) { r.Inputs.Control = "" },
		"configuration": func(r *proof.ReplayRecord) { r.Inputs.Configs = nil },
	} {
		other := *e.Replay
		change(&other)
		if got := e.Replay.Differs(other); got != part {
			t.Errorf("differs in %q, want %q", got, part)
		}
	}
}

func TestHostileEvidence(t *testing.T) {
	t.Parallel()
	change := func(do func(*proof.Evidence)) string {
		e := sampleEvidence()
		do(&e)
		return string(e.Encode())
	}
	good := string(sampleEvidence().Encode())
	swap := func(old, now string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("the sample does not hold %q", old)
		}
		return strings.Replace(good, old, now, 1)
	}
	const form = "evidence is not in its canonical form; take it as surmise prove wrote it"
	of := func(s string) string { return `evidence of "P-001": ` + s }
	tests := []struct{ name, data, want string }{
		{"empty", "", "decode evidence: EOF"},
		{"too big", strings.Repeat(" ", proof.MaxEvidence+1), "evidence has 1048577 bytes; at most 1048576 are read"},
		{"not an object", "[]", "decode evidence: json: cannot unmarshal array into Go value of type proof.Evidence"},
		{"null", "null\n", "evidence has schema 0; this version reads 1"},
		{"another version", swap(`"schema":1`, `"schema":2`), "evidence has schema 2; this version reads 1"},
		{"key twice", swap(`"code":"PROVEN"`, `"code":"SURVIVED","code":"PROVEN"`), form},
		{"key in capitals", swap(`"code":`, `"CODE":`), form},
		{"unknown key", swap(`"code":`, `"verdict":"PROVEN","code":`), `decode evidence: json: unknown field "verdict"`},
		{"missing key", swap(`,"next":"n"`, ``), form},
		{"blank", swap(`"schema":1,`, `"schema":1, `), form},
		{"second document", good + good, form},
		{"no line end", strings.TrimSuffix(good, "\n"), form},
		{"absent list", swap(`"check_argv":[]`, `"check_argv":null`), form},
		{"number as a fraction", swap(`"line":12`, `"line":12.0`), "decode evidence: json: cannot unmarshal number 12.0 into Go struct field ProhibitionRecord.prohibition.line of type int"},
		{"truth as text", swap(`"saw_pass":true`, `"saw_pass":"true"`), "decode evidence: json: cannot unmarshal string into Go struct field SelfTestRecord.self_test.saw_pass of type bool"},
		{"descriptor changed", swap(`"check_test":"TestPhoneIsNeverPrinted"`, `"check_test":"TestOther"`), of(`the descriptor does not have the digest "` + proof.Describe(sampleCheck()).SHA256[:59] + `…"`)},
		{"tier", change(func(e *proof.Evidence) { e.Prohibition.Tier = "judgment" }), of(`the tier is "judgment"; only "test" is proven`)},
		{"no line", change(func(e *proof.Evidence) { e.Prohibition.Line = 0 }), of("the prohibition has no id, path or line")},
		{"unknown code", change(func(e *proof.Evidence) { e.Code = "GREEN" }), of(`the code "GREEN" is not known`)},
		{"short commit", change(func(e *proof.Evidence) { e.Commit = "a1a1a1" }), of(`commit is "a1a1a1"; it must be a digest`)},
		{"unknown outcome", change(func(e *proof.Evidence) { e.Runs[0].Outcome = "PASS" }), of(`run 1: the outcome "PASS" is not known`)},
		{"unknown role", change(func(e *proof.Evidence) { e.Runs[0].Role = "extra" }), of(`run 1: the role "extra" is not known`)},
		{"role twice", change(func(e *proof.Evidence) { e.Runs[2].Role = proof.Baseline }), of(`run 3: the role "baseline" or the order 3 is there twice`)},
		{"order", change(func(e *proof.Evidence) { e.Runs[2].Order = 1 }), of(`run 3: the role "control" or the order 1 is there twice`)},
		{"pass with an exit status", change(func(e *proof.Evidence) { e.Runs[0].Steps[1].Exit = 1 }), of(`run 1: step 2 did not end well, but the outcome is "pass"`)},
		{"pass at a deadline", change(func(e *proof.Evidence) { e.Runs[0].Steps[1].TimedOut = true }), of(`run 1: step 2 did not end well, but the outcome is "pass"`)},
		{"fail by a signal", change(func(e *proof.Evidence) { e.Runs[1].Steps[1].Signal = "killed" }), of(`run 2: step 2 did not end well, but the outcome is "fail"`)},
		{"fail in the build", change(func(e *proof.Evidence) { e.Runs[1].Steps[0].Exit = 1 }), of(`run 2: step 1 did not end well, but the outcome is "fail"`)},
		{"fail with exit status 0", change(func(e *proof.Evidence) { e.Runs[1].Steps[1].Exit = 0 }), of(`run 2: every step ended with 0, but the outcome is "fail"`)},
		{"class of a pass", change(func(e *proof.Evidence) { e.Runs[0].Class = proof.Assertion }), of(`run 1: the outcome "pass" has a failure class`)},
		{"no steps", change(func(e *proof.Evidence) { e.Runs[0].Steps = nil }), of("run 1: it has no steps")},
		{"no argv", change(func(e *proof.Evidence) { e.Runs[0].Steps[0].Argv = nil }), of("run 1: step 1 has no argv, or a negative duration")},
		{"no time", change(func(e *proof.Evidence) { e.Runs[0].Started = "yesterday" }), of(`run 1: started is "yesterday"; it must be a time with its zone`)},
		{"long message", change(func(e *proof.Evidence) { e.Runs[1].Message = strings.Repeat("x", 3000) }), of("run 2: the message is longer than an excerpt")},
		{"output is no digest", change(func(e *proof.Evidence) { e.Runs[0].Steps[0].Stdout = "ok" }), of(`run 1: step 1: the output "ok" is no digest`)},
		{"tree is no digest", change(func(e *proof.Evidence) { e.Runs[0].TreeAfter = "same" }), of(`run 1: the tree "same" is no digest`)},
		{"change without digest", change(func(e *proof.Evidence) { e.Inputs.Touched[0].Path = "" }), of(`the change of "" has no path or digest`)},
		{"tool without a name", change(func(e *proof.Evidence) { e.Runner.Tools[0].Name = "" }), of(`the tool "" has no name or digest`)},
		{"tool without a digest", change(func(e *proof.Evidence) { e.Runner.Tools[0].SHA256 = "latest" }), of(`the tool "go" has no name or digest`)},
		{"replay without an id", change(func(e *proof.Evidence) { e.Replay = replayOf(*e); e.Replay.ID = "" }), of("the replay has no id")},
		{"replay of an unknown code", change(func(e *proof.Evidence) { e.Replay = replayOf(*e); e.Replay.Code = "GREEN" }), of(`the replay: the code "GREEN" is not known`)},
		{"replay of another descriptor", change(func(e *proof.Evidence) { e.Replay = replayOf(*e); e.Replay.Descriptor.Test = "TestOther" }),
			of(`the replay: the descriptor does not have the digest "` + proof.Describe(sampleCheck()).SHA256[:59] + `…"`)},
		{"replay that passes at a deadline", change(func(e *proof.Evidence) {
			e.Replay = replayOf(sampleEvidence())
			e.Replay.Runs[0].Steps[1].TimedOut = true
		}),
			of(`the replay: run 1: step 2 did not end well, but the outcome is "pass"`)},
		{"config without digest", change(func(e *proof.Evidence) { e.Inputs.Configs[0].SHA256 = "" }), of(`the file "go.mod" has no path or digest`)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := proof.DecodeEvidence([]byte(tt.data))
			got := "<nil>"
			if err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestExcerpt(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "short", strings.Repeat("é", 3000), "a" + strings.Repeat("é", 3000), "bad \xff byte", strings.Repeat("\xff", 3000)} {
		got := proof.Excerpt(s)
		if len(got) > 2000 || got != proof.Excerpt(got) || strings.ToValidUTF8(got, "") != got {
			t.Errorf("the excerpt of %d bytes has %d and is not stable, or not UTF-8", len(s), len(got))
		}
	}
}
