package clarify

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// criterion writes a criterion where the document's shape has its criteria.
func (w *writer) criterion(words string) {
	switch {
	case w.doc.Has("openspec"), w.doc.Has("openspec-delta"):
		w.scenario(words)
	case w.doc.Has("spec-kit"):
		w.outcome(words)
	case w.doc.Has("ears"):
		w.item("Acceptance Criteria", "WHEN the change is in place, THE SYSTEM SHALL meet this: "+lowerFirst(words), isCriteria)
	default:
		w.item("Acceptance Criteria", words, isCriteria)
	}
}

func isCriteria(s *spec.Section) bool { return s.Kind == lang.Criteria }

// scenario puts a scenario under the first requirement, as OpenSpec asks for
// one under each.
func (w *writer) scenario(words string) {
	for _, s := range w.doc.Sections {
		if len(s.Title) > len("requirement:") && strings.EqualFold(s.Title[:len("requirement:")], "requirement:") {
			w.insert(w.lastLineEnd(s.Span), fmt.Sprintf("\n\n%s Scenario: As answered\n\n- **WHEN** the change is in place\n- **THEN** %s",
				strings.Repeat("#", s.Level+1), lowerFirst(words)))
			return
		}
	}
}

// outcome adds a measurable outcome with the next id.
func (w *writer) outcome(words string) {
	const prefix = "SC-"
	last := 0
	for _, s := range w.doc.Statements {
		if n, err := strconv.Atoi(strings.TrimPrefix(s.ID, prefix)); err == nil && strings.HasPrefix(s.ID, prefix) {
			last = max(last, n)
		}
	}
	w.item("Success Criteria", fmt.Sprintf("**%s%03d**: %s", prefix, last+1, words), isCriteria)
}

// item adds a list item: behind the last one under a heading of that kind, else
// under a new heading at the end.
func (w *writer) item(heading, words string, under func(*spec.Section) bool) {
	var home *spec.Section
	for _, s := range w.doc.Sections {
		if s.Heading == nil || !under(s) {
			continue
		}
		if last := lastItem(s); last != nil {
			w.after(last, words)
			return
		}
		if home == nil {
			home = s
		}
	}
	if home != nil {
		w.insert(w.lastLineEnd(home.Heading.Span), "\n\n- "+words)
		return
	}
	content := w.doc.File.Content()
	gap := "\n\n"
	if trimmed := strings.TrimRight(content, " \t\r\n"); trimmed == "" {
		gap = ""
	}
	w.insert(len(strings.TrimRight(content, " \t\r\n")), gap+"## "+heading+"\n\n- "+words)
}

// lastItem is the last item of the last list directly under a heading; a list
// of one item may be named by that alone.
func lastItem(s *spec.Section) *spec.Block {
	var last *spec.Block
	for _, b := range s.Blocks {
		switch {
		case b.Kind == spec.Item:
			last = b
		case b.Kind == spec.List && len(b.Children) > 0:
			last = b.Children[len(b.Children)-1]
		}
	}
	return last
}

// after adds an item behind another, with the next marker.
func (w *writer) after(b *spec.Block, words string) {
	line := w.doc.File.Line(w.doc.File.Position(b.Span.Start).Line)
	indent := w.doc.File.Content()[line.Start:b.Span.Start]
	if strings.TrimLeft(indent, " \t") != "" {
		indent = ""
	}
	marker := b.Marker
	end := w.lastLineEnd(b.Span)
	if w.added == nil {
		w.added = make(map[int]int)
	}
	w.added[end]++
	if digits := strings.TrimRight(marker, ".)"); digits != marker {
		if n, err := strconv.Atoi(digits); err == nil {
			marker = strconv.Itoa(n+w.added[end]) + marker[len(digits):]
		}
	}
	if b.Task != spec.NoTask {
		marker += " [ ]"
	}
	w.insert(end, "\n"+indent+marker+" "+words)
}

// log adds the answers to the session of a spec-kit specification.
func (w *writer) log(answers []Answered) {
	if !w.doc.Has("spec-kit") || len(answers) == 0 || w.isFeature() {
		return
	}
	var lines string
	for _, a := range answers {
		lines += fmt.Sprintf("\n- Q: %s → A: %s", inert(a.Text), inert(a.Words))
	}
	session := "### Session " + answers[0].On.UTC().Format("2006-01-02")
	var log, first *spec.Section
	for _, s := range w.doc.Sections {
		switch {
		case s.Heading == nil:
		case log == nil && s.Kind == lang.Clarifications && s.Level > 1:
			log = s
		case log != nil && strings.EqualFold("### "+s.Title, session) && s.Parent == log:
			if last := lastItem(s); last != nil {
				w.insert(w.lastLineEnd(last.Span), lines)
				return
			}
		case first == nil && s.Level > 1:
			first = s
		}
	}
	switch {
	case log != nil:
		w.insert(w.lastLineEnd(log.Span), "\n\n"+session+"\n"+lines)
	case first != nil:
		w.insert(first.Span.Start, "## Clarifications\n\n"+session+"\n"+lines+"\n\n")
	default:
		w.insert(len(strings.TrimRight(w.doc.File.Content(), " \t\r\n")), "\n\n## Clarifications\n\n"+session+"\n"+lines)
	}
}

// asked is what an open point asks, on one line.
func asked(f finding.Finding) string {
	text := f.Text
	if f.Detector == "clarification-marker" {
		text = detect.MarkerBody(f.Text)
	}
	return strings.Join(strings.Fields(text), " ")
}
