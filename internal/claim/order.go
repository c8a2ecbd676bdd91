package claim

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Order is what a sentence says of two events: First has to be over, or under
// way, before Then happens. Events are equal if their words are.
type Order struct {
	First, Then string
	About       string // the one of the two that the sentence binds; the other only dates it
	Start, End  int    // the sentence, in the statement's text
}

// OrdersOf reads the orders that a statement demands. What may happen, what
// happens under a condition and what happens each time is not among them.
func OrdersOf(s *spec.Statement) []Order {
	switch s.Role {
	case spec.Step, spec.Question, spec.Exempt:
		return nil
	}
	var out []Order
	for i := range s.Sentences {
		if !dated(s.Sentences[i].Tokens) {
			continue
		}
		context, ok := contextWords(s)
		if !ok || len(context) > 0 {
			return nil
		}
		r := reader{text: s.Text.String(), statement: s}
		if o, ok := orderOf(r.read(&s.Sentences[i], i == 0)); ok {
			o.Start, o.End = s.Sentences[i].Start, s.Sentences[i].End
			if i == 0 {
				o.Start = max(o.Start, min(s.Body(), o.End))
			}
			out = append(out, o)
		}
	}
	return out
}

func dated(tokens []spec.Token) bool {
	return len(tokens) <= longest && slices.ContainsFunc(tokens, func(t spec.Token) bool {
		return t.Lower == "before" || t.Lower == "after" || t.Lower == "prior" || t.Lower == "until"
	})
}

// orderOf parts a sentence at its only word of time.
func orderOf(ws []word) (Order, bool) {
	for len(ws) > 0 && ws[len(ws)-1].punct {
		ws = ws[:len(ws)-1]
	}
	at, main, other := parted(ws)
	if at == "" {
		return Order{}, false
	}
	ms := modals(main)
	if len(ms) > 1 || len(modals(other)) > 0 {
		return Order{}, false
	}
	negated := false
	subject, _ := splitCopula(main)
	if len(ms) == 1 {
		subject = main[:ms[0].start]
		m := ms[0]
		if m.grants || m.modality == lang.May || m.modality == lang.Should || m.start == 0 {
			return Order{}, false
		}
		negated = m.negated
		main = slices.Concat(main[:m.start], main[m.end:])
	}
	// "Must not start until" and "must not start before" name what comes first.
	first := at == "before" && !negated
	if at == "until" && !negated || at == "after" && negated {
		return Order{}, false
	}
	if len(other) > 1 && (other[0].text == "it" || other[0].text == "they") {
		other = slices.Concat(subject, other[1:])
	}
	x, ok := event(main)
	y, known := event(other)
	switch {
	case !ok || !known || x == y:
		return Order{}, false
	case first:
		return Order{First: x, Then: y, About: x}, true
	}
	return Order{First: y, Then: x, About: x}, true
}

// parted finds the word that orders two clauses: "before", "after" or "until".
func parted(ws []word) (at string, main, other []word) {
	found, end := -1, 0
	for k, w := range ws {
		switch w.text {
		case "before", "after", "until":
		case "prior":
			if k+1 == len(ws) || ws[k+1].text != "to" {
				continue
			}
		default:
			continue
		}
		if found >= 0 {
			return "", nil, nil
		}
		found, end = k, k+1
		if at = w.text; at == "prior" {
			at, end = "before", k+2
		}
	}
	switch {
	case found < 0 || end >= len(ws):
		return "", nil, nil
	case found > 0:
		return at, ws[:found], ws[end:]
	}
	for k := end; k < len(ws); k++ {
		if ws[k].text == "," {
			return at, ws[k+1:], ws[end:k]
		}
	}
	return "", nil, nil
}

// event is the key of what happens in a clause; false for more or less than one
// event that happens once.
func event(ws []word) (string, bool) {
	var out []string
	for i, w := range ws {
		switch {
		case w.punct || numeric(w) || recurs(w.text) || i > 0 && conditional(ws, i):
			return "", false
		case w.text == "only" && i == len(ws)-1, stop(w.text), product(w.text), vacuous(w.text):
		case w.opaque:
			out = append(out, w.text)
		default:
			n, flip := normal(w.text)
			if flip {
				n = "!" + n
			}
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " "), len(out) > 0
}

// recurs reports whether a word joins two events, denies one, or speaks of one
// that happens more than once or that only the sentence before names.
func recurs(w string) bool {
	switch w {
	case "and", "or", "but", "not", "no", "without", "never", "each", "every", "any", "all", "another", "other", "next", "previous", "last", "first",
		"new", "old", "again", "if", "when", "whenever", "while", "unless", "then", "it", "they", "this", "these", "that", "those", "such", "both",
		"either", "shortly", "long", "just":
		return true
	}
	return false
}

// vacuous reports whether a verb only says that an event happens.
func vacuous(w string) bool {
	switch stem(w) {
	case "run", "happen", "occur", "perform", "execut", "complet", "finish", "done", "tak", "plac", "ran":
		return true
	}
	return false
}
