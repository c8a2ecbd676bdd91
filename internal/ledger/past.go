package ledger

import (
	"cmp"
	"slices"

	"github.com/surmise-ci/surmise/internal/finding"
)

// past adds to the ledger what became of the entries of earlier heads whose
// words are gone. Words that changed have a successor, which gets to know its
// predecessor; the pairing is for display, and nothing is decided by it.
func (r Replay) past(l *Ledger, carried map[string]map[finding.Key]finding.Key) {
	seen := make(map[finding.Key]bool)
	for _, e := range l.Entries {
		seen[e.Key()] = true
	}
	successors := make(map[finding.Key]int) // of an entry in the past, in l.Entries
	about := make(map[finding.Key][]Receipt)
	for _, receipt := range r.Receipts {
		for _, k := range receipt.Subjects {
			about[k] = append(about[k], receipt)
		}
	}
	for _, v := range slices.Backward(r.Views) {
		if v.HeadSHA == r.HeadSHA {
			continue
		}
		next := successorsOf(v.Ledger, *l, carried[v.HeadSHA])
		for _, e := range v.Ledger.InScope(r.Policy.Scope) {
			key := e.Key()
			if _, stands := carried[v.HeadSHA][key]; stands || seen[key] {
				continue
			}
			e.State, e.Events = Open, nil
			for _, receipt := range about[key] {
				e.Events = append(e.Events, r.event(receipt, e))
			}
			r.settle(&e)
			to, succeeded := next[key]
			switch {
			case e.State != Open && succeeded:
				e.State = Stale
			case e.State != Open:
				e.State = Fixed
			case succeeded:
				e.State = Superseded
			default:
				continue
			}
			if succeeded {
				successors[key] = to
			}
			seen[key] = true
			l.Past = append(l.Past, e)
		}
	}
	slices.SortFunc(l.Past, compare)
	l.nameThePast()
	for _, e := range l.Past {
		if to, ok := successors[e.Key()]; ok {
			l.Entries[to].Predecessor = e.ID
		}
	}
}

// nameThePast gives entries of the past ids that no entry of the head has,
// without touching those of the head.
func (l *Ledger) nameThePast() {
	keys := make([]finding.Key, 0, len(l.Entries)+len(l.Past))
	for _, e := range l.Entries {
		keys = append(keys, e.Key())
	}
	for _, e := range l.Past {
		keys = append(keys, e.Key())
	}
	ids := finding.IDs(keys)
	for i := range l.Past {
		l.Past[i].ID = prefix + ids[len(l.Entries)+i]
	}
}

// successorsOf pairs the entries that a head lost with those it gained, as
// [finding.Precede] does between the merge base and the head: by key of the
// earlier ledger, the index in the later one.
func successorsOf(before, head Ledger, carried map[finding.Key]finding.Key) map[finding.Key]int {
	asFindings := func(entries []Entry) []finding.Finding {
		out := make([]finding.Finding, len(entries))
		for i, e := range entries {
			out[i] = finding.Finding{
				Detector: e.Source, Place: e.Spec.Place, Fingerprint: e.Fingerprint,
				Identity: finding.Identity{Text: cmp.Or(e.Words, e.Gap), Anchor: e.Spec.Heading},
			}
			out[i].Path = e.Spec.Path
		}
		return out
	}
	from := make(map[finding.Key]int, len(carried))
	index := make(map[finding.Key]int, len(before.Entries))
	for i, e := range before.Entries {
		index[e.Key()] = i
		if to, ok := carried[e.Key()]; ok {
			from[to] = i
		}
	}
	partners := make([]int, len(head.Entries))
	for i, e := range head.Entries {
		partners[i] = -1
		if j, ok := from[e.Key()]; ok {
			partners[i] = j
		}
	}
	findings := asFindings(head.Entries)
	finding.Precede(findings, asFindings(before.Entries), partners)
	out := make(map[finding.Key]int)
	for i, f := range findings {
		if key := (finding.Key{Path: f.Path, Fingerprint: f.Predecessor}); f.Predecessor != "" {
			if _, ok := index[key]; ok {
				out[key] = i
			}
		}
	}
	return out
}
