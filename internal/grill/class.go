package grill

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/pattern"
)

// Class is the kind of gap that an item is about: its section says it, and for
// a contradiction, where the section does not, the words.
func (i Item) Class() finding.Class {
	section := strings.ToLower(i.Section)
	in := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(section, w) })
	}
	switch {
	case i.contradicts(section):
		return finding.Contradictory
	case in("ambigu", "acceptance", "open question"):
		return finding.Ambiguous
	case in("assumption"):
		return finding.Underspecified
	case in("blind spot", "security", "scale", "reliability", "edge case"):
		return finding.Missing
	}
	return finding.Ambiguous
}

// contradicts reports whether the item says that two things cannot both hold.
// Under a heading that is about contradictions alone every item does; under one
// that is about ambiguities or assumptions none does, unless the heading names
// contradictions too; elsewhere the words have to say it.
func (i Item) contradicts(section string) bool {
	heading := strings.Contains(section, "contradict")
	mixed := slices.ContainsFunc([]string{"ambigu", "question", "assumption", "gap", "missing", "unclear", "open", "blind", "acceptance"},
		func(w string) bool { return strings.Contains(section, w) })
	switch {
	case heading && !mixed:
		return true
	case heading:
		return statesConflict(i.Text) || bothSides(i.Text)
	case mixed && !strings.Contains(section, "blind"):
		return false
	}
	return statesConflict(i.Text)
}

// Severity is high for what is contradictory, whatever else is said of it, for
// security, scale and reliability, and for what nobody could check; else medium.
func (i Item) Severity() finding.Severity {
	section, line := strings.ToLower(i.Section), strings.ToLower(i.Text)
	has := func(text string, words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	}
	if i.Class() == finding.Contradictory || has(section, "contradict", "security", "scale", "reliability") ||
		has(line, "acceptance criteria", "acceptance criterion", "testable", "measurable", "definition of done") {
		return finding.High
	}
	return finding.Medium
}

// Affects is the area of an item.
func (i Item) Affects() string {
	section := strings.ToLower(i.Section)
	switch {
	case strings.Contains(section, "security"):
		return "security"
	case strings.Contains(section, "scale"), strings.Contains(section, "reliability"):
		return "scale-reliability"
	case strings.Contains(section, "acceptance"), strings.Contains(section, "ambigu"):
		return "acceptance-criteria"
	}
	return "requirements"
}

// Areas are those that [Item.Affects] knows.
func Areas() []string {
	return []string{"security", "scale-reliability", "acceptance-criteria", "requirements"}
}

var (
	// conflictVerb are the words that say that two things exclude each other.
	// "Conflict" counts as a verb or with "in"; as a thing of the product, such
	// as a merge conflict or a conflict dialog, it does not.
	conflictVerb = pattern.Lazy(`\b(contradicts?|contradicting|contradicted|contradictory|conflicts? with|in (direct )?conflict|conflicting (requirements?|statements?|limits?|values?|definitions?|rules?|criteria)|` +
		`inconsistent with|incompatible with|mutually exclusive|cannot both)\b`)
	conflictEnd = pattern.Lazy(`\band [^.;]{1,60} (conflict|are inconsistent|are incompatible)([.;,]|$)`)
	// conflictThing is a conflict that the product deals with.
	conflictThing = pattern.Lazy(`\b(merge|edit|edits|editing|version|schedule|scheduling|booking|calendar|naming|name|sync|write|update|lock|port|git|resolve|resolving|detect|handle|handling) conflicts? with\b`)
	// supposed is what asks about a contradiction, or fears one, in place of
	// stating it.
	supposed = pattern.Lazy(`^(what stops|what if|what prevents|how do we ensure)|\?$|` +
		`\b(could|might|may) (contradict|conflict|be inconsistent|be incompatible)|\bwould (contradict|conflict)|if they (contradict|conflict)|from (contradicting|conflicting)|` +
		`(stops|prevents) them from|\brisk of |\bpotential|\bavoid|unclear whether|not specified|no guarantee|to ensure`)
	opposed = pattern.Lazy(`\bversus\b|\bvs\.?\s|\bbut also\b`)
)

// statesConflict reports whether a line states that two things contradict each
// other.
func statesConflict(line string) bool {
	line = strings.ToLower(line)
	if supposed().MatchString(line) {
		return false
	}
	return conflictVerb().MatchString(line) && !conflictThing().MatchString(line) || conflictEnd().MatchString(line)
}

// bothSides reports whether a line sets two sides against each other. It takes
// a heading that speaks of contradictions to make one of it.
func bothSides(line string) bool {
	line = strings.ToLower(line)
	return !supposed().MatchString(line) && opposed().MatchString(line)
}
