package claim

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
)

// claim brings a clause into comparable form; false if it cannot be compared.
func (r *reader) claim(c clause) (Claim, bool) {
	// "If the lock fails, it must" names what "it" is in its own condition.
	own := len(c.scope) > 0 && len(c.subject) == 1 && (c.subject[0].text == "it" || c.subject[0].text == "they")
	if len(c.subject)+len(c.predicate) == 0 || len(c.predicate) == 0 && !c.unordered || !own && anaphoric(c.subject) {
		return Claim{}, false
	}
	f := frame{out: Claim{modality: c.modality, Negated: c.negated, Modal: c.modal, enables: c.grants, never: c.never, only: c.only, unordered: c.unordered}}
	f.out.Start, f.out.End = extent(c)
	if c.unordered && !c.modal.Empty() {
		f.out.Start = min(f.out.Start, c.modal.Start) // "it is forbidden to"
	}
	if len(c.predicate) > 0 {
		f.out.asserts = c.predicate[0].start
	}
	f.whose(&c)
	if !f.allowed(c) && !f.fill(c) {
		return Claim{}, false
	}
	f.condition(c, r.context)
	f.finish()
	return f.out, len(f.out.words) > 0
}

func extent(c clause) (start, end int) {
	start, end = c.predicate[0].start, c.predicate[len(c.predicate)-1].end
	if len(c.subject) > 0 {
		start = min(start, c.subject[0].start)
	}
	return start, end
}

// frame collects a claim's words.
type frame struct {
	out    Claim
	turned []string // groups of opposites seen from their other side
	family string
	limit  Shape
	lean   Shape
	every  bool // its time is what lies between two occurrences
}

func (f *frame) fill(c clause) bool {
	subject, predicate := c.subject, c.predicate
	if soleProduct(subject) {
		subject = nil
	}
	if len(subject) > 0 && (subject[0].text == "no" || subject[0].text == "neither") {
		if f.out.Negated {
			return false
		}
		f.out.Negated = true
		if f.out.modality == lang.May {
			f.out.modality = lang.Must
		}
		subject = subject[1:]
	}
	f.out.partial = f.out.Negated && partial(predicate)
	f.out.whole = wholeOf(predicate)
	f.out.all, f.out.some = reach(c.subject, predicate)
	if !c.grants {
		f.permission(&subject, &predicate)
	}
	subject = numbered(subject)
	f.value(subject, &predicate)
	all := slices.Concat(subject, predicate)
	bounds, rest, ok := quantities(all)
	if !ok {
		return false
	}
	f.out.Bounds = bounds
	split := len(rest)
	if len(predicate) > 0 {
		split = 0
		for split < len(rest) && rest[split].start < predicate[0].start {
			split++
		}
	}
	if !f.add(rest[:split]) {
		return false
	}
	f.out.subject = strings.Join(f.out.sequence, " ")
	f.out.unordered = f.out.unordered || len(rest) > split+1 && passiveAt(rest[split:])
	f.out.tolerates = warns(rest[split:])
	f.out.counted = counted(all, f.out.Bounds)
	named := len(f.out.sequence)
	if !f.add(rest[split:]) {
		return false
	}
	if named < len(f.out.sequence) {
		f.out.verb = f.out.sequence[named]
	}
	if named > 0 && named == len(f.out.sequence) && len(bounds) == 1 && bounds[0].Dimension != countDimension {
		f.out.unordered = true // "the response time of the kiosk is 2 s"
	}
	f.out.notifies = f.out.notifies && !holds(rest[split:])
	return f.limits(rest)
}

// numbered is a subject whose last word is a number that tells it from its like,
// "display 2", with that number for a part of its name.
func numbered(subject []word) []word {
	n := len(subject)
	if n < 2 || !subject[n-1].number || subject[n-2].punct || subject[n-2].number || stop(subject[n-2].text) {
		return subject
	}
	switch subject[n-2].text {
	case "least", "most", "than", "all", "first", "last", "top", "only", "exactly", "precisely", "about", "approximately", "around",
		"maximum", "max", "minimum", "min", "limit", "over", "under", "above", "below", "within", "up", "these", "those", "other", "any":
		return subject
	}
	subject = slices.Clone(subject)
	subject[n-1].number, subject[n-1].opaque = false, true
	return subject
}

// add appends the content words of ws. It reports false where both members of
// a pair of opposites stand in one claim.
func (f *frame) add(ws []word) bool {
	for i := 0; i < len(ws); i++ {
		w := ws[i]
		if w.punct {
			continue
		}
		if code, ok := statusCode(ws, i); ok && f.family == "" {
			f.family, f.out.Value, f.out.value = "status", code, Extent{w.start, w.end}
			continue
		}
		if w.opaque {
			f.push(w.text)
			continue
		}
		text := w.text
		if i+1 < len(ws) {
			if j := joined(text, ws[i+1].text); j != "" {
				text = j
				i++
			}
		}
		if text == "by" && i+1 < len(ws) && soleProduct(ws[i+1:min(i+3, len(ws))]) {
			i++
			for i+1 < len(ws) && product(ws[i+1].text) {
				i++
			}
			continue
		}
		if text == "value" && i > 0 && ws[i-1].text == "default" {
			continue
		}
		if !f.word(text, ws, i) {
			return false
		}
	}
	return true
}

