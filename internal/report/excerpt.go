package report

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/source"
)

// excerptWidth is how many columns of a line are shown; a longer one is cut to
// a window around its marked words.
const excerptWidth = 100

const ellipsis = "…"

// excerpt is one source line with its marked words, ready to print.
type excerpt struct {
	number  int    // 1-based line
	line    string // sanitised, cut to the window
	padding string // what stands before the carets, tabs kept
	carets  int
	more    int // further lines that the words go on for
}

// newExcerpt shows the first line of the words at p. Without the file, the
// words themselves are the line.
func newExcerpt(f *source.File, p finding.Place) excerpt {
	x := excerpt{number: p.At.Start.Line, more: p.At.End.Line - p.At.Start.Line}
	line, start, end := p.Text, 0, len(p.Text)
	if f != nil {
		span := f.Line(x.number)
		if x.number == 1 {
			span.Start += min(f.BOM(), span.Len())
		}
		line = f.Excerpt(span)
		start, end = clamp(p.Span.Start-span.Start, len(line)), clamp(p.Span.End-span.Start, len(line))
	} else if i := strings.IndexByte(line, '\n'); i >= 0 {
		line, end = line[:i], i
	}
	if x.more > 0 && p.At.End.Column == 1 {
		x.more-- // the words end with the line break
	}
	x.window(cells(line), start, end)
	return x
}

func clamp(n, limit int) int { return max(0, min(n, limit)) }

// window lays the cells out and cuts what does not fit: the marked words stay,
// with a third of the free room before them.
func (x *excerpt) window(line []cell, start, end int) {
	first, last := len(line), len(line) // cells of the marked words
	total, marked := 0, 0
	for i, c := range line {
		total += c.width
		if c.at >= start && first == len(line) {
			first = i
		}
		if c.at >= start && c.at < end {
			marked += c.width
		}
		if c.at >= end && last == len(line) {
			last = i
		}
	}
	from, to := 0, len(line)
	if total > excerptWidth {
		room := max(0, excerptWidth-marked)
		from = wordStart(line, retreat(line, first, room/3), first)
		to = advance(line, from, excerptWidth)
	}
	var text, padding strings.Builder
	if from > 0 {
		text.WriteString(ellipsis)
		padding.WriteByte(' ')
	}
	for i := from; i < to; i++ {
		text.WriteString(line[i].text)
		switch {
		case i >= first && i < last:
			x.carets += line[i].width
			if line[i].text == "\t" {
				x.carets -= tabWidth - 1
			}
		case i < first && line[i].text == "\t":
			padding.WriteByte('\t')
		case i < first:
			padding.WriteString(strings.Repeat(" ", line[i].width))
		}
	}
	if to < len(line) {
		text.WriteString(ellipsis)
	}
	x.line = strings.TrimRight(text.String(), " ")
	x.padding = padding.String()
	x.carets = max(x.carets, 1)
}

// retreat is the cell that lies at most room columns before cell i.
func retreat(line []cell, i, room int) int {
	for i > 0 && room >= line[i-1].width {
		i--
		room -= line[i].width
	}
	return i
}

// wordStart moves a cut at cell i to the start of the next word before limit,
// if there is one.
func wordStart(line []cell, i, limit int) int {
	if i == 0 {
		return 0
	}
	for j := i; j < limit; j++ {
		if line[j].text == " " {
			return j + 1
		}
	}
	return i
}

// advance is the cell that lies at most room columns after cell i.
func advance(line []cell, i, room int) int {
	for i < len(line) && room >= line[i].width {
		room -= line[i].width
		i++
	}
	return i
}

// lines are the excerpt with a gutter of the given width.
func (x excerpt) lines(gutter int, paint func(string) string) []string {
	blank := strings.Repeat(" ", gutter)
	under := x.padding + paint(strings.Repeat("^", x.carets))
	if x.more > 0 {
		under += " and " + count(x.more, "more line")
	}
	return []string{
		strings.TrimRight(fmt.Sprintf("%*d | %s", gutter, x.number, x.line), " "),
		fmt.Sprintf("%s | %s", blank, under),
	}
}
