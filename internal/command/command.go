// Package command reads what people write on a pull request: the grammar of
// comment commands, who may use them, and what each was resolved to. It takes
// text and facts and gives decisions; it asks nobody and writes nothing.
package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/ledger"
)

// Prefix is the word after which every command can be written, so that other
// tools' commands are never mistaken for ours.
const Prefix = "surmise"

// Doc explains a command to people.
type Doc struct {
	Usage    string // "/confirm ID... [A|B] [-- text]"
	Text     string // one sentence
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

	choice choice
	reason bool // the words after " -- " are required
}

// choice is what a command may choose between.
type choice uint8

const (
	noChoice choice = iota
	side            // "A" or "B", of one entry
	option          // the number of an option, or words in its place
	judgment        // "holds" or "violated"
)

// All lists the commands, in the order of the help.
func All() []Command {
	return []Command{confirm(), ack(), dismiss(), answer(), judge(), reopen(), recheck(), status(), help()}
}

// Deciders is who may use the commands that decide, in words for people.
const deciders = "whoever has write access, or what people.minimum of the policy asks for"

// Help explains all commands as a Markdown list. None of its lines begins with
// a command, so that posting it never gives one.
func Help() string {
	var b strings.Builder
	for _, c := range All() {
		fmt.Fprintf(&b, "- `%s`: %s\n", c.Doc.Usage, c.Doc.Text)
	}
	b.WriteString("\nWords of your own come after ` -- `. `all`, an area or a detector names several entries at once; `@` and 12 digits of a commit name what you looked at.\n")
	return b.String()
}

// find is the command that is spelled so.
func find(word string) (Command, bool) {
	for _, c := range All() {
		if c.ID == word || slices.Contains(c.Aliases, word) {
			return c, true
		}
	}
	return Command{}, false
}

// spellings are all words that begin a command, after the prefix or without.
func spellings(prefixed bool) []string {
	var out []string
	for _, c := range All() {
		if prefixed || !c.Prefixed {
			out = append(append(out, c.ID), c.Aliases...)
		}
	}
	return out
}
