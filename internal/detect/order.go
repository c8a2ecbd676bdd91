package detect

import (
	"fmt"

	"github.com/surmise-ci/surmise/internal/claim"
)

// ordered is an order of two events with the statement that demands it.
type ordered struct {
	claim.Order
	assertion // without a claim: where it stands
}

// reportCircles finds orders that run in a circle: A before B, B before C, C
// before A. Each is one finding, on the order that stands last.
func (m matter) reportCircles(p *Pass) {
	var all []ordered
	from := make(map[string][]int) // by first event
	for _, a := range places(p.Doc) {
		if !a.s.Role.Binding() {
			continue
		}
		for _, o := range claim.OrdersOf(a.s) {
			from[o.First] = append(from[o.First], len(all))
			all = append(all, ordered{o, assertion{place: a}})
		}
	}
	told := make(map[int]bool)
	for i := range all {
		if told[i] {
			continue
		}
		circle := circleTo(all, from, i)
		if len(circle) > 1 && m.oneFlow(all, circle) {
			for _, k := range circle {
				told[k] = true
			}
			reportCircle(p, all, circle)
		}
	}
}

// circleTo is the shortest way through orders that stand before order i from
// where it ends to where it starts, i last; nil if there is none. The search is
// cut short so that the work stays linear in the number of orders.
func circleTo(all []ordered, from map[string][]int, i int) []int {
	const farthest, most = 64, 256 // steps of a way, and orders looked at
	type step struct{ order, back int }
	way := []step{{i, -1}}
	seen := map[string]bool{all[i].Then: true}
	looked := 0
	for at := 0; at < len(way); at++ {
		for _, k := range from[all[way[at].order].Then] {
			if looked++; k >= i || looked > most || len(way) == farthest {
				break
			}
			if all[k].Then == all[i].First {
				circle := []int{k}
				for s := at; s >= 0; s = way[s].back {
					circle = append(circle, way[s].order)
				}
				return circle
			}
			if !seen[all[k].Then] {
				seen[all[k].Then] = true
				way = append(way, step{k, at})
			}
		}
	}
	return nil
}

// oneFlow reports whether the orders of a circle bind different events and
// stand where they can speak of one course of events. Who is told to do a thing
// before and after another may do it twice.
func (m matter) oneFlow(all []ordered, circle []int) bool {
	about := make(map[string]bool)
	for n, k := range circle {
		if about[all[k].About] {
			return false
		}
		about[all[k].About] = true
		next := &all[circle[(n+1)%len(circle)]]
		if a := &all[k]; a.label != next.label || a.s.Section != next.s.Section && !m.samePlace(&a.assertion, &next.assertion) {
			return false
		}
	}
	return true
}

func reportCircle(p *Pass, all []ordered, circle []int) {
	last := 0
	for n, k := range circle {
		if k > circle[last] {
			last = n
		}
	}
	o := all[circle[last]]
	r := Result{
		Span: o.s.Text.Span(o.Start, o.End), At: o.s,
		Hint:    "say which of them comes first, and turn or drop the other",
		Default: "none: whichever order the implementer reads first would win",
	}
	first := all[circle[(last+1)%len(circle)]]
	for n := 1; n < len(circle); n++ {
		other := all[circle[(last+n)%len(circle)]]
		r.Related = append(r.Related, side(p.Doc, other.s, other.s.Text.Span(other.Start, other.End)))
		r.Members = append(r.Members, other.s.Text.Canonical())
		if other.s.Span.Start < first.s.Span.Start {
			first = other
		}
	}
	at := p.Doc.File.Position(first.s.Span.Start).Line
	what := words(o.s, claim.Extent{Start: o.Start, End: o.End})
	if len(circle) == 2 {
		r.Message = fmt.Sprintf("%q contradicts the order on line %d: say which comes first", shorten(what, maxQuote), at)
	} else {
		r.Message = fmt.Sprintf("%q closes a circle of %d orders from line %d on: say which comes first", shorten(what, maxSide), len(circle), at)
	}
	p.Report(r)
}
