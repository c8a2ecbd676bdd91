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
	if word == "with" {
		return opposite == "without"
	}
	rest, ok := strings.CutPrefix(opposite, "un")
	if !ok {
		rest, ok = strings.CutPrefix(opposite, "dis")
	}
	return ok && rest == word && len(word) >= shortest
}
