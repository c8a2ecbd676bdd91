// Package clarify measures how much a request leaves open. The score is a sum
// of explained signals; every point has a reason and a span.
//
// It is the score of the request, in the tradition of structured clarification
// gates: the title and the parts that say what is wanted and why. The list of
// requirements has detectors of its own.
package clarify

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/spec"
)

// The signals, named like their keys in the policy.
const (
	NoAcceptanceCriteria = "no_acceptance_criteria"
	VagueDescription     = "vague_description"
	NoTargetSurface      = "no_target_surface"
	UnboundedScope       = "unbounded_scope"
)

// Score is the ambiguity of one document's request, 0 (clear) to 100. A
// document that makes no request has no reasons and the score 0.
type Score struct {
	Path      string
	Score     int
	Threshold int  // the policy's, which Gated goes by
	Gated     bool // at or above the threshold, and not held back
	Reasons   []Reason
}

// Reason is one signal that fired.
type Reason struct {
	Signal string // policy key: no_acceptance_criteria, vague_description ...
	Points int
	Text   string
	Place  finding.Place
}

// Measure scores the document's request under the policy.
//
// A request with verifiable criteria is not gated because its wording is vague
// and its scope unbounded: the criteria bound it.
func Measure(doc *spec.Document, p policy.Clarification) Score {
	score := Score{Path: doc.File.Path(), Threshold: p.TriggerThreshold}
	if !p.Enabled {
		return score
	}
	r, ok := requestOf(doc)
	if !ok {
		return score
	}
	criteria := r.criteria(p.MinAcceptanceCriteria)
	met := criteria >= p.MinAcceptanceCriteria
	if !met {
		score.add(NoAcceptanceCriteria, p.Signals.NoAcceptanceCriteria, missingText(criteria, p.MinAcceptanceCriteria), r.place())
	}
	if text, place, ok := r.vague(); ok {
		score.add(VagueDescription, p.Signals.VagueDescription, text, place)
	}
	if !r.namesTarget() {
		score.add(NoTargetSurface, p.Signals.NoTargetSurface, "no file, command, screen or component is named", r.place())
	}
	if text, place, ok := r.unbounded(); ok {
		score.add(UnboundedScope, p.Signals.UnboundedScope, text, place)
	}
	score.Score = min(score.Score, 100)
	score.Gated = score.Score >= p.TriggerThreshold && len(score.Reasons) > 0 && !(met && score.onlyWording())
	return score
}

func missingText(have, want int) string {
	if have == 0 {
		return "no criterion names an observable outcome"
	}
	return fmt.Sprintf("%d of the %d required criteria can be checked", have, want)
}

// add counts a signal; one without weight does not fire.
func (s *Score) add(signal string, points int, text string, place finding.Place) {
	if points > 0 {
		s.Score += points
		s.Reasons = append(s.Reasons, Reason{Signal: signal, Points: points, Text: text, Place: place})
	}
}

// onlyWording reports whether nothing but wording and scope fired.
func (s Score) onlyWording() bool {
	for _, r := range s.Reasons {
		if r.Signal != VagueDescription && r.Signal != UnboundedScope {
			return false
		}
	}
	return true
}

// Detector is the id of the finding that a gated score becomes.
const Detector = "ambiguity-score"

// Doc is what explain and the README say about the finding of a score.
type Doc struct {
	Title string // a noun phrase
	Text  string // what it measures, which conventions it assumes, when it is silent
	Bad   string // a document that it flags
	Good  string // the same, mended
	Since string // the version that brought it
}

// About is the only source of what is said about the score.
func About() Doc {
	return Doc{
		Title: "ambiguous request",
		Text: "Adds up what the request leaves open: no verifiable criterion in the document, a wish without a measure, " +
			"no file, command, screen or component, a scope without an end. The request is the title and what stands " +
			"under Input, Overview, Purpose, Why, Summary or Problem. Policy sets the weights and the threshold. The target " +
			"does not count in spec-kit, Kiro and OpenSpec files, which leave it to the plan. With verifiable criteria, " +
			"wording and scope alone do not block. Normative documents, deltas, indexes of documents, decision records, " +
			"changelogs, documents without a request and those in a language without a pack are silent.",
		Bad:   "# Make the dashboard better",
		Good:  "# Sort the dashboard's orders by date\n\nThe orders page lists the newest order first and shows 50 per page.",
		Since: "0.1.0",
	}
}

// Finding is the one high finding of a gated score; false if the score is not
// gated, or if it is only because the document has no verifiable criterion,
// which is a finding already.
func Finding(doc *spec.Document, s Score) (finding.Finding, bool) {
	if !s.Gated || doc.Bears() && len(doc.Verifiable()) == 0 && s.without(NoAcceptanceCriteria) < s.Threshold {
		return finding.Finding{}, false
	}
	r, ok := requestOf(doc)
	if !ok {
		return finding.Finding{}, false
	}
	place := r.place()
	f := finding.Finding{
		Detector: Detector, Severity: finding.High, Class: finding.Ambiguous, Affects: "requirements",
		Place:    place,
		Message:  fmt.Sprintf("ambiguity %d/100: the request leaves open what is wanted", s.Score),
		Hint:     s.hint(),
		Default:  "the narrowest reading of the request that its words allow",
		Identity: finding.Identity{Text: r.canonical()},
	}
	if t := doc.Title(); t != nil {
		f.Heading, f.Identity.Anchor = t.Title, t.Title
	}
	for _, reason := range s.Reasons {
		if reason.Place != place {
			f.Related = append(f.Related, finding.Related{Place: reason.Place, Note: reason.Text})
		}
	}
	return f, true
}

// without is the score without one signal.
func (s Score) without(signal string) int {
	sum := 0
	for _, r := range s.Reasons {
		if r.Signal != signal {
			sum += r.Points
		}
	}
	return min(sum, 100)
}

// hint says for each reason what takes its points away.
func (s Score) hint() string {
	var parts []string
	for _, r := range s.Reasons {
		cure := ""
		switch r.Signal {
		case NoAcceptanceCriteria:
			cure = "add a criterion that says what is then to be seen"
		case VagueDescription:
			cure = "say what changes, by how much"
		case NoTargetSurface:
			cure = "name the file, command, screen or component"
		case UnboundedScope:
			cure = "say where the work ends"
		}
		parts = append(parts, fmt.Sprintf("%s (%d: %s)", cure, r.Points, r.Text))
	}
	return strings.Join(parts, "; ")
}
