package ledger

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
)

// Record is what is remembered of one pull request between runs. Each run
// carries the whole of it in the text of its check run. It is a claim that
// anybody who may write check runs can forge: adding to it can turn a verdict
// to red, and never to green. Taking from it can turn one to green in three
// ways only: a refusal, a withdrawal whose comment is gone, or the name of
// somebody who pushed. To take one away, it has to go from every run.
type Record struct {
	Number   int       // of the pull request
	Receipts []Receipt // ordered by time, comment, line and content
	Pushers  []string  // logins that pushed to the head, sorted; they count as contributors
	Heads    []string  // SHAs that were on show, sorted
	// Asked are the first digits of the fingerprints of the questions that were
	// asked on any head, sorted: there is one round of them.
	Asked []string
	// Shown are the first 16 digits of the fingerprints that were on show on
	// any head, sorted: an id that people write by hand may have been read on an
	// earlier head, and must not fit other words by then.
	Shown []string
}

// shownDigits is how much of a fingerprint is kept of what was on show: far
// more than an id shows.
const shownDigits = 16

// Show is the record with everything in scope of a ledger as shown, and the
// questions as asked.
func (r Record) Show(l Ledger, s policy.Scope, asked []Question) Record {
	r.Shown, r.Asked = slices.Clone(r.Shown), slices.Clone(r.Asked)
	for _, e := range l.InScope(s) {
		r.Shown = append(r.Shown, remembered(e.Fingerprint))
	}
	for _, q := range asked {
		r.Asked = append(r.Asked, remembered(q.Fingerprint))
	}
	return Merge(r.Number, r)
}

// remembered is what the record keeps of a fingerprint.
func remembered(f finding.Fingerprint) string { return string(f)[:min(shownDigits, len(f))] }

// MeantOther reports whether an id, without its prefix, fits something that was
// on show on any head and is not of that fingerprint.
func (r Record) MeantOther(id string, f finding.Fingerprint) bool {
	return meantOther(r.Shown, id, f)
}

// MeantOtherQuestion is the same for the id of a question.
func (r Record) MeantOtherQuestion(id string, f finding.Fingerprint) bool {
	return meantOther(r.Asked, id, f)
}

func meantOther(shown []string, id string, f finding.Fingerprint) bool {
	return slices.ContainsFunc(shown, func(shown string) bool {
		k := finding.Key{Fingerprint: finding.Fingerprint(shown + strings.Repeat("0", len(f)-min(len(f), len(shown))))}
		head, _, _ := strings.Cut(id, "-")
		return !strings.HasPrefix(string(f), shown) && k.Matches(head)
	})
}

// Merge is the union of records of one pull request, in one order whatever the
// order they come in. Two receipts for the same line are both kept: which of
// them counts is decided elsewhere, and neither hides the other.
func Merge(number int, records ...Record) Record {
	out := Record{Number: number}
	for _, r := range records {
		out.Receipts = append(out.Receipts, r.Receipts...)
		out.Pushers = append(out.Pushers, r.Pushers...)
		out.Heads = append(out.Heads, r.Heads...)
		out.Shown = append(out.Shown, r.Shown...)
		out.Asked = append(out.Asked, r.Asked...)
	}
	slices.SortFunc(out.Receipts, compareReceipts)
	out.Receipts = slices.CompactFunc(out.Receipts, func(a, b Receipt) bool { return compareReceipts(a, b) == 0 })
	for _, list := range []*[]string{&out.Pushers, &out.Heads, &out.Shown, &out.Asked} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return out
}

// compareReceipts orders receipts by the time of their comments, then by
// everything else, so that equal ones are the same.
func compareReceipts(a, b Receipt) int {
	return cmp.Or(
		a.At.Compare(b.At), cmp.Compare(a.Comment, b.Comment), cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Body, b.Body), cmp.Compare(a.Verb, b.Verb), cmp.Compare(a.Refused, b.Refused),
		slices.CompareFunc(a.Subjects, b.Subjects, CompareKeys),
		cmp.Compare(a.Question, b.Question), cmp.Compare(a.Choice, b.Choice), cmp.Compare(a.HeadSHA, b.HeadSHA), cmp.Compare(a.By, b.By),
		cmp.Compare(a.Allowed, b.Allowed), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Link, b.Link), cmp.Compare(a.Reason, b.Reason),
	)
}

