package claim

import (
	"math/big"
	"slices"
	"strings"
)

// Shape is the form of a bound.
type Shape uint8

// The shapes. A point is a bare value: "after 5 attempts".
const (
	Point Shape = iota
	Upper
	Lower
	Range
)

// conditionLabel marks a bound that stands in the claim's condition.
const conditionLabel = "if"

// Bound is a number with what it is compared to, as an interval in the base
// unit of its dimension. Ends are exact.
type Bound struct {
	Shape      Shape
	Dimension  string   // "time", "size", "percent", "count", "rate", "money:eur" ...
	Low, High  *big.Rat // nil where the interval has no end
	Start, End int      // comparator, number and unit, in the statement's text

	open     bool   // the end itself is outside: "under 5 s"
	label    string // what a preposition makes of a point: "after", "for", "every"
	upTo     bool   // written "up to", which a capacity reads as a promise
	leans    Shape  // what a bare value of such a noun is: a timeout leans Upper
	calendar bool
}

// name tells slots apart that one claim may have side by side.
func (b *Bound) name() string {
	if b.label == "" {
		return "#" + b.Dimension
	}
	return "#" + b.Dimension + ":" + b.label
}

// quantities takes the bounds out of ws and returns what is left. It reports
// false if a number is given only roughly, which cannot be compared.
func quantities(ws []word) (bounds []Bound, rest []word, ok bool) {
	if !slices.ContainsFunc(ws, numeric) {
		return nil, ws, true
	}
	rest = make([]word, 0, len(ws))
	for i := 0; i < len(ws); {
		if !numeric(ws[i]) {
			rest = append(rest, ws[i])
			i++
			continue
		}
		if u, is := period(ws[i].text); is {
			v := u.scale(big.NewRat(1, 1))
			bounds = append(bounds, Bound{Dimension: u.dimension, Low: v, High: v, Start: ws[i].start, End: ws[i].end, label: "every", calendar: u.calendar})
			i++
			continue
		}
		if each, n := everyUnit(ws[i:]); n > 0 {
			bounds = append(bounds, each)
			i += n
			continue
		}
		q := quantity{ws: ws, at: i, rest: rest}
		if !q.number() {
			rest = append(rest, ws[i])
			i++
			continue
		}
		if !q.compare() {
			return nil, nil, false
		}
		bounds, rest = append(bounds, q.bound), q.rest
		i = q.at
	}
	return mergeEnds(bounds), rest, true
}

// numeric reports whether a bound may start with this word or have it for its
// number.
func numeric(w word) bool {
	if w.number {
		return true
	}
	switch w.text {
	case "one", "once", "every", "each":
		return true
	}
	if _, ok := period(w.text); ok {
		return true
	}
	return numberWord(w.text) > 0
}

// everyUnit reads "every hour", "once a day", "each month".
func everyUnit(ws []word) (Bound, int) {
	n := 0
	switch {
	case len(ws) > 1 && (ws[0].text == "every" || ws[0].text == "each"):
		n = 2
	case len(ws) > 2 && ws[0].text == "once" && (ws[1].text == "a" || ws[1].text == "per" || ws[1].text == "every" || ws[1].text == "an"):
		n = 3
	default:
		return Bound{}, 0
	}
	u, ok := timeUnit(ws[n-1].text)
	if !ok || len(ws[n-1].text) < 3 {
		return Bound{}, 0
	}
	v := u.scale(big.NewRat(1, 1))
	return Bound{Dimension: timeDimension, Low: v, High: v, Start: ws[0].start, End: ws[n-1].end, label: "every", calendar: u.calendar}, n
}

// quantity reads one number with its unit and comparator.
type quantity struct {
	ws    []word
	at    int    // the next unread word
	rest  []word // what was read before and is no bound
	low   *big.Rat
	high  *big.Rat // set for "8 to 64"
	unit  unit
	bound Bound
}

// number reads the number, a second one of a range, and the unit.
func (q *quantity) number() bool {
	w := q.ws[q.at]
	value, ok := q.value(q.at)
	if !ok || q.names() {
		return false
	}
	q.bound.Start = w.start
	q.low = value
	q.skipUnit()
	if to := q.rangeEnd(); to > 0 {
		high, ok := q.value(to)
		if ok {
			first := q.unit
			q.high, q.at = high, to
			q.skipUnit()
			if first.dimension == "" {
				first = q.unit
			}
			q.low, q.high = first.scale(q.low), q.unit.scale(q.high)
			q.bound.Dimension, q.bound.calendar = q.unit.dimension, q.unit.calendar
			q.rate()
			return true
		}
	}
	q.low = q.unit.scale(q.low)
	q.bound.Dimension, q.bound.calendar = q.unit.dimension, q.unit.calendar
	q.rate()
	return true
}

func (q *quantity) value(i int) (*big.Rat, bool) {
	w := q.ws[i]
	if w.punct || w.opaque || !w.number && numberWord(w.text) == 0 && !(w.text == "one" && q.afterComparator()) {
		return nil, false
	}
	if w.text == "one" {
		return big.NewRat(1, 1), true
	}
	return numberOf(w.text)
}

