package detect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func missingFailureBehaviour(vague *tables[vagueWords]) Detector {
	failures, handled := gapTables(newFailureWords), wordingTables(vague, newHandledWords)
	return Detector{
		ID: "missing-failure-behaviour",
		Doc: Doc{
			Title: "missing failure behaviour",
			Text: "Finds requirements, criteria and stories whose way of working can fail while nothing says what happens then: a payment, an upload, " +
				"an import, a call to another system, a sign-in, a queued job, parsing, a check, a permission that is asked for, what is told of its success alone, a call that may be repeated. What answers it is " +
				"a word about failure in the statement, in the one behind it, in the scenarios of its section, or anywhere in the document in " +
				"one passage with the same subject, Edge Cases included; a section about errors answers all. It also finds duties to " +
				"\"handle errors\" that name no result. One finding per kind of work or other system, and one per section. In normative and " +
				"other prose that binds by modal verbs only calls to other systems, repeated calls and handled errors count.",
			Bad:   "- The shop must charge the customer's card when the order is placed.",
			Good:  "- The shop must charge the customer's card when the order is placed; if the card is declined, the order stays a draft.",
			Since: "0.1.0",
		},
		Class: finding.Missing, Affects: "failure-behaviour", Severity: finding.Medium,
		Kinds: []string{"missing-error-behaviour"},
		Needs: lang.GapWords,
		Blind: "a failure of what is not known by its verb to be able to fail, and one that an answer to another failure seems to cover",
		Document: func(p *Pass) {
			if words, ok := failures.of(p.Doc.Language); ok {
				for _, g := range words.gaps(p.facts) {
					p.Report(g.result())
				}
			}
			for words, c := range promises(p, handled) {
				if r, ok := words.find(c); ok {
					p.Report(r)
				}
			}
		},
	}
}

// failureGap is a statement that does something that can fail, in a document
// that does not say what happens then.
type failureGap struct {
	s        *spec.Statement
	index    int // among the document's statements
	hazard   hazard
	bit      int
	from, to int // the words that do it
	verb     string
	party    []cueWord // the other system's name; nil if the hazard has none
	sends    bool      // to the party, and does not wait for what it answers
}

func (g failureGap) result() Result {
	return Result{
		Span: g.s.Text.Span(g.from, g.to), At: g.s,
		Message: fmt.Sprintf("%q: %s", shorten(g.s.Text.String()[g.from:g.to], maxActQuote), g.hazard.message),
		Hint:    g.hazard.hint, Default: "whatever then happens counts as meeting it",
		Members: []string{g.hazard.id},
	}
}

const maxActQuote = 36 // characters of the words shown

// failureWords are one language's lookup tables. Each hazard has a bit.
type failureWords struct {
	hazards []hazard
	remote  int // the bit of the hazard that parties bring
	acts    cueSet
	parties partyWords
	about   cueSet
	worked  successWords
	general cueSet // in a heading: what stands below is about failures of any kind
}

const fails uint64 = 1 << 63 // a word about failure

func newFailureWords(g *lang.Gaps) failureWords {
	w := failureWords{
		hazards: hazards(), acts: make(cueSet), parties: newPartyWords(g.Parties), about: make(cueSet),
		worked: newSuccessWords(g), general: make(cueSet),
	}
	for bit, h := range w.hazards {
		words := h.words(g)
		w.acts.add(1<<bit, words.Acts)
		w.about.add(1<<bit, words.About)
		switch h.id {
		case "remote":
			w.remote = bit
		case "success":
			w.worked.bit = bit
		}
	}
	w.about.add(fails, g.Failures)
	w.general.add(fails, g.ErrorSections)
	return w
}

// gaps are the statements whose failure nobody speaks of: the first of each
// hazard and of each other system, and at most one of a section.
func (w failureWords) gaps(f *facts) []failureGap {
	acts := w.done(f)
	if len(acts) == 0 {
		return nil
	}
	said := w.read(f.doc)
	// Nothing goes on without what is fetched: that is the sharper gap of two.
	slices.SortStableFunc(acts, func(a, b failureGap) int { return cmp.Compare(rank(a), rank(b)) })
	var open []failureGap
	seen := make(map[string]bool)
	taken := make(map[*spec.Section]bool)
	for _, g := range acts {
		key := g.hazard.id
		for _, word := range g.party {
			key += " " + word.lower
		}
		if seen[key] || taken[g.s.Section] || said.answers(g) {
			continue
		}
		seen[key], taken[g.s.Section] = true, true
		open = append(open, g)
	}
	return open
}

func rank(g failureGap) int {
	if g.sends {
		return 1
	}
	return 0
}