// CompareKeys orders identities by path and fingerprint.
func CompareKeys(a, b finding.Key) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Fingerprint, b.Fingerprint))
}

// A record is one line, an HTML comment, so that it is invisible where the
// text is rendered. Nothing in its JSON can end the comment.
const (
	recordStart = "<!-- surmise:record "
	recordEnd   = " -->"
)

// maxRecord bounds what is read as one record: the text of a check run cannot
// hold more.
const maxRecord = 1 << 16

// maxSkew is how far the clocks of a run and of the platform may be apart. A
// record that is further ahead is forged: its withdrawals would stand against
// every decision to come.
const maxSkew = time.Hour

// EncodeRecord is the record as one line of text. Lines of several pull
// requests may follow each other at the end of a check run's text. If it takes
// more than budget bytes, what was shown is left out, then the heads, which the
// runs give again, then the oldest refusals, then the oldest receipts that
// clear, which their comments give again; left says how many receipts.
// Withdrawals that do not fit are an error.
func EncodeRecord(r Record, budget int) (line string, left int, err error) {
	r = Merge(r.Number, r)
	for _, memory := range []*[]string{&r.Shown, &r.Asked, &r.Heads} {
		if data, err := marshalRecord(r); err == nil && len(recordStart)+len(data)+len(recordEnd) > budget {
			*memory = nil
		}
	}
	dispensable := make([]int, 0, len(r.Receipts)) // in the order of leaving out
	for _, want := range []func(Receipt) bool{
		func(r Receipt) bool { return r.Refused != "" },
		func(r Receipt) bool { return r.Refused == "" && r.Clears() },
	} {
		for i, receipt := range r.Receipts {
			if want(receipt) {
				dispensable = append(dispensable, i)
			}
		}
	}
	encode := func(left int) (string, error) {
		gone := make(map[int]bool, left)
		for _, i := range dispensable[:left] {
			gone[i] = true
		}
		kept := r
		kept.Receipts = make([]Receipt, 0, len(r.Receipts)-left)
		for i, receipt := range r.Receipts {
			if !gone[i] {
				kept.Receipts = append(kept.Receipts, receipt)
			}
		}
		data, err := marshalRecord(kept)
		return recordStart + string(data) + recordEnd, err
	}
	// The smallest number left out that fits; leaving out more never takes more room.
	low, high := 0, len(dispensable)+1
	for low < high {
		mid := low + (high-low)/2
		if mid == len(dispensable)+1 {
			break
		}
		text, err := encode(mid)
		if err != nil {
			return "", 0, err
		}
		if len(text) <= budget {
			line, left, high = text, mid, mid
		} else {
			low = mid + 1
		}
	}
	if line == "" {
		return "", 0, fmt.Errorf("encode record of #%d: its withdrawals need more than %d bytes", r.Number, budget)
	}
	return line, left, nil
}

// ReadRecords collects the record of one pull request from its runs: every
// record of that number at the end of any run's text, merged. What is corrupt,
// or speaks of comments younger than the run that carries it, is left out with
// a notice. It never fails, since a record that is missing clears nothing.
func ReadRecords(number int, runs []pull.Run) (Record, []string) {
	var records []Record
	var notices []string
	for _, run := range runs {
		for _, line := range recordLines(run.Text) {
			r, err := DecodeRecord(line)
			switch {
			case err != nil:
				notices = append(notices, fmt.Sprintf("a record in check run %d counts for nothing: %v", run.ID, err))
			case r.Number != number:
			case slices.ContainsFunc(r.Receipts, func(r Receipt) bool { return r.At.After(run.CompletedAt.Add(maxSkew)) }):
				notices = append(notices, fmt.Sprintf("a record in check run %d counts for nothing: it is ahead of its time", run.ID))
			default:
				records = append(records, r)
			}
		}
	}
	return Merge(number, records...), notices
}

// recordLines are the lines at the end of a text that claim to be records.
func recordLines(text string) []string {
	var out []string
	lines := strings.Split(strings.TrimRight(text, " \t\r\n"), "\n")
	for _, line := range slices.Backward(lines) {
		line = strings.TrimRight(line, " \t\r")
		if line != "" && !strings.HasPrefix(line, recordStart) {
			break
		}
		if line != "" {
			out = append(out, line)
		}
	}
	return out
}
