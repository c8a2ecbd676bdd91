package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/testkit"
)

const specText = `# Parcel tracking

The courier app SHOULD sync quickly.

- Labels are printed in TBD format
  ("A6" or "A5").
`

// found builds a finding about words of specText, which is all that a ledger
// sees of a detector.
func found(path, words, detector string, s finding.Severity) finding.Finding {
	f := source.New(path, []byte(specText))
	at := strings.Index(specText, words)
	return finding.Finding{
		Detector: detector, Severity: s, Class: finding.Underspecified, Affects: "requirements",
		Place: finding.PlaceOf(f, finding.Head, source.Span{Start: at, End: at + len(words)}), Heading: "Parcel tracking",
		Message: fmt.Sprintf("%q says too little", words), Hint: "say it", Default: "any reading is taken as met",
		Identity: finding.Identity{Text: words, Anchor: "Parcel tracking"},
	}
}

func sample() []finding.Finding {
	suppressed := found("docs/specs/a.md", "courier app", "vague-term", finding.High)
	suppressed.Suppressed = &finding.Suppression{Reason: "agreed", Source: "inline"}
	unaccepted := found("docs/specs/a.md", "A5", "vague-term", finding.High)
	unaccepted.Unaccepted = &finding.Suppression{Reason: "agreed", Source: "inline"}
	before := found("docs/specs/a.md", "quickly", "vague-term", finding.Medium)
	before.PreExisting = true
	wrapped := found("docs/specs/a.md", "TBD format\n  (\"A6\" or", "placeholder", finding.High)
	all := finding.Finish([]finding.Finding{
		wrapped, before, suppressed, unaccepted,
		found("docs/specs/b.md", "quickly", "vague-term", finding.Medium),
		found("docs/specs/a.md", "Labels", "passive", finding.Low),
		found("docs/specs/a.md", "printed", "off", finding.Off),
	})
	for i := range all {
		if all[i].Text == wrapped.Text {
			all[i].Predecessor = finding.Fingerprint(strings.Repeat("ab", 32))
		}
	}
	return all
}

func day() time.Time { return time.Date(2026, 3, 4, 5, 6, 7, 8, time.FixedZone("", 3600)) }

func TestFromFindings(t *testing.T) {
	t.Parallel()
	l := FromFindings(sample(), day())
	var got []string
	for _, e := range l.Entries {
		got = append(got, fmt.Sprintf("%s %s %s %s:%d:%d %q pre=%v pred=%q", e.State, e.Severity, e.Source, e.Spec.Path,
			e.Spec.Place.At.Start.Line, e.Spec.Place.At.Start.Column, e.Gap, e.PreExisting, e.Predecessor))
	}
	want := []string{
		`open medium vague-term docs/specs/a.md:3:29 "quickly" pre=true pred=""`,
		`open high placeholder docs/specs/a.md:5:25 "TBD format\n  (\"A6\" or" pre=false pred="a-nentqa"`,
		`open high vague-term docs/specs/a.md:6:13 "A5" pre=false pred=""`,
		`open medium vague-term docs/specs/b.md:3:29 "quickly" pre=false pred=""`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	if a, b := l.Entries[0].ID, l.Entries[3].ID; a == b || a[:8] != b[:8] {
		t.Errorf("the same words in two files have the ids %q and %q; they must differ in their tails", a, b)
	}
	if got := l.Entries[0].CreatedAt.Format(time.RFC3339Nano); got != "2026-03-04T04:06:07Z" {
		t.Errorf("created at %s, want whole seconds in UTC", got)
	}
	shuffled := sample()
	rand.New(rand.NewSource(1)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	if diff := cmp.Diff(l, FromFindings(shuffled, day())); diff != "" {
		t.Errorf("the order of findings matters (-want +got):\n%s", diff)
	}
}

// TestMoreFindings holds FromFindings to its property: one more finding never
// takes an entry away and never closes one.
func TestMoreFindings(t *testing.T) {
	t.Parallel()
	words := strings.Fields(specText)
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		var some []finding.Finding
		for range 1 + r.Intn(6) {
			some = append(some, found(fmt.Sprintf("%d.md", r.Intn(3)), words[r.Intn(len(words))], "d", finding.Severity(r.Intn(4))))
		}
		open := func(findings []finding.Finding) map[finding.Key]int {
			out := make(map[finding.Key]int)
			for _, e := range FromFindings(finding.Finish(slices.Clone(findings)), time.Time{}).Entries {
				if e.State == Open {
					out[finding.Key{Path: e.Spec.Path}]++
				}
			}
			return out
		}
		before, after := open(some[1:]), open(some)
		for key, n := range before {
			if after[key] < n {
				t.Fatalf("seed %d: one more finding leaves %d of %d entries of %s open", seed, after[key], n, key.Path)
			}
		}
	}
}

func TestCodec(t *testing.T) {
	t.Parallel()
	for _, at := range []time.Time{day(), {}} {
		for _, e := range FromFindings(sample(), at).Entries {
			data, err := Encode(e)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Decode("e.json", data)
			if err != nil {
				t.Fatalf("%s\n%s", err, data)
			}
			if diff := cmp.Diff(e, got, written()); diff != "" {
				t.Errorf("decode after encode (-want +got):\n%s", diff)
			}
		}
	}
	for name, e := range map[string]Entry{"entry": FromFindings(sample(), day()).Entries[1], "entry_decided": decided()} {
		data, err := Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode("e.json", data)
		if diff := cmp.Diff(e, got, written()); err != nil || diff != "" {
			t.Errorf("%s: decode after encode: %v (-want +got):\n%s", name, err, diff)
		}
		testkit.Golden(t, testkit.Path(t, "testdata", "ledger", name+".golden"), data)
	}
}

// written ignores what an entry's file does not hold.
func written() cmp.Option {
	return cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Words" }, cmp.Ignore())
}

// decided is an entry with events of every kind.
func decided() Entry {
	e := FromFindings(sample(), day()).Entries[1]
	at := day().UTC().Truncate(time.Second)
	e.State = Confirmed
	e.Events = []Event{
		{
			Verb: Acknowledge, Auto: true, At: at, HeadSHA: strings.Repeat("ab", 20), Fingerprint: e.Fingerprint, Effect: Outdone,
		},
		{
			Verb: Confirm, By: "octocat", Permission: "maintain", Self: true, At: at.Add(time.Hour),
			Link: "https://github.com/octo-org/octo-repo/pull/7#issuecomment-1", HeadSHA: strings.Repeat("ab", 20),
			Fingerprint: e.Fingerprint, Choice: "A", Reason: "the contract says so", Effect: Counts,
		},
		{
			Verb: Dismiss, By: "hubot", Permission: "write", At: at.Add(2 * time.Hour),
			Link: "https://github.com/octo-org/octo-repo/pull/7#issuecomment-2", HeadSHA: strings.Repeat("ab", 20),
			Fingerprint: e.Fingerprint, Reason: "no gap", Effect: Void, Why: "the comment was deleted",
		},
	}
	return e
}

// TestRefusal shows what people see of malformed ledger files.
func TestRefusal(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob(testkit.Path(t, "testdata", "ledger", "bad", "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Decode(filepath.Base(name), data)
			var problems source.Problems
			if !errors.As(err, &problems) {
				t.Fatalf("Decode gives %v, want problems", err)
			}
			if diff := cmp.Diff(Entry{}, got); diff != "" {
				t.Errorf("a refused entry still says something (-want +got):\n%s", diff)
			}
			testkit.Golden(t, strings.TrimSuffix(name, ".json")+".golden", []byte(err.Error()+"\n"))
		})
	}
}

