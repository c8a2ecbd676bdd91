package app_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// head is a tree of files by their paths.
type tracked map[string]string

func (h tracked) Files() []string { return slices.Sorted(maps.Keys(h)) }

func (h tracked) Read(name string) ([]byte, error) {
	if data, ok := h[name]; ok {
		return []byte(data), nil
	}
	return nil, fs.ErrNotExist
}

// fakeBench is a bench whose only test is a Go function of what is laid out.
type fakeBench struct {
	head    tracked
	test    func(files map[string][]byte, run int) string // an outcome of the report
	sick    bool                                          // the self-test sees no failure
	refuses error
	laid    map[string][]byte
	bundles int
	runs    int
	order   []string // what was in the guarded file, run by run
}

func (b *fakeBench) Lay(_ context.Context, changes map[string][]byte, without []string) error {
	b.laid = map[string][]byte{}
	for name, data := range b.head {
		b.laid[name] = []byte(data)
	}
	maps.Copy(b.laid, changes)
	for _, name := range without {
		delete(b.laid, name)
	}
	b.bundles = 0
	return b.refuses
}

func (b *fakeBench) LayFiles(context.Context, map[string][]byte) error {
	b.laid = nil
	b.bundles++
	return nil
}

func (b *fakeBench) Digest() (string, error) {
	return proof.SHA256([]byte(fmt.Sprint(b.laid))), nil
}

func (b *fakeBench) Support([]proof.File) error { return nil }

func (b *fakeBench) Host([]proof.Tool) proof.Host {
	return proof.Host{Tree: "/tree", Temp: "/temp", Tools: map[string]string{"sh": "/bin/sh"}}
}

func (b *fakeBench) Version(_ context.Context, tool proof.Tool) proof.ToolRecord {
	return proof.ToolRecord{Name: tool.Name, Version: tool.Name + " 1", SHA256: proof.SHA256([]byte(tool.Name))}
}

func (b *fakeBench) Run(context.Context, proof.Step, []proof.StepRecord) proof.StepRecord {
	id, outcome := "wired", "pass"
	switch {
	case b.laid == nil && b.bundles%2 == 0 && !b.sick:
		outcome = "fail"
	case b.laid != nil:
		b.runs++
		b.order = append(b.order, string(b.laid["code.js"]))
		id, outcome = "never leaks", b.test(b.laid, b.runs)
	}
	switch outcome {
	case "fail":
		return proof.StepRecord{Started: true, Exit: 1, Stdout: []byte(`{"schema": 1, "tests": [{"id": "` + id + `", "outcome": "fail", "failure": "assertion", "message": "leaked"}]}`)}
	case "hang":
		return proof.StepRecord{Started: true, TimedOut: true}
	case "left":
		return proof.StepRecord{Started: true, Leftover: true, Stdout: []byte(`{"schema": 1, "tests": [{"id": "` + id + `", "outcome": "pass"}]}`)}
	}
	return proof.StepRecord{Started: true, Stdout: []byte(`{"schema": 1, "tests": [{"id": "` + id + `", "outcome": "` + outcome + `"}]}`)}
}

func (b *fakeBench) Environment(proof.Step) []string { return []string{"HOME", "PATH"} }

func (b *fakeBench) Isolation() proof.SandboxRecord {
	return proof.SandboxRecord{UID: 61184, PIDNS: true}
}

const code = "export const show = mask\n"

func shopTree() tracked {
	return tracked{
		"code.js": code, "spec.md": "# Cards\n",
		"check.sh":     "#!/bin/sh\n# prohibits: P-001\n# never leaks\n",
		"v/P-001":      "surmise-violation 1\nedit code.js\n-export const show = mask\n+export const show = leak\n",
		"v/P-001.mild": "surmise-violation 1\nedit code.js\n export const show = mask\n+// nothing else\n",
	}
}

