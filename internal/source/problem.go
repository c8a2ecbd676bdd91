package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is something wrong with a file that people write by hand, at the
// place where they must look. A message about the file as a whole has the zero
// position.
type Problem struct {
	Path    string
	At      Position
	Message string
}

// String is the problem as compilers write it: "path:line:col: message".
func (p Problem) String() string {
	if p.At == (Position{}) {
		return fmt.Sprintf("%s: %s", p.Path, p.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.Path, p.At.Line, p.At.Column, p.Message)
}

// Problems is everything wrong with a file or a folder, as one error: people
// mend all of it in one go.
type Problems []Problem

// Error lists the problems, one a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.String()
	}
	return strings.Join(lines, "\n")
}

// Err is the problems by path and place, or nil if there are none.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	sorted := slices.Clone(p)
	slices.SortStableFunc(sorted, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Column, b.At.Column))
	})
	return sorted
}
