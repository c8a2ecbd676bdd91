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
	Doubts    []string // asides of an author who does not know: ", not sure yet"

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

	// StopWords yields the words by which the language is told from others, and
	// PlainWords frequent words of specifications that carry meaning, which tell a
	// text without function words. No plain word is one of another language here,
	// so names that engineers share ("status", "export", "service", "test") are not
	// among them. Both are nil where the script alone tells the language.
	StopWords, PlainWords func() []string

	// Records yields the headings of documents that ask for nothing; nil without
	// any.
	Records func() Record

	// Data yields the words by which requirements speak of data. It is nil in
	// English, whose words the probe has and stems.
	Data func() Data
}

// Modal is a modal verb or a phrase that works as one.
type Modal struct {
	Phrase   string
	Modality Modality
	Loose    bool // binds in some texts and only tells the future in others: "will"
}

// language is a pack before it is built, and how far it goes.
type language struct {
	tag  string
	most Words // the last part that it has, in the order of [Words]
	pack func() Pack
}

// languages lists what there is a pack of: English first, then by tag.
func languages() [7]language {
	return [...]language{
		{"en", AllWords, english},
		{"de", VagueWords, german},
		{"es", VagueWords, spanish},
		{"fr", VagueWords, french},
		{"ja", NoWords, japanese},
		{"pt", VagueWords, portuguese},
		{"zh", NoWords, chinese},
	}
}

// All lists the packs: English first, then by tag.
func All() []Pack {
	var out []Pack
	for _, l := range languages() {
		out = append(out, l.pack())
	}
	return out
}

// Find is the pack of a primary language tag.
func Find(tag string) (Pack, bool) {
	for _, l := range languages() {
		if l.tag == tag {
			return l.pack(), true
		}
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
	for _, l := range languages() {
		if l.tag == tag {
			return w <= l.most
		}
	}
	return w == NoWords
}
