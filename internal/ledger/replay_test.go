package ledger

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/policy"
)

// TestCarry says which entry of the head an entry of an earlier head is.
func TestCarry(t *testing.T) {
	t.Parallel()
	book := func(entries ...string) Ledger { // "path:words"
		var l Ledger
		for _, e := range entries {
			path, words, _ := strings.Cut(e, ":")
			fp := finding.Fingerprint(strings.Repeat(words, 64)[:64])
			l.Entries = append(l.Entries, Entry{Spec: Spec{Path: path}, Fingerprint: fp})
		}
		return l
	}
	tests := []struct {
		name         string
		before, head Ledger
		want         map[string]string // path and words before, path at the head
	}{
		{"stands", book("a:1", "b:2"), book("b:2", "a:1"), map[string]string{"a:1": "a", "b:2": "b"}},
		{"gone", book("a:1"), book("a:2"), map[string]string{}},
		{"moved", book("a:1"), book("b:1"), map[string]string{"a:1": "b"}},
		{"copied", book("a:1"), book("a:1", "b:1"), map[string]string{"a:1": "a"}},
		{"moved and copied", book("a:1"), book("b:1", "c:1"), map[string]string{}},
		{"two into one", book("a:1", "b:1"), book("c:1"), map[string]string{}},
		{"one of two moved", book("a:1", "b:1"), book("a:1", "c:1"), map[string]string{"a:1": "a", "b:1": "c"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := make(map[string]string)
			for from, to := range carry(tt.before, tt.head) {
				got[from.Path+":"+string(from.Fingerprint[:1])] = to.Path
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("carried (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWithdrawalWithoutView shows which way a head that cannot be seen any more
// errs: what cleared on it clears nothing, what withdrew withdraws.
func TestWithdrawalWithoutView(t *testing.T) {
	t.Parallel()
	l := FromFindings(sample(), day())
	key := l.Entries[1].Key()
	moved := l
	moved.Entries = append([]Entry{}, l.Entries...)
	moved.Entries[1].Spec.Path = "docs/specs/c.md"
	receipt := func(comment int64, v Verb, sha string, k finding.Key) Receipt {
		return Receipt{Comment: comment, Line: 1, Verb: v, By: "octocat", At: day().AddDate(0, 0, int(comment)), HeadSHA: sha, Subjects: []finding.Key{k}}
	}
	replay := Replay{
		HeadSHA: "head", Head: moved, Policy: policy.Default(), Standing: func(Receipt) string { return "" },
		Receipts: []Receipt{receipt(1, Confirm, "head", moved.Entries[1].Key())},
	}
	states := func() [2]State {
		d := replay.Ledger()
		return [2]State{d.Entries[1].State, d.Entries[2].State}
	}
	if got := states(); got != [2]State{Confirmed, Open} {
		t.Errorf("confirmed on the head: %q", got)
	}
	replay.Receipts = append(replay.Receipts, receipt(2, Reopen, "gone", key))
	if got := states(); got != [2]State{Open, Open} {
		t.Errorf("withdrawn on a head that is not to be seen: %q", got)
	}
	replay.Receipts = append(replay.Receipts, receipt(3, Confirm, "gone", key))
	if got := states(); got != [2]State{Open, Open} {
		t.Errorf("confirmed on a head that is not to be seen: %q", got)
	}
}
