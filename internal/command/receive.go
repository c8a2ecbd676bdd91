package command

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/pull"
)

// refused is why a command is refused; the zero value is no refusal.
type refused struct {
	code          ledger.Refusal
	message, hint string
	silent        bool
}

// book is what one decision is made with: what the comments say now beside
// what was recorded of them.
type book struct {
	c        Case
	comments map[int64]pull.Comment
	recorded map[ledger.LineKey][]ledger.Receipt
	fresh    map[ledger.LineKey]ledger.Receipt // accepted now
	now      map[ledger.LineKey]refused        // refused now
	added    []ledger.Receipt                  // to the record
}

func newBook(c Case) *book {
	b := &book{
		c: c, comments: make(map[int64]pull.Comment), recorded: make(map[ledger.LineKey][]ledger.Receipt),
		fresh: make(map[ledger.LineKey]ledger.Receipt), now: make(map[ledger.LineKey]refused),
	}
	for _, r := range ledger.Merge(0, c.Record).Receipts {
		b.recorded[r.Key()] = append(b.recorded[r.Key()], r)
	}
	return b
}

// receive looks at one command as it stands now, and notes what the record
// does not know yet.
func (b *book) receive(comment pull.Comment, r Request) Answer {
	a := Answer{Comment: comment, Request: r, New: true}
	if !r.decides() && r.Problem == "" {
		f := b.c.inform(comment, r)
		a.Refused, a.Message, a.Hint, a.Silent = f.code, f.message, f.hint, f.silent
		return a
	}
	receipt, f := b.c.resolve(comment, r)
	key := receipt.Key()
	known := b.recorded[key]
	a.New = len(known) == 0
	if a.New && !b.c.Request.Open { // what was decided while it was open stands
		a.Silent = true
		return a
	}
	if veto := b.veto(key); f.code == "" && receipt.Clears() && veto != "" {
		f = refused{veto, "the command was refused when it was first read, and stays so", "write it again in a new comment", false}
	}
	a.Refused, a.Message, a.Hint, a.Silent = f.code, f.message, f.hint, f.silent
	if f.code != "" {
		b.now[key] = f
		receipt = refusedReceipt(receipt, f.code)
	} else {
		b.fresh[key] = receipt
	}
	// A refusal is kept even beside a receipt that says otherwise, so that no
	// receipt keeps one from being remembered.
	repeats := func(old ledger.Receipt) bool {
		return same(old, receipt) || f.code != "" && old.Refused != ""
	}
	if !f.code.Passing() && !slices.ContainsFunc(known, repeats) {
		b.added = append(b.added, receipt)
	}
	return a
}

// refusedReceipt is as little as has to be remembered of a refusal.
func refusedReceipt(r ledger.Receipt, code ledger.Refusal) ledger.Receipt {
	return ledger.Receipt{Comment: r.Comment, Line: r.Line, Body: r.Body, By: r.By, At: r.At, Refused: code}
}

// same reports whether a recorded receipt is what the comment gives now. What
// the person was allowed then may differ.
func same(old, now ledger.Receipt) bool {
	return old.Key() == now.Key() && old.Verb == now.Verb && old.By == now.By && old.At.Equal(now.At) && old.Link == now.Link &&
		old.HeadSHA == now.HeadSHA && slices.Equal(old.Subjects, now.Subjects) && old.Question == now.Question && old.Choice == now.Choice &&
		old.Reason == now.Reason && old.Refused == now.Refused
}

// veto is the refusal that the record holds for a line; "" if it holds none.
func (b *book) veto(key ledger.LineKey) ledger.Refusal {
	for _, r := range b.recorded[key] {
		if r.Refused != "" {
			return r.Refused
		}
	}
	return ""
}

// accepted are all receipts that are not refusals: what was recorded, and what
// is new.
func (b *book) accepted() []ledger.Receipt {
	var out []ledger.Receipt
	for _, r := range slices.Concat(b.c.Record.Receipts, b.added) {
		if r.Refused == "" {
			out = append(out, r)
		}
	}
	return out
}

// standing says why an accepted receipt that clears counts for nothing now.
func (b *book) standing(r ledger.Receipt) string {
	if fresh, ok := b.fresh[r.Key()]; ok && same(r, fresh) {
		return ""
	}
	comment, there := b.comments[r.Comment]
	f, refusedNow := b.now[r.Key()]
	switch {
	case !there:
		return "the comment was deleted"
	case !comment.EditedAt.IsZero():
		return "the comment was edited" + by(comment.Editor)
	case comment.Hidden:
		return "the comment is hidden"
	case refusedNow:
		return f.message
	}
	return "the comment does not give this decision"
}

func by(login string) string {
	if login == "" {
		return ""
	}
	return fmt.Sprintf(" by %s", quote(login))
}

// blank is the receipt of a line before anything is known about it.
func blank(comment pull.Comment, r Request) ledger.Receipt {
	c, _ := find(r.Command)
	return ledger.Receipt{
		Comment: comment.ID, Line: r.Line, Body: ledger.DigestOf(comment.Body), Verb: c.Decides,
		By: cmp.Or(comment.Author, "ghost"), At: comment.CreatedAt.UTC().Truncate(time.Second), Link: comment.URL,
	}
}
