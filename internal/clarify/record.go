package clarify

import (
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/spec"
)

// records reports whether the document asks for nothing, whatever its words
// are: it says where the others stand, what was decided, or what has changed.
func records(doc *spec.Document) bool {
	return isIndex(doc) || isDecision(doc) || isLog(doc)
}

// nameOf is a file's name without its ending, in lower case.
func nameOf(doc *spec.Document) string {
	base := strings.ToLower(path.Base(doc.File.Path()))
	return strings.TrimSuffix(base, path.Ext(base))
}

// isIndex recognises the page of a folder by its name, and a list of the
// repository's documents by its links. What requires something is neither.
func isIndex(doc *spec.Document) bool {
	if doc.Bears() {
		return false
	}
	switch nameOf(doc) {
	case "readme", "index", "_index", "toc", "contents":
		return true
	}
	entries, others := 0, 0
	for _, s := range doc.Statements {
		switch {
		case s.Block.Kind == spec.Heading:
		case leadsOn(s):
			entries++
		case s.Block.Kind != spec.Cell:
			others++
		}
	}
	if entries < 2 || entries <= others {
		return false
	}
	_, _, wish := request{doc: doc, parts: doc.Statements}.vague()
	return !wish
}

// leadsOn reports whether an item or a cell opens with a link to a document of
// the repository.
func leadsOn(s *spec.Statement) bool {
	if s.Item == nil && s.Block.Kind != spec.Cell || len(s.Text.Links) == 0 {
		return false
	}
	l := s.Text.Links[0]
	target, _, _ := strings.Cut(l.Target, "#")
	return l.From == 0 && !l.Image && !strings.Contains(target, ":") && (strings.HasSuffix(target, "/") || path.Ext(target) == ".md")
}

// isDecision recognises the record of a decision by the folder and the number
// that such records have, or by its headings.
func isDecision(doc *spec.Document) bool {
	switch strings.ToLower(path.Base(path.Dir(doc.File.Path()))) {
	case "adr", "adrs", "decisions", "decision-records":
		if numbered().MatchString(nameOf(doc)) {
			return true
		}
	}
	words := lang.Records(doc.Language)
	decided, beside := false, false
	for _, s := range doc.Sections[1:] {
		title := lang.NormalHeading(s.Title)
		decided = decided || slices.Contains(words.Decision, title)
		beside = beside || slices.Contains(words.Beside, title)
	}
	return decided && beside
}

// numbered is the name of a decision's record: "0007-use-queues", "adr-7".
var numbered = pattern.Lazy(`^(adr-?)?[0-9]{1,5}([-_].*)?$`)

// isLog recognises a list of what has changed by the file's name, or by
// headings that are releases under a title that says so.
func isLog(doc *spec.Document) bool {
	switch nameOf(doc) {
	case "changelog", "changes", "history", "release-notes", "releases":
		return true
	}
	title := doc.Title()
	if title == nil || !slices.Contains(lang.Records(doc.Language).Log, lang.NormalHeading(title.Title)) {
		return false
	}
	return slices.ContainsFunc(doc.Sections[1:], func(s *spec.Section) bool { return release().MatchString(s.Heading.Text.String()) })
}

// release is the heading of a release: its version, its date, or both, or what
// is not released yet.
var release = pattern.Lazy(`(?i)^\[?(unreleased|(version |release )?v?[0-9]+(\.[0-9]+)+\S*|[0-9]{4}-[0-9]{2}(-[0-9]{2})?)\]?([^\pL]*)$`)
