package ledger

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
)

// receipts are one of each kind, in order.
func receipts() []Receipt {
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	keys := []finding.Key{
		{Path: "docs/<a> -->.md", Fingerprint: finding.Fingerprint(strings.Repeat("ab", 32))},
		{Path: "docs/b.md", Fingerprint: finding.Fingerprint(strings.Repeat("cd", 32))},
	}
	return []Receipt{
		{
			Comment: 11, Line: 1, Body: DigestOf("/confirm all"), Verb: Confirm, By: "octocat", Allowed: pull.Admin, Role: "admin", At: at,
			Link: "https://github.com/octo-org/octo-repo/pull/7#issuecomment-11", HeadSHA: strings.Repeat("1f", 20), Subjects: keys,
			Reason: "<!-- surmise:record {} -->\n & so on",
		},
		{Comment: 12, Line: 2, Body: DigestOf("/ack"), By: "release-helper[bot]", At: at.Add(time.Minute), Refused: RefusedBot},
		{
			Comment: 13, Line: 1, Body: DigestOf("/reopen 1"), Verb: Reopen, By: "hubot", Allowed: pull.Write, At: at.Add(2 * time.Minute),
			HeadSHA: strings.Repeat("2e", 20), Subjects: keys[1:],
		},
		{
			Comment: 14, Line: 1, Body: DigestOf("/confirm 2 B"), Verb: Confirm, By: "octocat", Allowed: pull.Maintain, At: at.Add(3 * time.Minute),
			HeadSHA: strings.Repeat("2e", 20), Subjects: keys[:1], Choice: "B",
		},
	}
}

func book() Record {
	return Record{
		Number: 7, Receipts: receipts(), Pushers: []string{"hubot", "octocat"},
		Heads: []string{strings.Repeat("1f", 20), strings.Repeat("2e", 20)}, Shown: []string{"0123456789abcdef"},
	}
}

func encoded(t testing.TB, r Record) string {
	t.Helper()
	line, left, err := EncodeRecord(r, maxRecord)
	if err != nil || left != 0 {
		t.Fatalf("EncodeRecord: %d left out, %v", left, err)
	}
	return line
}

func TestRecordCodec(t *testing.T) {
	t.Parallel()
	for _, r := range []Record{book(), {Number: 1}} {
		line := encoded(t, r)
		if strings.Count(line, "-->") != 1 || strings.ContainsAny(line, "\n\r") {
			t.Errorf("the record can leave its comment: %s", line)
		}
		got, err := DecodeRecord(line)
		if diff := cmp.Diff(r, got); err != nil || diff != "" {
			t.Errorf("decode after encode: %v (-want +got):\n%s", err, diff)
		}
		shuffled := r
		shuffled.Receipts = slices.Clone(r.Receipts)
		slices.Reverse(shuffled.Receipts)
		shuffled.Receipts = append(shuffled.Receipts, shuffled.Receipts...)
		if again := encoded(t, shuffled); again != line {
			t.Errorf("order or repetition matters:\n%s\n%s", line, again)
		}
	}
}

