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
// digits, signs, negation, case and code are not touched.
func fingerprint(detector string, id Identity, ordinal int) Fingerprint {
	h := sha256.New()
	var n [8]byte
	number := func(v int) {
		binary.BigEndian.PutUint64(n[:], uint64(v))
		h.Write(n[:])
	}
	field := func(s string) {
		s = strings.Join(strings.Fields(s), " ")
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
	members := slices.Clone(id.Members)
	slices.Sort(members)
	list(members)
	number(ordinal)
	return Fingerprint(hex.EncodeToString(h.Sum(nil)))
}

// crockford is Douglas Crockford's base 32 alphabet, in lower case.
const crockford = "0123456789abcdefghjkmnpqrstvwxyz"

// shortIDLength is the length of a short id unless two on show clash.
const shortIDLength = 6

// ShortID is the fingerprint's first 30 bits as six base 32 characters, for
// people only; two that clash on show are lengthened with [Fingerprint.IDOfLength].
func (f Fingerprint) ShortID() string { return f.IDOfLength(shortIDLength) }

// IDOfLength is the first 5*n bits in base 32. A malformed fingerprint, or more
// characters than it has bits for, gives "".
func (f Fingerprint) IDOfLength(n int) string {
	raw, err := hex.DecodeString(string(f))
	if err != nil || n < 1 || n*5 > len(raw)*8 {
		return ""
	}
	var b strings.Builder
	for i := range n {
		var v int
		for bit := i * 5; bit < i*5+5; bit++ {
			v = v<<1 | int(raw[bit/8]>>(7-bit%8)&1)
		}
		b.WriteByte(crockford[v])
	}
	return b.String()
}
