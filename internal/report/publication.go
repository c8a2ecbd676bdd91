package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
)

// Guarantee is what a published verdict holds against.
type Guarantee string

// The guarantees.
const (
	Basic  Guarantee = "basic"  // published with the workflow's token: who may write may forge it
	Strong Guarantee = "strong" // published with the token of an app of its own
)

// Publication is all that is said about one head commit under one name. Several
// pull requests can share a head; the worst of them decides.
type Publication struct {
	Name     string // of the check run
	HeadSHA  string
	Group    bool   // the head is a merge group's, which is in no pull request
	Digest   string // of the inputs
	Policy   policy.Policy
	Level    Guarantee
	FailJob  bool   // the job carries the verdict, not a check run
	Degraded string // why nothing can be decided here by comment; "" if it can
	Notices  []string
	Requests []PullRequest // at least one, in the order in which they are shown
	// Artifact is the address of the run that keeps the whole report; "" if
	// there is none.
	Artifact string
	// AnnotateAll lifts the caps on annotations that do not block.
	AnnotateAll bool
}

// PullRequest is what one pull request gets of a publication.
type PullRequest struct {
	Number int
	Base   string // branch
	Report Report // decided
	Record string // encoded; it ends the check run's text
}

// shaOnShow is how much of the head's id a command carries.
const shaOnShow = 12

// page is one pull request, ready to be written in any form.
type page struct {
	Publication
	PullRequest
	index index
	items []item
}

// item is an entry with the number that people see.
type item struct {
	ledger.Entry
	number  int
	blocks  bool
	finding finding.Finding // zero if the run has none for the entry
}

func (p Publication) pages() []page {
	out := make([]page, 0, len(p.Requests))
	for _, r := range p.Requests {
		out = append(out, p.page(r))
	}
	return out
}

func (p Publication) page(r PullRequest) page {
	out := page{Publication: p, PullRequest: r, index: newIndex(r.Report)}
	byEntry := make(map[string]finding.Finding, len(r.Report.Findings))
	for _, f := range r.Report.Findings {
		if id := out.index.entry(f); id != "" {
			byEntry[id] = f
		}
	}
	for i, e := range r.Report.Ledger.InScope(p.Policy.Scope) {
		out.items = append(out.items, item{Entry: e, number: i + 1, blocks: out.index.blocks[e.ID], finding: byEntry[e.ID]})
	}
	return out
}

func (p page) blocking() []item {
	var out []item
	for _, i := range p.items {
		if i.blocks {
			out = append(out, i)
		}
	}
	return out
}

// failing are the prohibitions that neither proven nor judged to hold,
// nor let through with a flag.
func (p page) failing() []gate.Prohibition { return p.Report.failing() }

func (r Report) failing() []gate.Prohibition {
	var out []gate.Prohibition
	for _, b := range r.Prohibitions {
		if b.Outcome != gate.Pass {
			out = append(out, b)
		}
	}
	return out
}

// open are the questions that nobody has answered.
func (r Report) open() []ledger.Question {
	var out []ledger.Question
	for _, q := range r.Questions {
		if q.Stage == ledger.StageRequested {
			out = append(out, q)
		}
	}
	return out
}

// about are the entries that a question resolves.
func (p page) about(q ledger.Question) []item {
	var out []item
	for _, i := range p.items {
		if slices.Contains(q.Resolves, i.Key()) {
			out = append(out, i)
		}
	}
	return out
}

// at is what a command carries so that it means what was on show. A commit that
// no pull request leads to has to be named in full.
func (p Publication) at() string {
	switch {
	case len(p.HeadSHA) < shaOnShow:
		return ""
	case p.Group:
		return " @" + p.HeadSHA
	}
	return " @" + p.HeadSHA[:shaOnShow]
}

// talks reports whether comments are heard where this is read.
func (p page) talks() bool { return p.Number > 0 && p.Degraded == "" }

// command is the line that clears an entry.
func (p Publication) command(i item) string { return "/confirm " + i.ID + p.at() }

// pick is the line that clears a contradiction: it names the side that holds.
func (p Publication) pick(i item, side string) string {
	return "/confirm " + i.ID + " " + side + p.at()
}

// answer is the line that takes an option.
func (p Publication) answer(q ledger.Question, option int) string {
	return fmt.Sprintf("/answer %s %d%s", q.ID, option, p.at())
}

// sides are the words between which a contradiction has to be decided: A is
// what the entry is about, B what it contradicts.
func (i item) sides() (a, b finding.Place, ok bool) {
	if i.Nature() != ledger.Contradiction || len(i.finding.Related) == 0 {
		return a, b, false
	}
	return i.Spec.Place, i.finding.Related[0].Place, true
}

// who says whose comment clears an entry.
func (p Publication) who() string {
	people := p.Policy.People
	out := "somebody with " + people.Minimum.String() + " access"
	if people.RequiredHigh > 1 {
		out = fmt.Sprintf("%d people with %s access", people.RequiredHigh, people.Minimum)
	}
	if people.SeparationOfDuties {
		out += " who did not contribute to the change"
	}
	return out
}

// standing is where an entry stands, in one of the words that people see, with
// how it got there. Logins are not sanitised.
func standing(e ledger.Entry) (word, how string) {
	var by []string
	var waits, void string
	for _, event := range e.Events {
		switch event.Effect {
		case ledger.Counts:
			if event.Verb.State() == e.State && !slices.Contains(by, actor(event)) {
				by = append(by, actor(event))
			}
		case ledger.Waits:
			waits = join(", ", waits, fmt.Sprintf("%s %s: %s", event.Verb.State(), actor(event), event.Why))
		case ledger.Void:
			void = fmt.Sprintf("no longer %s %s: %s", event.Verb.State(), actor(event), event.Why)
		}
	}
	if e.State == ledger.Open {
		return "open", orElse(waits, void)
	}
	return "cleared", join(" ", string(e.State), strings.Join(by, ", "))
}

// actor is who an event is by.
func actor(e ledger.Event) string {
	switch {
	case e.Auto:
		return "automatically"
	case e.Self:
		return "by " + e.By + " (the author)"
	}
	return "by " + e.By
}

// worst is the page whose verdict decides: an error before a failure before
// what is not known; of equals the first.
func worst(pages []page) page {
	rank := func(p page) int {
		switch p.Report.Verdict.Status {
		case gate.Pass:
			return 0
		case gate.Unknown, gate.Skipped:
			return 1
		case gate.Fail:
			return 2
		}
		return 3
	}
	out := page{}
	for i, p := range pages {
		if i == 0 || rank(p) > rank(out) {
			out = p
		}
	}
	return out
}
