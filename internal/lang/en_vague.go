package lang

// Vagueness is what the detectors of vague, open-ended and unbounded wording
// look for in one language. Phrases are matched longest first, so a longer
// one that is a [Fixed] expression hides the vague word inside it. The word "*"
// inside a phrase stands for any one word.
type Vagueness struct {
	Terms []Term

	Hedges      []string // takes back a part of a duty: "usually", "tries to"
	Roughly     []string // makes the number behind it a rough one: "about"
	Withdrawals []string // as a label, says that a requirement holds no more or binds nobody: "obsolete", "optional"
	Exceptions  []string // takes cases out of a duty: "unless"
	Waivers     []string // what ends a duty for those who may do it: "turn off"

	Explains []string // what follows says what the vague word means: "i.e.", "based on"
	Restates []string // opens the next sentence where that explains this one: "specifically"
	Purposes []string // opens a clause that gives a reason and binds nobody

	ListEnds    []string // leaves a list open at its end: "etc"
	ListOpeners []string // leaves a list open from the start: "including but not limited to"
	Examples    []string // opens a list that a cue before it leaves open: "such as"
	Cues        []string // before Examples: "common", "various"

	Quantifiers []string // "all", "any", "every"
	OpenDomains []string // nouns for sets that nobody can enumerate: "devices"
	OpenSets    []string // phrases that name no set at all: "at all times"

	Amounts     []string // performance and limit claims that need a number: "low latency"
	AmountNames []string // expressions that only look like an amount: "a timeout error"
	Settled     []string // says where an amount comes from: "configurable"
	Quantities  []string // measured in a unit: "timeout"
	Bounds      []string // words between a quantity and its number: "of at most"
	Particles   []string // words that can follow a number without being its unit
}

// Use is the way in which a vague term works in a sentence; it decides what
// tells its vague use from a plain one.
type Use uint8

// The uses.
const (
	Fixed      Use = iota // a term of art that only looks vague: "fast path"
	Quality               // adjective or noun for a quality: "robust"
	Manner                // adverb: "easily"
	Homonym               // adjective that is a verb or noun as well: "clear"
	Degree                // amount or degree: "several", "significant"
	Extreme               // superlative of an amount that is a value as well: "maximum"
	Nuisance              // quality that nobody wants: "annoying"
	Escape                // clause that lets the reader off: "if possible"
	EscapeLast            // escape clause only where nothing follows: "as required"
	Effort                // verb without an end: "optimise"
	Capability            // verb that leaves the behaviour open: "support"
)

// Escapes reports whether the term takes something from a duty.
func (u Use) Escapes() bool { return u == Escape || u == EscapeLast }

// Term is a vague word or phrase.
type Term struct {
	Phrase string
	Use    Use
}
