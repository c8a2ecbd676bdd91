package lang

// Gaps are one language's words for what a specification should speak of: what
// can go wrong, what needs care, and what a product is made of.
//
// A phrase's words follow each other. A word that ends in "*" stands for every
// word that starts with it, and "~" for up to three words of any kind.
type Gaps struct {
	Failures      []string // tells that something goes wrong, or what happens then
	ErrorSections []string // in a heading: below it stands what happens when something goes wrong
	Handling      []string // "handle", "cope with": a duty without a result
	Mishaps       []string // what is handled: "errors", "outages"
	Reactions     []string // a result after all: "log", "retry", "with a message"
	Universals    []string // a negative that no test can show: "without any problems"
	Negations     []string // before a word of Harms
	Harms         []string // what each reader judges for themselves: "annoy", "undue"

	Parties Parties

	Openers   []string // open a condition: "when"
	Successes []string // in a condition, say that something worked: "succeeds"

	Payments, Uploads, Imports, Remotes, SignIns, Jobs, Parsing, Permissions, Validations Hazard
	Repeats, Variants                                                                     Hazard // what a second call does, with the same and with other values

	Credentials, PersonalData, Paying, Deletion, UntrustedInput, Growth Topic

	Features, Technology, Users, Acceptance, Data, Interfaces, Deployment, Errors, Security Dimension
}

// Hazard is a way of doing something that can fail.
type Hazard struct {
	Acts  []string // a requirement with one of these does it
	About []string // a passage with one of these, and a failure, says what happens
}

// Topic is something that a specification that touches it should not be silent
// about.
type Topic struct {
	Touches []string // a requirement with one of these touches it
	Answers []string // a document with one of these has something to say about it
}

// Dimension is one of the sides from which a product is described. The document
// has it if a heading or any other text speaks of it.
type Dimension struct {
	Headings []string
	Cues     []string
}

// Parties are the words by which a text has somebody exchange something with
// another system: "fetches prices from the rate feed".
type Parties struct {
	Fetch, Send    []string // verbs in base form, behind a modal verb or "be"
	Fetches, Sends []string // the same in the third person, where that is no noun
	Asks           []string // those that take the system itself as object: "queries"
	Modals         []string // before a verb in base form
	Others         []string // systems: "server", "gateway"
	Own            []string // systems that are the product itself, unless a word before says which: "service"
	Prepositions   []string // before another system
	Articles       []string
	Breaks         []string // never inside a system's name
	Attributes     []string // behind a system's name, make it a part of another name: "API key"
}
