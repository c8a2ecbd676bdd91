package finding

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func fingerprintOf(detector string, id Identity, ordinal int) Fingerprint {
	d := newDigest(detector, id)
	return d.fingerprint(id.Members, ordinal)
}

// TestFingerprintGolden pins the first version of the format: ledgers and
// decisions that exist refer to it. A change of it needs a new version.
func TestFingerprintGolden(t *testing.T) {
	t.Parallel()
	id := Identity{Text: "The app MUST start.", Context: []string{"On boot:"}, Headers: []string{"Rule"}, Anchor: "FR-001", Members: []string{"b", "a"}}
	const want = "8e0603fc845ad08392307298181ed9eb39093d82ebb2c86b9a5cb3eb0d78a9ff"
	if got := fingerprintOf("vague-term", id, 0); got != want {
		t.Errorf("fingerprint %s, want %s", got, want)
	}
}

func TestFingerprint(t *testing.T) {
	t.Parallel()
	base := Identity{Text: "a b", Context: []string{"c", "d"}, Headers: []string{"e"}, Anchor: "f", Members: []string{"g", "h"}}
	with := func(change func(*Identity)) Identity {
		id := base
		id.Context, id.Headers, id.Members = slices.Clone(base.Context), slices.Clone(base.Headers), slices.Clone(base.Members)
		change(&id)
		return id
	}
	tests := []struct {
		name string
		id   Identity
		same bool
	}{
		{"white space", with(func(id *Identity) { id.Text = " a \n\t b " }), true},
		{"white space in a list", with(func(id *Identity) { id.Context[0] = "c " }), true},
		{"order of members", with(func(id *Identity) { id.Members = []string{"h", " g"} }), true},
		{"one more equal member", with(func(id *Identity) { id.Members = []string{"g", "h", "h"} }), false},
		{"blank removed", with(func(id *Identity) { id.Text = "ab" }), false},
		{"case", with(func(id *Identity) { id.Text = "A b" }), false},
		{"order of context", with(func(id *Identity) { id.Context = []string{"d", "c"} }), false},
		{"context joined", with(func(id *Identity) { id.Context = []string{"c d"} }), false},
		{"context moved to heads", with(func(id *Identity) { id.Context, id.Headers = []string{"c"}, []string{"d", "e"} }), false},
		{"text moved to context", with(func(id *Identity) { id.Text, id.Context = "a", []string{"b", "c", "d"} }), false},
		{"anchor moved to members", with(func(id *Identity) { id.Anchor, id.Members = "", []string{"f", "g", "h"} }), false},
		{"empty member", with(func(id *Identity) { id.Members = []string{"", "g", "h"} }), false},
		{"anchor", with(func(id *Identity) { id.Anchor = "F" }), false},
		{"heads", with(func(id *Identity) { id.Headers = nil }), false},
	}
	want := fingerprintOf("d", base, 0)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := fingerprintOf("d", tt.id, 0); (got == want) != tt.same {
				t.Errorf("same fingerprint: %v, want %v", got == want, tt.same)
			}
		})
	}
	if fingerprintOf("e", base, 0) == want || fingerprintOf("d", base, 1) == want {
		t.Error("neither detector nor ordinal tells fingerprints apart")
	}
	if _, ok := ParseFingerprint(string(want)); !ok {
		t.Errorf("ParseFingerprint refuses %q", want)
	}
}

// TestFingerprintIsInjective tries identities over a tiny alphabet, where any
// two lists that ran into each other would collide.
func TestFingerprintIsInjective(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(1))
	words := []string{"", "a", "b", "a b", "aa", "\x00", "1"}
	word := func() string { return words[r.Intn(len(words))] }
	list := func() []string {
		var out []string
		for range r.Intn(3) {
			out = append(out, word())
		}
		return out
	}
	seen := make(map[Fingerprint]string)
	for range 20_000 {
		id, detector, ordinal := Identity{Text: word(), Context: list(), Headers: list(), Anchor: word(), Members: list()}, word(), r.Intn(2)
		slices.Sort(id.Members)
		text := fmt.Sprintf("%q %d %q %q %q %q %q", detector, ordinal, id.Text, id.Context, id.Headers, id.Anchor, id.Members)
		fp := fingerprintOf(detector, id, ordinal)
		if other, ok := seen[fp]; ok && other != text {
			t.Fatalf("one fingerprint for\n%s\n%s", other, text)
		}
		seen[fp] = text
	}
}

