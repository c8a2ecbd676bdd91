package claim

import (
	"slices"
	"strconv"

	"github.com/surmise-ci/surmise/internal/lang"
)

// Extent is a half-open range of a statement's text; empty if there is none.
type Extent struct{ Start, End int }

// Empty reports whether the range holds nothing.
func (e Extent) Empty() bool { return e.Start >= e.End }

// Aspect is the part of a claim that a revision changed.
type Aspect uint8

// The aspects.
const (
	NoAspect  Aspect = iota
	Force            // MUST became SHOULD
	Polarity         // MUST NOT became MUST
	Ban              // MUST became MUST NOT
	Limit            // a bound moved, came or went
	Exception        // "unless" or "except" came or went
	Reach            // "every" became "some"
	Outcome          // a refusal became a success, or the other way round
)

// Revision is what became of one claim.
type Revision struct {
	Relation      Relation // of the new claim to the old one
	Aspect        Aspect
	Before, After Extent // the words it comes down to, in either text
}

// Revise relates a claim to what it was before, given that both statements are
// known to be one requirement. Their other words may therefore differ in part,
// which [Compare] would not accept, and a bare value may be taken to loosen the
// way its noun suggests. Same means that the claim stands; Unrelated that
// nothing can be told.
func Revise(before, after Claim) Revision {
	near := before.key == after.key || Likeness(&before, &after) >= 0.6
	if !near {
		return Revision{}
	}
	if r := reviseForce(&before, &after); r.Relation != Same {
		return r
	}
	if r := reviseBounds(&before, &after); r.Relation != Same {
		return r
	}
	if r := reviseReach(&before, &after); r.Relation != Same {
		return r
	}
	if before.asked.Empty() && !after.asked.Empty() && after.exception.Empty() && slices.Equal(before.words, after.words) {
		r := Revision{Conflict, Exception, before.asked, after.asked}
		if before.Negated && force(&before) == lang.Must {
			r.Relation = Looser // what was forbidden is forbidden in one case alone
		}
		return r
	}
	if before.exception.Empty() != after.exception.Empty() && slices.Equal(before.words, after.words) {
		return Revision{either(before.exception.Empty()), Exception, before.exception, after.exception}
	}
	if before.Value != after.Value && turned(before.Value, after.Value) {
		return Revision{Looser, Outcome, before.value, after.value}
	}
	if before.Value != after.Value || before.key != after.key && !slices.Equal(before.words, after.words) {
		return Revision{Relation: Conflict}
	}
	return Revision{Relation: Same}
}

// reviseReach relates what all of a kind were held to, to what a part is.
func reviseReach(before, after *Claim) Revision {
	switch {
	case !before.all.Empty() && before.some.Empty() && after.all.Empty() && !after.some.Empty():
		return Revision{Looser, Reach, before.all, after.some}
	case !after.all.Empty() && after.some.Empty() && before.all.Empty() && !before.some.Empty():
		return Revision{Tighter, Reach, before.some, after.all}
	}
	return Revision{Relation: Same}
}

// turned reports whether of two HTTP statuses one is a success and the other an
// error.
func turned(before, after string) bool {
	class := func(v string) byte {
		if _, err := strconv.Atoi(v); err != nil || len(v) != len("200") {
			return 0
		}
		if v[0] == '2' {
			return 's'
		}
		if v[0] == '4' || v[0] == '5' {
			return 'e'
		}
		return 0
	}
	b, a := class(before), class(after)
	return b != 0 && a != 0 && b != a
}

// Likeness is the share of content words that two claims have in common.
func Likeness(a, b *Claim) float64 {
	common := shared(a.words, b.words)
	if all := len(a.words) + len(b.words) - common; all > 0 {
		return float64(common) / float64(all)
	}
	return 0
}

// shared counts the words that two sorted sets have in common.
func shared(a, b []string) int {
	n := 0
	for _, w := range a {
		if _, ok := slices.BinarySearch(b, w); ok {
			n++
		}
	}
	return n
}

