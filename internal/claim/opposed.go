package claim

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
)

// topicOf joins the words by which claims of different forms speak of one thing:
// keeping and deleting, a value and its default.
func topicOf(sequence []string) string {
	words := make([]string, 0, len(sequence))
	for _, w := range sequence {
		w = plainName(w)
		switch w {
		case "default", "valu", "field", "parameter", "properti", "attribut", "option", "argument", "setting", "flag":
			continue
		case "delet":
			w = "stor"
		}
		words = append(words, w)
	}
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// plainName is a word without what marks it as code.
func plainName(w string) string { return strings.ToLower(strings.Trim(w, "`")) }

// Opposed reports whether two claims of one topic cannot both be meant although
// they are no two values of one thing, which is for [Contradict]: one denies what
// the other demands in some measure or some case, one keeps what the other has
// deleted, one holds always and the other in one case only, or a default lies
// outside of what is allowed.
func Opposed(a, b Claim) bool {
	if a.topic == "" || a.topic != b.topic || a.key == b.key {
		return false
	}
	a.cap()
	b.cap()
	for _, pair := range [...][2]*Claim{{&a, &b}, {&b, &a}} {
		if x, y := pair[0], pair[1]; denies(x, y) || outlives(x, y) || alwaysAndOnly(x, y) || outside(x, y) {
			return true
		}
	}
	return false
}

// sameWords reports whether two claims say one thing of one thing, but for
// bounds and conditions.
func sameWords(a, b *Claim) bool {
	return slices.Equal(a.words, b.words) && a.Value == "" && b.Value == "" && sameOrder(a, b) && !wholes(a, b) && !a.exclusive && !b.exclusive &&
		!a.partial && !b.partial
}

// denies reports whether no, under no condition, forbids at all what yes demands
// or allows to a measure: "are not deleted" against "are deleted after 90 days".
// What is denied for ever is denied in each case as well. An upper end demands
// nothing, but for a deadline.
func denies(no, yes *Claim) bool {
	if !no.Negated || no.turned || force(no) != lang.Must || len(no.Bounds)+len(no.Scope) > 0 || yes.Negated || yes.flipped || !sameWords(no, yes) {
		return false
	}
	if len(yes.Scope) > 0 && !no.never || len(yes.Scope)+len(yes.Bounds) == 0 {
		return false
	}
	for i := range yes.Bounds {
		b := &yes.Bounds[i]
		subject := b.Start < yes.asserts || yes.asserts == yes.Start && b.End < yes.End
		if b.label != conditionLabel && subject {
			return false // it says of which things: "refunds above 500 EUR"
		}
		if b.soft || b.Shape == Upper && b.label != deadlineLabel && b.label != conditionLabel || b.Low != nil && b.Low.Sign() == 0 {
			return false
		}
	}
	return true
}

// outlives reports whether what is to be kept for a time is to be deleted before
// it is over, or after it may be kept no longer.
func outlives(keep, drop *Claim) bool {
	if keep.Negated || drop.Negated || len(keep.Bounds) != 1 || len(drop.Bounds) != 1 || !slices.Equal(keep.Scope, drop.Scope) ||
		force(keep) != lang.Must || !deletes(keep.sequence, drop.sequence) {
		return false
	}
	k, d := &keep.Bounds[0], &drop.Bounds[0]
	if k.Dimension != timeDimension || d.Dimension != timeDimension || k.soft || d.soft {
		return false
	}
	switch {
	case k.label != "" && k.label != lastingLabel && k.label != offsetLabel,
		d.label != "" && d.label != "after" && d.label != offsetLabel && d.label != deadlineLabel:
		return false
	case k.Low != nil && d.High != nil && order(k, d, k.Low, d.High) > 0:
		return true
	}
	return k.Shape != Point && k.High != nil && d.Low != nil && order(k, d, k.High, d.Low) < 0
}

// deletes reports whether drop says of deleting what keep says of storing.
func deletes(keep, drop []string) bool {
	at := slices.Index(drop, "delet")
	if at < 0 || len(keep) != len(drop) || !slices.Contains(keep, "stor") {
		return false
	}
	drop = slices.Clone(drop)
	drop[at] = "stor"
	return slices.Equal(slices.Sorted(slices.Values(keep)), slices.Sorted(slices.Values(drop)))
}

// alwaysAndOnly reports whether one claim holds always and the other in one case
// alone.
func alwaysAndOnly(always, only *Claim) bool {
	return always.whole == "always" && !always.Negated && len(always.Scope)+len(always.Bounds) == 0 && force(always) == lang.Must &&
		only.only && !only.Negated && len(only.Scope) > 0 &&
		!slices.ContainsFunc(only.Bounds, func(b Bound) bool { return b.label != conditionLabel }) &&
		slices.Equal(always.words, only.words) && always.Value == "" && only.Value == "" && sameOrder(always, only)
}

// outside reports whether a default is none of the values that are allowed, or
// lies beyond the end of what is. Nothing and zero often say that there is no
// value, which the rule for values does not concern.
func outside(rule, def *Claim) bool {
	if !slices.Contains(def.words, "default") || slices.Contains(rule.words, "default") || rule.Negated || def.Negated ||
		len(rule.Scope)+len(def.Scope) > 0 || force(rule) != lang.Must {
		return false
	}
	if len(rule.listed) > 0 {
		return def.Value != "" && def.listed == nil && !noValue(def.Value) && !rule.Lists(def.Value)
	}
	if len(rule.Bounds) != 1 || len(def.Bounds) != 1 || rule.Value != "" {
		return false
	}
	r, d := &rule.Bounds[0], &def.Bounds[0]
	return r.Shape != Point && d.Shape == Point && r.name() == d.name() && !r.soft && d.Low.Sign() != 0 && (disjoint(r, d) || disjoint(d, r))
}

// overlaps reports whether two values have a word in common.
func overlaps(a, b string) bool {
	words := strings.Fields(b)
	return slices.ContainsFunc(strings.Fields(a), func(w string) bool {
		return slices.ContainsFunc(words, func(x string) bool { return stem(x) == stem(w) })
	})
}

// noValue reports whether the name of a value says that there is none.
func noValue(v string) bool {
	switch v {
	case "none", "null", "nil", "unset", "empty", "undefined", "absent", "unspecified", "disabled", "off", "unlimited", "inherit", "inherited", "nothing":
		return true
	}
	return false
}
