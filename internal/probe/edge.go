package probe

import (
	"fmt"
	"slices"
	"strings"
)

// Requirement is what the edge probe looks at.
type Requirement struct {
	ID   string
	Text string
	// Shapes are those that the author names, in place of what the text says.
	// Nil leaves it to the text; an empty list says that there are no edges.
	Shapes []string
}

// EdgeValidators are the rules of the edge probe.
func EdgeValidators() Validators {
	v := Validators{Tiers: []string{"explicit", "backstop"}, Required: true}
	for _, e := range edges() {
		v.Categories = append(v.Categories, e.category)
	}
	return v
}

// edge is one row of the taxonomy.
type edge struct {
	category string
	shapes   []string // that raise it
	question string
	property string   // what a held-out test has to show; see [EdgeAuto]
	settled  []string // stems of the words with which a text answers the question
}

// The shapes of the data that a requirement is about.
const (
	ofRange      = "numeric-range"
	ofCollection = "collection"
	ofText       = "text"
	ofState      = "stateful"
	ofTransfer   = "io"
)

func edges() []edge {
	return []edge{
		{"boundary", []string{ofRange},
			"What happens at the bound itself, just below it and just above it?",
			"at the bound and one step to either side of it the outcome is the stated one",
			[]string{"at most", "at least", "up to and including", "inclusive", "exclusive", "no more than", "no fewer than", "no less than"}},
		{"adjacency", []string{ofCollection},
			"What happens to elements that touch, overlap or are equal?",
			"elements that touch, overlap or are equal are treated alike in any grouping",
			[]string{"adjacent", "overlapping", "duplicates"}},
		{"empty", []string{ofCollection, ofText},
			"What happens when there is nothing: no element, no character?",
			"with no element and no character the outcome is defined and nothing fails",
			[]string{"empty", "no entries", "no items", "blank"}},
		{"encoding", []string{ofText},
			"Which characters count, and what is one: byte, code point or what a reader sees?",
			"text outside of ASCII, combining characters and emoji keep their length and order",
			[]string{"utf-8", "code point", "code points", "grapheme", "ascii"}},
		{"ordering", []string{ofCollection},
			"In which order do they come, and what decides between equals?",
			"any order of the input gives the same output, and equals keep a defined order",
			[]string{"ascending", "descending", "stable", "in order of", "ordered by", "sorted by"}},
		{"precision", []string{ofRange},
			"How exact is it: which rounding mode, and which way does a tie go?",
			"values between two steps and exactly half way round as stated, and sums do not drift",
			[]string{"half up", "half even", "half down", "bankers", "truncated", "decimal places", "whole number", "whole numbers", "integer", "integers"}},
		{"idempotency", []string{ofState},
			"What happens when it is done twice?",
			"doing it twice has the effect of doing it once",
			[]string{"idempotent", "twice", "exactly once", "at most once"}},
		{"concurrency", []string{ofState, ofTransfer},
			"What happens when two do it at the same time?",
			"two at the same time leave what one after the other would",
			[]string{"concurrent", "concurrently", "simultaneous", "simultaneously", "at the same time", "atomic", "atomically"}},
	}
}

// Edges proposes the items of requirements, in their order and the order of
// the taxonomy. A text that shows no shape gives one item that is
// unclassified: what nobody understood must not read as without edges.
func Edges(requirements []Requirement) ([]Item, error) {
	if err := checkRequirements(requirements); err != nil {
		return nil, err
	}
	table := newCueTable()
	var out []Item
	for _, r := range requirements {
		shapes := r.Shapes
		if shapes == nil {
			shapes = table.shapes(r.Text)
			if len(shapes) == 0 {
				out = append(out, Item{RequirementID: r.ID, Category: unclassified,
					Resolution: Resolution{Status: Unresolved}, Probe: "unclassified — review manually"})
				continue
			}
		}
		for _, e := range edges() {
			if slices.ContainsFunc(e.shapes, func(s string) bool { return slices.Contains(shapes, s) }) {
				out = append(out, Item{RequirementID: r.ID, Category: e.category, Resolution: Resolution{Status: Unresolved}, Probe: e.question})
			}
		}
	}
	return out, nil
}

func checkRequirements(requirements []Requirement) error {
	known := []string{ofRange, ofCollection, ofText, ofState, ofTransfer}
	seen := make(map[string]bool, len(requirements))
	for i, r := range requirements {
		switch {
		case strings.TrimSpace(r.ID) == "":
			return fmt.Errorf("requirement %d has no id; write one", i+1)
		case seen[r.ID]:
			return fmt.Errorf("requirement %d: the id %q stands twice; make it unique", i+1, r.ID)
		case r.Shapes == nil && strings.TrimSpace(r.Text) == "":
			return fmt.Errorf("requirement %d (%q) has neither text nor shapes; write one of them", i+1, r.ID)
		}
		seen[r.ID] = true
		for _, s := range r.Shapes {
			if !slices.Contains(known, s) {
				return fmt.Errorf("requirement %d (%q): shape %q; it must be one of %s", i+1, r.ID, s, strings.Join(known, ", "))
			}
		}
	}
	return nil
}

// EdgeAuto resolves what is unresolved without asking anybody: as explicit
// where the requirement's own words answer the question, and else as a backstop
// whose property it states in words. It dismisses nothing, names no test that
// is not there, and leaves alone what is unclassified.
func EdgeAuto(items []Item, requirements []Requirement) []Item {
	texts := make(map[string]string, len(requirements))
	for _, r := range requirements {
		texts[r.ID] = strings.Join(wordsOf(r.Text), " ")
	}
	table := edges()
	out := slices.Clone(items)
	for i := range out {
		k := slices.IndexFunc(table, func(e edge) bool { return e.category == out[i].Category })
		if k < 0 || out[i].Status != Unresolved {
			continue
		}
		tier, words := "backstop", "property: "+table[k].property
		if phrase := contained(texts[out[i].RequirementID], table[k].settled); phrase != "" {
			tier, words = "explicit", fmt.Sprintf("the requirement says %q", phrase)
		}
		out[i].Resolution = Resolution{Status: Resolved, Verification: &tier, Resolution: &words}
	}
	return out
}

// contained is the first phrase that stands in a text as whole words.
func contained(text string, phrases []string) string {
	for _, p := range phrases {
		if strings.Contains(" "+text+" ", " "+strings.Join(wordsOf(p), " ")+" ") {
			return p
		}
	}
	return ""
}
