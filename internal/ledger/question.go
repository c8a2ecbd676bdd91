package ledger

import (
	"slices"
	"time"

	"github.com/surmise-ci/surmise/internal/finding"
)

// Question is one that people are asked about entries. It can be understood
// without the others, and it never blocks: the entries that it resolves may.
type Question struct {
	ID string // "q-" and the short id
	// Fingerprint is made of the field and the fingerprints of what it
	// resolves, so that a question outlives a push that leaves those words
	// alone, and no other question is taken for it.
	Fingerprint finding.Fingerprint
	Place       finding.Place // what it is about
	Field       string        // what of the spec an answer fills, "acceptance-criteria"
	Text        string        // what is asked
	Why         string        // why it matters, one sentence
	Options     []string      // the readings, at least two; words of one's own are always welcome
	Recommended int           // 1-based among the options
	// Resolves are the entries that an answer clears, once all questions about
	// them are answered.
	Resolves []finding.Key
	Stage    Stage  // zero until [Ledger.Progress] says it
	Steps    []Step // oldest first
}

// Key names the question in its repository.
func (q Question) Key() finding.Key {
	return finding.Key{Path: q.Place.Path, Fingerprint: q.Fingerprint}
}

// Stage is where a question stands, in the lifecycle of structured
// clarification gates.
type Stage string

// The stages. A question leaves the first by being asked; it goes back there if
// its entries are cleared, fixed or changed without an answer.
const (
	StageNotRequired Stage = "not_required"
	StageRequested   Stage = "requested"
	StageAnswered    Stage = "answered" // by somebody, and not all that it takes is answered
	StageResolved    Stage = "resolved" // its entries are cleared
)

// Stages lists them, in the order in which a question goes through them.
func Stages() []Stage {
	return []Stage{StageNotRequired, StageRequested, StageAnswered, StageResolved}
}

// Step is a stage that a question came to. An answer that lost its power leaves
// none: the events of the entries keep it.
type Step struct {
	Stage   Stage
	At      time.Time // zero for the asking: a run does not know when it is published
	By      string    // login of who answered; "" otherwise
	Choice  string    // the option, or "" for words of one's own
	Words   string
	Link    string // of the comment
	HeadSHA string // that was on show
}

// Answer is the answer that counts, in words: the newest. False without one.
func (q Question) Answer() (Step, string, bool) {
	for _, s := range slices.Backward(q.Steps) {
		if s.Stage != StageAnswered {
			continue
		}
		if i := optionOf(s.Choice); i > 0 && i <= len(q.Options) {
			return s, q.Options[i-1], true
		}
		return s, s.Words, s.Words != ""
	}
	return Step{}, "", false
}

// optionOf is the number of an option; 0 for words of one's own.
func optionOf(choice string) int {
	n := 0
	for _, c := range choice {
		if c < '0' || c > '9' || n > 1000 {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}

// Ask chooses the questions to put to people, in their order: those that the
// pull request was asked before, and new ones while fewer than most were asked
// in all. There is one round: an answer never brings more. Questions that only
// together resolve an entry stand next to each other, and are asked together or
// not at all.
func Ask(all []Question, asked []string, most int) []Question {
	var out []Question
	room := most - len(asked)
	for len(all) > 0 {
		n := 1
		for n < len(all) && slices.Equal(all[n].Resolves, all[0].Resolves) {
			n++
		}
		var fresh int
		for _, q := range all[:n] {
			if !slices.Contains(asked, remembered(q.Fingerprint)) {
				fresh++
			}
		}
		if fresh == 0 || fresh <= room {
			out = append(out, all[:n]...)
			room -= fresh
		}
		all = all[n:]
	}
	return out
}

// Progress says of questions that were asked where each stands, and how it came
// there: told from the events of the entries alone.
func (l Ledger) Progress(asked []Question) []Question {
	index := make(map[finding.Key]Entry, len(l.Entries))
	for _, e := range l.Entries {
		index[e.Key()] = e
	}
	out := slices.Clone(asked)
	for i := range out {
		q := &out[i]
		q.Stage, q.Steps = StageRequested, []Step{{Stage: StageRequested}}
		cleared := true
		var last time.Time
		for _, key := range q.Resolves {
			e, there := index[key]
			if !there {
				continue
			}
			cleared = cleared && e.State.Cleared()
			for _, ev := range e.Events {
				if ev.Effect != Counts && ev.Effect != Waits {
					continue
				}
				if ev.At.After(last) {
					last = ev.At
				}
				step := Step{StageAnswered, ev.At, ev.By, ev.Choice, ev.Reason, ev.Link, ev.HeadSHA}
				if ev.Question == q.Fingerprint && !slices.Contains(q.Steps, step) {
					q.Stage, q.Steps = StageAnswered, append(q.Steps, step)
				}
			}
		}
		switch {
		case cleared && q.Stage == StageAnswered:
			q.Stage, q.Steps = StageResolved, append(q.Steps, Step{Stage: StageResolved, At: last})
		case cleared:
			q.Stage = StageNotRequired
		}
	}
	return out
}

// about are the questions of the head that resolve an entry.
func (r Replay) about(key finding.Key) []finding.Fingerprint {
	var out []finding.Fingerprint
	for _, q := range r.Questions {
		if slices.Contains(q.Resolves, key) {
			out = append(out, q.Fingerprint)
		}
	}
	return out
}

// unanswered is how many of the questions about an entry nobody has answered
// since it was last opened again. Where none is asked any more, one answer will
// do.
func unanswered(events []Event, questions []finding.Fingerprint) int {
	var given []finding.Fingerprint
	for _, ev := range events {
		switch {
		case ev.Effect == Void:
		case ev.Verb == Reopen:
			given = nil
		case ev.Verb == Answer:
			given = append(given, ev.Question)
		}
	}
	n := 0
	for _, q := range questions {
		if !slices.Contains(given, q) {
			n++
		}
	}
	return n
}
