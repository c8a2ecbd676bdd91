package ledger

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/finding"
)

func TestTallies(t *testing.T) {
	t.Parallel()
	entry := func(n int, source string, events ...Event) Entry {
		return Entry{Source: source, Spec: Spec{Path: "docs/a.md"}, Fingerprint: finding.Fingerprint(fmt.Sprint(n)), Events: events}
	}
	said := func(v Verb, minute int) Event {
		return Event{Verb: v, At: time.Date(2026, 3, 4, 9, minute, 0, 0, time.UTC), Effect: Counts}
	}
	auto, void := said(Acknowledge, 1), said(Dismiss, 2)
	auto.Auto, void.Effect = true, Void
	contradicts := entry(9, "contradiction", said(Dismiss, 1))
	contradicts.Class = finding.Contradictory
	got := Tallies([]Ledger{
		{Entries: []Entry{
			entry(1, "vague-term", said(Dismiss, 1)), entry(2, "vague-term", said(Confirm, 1), said(Dismiss, 2)), entry(3, "vague-term", said(Confirm, 1)),
			entry(4, "vague-term", auto), entry(5, "vague-term", void), entry(6, "vague-term"), contradicts,
		}},
		{Entries: []Entry{entry(1, "vague-term", said(Confirm, 3)), entry(7, "placeholder", said(Acknowledge, 1))}, Past: []Entry{entry(8, "vague-term", said(Dismiss, 1))}},
	})
	want := []Tally{{"placeholder", 1, 0}, {"vague-term", 4, 2}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tallies (-want +got):\n%s", diff)
	}
}
