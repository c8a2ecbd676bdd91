package claim

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
)

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
			f.out.exclusive, f.out.Negated, f.out.modality = true, true, lang.Must
		}
	case "any", "all", "every", "each":
		f.out.universal = len(c.subject) == 2 && Normal(c.subject[1].text) == "user"
	}
}

// partial reports whether a negated predicate denies only a part, so that its
// opposite would not contradict it: "must not show them again".
func partial(predicate []word) bool {
	for _, w := range predicate {
		switch w.text {
		case "only", "just", "solely", "necessarily", "again", "twice", "multiple", "also", "either":
			return true
		}
	}
	return false
}

// reach is where a clause speaks of all things of a kind, and where of a part.
func reach(parts ...[]word) (all, some Extent) {
	for _, ws := range parts {
		for _, w := range ws {
			switch w.text {
			case "all", "every", "each", "any", "both":
				all = Extent{w.start, w.end}
			case "some", "most", "certain", "selected", "several", "few", "many":
				some = Extent{w.start, w.end}
			}
		}
	}
	return all, some
}

// wholeOf is the word by which a predicate speaks of a whole; "" without one.
func wholeOf(predicate []word) string {
	for _, w := range predicate {
		switch w.text {
		case "all", "every", "always", "both", "each":
			return w.text
		}
	}
	return ""
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
			f.out.modality = lang.May
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
