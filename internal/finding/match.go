package finding

import (
	"slices"
	"strings"
)

// Match pairs the findings of the head with the same findings at the merge
// base. For each of head it gives the index of its partner in base, or -1.
//
// A finding stood at the base if its path has its fingerprint there, or if
// exactly one file lost the fingerprint and exactly one gained it: a rename. A
// copy into another file is new. Both lists come from [Finish].
func Match(head, base []Finding) []int {
	at := make(map[Key]int, len(base))
	lost := make(map[Fingerprint][]int)
	gained := make(map[Fingerprint]int)
	for j := range base {
		at[base[j].key()] = j
	}
	stands := make(map[Key]bool, len(head))
	for i := range head {
		stands[head[i].key()] = true
		if _, ok := at[head[i].key()]; !ok {
			gained[head[i].Fingerprint]++
		}
	}
	for j := range base {
		if !stands[base[j].key()] {
			lost[base[j].Fingerprint] = append(lost[base[j].Fingerprint], j)
		}
	}
	out := make([]int, len(head))
	for i := range head {
		fp := head[i].Fingerprint
		switch j, ok := at[head[i].key()]; {
		case ok:
			out[i] = j
		case gained[fp] == 1 && len(lost[fp]) == 1:
			out[i] = lost[fp][0]
		default:
			out[i] = -1
		}
	}
	return out
}

func (f *Finding) key() Key { return Key{Path: f.Path, Fingerprint: f.Fingerprint} }

// maxPairings bounds the comparisons spent on one anchor, in texts of up to
// pairingBytes: predecessors are for display, and a file may hold thousands of
// findings under one heading, or in one paragraph.
const (
	maxPairings  = 4096
	pairingBytes = 1 << 10
)

// Precede sets the Predecessor of each head finding that has no partner in the
// base but whose words are recognisably those of a base finding that has none
// in the head: the same detector in the same file, under the same anchor, with
// at least half of the words in common. Nothing depends on it but display.
// Partners is what [Match] gave for the two lists.
func Precede(head, base []Finding, partners []int) {
	type place struct{ path, detector, anchor string }
	placeOf := func(f *Finding) place { return place{f.Path, f.Detector, f.Identity.Anchor} }

	kept := make(map[int]bool, len(partners))
	for _, j := range partners {
		kept[j] = true
	}
	gone := make(map[place][]int)
	for j := range base {
		if p := placeOf(&base[j]); !kept[j] {
			gone[p] = append(gone[p], j)
		}
	}
	spent := make(map[place]int)
	for i := range head {
		p := placeOf(&head[i])
		cost := len(gone[p]) * (1 + len(head[i].Identity.Text)/pairingBytes)
		if partners[i] >= 0 || spent[p]+cost > maxPairings {
			continue
		}
		spent[p] += cost
		words, best, bestShare := strings.Fields(head[i].Identity.Text), -1, 0.5
		for k, j := range gone[p] {
			if share := overlap(words, strings.Fields(base[j].Identity.Text)); share >= bestShare {
				if best < 0 || share > bestShare {
					best, bestShare = k, share
				}
			}
		}
		if best >= 0 {
			head[i].Predecessor = base[gone[p][best]].Fingerprint
			gone[p] = slices.Delete(gone[p], best, best+1)
		}
	}
}

// overlap is the share of words that two texts have in common, 0 to 1: twice
// the common words over all words (Dice).
func overlap(a, b []string) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	count := make(map[string]int, len(a))
	for _, w := range a {
		count[w]++
	}
	common := 0
	for _, w := range b {
		if count[w] > 0 {
			count[w]--
			common++
		}
	}
	return 2 * float64(common) / float64(len(a)+len(b))
}
