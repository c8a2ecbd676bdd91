package report

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The budgets of what a platform takes, in bytes. UTF-8 never has fewer bytes
// than UTF-16 has units, so that bytes are the limit that counts. A summary
// over its budget is refused; a text over it is cut without a word, and with it
// the record at its end. Comments are kept well below what is accepted.
const (
	maxSummary     = 65_535
	maxText        = 65_535
	maxComment     = 60_000
	maxStepSummary = 1 << 20
)

// A block is a part of a document that can be shortened row by row: what does
// not fit is counted, never dropped in silence.
type block struct {
	rank int    // who gets room first; equal ranks in the order of the document
	head string // written if anything of the block is; ends with a line break
	rows []string
	foot string // closes what the head opened; ends with a line break, or is empty
	more string // what a row is called when it is counted: "entry"
}

// rest is the line that stands for rows without room.
func (b block) rest(n int, where string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("\n%s in %s\n", more(n, b.more), where)
}

// more is how many more there are of something.
func more(n int, noun string) string {
	if stem, ok := strings.CutSuffix(noun, "y"); ok && n != 1 {
		noun = stem + "ie"
	}
	return count(n, "more "+noun)
}

// size is what the block takes with n rows.
func (b block) size(n int, where string) int {
	total := len(b.head) + len(b.foot) + len(b.rest(len(b.rows)-n, where))
	for _, r := range b.rows[:n] {
		total += len(r)
	}
	return total
}

// fit writes the blocks into at most limit bytes. Every block keeps its head
// and the count of what it lost as long as these have room at all; the rows go
// to the blocks of the lowest rank first. where is the place that has the rest.
func fit(blocks []block, limit int, where string) string {
	kept := make([]int, len(blocks)) // rows that are written
	total := 0
	for i, b := range blocks {
		kept[i] = len(b.rows)
		total += b.size(len(b.rows), where)
	}
	lost := ""
	if total > limit {
		blocks, lost = heads(blocks, limit, where)
		share(blocks, kept, limit-len(lost), where)
	}
	var out strings.Builder
	for i, b := range blocks {
		out.WriteString(b.head)
		for _, r := range b.rows[:kept[i]] {
			out.WriteString(r)
		}
		out.WriteString(b.foot + b.rest(len(b.rows)-kept[i], where))
	}
	return out.String() + lost
}

// least is the size of a block without rows, or with all where that is less
// than to count them.
func (b block) least(where string) int { return min(b.size(0, where), b.size(len(b.rows), where)) }

// heads are the blocks from the first on that have room for their least, with
// the line that stands for the others.
func heads(blocks []block, limit int, where string) ([]block, string) {
	lost := "\nmore in " + where + "\n"
	used := 0
	for i, b := range blocks {
		used += b.least(where)
		if used+len(lost) > limit && i < len(blocks)-1 || used > limit {
			return blocks[:i], lost
		}
	}
	return blocks, ""
}

// share gives the room that the blocks' least leaves to their rows.
func share(blocks []block, kept []int, limit int, where string) {
	free := limit
	for _, b := range blocks {
		free -= b.least(where)
	}
	for _, i := range byRank(blocks) {
		b := blocks[i]
		least := b.least(where)
		size, room := least, least+free
		if size != b.size(len(b.rows), where) {
			kept[i] = 0
		}
		taken := len(b.head) + len(b.foot)
		for n, r := range b.rows {
			taken += len(r)
			if s := taken + len(b.rest(len(b.rows)-n-1, where)); s <= room {
				kept[i], size = n+1, s
			}
		}
		free -= size - least
	}
}

// byRank lists the blocks' places, lowest rank first.
func byRank(blocks []block) []int {
	var out []int
	for rank := 0; len(out) < len(blocks); rank++ {
		for i, b := range blocks {
			if b.rank == rank {
				out = append(out, i)
			}
		}
	}
	return out
}

// cut shortens text to at most limit bytes at a character's end and marks it.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	if limit < len(ellipsis) {
		return ""
	}
	end := limit - len(ellipsis)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + ellipsis
}

// cutRunes shortens text to at most limit code points and marks it.
func cutRunes(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	runes := []rune(s)
	return string(runes[:limit-1]) + ellipsis
}