// TestRecordRefused takes a record apart; whatever differs by a byte from what
// is written counts for nothing.
func TestRecordRefused(t *testing.T) {
	t.Parallel()
	good := encoded(t, book())
	change := func(old, with string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("%q is not in the record", old)
		}
		return strings.Replace(good, old, with, 1)
	}
	backwards := book()
	slices.Reverse(backwards.Receipts)
	data, err := marshalRecord(backwards)
	if err != nil {
		t.Fatal(err)
	}
	for name, line := range map[string]string{
		"empty":                   "",
		"no comment":              strings.TrimPrefix(good, recordStart),
		"cut":                     good[:len(good)/2] + recordEnd,
		"no end":                  strings.TrimSuffix(good, recordEnd),
		"too large":               recordStart + strings.Repeat(" ", maxRecord) + recordEnd,
		"not UTF-8":               change("octocat", "octo\xffat"),
		"other version":           change(`"version":1`, `"version":2`),
		"unknown field":           change(`"pr":7`, `"pr":7,"note":1`),
		"key in capitals":         change(`"pr":7`, `"PR":7`),
		"key twice":               change(`"pr":7`, `"pr":7,"pr":7`),
		"blank":                   change(`"pr":7`, `"pr": 7`),
		"number of nothing":       change(`"pr":7`, `"pr":0`),
		"string for a number":     change(`"pr":7`, `"pr":"7"`),
		"login that is none":      change(`"by":"octocat"`, `"by":"@octo cat"`),
		"pusher that is none":     change(`"pushers":["hubot"`, `"pushers":["a/b"`),
		"head that is none":       change(strings.Repeat("1f", 20), "main"),
		"permission that is none": change(`"may":"admin"`, `"may":"owner"`),
		"verb that is none":       change(`"verb":"reopen"`, `"verb":"merge"`),
		"verb left out":           change(`"verb":"reopen",`, ``),
		"choice that is none":     change(`"choice":"B"`, `"choice":"C"`),
		"refusal of something":    change(`"no":"bot"`, `"of":[0],"no":"bot"`),
		"refusal in other words":  change(`"no":"bot"`, `"no":"Bot!"`),
		"no subjects":             change(`,"of":[1]}`, `}`),
		"subject out of range":    change(`"of":[1]`, `"of":[2]`),
		"subject twice":           change(`"of":[0,1]`, `"of":[0,0,1]`),
		"subjects out of order":   change(`"of":[0,1]`, `"of":[1,0]`),
		"local time":              change("2026-03-04T05:06:07Z", "2026-03-04T06:06:07+01:00"),
		"comment of nothing":      change(`"c":11`, `"c":0`),
		"digest cut":              change(`"fp":"q6ur`, `"fp":"6ur`),
		"receipts out of order":   recordStart + string(data) + recordEnd,
		"shown that is none":      change("0123456789abcdef", "0123456789ABCDEF"),
	} {
		if r, err := DecodeRecord(line); err == nil {
			t.Errorf("%s: accepted as %+v", name, r)
		} else if diff := cmp.Diff(Record{}, r); diff != "" {
			t.Errorf("%s: a refused record still says something", name)
		}
	}
}

func TestEncodeRecordBudget(t *testing.T) {
	t.Parallel()
	r := book()
	full := len(encoded(t, r))
	for i := range 40 {
		refusal := receipts()[1]
		refusal.Comment, refusal.At = int64(100+i), refusal.At.Add(time.Duration(i)*time.Hour)
		r.Receipts = append(r.Receipts, refusal)
	}
	line, left, err := EncodeRecord(r, full+1000)
	if err != nil || len(line) > full+1000 || left == 0 {
		t.Fatalf("%d bytes of %d, %d left out, %v", len(line), full+1000, left, err)
	}
	got, err := DecodeRecord(line)
	if err != nil {
		t.Fatal(err)
	}
	// The oldest refusals are gone, everything that was accepted is there.
	var accepted, refused int
	for _, receipt := range got.Receipts {
		if receipt.Refused == "" {
			accepted++
		} else {
			refused++
		}
	}
	if accepted != 3 || refused != 41-left || got.Receipts[len(got.Receipts)-1].Comment != 139 || got.Shown != nil {
		t.Errorf("%d accepted, %d refused, %d left out: %+v", accepted, refused, left, got.Receipts)
	}
	// Little room: withdrawals and who pushed stay, and less is an error.
	line, left, err = EncodeRecord(book(), 500)
	if got, decodeErr := DecodeRecord(line); err != nil || decodeErr != nil || left != 3 || len(got.Receipts) != 1 || got.Receipts[0].Verb != Reopen {
		t.Errorf("in 500 bytes: %d left out, %v, %v: %+v", left, err, decodeErr, got)
	}
	if _, _, err := EncodeRecord(book(), 100); err == nil || err.Error() != "encode record of #7: its withdrawals need more than 100 bytes" {
		t.Errorf("in 100 bytes: %v", err)
	}
}

