package detect

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// mark is what takes a section, or one requirement, out of force: its status, a
// word in its heading, a sentence about it.
type mark struct {
	align.Ref
	claim.Extent
}

// marks are those of one revision.
type marks struct {
	sections   map[*spec.Section]mark
	statements map[*spec.Statement]mark // by the statement above it
}

// origins are the documents of a base that those of the head came from, by the
// first requirement that they share.
func origins(a align.Alignment) map[*spec.Document]*spec.Document {
	out := make(map[*spec.Document]*spec.Document)
	for _, p := range a.Pairs {
		if out[p.Head.Doc] == nil {
			out[p.Head.Doc] = p.Base.Doc
		}
	}
	return out
}

// marksOf looks through the documents of a revision. Each is read in the
// languages of an edit from its origin, if it has one.
func marksOf(docs []*spec.Document, escapes *tables[escapeWords], origin map[*spec.Document]*spec.Document) marks {
	m := marks{make(map[*spec.Section]mark), make(map[*spec.Statement]mark)}
	for _, d := range docs {
		from := d
		if o := origin[d]; o != nil {
			from = o
		}
		var words []escapeWords
		for _, tongue := range tongues(from, d) {
			w, _ := escapes.of(tongue) // without words, what needs none is found
			words = append(words, w)
		}
		for _, s := range d.Statements {
			x, ok := firstMark(words, s)
			if !ok {
				continue
			}
			found := mark{align.Ref{Doc: d, Statement: s}, x}
			if s.Parent != nil {
				m.statements[s.Parent] = found
			} else if _, known := m.sections[s.Section]; !known {
				m.sections[s.Section] = found
			}
		}
	}
	return m
}

// of is the mark that a statement stands under.
func (m marks) of(s *spec.Statement) (mark, bool) {
	if found, ok := m.statements[s]; ok {
		return found, true
	}
	for section := s.Section; section != nil; section = section.Parent {
		if found, ok := m.sections[section]; ok {
			return found, true
		}
	}
	return mark{}, false
}

// firstMark is the mark that the first of several languages finds.
func firstMark(words []escapeWords, s *spec.Statement) (claim.Extent, bool) {
	for _, w := range words {
		if x, ok := w.mark(s); ok {
			return x, true
		}
	}
	return claim.Extent{}, false
}

// mark is where a statement takes what it stands over out of force.
func (w escapeWords) mark(s *spec.Statement) (claim.Extent, bool) {
	if s.Block.Kind == spec.Heading {
		return w.titled(s)
	}
	if x, only, known := w.status(s); only || known {
		return x, known
	}
	if s.Item != nil && s.Parent == nil {
		return claim.Extent{}, false
	}
	for k := range s.Sentences {
		if s.Sentences[k].Modality != lang.NoModality {
			continue
		}
		c := clause{s: s, tokens: s.Sentences[k].Tokens}
		for i := range c.tokens {
			if _, n := w.labels.match(c.tokens, i); n > 0 && !c.denied(i) && (c.aboutNamed() || s.Parent != nil && c.about(i)) && w.label(c, i, n, false) {
				return claim.Extent{Start: s.Sentences[k].Start, End: c.tokens[i+n-1].End}, true
			}
			if n := w.exception(c, i); n > 0 && c.applies(i) {
				return claim.Extent{Start: s.Sentences[k].Start, End: c.tokens[c.toBreak(i+n)-1].End}, true
			}
		}
	}
	return claim.Extent{}, false
}

// applies reports whether token i says of what stands below, by its name, whom it
// concerns: "the following does not apply to partners".
func (c clause) applies(i int) bool {
	if verb := c.lower(i); verb != "does" && verb != "do" {
		return false
	}
	return i == 2 && c.lower(0) == "the" && c.lower(1) == "following" || c.aboutNamed()
}

// status reads the status of what a statement stands over, whether the statement
// says nothing else, and whether that takes it out of force. Of a field between
// others only the first word is read: where its value ends is not told.
func (w escapeWords) status(s *spec.Statement) (x claim.Extent, only, known bool) {
	text := s.Text.Prose()
	if label, value, ok := strings.Cut(text, ":"); ok && statusField(label) {
		return claim.Extent{Start: 0, End: len(strings.TrimRight(text, " "))}, true, w.ends(s, value)
	}
	const field = " Status: "
	i := max(strings.Index(text, field), strings.Index(text, strings.ToLower(field)), strings.Index(text, strings.ToUpper(field)))
	if i < 0 || s.Item != nil || !strings.Contains(text[:i], ":") {
		return claim.Extent{}, false, false
	}
	start, value := i+1, i+len(field)
	end := value + len(strings.SplitN(text[value:], " ", 2)[0])
	return claim.Extent{Start: start, End: end}, false, w.ends(s, text[value:end])
}

// ends reports whether a status takes what it stands over out of force.
func (w escapeWords) ends(s *spec.Statement, status string) bool {
	return w.opens(strings.Fields(strings.ToLower(strings.Trim(status, " *_`.")))) && (s.Section.Level > 1 || !lifecycle(status))
}

// titled is a heading that says of its section that it binds nobody: "Export
// (informative)", "Optional requirements", "Background".
func (w escapeWords) titled(s *spec.Statement) (claim.Extent, bool) {
	if s.Section.Kind == lang.Background {
		return claim.Extent{Start: 0, End: len(s.Text.Prose())}, true
	}
	for k := range s.Sentences {
		c := clause{s: s, tokens: s.Sentences[k].Tokens}
		for i := range c.tokens {
			_, n := w.labels.match(c.tokens, i)
			if n == 0 || c.denied(i) {
				continue
			}
			noun := c.lower(i + n)
			if w.label(c, i, n, true) || i == 0 && (noun == "" || noun == "requirements" || noun == "features" || noun == "criteria") {
				return claim.Extent{Start: 0, End: len(strings.TrimRight(s.Text.Prose(), " #"))}, true
			}
		}
	}
	return claim.Extent{}, false
}

// opens reports whether words start with one that takes something out of force.
func (w escapeWords) opens(words []string) bool {
	if len(words) == 0 {
		return false
	}
	for _, x := range w.labels[strings.Trim(words[0], ",.;")] {
		if len(x.rest) < len(words) && slices.Equal(x.rest, words[1:1+len(x.rest)]) {
			return true
		}
	}
	return false
}

func statusField(label string) bool {
	switch strings.ToLower(strings.Trim(label, " *_")) {
	case "status", "state", "normative status":
		return true
	}
	return false
}

// lifecycle reports whether a status only says how far a document has come,
// which is as good as any for a whole document.
func lifecycle(status string) bool {
	switch strings.ToLower(strings.Trim(status, " *_`.")) {
	case "draft", "planned", "tentative", "future", "later":
		return true
	}
	return false
}

// demoted are the requirements that stand under a mark of the head and stood
// under none in the base, one revision for each mark.
func demoted(a align.Alignment, base, head marks) []revision {
	var out []revision
	at := make(map[*spec.Statement]int)
	for _, p := range a.Pairs {
		now, ok := head.of(p.Head.Statement)
		if !ok {
			continue
		}
		if _, ok := base.of(p.Base.Statement); ok {
			continue
		}
		k, known := at[now.Statement]
		if !known {
			k = len(out)
			at[now.Statement] = k
			out = append(out, revision{base: p.Base, head: now.Ref, kind: Weakened, after: now.Extent})
		}
		out[k].demoted++
	}
	return out
}
