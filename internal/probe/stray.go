package probe

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// What follows looks for what was meant to declare something and does not. A
// tag in the wrong place and a key in the wrong section read like a prohibition
// that is held, so each is a problem of its own, with the way to mend it.

// strays looks through everything that no declaration has used, and for tags
// besides those that were read.
func (r *reader) strays() {
	r.ids = idsOf(r.out.Raws)
	keys := make(map[*spec.Section][]Field)
	tiered := make(map[*spec.Section]bool) // they hold fields of a declaration
	for _, s := range r.doc.Statements {
		if s.Role == spec.Exempt {
			continue
		}
		if _, states := r.tags[s]; (states || !r.used[s]) && strings.ContainsAny(s.Text.Prose(), "([") {
			r.strayTag(s)
		}
		if r.used[s] || s.Section.Prohibitive() {
			continue
		}
		found := r.checkKeys(s)
		keys[s.Section] = append(keys[s.Section], found...)
		if len(found) > 0 || s.Item != nil && r.sureFields(s, 0, len(s.Text.String())) {
			tiered[s.Section] = true
		}
	}
	for _, section := range r.doc.Sections {
		fields := keys[section]
		switch {
		case tiered[section] && likeProhibitions(section.Title):
			r.problem(section.Heading.Span, "the section "+quote(section.Title)+" is not read; its heading begins with \"Prohibitions\"")
		case meantAsCheck(fields):
			r.problem(fields[0].KeyAt, quote(fields[0].Key)+" declares nothing here; move it with its prohibition into a section \"Prohibitions\"")
		}
	}
}

// likeProhibitions reports whether a heading was meant to open a section about
// prohibitions.
func likeProhibitions(title string) bool {
	word, _, _ := strings.Cut(lang.NormalHeading(title), " ")
	return strings.HasPrefix(word, "proh") || strings.HasSuffix(word, "bitions")
}

func (r *reader) problem(at source.Span, message string) {
	r.out.Problems = append(r.out.Problems, Problem{r.out.Path, at, message})
}

// holdsCheck reports whether a statement has a key of a check and a value.
func (r *reader) holdsCheck(s *spec.Statement) bool { return len(r.checkKeys(s)) > 0 }

// checkKeys are the check_ keys with values that a statement holds, each on a
// line of its own or in a cell under it. What is written as code is an example.
func (r *reader) checkKeys(s *spec.Statement) []Field {
	switch {
	case s.Block.Kind == spec.Heading:
		return nil
	case s.Block.Kind == spec.Cell:
		if at := s.Text.Span(0, len(s.Text.String())); len(s.Headers) > 0 && isCheckKey(s.Headers[0]) && at.Len() > 0 {
			return []Field{{Key: s.Headers[0], Value: s.Text.String(), KeyAt: at, At: at}}
		}
		return nil
	case !strings.Contains(s.Text.Prose(), "heck") && !strings.Contains(s.Text.Prose(), "HECK"):
		return nil
	}
	var out []Field
	for _, part := range r.split(s.Text) {
		f, ok := r.field(s, part.Start, part.End)
		if ok && isCheckKey(f.Key) && f.Value != "" {
			out = append(out, f)
		}
	}
	return out
}

func isCheckKey(word string) bool {
	s, known := find(word)
	return known && strings.HasPrefix(s.key, "check_")
}

// meantAsCheck tells the keys of a check from settings of the product that
// happen to be called so: one that nobody has but a check, or several.
func meantAsCheck(fields []Field) bool {
	seen := make(map[string]bool)
	for _, f := range fields {
		s, _ := find(f.Key)
		seen[s.key] = true
	}
	return len(seen) > 1 || seen["check_kind"] || seen["check_violation"]
}

// strayTag tells of a tag that is not where, or not written as, tags are read.
func (r *reader) strayTag(s *spec.Statement) {
	for _, b := range brackets(s.Text.Prose()) {
		if at, states := r.tags[s]; b.shut < 0 || states && at == b.open {
			return
		}
		if why := r.tagLike(s, b.open, b.shut); why != "" {
			r.problem(s.Text.Span(b.open, b.shut+1), "the tag "+quote(s.Text.String()[b.open:b.shut+1])+" is not read: "+why)
			return
		}
	}
}

