package claim

import (
	"math/big"
	"strconv"
	"strings"
)

// clockDimension is that of a time of day, in minutes since midnight.
const clockDimension = "clock"

// clock reads a time of day behind a preposition, "by 17:00" or "until 5 pm",
// with how many words it took; 0 for anything else. What happens at a time may
// happen at another as well, unless it opens, closes, starts or ends something.
func clock(ws []word, rest []word) (Bound, int) {
	minutes, n := timeOfDay(ws)
	if n == 0 || len(rest) == 0 {
		return Bound{}, 0
	}
	b := Bound{Dimension: clockDimension, Start: rest[len(rest)-1].start, End: ws[n-1].end, label: rest[len(rest)-1].text}
	switch b.label {
	case "by", "until", "before", "from":
	case "till", "to":
		b.label = "until"
	case "at":
		if len(rest) < 2 || !turnsOver(rest[len(rest)-2].text) {
			return Bound{}, 0
		}
	default:
		return Bound{}, 0
	}
	b.Low = big.NewRat(minutes, 1)
	b.High = b.Low
	return b, n
}

// timeOfDay reads "17:00", "5:30 pm" and "5 pm".
func timeOfDay(ws []word) (minutes int64, n int) {
	const hour, noon = 60, 12
	h, ok := clockNumber(ws, 0, 24)
	if !ok {
		return 0, 0
	}
	n, m := 1, int64(0)
	if len(ws) > 2 && ws[1].text == ":" {
		if m, ok = clockNumber(ws, 2, hour); !ok || len(ws[2].text) != 2 {
			return 0, 0
		}
		n = 3
	}
	half := ""
	if n < len(ws) {
		half = strings.ReplaceAll(ws[n].text, ".", "")
	}
	switch {
	case half != "am" && half != "pm":
		if n == 1 || len(ws[0].text) == 1 {
			return 0, 0
		}
		return h*hour + m, n
	case h < 1 || h > noon:
		return 0, 0
	}
	h %= noon
	if half == "pm" {
		h += noon
	}
	return h*hour + m, n + 1
}

// clockNumber is word k if it is a whole number of one or two digits below end.
func clockNumber(ws []word, k int, end int64) (int64, bool) {
	const digits = 2
	if k >= len(ws) || !ws[k].number || len(ws[k].text) > digits {
		return 0, false
	}
	n, err := strconv.ParseInt(ws[k].text, 10, 64)
	return n, err == nil && n < end
}

// turnsOver reports whether a verb says of something that happens once a day.
func turnsOver(verb string) bool {
	switch stem(verb) {
	case "clos", "open", "start", "begin", "end", "finish", "stop", "reset":
		return true
	}
	return false
}

// between reports whether the colon at k stands inside a time of day or a ratio.
func between(ws []word, k int) bool {
	return k > 0 && k+1 < len(ws) && ws[k-1].number && ws[k+1].number
}
