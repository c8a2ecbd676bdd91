package report

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
)

// What an annotation may hold. The platform counts the title's characters and
// the message's bytes.
const (
	maxAnnotationTitle   = 255
	maxAnnotationMessage = 64 << 10
	maxAnnotationWords   = 300 // code points of any one text in a message
)

// The caps on annotations. What blocks and what is asked is always shown, and
// takes its share; the caps hold back the rest. What is about a whole document
// and does not block has no line of its own, and none is shown for it.
const (
	maxAnnotations    = 10
	maxPerRequirement = 1
	maxPerSection     = 3
)

// annotator chooses what is annotated and counts what is not.
type annotator struct {
	all           bool
	out           []pull.Annotation
	seen          map[pull.Annotation]bool // several pull requests say the same
	byRequirement map[string]int
	bySection     map[string]int
	held          int               // left to the table
	homeless      []pull.Annotation // nothing in the head to put them on
}

// annotations are the notes on the head's files, with what was left out.
func (p Publication) annotations(pages []page) annotator {
	a := annotator{
		all: p.AnnotateAll, seen: make(map[pull.Annotation]bool),
		byRequirement: make(map[string]int), bySection: make(map[string]int),
	}
	blocks := pull.Failure
	if p.Policy.Mode == policy.ModeObserve {
		blocks = pull.Warning
	}
	for _, pg := range pages {
		for _, i := range pg.blocking() {
			a.add(pg, i, pg.note(i, blocks))
		}
		for _, n := range pg.unproven(blocks) {
			a.put(n)
		}
	}
	for _, pg := range pages {
		for _, q := range pg.Report.open() {
			if about := pg.about(q); len(about) > 0 && !about[0].blocks {
				a.add(pg, about[0], pg.ask(q, about))
			}
		}
	}
	for _, pg := range pages {
		for _, i := range pg.items {
			if i.blocks || i.State != ledger.Open {
				continue
			}
			if i.finding.Whole() || a.full(i) {
				a.held++
				continue
			}
			a.add(pg, i, pg.note(i, pull.Warning))
		}
	}
	return a
}

func (i item) requirement() string { return i.Spec.Path + "\x00" + i.finding.Identity.Text }
func (i item) section() string     { return i.Spec.Path + "\x00" + i.Spec.Heading }

// full reports whether a cap holds back what does not block.
func (a *annotator) full(i item) bool {
	return !a.all && (len(a.out) >= maxAnnotations ||
		a.byRequirement[i.requirement()] >= maxPerRequirement ||
		a.bySection[i.section()] >= maxPerSection)
}

func (a *annotator) add(p page, i item, n pull.Annotation) {
	if !p.position(&n, i.Spec.Place) {
		a.homeless = append(a.homeless, n)
		return
	}
	if a.put(n) {
		a.byRequirement[i.requirement()]++
		a.bySection[i.section()]++
	}
}

// put adds a note once, whatever number of pull requests it is for.
func (a *annotator) put(n pull.Annotation) bool {
	if a.seen[n] {
		return false
	}
	a.seen[n] = true
	a.out = append(a.out, n)
	return true
}

// position puts a note on the head's file; it reports whether there is a place
// for it. Columns are those of the first and of the last character.
func (p page) position(n *pull.Annotation, at finding.Place) bool {
	n.Path = at.Path
	if at.Side == finding.Base {
		n.StartLine = p.Report.survivor(at)
		n.EndLine = n.StartLine
		return n.StartLine > 0
	}
	start, end := at.At.Start, at.At.End
	if end.Line > start.Line && end.Column == 1 {
		end.Line-- // the words end with the line break
	}
	n.StartLine, n.EndLine = max(1, start.Line), max(1, start.Line, end.Line)
	if start.Line == at.At.End.Line && start.Column > 0 {
		n.StartColumn, n.EndColumn = start.Column, max(start.Column, end.Column-1)
	}
	return true
}

