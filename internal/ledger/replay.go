package ledger

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/policy"
)

// Replay is what a ledger is decided from.
type Replay struct {
	HeadSHA  string
	Head     Ledger // of the head, every entry open
	Views    []View // earlier heads: those that receipts refer to, and the newest before this one
	Receipts []Receipt
	// Questions are all that could be asked on the head: an entry that several
	// are about is cleared by answers only when each has one.
	Questions []Question
	Policy    policy.Policy
	Author    string // login of the pull request's author
	// Standing says why an accepted receipt that clears counts for nothing
	// today; "" if it counts. Nothing is cleared but by a receipt that it
	// lets stand, or by the policy's autonomous mode.
	Standing func(Receipt) string
}

// Ledger decides every entry of the head from the receipts. It is pure, and
// the order of receipts and views does not matter.
//
// An entry is cleared by the newest receipts about its identity that count; a
// withdrawal, once received, stands until a newer receipt clears. Entries of
// earlier heads whose words are gone are put in the ledger's past.
func (r Replay) Ledger() Ledger {
	r.Receipts = Merge(0, Record{Receipts: r.Receipts}).Receipts
	r.Views = slices.SortedFunc(slices.Values(r.Views), func(a, b View) int {
		if c := a.PublishedAt.Compare(b.PublishedAt); c != 0 {
			return c
		}
		return strings.Compare(a.HeadSHA, b.HeadSHA)
	})
	out := Ledger{Entries: slices.Clone(r.Head.Entries)}
	index := make(map[finding.Key]int, len(out.Entries))
	for i := range out.Entries {
		out.Entries[i].State, out.Entries[i].Events = Open, nil
		index[out.Entries[i].Key()] = i
	}
	carried := make(map[string]map[finding.Key]finding.Key, len(r.Views))
	for _, v := range r.Views {
		carried[v.HeadSHA] = carry(v.Ledger, r.Head)
	}
	carried[r.HeadSHA] = carry(r.Head, r.Head)
	for _, receipt := range r.Receipts {
		if receipt.Verb == Judge {
			continue // see Judgments
		}
		for _, key := range r.subjects(receipt, carried) {
			e := &out.Entries[index[key]]
			e.Events = append(e.Events, r.event(receipt, *e))
		}
	}
	first := r.firstShown(carried)
	for i := range out.Entries {
		e := &out.Entries[i]
		r.acknowledgeAlone(e, first)
		r.settle(e)
	}
	r.past(&out, carried)
	return out
}

// carry says which entry of the head each entry of an earlier ledger is: the
// one with its path and fingerprint, or, where exactly one file lost the
// fingerprint and exactly one gained it, the one in the file it moved to.
func carry(before, head Ledger) map[finding.Key]finding.Key {
	stood, stands := make(map[finding.Key]bool), make(map[finding.Key]bool)
	for _, e := range before.Entries {
		stood[e.Key()] = true
	}
	gained := make(map[finding.Fingerprint][]finding.Key)
	for _, e := range head.Entries {
		stands[e.Key()] = true
		if !stood[e.Key()] {
			gained[e.Fingerprint] = append(gained[e.Fingerprint], e.Key())
		}
	}
	lost := make(map[finding.Fingerprint]int)
	for _, e := range before.Entries {
		if !stands[e.Key()] {
			lost[e.Fingerprint]++
		}
	}
	out := make(map[finding.Key]finding.Key, len(before.Entries))
	for _, e := range before.Entries {
		switch to := gained[e.Fingerprint]; {
		case stands[e.Key()]:
			out[e.Key()] = e.Key()
		case lost[e.Fingerprint] == 1 && len(to) == 1:
			out[e.Key()] = to[0]
		}
	}
	return out
}

