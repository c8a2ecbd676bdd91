package lang

// Pack is one language's words. Every phrase is in lower case with single
// blanks between its words, unless its field says otherwise. A pack is plain
// data: whoever matches many sentences builds a lookup table from it once.
type Pack struct {
	Tag      string    // BCP 47 primary tag
	Headings []Heading // looked at in order; the first that matches wins

	Modals []Modal // longest phrases need no order; see [Modal]

	Markers   []string // placeholders that count only as written: TBD, TODO
	Undecided []string // placeholders in plain words: "to be decided"

	// Vague yields the words for detectors of vague, open-ended, unbounded and
	// unmeasured wording. It is nil in a language that is covered in part, and a
	// function since few who ask for a pack need them.
	Vague func() *Vagueness

	// Grammar yields the words for detectors that ask what a sentence leaves out
	// or runs together. It is nil, or a function, for the reasons that Vague is.
	Grammar func() *Grammar

	// Gaps yields the words for detectors of what a specification does not speak
	// of. It is nil in a language without them.
	Gaps func() *Gaps
}

// Modal is a modal verb or a phrase that works as one.
type Modal struct {
	Phrase   string
	Modality Modality
	Loose    bool // binds in some texts and only tells the future in others: "will"
}

// All lists the packs: English first, then by tag.
func All() []Pack {
	return []Pack{english(), german(), spanish(), french(), japanese(), portuguese(), chinese()}
}

// Find is the pack of a primary language tag.
func Find(tag string) (Pack, bool) {
	switch tag {
	case "en":
		return english(), true
	case "de":
		return german(), true
	case "es":
		return spanish(), true
	case "fr":
		return french(), true
	case "ja":
		return japanese(), true
	case "pt":
		return portuguese(), true
	case "zh":
		return chinese(), true
	}
	return Pack{}, false
}

// Words is a part of a pack: what somebody must have of a language to judge a
// text in it.
type Words uint8

// The parts. The zero value is what every pack has.
const (
	BasicWords   Words = iota // headings, modal verbs, placeholders
	NoWords                   // judges ids, brackets and digits: any language, known or not
	VagueWords                // those of Pack.Vague
	GrammarWords              // those of Pack.Grammar
	GapWords                  // those of Pack.Gaps
	AllWords                  // those that no pack lists, of the one language that is covered whole
)

// Knows reports whether those words are known of the language with that primary
// tag. It agrees with [All] and builds no pack.
func Knows(tag string, w Words) bool {
	switch tag {
	case "en":
		return true
	case "de", "es", "fr", "pt":
		return w <= VagueWords
	case "ja", "zh":
		return w <= NoWords
	}
	return w == NoWords
}