func reviseForce(before, after *Claim) Revision {
	r := Revision{Before: before.Modal, After: after.Modal}
	fb, fa := force(before), force(after)
	if before.Negated != after.Negated {
		r.Aspect, r.Relation = Polarity, Conflict
		if after.Negated {
			r.Aspect = Ban
		}
		// Without its negation the rest has to stand, else the author said
		// the same thing the other way round.
		if shared(before.words, after.words) < len(before.words) {
			return Revision{Relation: Unrelated}
		}
		// "An optional remark" that came with it says nothing of the rest.
		if slices.Contains(after.words, "requir") && !slices.Contains(before.words, "requir") {
			return Revision{Relation: Unrelated}
		}
		if fb != lang.May {
			r.Relation = Looser // what was demanded is demanded no more
		}
		return r
	}
	if fa == fb && (before.enables || !after.enables || before.subject != after.subject) {
		return Revision{Relation: Same}
	}
	r.Aspect, r.Relation = Force, Tighter
	if fa <= fb {
		r.Relation = Looser
	}
	return r
}

// reviseBounds relates bounds dimension by dimension, as far as each claim has
// one of a dimension.
func reviseBounds(before, after *Claim) Revision {
	for i := range before.Bounds {
		b := &before.Bounds[i]
		a := only(after.Bounds, b.Dimension)
		if a == nil || only(before.Bounds, b.Dimension) == nil {
			continue
		}
		r := reviseBound(b, a, before.loosenedBy(i))
		if before.selects(i) {
			r = reviseSelection(b, a, before.modality == lang.May)
		}
		if r == Same {
			continue
		}
		return Revision{r, Limit, Extent{b.Start, b.End}, Extent{a.Start, a.End}}
	}
	switch {
	case len(before.Bounds) == len(after.Bounds):
		for i := range before.Bounds {
			if b, a := &before.Bounds[i], &after.Bounds[i]; b.Dimension != a.Dimension {
				return Revision{Conflict, Limit, Extent{b.Start, b.End}, Extent{a.Start, a.End}} // "500 EUR" and "500 USD"
			}
		}
	case len(before.Bounds) > 0 && len(after.Bounds) == 0:
		b := &before.Bounds[0]
		return Revision{Looser, Limit, Extent{b.Start, b.End}, Extent{}}
	case len(before.Bounds) == 0 && len(after.Bounds) > 0:
		if !before.all.Empty() && after.all.Empty() {
			// All are spoken of no more, and the bound may only name a part: "the nightly backup".
			return Revision{Relation: Conflict}
		}
		a := &after.Bounds[0]
		r := Tighter
		if a.Shape == Point {
			r = Conflict // a bare number may also say for how long, or how often
		}
		return Revision{r, Limit, Extent{}, Extent{a.Start, a.End}}
	}
	return Revision{Relation: Same}
}

// loosenedBy is the way in which the i-th bound is loosened: its own, or what
// its noun or its verb says of a bare value. Keeping is loosened by a shorter
// time, ending by a later one. It is Point where that cannot be told.
func (c *Claim) loosenedBy(i int) Shape {
	b := &c.Bounds[i]
	switch {
	case c.window(i):
		return Point
	case b.Shape != Point:
		return b.Shape
	case b.label == conditionLabel && !(b.Bare() && ends(c.verb, c.Negated)):
		return Point
	case b.leans != Point:
		return b.leans
	case b.Bare() && !c.Negated && c.strengthens():
		return Lower
	case b.label == lastingLabel && lasting(c.verb, c.Negated):
		return Lower
	case (b.label == "after" || b.label == conditionLabel) && ends(c.verb, c.Negated):
		return Upper
	}
	return Point
}

// strengthens reports whether more of what a claim counts protects more: the
// bits of a key, those who have to approve.
func (c *Claim) strengthens() bool {
	switch c.counted {
	case "bit", "round", "iteration", "approval", "approver", "reviewer", "signature", "factor", "replica":
		return true
	}
	return c.unordered && (c.verb == "approv" || c.verb == "countersign")
}

