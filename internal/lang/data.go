package lang

// Data is how one language speaks of the data that a requirement is about: the
// beginnings of words, or in a script without blanks the words, in lower case.
// English is not among it, since the probe has its words and stems them.
type Data struct {
	Range      []string // bounds, amounts, rounding
	Collection []string // lists, sorting, merging
	Text       []string // names, characters, length
	State      []string // what saves, changes or deletes
	Transfer   []string // files, requests, the network
}
