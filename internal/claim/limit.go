package claim

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
	f.out.Negated, f.out.flipped = false, true
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
