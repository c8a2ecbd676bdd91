package align

import "strings"

// Run is a stretch of words that two texts share, or that only one has.
type Run struct {
	Before, After string // equal in a shared run; "" where the other side has no words
}

// Shared reports whether both texts have these words.
func (r Run) Shared() bool { return r.Before == r.After }

// Words compares two texts word by word and returns the runs from left to
// right.
func Words(before, after string) []Run {
	var out []Run
	for _, s := range Stretches(strings.Fields(before), strings.Fields(after)) {
		out = append(out, Run{strings.Join(s.Before, " "), strings.Join(s.After, " ")})
	}
	return out
}

// Stretch is a run of two lists of words, which may hold spaces or be empty.
type Stretch struct {
	Before, After []string
	Shared        bool // the two are equal
}

// Stretches compares two lists of words and returns the stretches from left to
// right: put together, they are the lists. Very long lists are compared only at
// their ends, and what lies between is one stretch.
func Stretches(before, after []string) []Stretch {
	a, b := before, after
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var out []Stretch
	add := func(before, after []string, shared bool) {
		if len(before)+len(after) > 0 {
			out = append(out, Stretch{before, after, shared})
		}
	}
	add(a[:head], b[:head], true)
	middle(a[head:len(a)-tail], b[head:len(b)-tail], add)
	add(a[len(a)-tail:], b[len(b)-tail:], true)
	return out
}

// middle compares what lies between the common ends by the longest common
// subsequence.
func middle(a, b []string, add func(before, after []string, shared bool)) {
	const cells = 1 << 16
	if len(a)*len(b) > cells || len(a) == 0 || len(b) == 0 {
		add(a, b, false)
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
		add(a[i0:i], b[j0:j], true)
		i0, j0 = i, j
		for (i < len(a) || j < len(b)) && (i == len(a) || j == len(b) || a[i] != b[j]) {
			if j == len(b) || i < len(a) && length[(i+1)*width+j] >= length[i*width+j+1] {
				i++
			} else {
				j++
			}
		}
		add(a[i0:i], b[j0:j], false)
	}
}
