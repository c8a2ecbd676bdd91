package claim

import "math/big"

// Empty is where the claim asks for an amount that is at once above one end and
// below another that lies lower: "at least 2 minutes and at most 90 seconds",
// "between 90 and 30 seconds". What runs from one end to the other may run
// downwards, and two plain numbers that do not stand together may count two
// things: neither is taken for one.
func (c *Claim) Empty() (e Extent, ok bool) {
	const near, nearest = len(" characters, and no"), len(", and ")
	for i := range c.Bounds {
		b := &c.Bounds[i]
		if b.label == conditionLabel {
			continue
		}
		if b.Shape == Range && !b.course && order(b, b, b.Low, b.High) > 0 && !overnight(b) {
			return Extent{b.Start, b.End}, true
		}
		if i+1 == len(c.Bounds) {
			break
		}
		next := &c.Bounds[i+1]
		gap := next.Start - b.End
		if next.Dimension != b.Dimension || next.label != b.label || gap > near || b.Bare() && gap > nearest {
			continue
		}
		if b.Shape == Upper && next.Shape == Lower && disjoint(b, next) || b.Shape == Lower && next.Shape == Upper && disjoint(next, b) {
			return Extent{b.Start, next.End}, true
		}
	}
	return Extent{}, false
}

// overnight reports whether a range may run over midnight, as "between 22 and 6"
// does.
func overnight(b *Bound) bool {
	hours := b.Low
	if b.Dimension == timeDimension {
		hour, _ := timeUnit("hour")
		hours = new(big.Rat).Quo(b.Low, hour.scale(big.NewRat(1, 1)))
	} else if !b.Bare() {
		return false
	}
	return hours.IsInt() && hours.Cmp(big.NewRat(24, 1)) <= 0
}