// selects reports whether the i-th bound says who or what is held to the claim:
// "if it rains over 5 mm", "each refund above 500 EUR".
func (c *Claim) selects(i int) bool {
	const near = len(" conditional approval ")
	b := &c.Bounds[i]
	if b.Shape == Point || c.window(i) {
		return false
	}
	return b.label == conditionLabel || b.label == "" && !c.all.Empty() && b.Start > c.all.End && b.Start-c.all.End <= near
}

// reviseSelection relates what selects to what it was: who is held to something
// in fewer cases is held to less, and who is allowed it in fewer to more.
func reviseSelection(b, a *Bound, allowed bool) Relation {
	switch {
	case compareBound(a, b) == Same:
		return Same
	case inside(a, b) && !allowed:
		return Looser
	}
	return Conflict
}

// window reports whether the i-th bound is the time in which the things before
// it are counted: "5 failed attempts within 10 minutes".
func (c *Claim) window(i int) bool {
	const near = len(" consecutive failed attempts ")
	if i == 0 || c.Bounds[i].label != deadlineLabel && c.Bounds[i].label != conditionLabel {
		return false
	}
	counted, at := &c.Bounds[i-1], &c.Bounds[i]
	return counted.Bare() && (counted.label == "after" || counted.label == conditionLabel) && at.Dimension == timeDimension && at.Start-counted.End <= near
}

// lasting reports whether a verb says of something that it goes on. What is
// blocked is what is not allowed.
func lasting(verb string, negated bool) bool {
	switch verb {
	case "stor", "preserv", "archiv", "lock", "suspend", "remain", "stay":
		return !negated
	case "allow":
		return negated
	}
	return false
}

// ends reports whether a verb says of something that it is over, or shut, from
// then on.
func ends(verb string, negated bool) bool {
	switch verb {
	case "delet", "expir", "invalidat", "revok", "clos", "end", "terminat", "lock", "suspend", "cancel", "sign", "log", "ask", "requir", "rotat",
		"renew", "stop", "abort", "stay", "anonymis", "anonymiz":
		return !negated
	case "allow":
		return negated
	}
	return false
}

// reviseBound relates a bound to what it was before, given the way in which it
// is loosened.
func reviseBound(b, a *Bound, lean Shape) Relation {
	if a.soft != b.soft {
		return either(a.soft)
	}
	low, high := order(a, b, a.Low, b.Low), order(a, b, a.High, b.High)
	if low == 0 && high == 0 {
		return Same
	}
	switch {
	case a.upTo || b.upTo || lean == Point && (b.Shape != Point || b.label == conditionLabel):
		return Conflict
	case b.label == deadlineLabel && a.label == "after":
		return Looser // what had to be over by then starts then
	case lean == Upper && b.High != nil && a.High == nil, lean == Lower && b.Low != nil && a.Low == nil:
		return Looser // turned round: the end that was demanded is open
	case lean == Upper && a.High != nil && b.High != nil && high != 0:
		return either(high > 0)
	case lean == Lower && a.Low != nil && b.Low != nil && low != 0:
		return either(low < 0)
	case inside(a, b):
		return Tighter
	case b.Shape == Point && (a.Shape == Lower && low == 0 || a.Shape == Upper && high == 0):
		return Conflict // "2 years" and "at least 2 years": what was meant is said
	case inside(b, a):
		return Looser
	}
	return Conflict
}

func either(looser bool) Relation {
	if looser {
		return Looser
	}
	return Tighter
}

// only is the one bound of a dimension; nil if there is none or several.
func only(bounds []Bound, dimension string) *Bound {
	var found *Bound
	for i := range bounds {
		if bounds[i].Dimension == dimension {
			if found != nil {
				return nil
			}
			found = &bounds[i]
		}
	}
	return found
}