// subjects are the entries of the head that a receipt is about. Where the head
// that it refers to is not to be seen, what clears is about nothing, and what
// withdraws is about everything of that fingerprint.
func (r Replay) subjects(receipt Receipt, carried map[string]map[finding.Key]finding.Key) []finding.Key {
	var out []finding.Key
	if to, seen := carried[receipt.HeadSHA]; seen {
		for _, k := range receipt.Subjects {
			if key, ok := to[k]; ok {
				out = append(out, key)
			}
		}
		return out
	}
	if receipt.Verb != Reopen {
		return nil
	}
	for _, e := range r.Head.Entries {
		if slices.ContainsFunc(receipt.Subjects, func(k finding.Key) bool { return k.Fingerprint == e.Fingerprint }) {
			out = append(out, e.Key())
		}
	}
	return out
}

// event is what a receipt does to an entry, before others are looked at.
func (r Replay) event(receipt Receipt, e Entry) Event {
	ev := Event{
		Verb: receipt.Verb, By: receipt.By, Permission: receipt.Allowed.String(), Self: strings.EqualFold(receipt.By, r.Author),
		At: receipt.At, Link: receipt.Link, HeadSHA: receipt.HeadSHA, Fingerprint: e.Fingerprint,
		Question: receipt.Question, Choice: receipt.Choice, Reason: receipt.Reason, Effect: Counts,
	}
	if receipt.Role != "" {
		ev.Permission = receipt.Role
	}
	if ev.Verb == Reopen {
		return ev
	}
	if ev.Self && r.alone(e) {
		ev.Verb = Acknowledge // nobody confirms what they left to the default themselves
	}
	why := r.Standing(receipt)
	switch {
	case why != "":
	case ev.Verb == Acknowledge && e.Nature() == Contradiction:
		why = "a contradiction cannot be acknowledged"
	case ev.Verb == Acknowledge && r.Policy.RequireConfirm:
		why = "the policy asks for a confirmation"
	}
	if why != "" {
		ev.Effect, ev.Why = Void, why
	}
	return ev
}

// alone reports whether the policy lets the entry go on without people.
func (r Replay) alone(e Entry) bool {
	return r.Policy.Autonomous.Applies(r.Author, e.Spec.Path)
}

// acknowledgeAlone adds the event of the policy's autonomous mode: an entry
// that was on show on an earlier head is acknowledged, unless it is of a kind
// that people decide, or somebody withdrew a decision about it.
func (r Replay) acknowledgeAlone(e *Entry, first map[finding.Key]View) {
	v, shown := first[e.Key()]
	withdrawn := slices.ContainsFunc(e.Events, func(ev Event) bool { return ev.Verb == Reopen })
	if !shown || !r.alone(*e) || e.Nature() != Gap || withdrawn || r.Policy.RequireConfirm {
		return
	}
	e.Events = append(e.Events, Event{
		Verb: Acknowledge, Auto: true, At: v.PublishedAt, HeadSHA: v.HeadSHA, Fingerprint: e.Fingerprint, Effect: Counts,
	})
	slices.SortStableFunc(e.Events, func(a, b Event) int { return a.At.Compare(b.At) })
}

// firstShown says of the entries of the head on which earlier head each was
// first on show.
func (r Replay) firstShown(carried map[string]map[finding.Key]finding.Key) map[finding.Key]View {
	out := make(map[finding.Key]View)
	for _, v := range r.Views {
		if v.HeadSHA == r.HeadSHA || v.PublishedAt.IsZero() {
			continue
		}
		for _, e := range v.Ledger.Entries {
			to, ok := carried[v.HeadSHA][e.Key()]
			if _, earlier := out[to]; ok && !earlier {
				out[to] = v
			}
		}
	}
	return out
}

