package spec

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/source"
)

// exempt reports whether a statement stands where nothing is a requirement,
// whatever its words are: answered questions, background, guidance, what holds no
// more, and the fields that head a document or a story. Known are the ids that
// are stated elsewhere: to speak of one in the background only mentions it.
func (r *reader) exempt(s *Statement, known map[string]bool) bool {
	if never(s) {
		return true
	}
	if s.Section.Within(lang.Background) || s.Under() == lang.Background {
		return s.ID == "" || known[s.ID] || !r.demands(s)
	}
	return false
}

// demands reports whether a statement has a modal verb that binds.
func (r *reader) demands(s *Statement) bool {
	return slices.ContainsFunc(r.sentencesOf(s.Text), func(x Sentence) bool {
		return r.words.modals.strongest(s.Text, x, r.doc.Normative) >= lang.Should
	})
}

// stated are the explicit ids of what does not stand in the background.
func (r *reader) stated() map[string]bool {
	out := make(map[string]bool)
	for _, s := range r.doc.Statements {
		if s.ID != "" && !never(s) && !s.Section.Within(lang.Background) {
			out[s.ID] = true
		}
	}
	return out
}

// never reports whether a statement is no requirement even with an id of its own.
func never(s *Statement) bool {
	if s.Section.Within(lang.Clarifications, lang.Guidance, lang.Removed, lang.Past) {
		return true
	}
	switch s.Under() {
	case lang.Clarifications, lang.Guidance, lang.Removed, lang.Past:
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
