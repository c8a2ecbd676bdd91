package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/pull"
	"github.com/surmise-ci/surmise/internal/report"
)

// publish makes the check run stand, unless an equal one does already. A token
// that may not write checks is told of in Withheld: the caller has other ways
// to show the verdict.
func (d round) publish(ctx context.Context, c *Checked, all []decided) error {
	if standing(c.Check, all) {
		return nil
	}
	_, err := d.action.Host.Publish(ctx, c.Check)
	var denied interface {
		error
		Denied() string
	}
	if errors.As(err, &denied) {
		c.Withheld = denied.Denied()
		c.Publication.Degraded = c.Withheld
		c.Check = c.Publication.Check()
		return nil
	}
	if err != nil {
		return fmt.Errorf("publish %q on %s: %w", c.Check.Name, c.Check.HeadSHA, err)
	}
	return nil
}

// standing reports whether the newest run of that name on that head says the
// same, in full.
func standing(c pull.Check, all []decided) bool {
	var newest pull.Run
	for _, one := range all {
		for _, r := range one.runs {
			if r.HeadSHA == c.HeadSHA && r.Name == c.Name && cmp.Or(r.CompletedAt.Compare(newest.CompletedAt), cmp.Compare(r.ID, newest.ID)) > 0 {
				newest = r
			}
		}
	}
	return newest.ID != 0 && newest.Complete && newest.Success == c.Success && newest.Digest == c.Digest
}

// mostAnswers is how many comments one run answers, the newest: whoever floods a
// discussion must not make us flood it too, nor keep the verdict waiting.
const mostAnswers = 20

// answer tells those who wrote commands what came of them: a reaction on each
// new one, one reply for what was refused or asked.
func (d round) answer(ctx context.Context, p report.Publication, one decided) {
	for _, id := range d.freshComments(one.answers) {
		err := d.action.Host.React(ctx, id, reaction(answersTo(one.answers, id)))
		d.courtesy(ctx, one.request.Number, "react to a comment", err)
		d.reply(ctx, p, one, id)
	}
}

// reply keeps our reply to a comment.
func (d round) reply(ctx context.Context, p report.Publication, one decided, id int64) {
	number := one.request.Number
	err := d.action.Host.Keep(ctx, number, report.ReplyMarker(id), p.Reply(number, id, answersTo(one.answers, id)))
	d.courtesy(ctx, number, "reply to a comment", err)
}

// remark keeps our comment on the verdict.
func (d round) remark(ctx context.Context, c Checked, one decided) {
	if c.Publication.Group && c.Check.Success {
		return // there is nothing for people to do
	}
	number := one.request.Number
	// The list of checks, not this run: a comment that says the same stays as
	// it is.
	body := c.Publication.Comment(number, one.request.URL+"/checks")
	d.courtesy(ctx, number, "write our comment", d.action.Host.Keep(ctx, number, c.Publication.CommentMarker(), body))
}

// settle looks once more at what was written: a run beside this one may have
// written the same. It costs a request only where that is so.
func (d round) settle(ctx context.Context, c Checked, all []decided) {
	for _, one := range all {
		for _, id := range d.freshComments(one.answers) {
			d.reply(ctx, c.Publication, one, id)
		}
		d.remark(ctx, c, one)
	}
}

// courtesy logs what failed of the talk: none of it can change the verdict.
func (d round) courtesy(ctx context.Context, number int, what string, err error) {
	if err != nil {
		d.action.Log.WarnContext(ctx, "cannot "+what, "pull_request", number, "error", err)
	}
}

// freshComments are the newest comments with a command that nobody was told of
// yet. A command that decides nothing leaves no record; it is new while its comment is
// what started this run.
func (d round) freshComments(answers []command.Answer) []int64 {
	var out []int64
	for _, a := range answers {
		if a.New && !a.Silent && (a.Request.Decides() || a.Comment.ID == d.trigger.Comment) && !slices.Contains(out, a.Comment.ID) {
			out = append(out, a.Comment.ID)
		}
	}
	return out[max(0, len(out)-mostAnswers):]
}

func answersTo(answers []command.Answer, comment int64) []command.Answer {
	var out []command.Answer
	for _, a := range answers {
		if a.Comment.ID == comment && !a.Silent {
			out = append(out, a)
		}
	}
	return out
}

// reaction is one mark for all commands of a comment: accepted only if all are,
// and count for words that are there.
func reaction(answers []command.Answer) pull.Reaction {
	for _, a := range answers {
		if a.Refused != "" || a.Gone {
			return pull.Refused
		}
	}
	return pull.Accepted
}

// firstPublished is when that head was first on show; zero if it never was.
func firstPublished(runs []pull.Run, sha string) time.Time {
	var first time.Time
	for _, r := range runs {
		if r.HeadSHA == sha && (first.IsZero() || r.CompletedAt.Before(first)) {
			first = r.CompletedAt
		}
	}
	return first
}
