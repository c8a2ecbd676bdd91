package align

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/spec"
)

// ScenarioRef is a scenario with the document it stands in.
type ScenarioRef struct {
	Doc      *spec.Document
	Scenario *spec.Scenario
}

// LostScenarios lists the scenarios of the base that the head no longer has, in
// the order of the base. A scenario is found again by the words of its steps in
// any file, and in its own file by its title, if only one scenario has it, or
// by its likeness to one under the same heading.
func LostScenarios(base, head []*spec.Document) []ScenarioRef {
	olds, news := scenariosOf(base), scenariosOf(head)
	matchScenarios(olds, news, func(s *scenario) string { return s.steps })
	matchScenarios(olds, news, func(s *scenario) string { return s.title })
	const most = 64 // of one heading
	under := make(map[string][]*scenario)
	for _, n := range news {
		if !n.matched && len(under[n.place]) < most {
			under[n.place] = append(under[n.place], n)
		}
	}
	intern := make(map[string]int)
	var lost []ScenarioRef
	for _, o := range olds {
		if o.matched {
			continue
		}
		if n := likest(o, under[o.place], intern); n != nil {
			n.matched = true
			continue
		}
		lost = append(lost, o.ref)
	}
	return lost
}

// scenario is a scenario on its way to a partner.
type scenario struct {
	ref     ScenarioRef
	steps   string // canonical
	place   string // path and heading
	title   string // path and heading if no other scenario of the revision has them, else ""
	words   []int
	matched bool
}

func scenariosOf(docs []*spec.Document) []*scenario {
	var out []*scenario
	count := make(map[string]int)
	for _, d := range docs {
		for _, s := range d.Scenarios {
			var steps strings.Builder
			for _, step := range s.Steps {
				steps.WriteString(step.Text.Canonical())
				steps.WriteByte('\n')
			}
			n := &scenario{ref: ScenarioRef{d, s}, steps: steps.String(), place: d.File.Path() + "\x00" + s.Section.Title}
			count[n.place]++
			out = append(out, n)
		}
	}
	for _, s := range out {
		if count[s.place] == 1 {
			s.title = s.place
		}
	}
	return out
}

func matchScenarios(olds, news []*scenario, key func(*scenario) string) {
	waiting := make(map[string][]*scenario)
	for _, n := range news {
		if k := key(n); k != "" && !n.matched {
			waiting[k] = append(waiting[k], n)
		}
	}
	for _, o := range olds {
		k := key(o)
		if w := waiting[k]; k != "" && !o.matched && len(w) > 0 {
			o.matched, w[0].matched = true, true
			waiting[k] = w[1:]
		}
	}
}

// sameStory is the likeness of two scenarios under one heading, of which one
// replaces the other. Scenarios are rewritten more freely than requirements.
const sameStory = 0.3

// likest is the free scenario that shares most words with o, if it is enough to
// be the same one.
func likest(o *scenario, news []*scenario, intern map[string]int) *scenario {
	var best *scenario
	score := sameStory
	for _, n := range news {
		if n.matched {
			continue
		}
		for _, s := range []*scenario{o, n} {
			if s.words == nil {
				for _, step := range s.ref.Scenario.Steps {
					s.words = append(s.words, wordsOf(step, intern)...)
				}
				slices.Sort(s.words)
				s.words = slices.Compact(s.words)
			}
		}
		if d := dice(o.words, n.words); d > score {
			best, score = n, d
		}
	}
	return best
}
