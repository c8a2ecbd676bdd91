package detect

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// matter tells whether two claims are about one thing where they stand.
type matter struct {
	parts map[string]bool // of dividingWords
}

// same reports whether two claims of one key mean the same thing where
// they stand. Under different headings the words have to say it alone: "the
// response" of one section is not that of another.
func (m matter) same(a, b *assertion) bool {
	if a.table != nil && b.table != nil {
		return a.table == b.table || a.s.Section == b.s.Section && a.after == b.after
	}
	if a.mayBind() || b.mayBind() {
		return a.s.Section == b.s.Section && a.label == b.label
	}
	together := a.s.Section == b.s.Section || plainly(a.s.Section, b.s.Section) && plainly(b.s.Section, a.s.Section)
	if together && a.label == b.label {
		return a.table != nil || b.table != nil || slices.Equal(headsOf(a.s), headsOf(b.s))
	}
	const enough, enoughOfTable = 2, 3
	if a.table != nil || b.table != nil {
		return a.Specific() >= enoughOfTable && m.samePlace(a, b)
	}
	return a.Specific() >= enough && len(a.s.Headers)+len(b.s.Headers) == 0 && m.samePlace(a, b)
}

// headsOf are the heads of a cell that say what it is about. A first cell
// that holds nothing but the row's id or number says nothing.
func headsOf(s *spec.Statement) []string {
	const column, row = 0, 1
	if len(s.Headers) > row && (s.Headers[row] == s.ID || strings.Trim(s.Headers[row], "0123456789.#") == "") {
		return s.Headers[column:row]
	}
	return s.Headers
}

// plainly reports whether the headings above a section, up to the first that
// also stands above the other, announce requirements and no subject.
func plainly(s, other *spec.Section) bool {
	for ; s != nil && !above(s, other); s = s.Parent {
		if s.Kind != lang.Requirements && s.Kind != lang.Criteria {
			return false
		}
	}
	return true
}

// samePlace reports whether the headings above two statements leave open that
// both speak of the same thing. They do not where both headings qualify a word
// that the claims share ("Access tokens", "Refresh tokens") or name different
// roles, platforms or stages.
func (m matter) samePlace(a, b *assertion) bool {
	ta, tb := titles(a, b.s.Section), titles(b, a.s.Section)
	if !slices.Equal(wordsWhere(ta, m.divides), wordsWhere(tb, m.divides)) || parallel(a.leaf(), b.leaf()) {
		return false
	}
	has := func(w string) bool { return slices.Contains(a.Words(), w) }
	lacks := func(w string) bool { return !has(w) }
	return len(wordsWhere(ta, has)) == 0 || len(wordsWhere(tb, has)) == 0 || slices.Equal(wordsWhere(ta, lacks), wordsWhere(tb, lacks))
}

// leaf is what heads the assertion most closely.
func (a *assertion) leaf() string {
	switch {
	case a.label != "":
		return a.label
	case a.s.Section.Kind != lang.Other:
		return "" // announces requirements, names nothing
	}
	return a.s.Section.Title
}

// parallel reports whether two titles name kinds of one thing, so that what
// stands under one is not about the other: "Gold plan" and "Silver plan".
func parallel(a, b string) bool {
	ta, tb := titleWords(nil, a), titleWords(nil, b)
	if len(ta) < 2 || len(tb) < 2 || slices.Equal(ta, tb) {
		return false
	}
	last := ta[len(ta)-1]
	return last == tb[len(tb)-1] && strings.Trim(last, "0123456789") != ""
}

// titles are the words of the label and the headings above an assertion up to
// the first heading that also stands above the other, normalised and sorted.
func titles(a *assertion, other *spec.Section) []string {
	out := titleWords(nil, a.label)
	for s := a.s.Section; s != nil && !above(s, other); s = s.Parent {
		out = titleWords(out, s.Title)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func titleWords(out []string, title string) []string {
	for _, w := range strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return strings.ContainsRune(" \t,.:;()[]/&-–—`'\"", r) }) {
		out = append(out, claim.Normal(w))
	}
	return out
}

func above(s, other *spec.Section) bool {
	for ; other != nil; other = other.Parent {
		if s == other {
			return true
		}
	}
	return false
}

func wordsWhere(list []string, ok func(string) bool) []string {
	var out []string
	for _, w := range list {
		if ok(w) {
			out = append(out, w)
		}
	}
	return out
}

func (m matter) divides(w string) bool { return m.parts[w] }

// dividingWords are the heading words, normalised, that divide a document by
// role, platform, stage or edition.
func dividingWords() map[string]bool {
	words := make(map[string]bool)
	for _, w := range []string{
		"admin", "customer", "guest", "visitor", "manager", "operator", "merchant", "seller", "buyer", "teacher", "student", "patient",
		"mobile", "web", "desktop", "tablet", "ios", "android", "browser", "cli", "backend", "frontend", "client", "server",
		"production", "staging", "development", "test", "free", "pro", "premium", "enterprise", "basic", "standard",
		"alpha", "beta", "mvp", "phase", "version", "v1", "v2", "v3", "legacy", "current", "future", "old", "new", "next",
		"internal", "external", "public", "private", "online", "offline", "primary", "secondary", "inbound", "outbound",
		"get", "post", "put", "delete", "patch", "request", "respond",
	} {
		words[claim.Normal(w)] = true
	}
	return words
}