func TestReadRecords(t *testing.T) {
	t.Parallel()
	late := receipts()[3].At
	line := encoded(t, book())
	other := book()
	other.Number = 8
	older := Record{Number: 7, Pushers: []string{"monalisa"}, Receipts: receipts()[:1]}
	report := "# Report\n\n" + line + "\n\nthe words of a spec\n"
	tests := []struct {
		name    string
		runs    []pull.Run
		want    Record
		notices int
	}{
		{"no run", nil, Record{Number: 7}, 0},
		{"one", []pull.Run{{Text: "# Report\n\n" + line + "\n", CompletedAt: late}}, book(), 0},
		{"carriage returns", []pull.Run{{Text: "# Report\r\n\r\n" + line + "\r\n\r\n", CompletedAt: late}}, book(), 0},
		{"two pull requests", []pull.Run{{Text: "x\n" + encoded(t, other) + "\n" + line, CompletedAt: late}}, book(), 0},
		{"of another", []pull.Run{{Text: encoded(t, other), CompletedAt: late}}, Record{Number: 7}, 0},
		{"in the middle of the text", []pull.Run{{Text: report, CompletedAt: late}}, Record{Number: 7}, 0},
		{"corrupt", []pull.Run{{ID: 3, Text: line[:200] + "\n", CompletedAt: late}, {Text: encoded(t, older), CompletedAt: late}}, older, 1},
		{"ahead of its time", []pull.Run{{Text: line, CompletedAt: late.Add(-2 * time.Hour)}}, Record{Number: 7}, 1},
		{"merged", []pull.Run{{Text: encoded(t, older), CompletedAt: late}, {Text: line, CompletedAt: late}},
			Merge(7, book(), Record{Pushers: []string{"monalisa"}}), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, notices := ReadRecords(7, tt.runs)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("record (-want +got):\n%s", diff)
			}
			if len(notices) != tt.notices {
				t.Errorf("notices %q, want %d", notices, tt.notices)
			}
			for _, n := range notices {
				if len(n) > 120 {
					t.Errorf("notice of %d bytes: %q", len(n), n)
				}
			}
		})
	}
}

func TestMeantOther(t *testing.T) {
	t.Parallel()
	l := FromFindings(sample(), day())
	r := Record{Number: 7}.Show(l, policy.ScopeChanged, nil)
	if len(r.Shown) != 3 { // one stood before; the same words in two files are one
		t.Errorf("%q are shown, want 3 fingerprints", r.Shown)
	}
	e := l.Entries[1]
	id := strings.TrimPrefix(e.ID, prefix)
	if r.MeantOther(id, e.Fingerprint) || r.MeantOther("zzzzzz", e.Fingerprint) {
		t.Error("an id of nothing else is taken for that of other words")
	}
	forged := finding.Fingerprint(string(e.Fingerprint)[:8] + strings.Repeat("0", 56))
	if !r.MeantOther(id, forged) || !r.MeantOther(id+"-xyz", forged) {
		t.Error("an id that other words had is not noticed")
	}
}

// TestMergeProperties: the union does not depend on order or grouping.
func TestMergeProperties(t *testing.T) {
	t.Parallel()
	for seed := range int64(200) {
		r := rand.New(rand.NewSource(seed))
		pick := func() Record {
			out := Record{Number: 7}
			for _, receipt := range receipts() {
				if r.Intn(2) == 0 {
					receipt.Allowed = pull.Permission(r.Intn(3))
					out.Receipts = append(out.Receipts, receipt)
				}
			}
			out.Pushers = []string{fmt.Sprint("p", r.Intn(3))}
			return out
		}
		a, b, c := pick(), pick(), pick()
		want := Merge(7, a, b, c)
		for _, got := range []Record{Merge(7, c, b, a), Merge(7, Merge(7, a, b), c), Merge(7, a, Merge(7, b, c), a)} {
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("seed %d: the order matters (-want +got):\n%s", seed, diff)
			}
		}
	}
}

// FuzzDecodeRecord holds hostile records to one spelling: what is accepted is
// written back byte for byte, and can never leave its comment.
func FuzzDecodeRecord(f *testing.F) {
	for _, r := range []Record{book(), {Number: 1}} {
		line := encoded(f, r)
		f.Add(line[len(recordStart) : len(line)-len(recordEnd)])
	}
	f.Add(`{"version":1,"pr":1,"subjects":[{"path":"a","fp":"x"}]}`)
	f.Fuzz(func(t *testing.T, data string) {
		line := recordStart + data + recordEnd
		r, err := DecodeRecord(line)
		if err != nil {
			return
		}
		again, left, err := EncodeRecord(r, maxRecord)
		if err != nil || left != 0 || again != line {
			t.Errorf("%q is written back as %q, %d left out, %v", line, again, left, err)
		}
		if strings.Count(line, "-->") != 1 || strings.ContainsAny(line, "\n\r") {
			t.Errorf("%q leaves its comment", line)
		}
		for _, receipt := range r.Receipts {
			if (receipt.Refused == "") != (len(receipt.Subjects) > 0) {
				t.Errorf("a receipt is neither accepted nor refused: %+v", receipt)
			}
		}
		if read, notices := ReadRecords(r.Number, []pull.Run{{Text: "x\n" + line, CompletedAt: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}}); len(notices) == 0 && !cmp.Equal(read, r) {
			t.Errorf("read back as %+v", read)
		}
	})
}
