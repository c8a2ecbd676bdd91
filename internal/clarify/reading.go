package clarify

import (
	"slices"
	"strings"
)

// readings are the answers that an open point itself offers, and which of them
// is recommended: alternatives that it lists, yes or no, or what can become of
// a case that nobody thought of. None if it offers no two. Nothing is invented:
// a question for a number or a name has no readings.
func readings(asked string) (options []string, recommended int) {
	text := strings.TrimSpace(strings.TrimRight(strings.TrimSpace(asked), "?？.!…"))
	if text == "" {
		return nil, 0
	}
	if alternatives := alternativesIn(text); len(alternatives) > 1 {
		return alternatives, 1
	}
	lower := strings.ToLower(text)
	first, _, _ := strings.Cut(lower, " ")
	switch {
	case isAuxiliary(first) && strings.Contains(text, " ") && !hasOr(lower):
		return []string{"Yes", "No"}, 2 // what is not asked for is not built
	case asksWhatHappens(lower):
		return []string{
			"It is refused with an error message, and nothing is changed",
			"It is ignored, and the rest goes on",
			"Nothing new: this change leaves the case as it is today",
		}, 3
	}
	return nil, 0
}

// asksWhatHappens recognises the questions about cases with which templates
// fill their edge cases.
func asksWhatHappens(lower string) bool {
	for _, opening := range []string{
		"what happens when ", "what happens if ", "what should happen when ", "what should happen if ",
		"how does the system handle ", "how does system handle ", "how should the system handle ", "how do we handle ",
	} {
		if strings.HasPrefix(lower, opening) {
			return true
		}
	}
	return false
}

// isAuxiliary recognises the words that open a question for yes or no.
func isAuxiliary(word string) bool {
	switch word {
	case "should", "is", "are", "do", "does", "can", "could", "may", "must", "will", "shall", "has", "have",
		"soll", "sollen", "darf", "muss", "ist", "sind", "doit-on", "peut-on":
		return true
	}
	return false
}

// hasOr reports whether a text offers more than one thing.
func hasOr(lower string) bool {
	return slices.ContainsFunc(conjunctions(), func(or string) bool { return strings.Contains(lower, or) })
}

func conjunctions() []string { return []string{" or ", " oder ", " ou ", " vs ", " vs. ", " versus "} }

// What alternatives may look like: few, and short.
const (
	mostOptions     = 4
	longestReading  = 60 // bytes
	mostOptionWords = 7
)

// alternativesIn are the readings that a text lists: "email, SSO or OAuth",
// also behind a dash or a colon. Where it is not plain that a list and nothing
// else stands there, there are none.
func alternativesIn(text string) []string {
	listed := false
	for _, sep := range []string{" - ", " – ", " — ", ": ", "："} {
		if i := strings.LastIndex(text, sep); i >= 0 {
			text, listed = text[i+len(sep):], true
		}
	}
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(text), "("), ")")
	for _, example := range []string{"e.g. ", "e.g., ", "for example ", "such as ", "either "} {
		text = strings.TrimPrefix(text, example)
	}
	joined := text
	for _, or := range conjunctions() {
		joined = strings.ReplaceAll(strings.ReplaceAll(joined, ","+or, "\x00"), or, "\x00")
	}
	if joined == text && !listed {
		return nil // commas alone join clauses as well
	}
	var out []string
	for part := range strings.FieldsFuncSeq(joined, func(r rune) bool { return r == 0 || r == ',' || r == ';' || r == '、' }) {
		part = strings.TrimSpace(part)
		first, _, _ := strings.Cut(strings.ToLower(part), " ")
		switch {
		case part == "" || strings.HasPrefix(first, "etc") || first == "...":
			continue
		case len(part) > longestReading || len(strings.Fields(part)) > mostOptionWords || isAuxiliary(first) || isInterrogative(first):
			return nil
		}
		out = append(out, part)
	}
	if len(out) < 2 || len(out) > mostOptions {
		return nil
	}
	return out
}

func isInterrogative(word string) bool {
	switch word {
	case "what", "which", "who", "whom", "whose", "when", "where", "why", "how", "if", "whether", "and", "but", "not", "no",
		"was", "welche", "wer", "wann", "wo", "wie", "ob", "quel", "quelle", "qui", "quand", "où", "comment":
		return true
	}
	return false
}

// unitsFor are the units in which a number can be meant, told from the words
// before it, the nearest first, and which is recommended; none if they do not
// tell what it bounds.
func unitsFor(before string) (units []string, recommended int) {
	const middle = 2
	for _, w := range slices.Backward(words(before, 0, len(before))) {
		switch strings.TrimSuffix(w.lower, "s") {
		case "timeout", "within", "every", "delay", "interval", "latency", "wait", "ttl", "duration":
			return []string{"milliseconds", "seconds", "minutes"}, middle
		case "retention", "retain", "retained", "expiry", "expire", "validity":
			return []string{"hours", "days", "months"}, middle
		case "upload", "file", "attachment", "memory", "storage", "disk", "payload", "cache":
			return []string{"KB", "MB", "GB"}, middle
		case "password", "name", "title", "text", "comment", "message", "length":
			return []string{"characters", "bytes"}, 1
		}
	}
	return nil, 0
}