// done are the statements that do what can fail, one for each hazard in it.
func (w failureWords) done(f *facts) []failureGap {
	feature := describesFeature(f.doc)
	var acts []failureGap
	for k, words := range f.cues() {
		s := f.doc.Statements[k]
		var seen uint64
		for i := range words {
			g := failureGap{s: s, index: k, from: words[i].start, verb: words[i].lower}
			bits, end := w.acts.at(words, i)
			if p, ok := w.parties.with(words, i); ok && seen&(1<<w.remote) == 0 {
				bits, end = 1<<w.remote, p.to
				g.party, g.sends = slices.Clone(words[p.from:p.to]), !p.fetched
			}
			if what, to := w.worked.at(words, i); to > 0 && seen&(1<<w.worked.bit) == 0 {
				bits, end = 1<<w.worked.bit, to
				g.party, g.from = what, what[0].start
			}
			if s.Role == spec.Step {
				bits &= 1 << w.worked.bit // what a scenario does is an example of what a requirement says
			}
			if bits&^seen == 0 || denied(words, i) {
				continue
			}
			g.to = words[end-1].end
			for bit, h := range w.hazards {
				if bits&^seen&(1<<bit) != 0 && (feature || h.anywhere) {
					g.hazard, g.bit = h, bit
					acts = append(acts, g)
				}
			}
			seen |= bits
		}
	}
	return acts
}

// denied reports whether the words before word i forbid or exclude what it
// starts.
func denied(words []cueWord, i int) bool {
	const reach = 4
	for k := i - 1; k >= max(0, i-reach); k-- {
		switch words[k].lower {
		case "":
			return false
		case "not", "no", "never", "without", "neither", "nor", "cannot", "don't", "doesn't", "rather", "instead":
			return true
		}
	}
	return false
}

// failureTalk is what a document says about failures.
type failureTalk struct {
	doc     *spec.Document
	said    map[*spec.Statement]uint64
	below   map[*spec.Section]uint64 // what a section and those below it speak of
	played  map[*spec.Section]bool   // a scenario in it or below it speaks of a failure
	named   map[string]bool          // stems of the words in statements that speak of a failure, and of what governs them
	beside  map[besideKey]bool       // the same by section
	settled uint64                   // the hazards that one of those is about
	general bool                     // some section is about failures of any kind
}

type besideKey struct {
	section *spec.Section
	stem    string
}

// shortTitle is the most words of a heading that is about errors and nothing
// else: "Error handling", not "Scenario: power failure".
const shortTitle = 3

func (w failureWords) read(doc *spec.Document) failureTalk {
	t := failureTalk{
		doc: doc, said: make(map[*spec.Statement]uint64, len(doc.Statements)), below: make(map[*spec.Section]uint64),
		played: make(map[*spec.Section]bool), named: make(map[string]bool), beside: make(map[besideKey]bool),
	}
	var words []cueWord
	for _, s := range doc.Statements {
		words = cueWords(words[:0], s.Text.String())
		said := w.about.in(words)
		t.said[s] = said
		if s.Block.Kind == spec.Heading && len(words) <= shortTitle && w.general.in(words) != 0 {
			t.general = true
		}
		for section := s.Section; section != nil; section = section.Parent {
			t.below[section] |= said
			t.played[section] = t.played[section] || s.Role == spec.Step && said&fails != 0
		}
		if said&fails == 0 {
			continue
		}
		if p := s.Parent; p != nil {
			said |= t.said[p]
			words = cueWords(words, p.Text.String())
		}
		t.settled |= said
		for _, word := range words {
			t.named[stemOf(word.lower)] = true
			t.beside[besideKey{s.Section, stemOf(word.lower)}] = true
		}
	}
	return t
}

// answers reports whether the document says what happens when the act fails:
// in a passage about the same subject anywhere, in the statement that follows,
// in the scenarios of its section, or below its story.
func (t *failureTalk) answers(g failureGap) bool {
	if g.hazard.repeats {
		return t.below[g.s.Section]&(1<<g.bit) != 0
	}
	switch {
	case t.general, g.party == nil && t.settled&(1<<g.bit) != 0, t.beside[besideKey{g.s.Section, stemOf(g.verb)}],
		g.s.Role == spec.Story && t.below[g.s.Section]&fails != 0,
		g.s.Section.Level > 1 && t.played[g.s.Section]:
		return true
	}
	if slices.ContainsFunc(g.party, func(w cueWord) bool { return t.named[stemOf(w.lower)] }) {
		return true
	}
	if g.index+1 == len(t.doc.Statements) {
		return false
	}
	next := t.doc.Statements[g.index+1]
	return next.Section == g.s.Section && t.said[next]&fails != 0 && refersBack(next)
}

// stemOf is the start that the forms of a word share.
func stemOf(word string) string {
	word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "s")
	return word[:min(len(word), stemLength)]
}

// refersBack reports whether a statement speaks of the one before it.
func refersBack(s *spec.Statement) bool {
	for _, sentence := range s.Sentences {
		for _, t := range sentence.Tokens {
			switch t.Lower {
			case "it", "this", "that", "they", "otherwise", "so", "then":
				return true
			}
		}
	}
	return false
}
