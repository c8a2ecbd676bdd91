package lang

// Grammar is what the detectors that ask who, what and how much of one
// sentence look for in one language. Phrases are in lower case.
type Grammar struct {
	Demands    []string // modal phrases before an infinitive: "must", "will"
	Duties     []string // those that never only tell the future: "must"
	Weak       []string // modal verbs that may demand or not: "should"
	Be         string   // the infinitive that forms the passive
	States     []string // its forms that tell: "is"
	Tasks      []string // participles of what somebody decides or undertakes: "approved"
	Operations []string // participles of what either a person or the product does: "deleted"
	Conditions []string // opens the case in which an operation happens: "when"
	Agents     []string // opens who or what does it: "by", "automatically"
	Ways       []string // behind an Agents word, says how and not who: "default"

	Comparatives []string // compare whatever stands behind them: "faster"
	Changes      []string // compare before a Measures word: "improved"
	Measures     []string // what can be more or less than before: "performance"
	Grades       []string // compare where nothing stands behind them: "lower"
	Baselines    []string // opens what it is compared with: "than"
	Yesterdays   []string // behind a Baselines word, a baseline that nobody measured: "before"

	Singular, Plural   []string // pronouns for a thing and for things
	Personal           []string // pronouns for a person: "he"
	Possessive, Object []string // those of them that own, and those that something is done to
	Expletive          []string // behind a singular pronoun, shows that it stands for nothing: "possible"
	Openers            []string // opens a clause of its own: "when"
	Auxiliaries        []string // opens what a subject does: "must"
	Beings             []string // opens what a subject is or what is done to it: "is"

	Determiners   []string // opens a noun phrase: "the"
	PluralOpeners []string // the determiners that open a plural: "all"
	Prepositions  []string // ties a noun phrase to another or to a clause: "of"
	Joiners       []string // only adds what follows to a noun phrase: "and"
	Breaks        []string // words that no noun phrase goes on with, prepositions among them
	Verbal        []string // before a bare word, shows that it is a verb: "to"
	PluralNouns   []string // plurals without the usual ending: "people"
	SingularNouns []string // nouns that only look like plurals: "status"
	People        []string // nouns for persons, of both numbers
	Products      []string // nouns for the product itself, which every sentence is about
	Vessels       []string // nouns that say when, how or how much, and not what: "time"
}
