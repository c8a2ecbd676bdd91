package ledger

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
)

// about are questions, each named by a letter and what it resolves: "a1" and
// "b1" are a pair about the entry 1.
func about(names ...string) []Question {
	var out []Question
	for _, n := range names {
		out = append(out, Question{
			ID: "q-" + n, Fingerprint: finding.Fingerprint(strings.Repeat(fmt.Sprintf("%x", n), 64)[:64]),
			Resolves: []finding.Key{{Path: "spec.md", Fingerprint: finding.Fingerprint(n[1:])}},
		})
	}
	return out
}

// TestAsk shows the one round that there is.
func TestAsk(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		all   []Question
		asked []Question // before
		most  int
		want  string
	}{
		{"none", nil, nil, 4, ""},
		{"all of few", about("a1", "b2"), nil, 4, "a1 b2"},
		{"the first of many", about("a1", "b2", "c3", "d4", "e5"), nil, 4, "a1 b2 c3 d4"},
		{"none are wanted", about("a1"), nil, 0, ""},
		{"a pair together", about("a1", "b1", "c2"), nil, 2, "a1 b1"},
		{"no half of a pair", about("a1", "b1", "c2"), nil, 1, "c2"},
		{"those of before stay", about("a1", "b2", "c3"), about("c3"), 1, "c3"},
		{"what is gone has been asked", about("c3", "d4"), about("a1", "b2", "x9"), 4, "c3"},
		{"no second round", about("c3", "d4"), about("a1", "b2", "x8", "y9"), 4, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			asked := Record{Number: 7}.Show(Ledger{}, policy.ScopeAll, tt.asked).Asked
			var got []string
			for _, q := range Ask(tt.all, asked, tt.most) {
				got = append(got, q.ID[2:])
			}
			if text := strings.Join(got, " "); text != tt.want {
				t.Errorf("asked %q, want %q", text, tt.want)
			}
		})
	}
}

// TestSeveralPeople shows that two people who answer one half each are not two
// who decided the whole.
func TestSeveralPeople(t *testing.T) {
	t.Parallel()
	l := FromFindings(sample(), day())
	i := 0
	for l.Entries[i].Severity != finding.High || l.Entries[i].Nature() != Gap {
		i++
	}
	pair := about("a1", "b1")
	for j := range pair {
		pair[j].Resolves = []finding.Key{l.Entries[i].Key()}
	}
	receipt := func(n int, by string, q Question) Receipt {
		return Receipt{
			Comment: int64(n), Line: 1, Verb: Answer, By: by, At: day().AddDate(0, 0, n), HeadSHA: "head",
			Subjects: q.Resolves, Question: q.Fingerprint, Choice: "1",
		}
	}
	for _, tt := range []struct {
		name     string
		people   int
		receipts []Receipt
		want     State
	}{
		{"one question of two", 1, []Receipt{receipt(1, "mona", pair[0])}, Open},
		{"both, by one", 1, []Receipt{receipt(1, "mona", pair[0]), receipt(2, "mona", pair[1])}, Answered},
		{"both, by two", 1, []Receipt{receipt(1, "mona", pair[0]), receipt(2, "lisa", pair[1])}, Answered},
		{"half each", 2, []Receipt{receipt(1, "mona", pair[0]), receipt(2, "lisa", pair[1])}, Open},
		{"both, by each of two", 2, []Receipt{
			receipt(1, "mona", pair[0]), receipt(2, "lisa", pair[1]), receipt(3, "lisa", pair[0]), receipt(4, "mona", pair[1]),
		}, Answered},
		{"both by one, and an acknowledgement", 2, []Receipt{
			receipt(1, "mona", pair[0]), receipt(2, "mona", pair[1]),
			{Comment: 3, Line: 1, Verb: Acknowledge, By: "lisa", At: day().AddDate(0, 0, 3), HeadSHA: "head", Subjects: pair[0].Resolves},
		}, Answered},
		{"an acknowledgement after half an answer", 1, []Receipt{
			receipt(1, "mona", pair[0]),
			{Comment: 2, Line: 1, Verb: Acknowledge, By: "mona", At: day().AddDate(0, 0, 2), HeadSHA: "head", Subjects: pair[0].Resolves},
		}, Acknowledged},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := policy.Default()
			p.People.RequiredHigh = tt.people
			out := Replay{
				HeadSHA: "head", Head: l, Questions: pair, Receipts: tt.receipts, Policy: p, Standing: func(Receipt) string { return "" },
			}.Ledger()
			if e := out.Entries[i]; e.State != tt.want || !e.Explained() {
				t.Errorf("the entry is %s, want %s: %+v", e.State, tt.want, e.Events)
			}
		})
	}
}

// TestRecordOfAnswers takes an answer and the questions through the record.
func TestRecordOfAnswers(t *testing.T) {
	t.Parallel()
	q := about("a1")[0]
	key := finding.Key{Path: "spec.md", Fingerprint: finding.Fingerprint(strings.Repeat("ab", 32))}
	r := Record{Number: 7, Asked: []string{string(q.Fingerprint)[:16]}, Receipts: []Receipt{{
		Comment: 1, Line: 1, Body: DigestOf("body"), Verb: Answer, By: "mona", Allowed: pull.Write, At: day().UTC().Truncate(time.Second), HeadSHA: strings.Repeat("c", 40),
		Subjects: []finding.Key{key}, Question: q.Fingerprint, Choice: "2",
	}}}
	line, left, err := EncodeRecord(r, 4000)
	if err != nil || left > 0 {
		t.Fatalf("%d left, %v", left, err)
	}
	got, err := DecodeRecord(line)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Merge(7, r), got); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
	r.Receipts[0].Question = ""
	if line, _, err = EncodeRecord(r, 4000); err != nil {
		t.Fatal(err)
	}
	if _, err := DecodeRecord(line); err == nil {
		t.Error("an answer to no question is read")
	}
}
