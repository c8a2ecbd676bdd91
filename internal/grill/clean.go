package grill

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
)

// A clean bill is a line that says of a whole section that there is nothing. It
// is told from a finding that begins with "No" by being nothing else: each of
// its clauses is one of these.
var (
	cleanNone = pattern.Lazy(`^(none|nothing|nil|n/?a|not applicable|no findings?)` + cleanTail)
	cleanNo   = pattern.Lazy(`^(there (are|were) )?no ([a-z]+ ){0,2}?` + cleanNoun + `(( |, | or | and |, or |/)` + cleanNoun + `)*` + cleanTail)
	cleanYes  = pattern.Lazy(`^(this |the |all )?(section|spec|specification|prd|requirements?|design|document|area|everything|it)? ?` +
		`(is|are|looks?|seems?|appears?) (to be )?(good|complete|clear|fine|solid|ok|okay|consistent|well[- ]defined|unambiguous|internally consistent)` +
		`( and (complete|clear|consistent|unambiguous|well[- ]defined))*` + cleanPlace + `$`)
	cleanStands = pattern.Lazy(`^(nothing (stands out|notable|of concern|of note|to add|to flag|to report)|all (clear|good))` + cleanPlace + `$`)
)

const (
	cleanNoun = `(contradictions?|contradictory (statements?|requirements?)|conflicts?|conflicting (statements?|requirements?)|issues?|problems?|concerns?|gaps?|` +
		`ambiguit(y|ies)|blind spots?|risks?|inconsistenc(y|ies)|defects?|bugs?|flaws?|weakness(es)?|assumptions?|edge cases?|questions?|acceptance criteria)`
	cleanTail  = `(,? (were |was |are |is |have been )?(found|identified|detected|noted|observed|seen|spotted|apparent|remaining|remain|exist|stand out))?` + cleanPlace + `$`
	cleanPlace = `( (here|so far|at this time|at present|in|for|within|under|of|with)( (this|the|any))?( (section|spec|specification|prd|requirements?|design|document|category|area|part))?)?`
)

// isClean reports whether a line is a clean bill.
func isClean(line string) bool {
	line = strings.ToLower(strings.Trim(strings.TrimSpace(line), "*_()[]`"))
	clauses := strings.FieldsFunc(line, func(r rune) bool { return r == '.' || r == ';' || r == '!' || r == '—' || r == '–' || r == ':' })
	if len(clauses) == 0 {
		return false
	}
	for _, c := range clauses {
		c = strings.Join(strings.Fields(strings.Trim(c, " ,*_()[]`")), " ")
		if c == "" {
			continue
		}
		if !cleanNone().MatchString(c) && !cleanNo().MatchString(c) && !cleanYes().MatchString(c) && !cleanStands().MatchString(c) {
			return false
		}
	}
	return true
}
