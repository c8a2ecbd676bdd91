package claim

import "strings"

// value takes the value that a default or a format is said to be off the
// predicate.
func (f *frame) value(subject []word, predicate *[]word) {
	p := *predicate
	f.out.unordered = f.out.unordered || ofDefault(subject, p)
	if f.out.Negated || len(p) < 2 || !copular(p[0].text) || !exclusive(subject, p) {
		return
	}
	words := p[1:]
	for len(words) > 0 && !words[0].opaque && (stop(words[0].text) || words[0].text == "equal") {
		words = words[1:]
	}
	if v, ok := singleValue(words); ok {
		f.out.Value, f.family = v, "is"
		*predicate = p[:1]
	}
}

// ofDefault reports whether a clause says what a default is, in whatever order:
// "defaults to 3", "the default of it is 3".
func ofDefault(subject, predicate []word) bool {
	if len(predicate) > 0 && strings.HasPrefix(predicate[0].text, "default") {
		return true
	}
	for _, w := range subject {
		if w.text == "default" {
			return true
		}
	}
	return false
}

func copular(w string) bool {
	switch w {
	case "be", "is", "are", "=", "default", "defaults":
		return true
	}
	return false
}

// exclusive reports whether the subject names something that has one value at
// a time.
func exclusive(subject, predicate []word) bool {
	if strings.HasPrefix(predicate[0].text, "default") {
		return len(subject) > 0
	}
	for i, w := range subject {
		switch w.text {
		case "default":
			return true
		case "format", "encoding", "charset", "timezone", "currency", "order", "locale", "zone":
			return i == len(subject)-1 || opensCondition(subject[i+1].text) || subject[i+1].text == "of"
		}
	}
	return false
}

// singleValue is a value of at most four words that is not a description.
func singleValue(ws []word) (string, bool) {
	const most = 4
	if len(ws) == 0 || len(ws) > most {
		return "", false
	}
	var parts []string
	for _, w := range ws {
		switch {
		case w.opaque:
			parts = append(parts, strings.ToLower(strings.Trim(w.text, "`")))
			continue
		case w.punct && w.text != "-" && w.text != "/", w.number, numberWord(w.text) > 0, describes(w.text):
			return "", false
		}
		switch w.text {
		case "and", "or", "the", "by", "not":
			return "", false
		}
		parts = append(parts, w.text)
	}
	return strings.Join(parts, " "), true
}

// describes reports whether a word says how a value is rather than what it is.
func describes(w string) bool {
	for _, suffix := range []string{"able", "ible", "ed", "ing", "ent", "ant", "ly"} {
		if strings.HasSuffix(w, suffix) {
			return true
		}
	}
	switch w {
	case "valid", "correct", "unique", "same", "clear", "required", "optional", "set", "shown", "used", "accessible", "readable":
		return true
	}
	return false
}

// statusCode reads the HTTP status that a response is said to have, of which
// there is one: "404", "code `404 Not Found`".
func statusCode(ws []word, i int) (string, bool) {
	text := strings.Trim(ws[i].text, "`")
	const digits = 3
	if len(text) < digits || text[0] < '1' || text[0] > '5' || strings.Trim(text[:digits], "0123456789") != "" {
		return "", false
	}
	if !ws[i].opaque {
		return text, len(text) == digits && ws[i].number && i > 0 && (ws[i-1].text == "code" || ws[i-1].text == "status" || ws[i-1].text == "http")
	}
	return text[:digits], len(text) == digits || text[digits] == ' '
}
