package claim

import (
	"math/big"
	"strings"
)

// quantity reads one number with its unit and comparator.
type quantity struct {
	ws    []word
	at    int    // the next unread word
	rest  []word // what was read before and is no bound
	kind  []word // what stands between the number, its unit and "per": "5 business days", "5 calls per minute"
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
			q.bound.course = q.ws[to-1].text != "and"
			q.high, q.at = high, to
			q.skipUnit()
			if first.dimension == countDimension && q.unit.dimension != countDimension {
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
	switch {
	case w.punct || w.opaque:
		return nil, false
	case w.text == "one":
		return big.NewRat(1, 1), q.afterComparator()
	case w.text == "a" || w.text == "an":
		return big.NewRat(1, 1), q.afterComparator() && i+1 < len(q.ws) && longUnit(q.ws[i+1].text)
	case !w.number && numberWord(w.text) == 0:
		return nil, false
	}
	return numberOf(w.text)
}

func (q *quantity) afterComparator() bool {
	switch q.tail(1) {
	case "least", "most", "than", "exactly", "within", "after", "to", "under", "only", "just":
		return true
	}
	return false
}

// skipUnit moves behind the number at q.at and the unit that follows it.
func (q *quantity) skipUnit() {
	i := q.at
	q.bound.End = q.ws[i].end
	q.unit = unit{countDimension, 1, 1, false}
	if u, ok := unitOf(q.tail(1)); ok && strings.HasPrefix(u.dimension, moneyDimension) {
		q.unit = u
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
				q.kind = append(q.kind, q.ws[i])
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
		q.kind = append(q.kind, q.ws[q.at:i]...)
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
