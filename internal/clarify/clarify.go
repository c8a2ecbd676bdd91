// Package clarify measures how much a request leaves open. The score is a sum
// of explained signals; every point has a reason and a span.
package clarify

import "github.com/surmise-ci/surmise/internal/finding"

// Score is the ambiguity of one document's request, 0 (clear) to 100.
type Score struct {
	Path    string
	Score   int
	Gated   bool // at or above the policy's threshold, and not held back
	Reasons []Reason
}

// Reason is one signal that fired.
type Reason struct {
	Signal string // policy key: no_acceptance_criteria, vague_description ...
	Points int
	Text   string
	Place  finding.Place
}
