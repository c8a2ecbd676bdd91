package command

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
)

// Note is a comment with the commands that [Parse] finds in it.
type Note struct {
	Comment  pull.Comment
	Requests []Request
}

// Case is everything that the decisions on a pull request follow from. With
// the first block filled in, [Case.Logins] says whom to ask about; with the
// people filled in, [Case.SHAs] says what to interrogate besides the head.
type Case struct {
	Request pull.Request
	Policy  policy.Policy
	Runs    []pull.Run    // ours on every commit that is or was the head, or that is the merge group's
	Record  ledger.Record // what [ledger.ReadRecords] gives for the runs, and who pushed just now
	Notes   []Note        // every comment of the pull request but our own, also those without a command

	People []pull.Person // of every login that Logins names

	Head      ledger.Ledger     // of Request.HeadSHA
	Questions []ledger.Question // all that could be asked there
	// Rescore says why words are no answer to a question of that head; "" if
	// they are. Nil takes whatever says something.
	Rescore func(sha string, q ledger.Question, words string) string
	// Prohibitions are those of the head that people judge.
	Prohibitions []ledger.Prohibition
	Views        []ledger.View // of every SHA that SHAs names and that could be interrogated
}

// Decision is what follows from a case.
type Decision struct {
	Ledger ledger.Ledger
	// Asked are the questions that are put to people, in no stage yet.
	Asked []ledger.Question
	// Judgments are people's word on prohibitions, by key: of any words that
	// were ever on show, so that the reader takes those of the head.
	Judgments []ledger.Judgment
	Record    ledger.Record // what this run has to carry for the next one
	Answers   []Answer      // one for each command of a comment that is there, oldest first
}

// Answer is what came of one command.
type Answer struct {
	Comment pull.Comment
	Request Request
	// New says that no record knows the command yet: its comment is due a
	// reaction. A command that decides nothing is new every time.
	New     bool
	Refused ledger.Refusal // "" if it was accepted
	Message string         // what was refused and why; "" if it was accepted
	Hint    string         // what to write instead; may be empty
	// Silent says that nobody is to be told: two machines that answer each
	// other never stop.
	Silent bool
	// Gone says that it was accepted for words that the head does not have any
	// more: nothing there is cleared by it.
	Gone bool
}

// SHAs are the other heads that have to be interrogated: those that commands
// refer to, of people who may decide, and, where the policy lets things go on
// without people, the newest earlier head. Sorted.
func (c Case) SHAs() []string {
	var out []string
	for n, r := range c.serious() {
		if sha, f := c.refer(n.Comment, r); f.code == "" {
			out = append(out, sha)
		}
	}
	if c.Policy.Autonomous.Enabled {
		var newest pull.Run
		for _, run := range c.Runs {
			if run.HeadSHA != c.Request.HeadSHA && newer(run, newest) {
				newest = run
			}
		}
		out = append(out, newest.HeadSHA)
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(sha string) bool { return sha == "" || sha == c.Request.HeadSHA })
}

