package ledger

import (
	"slices"
	"time"

	"github.com/surmise-ci/surmise/internal/finding"
)

// eventFile is an event as an entry's file has it.
type eventFile struct {
	Verb        Verb                `json:"verb"`
	Auto        bool                `json:"auto"`
	By          string              `json:"by"`
	Permission  string              `json:"permission"`
	Self        bool                `json:"self"`
	At          string              `json:"at"`
	Link        string              `json:"link"`
	HeadSHA     string              `json:"head"`
	Fingerprint finding.Fingerprint `json:"fingerprint"`
	Question    *string             `json:"question"` // null for what is no answer
	Choice      string              `json:"choice"`
	Reason      string              `json:"reason"`
	Effect      Effect              `json:"effect"`
	Why         string              `json:"why"`
}

func encodeEvents(events []Event) []eventFile {
	out := make([]eventFile, len(events))
	for i, e := range events {
		out[i] = eventFile{
			Verb: e.Verb, Auto: e.Auto, By: e.By, Permission: e.Permission, Self: e.Self,
			At: e.At.UTC().Format(time.RFC3339), Link: e.Link, HeadSHA: e.HeadSHA, Fingerprint: e.Fingerprint,
			Choice: e.Choice, Reason: e.Reason, Effect: e.Effect, Why: e.Why,
		}
		if e.Question != "" {
			out[i].Question = new(string(e.Question))
		}
	}
	return out
}

func (d *decoder) events(v value) []Event {
	if v.kind != array {
		d.wrong("events", v, string(array))
		return nil
	}
	var out []Event
	for _, item := range v.items {
		f := d.fields("an event", item, []string{
			"verb", "auto", "by", "permission", "self", "at", "link", "head", "fingerprint", "question", "choice", "reason", "effect", "why",
		})
		if f == nil {
			continue
		}
		at := d.time(f, "at")
		if f["at"].kind == null {
			d.wrong("at", f["at"], "a UTC time such as 2026-01-31T09:30:00Z")
		}
		var question finding.Fingerprint
		if k := f["question"].kind; k != null && k != "" {
			question = d.fingerprint(f, "question")
		}
		e := Event{
			Verb: Verb(d.word(f, "verb", words(Verbs())...)), Auto: d.boolean(f, "auto"),
			By: d.text(f, "by"), Permission: d.text(f, "permission"), Self: d.boolean(f, "self"), At: at,
			Link: d.text(f, "link"), HeadSHA: d.text(f, "head"), Fingerprint: d.fingerprint(f, "fingerprint"),
			Question: question, Choice: d.text(f, "choice"), Reason: d.text(f, "reason"),
			Effect: Effect(d.word(f, "effect", words(Effects())...)), Why: d.text(f, "why"),
		}
		if k := f["question"].kind; e.Verb != "" && (k == null) == (e.Verb == Answer) && (k == null || k == text) {
			d.add(f["question"].at, "question is set for an answer and null for every other verb")
		}
		out = append(out, e)
	}
	return out
}

// Explained reports whether the state follows from the events: what is cleared
// has an event that counts and clears to that state, what is open has none
// that clears.
func (e Entry) Explained() bool {
	clears := func(ev Event) bool { return ev.Effect == Counts && ev.Verb.Clears() }
	switch {
	case e.State.Past():
		return true
	case e.State == Open:
		return !slices.ContainsFunc(e.Events, clears)
	}
	return slices.ContainsFunc(e.Events, func(ev Event) bool { return clears(ev) && ev.Verb.State() == e.State })
}

// words are the members of a list as plain text.
func words[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}