// bracket is where one opens and where it is shut; -1 if it is not.
type bracket struct{ open, shut int }

// mostNested is how deep in others a bracket is looked at: nobody puts a tag
// deeper, and every level reads the same text again.
const mostNested = 8

// brackets are the round and the square ones of a text as they open, but for
// those that are nested deeper than anybody puts a tag. Either kind is matched
// as if the other were not there.
func brackets(prose string) []bracket {
	var out []bracket
	var round, square []int // what is open: places in out, or -1 for the deep
	for i := range len(prose) {
		open := &round
		if prose[i] == '[' || prose[i] == ']' {
			open = &square
		}
		switch prose[i] {
		case '(', '[':
			place := -1
			if len(round)+len(square) < mostNested {
				place = len(out)
				out = append(out, bracket{i, -1})
			}
			*open = append(*open, place)
		case ')', ']':
			last := len(*open) - 1
			if last < 0 {
				continue
			}
			if place := (*open)[last]; place >= 0 {
				out[place].shut = i
			}
			*open = (*open)[:last]
		}
	}
	return out
}

// tagLike says why a bracket that was meant as a tag is none, and what to do
// about it; "" if it was not meant as one.
func (r *reader) tagLike(s *spec.Statement, open, shut int) string {
	inner := strings.TrimSpace(s.Text.String()[open+1 : shut])
	first, _, _ := strings.Cut(inner, ";")
	m := tagLead().FindStringSubmatch(strings.TrimSpace(first))
	named := m != nil && m[2] != "" && !r.ids[strings.ToLower(m[2])] || idAndTier().MatchString(inner)
	switch {
	case !r.sureFields(s, open+1, shut) && (!named || !forbidsAt(s, open)):
		return ""
	case s.Block.Kind == spec.Heading:
		return "write the sentence under the heading"
	case s.Block.Kind == spec.Cell:
		return "give its fields columns in a section \"Prohibitions\""
	case m == nil || !strings.EqualFold(m[1], "prohibition"):
		id := idWord().FindString(first)
		if id == "" {
			id = "P-001"
		}
		return "begin it with " + quote("prohibition "+id)
	case s.Text.String()[open] == '[':
		return "write it in round brackets"
	case m[3] != "":
		return "set its fields off with semicolons"
	}
	return "put it at the end of the paragraph or item"
}

// What begins in a bracket that was meant as a tag: the word in some form, the
// id, and what else stands before the first semicolon; or the id alone, with
// the tier. idWord is an id by its form.
var (
	tagLead   = pattern.Lazy(`(?i)^(prohibit\w*)(?:[ :]+([A-Za-z][\w.-]*[0-9]))?(.*)$`)
	idAndTier = pattern.Lazy(`(?i)^[a-z]+-[0-9]+[ ,;:]+(?:by )?(?:test|judgment)$`)
	idWord    = pattern.Lazy(`[A-Za-z][\w.]*-[\w.-]*[0-9]`)
)

// forbidsAt reports whether the sentence around an offset is one that a tag is
// put on; a mention of a prohibition is not.
func forbidsAt(s *spec.Statement, at int) bool {
	return slices.ContainsFunc(s.Sentences, func(sentence spec.Sentence) bool {
		return sentence.Start <= at && at < sentence.End && mustNot(sentence.Tokens)
	})
}

// idsOf are the ids that declarations give, in lower case.
func idsOf(raws []Raw) map[string]bool {
	out := make(map[string]bool)
	for _, raw := range raws {
		for _, f := range raw.Fields {
			if f.Key == "id" {
				out[strings.ToLower(f.Value)] = true
			}
		}
	}
	return out
}

// sureFields reports whether a bracket holds a field that nobody writes for
// another purpose.
func (r *reader) sureFields(s *spec.Statement, from, to int) bool {
	prose := s.Text.Prose()
	for start, i := from, from; i <= to; i++ {
		if i < to && prose[i] != ';' && prose[i] != ',' {
			continue
		}
		if f, ok := r.field(s, start, i); ok && (isCheckKey(f.Key) || normalKey(f.Key) == "verification" && tierish(f.Value)) {
			return true
		}
		start = i + 1
	}
	return false
}
