package finding

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
)

// Fingerprint is a finding's stable identity across revisions: 64 lower-case
// hexadecimal digits.
type Fingerprint string

// fingerprintVersion is the first field of every fingerprint. Raise it when
// what goes into one changes; old ledgers then stay readable as old.
const fingerprintVersion = "surmise/1"

// fingerprint is SHA-256 over a length-prefixed field list, so that no two
// different lists share their bytes. White space is folded in every field;
// digits, signs, negation, case and code are not touched. Members are sorted
// but not deduplicated: one more equal member is one more thing left open, and
// a decision about fewer must not cover it.
func fingerprint(detector string, id Identity, ordinal int) Fingerprint {
	h := sha256.New()
	var n [8]byte
	number := func(v int) {
		binary.BigEndian.PutUint64(n[:], uint64(v))
		h.Write(n[:])
	}
	field := func(s string) {
		s = fold(s)
		number(len(s))
		h.Write([]byte(s))
	}
	list := func(ss []string) {
		number(len(ss))
		for _, s := range ss {
			field(s)
		}
	}
	field(fingerprintVersion)
	field(detector)
	field(id.Text)
	list(id.Context)
	list(id.Headers)
	field(id.Anchor)
	members := make([]string, len(id.Members))
	for i, m := range id.Members {
		members[i] = fold(m)
	}
	slices.Sort(members)
	list(members)
	number(ordinal)
	return Fingerprint(hex.EncodeToString(h.Sum(nil)))
}

// fold takes away what a change of wrapping changes.
func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// ParseFingerprint reads exactly what a fingerprint looks like.
func ParseFingerprint(text string) (Fingerprint, bool) {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != sha256.Size || text != strings.ToLower(text) {
		return "", false
	}
	return Fingerprint(text), true
}
