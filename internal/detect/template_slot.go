package detect

import (
	"fmt"
	"iter"
	"strings"
	"unicode"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func templateSlot() Detector {
	return Detector{
		ID: "template-slot",
		Doc: Doc{
			Title: "unfilled template slot",
			Text: "Finds slots of a template that nobody filled in: [FEATURE NAME], [Brief Title], [Describe the journey], " +
				"<insert the owner>, {{name}}, $ARGUMENTS. One entry covers a statement. Links, footnotes, task boxes, tags " +
				"such as [P] or [OPTIONAL], ids, citations, intervals, arrays and slots inside quotation marks or code are silent.",
			Bad:   "As a [type of user], I want to export my invoices.",
			Good:  "As an accountant, I want to export my invoices.",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"template-slot", "placeholder"},
		Needs: lang.NoWords,
		Document: func(p *Pass) {
			about := aboutTemplates(p.Doc)
			for _, s := range p.Doc.Statements {
				first, n := textRange{}, 0
				for r := range slots(p.Doc, s, about) {
					if n == 0 {
						first = r
					}
					n++
				}
				if n == 0 || aside(s.Section) {
					continue
				}
				more := ""
				if n > 1 {
					more = fmt.Sprintf(" (and %d more here)", n-1)
				}
				slot := s.Text.String()[first.start:first.end]
				p.Report(Result{
					Span: s.Text.Span(first.start, first.end), At: s,
					Message: fmt.Sprintf("template slot %q%s is not filled in", shorten(slot, maxQuote), more),
					Hint:    "replace the slot, brackets included, or delete the line if it does not apply",
					Default: "the line says nothing about this feature",
				})
			}
		},
	}
}

// slots yields the unfilled slots of a statement. About says that the document
// deals with templates, whose braces are then its subject.
func slots(doc *spec.Document, s *spec.Statement, about bool) iter.Seq[textRange] {
	return func(yield func(textRange) bool) {
		prose := s.Text.Prose()
		if strings.IndexByte(prose, '[') >= 0 {
			quotes := quotation{text: prose}
			for i, j := range bracketed(prose) {
				if prose[i] == '[' && isSlot(inner(prose, i, j), s.Role) && !quotes.around(i) && !setOff(prose, i, j) &&
					!yield(textRange{i, j}) {
					return
				}
			}
		}
		if strings.IndexByte(s.Text.String(), '<') >= 0 {
			quotes := quotation{text: prose}
			for i, j := range angles(doc, s.Text) {
				if content := s.Text.String()[i+1 : j-1]; strings.Contains(content, " ") && isInstruction(content) &&
					!quotes.around(i) && !yield(textRange{i, j}) {
					return
				}
			}
		}
		if i := strings.Index(prose, "$ARGUMENTS"); i >= 0 && !yield(textRange{i, i + len("$ARGUMENTS")}) {
			return
		}
		if about {
			return
		}
		if i := strings.Index(prose, "{{"); i >= 0 && !quoted(prose, i) {
			if n := strings.Index(prose[i:], "}}"); n > 2 && strings.Trim(prose[i+2:i+n], " ") != "" {
				yield(textRange{i, i + n + 2})
			}
		}
	}
}

// aboutTemplates reports whether the document shows braces in code: then they
// are what it specifies.
func aboutTemplates(doc *spec.Document) bool {
	text := doc.File.Content()
	return strings.Contains(text, "`{{") || strings.Contains(text, "}}`")
}

// setOff reports whether the bracket at prose[i:j] is something else than a
// slot: a part of a word or a call, or the head of a link.
func setOff(prose string, i, j int) bool {
	if i > 0 && (!notInWord(rune(prose[i-1])) && prose[i-1] < 0x80 || prose[i-1] == ']' || prose[i-1] == '!') {
		return true
	}
	return j < len(prose) && strings.IndexByte("[({", prose[j]) >= 0
}

// angles yields the ranges of text between angle brackets that the parser took
// for an unknown tag or left as text, code excluded.
func angles(doc *spec.Document, t *spec.Text) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		plain, prose := t.String(), t.Prose()
		for i := 0; i < len(plain); i++ {
			if plain[i] != '<' {
				continue
			}
			n := strings.IndexAny(plain[i+1:], "<>")
			if n < 1 || plain[i+1+n] != '>' {
				continue
			}
			j := i + n + 2
			if prose[i] == 0 { // masked: an unknown tag, or code
				before := strings.TrimRight(doc.File.Content()[:t.Span(i, j).Start], " ")
				if i > 0 && prose[i-1] == 0 || j < len(prose) && prose[j] == 0 || strings.HasSuffix(before, "`") {
					i = j - 1
					continue
				}
			}
			if !yield(i, j) {
				return
			}
			i = j - 1
		}
	}
}

