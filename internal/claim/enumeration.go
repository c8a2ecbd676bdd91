package claim

import (
	"slices"
	"strings"
)

// allowed reads a closed list of values: "must be one of open and done",
// "accepts only `asc` or `desc`", "allowed values of `sort` are `asc`, `desc`".
// A list that is open at its end, or one that may be, is none.
func (f *frame) allowed(c clause) bool {
	if f.out.Negated {
		return false
	}
	about, list := closedList(c.subject, c.predicate)
	if noun := headNoun(list); noun > 0 {
		about, list = slices.Concat(about, list[noun-1:noun]), list[noun:]
	}
	items, ok := itemsOf(list)
	if !ok {
		return false
	}
	slices.Sort(items)
	f.out.listed = slices.Compact(items)
	f.family, f.out.Value, f.out.unordered = "one of", strings.Join(f.out.listed, ", "), true
	f.out.value = Extent{list[0].start, list[len(list)-1].end}
	for _, w := range about {
		switch {
		case w.punct || stop(w.text) || product(w.text) || holdsValue(w.text):
		case w.opaque:
			f.push(strings.ToLower(strings.Trim(w.text, "`")))
		default:
			f.push(Normal(w.text))
		}
	}
	f.out.subject = strings.Join(f.out.sequence, " ")
	return true
}

// closedList parts what is restricted from the values that are allowed.
func closedList(subject, predicate []word) (about, list []word) {
	if k := closed(subject); k >= 0 {
		return slices.Concat(subject[:k], subject[k+1:]), afterVerb(predicate)
	}
	for k, w := range predicate {
		if k == 0 {
			continue
		}
		if has := predicate[k-1].text; (has == "has" || has == "have") && w.text == "one" && headNoun(predicate[min(k+2, len(predicate)):]) > 0 {
			return slices.Concat(subject, predicate[:k-1]), predicate[k+2:]
		}
		if !admits(predicate[k-1].text) {
			continue
		}
		switch {
		case w.text == "only" || w.text == "either":
			return slices.Concat(subject, predicate[:k-1]), predicate[k+1:]
		case w.text == "one" && k+1 < len(predicate) && predicate[k+1].text == "of":
			return slices.Concat(subject, predicate[:k-1]), predicate[k+2:]
		}
	}
	return nil, nil
}

// closed is the index of the word by which a subject names all values that
// there may be: "supported export formats"; -1 if it does not.
func closed(subject []word) int {
	const furthest = 3
	for k := 0; k < min(len(subject), furthest); k++ {
		switch subject[k].text {
		case "allowed", "valid", "permitted", "possible", "accepted", "legal", "supported":
			for _, w := range subject[k+1:] {
				if choice(w.text) {
					return k
				}
				if opensCondition(w.text) {
					break
				}
			}
			return -1
		}
	}
	return -1
}

// headNoun is where the items of a list start that names what they are: "the
// states draft, lodged and released"; 0 if they start at once.
func headNoun(list []word) int {
	const furthest = 3
	for k := range list[:min(len(list), furthest)] {
		if choice(list[k].text) && k+1 < len(list) && !list[k+1].punct {
			return k + 1
		}
		if list[k].text != "the" && list[k].text != "following" && list[k].text != "these" {
			break
		}
	}
	return 0
}

// choice reports whether a noun stands for things of which there is a list.
func choice(w string) bool {
	switch w {
	case "values", "types", "formats", "states", "statuses", "options", "modes", "levels", "methods", "kinds", "roles", "languages",
		"currencies", "extensions", "browsers", "platforms", "codes", "units", "algorithms", "encodings", "sizes", "actions", "events", "categories":
		return true
	}
	return false
}

func admits(verb string) bool {
	switch verb {
	case "be", "is", "are", "accept", "accepts", "take", "takes", "allow", "allows", "support", "supports", "equal", "equals":
		return true
	}
	return false
}

func afterVerb(predicate []word) []word {
	for len(predicate) > 0 && (admits(predicate[0].text) || predicate[0].punct || predicate[0].text == "exactly") {
		predicate = predicate[1:]
	}
	return predicate
}

// holdsValue reports whether a noun only says that something has values.
func holdsValue(w string) bool {
	switch w {
	case "value", "values", "field", "parameter", "property", "attribute", "option", "argument", "setting", "flag":
		return true
	}
	return false
}

// itemsOf reads a list of at least two short values to its end.
func itemsOf(ws []word) ([]string, bool) {
	const longestItem = 3
	var items, item []string
	flush := func() {
		if len(item) > 0 {
			items = append(items, strings.Join(item, " "))
			item = nil
		}
	}
	for _, w := range ws {
		switch {
		case w.opaque:
			item = append(item, strings.ToLower(strings.Trim(w.text, "`")))
		case w.text == "," || w.text == "and" || w.text == "or" || w.text == "/" || w.text == "|":
			flush()
		case w.punct && w.text != "-" || opensList(w.text):
			return nil, false
		case w.text != "the" && w.text != "either":
			item = append(item, w.text)
		}
		if len(item) > longestItem {
			return nil, false
		}
	}
	flush()
	return items, len(items) > 1
}

// opensList reports whether a word says that a list is not all there is, or
// that it is no list.
func opensList(w string) bool {
	switch w {
	case "etc", "etc.", "such", "other", "others", "any", "more", "least", "most", "like", "include", "including", "not", "that", "which", "who",
		"by", "for", "with", "from", "to", "of", "on", "in", "is", "are", "be", "than", "per", "following", "all", "every":
		return true
	}
	return false
}
