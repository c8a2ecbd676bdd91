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
	if len(c.predicate) == 0 || !own && anaphoric(c.subject) {
		return Claim{}, false
	}
	f := frame{out: Claim{Modality: c.modality, Negated: c.negated, Modal: c.modal, enables: c.grants}}
	f.out.Start, f.out.End = extent(c)
	f.whose(&c)
	if !f.fill(c) {
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
		if f.out.Modality == lang.May {
			f.out.Modality = lang.Must
		}
		subject = subject[1:]
	}
	f.out.partial = f.out.Negated && partial(predicate)
	if !c.grants {
		f.permission(&subject, &predicate)
	}
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
	f.out.Subject = strings.Join(f.out.sequence, " ")
	f.out.passive = len(rest) > split+1 && passiveAt(rest[split:])
	f.out.tolerates = warns(rest[split:])
	if !f.add(rest[split:]) {
		return false
	}
	f.out.notifies = f.out.notifies && !holds(rest[split:])
	return f.limits(rest)
}

// holds reports whether an action keeps or deletes something: who keeps
// reminders tells nobody.
func holds(ws []word) bool {
	for _, w := range ws[:min(len(ws), 2)] {
		if n := Normal(w.text); n == "stor" || n == "delet" {
			return true
		}
	}
	return false
}

// warns reports whether an action only tells somebody: it shows a warning and
// neither refuses nor fails.
func warns(ws []word) bool {
	found := false
	for _, w := range ws {
		switch stem(w.text) {
		case "warn", "notic", "hint":
			found = true
		case "error", "reject", "refus", "block", "prevent", "abort", "deni", "not", "fail", "stop", "cancel", "discard", "truncat", "disabl":
			return false
		}
	}
	return found
}

// whose reads who a permission is for. "Only X may" is taken for what it says of
// everybody else.
func (f *frame) whose(c *clause) {
	if len(c.subject) < 2 {
		f.out.universal = len(c.subject) == 1 && Normal(c.subject[0].text) == "user" && !strings.HasPrefix(c.subject[0].text, "user")
		return
	}
	switch c.subject[0].text {
	case "only":
		may := c.modality == lang.May || c.grants || c.modality == lang.NoModality && !c.modal.Empty()
		if may && !c.negated && !soleProduct(c.subject[1:]) {
			c.subject = []word{{text: "users", start: c.subject[0].start, end: c.subject[len(c.subject)-1].end}}
			f.out.exclusive, f.out.Negated, f.out.Modality = true, true, lang.Must
		}
	case "any", "all", "every", "each":
		f.out.universal = len(c.subject) == 2 && Normal(c.subject[1].text) == "user"
	}
}

// partial reports whether a negated predicate denies only a part, so that its
// opposite would not contradict it: "must not show all of them".
func partial(predicate []word) bool {
	for _, w := range predicate {
		switch w.text {
		case "all", "every", "always", "only", "both", "each", "just", "solely", "necessarily", "again", "twice", "multiple", "also", "either":
			return true
		}
	}
	return false
}

func passiveAt(ws []word) bool {
	for k := 0; k+1 < len(ws) && k < 2; k++ {
		switch ws[k].text {
		case "be", "is", "are", "been":
			w := ws[k+1].text
			return strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "en") || w == "sent" || w == "kept" || w == "shown"
		}
	}
	return false
}

