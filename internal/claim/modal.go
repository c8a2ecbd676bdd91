package claim

import "github.com/surmise-ci/surmise/internal/lang"

// modal is a modal phrase in a sentence: words [start, end).
type modal struct {
	start, end int
	modality   lang.Modality
	negated    bool
	grants     bool // lends a permission to its subject: "is allowed to"
	never      bool // denies it without exception: "never"
}

// modals finds the modal phrases of a sentence in order.
func modals(ws []word) []modal {
	var out []modal
	for i := 0; i < len(ws); {
		m, ok := modalAt(ws, i)
		if !ok {
			i++
			continue
		}
		out = append(out, m)
		i = m.end
	}
	return out
}

// modalAt reads the modal phrase that starts at i, with the negation and the
// permission that belong to it.
func modalAt(ws []word, i int) (modal, bool) {
	at := func(k int) string {
		if k < len(ws) && !ws[k].opaque {
			return ws[k].text
		}
		return ""
	}
	m := modal{start: i, end: i + 1}
	switch at(i) {
	case "must", "shall", "will":
		m.modality = lang.Must
	case "should":
		m.modality = lang.Should
	case "may", "might":
		m.modality = lang.May
	case "can", "could":
		m.grants = true // a plain assertion about the product
	case "is", "are":
		return copula(at, i)
	default:
		return phraseAt(at, i)
	}
	if w := at(i); at(i+1) == "not" && (w == "may" || w == "can" || w == "could") {
		m.modality, m.negated, m.end = lang.Must, true, i+2
		return m, true
	}
	m.tail(at)
	return m, true
}

// phraseAt reads what is no plain modal verb: contractions, "has to", "ought
// to", "need not", "does not", "never".
func phraseAt(at func(int) string, i int) (modal, bool) {
	m := modal{start: i, end: i + 1}
	switch w := at(i); w {
	case "cannot", "can't", "mustn't", "won't", "shan't", "can’t", "mustn’t", "won’t", "never":
		m.modality, m.negated, m.never = lang.Must, true, w == "never"
		return m, true
	case "shouldn't", "shouldn’t":
		m.modality, m.negated = lang.Should, true
		return m, true
	case "doesn't", "don't", "doesn’t", "don’t":
		m.negated = true
		return m, true
	case "does", "do":
		m.negated, m.end = true, i+2
		if v := at(i + 2); (v == "have" || v == "need") && at(i+3) == "to" {
			m.modality, m.end = lang.May, i+4
		}
		return m, at(i+1) == "not"
	case "ought", "has", "have", "needs", "need":
		if w == "need" && at(i+1) == "not" {
			m.modality, m.negated, m.end = lang.May, true, i+2
			return m, true
		}
		if at(i+1) != "to" {
			return m, false
		}
		m.modality, m.end = lang.Must, i+2
		if w == "ought" {
			m.modality = lang.Should
		}
		m.tail(at)
		return m, true
	}
	return m, false
}

// tail reads what may follow a modal verb: "not", "never", "be able to", "be
// allowed to", "not be required to".
func (m *modal) tail(at func(int) string) {
	if n := at(m.end); n == "not" || n == "never" {
		m.negated, m.never = true, n == "never"
		m.end++
	}
	if at(m.end) == "be" && at(m.end+2) == "to" {
		switch at(m.end + 1) {
		case "able", "allowed", "permitted":
			m.end += 3
			m.grants = true
		case "required", "obliged", "forced":
			if m.negated {
				m.modality = lang.May
			}
			m.end += 3
		}
	}
	m.end += ability(at, m.end)
}

// ability is the length of a phrase that makes an ability of what follows: "be
// capable of", "have the ability to", "provide an option to".
func ability(at func(int) string, k int) int {
	if at(k) == "be" && at(k+1) == "capable" && at(k+2) == "of" {
		return 3
	}
	if w := at(k); w != "have" && w != "provide" && w != "offer" {
		return 0
	}
	if w := at(k + 1); w != "the" && w != "an" && w != "a" {
		return 0
	}
	switch at(k + 2) {
	case "ability", "capability", "option", "possibility", "means":
		if w := at(k + 3); w == "to" || w == "of" {
			return 4
		}
	}
	return 0
}

// copula reads the phrases that start with "is": "is required to", "is not
// allowed to", "is prohibited from". A plain "is" is no modal.
func copula(at func(int) string, i int) (modal, bool) {
	m := modal{start: i}
	k := i + 1
	negated := at(k) == "not"
	if negated {
		k++
	}
	to := at(k+1) == "to"
	switch w := at(k); {
	case to && (w == "required" || w == "obliged" || w == "expected"):
		m.modality, m.negated, m.end = lang.Must, false, k+2
		if w == "expected" {
			m.modality, m.negated = lang.Should, negated
		} else if negated {
			m.modality, m.negated = lang.May, true
		}
	case to && (w == "allowed" || w == "permitted" || w == "able"):
		m.modality, m.end, m.grants = lang.May, k+2, true
		if w == "able" {
			m.modality = lang.NoModality
		}
		if negated {
			m.modality, m.negated = lang.Must, true
		}
	case to && w == "recommended":
		m.modality, m.negated, m.end = lang.Should, negated, k+2
	case (w == "prohibited" || w == "forbidden") && !negated && (to || at(k+1) == "from"):
		m.modality, m.negated, m.end = lang.Must, true, k+2
	case negated:
		m.negated, m.end = true, k
	default:
		return m, false
	}
	return m, true
}

// ModalVerb reports whether a word is one of the English modal verbs that demand
// or permit. It leaves out "might" and "could", which mostly tell what happens.
func ModalVerb(word string) bool { return DemandVerb(word) || word == "may" || word == "can" }

// DemandVerb reports whether a word is one of the English modal verbs that
// demand.
func DemandVerb(word string) bool {
	switch word {
	case "must", "shall", "should", "will":
		return true
	}
	return false
}
