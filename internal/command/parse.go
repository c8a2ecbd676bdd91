package command

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/nearest"
	"github.com/surmise-ci/surmise/internal/pattern"
)

// Line is one line of a comment as it is rendered: nothing in code,
// quotations, HTML comments or struck-out text begins one or reads as a word
// of one.
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
	Reason  string // the words after " -- ", cut
	Problem string // why the line cannot be understood; "" if it can
	Hint    string // what to write instead; "" without a problem
}

// Kind says how a target names entries.
type Kind uint8

// The kinds of targets.
const (
	ByID          Kind = iota + 1 // "a-7k3m9q"
	ByNumber                      // "2", "#2": the number on show
	ByAll                         // "all": everything in scope
	ByName                        // "security": an area, or the source of the finding
	ByProhibition                 // "p-004", "docs/desk.md#p-004"
)

// Target is one word of a command that names entries.
type Target struct {
	Kind   Kind
	Text   string // in lower case, look-alikes of an id mended
	Number int    // of ByNumber
}

// What a comment may hold. Comments are hostile; nobody needs more by hand.
const (
	maxCommands = 50  // a comment
	maxTargets  = 100 // a command
	maxShown    = 120 // characters of a line in messages
	maxReason   = 280 // characters of a person's words
)

// Parse finds the commands among the lines of one comment, in their order. A
// line that begins with one of our verbs, or with what must be meant as one,
// is always a request: with a Problem if it cannot be understood. Every other
// line is none of our business.
func Parse(lines []Line) []Request {
	var out []Request
	for _, l := range lines {
		r, ok := parseLine(l)
		switch {
		case !ok:
		case len(out) == maxCommands:
			r = Request{Line: r.Line, Text: r.Text}
			return append(out, r.refuse(
				fmt.Sprintf("more than %d commands in one comment; the rest is not read", maxCommands),
				"write another comment, or name several entries in one command"))
		default:
			out = append(out, r)
		}
	}
	return out
}

func parseLine(l Line) (Request, bool) {
	text := strings.TrimSpace(l.Text)
	if !strings.HasPrefix(text, "/") {
		return Request{}, false
	}
	r := Request{Line: l.Number, Text: cut(text, maxShown)}
	words := strings.Fields(text)
	word, rest := strings.ToLower(words[0][1:]), words[1:]
	prefixed := word == Prefix
	switch {
	case prefixed && len(rest) == 0:
		return r.refuse("/surmise without a verb", "/surmise help lists the verbs"), true
	case prefixed:
		word, rest = strings.ToLower(rest[0]), rest[1:]
	}
	c, ok := find(word)
	if ok && (prefixed || !c.Prefixed) {
		r.Command = c.ID
		return r.words(c, rest), true
	}
	if prefixed {
		hint := "/surmise help lists the verbs"
		if near := nearest.Name(word, spellings(true)); near != "" {
			hint = fmt.Sprintf("did you mean /surmise %s?", near)
		}
		return r.refuse(fmt.Sprintf("no verb %s", quote(word)), hint), true
	}
	if near := misspelt(word); near != "" {
		return r.refuse(fmt.Sprintf("no command %s", quote("/"+word)), fmt.Sprintf("did you mean /%s?", near)), true
	}
	return Request{}, false
}

// misspelt is the verb that a word must be meant as: one that is long enough
// not to be another tool's, and one letter away.
func misspelt(word string) string {
	const short = 5
	for _, s := range append(spellings(false), Prefix) {
		if len(s) > short && apart(word, s) {
			return s
		}
	}
	return ""
}

// apart reports whether one letter was inserted, left out, replaced or swapped
// with its neighbour.
func apart(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if a == b || len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	swapped := i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	return swapped || a[i+1:] == b[i+1:]
}

var (
	idWord     = pattern.Lazy(`^([apq])-([0-9a-z]{6,52})(-[0-9a-z]{3,52})?$`)
	idStart    = pattern.Lazy(`^[apq]-`)
	numberWord = pattern.Lazy(`^#?[1-9][0-9]{0,5}$`)
	nameWord   = pattern.Lazy(`^[a-z][a-z0-9]+(-[a-z0-9]+)*$`)
	// prohibitionWord is an id of a prohibition, in lower case.
	prohibitionWord = pattern.Lazy(`^[a-z][a-z0-9]*([._-][a-z0-9]+)*$`)
	shaWord         = pattern.Lazy(`^@[0-9a-f]{12,40}$`)
)

