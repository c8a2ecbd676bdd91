package ledger

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/finding"
)

// Tally is what people decided about the entries of one source.
type Tally struct {
	Source    string // the detector's id
	Decided   int    // entries that somebody decided
	Dismissed int    // of those, as no real gap
}

// Tallies count decisions over the ledgers of a repository, by source. An entry
// that several of them hold counts once, as it was decided last; what was
// decided without people does not count. Only gaps are counted: nobody plays
// down contradictions, weakenings and silencers because they were often dismissed.
func Tallies(all []Ledger) []Tally {
	last := make(map[finding.Key]Event)
	sources := make(map[finding.Key]string)
	for _, l := range all {
		for _, e := range slices.Concat(l.Entries, l.Past) {
			ev, decided := e.lastDecision()
			if old := last[e.Key()]; decided && e.Nature() == Gap && (sources[e.Key()] == "" || laterThan(ev, old)) {
				last[e.Key()], sources[e.Key()] = ev, e.Source
			}
		}
	}
	counts := make(map[string]Tally)
	for key, ev := range last {
		t := counts[sources[key]]
		t.Source = sources[key]
		t.Decided++
		if ev.Verb == Dismiss {
			t.Dismissed++
		}
		counts[t.Source] = t
	}
	out := make([]Tally, 0, len(counts))
	for _, t := range counts {
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b Tally) int { return strings.Compare(a.Source, b.Source) })
	return out
}

// laterThan orders decisions by time; of two at once, the weaker word counts.
func laterThan(a, b Event) bool {
	return cmp.Or(a.At.Truncate(time.Second).Compare(b.At.Truncate(time.Second)), strings.Compare(string(a.Verb), string(b.Verb))) > 0
}

// lastDecision is the newest event by a person that clears the entry.
func (e Entry) lastDecision() (Event, bool) {
	for _, ev := range slices.Backward(e.Events) {
		if ev.Effect == Counts && ev.Verb.Clears() && !ev.Auto {
			return ev, true
		}
	}
	return Event{}, false
}
