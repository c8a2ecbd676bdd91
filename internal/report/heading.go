package report

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Heading is one heading of an interrogated file: what an annotation can be
// put on when its own words are gone.
type Heading struct {
	Level int // 1 to 6
	Title string
	Start int // byte offset in the file
	Line  int // 1-based
}

// Headings lists the headings of each document by its path, in file order.
func Headings(docs []*spec.Document) map[string][]Heading {
	out := make(map[string][]Heading, len(docs))
	for _, d := range docs {
		var list []Heading
		for _, s := range d.Sections {
			if s.Heading != nil {
				start := s.Heading.Span.Start
				list = append(list, Heading{Level: s.Level, Title: s.Title, Start: start, Line: d.File.Position(start).Line})
			}
		}
		out[d.File.Path()] = list
	}
	return out
}

// survivor is the line of the head's file that speaks for words which only the
// base has: the heading of the section that they stood in, else the closest one
// above it that is still there, else the file's first line. It is 0 if the head
// does not have the file.
func (r Report) survivor(p finding.Place) int {
	if r.Sources[finding.Head][p.Path] == nil {
		return 0
	}
	head := r.Headings[finding.Head][p.Path]
	chain := ancestors(r.Headings[finding.Base][p.Path], p.Span.Start)
	for i := len(chain) - 1; i >= 0; i-- {
		if line := likest(head, chain[:i+1]); line > 0 {
			return line
		}
	}
	if len(head) > 0 {
		return head[0].Line
	}
	return 1
}

// ancestors are the titles of the headings that an offset stands under,
// outermost first.
func ancestors(headings []Heading, offset int) []string {
	var open []Heading
	for _, h := range headings {
		if h.Start > offset {
			break
		}
		open = append(above(open, h.Level), h)
	}
	titles := make([]string, len(open))
	for i, h := range open {
		titles[i] = folded(h.Title)
	}
	return titles
}

// above drops what a heading of that level closes.
func above(open []Heading, level int) []Heading {
	for len(open) > 0 && open[len(open)-1].Level >= level {
		open = open[:len(open)-1]
	}
	return open
}

// likest is the line of the heading with the last title of the chain; of
// several, the first of those that share the most of the chain above it.
func likest(headings []Heading, chain []string) int {
	line, best := 0, -1
	var open []Heading
	for _, h := range headings {
		open = above(open, h.Level)
		if folded(h.Title) == chain[len(chain)-1] {
			shared := 0
			for i, j := len(open)-1, len(chain)-2; i >= 0 && j >= 0 && folded(open[i].Title) == chain[j]; i, j = i-1, j-1 {
				shared++
			}
			if shared > best {
				line, best = h.Line, shared
			}
		}
		open = append(open, h)
	}
	return line
}

func folded(title string) string { return strings.Join(strings.Fields(strings.ToLower(title)), " ") }
