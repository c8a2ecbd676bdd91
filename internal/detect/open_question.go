package detect

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func openQuestion() Detector {
	words := newWonderWords()
	return Detector{
		ID: "open-question",
		Doc: Doc{
			Title: "open question",
			Text: "Finds questions that the spec asks and does not answer: a list item under Edge Cases, Open Questions or " +
				"Unresolved Questions that ends in a question mark, or one among the requirements that is nothing but a question. Anything that answers it keeps it silent: words after the " +
				"question mark, an arrow, sub-items, a further paragraph, a next item that starts with \"A:\", a ticked box; words such as " +
				"\"unclear\" or \"it depends\" answer nothing. " +
				"A question about what else might be of use, or about the future, is medium: nothing that the spec asks for hangs on it. " +
				"Logs of answered questions, questions that the product asks and questions anywhere else are silent.",
			Bad:   "- What happens when the card expires during a subscription?",
			Good:  "- What happens when the card expires during a subscription? The subscription is paused and the owner is told by e-mail.",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.High,
		Kinds: []string{"open-question", "missing-error-behaviour"},
		Document: func(p *Pass) {
			statements := p.Doc.Statements
			for i, s := range statements {
				if !isOpenQuestion(s) && !wondersAloud(s) || settled(s) || unfinished(p.Doc, s) {
					continue
				}
				if answered(s, statements[i+1:]) || s.Parent != nil && s.Parent.Item != nil && asks(s.Parent.Text) {
					continue
				}
				severity := finding.Off
				if words.wonder(s) {
					severity = finding.Medium
				}
				start := max(s.Body(), 0)
				p.Report(Result{
					Severity: severity,
					Span:     s.Text.Span(start, len(s.Text.String())), At: s,
					Message: fmt.Sprintf("nothing answers %q", shorten(strings.TrimSpace(s.Text.String()[start:]), maxQuote)),
					Hint:    "write the answer behind the question, or drop the question if it does not matter here",
					Default: "the case is not handled in any particular way",
				})
			}
		},
	}
}

// wonderWords are the lookup tables for questions that no decision hangs on.
type wonderWords struct {
	more, use map[string]bool
	future    phraseSet
}

func newWonderWords() wonderWords {
	return wonderWords{
		more:   wordSet([]string{"other", "else", "further", "additional", "more"}),
		use:    wordSet([]string{"useful", "helpful", "nice", "worthwhile", "interesting", "valuable"}),
		future: newPhraseSet([]string{"in the future", "in future", "some day", "future version", "future versions", "future release", "future releases"}),
	}
}

// wonder reports whether a question asks what else might be of use, or what may
// come some day: "What other formats could be useful?"
func (w wonderWords) wonder(s *spec.Statement) bool {
	more, use := false, false
	for _, sentence := range s.Sentences {
		for i := range sentence.Tokens {
			if starts(w.future, sentence.Tokens, i) {
				return true
			}
			more = more || w.more[sentence.Tokens[i].Lower]
			use = use || more && w.use[sentence.Tokens[i].Lower]
		}
	}
	return use
}

// isOpenQuestion reports whether the statement is an item that asks, where the
// document collects what it does not know.
func isOpenQuestion(s *spec.Statement) bool {
	return s.Item != nil && s.Under() == lang.Questions && (asks(s.Text) || evaded(s.Text))
}

// wondersAloud reports whether an item where requirements stand is one question
// and nothing else: what the product asks its users stands in quotation marks.
func wondersAloud(s *spec.Statement) bool {
	if s.Item == nil || s.Block.Kind == spec.Heading || s.Under() != lang.Requirements || len(s.Sentences) != 1 {
		return false
	}
	prose := strings.TrimRight(s.Text.Prose()[max(s.Body(), 0):], " *_")
	return (strings.HasSuffix(prose, "?") || strings.HasSuffix(prose, "？")) && !strings.ContainsAny(prose, "\"“„«「")
}

// evaded reports whether all that stands behind a text's last question mark is
// that nobody knows yet.
func evaded(t *spec.Text) bool {
	prose := t.Prose()
	i := strings.LastIndexAny(prose, "?？")
	if i < 0 {
		return false
	}
	_, size := utf8.DecodeRuneInString(prose[i:])
	switch strings.ToLower(strings.Trim(prose[i+size:], " .!:;,-–—()[]*_\x00\n")) {
	case "unclear", "unknown", "open", "still open", "undecided", "not decided", "not yet decided", "not known", "not yet known", "not clear",
		"not yet clear", "it depends", "depends", "maybe", "to be discussed", "to discuss", "no idea", "not sure", "who knows", "later", "pending":
		return true
	}
	return false
}

// unfinished reports whether the statement holds a clarification marker or a
// template slot: that is its one entry then.
func unfinished(doc *spec.Document, s *spec.Statement) bool {
	for range clarifications(s) {
		return true
	}
	for range slots(doc, s, true) {
		return true
	}
	return false
}

// asks reports whether a text ends in a question mark, emphasis and closing
// marks aside.
func asks(t *spec.Text) bool {
	prose := strings.TrimRight(t.Prose(), " *_\"”’»」』)）]】.…!")
	return strings.HasSuffix(prose, "?") || strings.HasSuffix(prose, "？")
}

// answered reports whether the question's own item, or the one after it, holds
// an answer. Sub-items that only ask on are none.
func answered(s *spec.Statement, after []*spec.Statement) bool {
	if s.Item.Task == spec.DoneTask {
		return true
	}
	for _, b := range s.Item.Children {
		if b == s.Block || b.Kind == spec.Code || b.Kind == spec.HTML || b.Kind == spec.Break {
			continue
		}
		for leaf := range b.All() {
			if leaf.Text != nil && strings.TrimSpace(leaf.Text.String()) != "" && !asks(leaf.Text) {
				return true
			}
		}
	}
	for _, next := range after {
		if s.Item.Span.Contains(next.Span) {
			continue
		}
		return next.Section == s.Section && startsAnswer(next.Text.String())
	}
	return false
}

// startsAnswer reports whether a text says of itself that it answers what
// stands before it.
func startsAnswer(text string) bool {
	text = strings.ToLower(strings.TrimLeft(text, " *_"))
	for _, sign := range []string{"→", "->", "=>", "⇒"} {
		if strings.HasPrefix(text, sign) {
			return true
		}
	}
	label, _, ok := strings.Cut(strings.ReplaceAll(text, "：", ":"), ":")
	if !ok {
		return false
	}
	switch strings.Trim(label, " *_0123456789") {
	case "a", "answer", "answered", "decision", "decided", "resolution", "resolved", "resolves",
		"antwort", "entscheidung", "réponse", "décision", "respuesta", "decisión", "resposta", "decisão",
		"回答", "答", "決定", "答案", "决定":
		return true
	}
	return false
}
