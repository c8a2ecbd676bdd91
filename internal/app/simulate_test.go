package app

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
	"github.com/surmise-ci/surmise/internal/report"
)

// TestRetold shows that recorded decisions and the supposed one are weighed
// together, by the rules of a run.
func TestRetold(t *testing.T) {
	t.Parallel()
	key := finding.Key{Path: "SPEC.md", Fingerprint: finding.Fingerprint(strings.Repeat("ab", 32))}
	id := "a-" + finding.IDs([]finding.Key{key})[0]
	event := func(by, permission string, verb ledger.Verb, effect ledger.Effect) ledger.Event {
		return ledger.Event{
			Verb: verb, By: by, Permission: permission, At: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), Effect: effect,
			Reason: "the vendor\nsays so",
		}
	}
	entry := func(state ledger.State, events ...ledger.Event) ledger.Entry {
		return ledger.Entry{
			ID: id, Kind: ledger.Assumption, Gap: "TBD", Severity: finding.High, Class: finding.Underspecified, Source: "placeholder",
			Spec: ledger.Spec{Path: key.Path, Place: finding.Place{Path: key.Path, Side: finding.Head}}, Fingerprint: key.Fingerprint,
			State: state, Events: events,
		}
	}
	two := policy.Default()
	two.People.RequiredHigh = 2
	waits := event("octocat", "write", ledger.Confirm, ledger.Waits)
	counts := event("octocat", "release-manager", ledger.Confirm, ledger.Counts)
	auto := event("", "", ledger.Acknowledge, ledger.Counts)
	auto.Auto = true
	void := event("octocat", "write", ledger.Confirm, ledger.Void)
	tests := []struct {
		name    string
		policy  policy.Policy
		entry   ledger.Entry
		by      string
		comment string
		state   ledger.State
		status  gate.Status
	}{
		{"a second person", two, entry(ledger.Open, waits), "hubot", "/confirm " + id, ledger.Confirmed, gate.Pass},
		{"the same person again", two, entry(ledger.Open, waits), "octocat", "/confirm " + id, ledger.Open, gate.Fail},
		{"the first had no power any more", two, entry(ledger.Open, void), "hubot", "/confirm " + id, ledger.Open, gate.Fail},
		{"a role of the owner's making counts on", two, entry(ledger.Open, event("octocat", "release-manager", ledger.Confirm, ledger.Waits)),
			"hubot", "/confirm " + id, ledger.Confirmed, gate.Pass},
		{"withdrawn", policy.Default(), entry(ledger.Confirmed, counts), "hubot", "/reopen " + id, ledger.Open, gate.Fail},
		{"nothing is said", policy.Default(), entry(ledger.Confirmed, counts), "hubot", "thanks", ledger.Confirmed, gate.Pass},
		{"nobody's decision stays", policy.Default(), entry(ledger.Acknowledged, auto), "hubot", "thanks", ledger.Acknowledged, gate.Pass},
		{"open stays open", policy.Default(), entry(ledger.Open), "hubot", "/ack a-000000", ledger.Open, gate.Fail},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			i := interrogation{
				policy: tt.policy, discovery: gate.Discovery{Finished: true, Specs: 1, Compared: true, Changed: 1},
				report: report.Report{Ledger: ledger.Ledger{Entries: []ledger.Entry{tt.entry}}},
			}
			got := i.suppose(Supposition{Login: tt.by, Permission: pull.Write, Body: tt.comment}, ledger.Record{})
			if state := got.Ledger.Entries[0].State; state != tt.state || got.Verdict.Status != tt.status {
				t.Errorf("%s and %s, want %s and %s", state, got.Verdict.Status, tt.state, tt.status)
			}
			if diff := cmp.Diff(tt.entry, i.report.Ledger.Entries[0]); diff != "" {
				t.Errorf("the recorded entry changed (-before +after):\n%s", diff)
			}
		})
	}
}

// TestSimulateReport keeps what a report says beside its ledger.
func TestSimulateReport(t *testing.T) {
	t.Parallel()
	unread := []gate.Unread{{Path: "docs/specs/b.md", Reason: "is not UTF-8"}}
	unfinished := []report.Reason{{Part: "discovery", Subject: "discovery", Status: gate.Unknown, Text: "the search for specs did not finish"}}
	tests := []struct {
		name     string
		recorded report.Recorded
		status   gate.Status
	}{
		{"nothing open", report.Recorded{Base: "main", Status: gate.Pass}, gate.Pass},
		{"a spec was not read", report.Recorded{Base: "main", Status: gate.Fail, NotInterrogated: unread}, gate.Fail},
		{"a prohibition is not proven", report.Recorded{Status: gate.Unknown, Prohibitions: []gate.Prohibition{{ID: "P-001"}}}, gate.Unknown},
		{"the search did not finish", report.Recorded{Status: gate.Unknown, Reasons: unfinished}, gate.Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := SimulateReport(t.Context(), tt.recorded, ledger.Record{}, Request{}, Supposition{Login: "hubot", Permission: pull.Admin, Body: "/ack all"})
			if err != nil || got.Verdict.Status != tt.status {
				t.Errorf("%s, %v, want %s", got.Verdict.Status, err, tt.status)
			}
		})
	}
}