// settle gives the entry its state from its events, oldest first, and each
// event its effect.
func (r Replay) settle(e *Entry) {
	var standing []int // events that clear and were not outdone
	questions := r.about(e.Key())
	missing := unanswered(e.Events, questions)
	for i := range e.Events {
		ev := &e.Events[i]
		if ev.Effect == Void {
			continue
		}
		if ev.Verb == Answer && missing > 0 {
			ev.Effect, ev.Why = Waits, fmt.Sprintf("%d of %d questions about it are not answered", missing, len(questions))
			continue
		}
		standing = slices.DeleteFunc(standing, func(j int) bool {
			old := &e.Events[j]
			gone := ev.Verb == Reopen || strings.EqualFold(old.By, ev.By) && !weaker(*ev, *old) && !beside(*ev, *old)
			if gone {
				old.Effect = Outdone
			}
			return gone
		})
		same := func(j int) bool { return strings.EqualFold(e.Events[j].By, ev.By) && !beside(*ev, e.Events[j]) }
		switch {
		case ev.Verb == Reopen:
			outdo(e.Events[:i], Reopen)
			outdo(e.Events[:i], Answer)
		case slices.ContainsFunc(standing, same):
			ev.Effect = Outdone
		default:
			outdo(e.Events[:i], Reopen)
			standing = append(standing, i)
		}
	}
	need := 1
	if e.Severity == finding.High {
		need = max(1, r.Policy.People.RequiredHigh)
	}
	e.State = e.decide(standing, need)
}

// outdo marks the events of a verb as outdone.
func outdo(events []Event, v Verb) {
	for i := range events {
		if ev := &events[i]; ev.Verb == v && (ev.Effect == Counts || ev.Effect == Waits) {
			ev.Effect, ev.Why = Outdone, ""
		}
	}
}

// weaker reports whether a is only an acknowledgement and b is more.
func weaker(a, b Event) bool { return a.Verb == Acknowledge && b.Verb != Acknowledge }

// beside reports whether two answers are to different questions, so that
// neither takes the other's place.
func beside(a, b Event) bool {
	return a.Verb == Answer && b.Verb == Answer && a.Question != b.Question
}

// side is what an event says of a contradiction, however it was written: an
// answer with the first option picks the side A.
func (ev Event) side() string {
	switch {
	case ev.Verb == Confirm:
		return ev.Choice
	case ev.Verb == Answer && ev.Choice == "1":
		return "A"
	case ev.Verb == Answer && ev.Choice == "2":
		return "B"
	case ev.Verb == Answer:
		return string(Answer) + " " + ev.Reason
	}
	return string(ev.Verb)
}

// people is how many people the events are of. Who answers one of several
// questions speaks for that one alone.
func (e *Entry) people(events []int) int {
	by := make(map[finding.Fingerprint]map[string]bool) // "" for what is about the whole entry
	for _, i := range events {
		ev := e.Events[i]
		if by[ev.Question] == nil {
			by[ev.Question] = make(map[string]bool)
		}
		by[ev.Question][strings.ToLower(ev.By)] = true
	}
	whole := by[""]
	delete(by, "")
	if len(by) == 0 {
		return len(whole)
	}
	fewest := len(events)
	for _, some := range by {
		n := len(some)
		for who := range whole {
			if !some[who] {
				n++
			}
		}
		fewest = min(fewest, n)
	}
	return fewest
}

// decide is the state that enough people agree on. About a contradiction they
// agree only if they choose the same; otherwise every way of clearing will do.
func (e *Entry) decide(standing []int, need int) State {
	agree := func(a, b Event) bool {
		return e.Nature() != Contradiction || a.side() == b.side()
	}
	for _, i := range slices.Backward(standing) {
		latest := e.Events[i]
		var group []int
		for _, j := range standing {
			if agree(e.Events[j], latest) {
				group = append(group, j)
			}
		}
		if e.people(group) < need && !latest.Auto {
			continue
		}
		state := latest.Verb.State()
		for _, j := range standing {
			switch ev := &e.Events[j]; {
			case !slices.Contains(group, j):
				ev.Effect = Outdone
			case ev.Verb != Acknowledge && state == Acknowledged:
				state = ev.Verb.State()
			}
		}
		return state
	}
	for _, j := range standing {
		e.Events[j].Effect = Waits
		e.Events[j].Why = fmt.Sprintf("%d people have to decide the same", need)
	}
	return Open
}
