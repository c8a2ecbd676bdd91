package spec

import "github.com/surmise-ci/surmise/internal/lang"

// nameLeadUp makes background of the sections that stand between a proposal's
// motivation and what it proposes: they teach how things are, with the same modal
// verbs with which the proposal says how they shall be. A section whose heading
// is known keeps its kind.
func (d *Document) nameLeadUp() {
	for i, m := range d.Sections {
		if !motivates(m) {
			continue
		}
		var between []*Section
		for _, s := range d.Sections[i+1:] {
			if s.Level > m.Level {
				continue
			}
			if s.Level < m.Level || motivates(s) {
				break
			}
			if proposes(s.Title) {
				for _, b := range between {
					b.Kind = lang.Background
				}
				break
			}
			if s.Kind == lang.Other {
				between = append(between, s)
			}
		}
	}
}

// motivates reports whether a section is the motivation of a proposal.
func motivates(s *Section) bool {
	return s.Heading != nil && lang.NormalHeading(s.Title) == "motivation"
}

// proposes reports whether a heading opens what a proposal proposes.
func proposes(title string) bool {
	switch lang.NormalHeading(title) {
	case "proposal", "proposed solution", "proposed design", "proposed change", "proposed changes":
		return true
	}
	return false
}
