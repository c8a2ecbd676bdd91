package detect

import (
	"fmt"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/source"
)

func blindSpot() Detector {
	topics := gapTables(newTopicWords)
	return Detector{
		ID: "blind-spot",
		Doc: Doc{
			Title: "blind spot",
			Text: "Finds documents with requirements, criteria, stories or scenarios that touch a topic which needs care while the whole " +
				"document, code and comments included, says nothing about that care: credentials, personal data, payment, deletion, " +
				"untrusted input, growth. One finding per document and topic, on the title. Any word on the matter keeps it silent, also " +
				"one that only excludes it. Normative documents, OpenSpec deltas and prose that binds by modal verbs alone are silent.",
			Bad:   "- Members must choose a password when they join.",
			Good:  "- Members must choose a password when they join; it is stored as an argon2id hash, and 5 wrong ones lock the account for 15 minutes.",
			Since: "0.1.0",
		},
		Class: finding.Missing, Affects: "security", Severity: finding.Medium,
		Kinds: []string{"blind-spot"},
		Needs: lang.GapWords,
		Document: func(p *Pass) {
			words, ok := topics.of(p.Doc.Language)
			if !ok || !describesFeature(p.Doc) || p.Doc.Has("openspec-delta") {
				return
			}
			for _, b := range words.blindSpots(p.facts) {
				p.Report(Result{
					Span:    titleSpan(p.Doc),
					Message: fmt.Sprintf("%s: %s", b.topic.title, b.topic.message),
					Hint:    b.topic.hint, Default: b.topic.taken,
					Related: []finding.Related{{
						Place: finding.PlaceOf(p.Doc.File, finding.Head, b.touch), Note: "touches it",
					}},
					Members: []string{b.topic.id},
				})
			}
		},
	}
}

// topic is something that a document which touches it should not be silent
// about.
type topic struct {
	id      string // a member of the finding's identity
	words   func(*lang.Gaps) lang.Topic
	title   string
	message string
	hint    string
	taken   string // the default
}

func topics() []topic {
	return []topic{
		{
			id: "credentials", words: func(g *lang.Gaps) lang.Topic { return g.Credentials }, title: "credentials",
			message: "nothing says how they are stored, protected or withdrawn",
			hint:    "say how secrets are stored (hash or vault), how many wrong attempts are allowed, and how one is withdrawn",
			taken:   "secrets are protected in whatever way the framework does it",
		},
		{
			id: "personal-data", words: func(g *lang.Gaps) lang.Topic { return g.PersonalData }, title: "personal data",
			message: "nothing says who may see it and how long it is kept",
			hint:    "say who may read it, how long it is kept, and how a person has it deleted; or that none of it is stored",
			taken:   "everybody who can use the product may see it, and it is kept for ever",
		},
		{
			id: "payment", words: func(g *lang.Gaps) lang.Topic { return g.Paying }, title: "payment",
			message: "nothing says who holds card data, or how a double charge is kept out",
			hint:    "say which provider holds card data, what a repeated request does, and how a payment is given back",
			taken:   "a payment provider's defaults hold",
		},
		{
			id: "deletion", words: func(g *lang.Gaps) lang.Topic { return g.Deletion }, title: "deletion",
			message: "nothing says who may delete, whether it can be undone, and what goes with it",
			hint:    "say who may delete, what else is deleted with it, and whether it is confirmed or can be undone",
			taken:   "whoever sees it may delete it, at once and for good",
		},
		{
			id: "untrusted-input", words: func(g *lang.Gaps) lang.Topic { return g.UntrustedInput }, title: "untrusted input",
			message: "nothing says what is accepted, how much of it, and what is refused",
			hint:    "say which types and sizes are accepted, what is refused and how, and how content is made safe to show",
			taken:   "any input of any size is accepted as it is",
		},
		{
			id: "growth", words: func(g *lang.Gaps) lang.Topic { return g.Growth }, title: "growth",
			message: "nothing says how much there may be, and what happens to the old",
			hint:    "say how many entries to expect, how long they are kept, and how a long list is shown",
			taken:   "everything is kept and shown at once, however much it is",
		},
	}
}

// topicWords are one language's lookup tables. Each topic has a bit.
type topicWords struct {
	topics  []topic
	touches cueSet
	answers cueSet
}

func newTopicWords(g *lang.Gaps) topicWords {
	w := topicWords{topics: topics(), touches: make(cueSet), answers: make(cueSet)}
	for bit, t := range w.topics {
		words := t.words(g)
		w.touches.add(1<<bit, words.Touches)
		w.answers.add(1<<bit, words.Answers)
	}
	return w
}

// touched is a topic that a document touches and says nothing about, with the
// words that touch it first.
type touched struct {
	topic topic
	touch source.Span
}

func (w topicWords) blindSpots(f *facts) []touched {
	first := make([]source.Span, len(w.topics))
	var open uint64
	for k, words := range f.cues() {
		s := f.doc.Statements[k]
		for i := range words {
			bits, end := w.touches.at(words, i)
			if bits&^open == 0 || denied(words, i) {
				continue
			}
			for bit := range w.topics {
				if bits&^open&(1<<bit) != 0 {
					first[bit] = s.Text.Span(words[i].start, words[end-1].end)
				}
			}
			open |= bits
		}
	}
	if open == 0 {
		return nil
	}
	open &^= w.answers.in(cueWords(nil, f.doc.File.Content()))
	var out []touched
	for bit, t := range w.topics {
		if open&(1<<bit) != 0 {
			out = append(out, touched{t, first[bit]})
		}
	}
	return out
}
