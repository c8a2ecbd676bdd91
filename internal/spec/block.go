package spec

import (
	"iter"

	"github.com/surmise-ci/surmise/internal/source"
)

// Kind says what a [Block] is in CommonMark and GFM terms.
type Kind uint8

// The block kinds. Only blocks with a [Block.Text] hold prose.
const (
	Paragraph Kind = iota + 1
	Heading
	List
	Item
	Table
	Row
	Cell
	Quote
	Code
	HTML
	Break
	FrontMatter
	Footnote
	Term        // the term of a definition list
	Description // what stands under it
)

// Task is the state of a task list item.
type Task uint8

// The task states; most items are no task at all.
const (
	NoTask Task = iota
	OpenTask
	DoneTask
)

// Block is one node of the document tree. Children lie inside their parent's
// span and stand in source order.
type Block struct {
	Kind     Kind
	Span     source.Span
	Text     *Text  // the block's own prose; nil for containers, code and HTML
	Level    int    // heading level 1 to 6
	Marker   string // list marker as written: "-", "3.", "b)"
	Task     Task
	Info     string // the first word of a fence's info string
	Header   bool   // the header row of a table
	Step     string // given, when, then, and: a scenario step by its format, in whatever language
	Children []*Block
}

// Comment is an HTML comment of the document, without its delimiters.
type Comment struct {
	Span source.Span
	Text string
}

// All walks the block and everything below it, parents first.
func (b *Block) All() iter.Seq[*Block] {
	return func(yield func(*Block) bool) { b.walk(yield) }
}

func (b *Block) walk(yield func(*Block) bool) bool {
	if !yield(b) {
		return false
	}
	for _, c := range b.Children {
		if !c.walk(yield) {
			return false
		}
	}
	return true
}
