package ledger

import "github.com/surmise-ci/surmise/internal/finding"

// Nature is what may be done about an entry, and by whom.
type Nature uint8

// The natures.
const (
	Gap           Nature = iota // something is left open
	Contradiction               // two sides; never acknowledged, by anyone or any mode
	Weakening                   // the change takes back or softens what stood before
	Silencer                    // the change brings a silence
)

// Nature is the entry's nature, told from its source and class. What is
// contradictory and no change is a contradiction, whatever found it.
func (e Entry) Nature() Nature {
	switch e.Source {
	case "removed-requirement", "removed-scenario", "weakened-requirement", "removed-prohibition", "weakened-prohibition", "prover-changed":
		return Weakening
	case "added-suppression":
		return Silencer
	}
	if e.Class == finding.Contradictory {
		return Contradiction
	}
	return Gap
}
