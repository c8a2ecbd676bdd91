package gate

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
)

func entry(id string, s finding.Severity, preExisting bool) ledger.Entry {
	return ledger.Entry{
		ID: id, Kind: ledger.Assumption, Why: "why " + id, Severity: s, State: ledger.Open, PreExisting: preExisting,
	}
}

// cleared is a high entry that somebody cleared.
func cleared(id string, v ledger.Verb, changes ...func(*ledger.Entry)) ledger.Entry {
	e := entry(id, finding.High, false)
	e.State, e.Events = v.State(), []ledger.Event{{Verb: v, By: "octocat", Effect: ledger.Counts}}
	for _, change := range changes {
		change(&e)
	}
	return e
}

func with(change func(*policy.Policy)) policy.Policy {
	p := policy.Default()
	change(&p)
	return p
}

func TestDecide(t *testing.T) {
	t.Parallel()
	one := Discovery{Finished: true, Specs: 1, Compared: true, Changed: 1}
	book := func(entries ...ledger.Entry) ledger.Ledger { return ledger.Ledger{Entries: entries} }
	off := with(func(p *policy.Policy) { p.Assumptions = false })
	all := with(func(p *policy.Policy) { p.Scope = policy.ScopeAll })
	written := with(func(p *policy.Policy) { p.Specs.Written = true })
	tests := []struct {
		name   string
		in     Input
		status Status
		reason string
		leaves []string // what the children say, "subject: status: reason"
	}{
		{"clear spec", Input{Policy: policy.Default(), Discovery: one}, Pass,
			"1 spec interrogated, 1 changed; nothing assumed", nil},
		{"without a base", Input{Policy: policy.Default(), Discovery: Discovery{Finished: true, Specs: 2}}, Pass,
			"2 specs interrogated; nothing assumed", nil},
		{"no spec changed", Input{Policy: policy.Default(), Discovery: Discovery{Finished: true, Specs: 2, Compared: true}}, Pass,
			"no spec changed; nothing assumed", nil},
		{"no spec yet", Input{Policy: policy.Default(), Discovery: Discovery{Finished: true}}, Pass,
			"no spec yet; nothing assumed", nil},
		{"no spec is left", Input{Policy: policy.Default(), Discovery: Discovery{Finished: true, Excluded: 3}}, Pass,
			"no spec is left: specs.exclude of the policy takes out all 3; nothing assumed", nil},
		{"no spec of written globs is left", Input{Policy: written, Discovery: Discovery{Finished: true, Excluded: 3}}, Error,
			"no spec is left: specs.exclude of the policy takes out all 3", nil},
		{"the last spec was removed", Input{Policy: written, Discovery: Discovery{Finished: true, Compared: true, Changed: 1}}, Pass,
			"0 specs interrogated, 1 changed; nothing assumed", nil},
		{"written globs match nothing", Input{Policy: written, Discovery: Discovery{Finished: true}}, Error,
			"no file matches specs.include of the policy", nil},
		{"nothing was looked for", Input{Policy: policy.Default()}, Unknown,
			"the search for specs did not finish; assumptions not looked at; prohibitions not looked at", nil},
		{"zero input", Input{}, Error,
			`the search for specs did not finish; the scope is ""; it must be one of changed, all; prohibitions not looked at`, nil},
		{"unread spec", Input{Policy: policy.Default(), Discovery: Discovery{Finished: true, Specs: 1, Unread: []Unread{{Path: "b.md", Reason: "not UTF-8"}, {Path: "a.md", Reason: "too large"}}}},
			Fail, "2 specs not interrogated",
			[]string{"a.md: fail: not interrogated: too large", "b.md: fail: not interrogated: not UTF-8"}},
		{"only an unread spec", Input{Policy: written, Discovery: Discovery{Finished: true, Unread: []Unread{{Path: "b.md", Reason: "not UTF-8"}}}},
			Fail, "1 spec not interrogated", []string{"b.md: fail: not interrogated: not UTF-8"}},
		{"unread but unchanged", Input{Policy: policy.Default(), Discovery: Discovery{Finished: true, Specs: 1, Compared: true, Unread: []Unread{{Path: "b.md", Unchanged: true}}}},
			Pass, "no spec changed, 1 not looked at and unchanged; nothing assumed", nil},
		{"unchanged against no base", Input{Policy: policy.Default(), Discovery: Discovery{Finished: true, Unread: []Unread{{Path: "b.md", Reason: "not UTF-8", Unchanged: true}}}},
			Fail, "1 spec not interrogated", []string{"b.md: fail: not interrogated: not UTF-8"}},
		{"high entry", Input{Policy: policy.Default(), Discovery: one, Ledger: book(entry("a-2", finding.High, false), entry("a-1", finding.High, false), entry("a-3", finding.Medium, false))},
			Fail, "2 high assumptions open", []string{"a-1: fail: why a-1", "a-2: fail: why a-2"}},
		{"medium entries", Input{Policy: policy.Default(), Discovery: one, Ledger: book(entry("a-1", finding.Medium, false))},
			Pass, "1 spec interrogated, 1 changed; 1 assumption recorded", nil},
		{"stood before", Input{Policy: policy.Default(), Discovery: one, Ledger: book(entry("a-1", finding.High, true), entry("a-2", finding.Medium, false))},
			Pass, "1 spec interrogated, 1 changed; 2 assumptions recorded, 1 high, 1 from before the change", nil},
		{"stood before, all in scope", Input{Policy: all, Discovery: one, Ledger: book(entry("a-1", finding.High, true))},
			Fail, "1 high assumption open", []string{"a-1: fail: why a-1"}},
		{"not gated", Input{Policy: off, Discovery: one, Ledger: book(entry("a-1", finding.High, false))},
			Pass, "1 spec interrogated, 1 changed; assumptions not gated: policy", nil},
		{"malformed though not gated", Input{Policy: off, Discovery: one, Ledger: book(ledger.Entry{})},
			Error, "1 malformed ledger line", []string{`: error: the kind is ""; it must be one of assumption`}},
		{"unknown state", Input{Policy: policy.Default(), Discovery: one, Ledger: book(ledger.Entry{ID: "a-1", Kind: ledger.Assumption, State: "cleared", Severity: finding.High})},
			Error, "1 malformed ledger line", []string{`a-1: error: the state is "cleared"; an entry of the head is open or cleared`}},
		{"older words among those of the head", Input{Policy: policy.Default(), Discovery: one, Ledger: book(cleared("a-1", ledger.Confirm, func(e *ledger.Entry) { e.State = ledger.Stale }))},
			Error, "1 malformed ledger line", []string{`a-1: error: the state is "stale"; an entry of the head is open or cleared`}},
		{"cleared by nobody", Input{Policy: policy.Default(), Discovery: one, Ledger: book(cleared("a-1", ledger.Confirm, func(e *ledger.Entry) { e.Events = nil }))},
			Error, "1 malformed ledger line", []string{`a-1: error: the state is "confirmed", and its events do not say so`}},
		{"cleared in every way", Input{Policy: policy.Default(), Discovery: one, Ledger: book(
			cleared("a-1", ledger.Confirm), cleared("a-2", ledger.Acknowledge), cleared("a-3", ledger.Dismiss), cleared("a-4", ledger.Answer),
			cleared("a-5", ledger.Confirm), cleared("a-6", ledger.Acknowledge, func(e *ledger.Entry) { e.Events[0].Auto = true }),
			entry("a-7", finding.Medium, false))},
			Pass, "1 spec interrogated, 1 changed; 7 assumptions recorded, 6 high (2 confirmed, 1 answered, 1 dismissed, 1 acknowledged, 1 auto)", nil},
		{"one of two cleared", Input{Policy: policy.Default(), Discovery: one, Ledger: book(cleared("a-1", ledger.Confirm), entry("a-2", finding.High, false))},
			Fail, "1 high assumption open", []string{"a-2: fail: why a-2"}},
		{"acknowledged where a confirmation is asked for", Input{Policy: with(func(p *policy.Policy) { p.RequireConfirm = true }), Discovery: one,
			Ledger: book(cleared("a-1", ledger.Acknowledge), cleared("a-2", ledger.Confirm))},
			Fail, "1 high assumption open", []string{"a-1: fail: why a-1"}},
		{"contradiction acknowledged", Input{Policy: policy.Default(), Discovery: one,
			Ledger: book(cleared("a-1", ledger.Acknowledge, func(e *ledger.Entry) { e.Class = finding.Contradictory }))},
			Fail, "1 high assumption open", []string{"a-1: fail: why a-1"}},
		{"the past does not block", Input{Policy: policy.Default(), Discovery: one, Ledger: ledger.Ledger{Past: []ledger.Entry{entry("a-1", finding.High, false)}}},
			Pass, "1 spec interrogated, 1 changed; nothing assumed", nil},
		{"no severity", Input{Policy: policy.Default(), Discovery: one, Ledger: book(ledger.Entry{ID: "a-1", Kind: ledger.Assumption, State: ledger.Open})},
			Error, "1 malformed ledger line", []string{"a-1: error: the severity is neither high nor medium"}},
		{"proven", Input{Policy: policy.Default(), Discovery: one, Prohibitions: []Prohibition{{ID: "P-1", Outcome: Pass}}},
			Pass, "1 spec interrogated, 1 changed; nothing assumed; 1 prohibition proven", []string{"P-1: pass: pass"}},
		{"flagged", Input{Policy: policy.Default(), Discovery: one, Prohibitions: []Prohibition{
			{ID: "P-1", Outcome: Pass, Tier: "test"}, {ID: "P-2", Outcome: Pass, Tier: ByPeople}, {ID: "P-3", Outcome: Pass, Tier: ByPeople, Flagged: true, Reason: "nobody judged it"}}},
			Pass, "1 spec interrogated, 1 changed; nothing assumed; 1 prohibition proven, 1 prohibition judged to hold, complete with 1 flagged prohibition",
			[]string{"P-1: pass: pass", "P-2: pass: pass", "P-3: pass: nobody judged it"}},
		{"a flag on what fails", Input{Policy: policy.Default(), Discovery: one, Prohibitions: []Prohibition{{ID: "P-1", Outcome: Unknown, Flagged: true, Tier: ByPeople}}},
			Unknown, "1 of 1 prohibition not held", []string{"P-1: unknown: unknown"}},
		{"prohibitions fail", Input{Policy: off, Discovery: one, Prohibitions: []Prohibition{{ID: "P-2", Outcome: Fail, Reason: "the test passes under the violation"}, {ID: "P-1", Outcome: Pass}, {ID: "P-3"}, {ID: "P-4", Outcome: Skipped}}},
			Fail, "3 of 4 prohibitions not held",
			[]string{"P-1: pass: pass", "P-2: fail: the test passes under the violation", "P-3: unknown: unknown", "P-4: unknown: skipped"}},
		{"prohibition not run", Input{Policy: policy.Default(), Discovery: one, Prohibitions: []Prohibition{{ID: "P-1"}}},
			Unknown, "1 of 1 prohibition not held", []string{"P-1: unknown: unknown"}},
		{"outcome out of range", Input{Policy: policy.Default(), Discovery: one, Prohibitions: []Prohibition{{ID: "P-1", Outcome: 9}}},
			Error, "1 of 1 prohibition not held", []string{"P-1: error: status 9"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := Decide(tt.in)
			if got.Status != tt.status {
				t.Errorf("status %v, want %v", got.Status, tt.status)
			}
			if diff := cmp.Diff(tt.reason, got.Reason); diff != "" {
				t.Errorf("reason (-want +got):\n%s", diff)
			}
			var subjects, leaves []string
			for _, c := range got.Children {
				subjects = append(subjects, c.Subject)
				for _, l := range c.Children {
					leaves = append(leaves, fmt.Sprintf("%s: %s: %s", l.Subject, l.Status, l.Reason))
				}
			}
			if diff := cmp.Diff([]string{"discovery", "assumptions", "prohibitions"}, subjects); diff != "" {
				t.Errorf("children (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.leaves, leaves); diff != "" {
				t.Errorf("leaves (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWorst(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		in   []Status
		want Status
	}{
		{"empty", nil, Unknown},
		{"zero", []Status{0}, Unknown},
		{"pass", []Status{Pass, Pass}, Pass},
		{"skipped", []Status{Pass, Skipped}, Unknown},
		{"unknown beats pass", []Status{Pass, Unknown}, Unknown},
		{"fail beats unknown", []Status{Unknown, Fail, Skipped}, Fail},
		{"error beats fail", []Status{Error, Fail}, Error},
		{"no status", []Status{Pass, 42}, Error},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := worst(tt.in...); got != tt.want {
				t.Errorf("worst(%v) = %v, want %v", tt.in, got, tt.want)
			}
		})
	}
}

// random is an input that may hold anything, malformed parts included.
func random(r *rand.Rand) Input {
	in := Input{
		Policy: policy.Policy{
			Scope:       []policy.Scope{policy.ScopeChanged, policy.ScopeAll, policy.ScopeChanged, ""}[r.Intn(4)],
			Assumptions: r.Intn(4) > 0,
			Specs:       policy.Specs{Written: r.Intn(4) == 0},
		},
		Discovery: Discovery{Finished: r.Intn(5) > 0, Specs: r.Intn(3), Compared: r.Intn(2) == 0, Changed: r.Intn(2)},
	}
	for range r.Intn(4) {
		in.Ledger.Entries = append(in.Ledger.Entries, randomEntry(r))
	}
	for range r.Intn(3) {
		in.Discovery.Unread = append(in.Discovery.Unread, randomUnread(r))
	}
	for range r.Intn(3) {
		in.Prohibitions = append(in.Prohibitions, randomProhibition(r))
	}
	return in
}

func randomEntry(r *rand.Rand) ledger.Entry {
	e := entry(fmt.Sprintf("a-%d", r.Intn(9)), finding.Severity(r.Intn(4)), r.Intn(2) == 0)
	switch v := ledger.Verbs()[r.Intn(5)]; r.Intn(8) {
	case 0:
		e.State = ""
	case 1, 2, 3:
		e = cleared(e.ID, v)
	}
	return e
}

func randomUnread(r *rand.Rand) Unread {
	return Unread{Path: fmt.Sprintf("%d.md", r.Intn(9)), Reason: "too large", Unchanged: r.Intn(2) == 0}
}

func randomProhibition(r *rand.Rand) Prohibition {
	return Prohibition{ID: fmt.Sprintf("P-%d", r.Intn(9)), Flagged: r.Intn(2) == 0, Tier: []string{"test", ByPeople, ""}[r.Intn(3)], Outcome: []Status{Pass, Pass, Fail, Unknown, Error, Skipped, 7}[r.Intn(7)]}
}

// TestDecideProperties holds the gate to what must be true of every input.
func TestDecideProperties(t *testing.T) {
	t.Parallel()
	passes := 0
	for seed := range int64(5_000) {
		r := rand.New(rand.NewSource(seed))
		in := random(r)
		before := Decide(in)
		if before.Status == Pass {
			passes++
		}
		if before.Status == Pass && (!in.Discovery.Finished || in.Policy.Scope == "") {
			t.Fatalf("seed %d: passes though nobody looked: %+v", seed, in)
		}

		more := in
		more.Ledger.Entries = append(slices.Clone(in.Ledger.Entries), randomEntry(r))
		if after := Decide(more); after.Status.rank() < before.Status.rank() {
			t.Fatalf("seed %d: one more entry turns %v into %v", seed, before.Status, after.Status)
		}
		more = in
		more.Discovery.Unread = append(slices.Clone(in.Discovery.Unread), randomUnread(r))
		d := in.Discovery
		unmatched := in.Policy.Specs.Written && d.Specs+d.Changed+len(d.Unread) == 0 // a file that cannot be read is a match
		if after := Decide(more); !unmatched && after.Status.rank() < before.Status.rank() {
			t.Fatalf("seed %d: one more unread spec turns %v into %v", seed, before.Status, after.Status)
		}
		more = in
		more.Prohibitions = append(slices.Clone(in.Prohibitions), randomProhibition(r))
		if after := Decide(more); len(in.Prohibitions) > 0 && after.Status.rank() < before.Status.rank() {
			t.Fatalf("seed %d: one more prohibition turns %v into %v", seed, before.Status, after.Status)
		}

		shuffled := in
		shuffled.Ledger.Entries, shuffled.Prohibitions = slices.Clone(in.Ledger.Entries), slices.Clone(in.Prohibitions)
		shuffled.Discovery.Unread = slices.Clone(in.Discovery.Unread)
		r.Shuffle(len(shuffled.Ledger.Entries), swap(shuffled.Ledger.Entries))
		r.Shuffle(len(shuffled.Prohibitions), swap(shuffled.Prohibitions))
		r.Shuffle(len(shuffled.Discovery.Unread), swap(shuffled.Discovery.Unread))
		if after := Decide(shuffled); !reflect.DeepEqual(before, after) {
			t.Fatalf("seed %d: the order of the input matters (-want +got):\n%s", seed, cmp.Diff(before, after))
		}
	}
	if passes == 0 {
		t.Error("no input passes: the properties hold for nothing")
	}
}

func swap[T any](s []T) func(i, j int) {
	return func(i, j int) { s[i], s[j] = s[j], s[i] }
}
