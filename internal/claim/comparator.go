package claim

// compare reads the words around the number that say which side of it is
// meant. It reports false for a rough number, a time of day and a ratio.
func (q *quantity) compare() bool {
	if q.at < len(q.ws) {
		switch q.ws[q.at].text {
		case ":", "am", "pm", "a.m", "p.m", "a.m.", "p.m.", "o'clock":
			return false
		}
	}
	for q.tail(1) == "a" || q.tail(1) == "an" || q.tail(1) == "the" {
		q.rest = q.rest[:len(q.rest)-1]
	}
	b := &q.bound
	aim, soft := q.aimed()
	shape, open, pop, rough := q.before()
	if rough {
		return false
	}
	b.upTo = pop == 2 && (q.tail(1) == "to" && q.tail(2) == "up" || q.tail(1) == "zu" && q.tail(2) == "bis")
	if pop > 0 && b.Dimension == timeDimension {
		switch q.tail(pop) {
		case "within", "in", "innerhalb", "binnen":
			b.label = deadlineLabel
		}
	}
	if pop > 0 {
		b.Start = q.rest[len(q.rest)-pop].start
		q.rest = q.rest[:len(q.rest)-pop]
	} else if l := q.label(); l != "" {
		b.label = l
		q.rest = q.rest[:len(q.rest)-1]
	}
	if soft {
		b.soft, b.Start = true, min(b.Start, aim)
	}
	if shape == Point {
		shape, open = q.after()
	}
	if q.high != nil {
		shape = Range
	}
	if b.label == "" && b.Dimension == timeDimension && q.at < len(q.ws) && (q.ws[q.at].text == "after" || q.ws[q.at].text == "before") {
		b.label = offsetLabel
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

// aimed reports whether the number is one to aim at, which nobody is held to,
// and where that is said.
func (q *quantity) aimed() (start int, ok bool) {
	const near = 4
	for n := 1; n <= near; n++ {
		switch q.tail(n) {
		case "target", "targets", "goal", "aim", "aims", "aiming", "objective", "ideally", "typically", "nominally", "normally", "usually", "preferably":
			return q.rest[len(q.rest)-n].start, true
		}
	}
	return 0, false
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
	case "maximum", "max", "minimum", "min", "of":
		if side, n := extreme(two, one); n > 0 {
			return side, false, n, false
		}
	case "exactly", "precisely":
		return Point, false, 1, false
	case "only", "just":
		return Upper, false, 1, false
	case "between", "from":
		if q.high != nil {
			return Point, false, 1, false
		}
		return Point, false, 0, one == "between"
	}
	shape, open, pop = q.beforeForeign()
	if pop > 0 && foreignIn(q.tail(pop+1)) {
		pop++
	}
	return shape, open, pop, false
}

// extreme reads "maximum 5", "au maximum 5" and "a maximum of 5", and says how
// many of the two words before the number it takes.
func extreme(two, one string) (Shape, int) {
	n, name := 1, one
	switch {
	case one == "of":
		n, name = 2, two
	case two == "au":
		n = 2
	}
	switch name {
	case "maximum", "max", "limit", "cap":
		return Upper, n
	case "minimum", "min":
		return Lower, n
	}
	return Point, 0
}

// beforeForeign reads the comparators of the other languages that mean the same
// whatever is negated around them.
func (q *quantity) beforeForeign() (shape Shape, open bool, pop int) {
	one, two, three := q.tail(1), q.tail(2), q.tail(3)
	if rest, side, open, ok := sideBefore(one); ok {
		if rest == "" {
			return side, open, 1
		}
		q.rest[len(q.rest)-1].text = rest
		return side, open, 0
	}
	if foreignIn(one) { // "como máximo en 60"
		if shape, pop := sideOf(three, two); pop > 0 {
			return shape, false, pop + 1
		}
	}
	switch two + " " + one {
	case "innerhalb von", "bis zu":
		return Upper, false, 2
	case "más de", "mais de", "plus de", "mehr als", "più di", "meer dan":
		return Lower, true, 2
	case "menos de", "moins de", "weniger als", "meno di", "minder dan":
		return Upper, true, 2
	}
	shape, pop = sideOf(two, one)
	return shape, false, pop
}

// sideOf reads the words that put a number on one side, the last one or both.
func sideOf(two, one string) (Shape, int) {
	switch one {
	case "höchstens", "maximal", "innerhalb", "binnen":
		return Upper, 1
	case "mindestens":
		return Lower, 1
	}
	switch two + " " + one {
	case "au plus", "como máximo", "no máximo":
		return Upper, 2
	case "au moins", "como mínimo", "al menos", "no mínimo", "pelo menos", "ao menos":
		return Lower, 2
	}
	return Point, 0
}

// foreignIn reports whether a word may stand between a verb and its number.
func foreignIn(w string) bool { return w == "en" || w == "em" }

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
	for k := range 2 { // the second behind what is counted: "8文字以上"
		if side, open, ok := sideBehind(next(k)); ok {
			q.kind = append(q.kind, q.ws[q.at:q.at+k]...)
			q.bound.End = q.ws[q.at+k].end
			q.at += k + 1
			return side, open
		}
	}
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
