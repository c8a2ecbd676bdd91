package report

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
)

// The first lines of our comments, by which they are found again: the one on the
// pull request's head, and the one on a merge group that it was in. Whoever may
// write can edit a comment, so that nothing in one is ever read back.
const (
	commentMarker = "<!-- surmise:pr -->"
	groupMarker   = "<!-- surmise:group -->"
)

// CommentMarker is the first line of what [Publication.Comment] gives.
func (p Publication) CommentMarker() string {
	if p.Group {
		return groupMarker
	}
	return commentMarker
}

// ReplyMarker is the first line of our reply to the comment with that id.
func ReplyMarker(comment int64) string { return fmt.Sprintf("<!-- surmise:reply %d -->", comment) }

// Comment is the one comment that a pull request gets: its verdict, what is
// open, and the commands that settle it. It is empty as long as nothing that
// the gate looks at is or was open. check is the address of the check run, ""
// if it has none.
func (p Publication) Comment(number int, check string) string {
	for _, pg := range p.pages() {
		if pg.Number == number && pg.worthAComment() {
			return pg.comment(check)
		}
	}
	return ""
}

func (p page) worthAComment() bool {
	return len(p.items)+len(p.Report.Ledger.Past)+len(p.Report.Questions)+len(p.failing())+p.Report.unreadBlocking() > 0
}

func (p page) comment(check string) string {
	mark := "❌"
	if p.success([]page{p}) {
		mark = "✅"
	}
	blocks := []block{{head: fmt.Sprintf("%s\n### %s Surmise: %s\n", p.CommentMarker(), mark, markdownText(p.mode()+p.title()))}}
	for _, n := range p.Notices {
		blocks = append(blocks, note(n))
	}
	blocks = append(blocks, p.forReview()...)
	medium := 0
	for _, i := range p.items {
		if !i.blocks && i.State == ledger.Open && i.Severity == finding.Medium {
			medium++
		}
	}
	var tail string
	if medium > 0 {
		tail = fmt.Sprintf("\n%d of medium severity recorded: %s not block.\n", medium, verb(medium, "it does", "they do"))
	}
	if link := markdownLink("Everything that was found", check); link != "" {
		tail += "\n" + link + "\n"
	}
	if tail != "" {
		blocks = append(blocks, block{head: tail})
	}
	return fit(blocks, maxComment, "the check run")
}

// forReview are the rows of what is open, each with its command.
func (p page) forReview() []block {
	var rows []string
	for _, i := range p.blocking() {
		row := fmt.Sprintf("- **%d** %s %s: %s%s", i.number, markdownCode(i.ID), p.place(i.Spec.Place),
			markdownText(shortenTo(i.Why, maxCellMessage)), p.choice(i))
		if _, how := standing(i.Entry); how != "" {
			row += "<br>" + markdownText(shortenTo(how, maxCellMessage))
		}
		if p.talks() && i.Nature() != ledger.Contradiction {
			row += "<br>`" + p.command(i) + "`"
		}
		rows = append(rows, row+"\n")
	}
	for _, b := range p.failing() {
		rows = append(rows, fmt.Sprintf("- %s: prohibition %s, %s\n", code(b.ID, maxCellWords), heldBy(b),
			markdownText(shortenTo(orElse(because(b), b.Outcome.String()), maxCellMessage))))
	}
	for _, u := range p.Report.NotInterrogated {
		if !u.Unchanged {
			rows = append(rows, fmt.Sprintf("- %s: not interrogated, %s\n", code(u.Path, maxCellPath), markdownText(shortenTo(u.Reason, maxCellMessage))))
		}
	}
	out := []block{{rank: rankBlocks, head: "\n", rows: rows, more: "entry"}}
	if len(rows) == 0 {
		out = nil
	}
	if len(p.blocking()) > 0 && p.talks() {
		out = append(out, block{head: "\n" + p.toSettle()})
	}
	return append(out, present([]block{p.questions()})...)
}

// Reply answers one comment on that pull request: it says which of its commands
// were refused, and why, and gives what it asked to be told. It is empty if
// there is nothing to say.
func (p Publication) Reply(number int, comment int64, answers []command.Answer) string {
	blocks := refusals(answers)
	for _, a := range answers {
		switch {
		case a.Refused != "" || a.Silent:
		case a.Gone:
			blocks = append(blocks, block{head: fmt.Sprintf("%s of %s is kept for the words that it was about. They have changed since, so it clears nothing here.\n",
				code(a.Request.Text, maxCellWords), code(a.Comment.Author, maxCellWords))})
		case a.Request.Command == "help":
			blocks = append(blocks, commandList())
		case a.Request.Command == "status":
			for _, pg := range p.pages() {
				if pg.Number == number {
					blocks = append(blocks, block{head: "### " + markdownText(pg.mode()+pg.title()) + "\n\n"})
					blocks = append(blocks, pg.forReview()...)
				}
			}
		}
	}
	if len(blocks) == 0 {
		return ""
	}
	return fit(append([]block{{head: ReplyMarker(comment) + "\n"}}, blocks...), maxComment, "the run's log")
}

// refusals says which commands were refused.
func refusals(answers []command.Answer) []block {
	var rows []string
	stays := false
	for _, a := range answers {
		if a.Refused == "" || a.Silent {
			continue
		}
		stays = stays || !a.Refused.Passing()
		where := markdownLink(fmt.Sprintf("line %d", a.Request.Line), a.Comment.URL)
		if where == "" {
			where = fmt.Sprintf("line %d", a.Request.Line)
		}
		row := fmt.Sprintf("- %s of %s, %s: %s", code(a.Request.Text, maxCellWords), code(a.Comment.Author, maxCellWords), where,
			markdownText(shortenTo(orElse(a.Message, string(a.Refused)), maxCellMessage)))
		if a.Hint != "" {
			row += "<br>" + markdownText(shortenTo(a.Hint, maxCellMessage))
		}
		rows = append(rows, row+"\n")
	}
	if len(rows) == 0 {
		return nil
	}
	foot := "\nWhat was refused for the moment is looked at again by the next run.\n"
	if stays {
		foot = "\nA refused command stays refused: write it again in a new comment.\n"
	}
	return []block{{head: "### Surmise did not accept\n\n", rows: rows, more: "command"}, {head: foot}}
}

// commandList is every command with what it means.
func commandList() block {
	b := block{head: "### Commands\n\n", more: "command"}
	for _, c := range command.All() {
		b.rows = append(b.rows, fmt.Sprintf("- %s: %s\n", markdownCode(c.Doc.Usage), markdownText(c.Doc.Text)))
	}
	return b
}

// markdownLink is a link to an address of the platform; "" if it is no plain
// one that can stand in Markdown as it is.
func markdownLink(text, address string) string {
	const longest = 2000
	if len(address) > longest {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil ||
		strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("()<>[]\"'`\\|", r) }) {
		return ""
	}
	return "[" + markdownText(text) + "](" + address + ")"
}
