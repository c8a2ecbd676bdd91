package claim

import (
	"math/big"
	"slices"
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

// The labels that are no preposition in front of a bare value.
const (
	conditionLabel = "if"     // it stands in the claim's condition
	deadlineLabel  = "within" // it says by when: "within 5 s", "in 5 s"
	offsetLabel    = "offset" // it is counted from an event: "5 s after the alarm"
	lastingLabel   = "for"    // it says how long: "for 5 s"
)

// Bound is a number with what it is compared to, as an interval in the base
// unit of its dimension. Ends are exact.
type Bound struct {
	Shape      Shape
	Dimension  string   // "time", "size", "percent", "count", "rate", "money:eur" ...
	Low, High  *big.Rat // nil where the interval has no end
	Start, End int      // comparator, number and unit, in the statement's text

	soft     bool   // only aimed at: "a target of 5 s"
	open     bool   // the end itself is outside: "under 5 s"
	label    string // what the words around it make of it: "after", "for", "every"
	course   bool   // a range written "8 to 64", which may tell of a change from one to the other
	upTo     bool   // written "up to", which a capacity reads as a promise
	leans    Shape  // what a bare value of such a noun is: a timeout leans Upper
	calendar bool
}

// name tells slots apart that one claim may have side by side.
func (b *Bound) name() string {
	switch b.label {
	case "", deadlineLabel, offsetLabel, lastingLabel:
		return "#" + b.Dimension
	}
	return "#" + b.Dimension + ":" + b.label
}

// Bare reports whether the bound is a number without a unit.
func (b *Bound) Bare() bool { return b.Dimension == countDimension }

// apart reports whether one bound says how long something takes and the other
// when it happens.
func apart(a, b *Bound) bool {
	happens := func(b *Bound) bool { return b.label == deadlineLabel || b.label == offsetLabel }
	return a.label == lastingLabel && happens(b) || b.label == lastingLabel && happens(a)
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
		if digits, n := spelt(ws[i:]); n > 0 {
			ws = slices.Concat(ws[:i], digits, ws[i+n:])
		}
		if u, is := period(ws[i].text); is {
			v := u.scale(big.NewRat(1, 1))
			bounds = append(bounds, Bound{
				Dimension: u.dimension, Low: v, High: v, Start: ws[i].start, End: ws[i].end, label: "every", calendar: u.calendar,
			})
			i++
			continue
		}
		if each, n := everyUnit(ws[i:]); n > 0 {
			bounds = append(bounds, each)
			i += n
			continue
		}
		if at, n := clock(ws[i:], rest); n > 0 {
			bounds, rest = append(bounds, at), rest[:len(rest)-1]
			i += n
			continue
		}
		if ws[i].number && i > 0 && reckons(ws[i-1].text) {
			return nil, nil, false
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
		bounds, rest = append(bounds, q.bound), append(q.rest, q.kind...)
		i = q.at
	}
	return mergeEnds(bounds), rest, true
}

// reckons reports whether a sign makes another number of the one behind it:
// "10^6 days", "30 x 12 days".
func reckons(sign string) bool {
	switch sign {
	case "^", "*", "×", "x":
		return true
	}
	return false
}

// numeric reports whether a bound may start with this word or have it for its
// number.
func numeric(w word) bool {
	if w.number {
		return true
	}
	switch w.text {
	case "one", "once", "every", "each", "a", "an", "half", "quarter":
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
	if !ok || !longUnit(ws[n-1].text) || ws[n-1].text == "quarter" && n < len(ws) && (ws[n].text == "of" || ws[n].text == "hour") {
		return Bound{}, 0
	}
	v := u.scale(big.NewRat(1, 1))
	return Bound{Dimension: timeDimension, Low: v, High: v, Start: ws[0].start, End: ws[n-1].end, label: "every", calendar: u.calendar}, n
}

// mergeEnds joins "at least 8 and at most 64 characters" to one range. Ends with
// nothing between them stay two: [Claim.Empty] tells of them.
func mergeEnds(bounds []Bound) []Bound {
	for i := 0; i+1 < len(bounds); i++ {
		a, b := &bounds[i], &bounds[i+1]
		if a.Shape != Lower || b.Shape != Upper || a.label != b.label || a.Dimension != b.Dimension {
			continue
		}
		const near = len(" characters and")
		if b.Start-a.End > near || order(a, b, a.Low, b.High) > 0 {
			continue
		}
		a.Shape, a.High, a.End = Range, b.High, b.End
		return append(bounds[:i+1], bounds[i+2:]...)
	}
	return bounds
}
