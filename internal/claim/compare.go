package claim

import (
	"math/big"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
)

// Relation is how one claim stands to another.
type Relation uint8

// The relations. Tighter and Looser are about the first claim: it demands more,
// or less, than the second.
const (
	Unrelated Relation = iota
	Same
	Tighter
	Looser
	Conflict
)

// String is the relation's name.
func (r Relation) String() string {
	return [...]string{"unrelated", "same", "tighter", "looser", "conflict"}[r]
}

// Compare relates two claims that stand side by side. It is silent, which is
// Unrelated, unless both speak of the same thing under the same condition.
// Swapping the claims swaps Tighter and Looser and changes nothing else.
func Compare(a, b Claim) Relation {
	if a.key != b.key || a.partial || b.partial || wholes(&a, &b) || !sameOrder(&a, &b) || a.exclusive && !b.universal || b.exclusive && !a.universal {
		return Unrelated
	}
	if a.Value != b.Value {
		if a.Negated || b.Negated || force(&a) != force(&b) || len(a.Bounds) > 0 {
			return Unrelated
		}
		return Conflict
	}
	polarity, bounds := compareForce(&a, &b), compareBounds(a.Bounds, b.Bounds)
	switch {
	case polarity == Same:
		return bounds
	case bounds == Same:
		return polarity
	case bounds == Conflict && (exceeds(&a, &b) || exceeds(&b, &a)):
		return Conflict
	}
	return Unrelated
}

// exceeds reports whether one claim allows what lies outside of what the other
// demands: "may hold three" against "must not hold more than two".
func exceeds(may, must *Claim) bool {
	return may.modality == lang.May && force(must) == lang.Must && !may.Negated && !must.Negated && len(must.Bounds) == 1 &&
		must.Bounds[0].Shape != Point
}

// sameOrder reports whether equal words also stand in equal parts: the one who
// calls is not the one who is called. Where both give a number of one thing, the
// rest of the words tell whose it is.
func sameOrder(a, b *Claim) bool {
	if a.counted != "" && b.counted != "" && a.counted != b.counted {
		return a.unordered || b.unordered
	}
	return a.unordered || b.unordered || a.subject == b.subject || slices.Equal(a.sequence, b.sequence) ||
		a.counted != "" && a.counted == b.counted
}

// wholes reports whether one claim denies a whole of which the other does not
// speak: who must not show all of them may have to show them.
func wholes(a, b *Claim) bool {
	return a.whole != b.whole && (a.Negated && a.whole != "" || b.Negated && b.whole != "")
}

// Contradict reports whether two claims of one document cannot both be meant:
// they conflict, or they state the same limit with different values.
func Contradict(a, b Claim) bool {
	a.cap()
	b.cap()
	if a.notifies && compareForce(&a, &b) == Same && thresholds(a.Bounds) {
		return false
	}
	switch Compare(a, b) {
	case Conflict:
		return true
	case Tighter, Looser:
		return compareForce(&a, &b) == Same && sameShapes(a.Bounds, b.Bounds)
	}
	return false
}

// cap makes a demand of an allowance: what may be up to 5 must not be more.
func (c *Claim) cap() {
	if c.modality == lang.May && !c.Negated && len(c.Bounds) == 1 && c.Bounds[0].Shape == Upper && c.Bounds[0].label != deadlineLabel {
		c.modality = lang.Must
	}
}

// Tolerates reports whether one claim limits something to a bound while the
// other only warns beyond it: "limit file size to 100 MB" against "IF the file
// exceeds 100 MB, display a warning".
func Tolerates(warning, limit Claim) bool {
	if !warning.Warns() || !limit.Limits() {
		return false
	}
	b := &limit.Bounds[0]
	if b.Shape != Upper || b.Dimension != warning.condition.Dimension || b.High.Cmp(warning.condition.Low) > 0 {
		return false
	}
	agent := limit.subject == warning.subject
	for _, w := range limit.words {
		if agent && slices.Contains(strings.Fields(limit.subject), w) {
			continue
		}
		if _, ok := slices.BinarySearch(warning.Scope, w); !ok {
			return false
		}
	}
	return true
}