func shopProhibition() app.Declared {
	return app.Declared{Line: 3, Prohibition: probe.Prohibition{
		ID: "P-001", Statement: "The shop must not leak.", Status: probe.Resolved, Tier: probe.Test, Path: "spec.md", Spec: "spec.md",
		Check: probe.Check{Kind: "command", Target: "check.sh", Test: "never leaks", Argv: []string{"sh", "check.sh"}, Report: "stdout", Violation: "v/P-001"},
	}}
}

func proveRequest(h tracked, b *fakeBench) app.ProveRequest {
	p := policy.Default()
	p.Prove.Commands = [][]string{{"sh", "check.sh"}}
	b.head = h
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return app.ProveRequest{
		Tool: proof.ToolRecord{Version: "1"}, Commit: strings.Repeat("a", 40), Tree: strings.Repeat("b", 40), Policy: p,
		Prohibitions: []app.Declared{shopProhibition()}, Specs: []string{"spec.md"}, Head: h, Benches: []app.Bench{b},
		Now: func() time.Time { at = at.Add(time.Second); return at },
	}
}

// honest looks at what the code does.
func honest(files map[string][]byte, _ int) string {
	if strings.Contains(string(files["code.js"]), "leak") {
		return "fail"
	}
	return "pass"
}

// TestProve gives honest and dishonest tests their codes.
func TestProve(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		test   func(map[string][]byte, int) string
		change func(*app.ProveRequest, tracked)
		want   proof.Code
		runs   int
	}{
		{"honest", honest, nil, proof.Proven, 3},
		{"honest, strict", honest, func(r *app.ProveRequest, _ tracked) { r.Policy.Prove.Strict = true }, proof.Proven, 4},
		{"honest, control of its own", honest, func(r *app.ProveRequest, _ tracked) { r.Prohibitions[0].Check.Control = "v/P-001.mild" }, proof.Proven, 3},
		{"asserts nothing", func(map[string][]byte, int) string { return "pass" }, nil, proof.Survived, 3},
		{"fails today", func(map[string][]byte, int) string { return "fail" }, nil, "BASELINE_FAIL", 1},
		{"is skipped", func(map[string][]byte, int) string { return "skip" }, nil, "BASELINE_SKIP", 1},
		{"hangs", func(map[string][]byte, int) string { return "hang" }, nil, "BASELINE_TIMEOUT", 1},
		{"leaves a process", func(map[string][]byte, int) string { return "left" }, nil, proof.Infra, 1},
		{"detects any change", func(files map[string][]byte, _ int) string {
			if string(files["code.js"]) != code {
				return "fail"
			}
			return "pass"
		}, nil, "CONTROL_FAIL", 3},
		{"hangs under the violation", func(files map[string][]byte, _ int) string {
			if honest(files, 0) == "fail" {
				return "hang"
			}
			return "pass"
		}, nil, "INCONCLUSIVE_TIMEOUT", 3},
		{"flaky in the end", func(files map[string][]byte, run int) string {
			if run == 4 {
				return "fail"
			}
			return honest(files, run)
		}, func(r *app.ProveRequest, _ tracked) { r.Policy.Prove.Strict = true }, "BASELINE_FLAKY", 4},
		{"without a tag", honest, func(_ *app.ProveRequest, h tracked) { h["check.sh"] = "# never leaks\n" }, proof.Unlinked, 0},
		{"tag of another", honest, func(_ *app.ProveRequest, h tracked) { h["check.sh"] = "# prohibits: P-0011\n# never leaks\n" }, proof.Unlinked, 0},
		{"without a test", honest, func(_ *app.ProveRequest, h tracked) { delete(h, "check.sh") }, "BASELINE_NOT_FOUND", 0},
		{"without a violation", honest, func(_ *app.ProveRequest, h tracked) { delete(h, "v/P-001") }, proof.RefusedPath, 0},
		{"stale violation", honest, func(_ *app.ProveRequest, h tracked) { h["code.js"] = "export const show = other\n" }, proof.ViolationStale, 0},
		{"violation of the test", honest, func(_ *app.ProveRequest, h tracked) {
			h["v/P-001"] = "surmise-violation 1\nedit check.sh\n-# never leaks\n+# leaks\n"
		}, proof.RefusedTouchesTest, 0},
		{"violation of the spec", honest, func(_ *app.ProveRequest, h tracked) {
			h["v/P-001"] = "surmise-violation 1\nedit spec.md\n-# Cards\n+# Cars\n"
		}, proof.RefusedTouchesSpec, 0},
		{"control that violates", honest, func(r *app.ProveRequest, _ tracked) { r.Prohibitions[0].Check.Control = "v/P-001" }, proof.RefusedDescriptor, 0},
		{"command that is not allowed", honest, func(r *app.ProveRequest, _ tracked) { r.Policy.Prove.Commands = nil }, proof.RefusedArgv, 0},
		{"more time than is allowed", honest, func(r *app.ProveRequest, _ tracked) {
			r.Policy.Prove.Timeout = 30
			r.Prohibitions[0].Check.Timeout = 31
		}, proof.RefusedDescriptor, 0},
		{"no kind", honest, func(r *app.ProveRequest, _ tracked) { r.Prohibitions[0].Check.Kind = "" }, proof.Unwired, 0},
		{"unknown kind", honest, func(r *app.ProveRequest, _ tracked) { r.Prohibitions[0].Check.Kind = "comand" }, proof.RefusedKind, 0},
		{"half a descriptor", honest, func(r *app.ProveRequest, _ tracked) { r.Prohibitions[0].Check.Violation = "" }, proof.Unproven, 0},
		{"a machine that sees no failure", honest, func(r *app.ProveRequest, _ tracked) { r.Benches[0].(*fakeBench).sick = true }, proof.Infra, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h, b := shopTree(), &fakeBench{test: tt.test}
			r := proveRequest(h, b)
			if tt.change != nil {
				tt.change(&r, h)
			}
			got, err := app.Prove(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if got[0].Ruling.Code != tt.want || b.runs != tt.runs {
				t.Errorf("got %s after %d runs, want %s after %d: %s", got[0].Ruling.Code, b.runs, tt.want, tt.runs, got[0].Ruling.Message)
			}
			e, err := proof.DecodeEvidence(got[0].Evidence.Encode())
			if err != nil {
				t.Fatalf("its own evidence: %v", err)
			}
			if e.Code != tt.want || len(e.Runs) != tt.runs {
				t.Errorf("the evidence says %s after %d runs", e.Code, len(e.Runs))
			}
			if again := proof.Judge(e.Case(got[0].Prohibition, got[0].Line)); tt.runs > 0 && again.Code != tt.want {
				t.Errorf("the evidence is judged %s, and was %s", again.Code, tt.want)
			}
		})
	}
}

