package detect

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/probe"
)

func weakenedProhibition() Detector {
	return Detector{
		ID: "weakened-prohibition",
		Doc: Doc{
			Title: "weakened prohibition",
			Text: "Finds prohibitions that the change words otherwise, holds by people instead of a test, takes out of force, points at " +
				"another check, or whose violation it changes. They are followed by their id within a spec. A prohibition that gets a " +
				"test, and one that was dismissed before, are silent; so is a changed test, which has to prove itself.",
			Bad:   "- P-003: The export must NOT hold names (verification: judgment)",
			Good:  "- P-003: The export must NOT hold names (verification: test; check_kind: go-test)",
			Since: "0.1.0",
		},
		// Not contradictory: the base and the head are no two sides of one text.
		Class: finding.Underspecified, Affects: "prohibitions", Severity: finding.High,
		Kinds: []string{"weakened-prohibition"},
		Change: func(p *ChangePass) {
			for _, s := range p.Prohibitions {
				if aspects := s.Weakened(); len(aspects) > 0 {
					reportWeakenedProhibition(p, s, aspects)
				}
			}
		},
	}
}

func reportWeakenedProhibition(p *ChangePass, s probe.Standing, aspects []probe.Aspect) {
	base, head := find(p.Base, s.Base.Spec), find(p.Head, s.Head.Spec)
	if base == nil || head == nil {
		return
	}
	now := *s.Head
	before := finding.PlaceOf(fileOf(base, p.BaseDeclared, s.Base.Path), finding.Base, s.Base.Span)
	p.Report(Result{
		Doc: head, Span: now.Span, Prohibition: &now, File: fileOf(head, p.Declared, now.Path),
		Message: fmt.Sprintf("%s: %s", shorten(now.ID, maxHalf), weakening(s, aspects)),
		Hint:    "put back what stood there, or have someone with the right to decide confirm this declaration as it is now",
		Default: "what the head declares is what is held",
		Related: []finding.Related{{Place: before, Note: "as it stood in the base"}},
		// A decision is about these words and these bytes, and about no others.
		Members: []string{declaration(*s.Base), s.Violation},
	})
}

// maxHalf is how many characters of what stood and of what stands a message
// repeats.
const maxHalf = 22

// weakening says what the change did, the worst first.
func weakening(s probe.Standing, aspects []probe.Aspect) string {
	const mend = ": restore it or confirm the change"
	switch aspects[0] {
	case probe.AspectStatement:
		before, after := difference(s.Base.Statement, s.Head.Statement)
		if before == after {
			break // white space
		}
		return fmt.Sprintf("%q became %q%s", shorten(cmp.Or(before, "nothing"), maxHalf), shorten(cmp.Or(after, "nothing"), maxHalf), mend)
	case probe.AspectTier, probe.AspectStatus:
		return fmt.Sprintf("it was %s and is %s%s", standing(*s.Base), standing(*s.Head), mend)
	case probe.AspectViolation:
		if s.Base.Check.Violation == s.Head.Check.Violation {
			return fmt.Sprintf("its violation %q has other content%s", shorten(s.Head.Check.Violation, maxHalf), mend)
		}
	}
	if aspects[0] == probe.AspectStatement {
		return "it is worded otherwise" + mend
	}
	b, h := s.Base.Fields(), s.Head.Fields()
	for _, key := range probe.Keys() {
		if old, now := value(b, key), value(h, key); old != now && strings.HasPrefix(key, "check_") {
			return fmt.Sprintf("%s %q became %q%s", key, shorten(cmp.Or(old, "nothing"), maxHalf), shorten(cmp.Or(now, "nothing"), maxHalf), mend)
		}
	}
	return "it is checked otherwise" + mend
}

// difference is the run of words in which two statements differ. If there are
// several, it is all from the first of them on; where both start with the same
// long word, only its end is left of it.
func difference(base, head string) (before, after string) {
	const shown = 4 // characters of what both have
	var from, to []string
	runs := align.Words(base, head)
	for _, r := range runs[:lastDifference(runs)+1] {
		if r.Shared() && from == nil && to == nil {
			continue
		}
		from, to = append(from, strings.Fields(r.Before)...), append(to, strings.Fields(r.After)...)
	}
	before, after = strings.Join(from, " "), strings.Join(to, " ")
	if shorten(before, maxHalf) != shorten(after, maxHalf) {
		return before, after
	}
	b, a := []rune(before), []rune(after)
	same := 0
	for same < min(len(b), len(a)) && b[same] == a[same] {
		same++
	}
	if same > shown {
		before, after = "…"+string(b[same-shown:]), "…"+string(a[same-shown:])
	}
	return before, after
}

// lastDifference is the last run that the two texts do not share; -1 if there
// is none.
func lastDifference(runs []align.Run) int {
	for i := len(runs) - 1; i >= 0; i-- {
		if !runs[i].Shared() {
			return i
		}
	}
	return -1
}

func standing(p probe.Prohibition) string {
	if p.Required() {
		return "held by " + string(p.Tier)
	}
	return string(p.Status)
}

func value(fields []probe.Field, key string) string {
	for _, f := range fields {
		if f.Key == key {
			return f.Value
		}
	}
	return ""
}
