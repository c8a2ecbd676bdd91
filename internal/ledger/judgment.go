package ledger

import (
	"slices"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/finding"
)

// What people say of a prohibition that no test can hold.
const (
	Holds    = "holds"
	Violated = "violated"
)

// Prohibition is one on show that people judge.
type Prohibition struct {
	ID   string // as the spec has it
	Path string // of the spec
	// Key names these words of it, so that a judgment never passes on to
	// others.
	Key finding.Key
}

// Judgment is where people's word on a prohibition stands.
type Judgment struct {
	Key finding.Key
	// Word is Holds or Violated; "" while too few people have said that it
	// holds.
	Word       string
	By         string // of the newest of them
	Self       bool   // by the author of the pull request
	Permission string
	Reason     string
	At         time.Time
	Link       string
	HeadSHA    string // the head that was on show
	Missing    int    // how many more people have to say that it holds
}

// Judgments decides every prohibition that somebody judged, in the order of
// their keys. That one holds takes as many people as the policy asks for, since
// the newest word that it is violated; and that word, once received, stands
// until then, even if its comment is gone.
func (r Replay) Judgments() []Judgment {
	need := max(1, r.Policy.People.RequiredHigh)
	said := make(map[finding.Key]*tally)
	for _, receipt := range Merge(0, Record{Receipts: r.Receipts}).Receipts {
		if receipt.Verb != Judge || receipt.Refused != "" {
			continue
		}
		if receipt.Choice != Violated && r.Standing(receipt) != "" {
			continue
		}
		for _, k := range receipt.Subjects {
			if said[k] == nil {
				said[k] = &tally{}
			}
			said[k].add(receipt)
		}
	}
	var out []Judgment
	for k, t := range said {
		last := t.last
		j := Judgment{
			Key: k, Word: last.Choice, By: last.By, Self: strings.EqualFold(last.By, r.Author), Permission: last.Allowed.String(),
			Reason: last.Reason, At: last.At, Link: last.Link, HeadSHA: last.HeadSHA,
		}
		if last.Role != "" {
			j.Permission = last.Role
		}
		if short := need - len(t.people); j.Word == Holds && short > 0 {
			j.Word, j.Missing = "", short
			if t.violated {
				j.Word = Violated
			}
		}
		out = append(out, j)
	}
	slices.SortFunc(out, func(a, b Judgment) int { return CompareKeys(a.Key, b.Key) })
	return out
}

// tally is what was said of one prohibition, oldest first.
type tally struct {
	last     Receipt
	violated bool     // somebody said so
	people   []string // who said since then that it holds, in lower case
}

func (t *tally) add(r Receipt) {
	t.last = r
	if r.Choice == Violated {
		t.violated, t.people = true, nil
		return
	}
	if who := strings.ToLower(r.By); !slices.Contains(t.people, who) {
		t.people = append(t.people, who)
	}
}