// TestEveryField takes a good entry apart: each member in turn is removed,
// doubled, renamed, or given a value of every other type, and none of it may
// pass.
func TestEveryField(t *testing.T) {
	t.Parallel()
	good, err := Encode(decided())
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(good)), "\n")
	var tried int
	for i, line := range lines {
		name, val, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || val == "{" || val == "[" {
			continue
		}
		comma := ""
		if strings.HasSuffix(val, ",") {
			comma = ","
		}
		wrong := map[string]string{
			"doubled": line + "\n" + name + ": " + strings.TrimSuffix(val, ",") + comma,
			"renamed": strings.Replace(line, name, strings.ToUpper(name), 1),
			"object":  name + ": {}" + comma,
			"list":    name + ": [1]" + comma,
			"float":   name + ": 1.5" + comma,
		}
		if comma == "" {
			wrong["doubled"] = line + ",\n" + line
		}
		if !strings.HasPrefix(val, `"`) {
			wrong["string"] = name + `: "false"` + comma
		}
		if comma != "" {
			wrong["removed"] = ""
		}
		for how, replacement := range wrong {
			tried++
			broken := slices.Clone(lines)
			broken[i] = replacement
			text := strings.Join(broken, "\n")
			if !json.Valid([]byte(text)) {
				t.Fatalf("%s %s: the test itself writes broken JSON:\n%s", name, how, text)
			}
			if _, err := Decode("e.json", []byte(text)); err == nil {
				t.Errorf("%s %s: accepted", name, how)
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d ways tried", tried)
	}
}

func FuzzDecode(f *testing.F) {
	for _, e := range FromFindings(sample(), day()).Entries {
		data, err := Encode(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	names, err := filepath.Glob(testkit.Path(f, "testdata", "ledger", "bad", "*.json"))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := Decode("e.json", data)
		if err != nil {
			return
		}
		canonical, err := Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Decode("e.json", canonical)
		if diff := cmp.Diff(e, again); err != nil || diff != "" {
			t.Errorf("decode after encode: %v (-want +got):\n%s", err, diff)
		}
		if twice, err := Encode(again); err != nil || string(twice) != string(canonical) {
			t.Errorf("encode is not canonical: %v\n%s\n%s", err, canonical, twice)
		}
	})
}
