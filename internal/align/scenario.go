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

// ScenarioPair is one scenario in both revisions.
type ScenarioPair struct{ Base, Head ScenarioRef }

// Scenarios pairs the scenarios of two revisions, and lists those of the base
// that the head no longer has, both in the order of the base. A scenario is
// found again by the words of its steps in any file, and in its own file by its
// title, if only one scenario has it, or by its likeness to one that is new.
func Scenarios(base, head []*spec.Document) (pairs []ScenarioPair, lost []ScenarioRef) {
	olds, news := scenariosOf(base), scenariosOf(head)
	matchScenarios(olds, news, func(s *scenario) string { return s.steps })
	matchScenarios(olds, news, func(s *scenario) string { return s.title })
	matchLikest(freeScenarios(olds), freeScenarios(news))
	for _, o := range olds {
		if o.partner == nil {
			lost = append(lost, o.ref)
		} else {
			pairs = append(pairs, ScenarioPair{o.ref, o.partner.ref})
		}
	}
	return pairs, lost
}

// scenario is a scenario on its way to a partner.
type scenario struct {
	ref     ScenarioRef
	steps   string // canonical
	place   string // path and heading
	title   string // path and heading if no other scenario of the revision has them, else ""
	words   []int
	partner *scenario
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
		if k := key(n); k != "" && n.partner == nil {
			waiting[k] = append(waiting[k], n)
		}
	}
	for _, o := range olds {
		k := key(o)
		if w := waiting[k]; k != "" && o.partner == nil && len(w) > 0 {
			o.partner, w[0].partner = w[0], o
			waiting[k] = w[1:]
		}
	}
}

func freeScenarios(list []*scenario) []*scenario {
	var out []*scenario
	for _, s := range list {
		if s.partner == nil {
			out = append(out, s)
		}
	}
	return out
}

// matchLikest gives each scenario the free one of its file that shares most
// words with it, if they are enough: a scenario that was rewritten is not lost.
func matchLikest(olds, news []*scenario) {
	// Scenarios are rewritten more freely than requirements.
	const sameStory, sameFile = 0.3, 0.45
	intern := make(map[string]int)
	sets := make([][]int, len(news))
	for _, o := range olds {
		o.words = o.wordSet(intern)
	}
	for j, n := range news {
		n.words = n.wordSet(intern)
		sets[j] = n.words
	}
	index := indexOf(sets, len(intern))
	counts := make([]int, len(news))
	for _, o := range olds {
		var best *scenario
		score := 0.0
		for _, j := range index.sharing(o.words, counts) {
			n := news[j]
			needed := sameFile
			if n.place == o.place {
				needed = sameStory
			}
			d := dice(o.words, n.words)
			if n.partner == nil && n.ref.Doc.File.Path() == o.ref.Doc.File.Path() && d >= needed && d > score {
				best, score = n, d
			}
		}
		if best != nil {
			o.partner, best.partner = best, o
		}
	}
}

// wordSet is the set of words of all steps.
func (s *scenario) wordSet(intern map[string]int) []int {
	var out []int
	for _, step := range s.ref.Scenario.Steps {
		out = append(out, wordsOf(step, intern)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
