// Package command reads what people write on a pull request: the grammar of
// comment commands, who may use them, and what each was resolved to. It takes
// text and facts and gives decisions; it asks nobody and writes nothing.
package command

import (
	"github.com/surmise-ci/surmise/internal/ledger"
)

// Doc explains a command to people.
type Doc struct {
	Usage    string // "/confirm ID... [A|B] [-- text]"
	Text     string
	WhoMay   string
	Examples []string
	Since    string
}

// Command is one verb that people can write.
type Command struct {
	ID      string   // the verb as written after the slash, lower case
	Aliases []string // other spellings
	Doc     Doc
	Decides ledger.Verb // "" if it decides nothing
	// Prefixed says that the command exists only as "/surmise VERB".
	Prefixed bool
}

// Line is one line of a comment as it is rendered: nothing in code,
// quotations, HTML comments or struck-out text is part of any.
type Line struct {
	Number int // 1-based, in the comment's source
	Text   string
}

// Request is one line that is meant as a command.
type Request struct {
	Line    int
	Text    string // the line, cut; for messages
	Command string // id of the command; "" if there is none
	Targets []Target
	SHA     string // at least 12 lower-case hexadecimal digits; "" if none was written
	Choice  string // "A" or "B", or the number of an option; "" if none was written
	Reason  string // the words after " -- "
	Problem string // why the line cannot be understood; "" if it can
	Hint    string // what to write instead; "" without a problem
}

// Kind says how a target names entries.
type Kind uint8

// The kinds of targets.
const (
	ByID     Kind = iota + 1 // "a-7k3m9q"
	ByNumber                 // "2", "#2": the number on show
	ByAll                    // "all": everything in scope
	ByName                   // "security": an area, or the source of the finding
)

// Target is one word of a command that names entries.
type Target struct {
	Kind   Kind
	Text   string // as written, in lower case, look-alikes of an id mended
	Number int    // of ByNumber
}

// Parse finds the commands among the lines of one comment, in their order. A
// line that begins with one of our verbs, or with what must be meant as one,
// is always a request: with a Problem if it cannot be understood. Every other
// line is none of our business.
func Parse(lines []Line) []Request { return nil }