// isSlot reports whether the content of square brackets is one of the forms
// that templates use for a slot.
func isSlot(content string, role spec.Role) bool {
	if len(content) < 3 || strings.ContainsAny(content, "\x00<>{}=|") {
		return false
	}
	if strings.HasPrefix(content, "###") {
		return true
	}
	lower := strings.ToLower(content)
	if content == strings.ToUpper(content) {
		return isNamedSlot(lower)
	}
	if known, anywhere := isKnownSlot(lower); known {
		return anywhere || role == spec.Story || role == spec.Step
	}
	return isInstruction(content)
}

// isNamedSlot recognises a slot in capitals: words of letters only, of which
// the last names what belongs there. Tags such as MUST HAVE have none.
func isNamedSlot(lower string) bool {
	words := strings.FieldsFunc(lower, func(r rune) bool { return r == ' ' || r == '_' || r == '-' })
	for _, w := range words {
		if strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }) {
			return false
		}
	}
	if len(words) == 0 {
		return false
	}
	switch words[len(words)-1] {
	case "name", "title", "date", "description", "author":
		return true
	case "project", "feature", "component", "entity", "action", "outcome", "role", "owner", "team", "link",
		"url", "number", "value", "path", "company", "product", "metric", "summary", "goal", "benefit", "version":
		return len(words) > 1
	case "dd": // YYYY-MM-DD
		return len(words) == 3
	}
	return false
}

// isKnownSlot recognises the slots that the common templates ship with. Those
// of one plain word count only where a template puts them: in stories and steps.
func isKnownSlot(lower string) (known, anywhere bool) {
	switch strings.TrimRight(lower, " 0123456789") {
	case "feature name", "project name", "product name", "company name", "component name", "entity name",
		"brief title", "short title", "initial state", "expected outcome", "boundary condition",
		"error scenario", "key interaction", "type of user", "user type", "user role", "some goal",
		"some reason", "some benefit", "your name", "author name", "team name", "link to spec",
		"measurable metric", "measurable outcome", "success metric", "user journey", "insert date":
		return true, true
	case "user", "role", "persona", "actor", "action", "goal", "benefit", "outcome", "reason", "feature",
		"capability", "state", "context", "condition", "result", "system", "event", "trigger", "precondition":
		return true, false
	}
	return false, false
}

// isInstruction recognises a slot that tells its author what to write.
func isInstruction(content string) bool {
	first, rest, ok := strings.Cut(content, " ")
	if !ok || len(rest) < 3 {
		return false
	}
	switch strings.ToLower(first) {
	case "insert", "your", "describe", "enter", "specify", "explain", "replace":
		return true
	}
	words := strings.Count(content, " ") + 1
	goesOn := unicode.IsLower([]rune(rest)[0]) // else it is a name: State Machine
	switch first {
	case "Add", "Fill", "List", "Provide", "State", "Define", "Name", "Document", "Summarize", "Summarise",
		"Identify", "Write", "Brief", "Briefly", "Measurable", "Specific",
		"Décrire", "Décrivez", "Beschreibe", "Beschreiben", "Describir", "Descreva":
		return goesOn && words >= 3
	case "What", "How", "Why", "Who":
		return goesOn && words >= 4
	case "Link", "link":
		return strings.HasPrefix(rest, "to ")
	case "specific", "measurable", "brief", "short":
		return strings.Contains(rest, "e.g.")
	}
	return false
}
