package app

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// limits says what was not looked at, and which detectors had to stay silent.
func limits(detectors []detect.Detector, head, base revision) []string {
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
	out = append(out, passedOver(head.docs)...)
	return append(out, unheard(detectors, head.docs)...)
}

// passedOver says, in one line, where a spec demands something that nothing is
// read as a requirement for; nothing where no spec does.
func passedOver(docs []*spec.Document) []string {
	var places []string
	for _, d := range docs {
		lines := d.PassedOver()
		if len(lines) == 0 {
			continue
		}
		numbers := make([]string, len(lines))
		for i, n := range lines {
			numbers[i] = strconv.Itoa(n)
		}
		places = append(places, fmt.Sprintf("%q at line %s", d.File.Path(), listed(numbers, mostLines, ", ")))
	}
	if len(places) == 0 {
		return nil
	}
	return []string{"not interrogated: MUST, SHALL or an id in HTML, a quotation, code or background: " + listed(places, mostNames, "; ")}
}

// unheard says, once a language, in which specs what was not judged for want of
// words. A spec that binds nobody has no wording to judge; of a foreign one that
// cannot be told.
func unheard(detectors []detect.Detector, docs []*spec.Document) []string {
	binds := func(s *spec.Statement) bool { return s.Role.Binding() }
	silent := make(map[string][]string)
	foreign := make(map[string]bool)
	for _, d := range docs {
		if d.Foreign && len(d.Statements) > 0 || slices.ContainsFunc(d.Statements, binds) {
			silent[d.Language] = append(silent[d.Language], d.File.Path())
			foreign[d.Language] = d.Foreign
		}
	}
	var out []string
	for _, tag := range slices.Sorted(maps.Keys(silent)) {
		what := fmt.Sprintf("not judged for wording, language %q is not known", tag)
		switch unread := detect.Unread(detectors, tag); {
		case len(unread) == 0:
			continue
		case !foreign[tag]:
			what = fmt.Sprintf("language %q is covered in part, not judged by %s", tag, strings.Join(unread, ", "))
		case tag == lang.Undetermined:
			what = "not judged for wording, the language could not be told"
		}
		if foreign[tag] {
			what += " (only markers, placeholders, slots, ids, references and contradicting numbers count)"
		}
		out = append(out, what+": "+shortList(silent[tag]))
	}
	return out
}

// shortList names a few and says how many more there are.
func shortList(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = fmt.Sprintf("%q", n)
	}
	return listed(quoted, mostNames, ", ")
}

// mostNames and mostLines are how many a note repeats.
const mostNames, mostLines = 3, 8

// listed is the first few of a list, with how many more there are.
func listed(list []string, shown int, separator string) string {
	out := slices.Clone(list[:min(len(list), shown)])
	if more := len(list) - shown; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(out, separator)
}
