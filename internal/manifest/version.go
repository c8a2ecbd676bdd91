package manifest

import (
	"slices"
	"strconv"
	"strings"
)

// Version is major, minor and patch; parts that are not written are zero.
type Version [3]int

// less orders versions.
func (v Version) less(w Version) bool {
	for i := range v {
		if v[i] != w[i] {
			return v[i] < w[i]
		}
	}
	return false
}

// next is the first version behind all that start with the first n parts of v.
func (v Version) next(n int) Version {
	var out Version
	copy(out[:n], v[:n])
	out[n-1]++
	return out
}

// span is the versions from one up to, and without, another. The zero upper
// end is none.
type span struct{ from, to Version }

func (s span) empty() bool { return s.to != Version{} && !s.from.less(s.to) }

func (s span) and(o span) span {
	out := s
	if s.from.less(o.from) {
		out.from = o.from
	}
	if s.to == (Version{}) || o.to != (Version{}) && o.to.less(s.to) {
		out.to = o.to
	}
	return out
}

// Range is a set of versions.
type Range struct{ spans []span }

// Exactly is every version that starts with the parts that are written: "18"
// is any 18. It fails on what is no version.
func Exactly(written string) (Range, bool) {
	v, n := parseVersion(written)
	if n == 0 {
		return Range{}, false
	}
	return Range{[]span{{v, v.next(n)}}}, true
}

// From is that version and every later one.
func From(written string) (Range, bool) {
	v, n := parseVersion(written)
	return Range{[]span{{from: v}}}, n > 0
}

// Meets reports whether a version is in both sets.
func (r Range) Meets(o Range) bool {
	for _, a := range r.spans {
		for _, b := range o.spans {
			if !a.and(b).empty() {
				return true
			}
		}
	}
	return false
}

// Open reports whether there is no last version in the set.
func (r Range) Open() bool {
	return slices.ContainsFunc(r.spans, func(s span) bool { return s.to == Version{} })
}

// parseVersion reads "v18", "3.11", "20.x" and says how many parts are given;
// none if it is no version.
func parseVersion(text string) (v Version, parts int) {
	text = strings.TrimPrefix(strings.TrimSpace(text), "v")
	for part := range strings.SplitSeq(text, ".") {
		if parts == len(v) || part == "x" || part == "X" || part == "*" {
			break
		}
		end := 0
		for end < len(part) && '0' <= part[end] && part[end] <= '9' {
			end++
		}
		const longest = 6
		if end == 0 || end > longest {
			return Version{}, 0
		}
		v[parts], _ = strconv.Atoi(part[:end])
		parts++
		if end < len(part) { // "1.22rc1", "3.12-slim"
			break
		}
	}
	return v, parts
}

// anyOf reads alternatives that "|" or "||" parts, each a list of conditions
// that all hold: ">=18 <21", "^20 || 22.x", ">=3.9,<4", "~> 3.2".
func anyOf(text string) (Range, bool) {
	var out Range
	for alternative := range strings.SplitSeq(strings.ReplaceAll(text, "||", "|"), "|") {
		s, ok := allOf(alternative)
		if !ok {
			return Range{}, false
		}
		out.spans = append(out.spans, s)
	}
	return out, true
}

func allOf(text string) (span, bool) {
	if low, high, ok := strings.Cut(text, " - "); ok {
		text = ">=" + strings.TrimSpace(low) + " <=" + strings.TrimSpace(high)
	}
	for _, op := range []string{"=", ">", "<", "~", "^"} {
		text = strings.ReplaceAll(text, op+" ", op)
	}
	out, known := span{}, false
	for condition := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == ' ' || c == ',' }) {
		if condition == "*" || condition == "x" || strings.HasPrefix(condition, "!=") {
			continue
		}
		s, ok := oneOf(condition)
		if !ok {
			return span{}, false
		}
		out, known = out.and(s), true
	}
	return out, known
}

// oneOf reads one condition.
func oneOf(condition string) (span, bool) {
	rest := strings.TrimLeft(condition, "<>=~^")
	op := condition[:len(condition)-len(rest)]
	v, n := parseVersion(rest)
	if n == 0 {
		return span{}, false
	}
	switch op {
	case ">=":
		return span{from: v}, true
	case ">":
		return span{from: v.next(n)}, true
	case "<":
		return span{to: v}, true
	case "<=":
		return span{to: v.next(n)}, true
	case "^":
		return span{v, v.next(1)}, true
	case "~", "~>", "~=":
		return span{v, v.next(max(1, min(n, 2)-compatible(op, n)))}, true
	case "=", "==", "":
		return span{v, v.next(n)}, true
	}
	return span{}, false
}

// compatible is how many parts fewer Ruby and Python keep fixed than npm:
// "~> 3.2" allows 3.9, "~3.2" does not.
func compatible(op string, parts int) int {
	if op != "~" && parts == 2 {
		return 1
	}
	return 0
}
