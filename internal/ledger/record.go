package ledger

import (
	"errors"

	"github.com/surmise-ci/surmise/internal/pull"
)

// Record is what is remembered of one pull request between runs. Each run
// carries the whole of it in the text of its check run. It is a claim that
// anybody who may write check runs can forge: what it holds can turn a verdict
// to red, and never to green.
type Record struct {
	Number   int       // of the pull request
	Receipts []Receipt // ordered by time, comment, line and content
	Pushers  []string  // logins that pushed to the head, sorted; they count as contributors
	Heads    []string  // SHAs that were on show, sorted
}

// EncodeRecord is the record as one line of text for the end of a check run's
// text, invisible there when rendered. If it takes more than budget bytes, the
// oldest refusals are left out, and after that it is an error.
func EncodeRecord(r Record, budget int) (string, error) { return "", errors.New("not built") }

// ReadRecords collects the record of one pull request from its runs: every
// record of that number at the end of any run's text, merged. What is corrupt,
// or claims to be younger than the run that carries it, is left out with a
// notice. It never fails, since a record that is missing clears nothing.
func ReadRecords(number int, runs []pull.Run) (Record, []string) { return Record{Number: number}, nil }

// Merge is the union of records of one pull request, in one order whatever the
// order they come in.
func Merge(number int, records ...Record) Record { return Record{Number: number} }