// Elsewhere are the commits that such commands name in full, and that are no
// head that is known of: a merge group's is none of the pull request's. Where a
// run of ours on one carries the pull request's record, it belongs to the heads
// of [Case.Record]. Sorted.
func (c Case) Elsewhere() []string {
	var out []string
	for n, r := range c.serious() {
		if _, f := c.refer(n.Comment, r); f.code == ledger.RefusedForeignHead && len(r.SHA) == wholeSHA {
			out = append(out, r.SHA)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// wholeSHA is how many digits a commit's id has.
const wholeSHA = 40

// serious are the commands that can count: nothing is spent on others.
func (c Case) serious() iter.Seq2[Note, Request] {
	return func(yield func(Note, Request) bool) {
		for _, n := range c.Notes {
			_, f := c.authority(n.Comment)
			f.code = cmp.Or(c.machine(n.Comment).code, f.code)
			if f.code != "" && !f.code.Passing() || !n.Comment.EditedAt.IsZero() || n.Comment.Hidden {
				continue
			}
			for _, r := range n.Requests {
				if r.decides() && !yield(n, r) {
					return
				}
			}
		}
	}
}

// Logins are those whose permission has to be asked: everybody who wrote a
// command that not everybody may give. Sorted, in lower case.
func (c Case) Logins() []string {
	var out []string
	for _, n := range c.Notes {
		if c.machine(n.Comment).code == "" && slices.ContainsFunc(n.Requests, Request.restricted) {
			out = append(out, strings.ToLower(n.Comment.Author))
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(login string) bool { return login == "" })
}

// decides reports whether the request, as far as it can be understood, decides
// about entries.
func (r Request) decides() bool {
	c, _ := find(r.Command)
	return r.Problem == "" && c.Decides != ""
}

// Decides reports whether the request is meant to decide about entries, also
// where it cannot be understood. The others ask for something of the run.
func (r Request) Decides() bool {
	c, known := find(r.Command)
	return !known || c.Decides != ""
}

// restricted reports whether not everybody may give the command.
func (r Request) restricted() bool { return r.Command != status().ID && r.Command != help().ID }

func newer(a, b pull.Run) bool {
	return cmp.Or(a.CompletedAt.Compare(b.CompletedAt), cmp.Compare(a.ID, b.ID)) > 0
}

// Decide resolves every command, says what came of it, and replays the ledger.
// It is pure, and does not depend on the order of anything that it is given.
//
// What clears is what the comments say now, to the people they are from now.
// The record can only take from it: a refusal in it vetoes its line for good,
// and a withdrawal in it stands though its comment be gone. So a record that is
// forged by adding to it clears nothing.
func (c Case) Decide() Decision {
	notes := slices.SortedFunc(slices.Values(c.Notes), func(a, b Note) int {
		return cmp.Or(a.Comment.CreatedAt.Compare(b.Comment.CreatedAt), cmp.Compare(a.Comment.ID, b.Comment.ID))
	})
	b := newBook(c)
	var answers []Answer
	for _, n := range notes {
		b.comments[n.Comment.ID] = n.Comment
		for _, r := range n.Requests {
			answers = append(answers, b.receive(n.Comment, r))
		}
	}
	asked := ledger.Ask(c.Questions, c.Record.Asked, c.Policy.Clarification.MaxQuestions)
	record := ledger.Merge(c.Request.Number, c.Record, ledger.Record{Receipts: b.added, Heads: c.heads()}).Show(c.Head, c.Policy.Scope, asked)
	replay := ledger.Replay{
		HeadSHA: c.Request.HeadSHA, Head: c.Head, Views: c.published(), Receipts: b.accepted(), Questions: c.Questions,
		Policy: c.Policy, Author: c.Request.Author, Standing: b.standing,
	}
	out := Decision{Ledger: replay.Ledger(), Asked: asked, Judgments: replay.Judgments(), Record: record, Answers: answers}
	for i := range out.Answers {
		a := &out.Answers[i]
		// What names a whole commit may be about a merge group's text, and a
		// judgment is about no entry.
		a.Gone = a.Refused == "" && a.Request.decides() && a.Request.Command != judge().ID && len(a.Request.SHA) < wholeSHA && !weighed(out.Ledger, a.Comment.URL)
	}
	return out
}

// weighed reports whether an entry of the head has an event from that comment.
func weighed(l ledger.Ledger, link string) bool {
	return slices.ContainsFunc(l.Entries, func(e ledger.Entry) bool {
		return slices.ContainsFunc(e.Events, func(ev ledger.Event) bool { return ev.Link == link })
	})
}

// heads are the heads that were or are about to be on show.
func (c Case) heads() []string {
	out := []string{c.Request.HeadSHA}
	for _, run := range c.Runs {
		out = append(out, run.HeadSHA)
	}
	return out
}

// published are the views with the time at which each was first on show.
func (c Case) published() []ledger.View {
	first := make(map[string]time.Time)
	for _, run := range c.Runs {
		if at, ok := first[run.HeadSHA]; !ok || run.CompletedAt.Before(at) {
			first[run.HeadSHA] = run.CompletedAt
		}
	}
	out := slices.Clone(c.Views)
	for i := range out {
		out[i].PublishedAt = first[out[i].HeadSHA]
	}
	return out
}
