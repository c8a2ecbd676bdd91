package finding

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"slices"
	"strings"
)

// Key names one finding in a whole repository.
type Key struct {
	Path        string
	Fingerprint Fingerprint
}

// How many characters an id shows unless two on show clash.
const (
	idLength   = 6 // 30 bits of the fingerprint
	tailLength = 3 // 15 bits of the path's digest
)

// crockford is Douglas Crockford's base 32 alphabet, in lower case.
const crockford = "0123456789abcdefghjkmnpqrstvwxyz"

// IDs gives every key a short id, unique among them, for people only: the
// fingerprint's first 30 bits as six base 32 characters. Two that clash are
// both lengthened until they differ. The same words in two files have the same
// fingerprint; each then carries a tail taken from its path. An id depends on
// what it is shown with, never on the order.
func IDs(keys []Key) []string {
	heads, tails := make([]string, len(keys)), make([]string, len(keys))
	sharers := make(map[Fingerprint][]int)
	for i, k := range keys {
		heads[i], tails[i] = k.Fingerprint.base32(), k.tail()
		sharers[k.Fingerprint] = append(sharers[k.Fingerprint], i)
	}
	out := shorten(heads, idLength)
	for i, k := range keys {
		group := sharers[k.Fingerprint]
		if group[0] != i {
			continue
		}
		own := make([]string, len(group))
		for j, g := range group {
			own[j] = tails[g]
		}
		if slices.Min(own) == slices.Max(own) {
			continue // one key, however often it is named
		}
		for j, tail := range shorten(own, tailLength) {
			out[group[j]] += "-" + tail
		}
	}
	return out
}

// Matches reports whether id is one that [IDs] can give the key, in whatever
// company it is shown.
func (k Key) Matches(id string) bool {
	head, tail, tailed := strings.Cut(id, "-")
	if tailed && (len(tail) < tailLength || !strings.HasPrefix(k.tail(), tail)) {
		return false
	}
	return len(head) >= idLength && strings.HasPrefix(k.Fingerprint.base32(), head)
}

func (k Key) tail() string {
	sum := sha256.Sum256([]byte(k.Path))
	return encode(sum[:])
}

// base32 is the whole fingerprint in base 32; what is no fingerprint gives
// that many zeros.
func (f Fingerprint) base32() string {
	raw, err := hex.DecodeString(string(f))
	if err != nil || len(raw) != sha256.Size {
		raw = make([]byte, sha256.Size)
	}
	return encode(raw)
}

func encode(raw []byte) string {
	return base32.NewEncoding(crockford).WithPadding(base32.NoPadding).EncodeToString(raw)
}

// shorten cuts each word to the shortest prefix of at least n bytes that no
// different word begins with. All words have the same length.
func shorten(words []string, n int) []string {
	sorted := slices.Compact(slices.Sorted(slices.Values(words)))
	short := make(map[string]string, len(sorted))
	for i, w := range sorted {
		length := n
		if i > 0 {
			length = max(length, common(sorted[i-1], w)+1)
		}
		if i+1 < len(sorted) {
			length = max(length, common(w, sorted[i+1])+1)
		}
		short[w] = w[:length]
	}
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = short[w]
	}
	return out
}

// common is the length of the longest common prefix.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
