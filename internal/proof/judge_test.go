package proof_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// sampleCase is a case that is proven.
func sampleCase() proof.Case {
	return proof.Case{
		Prohibition: probe.Prohibition{ID: "P-001", Path: "docs/spec.md", Tier: probe.Test, Check: probe.Check{
			Kind: "go-test", Target: "label", Test: "TestPhoneIsNeverPrinted", Violation: "docs/violations/P-001.edit",
		}},
		Line:      12,
		SelfTest:  proof.SelfTest{SawPass: true, SawFail: true},
		Link:      proof.Link{Place: proof.Place{Path: "label/label_test.go", Line: 5}, Tagged: true},
		Touched:   []proof.Place{{Path: "label/label.go", Line: 8}},
		Baseline:  &proof.Result{State: proof.Passed},
		Violation: &proof.Result{State: proof.Failed, Class: proof.Assertion, Message: "the phone number is printed"},
		Control:   &proof.Result{State: proof.Passed},
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(*proof.Case)
		want   proof.Code
	}{
		{"everything in place", func(*proof.Case) {}, proof.Proven},
		{"strict", func(c *proof.Case) { c.Strict, c.Again = true, &proof.Result{State: proof.Passed} }, proof.Proven},
		{"expected", func(c *proof.Case) {
			c.Prohibition.Check.Expect, c.Violation.Class, c.Violation.Matched = "printed", proof.Unclear, true
		}, proof.Proven},
		{"nothing", func(c *proof.Case) { *c = proof.Case{} }, proof.Unwired},
		{"no kind", func(c *proof.Case) { c.Prohibition.Check = probe.Check{} }, proof.Unwired},
		{"unknown kind", func(c *proof.Case) { c.Prohibition.Check.Kind = "go-tset" }, proof.RefusedKind},
		{"no test", func(c *proof.Case) { c.Prohibition.Check.Test = "" }, proof.Unproven},
		{"no violation", func(c *proof.Case) { c.Prohibition.Check.Violation = "" }, proof.Unproven},
		{"bad descriptor", func(c *proof.Case) { c.Prohibition.Check.Target = "../x" }, proof.RefusedDescriptor},
		{"refused", func(c *proof.Case) {
			c.Refusal = &proof.Refusal{Code: proof.ViolationStale, Text: "it is stale", Next: "renew it"}
		}, proof.ViolationStale},
		{"no tag", func(c *proof.Case) { c.Link.Tagged = false }, proof.Unlinked},
		{"tag elsewhere", func(c *proof.Case) {
			c.Link = proof.Link{Others: []proof.Place{{Path: "other_test.go", Line: 2}}}
		}, proof.Unlinked},
		{"no self-test", func(c *proof.Case) { c.SelfTest = proof.SelfTest{} }, proof.Infra},
		{"self-test saw no failure", func(c *proof.Case) { c.SelfTest.SawFail = false }, proof.Infra},
		{"no baseline", func(c *proof.Case) { c.Baseline = nil }, proof.Infra},
		{"no control", func(c *proof.Case) { c.Control = nil }, proof.Infra},
		{"no violation run", func(c *proof.Case) { c.Violation = nil }, proof.Infra},
		{"strict without a second baseline", func(c *proof.Case) { c.Strict = true }, proof.Infra},
		{"result that was never set", func(c *proof.Case) { c.Control = &proof.Result{} }, proof.Infra},
		{"unknown state", func(c *proof.Case) { c.Baseline.State = "PASS" }, proof.Infra},
		{"machine", func(c *proof.Case) { c.Violation = &proof.Result{State: proof.Infrastructure} }, proof.Infra},
		{"red baseline, the rest not run", func(c *proof.Case) {
			c.Baseline.State, c.Control, c.Violation = proof.Failed, nil, nil
		}, "BASELINE_FAIL"},
		{"baseline skips", func(c *proof.Case) { c.Baseline.State = proof.Skipped }, "BASELINE_SKIP"},
		{"second baseline fails", func(c *proof.Case) { c.Again = &proof.Result{State: proof.Failed} }, "BASELINE_FLAKY"},
		{"control fails", func(c *proof.Case) { c.Control.State = proof.Failed }, "CONTROL_FAIL"},
		{"survives", func(c *proof.Case) { c.Violation.State = proof.Passed }, proof.Survived},
		{"survives, and the control fails", func(c *proof.Case) {
			c.Violation.State, c.Control.State = proof.Passed, proof.Failed
		}, proof.Survived},
		{"not built", func(c *proof.Case) { c.Violation.State, c.NotBuilt = proof.Passed, true }, proof.ViolationNotInBuild},
		{"violation does not build", func(c *proof.Case) { c.Violation.State = proof.BuildFailed }, "INCONCLUSIVE_BUILD_FAILED"},
		{"violation times out", func(c *proof.Case) { c.Violation.State = proof.TimedOut }, "INCONCLUSIVE_TIMEOUT"},
		{"violation panics", func(c *proof.Case) { c.Violation.Class = proof.Panic }, proof.WrongPanic},
		{"violation throws", func(c *proof.Case) { c.Violation.Class = proof.Exception }, proof.WrongException},
		{"class is unclear", func(c *proof.Case) { c.Violation.Class = proof.Unclear }, proof.WrongUnclear},
		{"class is unheard of", func(c *proof.Case) { c.Violation.Class = "ASSERTION" }, proof.WrongUnclear},
		{"other message", func(c *proof.Case) { c.Prohibition.Check.Expect = "refunded" }, proof.WrongMessage},
		{"banner in the baseline", func(c *proof.Case) {
			c.Prohibition.Check.Expect, c.Violation.Matched, c.Baseline.Matched = "printed", true, true
		}, proof.WrongBanner},
		{"banner in the control", func(c *proof.Case) {
			c.Prohibition.Check.Expect, c.Violation.Matched, c.Control.Matched = "printed", true, true
		}, proof.WrongBanner},
		{"banner in the second baseline", func(c *proof.Case) {
			c.Prohibition.Check.Expect, c.Violation.Matched = "printed", true
			c.Again = &proof.Result{State: proof.Passed, Matched: true}
		}, proof.WrongBanner},
		{"mutation", func(c *proof.Case) { c.Mutated = true }, proof.MutationProven},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := sampleCase()
			tt.change(&c)
			got := proof.Judge(c)
			if got.Code != tt.want {
				t.Errorf("Judge = %s, want %s: %s", got.Code, tt.want, got.Message)
			}
			if pass := got.Code.Outcome() == proof.Pass; pass != (tt.want == proof.Proven) {
				t.Errorf("the outcome of %s is %d", got.Code, got.Code.Outcome())
			}
		})
	}
}