func TestParseFingerprint(t *testing.T) {
	t.Parallel()
	good := strings.Repeat("0af9", 16)
	for _, bad := range []string{"", "0", good[1:], good + "0", strings.ToUpper(good), strings.Repeat("g", 64), " " + good[1:]} {
		if _, ok := ParseFingerprint(bad); ok {
			t.Errorf("ParseFingerprint accepts %q", bad)
		}
	}
	if got, ok := ParseFingerprint(good); !ok || string(got) != good {
		t.Errorf("ParseFingerprint(%q) = %q, %v", good, got, ok)
	}
}

// printOf is the fingerprint that begins with these digits.
func printOf(digits string) Fingerprint {
	return Fingerprint(digits + strings.Repeat("0", 64-len(digits)))
}

func TestIDs(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		keys []Key
		want []string
	}{
		{"none", nil, []string{}},
		{"first 30 bits", []Key{{"a.md", printOf("ffffffff")}, {"a.md", printOf("00443214c7")}}, []string{"zzzzzz", "012345"}},
		{"letters that look like digits are left out", []Key{{"a.md", printOf("8c5dacf7")}}, []string{"hhetsx"}},
		{"a clash lengthens both", []Key{{"a.md", printOf("00443214c0")}, {"a.md", printOf("00443214ff")}, {"a.md", printOf("ff")}},
			[]string{"0123456", "0123457", "zw0000"}},
		{"a long clash", []Key{{"a.md", printOf("00443214c74254b635cf84653a56d7c675be77de")}, {"a.md", printOf("00443214c74254b635cf84653a56d7c675be77df")}},
			[]string{"0123456789abcdefghjkmnpqrstvwxyy", "0123456789abcdefghjkmnpqrstvwxyz"}},
		{"the same words in two files", []Key{{"a.md", printOf("00443214c0")}, {"b.md", printOf("00443214c0")}},
			[]string{"012345-" + tail("a.md"), "012345-" + tail("b.md")}},
		{"one key twice", []Key{{"a.md", printOf("00443214c0")}, {"a.md", printOf("00443214c0")}}, []string{"012345", "012345"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := IDs(tt.keys)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("ids (-want +got):\n%s", diff)
			}
			for i, k := range tt.keys {
				if !k.Matches(got[i]) {
					t.Errorf("key %v does not match its own id %q", k, got[i])
				}
			}
		})
	}
}

func tail(path string) string { return Key{Path: path}.tail()[:tailLength] }

// TestIDsAreUnique crowds keys into few bits and few files.
func TestIDsAreUnique(t *testing.T) {
	t.Parallel()
	for seed := range int64(200) {
		r := rand.New(rand.NewSource(seed))
		unique := make(map[Key]bool)
		for range 60 {
			unique[Key{Path: fmt.Sprint(r.Intn(4)), Fingerprint: printOf(fmt.Sprintf("00443214%02x", r.Intn(16)))}] = true
		}
		var keys []Key
		for k := range unique {
			keys = append(keys, k)
		}
		ids := IDs(keys)
		byKey, taken := make(map[Key]string), make(map[string]Key)
		for i, id := range ids {
			if other, ok := taken[id]; ok {
				t.Fatalf("seed %d: id %q for %v and %v", seed, id, other, keys[i])
			}
			taken[id], byKey[keys[i]] = keys[i], id
			for _, k := range keys {
				if k != keys[i] && k.Fingerprint != keys[i].Fingerprint && k.Matches(id) {
					t.Fatalf("seed %d: id %q of %v matches %v too", seed, id, keys[i], k)
				}
			}
		}
		r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		for i, id := range IDs(keys) {
			if byKey[keys[i]] != id {
				t.Fatalf("seed %d: the order of keys turns %q into %q", seed, byKey[keys[i]], id)
			}
		}
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	k := Key{"a.md", printOf("00443214c7")}
	for id, want := range map[string]bool{
		"012345": true, "0123456": true, "01234": false, "": false, "012346": false, "012345-": false, "O12345": false,
		"012345-" + tail("a.md"): true, "012345-" + tail("b.md"): false, "012345-" + tail("a.md")[:2]: false,
	} {
		if got := k.Matches(id); got != want {
			t.Errorf("Matches(%q) = %v, want %v", id, got, want)
		}
	}
}
