package detect

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/claim"
)

// reversed reads a word that became its own opposite by a syllable: "lock"
// became "unlock", "with" became "without", "signed" became "unsigned".
func reversed(e *wordDiff, x diffRun, _ bool) (claim.Revision, bool) {
	if x.b1-x.b0 != 1 || x.h1-x.h0 != 1 || e.base.kept(x.b0, x.b1) < mostly || e.head.conditional(x.h0) {
		return claim.Revision{}, false
	}
	before, after := e.base.lower(x.b0), e.head.lower(x.h0)
	by := claim.Revision{Aspect: claim.Outcome, Before: e.base.extent(x.b0, x.b1), After: e.head.extent(x.h0, x.h1)}
	return by, opposites(before, after) || opposites(after, before)
}

// opposites reports whether the second word denies the first.
func opposites(word, opposite string) bool {
	const shortest = len("lock") // "til" and "until", "it" and "unit" are none
	switch word {
	case "with":
		return opposite == "without"
	case "less":
		return false // "unless"
	case "allow", "allowed", "allows", "connect", "connected", "connects", "approve", "approved", "approves", "arm", "armed", "engage", "engaged", "continue", "continued":
		return opposite == "dis"+word
	}
	rest, ok := strings.CutPrefix(opposite, "un")
	return ok && rest == word && len(word) >= shortest
}
