package align

import "strings"

// Run is a stretch of words that two texts share, or that only one has.
type Run struct {
	Before, After string // equal in a shared run; "" where the other side has no words
}

// Shared reports whether both texts have these words.
func (r Run) Shared() bool { return r.Before == r.After }

// Words compares two texts word by word and returns the runs from left to
// right. Very long texts are compared only at their ends, and what lies between
// is one run.
func Words(before, after string) []Run {
	a, b := strings.Fields(before), strings.Fields(after)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var out []Run
	add := func(before, after []string) {
		if len(before)+len(after) > 0 {
			out = append(out, Run{strings.Join(before, " "), strings.Join(after, " ")})
		}
	}
	add(a[:head], b[:head])
	middle(a[head:len(a)-tail], b[head:len(b)-tail], add)
	add(a[len(a)-tail:], b[len(b)-tail:])
	return out
}

// middle compares what lies between the common ends by the longest common
// subsequence.
func middle(a, b []string, add func(before, after []string)) {
	const cells = 1 << 16
	if len(a)*len(b) > cells || len(a) == 0 || len(b) == 0 {
		add(a, b)
		return
	}
	width := len(b) + 1
	length := make([]int, (len(a)+1)*width) // of the rest from (i, j) on
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i*width+j] = length[(i+1)*width+j+1] + 1
			} else {
				length[i*width+j] = max(length[(i+1)*width+j], length[i*width+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) || j < len(b); {
		i0, j0 := i, j
		for i < len(a) && j < len(b) && a[i] == b[j] {
			i++
			j++
		}
		add(a[i0:i], b[j0:j])
		i0, j0 = i, j
		for (i < len(a) || j < len(b)) && (i == len(a) || j == len(b) || a[i] != b[j]) {
			if j == len(b) || i < len(a) && length[(i+1)*width+j] >= length[i*width+j+1] {
				i++
			} else {
				j++
			}
		}
		add(a[i0:i], b[j0:j])
	}
}
