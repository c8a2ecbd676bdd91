package command

import (
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
)

// Note is a comment with the commands that [Parse] finds in it.
type Note struct {
	Comment  pull.Comment
	Requests []Request
}

// Case is everything that the decisions on a pull request follow from. Fill it
// in two steps: with the first block, [Case.SHAs] and [Case.Logins] say what
// else has to be found out.
type Case struct {
	Request pull.Request
	Policy  policy.Policy
	Runs    []pull.Run    // ours on every commit that is or was the head, or that is the merge group's
	Record  ledger.Record // what [ledger.ReadRecords] gives for the runs
	Notes   []Note        // every comment of the pull request but our own, also those without a command

	Head   ledger.Ledger // of Request.HeadSHA
	Views  []ledger.View // of every other SHA that SHAs names and that could be interrogated
	People []pull.Person // of every login that Logins names
	// Questions are those on show at the head.
	Questions []ledger.Question
}

// Decision is what follows.
type Decision struct {
	Ledger  ledger.Ledger
	Record  ledger.Record // what the next run has to carry
	Answers []Answer      // one for each command, in the order of the comments
}

// Answer is what came of one command of a comment that is there.
type Answer struct {
	Comment pull.Comment
	Request Request
	// New says that no record knows the command yet: its comment is due a
	// reaction. A command that decides nothing is never known.
	New     bool
	Refused ledger.Refusal // "" if it was accepted
	Message string         // what was refused and why; "" if accepted
	Hint    string         // what to write instead; may be empty
	// Silent says that nobody is to be told: two machines that answer each
	// other never stop.
	Silent bool
}

// SHAs are the other heads that have to be interrogated: those that the
// commands refer to, and in autonomous mode the first that was on show. Sorted.
func (c Case) SHAs() []string { return nil }

// Logins are those who wrote a command that decides, sorted. What they may do
// has to be asked.
func (c Case) Logins() []string { return nil }

// Decide resolves every command, says what came of it, and replays the ledger.
// It is pure, and does not depend on the order of anything it is given.
func (c Case) Decide() Decision { return Decision{Ledger: c.Head, Record: c.Record} }
