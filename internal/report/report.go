// Package report says what a run found, in every format. A report holds all
// that a sink may print and leaves it nothing to compute.
package report

import (
	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/source"
)

// Report is one run's result.
type Report struct {
	Tool  string   // "surmise 0.1.0"
	Base  string   // the base revision as resolved; "" without one
	Head  string   // the head revision; "" for a working tree
	Specs []string // paths interrogated

	Verdict         gate.Verdict
	Findings        []finding.Finding // all of them, ordered: active, suppressed and pre-existing
	Ledger          ledger.Ledger
	Ambiguity       []clarify.Score
	Changes         []detect.Change
	Prohibitions    []gate.Prohibition
	NotInterrogated []gate.Unread
	Limits          []string // every cap that was hit, every silence that a reader must know of

	Sources map[string]*source.File // head files by path, for excerpts
}
