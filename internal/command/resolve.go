package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/nearest"
	"github.com/surmise-ci/surmise/internal/pull"
)

// resolve gives the receipt of a command as the comment, its author and what
// was on show make it today, without any record; or why it is refused. A line
// is taken whole or refused whole.
func (c Case) resolve(comment pull.Comment, r Request) (ledger.Receipt, refused) {
	receipt := blank(comment, r)
	if f := c.machine(comment); f.code != "" {
		return receipt, f
	}
	person, f := c.authority(comment)
	receipt.Allowed, receipt.Role = person.Permission, person.Role
	switch {
	case !comment.EditedAt.IsZero():
		f = refused{ledger.RefusedEdited, "the comment was edited" + by(comment.Editor) + ", and edited comments decide nothing", "write it again in a new comment", false}
	case comment.Hidden:
		f = refused{ledger.RefusedHidden, "the comment is hidden, and hidden comments decide nothing", "unhide it, or write it again in a new comment", false}
	case f.code != "":
	case r.Problem != "":
		f = refused{ledger.RefusedMalformed, r.Problem, r.Hint, false}
	}
	if f.code != "" {
		return receipt, f
	}
	sha, f := c.refer(comment, r)
	if f.code != "" {
		return receipt, f
	}
	view, ok := c.view(sha)
	if !ok {
		return receipt, refused{ledger.RefusedNothingShown, fmt.Sprintf("what commit %s leaves open could not be read", short(sha)), "write it for the newest commit", false}
	}
	command, _ := find(r.Command)
	receipt.HeadSHA, receipt.Choice, receipt.Reason = sha, r.Choice, r.Reason
	if command.reason && !says(r.Reason) {
		return receipt, refused{ledger.RefusedReason, "the reason is missing", "write " + command.Doc.Usage, false}
	}
	t := resolver{c: c, comment: comment, person: person, view: view, request: r, command: command}
	if command.choice == option {
		q, f := t.question()
		receipt.Question, receipt.Subjects = q.Fingerprint, sorted(slices.Clone(q.Resolves))
		return receipt, f
	}
	receipt.Subjects, f = t.subjects()
	return receipt, f
}

// refer is the head that a command is about: the one it names, else the newest
// that was published before the comment was written.
func (c Case) refer(comment pull.Comment, r Request) (string, refused) {
	if r.SHA != "" {
		found := ""
		for _, sha := range append(c.heads(), c.Record.Heads...) {
			if strings.HasPrefix(sha, r.SHA) && sha != found {
				if found != "" {
					found = ""
					break
				}
				found = sha
			}
		}
		if found == "" {
			return "", refused{
				ledger.RefusedForeignHead, fmt.Sprintf("@%s is no head of this pull request", r.SHA[:12]),
				fmt.Sprintf("the head is @%s; look at it, then write it again", short(c.Request.HeadSHA)), false,
			}
		}
		return found, refused{}
	}
	var newest pull.Run
	for _, run := range c.Runs {
		if run.CompletedAt.Before(comment.CreatedAt) && newer(run, newest) {
			newest = run
		}
	}
	if newest.HeadSHA == "" {
		return "", refused{
			ledger.RefusedNothingShown, "nothing was on show when the comment was written",
			"look at the check, then write it again", false,
		}
	}
	return newest.HeadSHA, refused{}
}

func (c Case) view(sha string) (ledger.View, bool) {
	if sha == c.Request.HeadSHA {
		return ledger.View{HeadSHA: sha, Ledger: c.Head, Questions: c.Questions, Prohibitions: c.Prohibitions}, true
	}
	i := slices.IndexFunc(c.Views, func(v ledger.View) bool { return v.HeadSHA == sha })
	if i < 0 {
		return ledger.View{}, false
	}
	return c.Views[i], true
}

func short(sha string) string { return sha[:min(12, len(sha))] }

