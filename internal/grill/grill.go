// Package grill reads the report of a grill: what somebody, mostly a model that
// was asked hard questions about a spec, says that the spec leaves open. It
// knows the report's contract and how each of its findings is classed, and asks
// nobody.
//
// A report only ever adds findings. One that says nothing, or nothing that can
// be read, is an error and never a clean bill.
package grill

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/source"
)

// Report is a grill report, read.
type Report struct {
	Spec  string // the path that it names; "" if it names none
	Items []Item // in source order
	// Notes are lines of a section that are neither findings nor a clean bill,
	// and sections of the contract that are not there: what was not looked at.
	Notes []string
}

// Item is one finding of a report.
type Item struct {
	Section string
	Text    string // on one line
	Line    int    // 1-based, of the report
}

// Sections are the headings of the contract. Reports in the older form lack the
// last two.
func Sections() []string {
	return []string{
		"Ambiguities and missing acceptance criteria",
		"Unstated assumptions",
		"Security blind spots",
		"Scale and reliability blind spots",
		"Contradictions",
		"Edge cases",
	}
}

// Read reads a report. An error is [source.Problems], with the line at which
// the report stops being one.
func Read(f *source.File) (Report, error) {
	r := reader{file: f}
	for n := 1; n <= f.Lines(); n++ {
		r.line(n, f.Excerpt(f.Line(n)))
	}
	r.close()
	if len(r.sections) == 0 {
		r.fail(1, "no section: a grill report has headings such as \"### Contradictions\", with a list under each")
	}
	if len(r.problems) > 0 {
		return Report{}, r.problems
	}
	for _, s := range Sections() {
		if !r.has(s) {
			r.out.Notes = append(r.out.Notes, fmt.Sprintf("the grill report has no section %q: not looked at", s))
		}
	}
	return r.out, nil
}

// reader reads a report line by line.
type reader struct {
	file     *source.File
	out      Report
	problems source.Problems
	sections []string

	section string   // "" outside
	opened  int      // its line
	clean   bool     // it says that there is nothing
	items   int      // of the section
	unread  int      // its lines that are nothing
	open    bool     // the last line belongs to an item
	lines   []string // of the last item
}

func (r *reader) fail(line int, format string, args ...any) {
	r.problems = append(r.problems, source.Problem{
		Path: r.file.Path(), At: source.Position{Line: line, Column: 1}, Message: fmt.Sprintf(format, args...),
	})
}

func (r *reader) line(n int, line string) {
	text := strings.TrimSpace(line)
	switch {
	case strings.HasPrefix(text, "### "):
		r.close()
		r.section, r.opened = strings.TrimSpace(strings.Trim(text, "#")), n
		if r.section == "" {
			r.fail(n, "a section without a name: write what it is about behind \"###\"")
			return
		}
		r.sections = append(r.sections, r.section)
		return
	case strings.HasPrefix(text, "## ") || strings.HasPrefix(text, "# "):
		r.close()
		return
	case r.section == "":
		if spec, ok := strings.CutPrefix(text, "- Spec:"); ok && r.out.Spec == "" {
			r.out.Spec = strings.Trim(strings.TrimSpace(spec), "`")
		}
		return
	case text == "":
		r.open = false
		return
	}
	finding, marked := unmarked(text)
	indented := line[0] == ' ' || line[0] == '\t'
	switch {
	case isClean(finding):
		r.clean, r.open = true, false
	case marked:
		r.endItem()
		r.out.Items = append(r.out.Items, Item{Section: r.section, Line: n})
		r.lines = append(r.lines, finding)
		r.items++
		r.open = true
	case r.items > 0 && (r.open || indented):
		r.lines = append(r.lines, text)
		r.open = true
	default:
		r.unread++
		r.out.Notes = append(r.out.Notes, fmt.Sprintf("%s:%d: no finding of the grill report, since it is no list item", r.file.Path(), n))
	}
}

// endItem gives the last item its lines.
func (r *reader) endItem() {
	if len(r.lines) > 0 {
		r.out.Items[len(r.out.Items)-1].Text = strings.Join(r.lines, " ")
		r.lines = nil
	}
}

// close ends a section. One that says nothing was not looked at.
func (r *reader) close() {
	r.endItem()
	if r.section != "" && r.items == 0 && !r.clean {
		if r.unread > 0 {
			r.fail(r.opened, "nothing under %q can be read: write each finding as a list item, or \"None identified.\"", r.section)
		} else {
			r.fail(r.opened, "%q says nothing: write its findings as a list, or \"None identified.\"", r.section)
		}
	}
	r.section, r.clean, r.items, r.unread, r.open = "", false, 0, 0, false
}

// has reports whether the report has a section of that name, numbered or not.
func (r *reader) has(section string) bool {
	for _, s := range r.sections {
		if strings.Contains(strings.ToLower(s), strings.ToLower(section)) {
			return true
		}
	}
	return false
}

// unmarked is a line without its list marker: "-", "*", "+" or a bullet, or a
// number with a full stop, a bracket or a colon. Only what the line begins with
// is a marker, so that nothing of what follows is lost.
func unmarked(text string) (string, bool) {
	for _, m := range []string{"- ", "* ", "+ ", "• ", "◦ ", "▪ ", "– "} {
		if rest, ok := strings.CutPrefix(text, m); ok {
			return strings.TrimSpace(rest), true
		}
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if digits > 0 && len(text) > digits+1 && strings.ContainsRune(".):", rune(text[digits])) && text[digits+1] == ' ' {
		return strings.TrimSpace(text[digits+1:]), true
	}
	return text, false
}