func (f *frame) word(text string, ws []word, i int) bool {
	switch {
	case stop(text):
		if text == "on" && i+2 < len(ws) && ws[i+1].text == "by" && ws[i+2].text == "default" {
			f.push("allow")
		}
		return true
	case text == "off" && i+2 < len(ws) && ws[i+1].text == "by" && ws[i+2].text == "default":
		f.push("allow")
		f.out.Negated = !f.out.Negated
		return true
	case text == "from" && slices.Contains(f.turned, "includ"):
		return true // left out of something: not in it
	case stores(text) && i+1 < len(ws) && Normal(ws[i+1].text) == "encrypt":
		return true // stored encrypted: encrypted
	case text == "no" && !f.out.Negated && len(f.out.sequence) > 0:
		f.out.Negated = true
		return true
	case foreignNot(text):
		f.out.Negated = !f.out.Negated
		return true
	case f.out.Negated && foreignWhole(text):
		f.out.partial = true
	}
	for _, b := range f.out.Bounds {
		if measure(text, b.Dimension) {
			f.every = f.every || text == "interval"
			return true
		}
	}
	if f.out.counted != "" && bears(text) && i+1 < len(ws) {
		return true
	}
	if l := limiting(text); l != Point && len(f.out.Bounds) == 1 {
		f.limit = l
		return true
	}
	if l := leaning(text); l != Point {
		f.lean = l
	}
	if fam := family(text); fam != "" && f.family == "" && !slices.ContainsFunc(ws, several) {
		f.family, f.out.Value = fam, text
		return true
	}
	n, flip := normal(text)
	turned := slices.Contains(f.turned, n)
	if (turned || slices.Contains(f.out.sequence, n)) && turned != flip {
		return false
	}
	if flip && !turned {
		f.turned = append(f.turned, n)
		f.out.Negated = !f.out.Negated
	}
	f.out.notifies = f.out.notifies || notifies(n)
	f.push(n)
	return true
}

func (f *frame) push(w string) {
	f.out.sequence = append(f.out.sequence, w)
}

// finish sorts the words and builds the key.
func (f *frame) finish() {
	c := &f.out
	c.sequence = carried(c.sequence)
	expires := false
	for _, w := range c.sequence {
		expires = expires || w == "expir"
	}
	c.words = slices.Clone(c.sequence)
	slices.Sort(c.words)
	c.words = slices.Compact(c.words)
	slots := make([]string, len(c.Bounds))
	for i := range c.Bounds {
		if expires && c.Bounds[i].Dimension == timeDimension {
			c.Bounds[i].label = "" // expires after, for and in a time are one
		}
		if f.every && c.Bounds[i].Dimension == timeDimension && c.Bounds[i].label == "" {
			c.Bounds[i].label = "every"
		}
		slots[i] = c.Bounds[i].name()
	}
	slices.Sort(slots)
	var b strings.Builder
	for _, list := range [][]string{c.words, slots, c.Scope} {
		for _, w := range list {
			b.WriteString(w)
			b.WriteByte(' ')
		}
		b.WriteByte('|')
	}
	if f.family != "" {
		b.WriteString(f.family)
	}
	c.key = b.String()
	c.turned, c.family = len(f.turned) > 0, f.family
	c.topic = topicOf(c.sequence)
}

// counted is the thing of which a claim gives a number: "passenger" in "at most
// 9 passengers" and in "the number of passengers is 9". It is "" unless the
// number is the claim's only bound.
func counted(ws []word, bounds []Bound) string {
	if len(bounds) != 1 || bounds[0].Dimension != countDimension {
		return ""
	}
	for k := 0; k+2 < len(ws); k++ {
		if (ws[k].text == "number" || ws[k].text == "count") && ws[k+1].text == "of" {
			return counts(ws[k+2:])
		}
	}
	for k, w := range ws {
		if w.start >= bounds[0].End {
			return counts(ws[k:])
		}
	}
	return ""
}

// counts is the word that ws starts with, if it may name what is counted.
func counts(ws []word) string {
	if w := ws[0]; !w.punct && !w.number && !w.opaque && !stop(w.text) && !opensCondition(w.text) {
		return Normal(w.text)
	}
	return ""
}

// carried gives the verbs one name by which a header, a field or the like comes
// to stand in a message.
func carried(sequence []string) []string {
	if slices.Contains(sequence, "includ") || !slices.ContainsFunc(sequence, partOfMessage) {
		return sequence
	}
	for i, w := range sequence {
		if w == "send" || w == "provid" || w == "specifi" || w == "suppli" {
			sequence[i] = "includ"
			break
		}
	}
	return sequence
}

func partOfMessage(w string) bool {
	switch w {
	case "header", "field", "member", "parameter", "attribut", "properti":
		return true
	}
	return false
}