// words reads what follows the verb.
func (r Request) words(c Command, words []string) Request {
	for i, w := range words {
		if w == "--" {
			r.Reason = cut(strings.Join(words[i+1:], " "), maxReason)
			if c.Decides == "" {
				return r.refuse(fmt.Sprintf("%s takes no words", c.ID), "write "+c.Doc.Usage)
			}
			words = words[:i]
			break
		}
	}
	words = strings.FieldsFunc(strings.Join(words, " "), func(c rune) bool { return c == ' ' || c == ',' })
	for _, w := range words {
		if r = r.word(c, w); r.Problem != "" {
			return r
		}
	}
	switch {
	case c.Decides == "":
	case c.choice == judgment && len(r.Targets) > 0 && r.Choice == "":
		return r.refuse("the command does not say whether it holds or is violated", "write "+c.Doc.Usage)
	case len(r.Targets) == 0:
		return r.refuse("the command names no entry", "write "+c.Doc.Usage)
	case c.choice == option && (len(r.Targets) > 1 || r.Targets[0].Kind != ByID):
		return r.refuse("an answer is to one question, by its id", "write "+c.Doc.Usage)
	case c.choice == side && r.Choice != "" && (len(r.Targets) > 1 || r.Targets[0].Kind > ByNumber):
		return r.refuse(fmt.Sprintf("side %s is of one entry, and the command names more", r.Choice), "write one line for each entry")
	}
	return r
}

// word reads one word before " -- ".
func (r Request) word(c Command, w string) Request {
	lower := strings.ToLower(w)
	switch {
	case c.Decides == "":
		return r.refuse(fmt.Sprintf("%s takes no words, and here is %s", c.ID, quote(w)), "write "+c.Doc.Usage)
	case strings.HasPrefix(w, "@"):
		if !shaWord().MatchString(lower) || r.SHA != "" {
			return r.refuse(fmt.Sprintf("%s is no commit", quote(w)), "write one @ with 12 to 40 hexadecimal digits, or leave it out")
		}
		r.SHA = lower[1:]
		return r
	case r.Choice != "":
		return r.stray(w)
	case c.choice == side && (lower == "a" || lower == "b") && len(r.Targets) > 0:
		r.Choice = strings.ToUpper(w)
		return r
	case c.choice == option && len(r.Targets) == 1 && numberWord().MatchString(lower) && lower[0] != '#':
		r.Choice = lower
		return r
	case c.choice == option && len(r.Targets) == 1 && len(lower) == 1 && 'a' <= lower[0] && lower[0] <= 'd':
		r.Choice = strconv.Itoa(int(lower[0]-'a') + 1) // the sides of a contradiction are lettered
		return r
	}
	if c.choice == judgment {
		if len(r.Targets) > 0 && (lower == ledger.Holds || lower == ledger.Violated) {
			r.Choice = lower
			return r
		}
		t, ok := prohibition(lower)
		if !ok || len(r.Targets) == maxTargets {
			return r.stray(w)
		}
		r.Targets = append(r.Targets, t)
		return r
	}
	t, ok := target(lower)
	if !ok || t.Kind == ByName && len(r.Targets) > 0 && r.Targets[len(r.Targets)-1].Kind != ByName {
		return r.stray(w)
	}
	if len(r.Targets) == maxTargets {
		return r.refuse(fmt.Sprintf("the command names more than %d entries", maxTargets), "write several lines, or all")
	}
	r.Targets = append(r.Targets, t)
	return r
}

// stray refuses a word that has no meaning where it stands.
func (r Request) stray(w string) Request {
	hint := "ids come first, words of your own after \" -- \""
	switch lower := strings.ToLower(w); {
	case strings.ContainsAny(w, "`~*_"):
		hint = "write ids plainly, without markup; words of your own come after \" -- \""
	case w == "—" || w == "–" || w == "-":
		hint = "words of your own come after two hyphens, \" -- \""
	case idStart().MatchString(lower):
		hint = "an id is a letter, a hyphen and at least 6 characters, like a-7k3m9q"
	}
	return r.refuse(fmt.Sprintf("cannot read %s", quote(w)), hint)
}

// target reads a word in lower case that names entries.
func target(word string) (Target, bool) {
	switch {
	case word == "all":
		return Target{Kind: ByAll, Text: word}, true
	case idWord().MatchString(word):
		return Target{Kind: ByID, Text: word[:2] + mend(word[2:])}, true
	case numberWord().MatchString(word):
		n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
		return Target{Kind: ByNumber, Text: word, Number: n}, err == nil
	case nameWord().MatchString(word) && len(word) <= maxShown:
		return Target{Kind: ByName, Text: word}, true
	}
	return Target{}, false
}

// mend replaces the letters that an id never has by those that they are
// mistaken for, as Crockford's base 32 asks.
func mend(id string) string {
	return strings.NewReplacer("i", "1", "l", "1", "o", "0").Replace(id)
}

// refuse is the request as one that cannot be understood.
func (r Request) refuse(problem, hint string) Request {
	return Request{Line: r.Line, Text: r.Text, Command: r.Command, Problem: problem, Hint: hint}
}

// cut shortens text to a number of characters.
func cut(text string, room int) string {
	if r := []rune(text); len(r) > room {
		return string(r[:room-1]) + "…"
	}
	return text
}

// quote shows foreign text in a message.
func quote(text string) string {
	const room = 40
	return strconv.Quote(cut(text, room))
}
