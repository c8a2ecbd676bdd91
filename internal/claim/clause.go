package claim

import (
	"slices"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// clause is one modal phrase with what belongs to it.
type clause struct {
	subject, predicate []word
	scope              []word
	modality           lang.Modality
	negated            bool
	grants             bool
	never              bool // it allows no exception
	only               bool // its condition is the only one: "only when"
	unordered          bool // nothing tells where its subject ends
	modal              Extent
}

// claims reads the sentence clause by clause. Whatever makes the reading
// doubtful ends it: no claim is better than a wrong one.
func (r *reader) claims() []Claim {
	var out []Claim
	for _, c := range r.clauses() {
		if got, ok := r.claim(c); ok {
			out = append(out, got)
		}
	}
	return out
}

// clauses cuts the sentence at its modal phrases.
func (r *reader) clauses() []clause {
	ws := r.words
	for len(ws) > 0 && ws[len(ws)-1].punct {
		ws = ws[:len(ws)-1]
	}
	if len(ws) == 0 || ws[0].text == "?" {
		return nil
	}
	if label, value := labelled(ws); label != nil {
		return []clause{{subject: label, predicate: value}}
	}
	if n := atNoTime(ws); n > 0 {
		return finish([]clause{{
			predicate: ws[n:], modality: lang.Must, negated: true, never: true, unordered: true, modal: Extent{ws[0].start, ws[n-1].end},
		}})
	}
	if n := forbidding(ws); n > 0 {
		return finish([]clause{{predicate: ws[n:], modality: lang.Must, negated: true, unordered: true, modal: Extent{ws[0].start, ws[n-1].end}}})
	}
	scope, ws := leadingScope(ws)
	ms := mainModals(ws)
	if len(ms) == 0 {
		subject, predicate := splitCopula(ws)
		return finish([]clause{{subject: subject, predicate: predicate, scope: scope}})
	}
	var out []clause
	from := 0
	for i, m := range ms {
		c := clause{subject: ws[from:m.start], modality: m.modality, negated: m.negated, grants: m.grants, never: m.never, scope: scope}
		c.modal = Extent{ws[m.start].start, ws[m.end-1].end}
		end := len(ws)
		if i+1 < len(ms) {
			end = conjunctionBefore(ws, m.end, ms[i+1].start)
		}
		c.predicate = ws[m.end:end]
		if i > 0 {
			c.subject = trimConjunction(c.subject)
			if len(c.subject) == 0 {
				c.subject = out[i-1].subject
			}
		}
		out = append(out, c)
		from = end
	}
	return finish(out)
}

// labelled parts a line that gives a value to what its label names: "Session
// timeout: 30 minutes". It is nil where more is said than a value.
func labelled(ws []word) (label, value []word) {
	const longestLabel = 6
	for k := 1; k < min(len(ws)-1, longestLabel); k++ {
		if ws[k].text != ":" || between(ws, k) {
			continue
		}
		label, value = ws[:k], ws[k+1:]
		if bare(value) || closed(label) >= 0 {
			return label, value
		}
		break
	}
	return nil, nil
}

// bare reports whether the words are one quantity and nothing else.
func bare(ws []word) bool {
	bounds, rest, ok := quantities(ws)
	return ok && len(bounds) == 1 && len(rest) == 0
}

// atNoTime is how many words "under no circumstances may" takes; 0 if the
// sentence does not start with the like.
func atNoTime(ws []word) int {
	const phrase = 3
	if len(ws) <= phrase+1 || ws[1].text != "no" {
		return 0
	}
	switch ws[0].text + " " + ws[2].text {
	case "under circumstances", "under circumstance", "in case", "at time", "at point":
	default:
		return 0
	}
	if !ModalVerb(ws[phrase].text) {
		return 0
	}
	return phrase + 1
}

// forbidding is how many words "it is forbidden to" takes; 0 if the sentence does
// not start with the like.
func forbidding(ws []word) int {
	const longestPhrase = 8
	if len(ws) < 4 || ws[0].text != "it" {
		return 0
	}
	phrase := ws[1].text
	for k := 2; k < min(len(ws)-1, longestPhrase); k++ {
		if ws[k].text != "to" {
			phrase += " " + ws[k].text
			continue
		}
		switch phrase {
		case "is forbidden", "is prohibited", "is strictly forbidden", "is strictly prohibited", "is not allowed", "is not permitted",
			"must not be possible", "shall not be possible":
			return k + 1
		}
		return 0
	}
	return 0
}

// finish moves trailing conditions to the scope and drops explanations.
func finish(cs []clause) []clause {
	for i := range cs {
		c := &cs[i]
		cut, end := len(c.predicate), len(c.predicate)
		for k := range c.predicate {
			if k > 0 && explains(c.predicate, k) {
				end = k
				cut = min(cut, k)
				break
			}
			if k > 0 && cut == len(c.predicate) && conditional(c.predicate, k) {
				cut, c.only = k, c.predicate[k].text == "only"
			}
		}
		if cut < end {
			c.scope = append(slices.Clone(c.scope), c.predicate[cut:end]...)
		}
		c.predicate = c.predicate[:cut]
	}
	return cs
}

// mainModals are the modal phrases outside of subordinate clauses.
func mainModals(ws []word) []modal {
	all := modals(ws)
	out := all[:0]
	subordinate := -1
	for _, m := range all {
		inside := false
		for k := max(subordinate, 0); k < m.start; k++ {
			switch ws[k].text {
			case "that", "which", "who", "whose", "if", "when", "whenever", "while", "unless", "until", "where", "because", "so":
				inside = true
			case ",", ";", "then", "and", "but":
				inside = false
			}
		}
		if m.modality == lang.NoModality && m.negated && len(out) > 0 {
			continue // "must ... does not": the second verb belongs to the first
		}
		if !inside {
			out = append(out, m)
			subordinate = m.end
		}
	}
	return out
}

// conjunctionBefore is where the clause of the modal that ends at from stops:
// at the last conjunction or comma before the next modal, else right there.
func conjunctionBefore(ws []word, from, next int) int {
	for k := next - 1; k > from; k-- {
		switch ws[k].text {
		case "and", "but", "or", ";", ",":
			for k > from && (ws[k-1].text == "," || ws[k-1].text == ";" || ws[k-1].text == "and" || ws[k-1].text == "but") {
				k--
			}
			return k
		}
	}
	return next
}

func trimConjunction(ws []word) []word {
	for len(ws) > 0 && (ws[0].punct || ws[0].text == "and" || ws[0].text == "but" || ws[0].text == "or") {
		ws = ws[1:]
	}
	return ws
}

// splitCopula parts a sentence without a modal verb at its "is", "=" or
// "defaults to".
func splitCopula(ws []word) (subject, predicate []word) {
	for k := range ws {
		switch ws[k].text {
		case "is", "are", "=", "defaults", "default":
			if ws[k].text == "default" && (k+1 >= len(ws) || ws[k+1].text != "to") {
				continue
			}
			if k > 0 {
				return ws[:k], ws[k:]
			}
		}
	}
	return nil, ws
}

// anaphoric reports whether a subject points to something said before, so that
// its words do not tell what it is.
func anaphoric(subject []word) bool {
	for i, w := range subject {
		switch w.text {
		case "it", "they", "he", "she", "which", "who", "latter", "former", "this", "these", "those", "that", "such", "same":
			return true
		case "above", "below":
			return i > 0 && subject[i-1].text == "the" && i == len(subject)-1
		case "other", "others", "another", "otherwise", "first", "second", "last", "next":
			return i <= 1
		}
	}
	return false
}

// soleProduct reports whether the subject is only the product: "the system".
func soleProduct(subject []word) bool {
	found := false
	for _, w := range subject {
		if product(w.text) {
			found = true
		} else if !stop(w.text) && !w.punct {
			return false
		}
	}
	return found
}

// contextWords are the words of the lead-in and the items above a statement:
// they are part of what it says and so of its scope. It reports false for more
// than can be held against another claim.
func contextWords(s *spec.Statement) ([]string, bool) {
	var out []string
	for p := s.Parent; p != nil; p = p.Parent {
		for _, sentence := range p.Sentences {
			if len(out)+len(sentence.Tokens) > longest {
				return nil, false
			}
			for _, t := range sentence.Tokens {
				switch {
				case t.Kind == spec.Punct, t.End <= p.Body(), stop(t.Lower), product(t.Lower):
				case t.Kind == spec.Opaque:
					out = append(out, p.Text.String()[t.Start:t.End])
				default:
					out = append(out, stem(t.Lower))
				}
			}
		}
	}
	return out, true
}
