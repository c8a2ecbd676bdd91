package claim

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Case is what a scenario shows: what is to be seen, and the words of what is
// given and done before. Its values are examples of its own setting.
type Case struct {
	Effects []Effect
	setup   []string // content words, sorted
	exact   string   // the whole setting, word by word
	numbers bool     // the setting has numbers of its own
	open    bool     // the setting has slots, "<name>", or steps that are no plain text
}

// Effect is one thing that a scenario says is then to be seen, and the step
// that says it.
type Effect struct {
	Claim
	Step *spec.Statement
}

// CaseOf reads a scenario. It reports false where nothing is given and done, or
// nothing of what is to be seen can be compared.
func CaseOf(sc *spec.Scenario) (Case, bool) {
	var c Case
	outcome := false
	var setting strings.Builder
	for _, s := range sc.Steps {
		if len(s.Sentences) != 1 || len(s.Sentences[0].Tokens) > longest {
			return Case{}, false
		}
		r := reader{text: s.Text.String(), statement: s}
		for _, part := range steps(r.read(&s.Sentences[0], true), s.Block.Step) {
			switch part[0].text {
			case "given", "when":
				outcome = false
			case "then":
				outcome = true
			}
			if !outcome {
				c.set(part[1:])
				for _, w := range part {
					setting.WriteString(w.text + " ")
				}
				continue
			}
			r.words = part[1:]
			if got := r.claims(); len(got) == 1 && len(c.Effects) < mostEffects {
				c.Effects = append(c.Effects, Effect{got[0], s})
			}
		}
	}
	slices.Sort(c.setup)
	c.setup, c.exact = slices.Compact(c.setup), setting.String()
	return c, len(c.setup) > 0 && len(c.Effects) > 0
}

// mostEffects bounds the work where two scenarios are held against one another.
const mostEffects = 32

// steps cuts the words of a step at "given", "when" and "then". Each part starts
// with such a word, or with another that goes on with the step before.
func steps(ws []word, keyword string) [][]word {
	var out [][]word
	if keyword != "" && len(ws) > 0 {
		ws = slices.Concat([]word{{text: keyword, start: ws[0].start, end: ws[0].end}}, ws[1:])
	}
	from := 0
	for k := 1; k <= len(ws); k++ {
		if k < len(ws) {
			if w := ws[k].text; w != "given" && w != "when" && w != "then" || !ws[k-1].punct && ws[k-1].text != "and" {
				continue
			}
		}
		if part := ws[from:k]; len(part) > 1 {
			out = append(out, part)
		}
		from = k
	}
	return out
}

// set adds the words of a setting.
func (c *Case) set(ws []word) {
	for _, w := range ws {
		switch {
		case w.punct:
		case w.opaque:
			c.open = c.open || strings.HasPrefix(w.text, "`<")
			c.setup = append(c.setup, w.text)
		case w.number || numberWord(w.text) > 0:
			c.numbers = true
			c.setup = append(c.setup, w.text)
		case stop(w.text), product(w.text), attempts(w.text):
		default:
			c.setup = append(c.setup, Normal(w.text))
		}
	}
}

// attempts reports whether a word of a setting only says that somebody does what
// the scenario is about.
func attempts(w string) bool {
	switch w {
	case "asks", "requests", "tries", "attempts", "wants", "makes", "clicks", "presses", "submits", "performs",
		"he", "she", "i", "someone", "somebody", "nothing", "happens":
		return true
	}
	return false
}

// Rivals reports whether two scenarios have one setting, word by word, so that
// their outcomes have to agree.
func Rivals(a, b Case) bool { return a.exact == b.exact && !a.open && !b.open }

// Setting tells scenarios apart that cannot be [Rivals].
func (c *Case) Setting() string { return c.exact }

// Breaks reports whether an outcome of the case is against a requirement: own
// says that the case is there to show that very requirement. It is then held to
// the bounds of the requirement, if the setting has no numbers that could move
// them. Apart from that, a case only breaks what speaks of its setting and of
// nothing else: that it refuses what has to be accepted, or answers with another
// status.
func (c *Case) Breaks(o Effect, rule Claim, own bool) bool {
	if force(&rule) != lang.Must || rule.partial || rule.exclusive || o.partial || o.exclusive || c.open || len(o.Scope) > 0 || wholes(&o.Claim, &rule) {
		return false
	}
	if own && !c.numbers && o.key == rule.key && len(rule.Bounds) == 1 && o.Negated == rule.Negated && sameOrder(&o.Claim, &rule) {
		r := compareBounds(o.Bounds, rule.Bounds)
		return r == Conflict || r == Looser
	}
	if len(rule.Bounds)+len(o.Bounds) > 0 {
		return false
	}
	said := slices.DeleteFunc(slices.Concat(rule.words, rule.Scope), func(w string) bool { return w == "from" || w == "into" || w == "after" })
	if !within(o.words, said) || !within(c.setup, said) || !within(said, slices.Concat(o.words, c.setup, strings.Fields(rule.subject))) {
		return false
	}
	if o.Value != "" || rule.Value != "" {
		return o.family == "status" && rule.family == "status" && o.Value != rule.Value && !o.Negated && !rule.Negated
	}
	return !rule.Modal.Empty() && slices.Contains(o.words, rule.verb) && o.Negated != rule.Negated
}

// within reports whether each word of a list stands in another.
func within(list, other []string) bool {
	return !slices.ContainsFunc(list, func(w string) bool { return !slices.Contains(other, w) })
}
