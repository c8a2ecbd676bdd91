package spec

import "fmt"

// Tree is what a parser hands over: the blocks of a file in source order, and
// its HTML comments.
type Tree struct {
	Blocks   []*Block
	Comments []Comment
}

// RefusedError says that a parser gives no tree of a file: it is malformed, or a
// limit was reached.
type RefusedError struct {
	Line   int // 1-based; 0 if the whole file is meant
	Reason string
}

// Error names the line and the reason.
func (e *RefusedError) Error() string {
	if e.Line == 0 {
		return e.Reason
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
}