// permission reads "allow users to export" as what the users are allowed to
// do, and "prevent users from exporting" as its prohibition.
func (f *frame) permission(subject, predicate *[]word) {
	p := *predicate
	if len(p) < 3 || len(*subject) > 0 {
		return
	}
	turn, link := false, "to"
	switch p[0].text {
	case "allow", "let", "permit", "enable", "allows", "lets", "permits", "enables":
	case "prevent", "prohibit", "forbid", "block", "stop", "disallow", "bar", "prevents", "prohibits":
		turn, link = true, "from"
	case "require", "requires":
		if f.out.Negated {
			f.out.Modality = lang.May
		}
	default:
		return
	}
	for k := 2; k < len(p); k++ {
		if p[k].text != link && (p[0].text != "let" || k > 2) {
			continue
		}
		*subject, *predicate = p[1:k], p[k:]
		if turn {
			*predicate = p[k+1:]
			f.out.Negated = !f.out.Negated
		}
		return
	}
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
			f.family, f.out.Value = "status", code
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
	case text == "no" && !f.out.Negated && len(f.out.sequence) > 0:
		f.out.Negated = true
		return true
	}
	for _, b := range f.out.Bounds {
		if measure(text, b.Dimension) {
			return true
		}
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

// limits gives bare values the side that a noun or verb puts them on, turns
// "must not exceed" round, and reads a capacity as a promise.
func (f *frame) limits(rest []word) bool {
	f.out.limits = f.limit == Upper
	for i := range f.out.Bounds {
		b := &f.out.Bounds[i]
		if b.Shape == Point && f.limit != Point {
			b.orient(f.limit)
		}
		b.leans = f.lean
		if i == 0 && b.Dimension == percentDimension && b.Start == f.out.Start && len(f.out.Bounds) > 1 {
			b.leans = Lower // "95% of calls take at most 2 s"
		}
		if b.upTo && !f.out.Negated {
			for _, w := range rest {
				if capacity(w.text) {
					b.orient(Lower)
					b.upTo = false
				}
			}
		}
	}
	if !f.out.Negated || len(f.out.Bounds) != 1 {
		return true
	}
	b := &f.out.Bounds[0]
	switch {
	case b.Shape == Lower:
		b.High, b.Low, b.Shape, b.open = b.Low, nil, Upper, !b.open
	case b.Shape == Upper && b.open:
		b.Low, b.High, b.Shape, b.open = b.High, nil, Lower, false
	default:
		return true
	}
	f.out.Negated = false
	return true
}

// orient makes a bound with one value an upper or a lower one.
func (b *Bound) orient(s Shape) {
	v := b.Low
	if v == nil {
		v = b.High
	}
	b.Shape, b.Low, b.High = s, nil, nil
	if s == Upper {
		b.High = v
	} else {
		b.Low = v
	}
	b.label = ""
}

// condition normalises the scope. Its bounds are compared like the others, but
// say when something holds instead of how much.
func (f *frame) condition(c clause, context []string) {
	scope := slices.Clone(context)
	bounds, rest, ok := quantities(c.scope)
	if !ok {
		bounds, rest = nil, c.scope
	}
	for i := range bounds {
		bounds[i].label = conditionLabel
	}
	if len(bounds) == 1 && bounds[0].Shape == Lower {
		f.out.condition = &bounds[0]
	}
	f.out.Bounds = append(f.out.Bounds, bounds...)
	for _, w := range c.scope {
		if w.text == "unless" || w.text == "except" {
			f.out.exception = Extent{w.start, c.scope[len(c.scope)-1].end}
			break
		}
	}
	if len(c.scope) > 0 && opensCondition(c.scope[0].text) {
		f.out.asked = Extent{c.scope[0].start, c.scope[len(c.scope)-1].end}
	}
	for i, w := range rest {
		switch {
		case w.punct:
		case w.opaque || w.number:
			scope = append(scope, w.text)
		case i > 0 && stop(w.text) || product(w.text) || plainCondition(w.text):
		default:
			scope = append(scope, Normal(w.text))
		}
	}
	slices.Sort(scope)
	f.out.Scope = slices.Compact(scope)
}

// plainCondition reports whether a word opens a condition and says no more
// than that there is one: "if" and "when" are the same, "unless" is not.
func plainCondition(w string) bool {
	switch w {
	case "when", "whenever", "if", "where", "in", "on", "for", "while", "upon", "case", "event":
		return true
	}
	return false
}

// finish sorts the words and builds the key.
func (f *frame) finish() {
	c := &f.out
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
}
