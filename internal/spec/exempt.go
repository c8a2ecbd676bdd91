package spec

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/source"
)

// exempt reports whether a statement stands where nothing is a requirement,
// whatever its words are: answered questions, background, guidance, what an
// OpenSpec delta removes, and the fields that head a document or a story.
func exempt(s *Statement) bool {
	if s.Section.Within(lang.Clarifications, lang.Background, lang.Guidance, lang.Removed) {
		return true
	}
	switch s.Under() {
	case lang.Clarifications, lang.Background, lang.Guidance, lang.Removed:
		return true
	}
	return exemptField(field(s.Text.plain)) || answeredPair(s.Text.plain) || keyWordNotice(s.Text.plain) || keyOfProhibition(s)
}

// keyWordNotice recognises the paragraph that says how MUST and its kin are to
// be read. It uses all of them and requires nothing.
func keyWordNotice(text string) bool {
	return (strings.Contains(text, "ey words") || strings.Contains(text, "eywords")) && citesKeyWords(text)
}

// field is the label in front of the first colon, in lower case: "input" of
// "Input: User description". It is "" without one.
func field(text string) string {
	const longest = 32
	i := strings.IndexAny(text[:min(len(text), longest)], ":：")
	if i < 0 {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(text[:i]))
}

func exemptField(name string) bool {
	switch name {
	case "input", "why this priority", "independent test", "feature branch", "branch", "created", "updated",
		"last updated", "status", "version", "author", "authors", "date", "owner", "rationale", "priority",
		"user description", "prerequisites", "related", "references", "see also", "example", "examples":
		return true
	}
	return false
}

// answeredPair recognises "Q: ... A: ..." on one statement.
func answeredPair(text string) bool {
	if !strings.HasPrefix(text, "Q:") {
		return false
	}
	return strings.Contains(text, "A:")
}

// startsInBold reports whether the statement's text is written in bold from
// its first word on.
func (s *Statement) startsInBold(f *source.File) bool {
	before := f.Content()[s.Block.Span.Start:s.Span.Start]
	return strings.HasSuffix(before, "**") || strings.HasSuffix(before, "__")
}