// note is what an annotation says of an entry: what, why it matters, and how to
// make it go away.
func (p page) note(i item, level pull.Level) pull.Annotation {
	m := message{}
	m.say("%s", i.Why)
	if i.Spec.Place.Side == finding.Base {
		m.say("It stood at %s:%d: \"%s\"", p.Report.revisionPath(i.Spec.Place), i.Spec.Place.At.Start.Line, i.Gap)
	}
	a, b, contradicts := i.sides()
	if contradicts {
		if b.Path == a.Path {
			m.say("A: \"%s\" (line %d). B: \"%s\" (line %d)", a.Text, a.At.Start.Line, b.Text, b.At.Start.Line)
		} else {
			m.say("A: \"%s\" (line %d). B: \"%s\" (%s:%d)", a.Text, a.At.Start.Line, b.Text, b.Path, b.At.Start.Line)
		}
	} else {
		for _, r := range i.finding.Related {
			m.say("%s: \"%s\" (%s:%d)", orElse(r.Note, "see also"), r.Text, r.Path, r.At.Start.Line)
		}
	}
	m.say("While it is open: %s", i.Assumption)
	m.say("To clear it: %s", orElse(clears(i.finding), "edit the spec"))
	how := "Or comment"
	if !i.blocks {
		how = "It does not block. To settle it all the same, comment"
	}
	switch {
	case !p.talks():
	case contradicts:
		m.say("%s, if A holds: %s", how, p.pick(i, "A"))
		m.say("If B holds: %s", p.pick(i, "B"))
	case i.Nature() == ledger.Contradiction:
		m.say("%s: %s", how, p.pick(i, "A"))
	default:
		m.say("%s: %s", how, p.command(i))
	}
	if i.blocks {
		for _, q := range p.asks(i) {
			m.say("Question %s", q.ID)
			p.put(&m, q)
		}
	}
	title := fmt.Sprintf("%s (%d): %s, %s", i.ID, i.number, strings.ReplaceAll(i.Source, "-", " "), i.Severity)
	if i.blocks {
		title += ", blocks"
	}
	return pull.Annotation{Level: level, Title: clean(title), Message: p.addressed(m)}
}

// ask is what an annotation says of a question about what does not block; what
// blocks asks in its own note.
func (p page) ask(q ledger.Question, about []item) pull.Annotation {
	m := message{}
	p.put(&m, q)
	for _, i := range about {
		m.say("The answer clears %s (%d)", i.ID, i.number)
	}
	return pull.Annotation{Level: pull.Warning, Title: clean(q.ID + ": question"), Message: p.addressed(m)}
}

// unproven are the notes on what blocks without being an entry: prohibitions
// that are not proven, and specs that nobody could read.
func (p page) unproven(level pull.Level) []pull.Annotation {
	var out []pull.Annotation
	for _, b := range p.failing() {
		m := message{}
		m.say("%s: %s", b.Outcome.String(), orElse(because(b), "not looked at"))
		m.say("It forbids: \"%s\"", b.Statement)
		out = append(out, pull.Annotation{
			Path: b.Path, StartLine: max(1, b.Line), EndLine: max(1, b.Line), Level: level,
			Title: clean(b.ID + ": prohibition " + heldBy(b) + ", blocks"), Message: p.addressed(m),
		})
	}
	for _, u := range p.Report.NotInterrogated {
		if u.Unchanged {
			continue
		}
		m := message{}
		m.say("Nobody knows what the file leaves open: %s", u.Reason)
		m.say("To clear it: mend the file, or take it out of the specs")
		out = append(out, pull.Annotation{
			Path: u.Path, StartLine: 1, EndLine: 1, Level: level, Title: "not interrogated, blocks", Message: p.addressed(m),
		})
	}
	return out
}

// addressed is the message, with the pull request that its commands belong to
// where there are several.
func (p page) addressed(m message) string {
	if len(p.Requests) > 1 {
		m.say("This is about pull request %d", p.Number)
	}
	return cut(strings.Join(m.lines, "\n"), maxAnnotationMessage)
}

// message is plain text, each sentence on a line of its own. Annotations are
// not Markdown; what is not printable is written as its code all the same.
type message struct{ lines []string }

func (m *message) say(format string, args ...any) {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = strings.Join(strings.Fields(terminal(shortenTo(s, maxAnnotationWords))), " ")
		}
	}
	line := fmt.Sprintf(format, args...)
	if strings.HasPrefix(line, "/") {
		line = "\u200b" + line // never a command at the start of a line
	}
	m.lines = append(m.lines, line)
}

func clean(title string) string { return cutRunes(terminal(title), maxAnnotationTitle) }