// TestProveOrder runs control and violation in an order that the seed decides.
func TestProveOrder(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for seed := range uint64(32) {
		b := &fakeBench{test: honest}
		r := proveRequest(shopTree(), b)
		r.Seed = seed
		if _, err := app.Prove(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if b.order[0] != code {
			t.Fatalf("seed %d: the first tree is changed", seed)
		}
		seen[b.order[1]] = true
	}
	if len(seen) != 2 {
		t.Errorf("the second run is always the same: %q", slices.Collect(maps.Keys(seen)))
	}
}

// TestProveMany runs the self-test of a kind once, however many prohibitions
// and benches there are, and keeps the order of the prohibitions.
func TestProveMany(t *testing.T) {
	t.Parallel()
	h := shopTree()
	r := proveRequest(h, &fakeBench{test: honest})
	second := &fakeBench{head: h, test: honest}
	r.Benches = append(r.Benches, second)
	r.Prohibitions = nil
	var want []string
	for i := range 20 {
		p := shopProhibition()
		p.ID = fmt.Sprintf("P-%03d", i)
		want = append(want, p.ID+" PROVEN")
		h["check.sh"] += "# prohibits: " + p.ID + "\n"
		r.Prohibitions = append(r.Prohibitions, p)
	}
	var mu sync.Mutex
	var tests, done int
	r.Now = time.Now
	r.Progress = func(p app.Progress) {
		mu.Lock()
		defer mu.Unlock()
		if p.ID == "" {
			tests++
		}
		done = max(done, p.Done)
	}
	results, err := app.Prove(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range results {
		got = append(got, p.ID+" "+string(p.Ruling.Code))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if tests != 1 || done != 20 {
		t.Errorf("%d self-tests, %d done; want 1 and 20", tests, done)
	}
}

// TestProveFails ends when a tree cannot be laid out: that is no ruling.
func TestProveFails(t *testing.T) {
	t.Parallel()
	full := errors.New("no space left")
	b := &fakeBench{test: honest, refuses: full}
	if _, err := app.Prove(t.Context(), proveRequest(shopTree(), b)); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := app.Prove(ctx, proveRequest(shopTree(), &fakeBench{test: honest})); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was called off", err)
	}
}

// TestPlanningIsFast plans 200 prohibitions, none of which can be run, in less
// than a second of a machine that does nothing else: the best of five counts.
func TestPlanningIsFast(t *testing.T) {
	h := tracked{}
	r := proveRequest(h, &fakeBench{test: honest})
	r.Prohibitions = nil
	for i := range 200 {
		p := shopProhibition()
		p.ID = fmt.Sprintf("P-%03d", i)
		dir := fmt.Sprintf("pkg%d", i)
		p.Check = probe.Check{Kind: "go-test", Target: dir, Test: "TestNever", Violation: fmt.Sprintf("v/%d", i)}
		h[dir+"/code.go"] = "package code\n\nfunc Show() string { return mask }\n"
		h[dir+"/code_test.go"] = "package code\n\nimport \"testing\"\n\n" + strings.Repeat("func helper() {}\n", 30) + "// prohibits: " + p.ID + "\nfunc TestNever(t *testing.T) {}\n"
		h[p.Check.Violation] = "surmise-violation 1\nedit " + dir + "/gone.go\n-a\n+b\n"
		r.Prohibitions = append(r.Prohibitions, p)
	}
	r.Head = h
	best := time.Hour
	for range 5 {
		start := time.Now()
		got, err := app.Prove(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range got {
			if p.Ruling.Code != proof.ViolationStale {
				t.Fatalf("%s: got %s: %s", p.ID, p.Ruling.Code, p.Ruling.Message)
			}
		}
		best = min(best, time.Since(start))
	}
	if best > time.Second {
		t.Errorf("took %s at best", best)
	}
}

// TestProveConfigs records what decides how a test is run, by its content: what
// configures tools where the test stands, where its command is run, and above.
func TestProveConfigs(t *testing.T) {
	t.Parallel()
	h := shopTree()
	maps.Copy(h, tracked{
		"package.json": "{}", "web/.cargo/config.toml": "", "web/jest.config.js": "a", "web/conftest.py": "b", "web/code.js": "c",
		"web/deep/tsconfig.json": "d", "other/pytest.ini": "e", "web/check.sh": h["check.sh"], "run/.env.test": "f", "run/big.lock": strings.Repeat("x", 1<<20+1),
	})
	r := proveRequest(h, &fakeBench{test: honest})
	r.Prohibitions[0].Check.Target, r.Prohibitions[0].Check.Dir = "web/check.sh", "run"
	got, err := app.Prove(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	var want []proof.FileRecord
	for _, name := range []string{"package.json", "run/.env.test", "web/.cargo/config.toml", "web/conftest.py", "web/jest.config.js"} {
		want = append(want, proof.FileRecord{Path: name, SHA256: proof.SHA256([]byte(h[name]))})
	}
	e := got[0].Evidence
	if diff := cmp.Diff(want, e.Inputs.Configs); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]proof.ToolRecord{{Name: "sh", Version: "sh 1", SHA256: proof.SHA256([]byte("sh"))}}, e.Runner.Tools); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
}
