package claim

import "slices"

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
	if len(c.scope) > 0 && (opensCondition(c.scope[0].text) || c.scope[0].text == "only") {
		f.out.asked = Extent{c.scope[0].start, c.scope[len(c.scope)-1].end}
	}
	f.offset(c.scope)
	for i, w := range rest {
		switch {
		case i > 0 && received(rest[i-1].text, w.text):
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

// offset labels the bound behind which a condition starts with "after" or
// "before": it is counted from there.
func (f *frame) offset(scope []word) {
	for _, w := range scope {
		for i := range f.out.Bounds {
			b := &f.out.Bounds[i]
			if (w.text == "after" || w.text == "before") && b.label == "" && b.Dimension == timeDimension && b.End+1 == w.start {
				b.label = offsetLabel
			}
		}
	}
}

// received reports whether a participle only says that what stands in front of
// it is there: "after the last chunk was received".
func received(before, w string) bool {
	switch before {
	case "is", "was", "are", "were", "been":
		return w == "received" || w == "made" || w == "given"
	}
	return false
}
