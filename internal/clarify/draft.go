package clarify

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Answered is a question with the words that answer it.
type Answered struct {
	ledger.Question
	Option int    // 1-based; 0 for words of one's own
	Words  string // on one line
	On     time.Time
}

// Draft is a spec with the answers written in, as a suggestion: nobody's file
// is changed.
type Draft struct {
	Path    string
	Text    string   // the whole spec
	Answers int      // that are written in
	Changes []Change // in source order
	// Left are the questions, by their ids, whose entries the draft still
	// holds, or that could not be written into a sentence.
	Left []string
}

// Change is a run of lines that a draft replaces.
type Change struct {
	Line          int // 1-based, of the first one, in the spec as it is
	Before, After string
}

// edit replaces a span; an empty one is an insertion.
type edit struct {
	span source.Span
	text string
}

// Write writes answers into their document, in the document's own form: a
// marker gives way to its answer, a question gets it behind, a criterion comes
// where the document's shape has its criteria, and a spec-kit specification
// logs them in its session as well.
//
// Findings are those of the document. An answer that fits into no sentence is
// left to the author, and named in Left; so is one that a heading or a list
// would have to be written for, where the document is no Markdown.
func Write(doc *spec.Document, findings []finding.Finding, answers []Answered) Draft {
	w := writer{doc: doc}
	out := Draft{Path: doc.File.Path(), Answers: len(answers)}
	for _, a := range answers {
		before := len(w.edits)
		for _, f := range findings {
			if len(a.Resolves) > 0 && (finding.Key{Path: f.Path, Fingerprint: f.Fingerprint}) == a.Resolves[0] {
				w.answer(f, a)
				break
			}
		}
		if len(w.edits) == before {
			out.Left = append(out.Left, a.ID)
		}
	}
	w.log(answers)
	out.Text, out.Changes = w.apply()
	return out
}

// writer collects the edits of one document.
type writer struct {
	doc   *spec.Document
	edits []edit
	added map[int]int // how many items were added at an offset
}

func (w *writer) replace(s source.Span, text string) { w.edits = append(w.edits, edit{s, text}) }

func (w *writer) insert(at int, text string) { w.replace(source.Span{Start: at, End: at}, text) }

// answer writes one answer down.
func (w *writer) answer(f finding.Finding, a Answered) {
	words := inert(a.Words)
	switch a.Field {
	case FieldCriteria, FieldTarget:
		if w.isFeature() {
			return
		}
	}
	switch a.Field {
	case FieldCriteria:
		w.criterion(words)
	case FieldTarget:
		w.item("Scope", words, func(s *spec.Section) bool { return strings.EqualFold(s.Title, "scope") })
	case FieldUnit:
		if !strings.Contains(words, strings.TrimSpace(f.Text)) {
			words = strings.TrimSpace(f.Text) + " " + words
		}
		w.replace(f.Span, words)
	case FieldConflict:
		w.side(f, a.Option)
	case FieldPoint:
		if f.Detector == "open-question" {
			w.insert(w.lineEnd(f.Span.End), " "+sentence(words))
			return
		}
		if yesOrNo(words) {
			words = "(" + strings.TrimRight(asked(f), " .?？") + "? " + words + ")"
		}
		w.replace(f.Span, words)
	}
}

// side lets one side of a contradiction stand in the place of the others. Whole
// requirements, with their ids, are the author's to join.
func (w *writer) side(f finding.Finding, option int) {
	places := []finding.Place{f.Place}
	for _, r := range f.Related {
		places = append(places, r.Place)
	}
	if option < 1 || option > 2 {
		return
	}
	for _, p := range places {
		s := statementAt(w.doc, p)
		if s == nil || s.ID != "" && s.Span.Start == p.Span.Start {
			return
		}
	}
	holds := places[option-1].Text
	for i, p := range places {
		if i != option-1 {
			w.replace(p.Span, holds)
		}
	}
}

// isFeature reports whether the document is written in Gherkin, which has no
// place for a list.
func (w *writer) isFeature() bool { return strings.EqualFold(path.Ext(w.doc.File.Path()), ".feature") }

func yesOrNo(words string) bool {
	return strings.EqualFold(words, "yes") || strings.EqualFold(words, "no")
}

// inert is a person's text as one line of a spec: nothing in it ends the line
// or begins a comment that hides what follows.
func inert(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "<!--", "&lt;!--")
}

// sentence is a text with an end.
func sentence(s string) string {
	if strings.ContainsAny(s[max(0, len(s)-1):], ".!?") {
		return s
	}
	return s + "."
}

// lowerFirst is a text that goes on in a sentence.
func lowerFirst(s string) string {
	if len(s) > 1 && 'A' <= s[0] && s[0] <= 'Z' && 'a' <= s[1] && s[1] <= 'z' || strings.HasPrefix(s, "A ") {
		return strings.ToLower(s[:1]) + s[1:]
	}
	return s
}

// lineEnd is where the line of an offset ends, blanks at its end aside.
func (w *writer) lineEnd(offset int) int {
	line := w.doc.File.Line(w.doc.File.Position(offset).Line)
	return line.Start + len(strings.TrimRight(w.doc.File.Excerpt(line), " \t"))
}

// lastLineEnd is the same for what a span ends in.
func (w *writer) lastLineEnd(s source.Span) int {
	end := s.End
	for end > s.Start && strings.ContainsRune(" \t\r\n", rune(w.doc.File.Content()[end-1])) {
		end--
	}
	return w.lineEnd(end)
}

// apply is the text with all edits, and what lines they change. Where two
// edits touch the same words, the first one stands.
func (w *writer) apply() (string, []Change) {
	content := w.doc.File.Content()
	breaks := "\n"
	if strings.Contains(content, "\r\n") {
		breaks = "\r\n"
	}
	edits := slices.Clone(w.edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.span.Start, b.span.Start) })
	var out strings.Builder
	var changes []Change
	at, lines := 0, source.Span{Start: -1, End: -1} // lines: those of the change that is being made
	var after strings.Builder
	flush := func() {
		if lines.Start >= 0 {
			after.WriteString(content[at:lines.End])
			changes = append(changes, Change{
				Line: w.doc.File.Position(lines.Start).Line, Before: content[lines.Start:lines.End], After: after.String(),
			})
			out.WriteString(content[at:lines.End])
			at = lines.End
			after.Reset()
		}
	}
	for _, e := range edits {
		if e.span.Start < at {
			continue
		}
		if e.span.Start > lines.End || lines.Start < 0 {
			flush()
			lines = source.Span{Start: w.doc.File.Line(w.doc.File.Position(e.span.Start).Line).Start}
			out.WriteString(content[at:lines.Start])
			at = lines.Start
		}
		lines.End = max(lines.End, w.doc.File.Line(w.doc.File.Position(e.span.End).Line).End)
		text := content[at:e.span.Start] + strings.ReplaceAll(e.text, "\n", breaks)
		out.WriteString(text)
		after.WriteString(text)
		at = e.span.End
	}
	flush()
	out.WriteString(content[at:])
	return out.String(), changes
}
