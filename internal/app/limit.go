package app

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// limits says what was not looked at, and which detectors had to stay silent.
func limits(head, base revision) []string {
	var out []string
	for _, name := range head.hidden {
		out = append(out, fmt.Sprintf("%q is a link or a submodule; nothing below it was looked at", name))
	}
	for _, u := range base.unread {
		if head.sources[u.Path] != nil {
			out = append(out, fmt.Sprintf("%q was not compared: at the base it %s", u.Path, u.Reason))
		}
	}
	out = append(out, head.unreadManifests...)
	return append(out, unheard(head.docs)...)
}

// unheard says, once a language, in which specs the wording was not judged for
// want of words. A spec that binds nobody has no wording to judge.
func unheard(docs []*spec.Document) []string {
	covered := make(map[string]bool)
	for _, p := range lang.All() {
		covered[p.Tag] = p.Vague != nil
	}
	silent := make(map[string][]string)
	for _, d := range docs {
		if !covered[d.Language] && slices.ContainsFunc(d.Statements, func(s *spec.Statement) bool { return s.Role.Binding() }) {
			silent[d.Language] = append(silent[d.Language], d.File.Path())
		}
	}
	var out []string
	for _, tag := range slices.Sorted(maps.Keys(silent)) {
		why := fmt.Sprintf("language %q is covered in part", tag)
		if tag == lang.Undetermined {
			why = "its language could not be told"
		}
		out = append(out, fmt.Sprintf("vague and unmeasured wording was not judged, %s: %s", why, shortList(silent[tag])))
	}
	return out
}

// shortList names a few and says how many more there are.
func shortList(names []string) string {
	const shown = 3
	quoted := make([]string, 0, shown+1)
	for _, n := range names[:min(len(names), shown)] {
		quoted = append(quoted, fmt.Sprintf("%q", n))
	}
	if more := len(names) - shown; more > 0 {
		quoted = append(quoted, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(quoted, ", ")
}
