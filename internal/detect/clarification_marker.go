package detect

import (
	"fmt"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func clarificationMarker() Detector {
	return Detector{
		ID: "clarification-marker",
		Doc: Doc{
			Title: "clarification marker",
			Text: "Finds the markers with which an author says that a point is not settled: a bracket such as " +
				"[NEEDS CLARIFICATION: ...], [CLARIFY: ...] or [OPEN QUESTION: ...], and NEEDS CLARIFICATION: without one. " +
				"It is high inside a requirement, a criterion, a scenario step or a story, and medium elsewhere. " +
				"It is silent in code, quotations, logs of answers and guidance, and where a marker is only mentioned.",
			Bad:   "- **FR-004**: The system MUST keep invoices for [NEEDS CLARIFICATION: how many years?].",
			Good:  "- **FR-004**: The system MUST keep invoices for 10 years.",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"placeholder"},
		Needs: lang.NoWords,
		Document: func(p *Pass) {
			for _, s := range p.Doc.Statements {
				for i, j := range clarifications(s) {
					if settled(s) {
						break
					}
					p.Report(clarificationAt(p.Doc, s, i, j))
				}
			}
		},
	}
}

func clarificationAt(doc *spec.Document, s *spec.Statement, i, j int) Result {
	severity := finding.Medium
	if binds(doc, s) || s.Role == spec.Step || s.Role == spec.Story || isOpenQuestion(s) {
		severity = finding.High
	}
	marker := s.Text.String()[i:j]
	hint := "write down what was decided in place of the marker"
	if question := MarkerBody(marker); question != "" {
		hint = fmt.Sprintf("answer %q and put the answer in place of the marker", shorten(question, maxHintQuote))
	}
	return Result{
		Span: s.Text.Span(i, j), At: s, Severity: severity,
		Message: fmt.Sprintf("the author left %q open: state what holds", shorten(marker, maxQuote)),
		Hint:    hint,
		Default: "the marked point is not part of what is asked for",
	}
}

// maxQuote and maxHintQuote are how many characters of the spec a message and
// a hint repeat.
const (
	maxQuote     = 60
	maxHintQuote = 200
)

// shorten cuts s to n characters, at a blank where there is one.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	cut := string([]rune(s)[:n-1])
	if i := strings.LastIndexByte(cut, ' '); i > n/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:") + "…"
}

// clarifications are the ranges of the statement's clarification markers, in
// order. Whatever else stands inside one is part of it.
func clarifications(s *spec.Statement) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		prose := s.Text.Prose()
		if strings.IndexByte(prose, '[') >= 0 || strings.Contains(prose, "【") {
			quotes := quotation{text: prose}
			for i, j := range bracketed(prose) {
				if isClarification(inner(prose, i, j)) && !quotes.around(i) && !mentionedMarker(s, i, j) && !yield(i, j) {
					return
				}
			}
		}
		if i := strings.Index(prose, bareMarker); i >= 0 && !quoted(prose, i) && !inBracket(prose, i) {
			yield(i, len(prose))
		}
	}
}

// bareMarker is the marker that needs no brackets; it takes the rest of its
// passage with it.
const bareMarker = "NEEDS CLARIFICATION:"

func inBracket(s string, at int) bool {
	for i, j := range bracketed(s) {
		if i < at && at < j {
			return true
		}
	}
	return false
}

// isClarification reports whether the content of a bracket is a clarification
// marker: one of the known openings, alone or in front of a colon or dash.
func isClarification(content string) bool {
	head := content
	if i := strings.IndexAny(content, ":：-–—"); i >= 0 {
		head = content[:i]
	}
	head = strings.ToLower(strings.TrimFunc(head, func(r rune) bool { return !unicode.IsLetter(r) }))
	if strings.HasPrefix(content, "NEEDS CLARIFICATION") {
		return true
	}
	switch head {
	case "needs clarification", "need clarification", "clarification needed", "clarification required",
		"clarify", "to clarify", "unclear", "needs decision", "decision needed", "needs input",
		"input needed", "needs definition", "open question", "needs research",
		"zu klären", "klärungsbedarf", "klärung nötig", "à clarifier", "clarification nécessaire",
		"por aclarar", "necesita aclaración", "aclarar", "a esclarecer", "necessita esclarecimento",
		"要確認", "要検討", "需要澄清", "待澄清", "待确认", "待確認":
		return true
	}
	return false
}

// mentionedMarker reports whether the marker at prose[i:j] is only talked
// about. One that carries its own question is talked about only by an
// instruction to write such markers.
func mentionedMarker(s *spec.Statement, i, j int) bool {
	prose := s.Text.Prose()
	if s.Item != nil && s.Item.Task == spec.DoneTask {
		return true
	}
	if MarkerBody(prose[i:j]) == "" {
		return mentioned(prose, i, j)
	}
	if s.Role.Binding() {
		return false
	}
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(prose, " *_")), " ")
	switch first {
	case "use", "mark", "add", "insert", "write", "replace", "resolve", "remove":
		return true
	}
	return false
}

// MarkerBody is what a marker asks: the part behind its first colon or dash.
func MarkerBody(marker string) string {
	i := strings.IndexAny(marker, ":：–—")
	if i < 0 {
		return ""
	}
	return strings.Trim(marker[i:], ":：–—[]【】 .…")
}