func (q *quantity) afterComparator() bool {
	switch q.tail(1) {
	case "least", "most", "than", "exactly", "within", "after", "to":
		return true
	}
	return false
}

// skipUnit moves behind the number at q.at and the unit that follows it.
func (q *quantity) skipUnit() {
	i := q.at
	q.bound.End = q.ws[i].end
	q.unit = unit{countDimension, 1, 1, false}
	if q.tail(1) == "$" || q.tail(1) == "€" || q.tail(1) == "£" {
		q.unit, _ = unitOf(q.tail(1))
		q.bound.Start = q.rest[len(q.rest)-1].start
		q.rest = q.rest[:len(q.rest)-1]
	}
	i++
	factor := int64(1)
	if i < len(q.ws) {
		if m := multiplier(q.ws[i].text); m > 0 {
			factor = m
			q.bound.End = q.ws[i].end
			i++
		}
	}
	j := i
	if j+1 < len(q.ws) && (q.ws[j].text == "-" || countable(q.ws[j].text)) {
		j++
	}
	if j < len(q.ws) {
		if u, ok := unitOf(q.ws[j].text); ok && !(q.ws[j].text == "min" && q.ws[j].start > q.bound.End+1) {
			if j > i && q.ws[i].text != "-" {
				q.rest = append(q.rest, q.ws[i])
			}
			q.unit = u
			q.bound.End = q.ws[j].end
			i = j + 1
		}
	}
	q.unit.num *= factor
	q.at = i
}

// countable reports whether a word stands between a number and its unit:
// "5 business days".
func countable(w string) bool {
	switch w {
	case "business", "working", "calendar", "consecutive", "full":
		return true
	}
	return false
}

// rangeEnd is the index of the second number of "8 to 64", "8-64" or "between
// 8 and 64"; 0 without one.
func (q *quantity) rangeEnd() int {
	if q.at+1 >= len(q.ws) {
		return 0
	}
	next := q.ws[q.at+1]
	if !next.number && numberWord(next.text) == 0 {
		return 0
	}
	switch q.ws[q.at].text {
	case "-", "–", "to":
		return q.at + 1
	case "and":
		if q.tail(1) == "between" {
			return q.at + 1
		}
	}
	return 0
}

// rate reads "per second" behind a number, its unit or what it counts.
func (q *quantity) rate() {
	for i := q.at; i+1 < len(q.ws) && i <= q.at+2; i++ {
		if t := q.ws[i].text; t != "per" && t != "/" {
			if q.ws[i].punct || q.ws[i].number {
				return
			}
			continue
		}
		u, ok := timeUnit(q.ws[i+1].text)
		if !ok || u.calendar {
			return
		}
		if q.bound.Dimension == countDimension {
			q.bound.Dimension = rateDimension
		} else {
			q.bound.Dimension += "/time"
		}
		per := big.NewRat(1, u.num)
		q.low = new(big.Rat).Mul(q.low, per)
		if q.high != nil {
			q.high = new(big.Rat).Mul(q.high, per)
		}
		q.rest = append(q.rest, q.ws[q.at:i]...)
		q.bound.End = q.ws[i+1].end
		q.at = i + 2
		return
	}
}

// names reports whether the number is part of a name: "TLS 1.2", "phase 2".
func (q *quantity) names() bool {
	if !q.ws[q.at].number {
		return false
	}
	if q.at > 0 && q.ws[q.at-1].text == "-" {
		return true
	}
	switch strings.TrimSuffix(q.tail(1), "s") {
	case "section", "step", "phase", "version", "level", "tier", "rfc", "http", "http/", "article", "chapter", "figure",
		"table", "appendix", "type", "cla", "stage", "sprint", "milestone", "wcag", "sha", "ae", "iso", "story", "module",
		"requirement", "option", "page", "screen", "scenario", "priority", "v", "item", "rule", "channel", "zone", "oauth",
		"statu", "code", "unicode", "day", "week", "month", "quarter", "year", "group", "part", "unit", "room", "line":
		return true
	}
	return false
}

// tail is the n-th word from the end of what was read before the number.
func (q *quantity) tail(n int) string {
	if n > len(q.rest) {
		return ""
	}
	return q.rest[len(q.rest)-n].text
}

// compare reads the words around the number that say which side of it is
// meant. It reports false for a rough number.
func (q *quantity) compare() bool {
	for q.tail(1) == "a" || q.tail(1) == "an" || q.tail(1) == "the" {
		q.rest = q.rest[:len(q.rest)-1]
	}
	b := &q.bound
	shape, open, pop, rough := q.before()
	if rough {
		return false
	}
	b.upTo = pop == 2 && q.tail(1) == "to" && q.tail(2) == "up"
	if pop > 0 {
		b.Start = q.rest[len(q.rest)-pop].start
		q.rest = q.rest[:len(q.rest)-pop]
	} else if l := q.label(); l != "" {
		b.label = l
		q.rest = q.rest[:len(q.rest)-1]
	}
	if shape == Point {
		shape, open = q.after()
	}
	if q.high != nil {
		shape = Range
	}
	b.Shape, b.open = shape, open
	if shape != Upper {
		b.Low = q.low
	}
	switch shape {
	case Upper, Point:
		b.High = q.low
	case Range:
		b.High = q.high
	}
	return true
}

