package spec

import "strings"

// Bears reports whether the document asks for something in one of the shapes:
// it has a requirement, a criterion, a story or a scenario.
func (d *Document) Bears() bool {
	for _, s := range d.Statements {
		if s.Role.Binding() || s.Role == Story || s.Role == Step {
			return true
		}
	}
	return false
}

// Verifiable lists the criteria that somebody can check, by the convention of
// each shape: an item under Acceptance, Success or Done or under a story; the
// outcome of a scenario; and in prose that binds by its modal verbs, the
// sentence itself. A criterion is verifiable if it names an observable subject
// and outcome; how long it is says nothing.
func (d *Document) Verifiable() []*Statement { return d.verifiable }

func (d *Document) findVerifiable(hollow map[string]bool) []*Statement {
	var out []*Statement
	own := !d.Has("spec-kit") && !d.Has("openspec") && !d.Has("openspec-delta")
	for _, s := range d.Statements {
		switch {
		case s.Role == Criterion:
		case s.Role == Step && s.outcome() >= 0:
		case s.Role == Requirement && (s.Shape == "ears" || own && (s.Shape == "normative" || s.Shape == "rfc2119")):
		default:
			continue
		}
		if s.observable(hollow) {
			out = append(out, s)
		}
	}
	return out
}

// outcome is where a step starts to say what is to be seen: at its Then. A step
// after a Then that starts with And or But is one as a whole; -1 without one.
func (s *Statement) outcome() int {
	prose := s.Text.prose
	if hasPrefixFold(prose, "then") || s.Block.Step == "then" || s.Block.Step == "and" && s.afterThen {
		return 0
	}
	for _, then := range []string{" then ", " Then ", " THEN "} {
		if i := strings.LastIndex(prose, then); i >= 0 {
			return i
		}
	}
	if s.afterThen && (hasPrefixFold(prose, "and ") || hasPrefixFold(prose, "but ")) {
		return 0
	}
	return -1
}

// observable reports whether the statement says something that can be seen:
// it holds a number or code, or at least two words that are more than praise.
// A step is judged by its outcome alone. Words in square brackets are tags or
// slots of a template and say nothing.
func (s *Statement) observable(hollow map[string]bool) bool {
	from := s.Body()
	if s.Role == Step {
		from = s.outcome()
	}
	telling, bracket := 0, false
	for _, sentence := range s.Sentences {
		for i, t := range sentence.Tokens {
			switch {
			case t.Lower == "[":
				bracket = i+1 < len(sentence.Tokens) && sentence.Tokens[i+1].Kind == Word
			case t.Lower == "]":
				bracket = false
			case bracket || t.Start < from:
			case t.Kind == Number || t.Kind == Opaque:
				return true
			case t.Kind == Word && !hollow[t.Lower]:
				telling += 1 + wideRunes(t.Lower)
			}
		}
	}
	return telling >= 2
}

// wideRunes is how many words more a run of ideographs or kana counts for:
// their scripts write no blanks.
func wideRunes(word string) int {
	n := 0
	for _, r := range word {
		if r >= 0x3000 {
			n++
		}
	}
	return n / 3
}
