package probe

import (
	"fmt"
	"slices"
	"strings"
)

// ProhibitionValidators are the rules of the prohibition probe. Categories are
// an open vocabulary, and the statement is what is resolved, so that no tier
// asks for a resolution.
func ProhibitionValidators() Validators { return prohibitionRules() }

func prohibitionRules() Validators {
	return Validators{Tiers: []string{string(Test), string(Judgment)}}
}

// Candidates are what a list for the prohibition probe proposes: items as they
// are, and for a requirement one open item, which holds its statement if it is
// a prohibition itself. What belongs to somebody else is left out, with one
// line that says to whom.
func Candidates(items []Item, requirements []Requirement) (out []Item, referred []string) {
	for _, r := range requirements {
		item := Item{RequirementID: r.ID, Category: unclassified, Resolution: Resolution{Status: Unresolved}, Prohibition: &Prohibition{}}
		if forbids(wordsOf(r.Text)) {
			item.Prohibition.Statement = strings.Join(strings.Fields(r.Text), " ")
		} else {
			item.Probe = "what could this silently become that nobody wants and the spec does not forbid?"
		}
		items = append(slices.Clone(items), item)
	}
	for _, item := range items {
		if topic, owner := CanonTopic(item.Prohibition.Statement); topic != "" {
			referred = append(referred, fmt.Sprintf("%s: %s is for %s; not taken up", item.RequirementID, topic, owner))
			continue
		}
		out = append(out, item)
	}
	return out, referred
}

// ProhibitionAuto resolves what is unresolved without asking anybody: to be
// held by its test where it names one, else by people. It dismisses nothing,
// invents no path, and leaves alone what states no prohibition.
func ProhibitionAuto(items []Item) []Item {
	out := slices.Clone(items)
	for i := range out {
		p := out[i].Prohibition
		if out[i].Status != Unresolved || p.Statement == "" {
			continue
		}
		tier := string(Judgment)
		if p.Check.Kind != "" && p.Check.Target != "" {
			tier = string(Test)
		}
		out[i].Resolution = Resolution{Status: Resolved, Verification: &tier}
	}
	return out
}

// forbids reports whether words, in lower case, hold an English prohibition:
// "must not", "never", "is not allowed to".
func forbids(words []string) bool {
	at := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return ""
	}
	for i, w := range words {
		switch w {
		case "must", "shall", "may":
			if n := at(i + 1); n == "not" || n == "never" {
				return true
			}
		case "mustn", "shan":
			if at(i+1) == "t" {
				return true
			}
		case "never", "prohibited", "forbidden":
			return true
		case "not":
			if n := at(i + 1); (n == "allowed" || n == "permitted") && at(i+2) == "to" {
				return true
			}
		}
	}
	return false
}
