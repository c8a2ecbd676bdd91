// Package source holds a file's bytes and turns byte offsets into the lines
// and columns that people read. Every position in the product is a [Span] of
// byte offsets until it is shown; it is converted here, once.
package source

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"
)

// Span is a half-open range of byte offsets into one file.
// The zero value is the empty span at the start of the file.
type Span struct {
	Start, End int
}

// Len is the length of the span in bytes.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether o lies inside s.
func (s Span) Contains(o Span) bool { return s.Start <= o.Start && o.End <= s.End }

// Union is the smallest span that holds both s and o.
func (s Span) Union(o Span) Span {
	return Span{Start: min(s.Start, o.Start), End: max(s.End, o.End)}
}

// Position is where a byte offset stands for a person: both numbers are
// 1-based, and columns count code points, not bytes.
type Position struct {
	Line, Column int
}

// Range is a [Span] in positions; End is exclusive, like the span's.
type Range struct {
	Start, End Position
}

const bom = "\ufeff"

// File is the immutable content of one file with its line index.
type File struct {
	path  string
	text  string
	lines []int // byte offset at which each line starts
	runes []int // code points before each multiple of stride
}

// stride is how many bytes lie between two counts of code points: a position
// costs no more than that, however long its line is.
const stride = 1 << 12

// New indexes data under path. The path is kept as given and never opened.
// Lines end with "\n" or "\r\n".
func New(path string, data []byte) *File {
	f := &File{path: path, text: string(data), lines: make([]int, 1, 1+bytes.Count(data, []byte{'\n'}))}
	for i, b := range data {
		if b == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	f.runes = make([]int, 1, 1+len(data)/stride)
	for n := 0; len(f.runes)*stride <= len(data); {
		at := len(f.runes) * stride
		n += starts(f.text[at-stride : at])
		f.runes = append(f.runes, n)
	}
	return f
}

// Path is the name given to [New].
func (f *File) Path() string { return f.path }

// Content is the whole file.
func (f *File) Content() string { return f.text }

// Len is the size of the file in bytes.
func (f *File) Len() int { return len(f.text) }

// BOM is the length in bytes of a leading byte order mark: 0 or 3.
func (f *File) BOM() int {
	if strings.HasPrefix(f.text, bom) {
		return len(bom)
	}
	return 0
}

// Lines is the number of lines; a final line break does not start a new one.
func (f *File) Lines() int {
	if n := len(f.lines); n > 1 && f.lines[n-1] == len(f.text) {
		return n - 1
	}
	return len(f.lines)
}

// Excerpt is the text at s. It panics, like slicing, if s is out of bounds:
// spans come from the parser of this very file.
func (f *File) Excerpt(s Span) string { return f.text[s.Start:s.End] }

// Position converts a byte offset. Offsets beyond the file are clamped.
// A byte order mark has no column of its own.
func (f *File) Position(offset int) Position {
	offset = max(0, min(offset, len(f.text)))
	line := sort.SearchInts(f.lines, offset+1) - 1
	start := f.lines[line]
	if line == 0 {
		start = min(f.BOM(), offset)
	}
	return Position{Line: line + 1, Column: 1 + f.codePoints(start, offset)}
}

// codePoints counts those between two offsets of one line.
func (f *File) codePoints(start, end int) int {
	from, to := start/stride+1, end/stride
	if from > to {
		return starts(f.text[start:end])
	}
	return starts(f.text[start:from*stride]) + f.runes[to] - f.runes[from] + starts(f.text[to*stride:end])
}

// starts counts the bytes that start a code point.
func starts(s string) int {
	n := 0
	for i := range len(s) {
		if utf8.RuneStart(s[i]) {
			n++
		}
	}
	return n
}

// Range converts a span.
func (f *File) Range(s Span) Range {
	return Range{Start: f.Position(s.Start), End: f.Position(s.End)}
}

// Line is the span of line n (1-based) without its line break.
// A line that the file does not have is the empty span at its end.
func (f *File) Line(n int) Span {
	if n < 1 || n > len(f.lines) {
		return Span{Start: len(f.text), End: len(f.text)}
	}
	s := Span{Start: f.lines[n-1], End: len(f.text)}
	if n < len(f.lines) {
		s.End = f.lines[n] - 1
	}
	if s.End > s.Start && f.text[s.End-1] == '\r' {
		s.End--
	}
	return s
}
