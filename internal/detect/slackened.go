package detect

import (
	"slices"

	"github.com/surmise-ci/surmise/internal/claim"
)

// slackened reads a verb that does something about a matter and became one that
// does less about it: what was refused is only written down, what was demanded
// is only offered.
func slackened(e *wordDiff, x diffRun, _ bool) (claim.Revision, bool) {
	if x.b0 == x.b1 || x.h0 == x.h1 || !e.base.within(x.b0, x.b1) || !e.head.within(x.h0, x.h1) || e.base.kept(x.b0, x.b1) < mostly {
		return claim.Revision{}, false
	}
	before, banned := e.base.modal(x.b0)
	after, forbidden := e.head.modal(x.h0)
	if banned || forbidden || before != x.b0-1 || after != x.h0-1 || before < 0 || e.base.words[before].partner != after {
		return claim.Revision{}, false
	}
	for _, l := range lesserVerbs() {
		if !slices.Contains(l.verbs, e.base.lower(x.b0)) || !slices.Contains(l.lesser, e.head.lower(x.h0)) {
			continue
		}
		by := claim.Revision{Before: e.base.extent(x.b0, x.b1), After: e.head.extent(x.h0, x.h1)}
		return by, !l.tells || !refuses(e.head.lowers(x.h0, len(e.head.words)))
	}
	return claim.Revision{}, false
}

// lesser is verbs, and those that do less about the same matter.
type lesser struct {
	verbs, lesser []string
	tells         bool // they only tell of it
}

func lesserVerbs() []lesser {
	return []lesser{
		{
			verbs: []string{"reject", "refuse", "deny", "block", "lock", "prevent", "forbid", "stop", "abort", "halt", "disable", "revoke",
				"quarantine", "disallow", "prohibit", "cancel", "suspend", "isolate", "discard", "ban"},
			lesser: []string{"warn", "notify", "alert", "inform", "tell", "log", "record", "report", "flag", "note", "show", "display", "detect",
				"monitor", "track", "count", "remind", "discourage", "send", "write", "announce", "delay", "slow"},
			tells: true,
		},
		{
			verbs:  []string{"require", "enforce", "demand", "mandate", "ensure", "guarantee"},
			lesser: []string{"offer", "support", "allow", "permit", "accept", "suggest", "recommend", "encourage", "propose", "enable", "prefer", "try", "aim", "attempt", "strive"},
		},
		{
			verbs:  []string{"encrypt"},
			lesser: []string{"encode", "compress", "obfuscate", "pack", "zip", "store", "keep", "mask", "copy"},
		},
		{
			verbs:  []string{"delete", "erase", "purge", "destroy", "wipe"},
			lesser: []string{"hide", "archive", "deactivate", "disable", "flag", "mark", "move", "keep", "retain", "store", "compress", "lock", "list"},
		},
		{
			verbs:  []string{"verify", "validate", "check", "authenticate", "confirm"},
			lesser: []string{"accept", "store", "save", "record", "log", "assume", "show", "display", "trust", "keep"},
		},
		{
			verbs:  []string{"test", "review", "audit", "approve"},
			lesser: []string{"list", "log", "record", "mention", "note"},
		},
	}
}

// refuses reports whether words tell that something was refused, which whoever
// refuses it may say in place of doing it.
func refuses(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		switch w {
		case "error", "errors", "failure", "refusal", "rejection", "denied", "refused", "rejected", "code", "status", "401", "403", "404", "409", "422", "429":
			return true
		}
		return false
	})
}
