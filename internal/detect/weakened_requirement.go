package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/finding"
)

func weakenedRequirement() Detector {
	return Detector{
		ID: "weakened-requirement",
		Doc: Doc{
			Title: "weakened requirement",
			Text: "Finds requirements that say less than they did in the base: a bound was loosened or dropped, MUST became SHOULD or " +
				"MAY or is gone, a prohibition lost its negation or was narrowed, every one became some, \"and\" became \"or\", what was " +
				"reserved was opened to more, a member of a list is gone, an exception, an escape clause or a scope such as \"in production\" was " +
				"added, an outcome was turned round, what was refused, demanded or encrypted is only told of, offered or encoded, a cipher, digest " +
				"or protocol became a weaker one, a sentence is gone or replaced. So is what a status, a heading or a sentence beside it makes optional, informative, " +
				"deferred or obsolete. A requirement is followed by its id, its words, and else by its likeness. A " +
				"rewording that keeps the claim, a tighter bound and a change that cannot be called looser are silent here; the " +
				"meaning diff lists them.",
			Bad:   "The gateway MUST answer within 30 s. (it was 5 s)",
			Good:  "The gateway MUST answer within 5 s.",
			Since: "0.1.0",
		},
		Class: finding.Contradictory, Affects: "requirements", Severity: finding.High,
		Kinds: []string{"weakened-requirement"},
		Change: func(p *ChangePass) {
			for _, r := range p.comparison.revised {
				declared := p.BaseDeclared.Of(r.base.Doc.File.Path()).Covers(r.base.Statement) // told as a prohibition
				if r.kind == Weakened && !declared {
					reportWeakened(p, r)
				}
			}
		},
	}
}

func reportWeakened(p *ChangePass, r revision) {
	before, after := phrase(r.base.Statement, r.before), phrase(r.head.Statement, r.after)
	if b, a := soleDifference(r.base.Statement, r.head.Statement); shorten(before, maxSide) == shorten(after, maxSide) && b != "" && a != "" {
		before, after = b, a
	}
	message := ""
	switch {
	case r.demoted > 0:
		message = fmt.Sprintf("%q takes %s out of force: take it out or confirm that it is meant", shorten(after, maxSide), count(r.demoted, "statement"))
	case r.aspect == claim.Force && before != after && strings.EqualFold(before, after):
		message = fmt.Sprintf("%q became %q, which binds nobody here: restore it or confirm that less is meant", shorten(before, maxSide), shorten(after, maxSide))
	case strings.EqualFold(shorten(before, maxSide), shorten(after, maxSide)):
		message = "the requirement lost force: restore its wording or confirm that less is meant"
	case after == "" && r.aspect == claim.Limit:
		message = fmt.Sprintf("the bound %q is gone: restore it or confirm that none is meant", shorten(before, maxSide))
	case r.aspect == claim.Exception:
		message = fmt.Sprintf("%q is a new exception: take it out or confirm that it is meant", shorten(after, maxQuote))
	case r.aspect == claim.Reach && before == "":
		message = fmt.Sprintf("%q is new and narrows the requirement: take it out or confirm that it is meant", shorten(after, maxSide))
	case after == "" && r.aspect == claim.NoAspect && before != "":
		message = fmt.Sprintf("%q is gone: restore it or confirm that it is no longer meant", shorten(before, maxQuote))
	case before == "" && r.aspect == claim.NoAspect && after != "":
		message = fmt.Sprintf("%q is new and asks for less: take it out or confirm that it is meant", shorten(after, maxQuote))
	case before == "" || after == "":
		message = "the requirement lost force: restore its wording or confirm that less is meant"
	case r.aspect == claim.Outcome:
		message = fmt.Sprintf("%q became %q: restore it or confirm the reversal", shorten(before, maxSide-2), shorten(after, maxSide-2))
	case r.aspect == claim.Ban:
		message = fmt.Sprintf("%q became %q: restore the duty or confirm that it is forbidden now", shorten(before, maxSide), shorten(after, maxSide))
	case r.aspect == claim.Polarity:
		message = fmt.Sprintf("%q became %q: restore the prohibition or confirm that it is lifted", shorten(before, maxSide), shorten(after, maxSide))
	default:
		message = fmt.Sprintf("%q became %q: restore it or confirm that less is meant", shorten(before, maxSide), shorten(after, maxSide))
	}
	edit := ""
	if !r.before.Empty() && !r.after.Empty() {
		edit = before
	}
	p.Report(Result{
		Doc: r.head.Doc, Span: spanOf(r.head.Statement, r.after), At: r.head.Statement,
		Message: message, Edit: edit,
		Hint:    "put the stronger wording back, or have someone with the right to decide confirm the weaker one",
		Default: "the weaker wording is what gets built",
		Related: []finding.Related{{Place: placeOf(r.base, finding.Base, r.before), Note: "as it stood in the base"}},
		Members: []string{r.base.Statement.Text.Canonical()},
	})
}
