package claim

import "slices"

// leadingScope takes a condition off the front: "IF the file is locked, THEN".
func leadingScope(ws []word) (scope, rest []word) {
	first := 0
	for first < len(ws) {
		if _, ok := modalAt(ws, first); ok {
			break
		}
		first++
	}
	// A label such as "Expiry:" governs what follows it.
	for k := 0; k < min(first, 6); k++ {
		if ws[k].text == ":" && !between(ws, k) {
			scope, ws = ws[:k], ws[k+1:]
			first -= k + 1
			break
		}
	}
	if len(ws) == 0 || !opensCondition(ws[0].text) {
		return scope, ws
	}
	end := -1
	for k := 1; k < len(ws); k++ {
		switch ws[k].text {
		case "then":
			end = k
		case ",":
			if k < len(ws)-1 && (end < 0 || k < mainVerb(ws, k, first)) {
				end = k
			}
			continue
		default:
			continue
		}
		break
	}
	if end < 0 {
		return scope, ws
	}
	scope = append(slices.Clone(scope), ws[:end]...)
	rest = ws[end+1:]
	for len(rest) > 0 && (rest[0].punct || rest[0].text == "then") {
		rest = rest[1:]
	}
	return scope, rest
}

// mainVerb bounds the commas of a leading condition: they stand before the
// modal verb that follows its last one.
func mainVerb(ws []word, from, first int) int {
	if first > from {
		return first
	}
	for k := from; k < len(ws); k++ {
		if _, ok := modalAt(ws, k); ok {
			return k
		}
	}
	return from
}

func opensCondition(w string) bool {
	switch w {
	case "if", "when", "whenever", "while", "where", "once", "unless", "until", "after", "before", "upon", "during", "for", "in", "on",
		"at", "with", "without", "from", "under", "by", "as", "given", "except", "within", "following", "over", "starting", "throughout":
		return true
	}
	return false
}

// conditional reports whether a trailing condition starts at k.
func conditional(ws []word, k int) bool {
	switch ws[k].text {
	case "if", "when", "whenever", "while", "unless", "until", "where", "except", "whereas", "although", "during", "provided", "upon",
		"without", "instead", "outside":
		return true
	case "once":
		_, n := everyUnit(ws[k:])
		return n == 0
	case "after", "before":
		return k+1 < len(ws) && !ws[k+1].number && numberWord(ws[k+1].text) == 0 && ws[k+1].text != "one" && ws[k+1].text != "at" &&
			ws[k+1].text != "a" && ws[k+1].text != "no" && ws[k+1].text != "more"
	case "above", "over", "beyond", "below", "under":
		return k+1 < len(ws) && ws[k+1].number && reacts(ws)
	case "as":
		return k+2 < len(ws) && ws[k+1].text == "long" && ws[k+2].text == "as"
	case "only":
		if k+1 == len(ws) {
			return false
		}
		switch ws[k+1].text {
		case "if", "when", "whenever", "while", "where", "for", "during":
			return true
		}
	}
	return false
}

// reacts reports whether a predicate says what is done once a value is reached,
// so that "above 10 l" in it is when: "warn above 10 l".
func reacts(predicate []word) bool {
	for _, w := range predicate[:min(2, len(predicate))] {
		switch w.text {
		case "be", "also", "always":
			continue
		case "ask", "asked", "warn", "warned", "alert", "alerted", "require", "prompt", "prompted", "notify", "notified", "escalate",
			"escalated", "flag", "flagged", "remind", "reminded", "inform", "informed", "sound", "raise", "raised", "trigger", "triggered":
			return true
		}
		return false
	}
	return false
}

// explains reports whether what starts at k gives a purpose, a reason or an
// example and asserts nothing.
func explains(ws []word, k int) bool {
	next := func(n int) string {
		if k+n < len(ws) {
			return ws[k+n].text
		}
		return ""
	}
	switch ws[k].text {
	case "because", "since", "thereby", "e.g", "e.g.", "i.e", "i.e.":
		return true
	case "so":
		return next(1) == "that"
	case "in":
		return next(1) == "order" && next(2) == "to"
	case "such":
		return next(1) == "as"
	case "to":
		switch next(1) {
		case "ensure", "avoid", "protect", "improve", "guarantee", "comply", "support", "help", "reduce", "minimize", "minimise", "prevent":
			return true
		}
	case "for":
		switch next(1) {
		case "security", "convenience", "compliance", "safety", "performance", "example", "instance", "usability":
			return k+2 >= len(ws) || ws[k+2].punct || ws[k+2].text == "reasons" || ws[k+2].text == "purposes" || ws[k+2].text == "and"
		}
	}
	return false
}
