package spec

import (
	"sort"

	"github.com/surmise-ci/surmise/internal/lang"
)

// Uncovered lists the headings of requirements and stories that have no
// criterion of their own, in a document where most have one: OpenSpec
// requirements without a scenario, stories without scenario or criterion. Where
// that is how the document is written, nothing is uncovered.
func (d *Document) Uncovered() []*Statement {
	var bare []*Statement
	covered := 0
	for _, s := range d.Sections[1:] {
		if !d.wantsCriterion(s) {
			continue
		}
		within := d.StatementsOf(s)
		if hasCriterion(within) {
			covered++
		} else if len(within) > 0 {
			bare = append(bare, within[0])
		}
	}
	if len(bare) > covered {
		return nil
	}
	return bare
}

// wantsCriterion reports whether the section is one requirement or one story
// that its shape asks a criterion for.
func (d *Document) wantsCriterion(s *Section) bool {
	if s.Within(lang.Removed, lang.Guidance, lang.Background, lang.Past, lang.OutOfScope) {
		return false
	}
	if isRequirementHeading(s) {
		return d.Has("openspec") || d.Has("openspec-delta")
	}
	return s.hasStory && s.Level > 1 || d.Has("spec-kit") && hasPrefixFold(s.Title, "user story ")
}

// hasCriterion reports whether one of the statements is a criterion or a part
// of one, or whether they hold several stories, which share what follows.
func hasCriterion(statements []*Statement) bool {
	stories := 0
	for _, s := range statements {
		switch {
		case s.Role == Criterion, s.Role == Step, s.Shape == "ears":
			return true
		case s.Role == Story:
			stories++
		}
	}
	return stories > 1
}

// StatementsOf lists what stands in a section and below it, its heading first.
func (d *Document) StatementsOf(s *Section) []*Statement {
	at := func(offset int) int {
		return sort.Search(len(d.Statements), func(i int) bool { return d.Statements[i].Span.Start >= offset })
	}
	return d.Statements[at(s.Span.Start):at(s.Span.End)]
}
