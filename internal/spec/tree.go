package spec

// Tree is what a parser hands over: the blocks of a file in source order, and
// its HTML comments.
type Tree struct {
	Blocks   []*Block
	Comments []Comment
}