// label is the preposition that gives a bare value its part in the sentence.
func (q *quantity) label() string {
	switch t := q.tail(1); t {
	case "after", "for", "every", "before":
		return t
	case "each":
		return "every"
	}
	return ""
}

// before reads the comparator in front of the number and says how many words
// it takes.
func (q *quantity) before() (shape Shape, open bool, pop int, rough bool) {
	one, two := q.tail(1), q.tail(2)
	switch one {
	case "about", "approximately", "around", "roughly", "~", "nearly", "almost", "circa":
		return Point, false, 0, true
	case "most", "least":
		if two == "at" {
			if one == "most" {
				return Upper, false, 2, false
			}
			return Lower, false, 2, false
		}
	case "to":
		return q.beforeTo(two)
	case "than":
		return q.beforeThan(two)
	case "within", "≤":
		return Upper, false, 1, false
	case "under", "below", "<":
		return Upper, true, 1, false
	case "in":
		if q.bound.Dimension == timeDimension {
			return Upper, false, 1, false
		}
	case "over", "above", "beyond", "exceed", "exceeds", "exceeding", ">":
		if two == "not" {
			return Upper, false, 2, false
		}
		return Lower, true, 1, false
	case "≥":
		return Lower, false, 1, false
	case "=":
		switch two {
		case "<":
			return Upper, false, 2, false
		case ">":
			return Lower, false, 2, false
		}
		return Point, false, 1, false
	case "maximum", "max":
		return Upper, false, 1, false
	case "minimum", "min":
		return Lower, false, 1, false
	case "of":
		switch two {
		case "maximum", "max", "limit", "cap":
			return Upper, false, 2, false
		case "minimum", "min":
			return Lower, false, 2, false
		}
	case "exactly", "precisely", "between", "from":
		return Point, false, 1, false
	}
	return Point, false, 0, false
}

func (q *quantity) beforeTo(two string) (Shape, bool, int, bool) {
	switch two {
	case "up":
		return Upper, false, 2, false
	case "limited", "capped", "restricted":
		return Upper, false, 2, false
	case "equal":
		if q.tail(3) == "or" && q.tail(4) == "than" {
			switch q.tail(5) {
			case "less", "fewer", "lower", "smaller":
				return Upper, false, 5, false
			case "greater", "more", "higher", "larger":
				return Lower, false, 5, false
			}
		}
		return Point, false, 2, false
	}
	return Point, false, 0, false
}

func (q *quantity) beforeThan(two string) (Shape, bool, int, bool) {
	negated := q.tail(3) == "no" || q.tail(3) == "not"
	switch two {
	case "more", "greater", "longer", "higher", "larger", "bigger", "older", "later", "slower":
		if negated {
			return Upper, false, 3, false
		}
		return Lower, true, 2, false
	case "less", "fewer", "shorter", "lower", "smaller", "earlier", "faster", "younger", "sooner":
		if negated {
			return Lower, false, 3, false
		}
		return Upper, true, 2, false
	}
	return Point, false, 0, true
}

// after reads a comparator behind the number: "5 or less", "100 max".
func (q *quantity) after() (Shape, bool) {
	if q.at >= len(q.ws) {
		return Point, false
	}
	next := func(n int) string {
		if q.at+n < len(q.ws) {
			return q.ws[q.at+n].text
		}
		return ""
	}
	shape, n := Point, 0
	switch next(0) {
	case "or":
		n = 2
		switch next(1) {
		case "less", "fewer", "lower", "below", "under", "faster", "shorter", "smaller":
			shape = Upper
		case "more", "higher", "greater", "above", "longer", "larger", "better":
			shape = Lower
		}
	case "max", "maximum":
		shape, n = Upper, 1
	case "minimum":
		shape, n = Lower, 1
	case "+":
		shape, n = Lower, 1
	case "at":
		n = 2
		switch next(1) {
		case "most":
			shape = Upper
		case "least":
			shape = Lower
		}
	}
	if shape != Point {
		q.bound.End = q.ws[q.at+n-1].end
		q.at += n
	}
	return shape, false
}

// mergeEnds joins "at least 8 and at most 64 characters" to one range.
func mergeEnds(bounds []Bound) []Bound {
	for i := 0; i+1 < len(bounds); i++ {
		a, b := &bounds[i], &bounds[i+1]
		if a.Shape != Lower || b.Shape != Upper || a.label != b.label || a.Dimension != b.Dimension {
			continue
		}
		const near = len(" characters and")
		if b.Start-a.End > near {
			continue
		}
		a.Shape, a.High, a.End = Range, b.High, b.End
		return append(bounds[:i+1], bounds[i+2:]...)
	}
	return bounds
}