// TestOnlyOneTableIsProven judges every combination of states and classes: one
// of them is proven.
func TestOnlyOneTableIsProven(t *testing.T) {
	t.Parallel()
	states := append(proof.States(), "")
	seen := map[proof.Code]bool{}
	for _, a := range states {
		for _, v := range states {
			for _, control := range states {
				classes := []proof.Class{proof.Assertion}
				if v == proof.Failed {
					classes = append(classes, proof.Panic, proof.Exception, proof.Unclear)
				}
				for _, class := range classes {
					c := sampleCase()
					c.Baseline.State, c.Violation.State, c.Violation.Class, c.Control.State = a, v, class, control
					r := proof.Judge(c)
					seen[r.Code] = true
					want := a == proof.Passed && v == proof.Failed && control == proof.Passed && class == proof.Assertion
					if (r.Code.Outcome() == proof.Pass) != want {
						t.Fatalf("baseline %q, violation %q (%q), control %q: %s", a, v, class, control, r.Code)
					}
					if !slices.Contains(proof.Codes(), r.Code) {
						t.Fatalf("the code %s is not listed", r.Code)
					}
					speaks(t, r)
				}
			}
		}
	}
	for _, code := range proof.Codes() {
		family := strings.HasPrefix(string(code), "BASELINE_") || strings.HasPrefix(string(code), "CONTROL_") || strings.HasPrefix(string(code), "INCONCLUSIVE_")
		if family && !seen[code] {
			t.Errorf("nothing gives the code %s", code)
		}
	}
}

// speaks holds a ruling to naming a file, what was found, and a next step.
func speaks(t *testing.T, r proof.Ruling) {
	t.Helper()
	if r.Place.Path == "" || r.Next == "" || !strings.HasPrefix(r.Message, r.Place.String()+": ") || len(r.Message) < len(r.Place.String())+10 {
		t.Fatalf("%s says %q at %s, next %q", r.Code, r.Message, r.Place, r.Next)
	}
	if strings.ContainsAny(r.Message+r.Next, "\n\r") || !utf8.ValidString(r.Message) {
		t.Fatalf("%s says more than one line: %q", r.Code, r.Message)
	}
}

// TestHostileMessages shows that what a test says stays one quoted line.
func TestHostileMessages(t *testing.T) {
	t.Parallel()
	c := sampleCase()
	c.Prohibition.ID = "P\n::error::"
	c.Prohibition.Check.Test = "TestX/\x1b[2J"
	c.Violation.Class, c.Violation.Message = proof.Panic, "\n\x1b[31m::error::boom\u202e"
	for _, change := range []func(*proof.Case){
		func(*proof.Case) {},
		func(c *proof.Case) { c.Link.Tagged = false },
		func(c *proof.Case) { c.Prohibition.Check.Kind = "\n" },
		func(c *proof.Case) { c.Prohibition.Check.Violation = "" },
		func(c *proof.Case) { c.Violation.State = proof.Passed },
		func(c *proof.Case) { c.Control.State, c.Control.Message = proof.Failed, "a\nb" },
		func(c *proof.Case) { c.Baseline.State, c.Baseline.Detail = proof.Crashed, "\"a\"" },
	} {
		c := c
		control, violation, baseline := *c.Control, *c.Violation, *c.Baseline
		c.Control, c.Violation, c.Baseline = &control, &violation, &baseline
		change(&c)
		r := proof.Judge(c)
		if strings.ContainsAny(r.Message+r.Next, "\n\x1b\u202e") {
			t.Errorf("%s lets through %q, %q", r.Code, r.Message, r.Next)
		}
	}
}

func TestOutcome(t *testing.T) {
	t.Parallel()
	for code, want := range map[proof.Code]proof.Outcome{
		"": proof.Unknown, proof.Proven: proof.Pass, proof.MutationProven: proof.Fail, proof.Survived: proof.Fail,
		proof.Infra: proof.Error, "proven": proof.Error, "PROVEN ": proof.Error, "BASELINE_PASS": proof.Error,
	} {
		if got := code.Outcome(); got != want {
			t.Errorf("the outcome of %q is %d, want %d", code, got, want)
		}
	}
	for _, code := range proof.Codes() {
		if code != proof.Proven && code.Outcome() == proof.Pass {
			t.Errorf("%s passes", code)
		}
	}
}
