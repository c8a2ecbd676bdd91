package probe

import (
	"fmt"
	"slices"
	"strings"
)

// Item is one thing that a probe asks about, in the model that all probes
// share: where it stands, and apart from that how it is verified.
type Item struct {
	RequirementID string
	Category      string
	Resolution
	Probe       string       // the question; "" of prohibitions
	Prohibition *Prohibition // the statement and the check; nil of edges
}

// Resolution is the part of an [Item] that somebody decides. A nil pointer is
// JSON's null: nothing was said, which is not the same as an empty text.
type Resolution struct {
	Status       Status
	Verification *string // the tier
	Resolution   *string // what was decided, in words
	Reason       *string // why it is dismissed
}

// Answer is a resolution for the item of a requirement and a category.
type Answer struct {
	RequirementID, Category string
	Resolution
}

// Validators are what one probe allows.
type Validators struct {
	Categories []string // nil means that every category is allowed
	Tiers      []string // in the order of reports
	// Required says that a resolved item needs a resolution in words.
	Required bool
}

// Coverage counts items. Resolved are all that are closed, the dismissed among
// them; only ByVerification says what is affirmatively covered.
type Coverage struct {
	Applicable, Resolved, Unresolved int
	ByVerification                   []TierCount // every tier, in the order of the validators
}

// TierCount is how many resolved items a tier has.
type TierCount struct {
	Tier  string
	Count int
}

// Report is the items of a probe with their coverage.
type Report struct {
	Items    []Item
	Coverage Coverage
}

// unclassified is the category of what no cue fits. It is no edge of the
// taxonomy, and always allowed.
const unclassified = "unclassified"

// Validate says what is wrong with a resolution, in the order of the contract:
// status, then what goes with it, then the tier, then what the tier needs.
func (v Validators) Validate(r Resolution) error {
	if !slices.Contains([]Status{Resolved, Dismissed, Unresolved}, r.Status) {
		return fmt.Errorf("status is %q; it must be one of resolved, dismissed, unresolved", r.Status)
	}
	switch {
	case r.Status != Resolved && r.Verification != nil:
		return fmt.Errorf("verification is %q, and the status is %s; only what is resolved has a verification", *r.Verification, r.Status)
	case r.Status == Unresolved && (r.Resolution != nil || r.Reason != nil):
		return fmt.Errorf("a resolution or reason, and the status is unresolved; resolve or dismiss it, or leave them out")
	case r.Status == Dismissed && blank(r.Reason):
		return fmt.Errorf("dismissed without a reason; write why in reason")
	case r.Status != Resolved:
		return nil
	case r.Verification == nil:
		return fmt.Errorf("resolved without a verification; it must be one of %s", strings.Join(v.Tiers, ", "))
	case !slices.Contains(v.Tiers, *r.Verification):
		return fmt.Errorf("verification is %q; it must be one of %s", *r.Verification, strings.Join(v.Tiers, ", "))
	case v.Required && blank(r.Resolution):
		return fmt.Errorf("resolved without a resolution; write what holds or which test holds it")
	}
	return nil
}

func blank(s *string) bool { return s == nil || strings.TrimSpace(*s) == "" }

// category says what is wrong with a category.
func (v Validators) category(c string) error {
	switch {
	case strings.TrimSpace(c) == "":
		return fmt.Errorf("category is empty; write a word")
	case v.Categories == nil, c == unclassified, slices.Contains(v.Categories, c):
		return nil
	}
	return fmt.Errorf("category is %q; it must be one of %s", c, strings.Join(v.Categories, ", "))
}

// Analyze puts answers into the items that they are for and counts what came
// of it. An answer to nothing, two to one item, and anything that breaks a rule
// is an error. The items given are left alone.
func Analyze(items []Item, answers []Answer, v Validators) (Report, error) {
	type key struct{ requirement, category string }
	given := make(map[key]Resolution, len(answers))
	for i, a := range answers {
		k := key{a.RequirementID, a.Category}
		if err := v.Validate(a.Resolution); err != nil {
			return Report{}, fmt.Errorf("resolution %d (%q, %q): %w", i+1, a.RequirementID, a.Category, err)
		}
		if _, twice := given[k]; twice {
			return Report{}, fmt.Errorf("resolution %d: %q has two of the category %q; keep one", i+1, a.RequirementID, a.Category)
		}
		given[k] = a.Resolution
	}
	out := Report{Items: slices.Clone(items)}
	used := make(map[key]bool, len(given))
	for i := range out.Items {
		item := &out.Items[i]
		if err := v.category(item.Category); err != nil {
			return Report{}, fmt.Errorf("item %d (%q): %w", i+1, item.RequirementID, err)
		}
		k := key{item.RequirementID, item.Category}
		if r, ok := given[k]; ok {
			if used[k] {
				return Report{}, fmt.Errorf("item %d: %q has several items of the category %q, and the resolution names none", i+1, item.RequirementID, item.Category)
			}
			used[k], item.Resolution = true, r
		} else if err := v.Validate(item.Resolution); err != nil {
			return Report{}, fmt.Errorf("item %d (%q, %q): %w", i+1, item.RequirementID, item.Category, err)
		}
	}
	for i, a := range answers {
		if !used[key{a.RequirementID, a.Category}] {
			return Report{}, fmt.Errorf("resolution %d is for no item: %q has none of the category %q", i+1, a.RequirementID, a.Category)
		}
	}
	out.Coverage = v.Cover(out.Items)
	return out, nil
}

// Cover counts items.
func (v Validators) Cover(items []Item) Coverage {
	c := Coverage{Applicable: len(items)}
	for _, tier := range v.Tiers {
		c.ByVerification = append(c.ByVerification, TierCount{Tier: tier})
	}
	for _, item := range items {
		switch item.Status {
		case Resolved:
			for i := range c.ByVerification {
				if item.Verification != nil && *item.Verification == c.ByVerification[i].Tier {
					c.ByVerification[i].Count++
				}
			}
		case Unresolved:
			c.Unresolved++
		}
	}
	c.Resolved = c.Applicable - c.Unresolved
	return c
}

// tierOf reads a tier as people write it: blanks around it and one pair of
// quotes do not make it another one. What is none of the tiers is "".
func (v Validators) tierOf(word string) string {
	word = strings.TrimSpace(word)
	for _, q := range []string{`"`, "'", "`"} {
		if len(word) >= 2 && strings.HasPrefix(word, q) && strings.HasSuffix(word, q) {
			word = strings.TrimSpace(word[1 : len(word)-1])
			break
		}
	}
	if slices.Contains(v.Tiers, word) {
		return word
	}
	return ""
}
