package detect

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/claim"
)

// reportMeasured compares what holds in any language: sentences of the same
// words, each under its own number with a unit. Which words deny is not known,
// so those with such a word stand by themselves.
func (m matter) reportMeasured(p *Pass, all []assertion) {
	var plain, denied []assertion
	for _, a := range all {
		switch {
		case !a.measured():
		case a.Negated:
			denied = append(denied, a)
		default:
			plain = append(plain, a)
		}
	}
	m.report(p, plain)
	m.report(p, denied)
}

// measured reports whether all that the assertion can differ in is amounts: a
// bare number may be part of a name ("port 80"), unless a limit opens it.
func (a *assertion) measured() bool {
	if a.table != nil || a.Value != "" || len(a.Bounds) == 0 {
		return false
	}
	for i := range a.Bounds {
		if b := &a.Bounds[i]; b.Bare() && b.Shape == claim.Point && !opensLimit(a.s.Text.String()[:b.Start]) {
			return false
		}
	}
	return true
}

// mayBind reports whether only the document's unknown language lets the
// assertion count: it then speaks for the list that it stands in.
func (a *assertion) mayBind() bool { return a.table == nil && !a.s.Role.Binding() }

// opensLimit reports whether a text ends in a word that puts a limit to the
// number behind it, in a language without a pack.
func opensLimit(before string) bool {
	words := strings.Fields(strings.ToLower(before))
	if len(words) == 0 {
		return false
	}
	switch words[len(words)-1] {
	case "almeno", "massimo", "minimo", "minstens", "hoogstens", "maximaal", "minimaal", "minst", "högst", "mindst", "højst", "høyst", "maksimalt",
		"najmniej", "najwyżej", "maksymalnie", "minimalnie", "nejméně", "nejvýše", "vähintään", "enintään", "legalább", "legfeljebb",
		"более", "менее", "максимум", "минимум", "fazla", "az", "최대", "최소", "minimal", "maksimal":
		return true
	}
	return false
}
