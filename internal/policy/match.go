package policy

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/pattern"
)

// IsSpec reports whether the file at a slash-separated path, relative to the
// repository's root, is one that is interrogated.
func (p Policy) IsSpec(name string) bool {
	return matchAny(p.Specs.Include, name) && !matchAny(p.Specs.Exclude, name)
}

// Excluded reports whether the file at a path would be interrogated but for a
// glob that the policy file writes: somebody took it out.
func (p Policy) Excluded(name string) bool {
	return matchAny(p.Specs.Include, name) && matchAny(p.Specs.Exclude, name) && !matchAny(Default().Specs.Exclude, name)
}

// ExcludesAll reports whether nothing that the globs include can ever be
// interrogated. Globs with alternatives or classes of characters are given the
// benefit of the doubt.
func (s Specs) ExcludesAll() bool {
	example := strings.NewReplacer("**", "some/where", "*", "any", "?", "x")
	return !slices.ContainsFunc(s.Include, func(glob string) bool {
		return strings.ContainsAny(glob, `[{\`) || !matchAny(s.Exclude, example.Replace(glob))
	})
}

// Severity is what a finding weighs: the detector's own severity, moved by the
// policy. What is written for a path beats what is written for all, the last
// of several matching globs first; in one place a detector's rule beats its
// area's.
func (p Policy) Severity(detector, area, name string, own finding.Severity) finding.Severity {
	for _, rules := range slices.Backward(p.Paths) {
		if !matchAny([]string{rules.Glob}, name) {
			continue
		}
		if s, ok := rules.Rules.severity(detector, area); ok {
			return s
		}
	}
	if s, ok := p.Rules.severity(detector, area); ok {
		return s
	}
	return own
}

func (r Rules) severity(detector, area string) (finding.Severity, bool) {
	if s, ok := r.Detectors[detector]; ok {
		return s, true
	}
	s, ok := r.Areas[area]
	return s, ok
}

// Applies reports whether a change by that author may go on without people as
// far as the spec at a path is concerned.
func (a Autonomous) Applies(author, name string) bool {
	return a.Enabled && (len(a.Authors) == 0 || slices.Contains(a.Authors, strings.ToLower(author))) &&
		(len(a.Paths) == 0 || matchAny(a.Paths, name))
}

// unreachable is a glob with a segment that no clean relative path has.
var unreachable = pattern.Lazy(UnreachableGlob)

// UnreachableGlob is the regular expression of globs that are well-formed but
// can match no file: they begin or end with a slash, or hold "." or "..".
const UnreachableGlob = `(^|/)\.{0,2}(/|$)`

// CheckGlob says what is wrong with a glob, or "" if nothing is.
func CheckGlob(glob string) string {
	switch {
	case unreachable().MatchString(glob):
		return "can match no file; write it like \"docs/**/*.md\""
	case !doublestar.ValidatePattern(glob):
		return "is no valid glob; check its brackets, braces and backslashes"
	}
	return ""
}

// matchAny reports whether one of the globs matches. Globs were checked when
// the policy was decoded; one that is broken all the same matches nothing.
func matchAny(globs []string, name string) bool {
	name = path.Clean(name)
	return slices.ContainsFunc(globs, func(g string) bool { return doublestar.MatchUnvalidated(g, name) })
}

// Select are the names that a glob matches. A broken glob matches none.
func Select(glob string, names []string) []string {
	var out []string
	for _, name := range names {
		if ok, err := doublestar.Match(glob, name); ok && err == nil {
			out = append(out, name)
		}
	}
	return out
}
