package probe

import (
	"cmp"
	"slices"
	"strings"
)

// Standing is one prohibition with what each revision says of it. At least one
// of the three is there.
type Standing struct {
	Tip, Base, Head *Prohibition
	// Violation names the bytes of the violation file at the head, where they
	// are others than at the merge base and the path is the same; "" where they
	// are not.
	Violation string
}

// Shown is the prohibition as people look for it: at the head, else where it
// still stands.
func (s Standing) Shown() Prohibition {
	return *cmp.Or(s.Head, s.Tip, s.Base)
}

// Behind reports whether the base branch has, since the head left it, got the
// prohibition or another wording of it, that the head does not have: what the
// merge would bring in, nobody has looked at.
func (s Standing) Behind() bool {
	return s.Tip != nil && s.Tip.Required() && !same(s.Tip, s.Base) && !same(s.Tip, s.Head)
}

// Brought reports whether the head has the prohibition otherwise than the merge
// base, or new.
func (s Standing) Brought() bool { return s.Head != nil && !same(s.Head, s.Base) }

// Aspect is one part of a prohibition that a change took away or moved.
type Aspect string

// The aspects, in the order in which they are told.
const (
	AspectStatement Aspect = "statement"
	AspectTier      Aspect = "tier"
	AspectStatus    Aspect = "status"
	AspectCheck     Aspect = "check"
	AspectViolation Aspect = "violation"
)

// Weakened are the aspects in which the head falls behind the merge base or
// moves what was held: a prohibition that is reworded, held by less, no longer
// in force, or pointed at something else. What was dismissed has nothing to
// lose, and a prohibition that the head lacks altogether is removed.
func (s Standing) Weakened() []Aspect {
	if s.Base == nil || s.Head == nil || s.Base.Status == Dismissed {
		return nil
	}
	var out []Aspect
	add := func(a Aspect, is bool) {
		if is {
			out = append(out, a)
		}
	}
	b, h := s.Base, s.Head
	add(AspectStatement, words(*b) != words(*h))
	add(AspectStatus, h.Status == Dismissed || b.Required() && !h.Required())
	add(AspectTier, h.Required() && b.Tier == Test && h.Tier != Test)
	if b.Tier == Test && h.Tier == Test && h.Required() {
		add(AspectViolation, b.Check.Violation != "" && (b.Check.Violation != h.Check.Violation || s.Violation != ""))
		rest := h.Check
		rest.Violation = b.Check.Violation
		add(AspectCheck, b.Check.Declared() && !b.Check.equal(rest))
	}
	return out
}

// Removed reports whether the merge base has a prohibition that the head does
// not declare any more.
func (s Standing) Removed() bool {
	return s.Base != nil && s.Head == nil && s.Base.Status != Dismissed
}

// words is the statement without the full stop at its end: whether it has one
// is a matter of the form that declares it.
func words(p Prohibition) string { return strings.TrimRight(p.Statement, " .") }

func (c Check) equal(o Check) bool {
	return c.Kind == o.Kind && c.Target == o.Target && c.Test == o.Test && c.Rule == o.Rule && c.Violation == o.Violation &&
		c.Expect == o.Expect && c.Control == o.Control && c.Timeout == o.Timeout && slices.Equal(c.Argv, o.Argv) &&
		c.Report == o.Report && c.Dir == o.Dir
}

// same reports whether two revisions say the same, wherever and in whatever
// form.
func same(a, b *Prohibition) bool {
	if a == nil || b == nil {
		return a == b
	}
	return strings.EqualFold(a.ID, b.ID) && words(*a) == words(*b) && a.Status == b.Status && a.Tier == b.Tier &&
		a.Reason == b.Reason && a.Check.equal(b.Check)
}

// Required is the union of what the tip of the base branch, the merge base and
// the head declare, by spec and id. A prohibition that left its spec is the one
// with the same words that came up in another one, if there is one such only.
func Required(tip, base, head []Prohibition) []Standing {
	index := make(map[string]int)
	var out []Standing
	at := func(p Prohibition) *Standing {
		key := p.Spec + "\x00" + strings.ToLower(p.ID)
		i, ok := index[key]
		if !ok {
			i = len(out)
			index[key] = i
			out = append(out, Standing{})
		}
		return &out[i]
	}
	for i := range head {
		at(head[i]).Head = &head[i]
	}
	for i := range base {
		at(base[i]).Base = &base[i]
	}
	out = rejoin(out)
	index = make(map[string]int, len(out))
	for i, s := range out {
		for _, p := range []*Prohibition{s.Base, s.Head} {
			if p != nil {
				index[p.Spec+"\x00"+strings.ToLower(p.ID)] = i
			}
		}
	}
	for i := range tip {
		at(tip[i]).Tip = &tip[i]
	}
	slices.SortStableFunc(out, func(a, b Standing) int {
		x, y := a.Shown(), b.Shown()
		return cmp.Or(strings.Compare(x.Spec, y.Spec), strings.Compare(x.Path, y.Path), cmp.Compare(x.Span.Start, y.Span.Start), strings.Compare(x.ID, y.ID))
	})
	return out
}

// rejoin puts together what was moved or renumbered: a prohibition that only
// the base has and one that only the head has, with the same words that no
// other of them has.
func rejoin(all []Standing) []Standing {
	lost, gained := make(map[string][]int), make(map[string][]int)
	for i, s := range all {
		switch {
		case s.Head == nil:
			lost[words(*s.Base)] = append(lost[words(*s.Base)], i)
		case s.Base == nil:
			gained[words(*s.Head)] = append(gained[words(*s.Head)], i)
		}
	}
	gone := make(map[int]bool)
	for i, s := range all {
		if s.Head != nil {
			continue
		}
		if l, g := lost[words(*s.Base)], gained[words(*s.Base)]; len(l) == 1 && len(g) == 1 {
			all[g[0]].Base = s.Base
			gone[i] = true
		}
	}
	var out []Standing
	for i, s := range all {
		if !gone[i] {
			out = append(out, s)
		}
	}
	return out
}
