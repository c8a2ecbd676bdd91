package policy

import (
	"slices"
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/pattern"
)

// VersionForm is the regular expression of the versions that Since may hold.
const VersionForm = `^(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})$`

var versionForm = pattern.Lazy(VersionForm)

// IsVersion reports whether text is a version that Since may hold.
func IsVersion(text string) bool { return versionForm().MatchString(text) }

// Settled is what a finding of a detector weighs that came with that version:
// one that is newer than [Policy.Since] never more than low, so that a new
// release neither blocks nor annotates before the policy takes it in.
func (p Policy) Settled(version string, own finding.Severity) finding.Severity {
	if p.Since == "" || slices.Compare(numbers(version), numbers(p.Since)) <= 0 {
		return own
	}
	return min(own, finding.Low)
}

// numbers are the parts of a version.
func numbers(version string) []int {
	var out []int
	for part := range strings.SplitSeq(version, ".") {
		n, _ := strconv.Atoi(part) // the form was checked
		out = append(out, n)
	}
	return out
}
