package claim

import "strings"

// spelt reads a number of several words, "half an hour", "two and a half", "a
// dozen", as the digits that it would be written with, and says how many words
// it took. A unit stays behind it.
func spelt(ws []word) ([]word, int) {
	at := func(k int) string {
		if k < len(ws) && !ws[k].opaque {
			return ws[k].text
		}
		return ""
	}
	text, n := "", 0
	switch w := at(0); {
	case w == "half" && (at(1) == "a" || at(1) == "an" || at(1) == "-") && at(2) == "dozen", w == "half" && at(1) == "dozen":
		text, n = "6", 2
		if at(1) != "dozen" {
			n = 3
		}
	case w == "a" && at(1) == "dozen":
		text, n = "12", 2
	case w == "two" && at(1) == "dozen":
		text, n = "24", 2
	case w == "half":
		text, n = fractionOf("0.5", at, 1)
	case w == "quarter":
		text, n = fractionOf("0.25", at, 1)
	case w == "a" && at(1) == "quarter":
		text, n = fractionOf("0.25", at, 2)
	case w == "three" && (at(1) == "quarters" || at(1) == "quarter"):
		text, n = fractionOf("0.75", at, 2)
	case at(1) == "and" && at(2) == "a" && at(3) == "half":
		text, n = withHalf(ws[0]), 4
	}
	if text == "" {
		return nil, 0
	}
	return []word{{text: text, start: ws[0].start, end: ws[n-1].end, number: true}}, n
}

// fractionOf is a fraction whose last word stands before at(k), if that leads to a
// unit: "of an hour".
func fractionOf(text string, at func(int) string, k int) (string, int) {
	from := k
	for at(k) == "of" || at(k) == "a" || at(k) == "an" || at(k) == "-" {
		k++
	}
	if k == from && at(k) != "hour" || !longUnit(at(k)) || at(k) == "quarter" {
		return "", 0
	}
	return text, k
}

// withHalf is a whole number and a half; "" for what is no whole number.
func withHalf(w word) string {
	n, ok := numberOf(w.text)
	if w.text == "one" {
		return "1.5"
	}
	if w.opaque || !ok || !n.IsInt() {
		return ""
	}
	return strings.TrimSuffix(n.RatString(), "/1") + ".5"
}