// says reports whether words say anything: "TBD" and a lone mark do not.
func says(text string) bool {
	switch strings.ToLower(strings.Trim(text, " .…?!-_/\"'`")) {
	case "", "tbd", "tba", "tbc", "todo", "fixme", "n/a", "na", "none", "later", "pending", "unknown", "unclear", "idk", "dunno":
		return false
	}
	return strings.ContainsFunc(text, func(r rune) bool { return r > 0x7f || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z' })
}

// resolver turns the words of one command into identities.
type resolver struct {
	c       Case
	comment pull.Comment
	person  pull.Person
	view    ledger.View
	request Request
	command Command
}

func (t resolver) subjects() ([]finding.Key, refused) {
	if t.command.choice == judgment {
		return t.judged()
	}
	var out []finding.Key
	for _, target := range t.request.Targets {
		entries, f := t.entries(target)
		if f.code != "" {
			return nil, f
		}
		for _, e := range entries {
			out = append(out, e.Key())
		}
	}
	return sorted(out), refused{}
}

func sorted(keys []finding.Key) []finding.Key {
	slices.SortFunc(keys, ledger.CompareKeys)
	return slices.Compact(keys)
}

// entries are what one target names. One entry is refused if the command is
// not for it; of many, those are taken that it is for, and all are refused if
// the person may not decide about one of them.
func (t resolver) entries(target Target) ([]ledger.Entry, refused) {
	inScope := t.view.Ledger.InScope(t.c.Policy.Scope)
	switch target.Kind {
	case ByID:
		return t.one(t.byID(target.Text))
	case ByNumber:
		if target.Number > len(inScope) {
			return nil, refused{
				ledger.RefusedUnknown, fmt.Sprintf("no entry has the number %d at @%s", target.Number, short(t.view.HeadSHA)),
				fmt.Sprintf("%d are on show there", len(inScope)), false,
			}
		}
		return t.one(inScope[target.Number-1], refused{})
	case ByName:
		named := slices.DeleteFunc(slices.Clone(inScope), func(e ledger.Entry) bool {
			return !strings.EqualFold(e.Affects, target.Text) && !strings.EqualFold(e.Source, target.Text)
		})
		if len(named) == 0 {
			return nil, t.unknownName(target.Text, inScope)
		}
		return t.many(named)
	}
	return t.many(inScope)
}

func (t resolver) unknownName(word string, inScope []ledger.Entry) refused {
	var names []string
	for _, e := range inScope {
		names = append(names, e.Affects, e.Source)
	}
	slices.Sort(names)
	hint := "ids come first, words of your own after \" -- \""
	bare := slices.IndexFunc(inScope, func(e ledger.Entry) bool { return e.Key().Matches(mend(word)) })
	if near := nearest.Name(word, append(slices.Compact(names), "all")); bare >= 0 {
		hint = fmt.Sprintf("did you mean %s?", inScope[bare].ID)
	} else if near != "" {
		hint = fmt.Sprintf("did you mean %s? Words of your own come after \" -- \"", near)
	}
	return refused{ledger.RefusedUnknown, fmt.Sprintf("%s is no id, number, area or detector on show", quote(word)), hint, false}
}

func (t resolver) one(e ledger.Entry, f refused) ([]ledger.Entry, refused) {
	if f.code == "" {
		f = t.fits(e)
	}
	if f.code != "" {
		return nil, f
	}
	return []ledger.Entry{e}, refused{}
}

func (t resolver) many(entries []ledger.Entry) ([]ledger.Entry, refused) {
	first := refused{ledger.RefusedUnknown, fmt.Sprintf("nothing is on show at @%s", short(t.view.HeadSHA)), "", false}
	var out []ledger.Entry
	for i, e := range entries {
		switch f := t.fits(e); {
		case f.code == "":
			out = append(out, e)
		case f.code == ledger.RefusedDuties || f.code == ledger.RefusedWeakening:
			return nil, f // what somebody may not do is told, never passed over
		case i == 0:
			first = f
		}
	}
	if len(out) == 0 {
		return nil, first
	}
	return out, refused{}
}

// fits says why the command, by this person, is not for the entry.
func (t resolver) fits(e ledger.Entry) refused {
	contradiction := e.Nature() == ledger.Contradiction
	switch {
	case t.command.Decides == ledger.Acknowledge && contradiction:
		return refused{
			ledger.RefusedContradiction, e.ID + " is a contradiction, and those are never acknowledged",
			fmt.Sprintf("name the side that holds, like \"confirm %s A\", or mend the spec", e.ID), false,
		}
	case t.command.Decides == ledger.Confirm && contradiction && t.request.Choice == "":
		return refused{
			ledger.RefusedChoice, e.ID + " has two sides, and the command names none",
			fmt.Sprintf("write \"confirm %s A\" or \"confirm %s B\"", e.ID, e.ID), false,
		}
	case t.command.Decides == ledger.Confirm && !contradiction && t.request.Choice != "":
		return refused{ledger.RefusedChoice, fmt.Sprintf("%s has no side %s", e.ID, t.request.Choice), "leave the side out", false}
	}
	return t.c.duties(t.comment, t.person, t.command.Decides, e)
}

// byID finds the entry of an id. An id is short, so that words can be made up
// to share one: where the id fits several entries on show, or, without a
// commit named, was that of other words on an earlier head, nobody can tell
// which was meant.
func (t resolver) byID(id string) (ledger.Entry, refused) {
	matches := match(t.view.Ledger, id)
	switch {
	case len(matches) == 0:
		return ledger.Entry{}, t.unknownID(id)
	case len(matches) > 1:
		ids := make([]string, 0, len(matches))
		for _, e := range matches {
			ids = append(ids, e.ID)
		}
		return ledger.Entry{}, refused{
			ledger.RefusedAmbiguous, fmt.Sprintf("%s is the beginning of %d ids", quote(id), len(matches)),
			cut("write one of "+strings.Join(ids, ", "), maxShown), false,
		}
	case t.request.SHA != "":
		return matches[0], refused{}
	}
	if t.c.Record.MeantOther(id[2:], matches[0].Fingerprint) {
		return ledger.Entry{}, refused{
			ledger.RefusedAmbiguous, fmt.Sprintf("%s was another entry on an earlier commit of this pull request", quote(id)),
			"copy the command from the check; it names the commit", false,
		}
	}
	return matches[0], refused{}
}

// match are the entries that an id can mean.
func match(l ledger.Ledger, id string) []ledger.Entry {
	kind, short := id[:2], id[2:]
	var out []ledger.Entry
	for _, e := range l.Entries {
		if strings.HasPrefix(e.ID, kind) && e.Key().Matches(short) {
			out = append(out, e)
		}
	}
	return out
}

func (t resolver) unknownID(id string) refused {
	ids := make([]string, 0, len(t.view.Ledger.Entries))
	for _, e := range t.view.Ledger.Entries {
		ids = append(ids, e.ID)
	}
	f := refused{
		ledger.RefusedUnknown, fmt.Sprintf("no entry %s at @%s", quote(id), short(t.view.HeadSHA)), "the check lists the ids", false,
	}
	if near := nearest.Name(id, ids); near != "" {
		f.hint = fmt.Sprintf("did you mean %s?", near)
	}
	if strings.HasPrefix(id, "q-") {
		f.hint = "questions are answered, with an option or in words"
	}
	return f
}

// question is the one that the command answers, if what it says is an answer.
func (t resolver) question() (ledger.Question, refused) {
	q, f := t.asked(t.request.Targets[0].Text)
	if f.code != "" {
		return q, f
	}
	number, err := strconv.Atoi(t.request.Choice)
	switch {
	case t.request.Choice != "" && (err != nil || number > len(q.Options)):
		return q, refused{
			ledger.RefusedChoice, fmt.Sprintf("%s has no option %s", q.ID, t.request.Choice),
			fmt.Sprintf("it has %d; a text comes after \" -- \"", len(q.Options)), false,
		}
	case t.request.Choice == "" && !says(t.request.Reason):
		return q, refused{ledger.RefusedReason, "the answer says nothing", "write " + t.command.Doc.Usage, false}
	}
	for _, e := range t.view.Ledger.Entries {
		if slices.Contains(q.Resolves, e.Key()) {
			if f := t.c.duties(t.comment, t.person, ledger.Answer, e); f.code != "" {
				return q, f
			}
		}
	}
	if t.request.Choice == "" && t.c.Rescore != nil {
		if problem := t.c.Rescore(t.view.HeadSHA, q, t.request.Reason); problem != "" {
			return q, refused{ledger.RefusedReason, "with the answer written in, it stays open: " + problem, "say it so that somebody can check it, or take an option", false}
		}
	}
	return q, refused{}
}

// asked finds the question of an id, with the care that [resolver.byID] takes.
func (t resolver) asked(id string) (ledger.Question, refused) {
	var matches []ledger.Question
	ids := make([]string, 0, len(t.view.Questions))
	for _, q := range t.view.Questions {
		ids = append(ids, q.ID)
		if len(q.Resolves) > 0 && strings.HasPrefix(id, "q-") && q.Key().Matches(id[2:]) {
			matches = append(matches, q)
		}
	}
	switch {
	case len(matches) == 0:
		f := refused{ledger.RefusedUnknown, fmt.Sprintf("no question %s at @%s", quote(id), short(t.view.HeadSHA)), "the check lists the questions", false}
		if near := nearest.Name(id, ids); near != "" {
			f.hint = fmt.Sprintf("did you mean %s?", near)
		}
		return ledger.Question{}, f
	case len(matches) > 1:
		return ledger.Question{}, refused{
			ledger.RefusedAmbiguous, fmt.Sprintf("%s is the beginning of %d ids", quote(id), len(matches)), "write the whole id, as the check has it", false,
		}
	case t.request.SHA == "" && t.c.Record.MeantOtherQuestion(id[2:], matches[0].Fingerprint):
		return ledger.Question{}, refused{
			ledger.RefusedAmbiguous, fmt.Sprintf("%s was another question on an earlier commit of this pull request", quote(id)),
			"copy the command from the check; it names the commit", false,
		}
	}
	return matches[0], refused{}
}
