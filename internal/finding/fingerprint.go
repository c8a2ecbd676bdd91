package finding

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"
	"slices"
	"strings"
)

// Fingerprint is a finding's stable identity across revisions: 64 lower-case
// hexadecimal digits.
type Fingerprint string

// fingerprintVersion is the first field of every fingerprint. Raise it when
// what goes into one changes; old ledgers then stay readable as old.
const fingerprintVersion = "surmise/1"

// digest is a fingerprint up to its members and ordinal: what all findings of
// a detector about one statement share, however long the statement is.
//
// A fingerprint is SHA-256 over a length-prefixed field list, so that no two
// different lists share their bytes. White space is folded in every field;
// digits, signs, negation, case and code are not touched.
type digest struct {
	detector string
	id       Identity
	sum      hash.Hash
}

func newDigest(detector string, id Identity) digest {
	h := sha256.New()
	field(h, fingerprintVersion)
	field(h, detector)
	field(h, id.Text)
	list(h, id.Context)
	list(h, id.Headers)
	field(h, id.Anchor)
	return digest{detector, id, h}
}

// is reports whether the digest is that of an identity.
func (d *digest) is(detector string, id Identity) bool {
	return d.detector == detector && d.id.Text == id.Text && d.id.Anchor == id.Anchor &&
		slices.Equal(d.id.Context, id.Context) && slices.Equal(d.id.Headers, id.Headers)
}

// fingerprint completes the digest. Members are sorted but not deduplicated:
// one more equal member is one more thing left open, and a decision about fewer
// must not cover it.
func (d *digest) fingerprint(members []string, ordinal int) Fingerprint {
	h := d.begun()
	folded := make([]string, len(members))
	for i, m := range members {
		folded[i] = fold(m)
	}
	slices.Sort(folded)
	list(h, folded)
	number(h, ordinal)
	return Fingerprint(hex.EncodeToString(h.Sum(nil)))
}

// begun is a hash that has taken what the digest is of.
func (d *digest) begun() hash.Hash {
	if c, ok := d.sum.(hash.Cloner); ok {
		if h, err := c.Clone(); err == nil {
			return h
		}
	}
	return newDigest(d.detector, d.id).sum // certified builds cannot clone
}

func number(h hash.Hash, v int) {
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(v))
	h.Write(n[:])
}

func field(h hash.Hash, s string) {
	s = fold(s)
	number(h, len(s))
	io.WriteString(h, s)
}

func list(h hash.Hash, fields []string) {
	number(h, len(fields))
	for _, s := range fields {
		field(h, s)
	}
}

// fold takes away what a change of wrapping changes.
func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// FingerprintOf is the fingerprint of what is identified like a finding and is
// none: a question.
func FingerprintOf(kind string, id Identity) Fingerprint {
	d := newDigest(kind, id)
	return d.fingerprint(id.Members, 0)
}

// ParseFingerprint reads exactly what a fingerprint looks like.
func ParseFingerprint(text string) (Fingerprint, bool) {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != sha256.Size || text != strings.ToLower(text) {
		return "", false
	}
	return Fingerprint(text), true
}
