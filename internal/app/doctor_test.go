package app

import (
	"context"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
)

// rules is a platform that requires these things.
type rules []pull.Requirement

func (r rules) Default(context.Context) (branch, sha string, err error) {
	return "main", strings.Repeat("c", 40), nil
}

func (r rules) Required(context.Context, string) ([]pull.Requirement, error) { return r, nil }

func TestGuarantee(t *testing.T) {
	t.Parallel()
	const actions, own = 15368, 4711
	const workflow = ".github/workflows/surmise.yml"
	plain := decider{workflow: config.Workflow{Path: workflow}}
	withApp, failing := plain, plain
	withApp.ownApp, failing.failJob = true, true
	check := func(app int64) rules { return rules{{Check: "lint"}, {Check: "surmise", App: app}} }
	tests := []struct {
		name    string
		rules   rules
		decider decider
		level   string
		mend    string // the start of what is to be mended; "" for nothing
	}{
		{"not required", rules{{Check: "surmise-runner"}}, plain, guaranteeNone, `a merge into "main" does not require`},
		{"from anywhere", check(0), plain, guaranteeBasic, `a merge into "main" takes the check "surmise" from any source`},
		{"from anywhere, though the app is there", check(0), withApp, guaranteeBasic, `a merge into "main" takes the check "surmise" from any source`},
		{"from workflows", check(actions), plain, guaranteeBasic, ""},
		{"from the app", check(own), withApp, guaranteeStrong, ""},
		{"from an app that does not publish", check(own), plain, guaranteeBasic, "the required check must come from app 4711"},
		{"from workflows, which do not publish", check(actions), withApp, guaranteeBasic, "the required check must come from GitHub Actions"},
		{"the workflow itself", rules{{Workflow: workflow}}, failing, guaranteeStrong, ""},
		{"the workflow itself, which is always green", rules{{Workflow: workflow}}, plain, guaranteeNone, `a merge into "main" does not require`},
		{"another workflow", rules{{Workflow: ".github/workflows/lint.yml"}}, failing, guaranteeNone, `a merge into "main" does not require`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := &doctor{patient: Patient{Rules: tt.rules, ActionsApp: actions}}
			if got := d.required(t.Context(), []decider{tt.decider}); got != tt.level {
				t.Errorf("guarantee %q, want %q", got, tt.level)
			}
			mend := ""
			for _, a := range d.advice {
				if a.Weight == Mend {
					mend += a.Found
				}
			}
			if !strings.HasPrefix(mend, tt.mend) || (tt.mend == "") != (mend == "") {
				t.Errorf("to mend: %q, want %q", mend, tt.mend)
			}
		})
	}
}

// TestAdviceFits holds what is always said to the room of a message.
func TestAdviceFits(t *testing.T) {
	t.Parallel()
	for _, s := range []string{guaranteeNone, guaranteeBasic, guaranteeStrong} {
		if n := len([]rune(s)); n > 120 {
			t.Errorf("%d characters: %q", n, s)
		}
	}
}

// TestDecisions says when a habit of dismissing is one.
func TestDecisions(t *testing.T) {
	t.Parallel()
	decided := func(source string, dismissed, confirmed int) ledger.Ledger {
		var l ledger.Ledger
		for i := range dismissed + confirmed {
			ev := ledger.Event{Verb: ledger.Dismiss, Effect: ledger.Counts}
			if i >= dismissed {
				ev.Verb = ledger.Confirm
			}
			l.Entries = append(l.Entries, ledger.Entry{
				Source: source, Spec: ledger.Spec{Path: source}, Fingerprint: finding.Fingerprint(strings.Repeat("a", i+1)), Events: []ledger.Event{ev},
			})
		}
		return l
	}
	low := policy.Default()
	low.Rules.Detectors = map[string]finding.Severity{"vague-term": finding.Low}
	for _, tt := range []struct {
		name   string
		policy policy.Policy
		given  ledger.Ledger
		want   string
	}{
		{"mostly dismissed", policy.Default(), decided("vague-term", 9, 2), `"vague-term" dismissed 9 of 11 times here`},
		{"as often as not", policy.Default(), decided("vague-term", 6, 6), ""},
		{"too few to tell", policy.Default(), decided("vague-term", 4, 0), ""},
		{"the policy knows", low, decided("vague-term", 9, 2), ""},
		{"what nobody plays down", policy.Default(), decided("removed-requirement", 9, 0), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := &doctor{patient: Patient{Decisions: []ledger.Ledger{tt.given}}}
			d.decisions(tt.policy)
			found := ""
			for _, a := range d.advice {
				found += a.Found
				if a.Weight != Note || a.Next != `if its findings are no gaps here, add under detectors: "vague-term: low"` {
					t.Errorf("advice %+v", a)
				}
			}
			if found != tt.want {
				t.Errorf("found %q, want %q", found, tt.want)
			}
		})
	}
}
