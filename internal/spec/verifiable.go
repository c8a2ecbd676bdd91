package spec

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
)

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
// sentence itself, unless it only permits. In Japanese, which binds without
// modal verbs, that is every required item. A criterion is verifiable if it
// names an observable subject and outcome; how long it is says nothing, and
// what is asked of any work ("tests pass, the code is reviewed") is none.
func (d *Document) Verifiable() []*Statement { return d.verifiable }

// Hollow lists what stands in the place of a criterion and gives nobody
// anything to look at: praise ("works as expected"), a single word. What only
// says too little to count as verifiable is not among them.
func (d *Document) Hollow() []*Statement { return d.hollow }

// criterionWords are the words by which criteria are judged. See
// [lang.HollowWords].
type criterionWords struct {
	hollow  map[string]bool
	working map[string]bool // true if the verb alone ends a sentence as praise
	routine map[string]bool // true if the word names the routine
}

func newCriterionWords() criterionWords {
	return criterionWords{hollow: lang.HollowWords(), routine: lang.RoutineWords(), working: lang.WorkingVerbs()}
}

func (d *Document) judgeCriteria(words criterionWords) {
	own := !d.Has("spec-kit") && !d.Has("openspec") && !d.Has("openspec-delta")
	for i, s := range d.Statements {
		prose := s.Role == Requirement && own && (s.Shape == "normative" || s.Shape == "rfc2119") && s.modality() >= lang.Should ||
			s.Role == Requirement && s.Item != nil && d.Language == "ja"
		switch {
		case s.Role == Criterion, prose, s.Role == Requirement && s.Shape == "ears":
		case s.Role == Step && s.Outcome() >= 0:
		default:
			continue
		}
		introduces := i+1 < len(d.Statements) && d.Statements[i+1].Parent == s
		switch j := s.substance(words); {
		case j.verifiable():
			d.verifiable = append(d.verifiable, s)
		case introduces || s.Block.Kind == Cell || s.continues():
		case prose && j.praise, !prose && j.hollow():
			d.hollow = append(d.hollow, s)
		}
	}
}

// continues reports whether the statement is one of a list whose lead-in or
// parent item it completes.
func (s *Statement) continues() bool {
	return s.Parent != nil && s.Parent.label != lang.Criteria && s.Parent.Role != Story
}

// Outcome is where a step starts to say what is to be seen: at its Then. A step
// after a Then that starts with And or But is one as a whole; -1 without one.
func (s *Statement) Outcome() int {
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

// Judged is where the part of a criterion starts by which it is judged: the
// outcome of a step, the response of an EARS line, else its body.
func (s *Statement) Judged() int {
	switch {
	case s.Role == Step:
		return max(s.Outcome(), 0)
	case s.Shape == "ears":
		return s.response()
	}
	return s.Body()
}

// response is where an EARS line says what the system does: behind its SHALL.
func (s *Statement) response() int {
	from := s.Body()
	for _, sentence := range s.Sentences {
		for _, t := range sentence.Tokens {
			if t.Lower == "shall" {
				from = t.End
			}
		}
	}
	return from
}

// substance is what a criterion has in it that can be seen.
type substance struct {
	words   int  // all of them
	telling int  // those that are more than praise and glue
	routine int  // those that are said of any work, if named
	named   bool // the routine is
	exact   bool // a number or code
	said    bool // a part of it before "and" or a comma says something
	praise  bool // it ends in saying that something works
	works   bool // the last verb may become praise by the words behind it
}

func (j substance) verifiable() bool {
	telling := j.telling
	if !j.named {
		telling += j.routine
	}
	return !j.praise && (j.exact || telling >= 2)
}

func (j substance) hollow() bool {
	return j.praise || !j.exact && (j.telling+j.routine == 0 || j.words < 2)
}

// substance judges the part of a criterion that counts. Words in square brackets are tags or slots of a template and say nothing.
func (s *Statement) substance(words criterionWords) substance {
	from := s.Judged()
	var j substance
	bracket := false
	for _, sentence := range s.Sentences {
		for i, t := range sentence.Tokens {
			switch {
			case t.Lower == "[":
				bracket = i+1 < len(sentence.Tokens) && sentence.Tokens[i+1].Kind == Word
			case t.Lower == "]":
				bracket = false
			case bracket || t.Start < from:
			case t.Kind == Number || t.Kind == Opaque:
				j.exact, j.praise, j.works = true, false, false
			case t.Kind == Word:
				j.count(words, sentence.Tokens, i)
			}
		}
	}
	return j
}

// count adds the word at token i.
func (j *substance) count(words criterionWords, tokens []Token, i int) {
	if i > 0 && (tokens[i].Lower == "and" || tokens[i-1].Lower == ",") {
		j.said = j.said || j.verifiable()
	}
	word := tokens[i].Lower
	wide := wideRunes(word)
	j.words += 1 + wide
	alone, verb := words.working[word]
	named, routine := words.routine[word]
	switch {
	case routine:
		j.routine++
		j.named = j.named || named
		j.praise, j.works = false, false
	case !words.hollow[word]:
		j.telling += 1 + wide
		j.praise, j.works = false, false
	case verb && !j.said:
		j.praise, j.works = j.praise || alone, true
	case j.works:
		j.praise = true
	}
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
