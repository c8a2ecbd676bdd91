// Package nearest finds the name that somebody probably meant, for the
// messages about names that do not exist.
package nearest

// Name is the one of known that is closest to word, or "" if none is close:
// at most a third of the longer one's letters differ, and at least one is the
// same. Of equally close names the first wins.
func Name(word string, known []string) string {
	best, bestDistance := "", -1
	for _, k := range known {
		a, b := []rune(word), []rune(k)
		longer := max(len(a), len(b))
		if longer > maxLength {
			continue
		}
		d := distance(a, b)
		if d*3 > max(longer, 3) || d == longer {
			continue
		}
		if bestDistance < 0 || d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// maxLength is the longest word that is compared; names are short, and the
// word may come from a hostile file.
const maxLength = 64

// distance is how many letters must be inserted, removed, replaced or swapped
// with their neighbour to turn a into b (optimal string alignment).
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
