package detect

import (
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/lang"
)

// degraded reads a grade that became a lower one, or that a lower one was put
// beside: "TLS 1.3" became "TLS 1.2 or later".
func degraded(e *wordDiff, x diffRun, _ bool) (claim.Revision, bool) {
	if x.h0 == x.h1 || !e.head.within(x.h0, x.h1) || e.head.kept(x.h0, x.h1) < mostly {
		return claim.Revision{}, false
	}
	if _, denied := e.head.modal(x.h0); denied {
		return claim.Revision{}, false
	}
	if e.head.conditional(x.h0) || e.head.turnsAway(x.h0) {
		return claim.Revision{}, false
	}
	from, to := e.head.sentence(x.h0)
	before, after := e.grades()
	for _, now := range after {
		if now.j <= x.h0 || now.i >= x.h1 {
			continue
		}
		lowest := grade{}
		for _, was := range before {
			if was.Family == now.Family && (lowest.Family == "" || was.Rank < lowest.Rank) {
				lowest = was
			}
		}
		replaced := lowest.j > x.b0 && lowest.i < x.b1
		beside := x.b0 == x.b1 && slices.Contains(e.head.lowers(max(from, x.h0-1), min(to, x.h1+1)), "or")
		if lowest.Family != "" && now.Rank < lowest.Rank && (replaced || beside) {
			return claim.Revision{Aspect: claim.Limit, Before: e.base.extent(lowest.i, lowest.j), After: e.head.extent(now.i, now.j)}, true
		}
	}
	return claim.Revision{}, false
}

// turnsAway reports whether the sentence of word i is about what is turned away.
func (w *wording) turnsAway(i int) bool {
	from, to := w.sentence(i)
	for k := from; k < to; k++ {
		switch claim.Stem(w.lower(k)) {
		case "reject", "refus", "deni", "disabl", "block", "replac", "migrat", "remov", "drop", "upgrad", "redirect", "instead", "than", "forbid", "prevent":
			return true
		}
	}
	return false
}

// grade is a name with a grade: the words [i,j).
type grade struct {
	lang.Grade
	i, j int
}

// grades are those of both sides, looked up once for all runs.
func (e *wordDiff) grades() (base, head []grade) {
	if !e.graded {
		e.graded, e.baseGrades, e.headGrades = true, e.base.grades(), e.head.grades()
	}
	return e.baseGrades, e.headGrades
}

// grades are the names with a grade among the words.
func (w *wording) grades() []grade {
	var out []grade
	to := len(w.words)
	for i := range w.words {
		name := strings.ToLower(strings.Trim(w.raw(i), "`"))
		next := i + 1
		if next < to && w.lower(next) == "version" {
			next++
		}
		if next < to && w.words[next].sentence == w.words[i].sentence && w.number(next) {
			if g, ok := lang.GradeOf(name + w.words[next].form); ok {
				out = append(out, grade{g, i, next + 1})
				continue
			}
		}
		if g, ok := lang.GradeOf(name); ok {
			out = append(out, grade{g, i, i + 1})
			continue
		}
		if n := lang.Conformance(w.raw(i)); n > 0 && i > 0 && (w.lower(i-1) == "level" || w.number(i-1)) {
			out = append(out, grade{lang.Grade{Family: "conformance", Rank: n}, i, i + 1})
		}
	}
	return out
}

// raw is word i as it is written.
func (w *wording) raw(i int) string {
	x := w.extent(i, i+1)
	return w.s.Text.String()[x.Start:x.End]
}
