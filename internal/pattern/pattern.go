// Package pattern holds regular expressions that are compiled when they are
// first asked for: most runs need few of the program's, and compiling them all
// would be a good part of the time that a small spec takes.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy is the compiled form of an expression, made at the first call and kept.
// Like [regexp.MustCompile] it panics where the expression is not well formed.
func Lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
