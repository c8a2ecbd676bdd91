package spec

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
)

func givenWhenThen() Shape {
	return Shape{
		ID: "given-when-then",
		Doc: ShapeDoc{
			Title:     "Given/When/Then scenarios",
			Text:      "Statements that start with Given, When or Then, in bold, in upper case or as list items, on one line or one each.",
			Criterion: "each scenario with a Then",
			Example:   "- **Given** an empty cart, **When** the buyer opens it, **Then** it says \"nothing here yet\"\n",
			Since:     "0.1.0",
		},
		Present: func(d *Document) bool {
			for _, s := range d.Statements {
				if s.Role != Exempt && isStep(d, s) {
					return true
				}
			}
			return false
		},
		Role: func(d *Document, s *Statement) (Role, bool) { return Step, isStep(d, s) },
	}
}

// isStep reports whether s is a scenario step. "When" starts plenty of plain
// sentences, so it needs emphasis, or a step beside it, and no modal verb: an
// EARS requirement is none.
func isStep(d *Document, s *Statement) bool {
	if s.Block.Step != "" {
		return true
	}
	word, emphasised := s.stepWord(d)
	listed := s.Item != nil || emphasised
	switch word {
	case "given":
		return listed
	case "then":
		return listed
	case "when":
		if s.modality() >= lang.Must {
			return false
		}
		return emphasised || s.Item != nil && (d.neighbour(s, 1, "then", "and") || d.neighbour(s, -1, "given", "and"))
	case "and", "but":
		return listed && d.neighbour(s, -1, "given", "when", "then", "and", "but")
	}
	return false
}

// stepWord is the first word in lower case, if it is a step word, and whether
// it is written in bold or in upper case.
func (s *Statement) stepWord(d *Document) (string, bool) {
	if s.Block.Step != "" {
		return s.Block.Step, true
	}
	if len(s.Sentences) == 0 || len(s.Sentences[0].Tokens) == 0 {
		return "", false
	}
	first := s.Sentences[0].Tokens[0]
	switch first.Lower {
	case "given", "when", "then", "and", "but":
	default:
		return "", false
	}
	upper := strings.ToUpper(first.Lower) == s.Text.plain[first.Start:first.End]
	return first.Lower, upper || s.startsInBold(d.File)
}

// neighbour reports whether the statement before (-1) or after (1) stands in
// the same section and starts with one of these words.
func (d *Document) neighbour(s *Statement, step int, words ...string) bool {
	i := s.index + step
	if i < 0 || i >= len(d.Statements) || d.Statements[i].Section != s.Section {
		return false
	}
	word, _ := d.Statements[i].stepWord(d)
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}

// modality is the strongest of the statement's sentences.
func (s *Statement) modality() lang.Modality {
	best := lang.NoModality
	for _, sentence := range s.Sentences {
		best = max(best, sentence.Modality)
	}
	return best
}

// scenarios groups the steps. A scenario ends with its section, with the list
// it stands in, and where a Given or When follows a Then.
func (r *reader) scenarios() {
	var current *Scenario
	var parent *Statement
	seenThen := false
	for _, s := range r.doc.Statements {
		if s.Role != Step {
			continue
		}
		word, _ := s.stepWord(r.doc)
		restart := word == "given" || word == "when" && seenThen
		if current == nil || current.Section != s.Section || parent != s.Parent || restart {
			current = &Scenario{Title: scenarioTitle(s.Section.Title), Section: s.Section}
			r.doc.Scenarios = append(r.doc.Scenarios, current)
			parent, seenThen = s.Parent, false
		}
		current.Steps = append(current.Steps, s)
		s.Scenario, s.afterThen = current, seenThen
		seenThen = seenThen || word == "then"
	}
}

func scenarioTitle(heading string) string {
	for _, keyword := range []string{"Scenario:", "Scenario Outline:"} {
		if _, after, ok := strings.Cut(heading, keyword); ok {
			return strings.TrimSpace(after)
		}
	}
	return heading
}
