package finding

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/source"
)

// at builds findings "path text" in source order, one line each.
func at(lines ...string) []Finding {
	var out []Finding
	for i, line := range lines {
		path, text, _ := strings.Cut(line, " ")
		out = append(out, Finding{
			Detector: "d", Place: Place{Path: path, Side: Head, Span: source.Span{Start: i, End: i + 1}},
			Identity: Identity{Text: text, Anchor: "Rules"},
		})
	}
	return Finish(out)
}

func TestFinish(t *testing.T) {
	t.Parallel()
	findings := at("b.md x", "a.md x", "a.md y", "a.md x")
	findings[0].Side = Base // does not begin a count of its own
	findings = Finish(findings)
	want := []string{"a.md 2", "a.md 3", "a.md 1", "b.md 0"}
	var got []string
	seen := make(map[Key]bool)
	for _, f := range findings {
		got = append(got, fmt.Sprint(f.Path, " ", f.Span.Start))
		if seen[f.key()] {
			t.Errorf("two findings of %s have one fingerprint", f.Path)
		}
		seen[f.key()] = true
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	f := func(path string, side Side, start, end int, detector, message string) Finding {
		return Finding{Detector: detector, Message: message, Place: Place{Path: path, Side: side, Span: source.Span{Start: start, End: end}}}
	}
	want := []Finding{
		f("a.md", Head, 1, 2, "d", "m"), f("a.md", Head, 1, 3, "d", "m"), f("a.md", Head, 1, 3, "e", "a"), f("a.md", Head, 1, 3, "e", "b"),
		f("a.md", Head, 2, 2, "a", "a"), f("a.md", Base, 0, 1, "a", "a"), f("b.md", Head, 0, 0, "a", "a"),
	}
	got := slices.Clone(want)
	rand.New(rand.NewSource(1)).Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
	slices.SortFunc(got, Compare)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		head, base []string
		want       []string // the path and text of each partner, by head order
	}{
		{"nothing", nil, nil, nil},
		{"stands", []string{"a.md x"}, []string{"a.md x"}, []string{"a.md x"}},
		{"new", []string{"a.md x"}, []string{"a.md y"}, []string{""}},
		{"new among old", []string{"a.md x", "a.md x"}, []string{"a.md x"}, []string{"a.md x", ""}},
		{"renamed", []string{"b.md x"}, []string{"a.md x"}, []string{"a.md x"}},
		{"copied", []string{"a.md x", "b.md x"}, []string{"a.md x"}, []string{"a.md x", ""}},
		{"moved into two", []string{"b.md x", "c.md x"}, []string{"a.md x"}, []string{"", ""}},
		{"merged from two", []string{"c.md x"}, []string{"a.md x", "b.md x"}, []string{""}},
		{"renamed beside one that stayed", []string{"a.md x", "c.md x"}, []string{"a.md x", "b.md x"}, []string{"a.md x", "b.md x"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			base := at(tt.base...)
			var got []string
			for _, j := range Match(at(tt.head...), base) {
				if j < 0 {
					got = append(got, "")
					continue
				}
				got = append(got, base[j].Path+" "+base[j].Identity.Text)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("partners (-want +got):\n%s", diff)
			}
		})
	}
}

// TestMatchProperty: one more finding that is new to its file never makes
// another one stand at the base that did not.
func TestMatchProperty(t *testing.T) {
	t.Parallel()
	some := func(r *rand.Rand) []string {
		var out []string
		for range r.Intn(5) {
			out = append(out, fmt.Sprintf("%d.md %d", r.Intn(3), r.Intn(2)))
		}
		return out
	}
	stood := func(head, base []Finding) map[Key]bool {
		out := make(map[Key]bool)
		for i, j := range Match(head, base) {
			if j >= 0 {
				out[head[i].key()] = true
			}
		}
		return out
	}
	tried := 0
	for seed := range int64(2000) {
		r := rand.New(rand.NewSource(seed))
		head, base := some(r), at(some(r)...)
		before := stood(at(head...), base)
		more := at(append(head, fmt.Sprintf("%d.md %d", r.Intn(3), r.Intn(2)))...)
		known, old := make(map[Key]bool), make(map[Key]bool)
		for _, f := range at(head...) {
			known[f.key()] = true
		}
		for _, f := range base {
			old[f.key()] = true
		}
		if slices.ContainsFunc(more, func(f Finding) bool { return !known[f.key()] && old[f.key()] }) {
			continue // not new: it takes its own place back
		}
		tried++
		for key := range stood(more, base) {
			if known[key] && !before[key] {
				t.Fatalf("seed %d: with one more finding %v stands at the base", seed, key)
			}
		}
	}
	if tried < 500 {
		t.Errorf("only %d cases tried", tried)
	}
}

func TestPrecede(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		head, base []string
		want       []string // the text of each predecessor, by head order
	}{
		{"one word changed", []string{"a.md keep it for 30 days"}, []string{"a.md keep it for 20 days"}, []string{"keep it for 20 days"}},
		{"another text", []string{"a.md print the label"}, []string{"a.md keep it for 20 days"}, []string{""}},
		{"another file", []string{"a.md keep it for 30 days"}, []string{"b.md keep it for 20 days"}, []string{""}},
		{"the old one is still there", []string{"a.md keep it for 20 days", "a.md keep it for 30 days"}, []string{"a.md keep it for 20 days"}, []string{"", ""}},
		{"the nearest", []string{"a.md a b c d"}, []string{"a.md a b x y", "a.md a b c y"}, []string{"a b c y"}},
		{"each once", []string{"a.md a b c d", "a.md a b c e"}, []string{"a.md a b c x"}, []string{"a b c x", ""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			head, base := at(tt.head...), at(tt.base...)
			Precede(head, base, Match(head, base))
			text := map[Fingerprint]string{"": ""}
			for _, f := range base {
				text[f.Fingerprint] = f.Identity.Text
			}
			var got []string
			for _, f := range head {
				got = append(got, text[f.Predecessor])
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("predecessors (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSeverity(t *testing.T) {
	t.Parallel()
	for _, s := range []Severity{Off, Low, Medium, High} {
		if got, ok := ParseSeverity(s.String()); !ok || got != s {
			t.Errorf("ParseSeverity(%q) = %v, %v", s, got, ok)
		}
	}
	for _, text := range []string{"", "HIGH", "High", " high", "critical"} {
		if _, ok := ParseSeverity(text); ok {
			t.Errorf("ParseSeverity accepts %q", text)
		}
	}
}

func TestActive(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		f    Finding
		want bool
	}{
		{"zero", Finding{}, false},
		{"counts", Finding{Severity: Low}, true},
		{"silenced", Finding{Severity: High, Suppressed: &Suppression{}}, false},
		{"silenced by the change itself", Finding{Severity: High, Unaccepted: &Suppression{}}, true},
	} {
		if got := tt.f.Active(); got != tt.want {
			t.Errorf("%s: Active() = %v, want %v", tt.name, got, tt.want)
		}
	}
}