// Contrast is what two contradicting claims differ in, as words of either
// statement: the bounds that differ, else the clauses.
func Contrast(a, b Claim) (inA, inB Extent) {
	for i := range a.Bounds {
		if i >= len(b.Bounds) {
			break
		}
		x, y := &a.Bounds[i], &b.Bounds[i]
		if compareBound(x, y) != Same && a.key == b.key {
			if x.Shape == Point && x.Dimension == countDimension {
				break // a bare number says nothing by itself
			}
			return Extent{x.Start, x.End}, Extent{y.Start, y.End}
		}
	}
	if a.Value != b.Value && !a.value.Empty() && !b.value.Empty() {
		return a.value, b.value
	}
	return a.clause(), b.clause()
}

// clause is what the claim says, with a condition that is the only one.
func (c *Claim) clause() Extent {
	if !c.only {
		return Extent{c.Start, c.End}
	}
	return Extent{min(c.Start, c.asked.Start), max(c.End, c.asked.End)}
}

// Limits reports whether the claim limits something under no condition.
func (c *Claim) Limits() bool { return c.limits && len(c.Bounds) == 1 && len(c.Scope) == 0 }

// Warns reports whether the claim only warns where something is exceeded.
func (c *Claim) Warns() bool { return c.tolerates && c.condition != nil }

// force orders modalities; a plain assertion binds like Must.
func force(c *Claim) lang.Modality {
	if c.modality == lang.NoModality {
		return lang.Must
	}
	return c.modality
}

// compareForce relates what two claims with the same words demand.
func compareForce(a, b *Claim) Relation {
	fa, fb := force(a), force(b)
	switch {
	case a.Negated == b.Negated && fa == fb:
		return Same
	case a.Negated == b.Negated && fa > fb:
		return Tighter
	case a.Negated == b.Negated:
		return Looser
	case fa == lang.Must || fb == lang.Must, fa == lang.Should && fb == lang.Should:
		return Conflict
	}
	return Unrelated
}

// compareBounds relates bounds of the same dimensions pairwise. Where more than
// one differs the claims are steps of a scale and say nothing of each other.
func compareBounds(a, b []Bound) Relation {
	if len(a) != len(b) {
		return Unrelated
	}
	result := Same
	for i := range a {
		r := compareBound(&a[i], &b[i])
		if r == Same {
			continue
		}
		if result != Same {
			return Unrelated
		}
		result = r
	}
	return result
}

func compareBound(a, b *Bound) Relation {
	if a.name() != b.name() || a.soft != b.soft || apart(a, b) {
		return Unrelated
	}
	low, high := order(a, b, a.Low, b.Low), order(a, b, a.High, b.High)
	if a.upTo && b.upTo && high != 0 {
		return Conflict // an allowance, not a limit: neither side is stricter
	}
	switch {
	case low == 0 && high == 0:
		return Same
	case disjoint(a, b), disjoint(b, a):
		return Conflict
	case inside(a, b):
		return Tighter
	case inside(b, a):
		return Looser
	case a.Shape == Range && b.Shape == Range:
		return Conflict
	}
	return Unrelated
}

// order compares two ends; a missing end on one side only is a difference.
// Months have no fixed length, so a span in months equals one in days that is
// close to it.
func order(a, b *Bound, x, y *big.Rat) int {
	switch {
	case x == nil && y == nil:
		return 0
	case x == nil:
		return -1
	case y == nil:
		return 1
	}
	if a.calendar != b.calendar {
		difference := new(big.Rat).Sub(x, y)
		difference.Abs(difference)
		if difference.Cmp(new(big.Rat).Mul(x, big.NewRat(1, 10))) <= 0 {
			return 0
		}
	}
	return x.Cmp(y)
}

// disjoint reports whether a ends before b starts.
func disjoint(a, b *Bound) bool {
	if a.High == nil || b.Low == nil {
		return false
	}
	c := order(a, b, a.High, b.Low)
	return c < 0 || c == 0 && (a.open || b.open) && a.Shape != b.Shape
}

// inside reports whether a lies within b.
func inside(a, b *Bound) bool {
	return (b.Low == nil || a.Low != nil && order(a, b, a.Low, b.Low) >= 0) &&
		(b.High == nil || a.High != nil && order(a, b, a.High, b.High) <= 0)
}

// thresholds reports whether a bound says when something happens rather than
// how long or how much it may be.
func thresholds(bounds []Bound) bool {
	for i := range bounds {
		if bounds[i].Shape == Lower || bounds[i].Shape == Point && bounds[i].label != "for" {
			return true
		}
	}
	return false
}

func sameShapes(a, b []Bound) bool {
	for i := range a {
		if a[i].Shape != b[i].Shape {
			return false
		}
	}
	return true
}
