package probe_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/probe"
)

func edgesOf(t *testing.T, text string) string {
	t.Helper()
	items, err := probe.Edges([]probe.Requirement{{ID: "R1", Text: text}})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, i := range items {
		out = append(out, i.Category)
	}
	return strings.Join(out, " ")
}

// TestTaxonomy pins the categories and what each shape raises, in order.
func TestTaxonomy(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff([]string{"boundary", "adjacency", "empty", "encoding", "ordering", "precision", "idempotency", "concurrency"},
		probe.EdgeValidators().Categories); diff != "" {
		t.Errorf("taxonomy (-want +got):\n%s", diff)
	}
	tests := map[string]string{
		"numeric-range": "boundary precision", "collection": "adjacency empty ordering", "text": "empty encoding",
		"stateful": "idempotency concurrency", "io": "concurrency",
	}
	for shape, want := range tests {
		items, err := probe.Edges([]probe.Requirement{{ID: "R1", Shapes: []string{shape}}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, i := range items {
			got = append(got, i.Category)
			if i.Probe == "" || i.Status != probe.Unresolved {
				t.Errorf("item %+v, want an open question", i)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("shape %s raises %q, want %q", shape, got, want)
		}
	}
}

// TestCues reads shapes out of texts: every inflection of a cue counts, and a
// text without one is unclassified, never without edges.
func TestCues(t *testing.T) {
	t.Parallel()
	const number, list, text, state, io = "boundary precision", "adjacency empty ordering", "empty encoding", "idempotency concurrency", "concurrency"
	tests := []struct{ text, want string }{
		{"Scores are rounded to two decimals", number},
		{"Prices below the limits", number},
		{"The amounts and counts of numbers", number},
		{"Capping happens between both", number},
		{"Deduplicate the attendees", list},
		{"The grouping of entries", list},
		{"Entries are merged and sorted", list},
		{"Overlaps of intervals", list},
		{"Each pair of ranges", list},
		{"Labels are truncated", text},
		{"The messages in Unicode", text},
		{"What was saved persists", state},
		{"Toggling, deleting and retrying", state},
		{"It stores, registers and inserts", state},
		{"While uploading", io},
		{"Open sockets and connections", io},
		{"A list of names", "adjacency empty encoding ordering"},
		{"It retries the request", "idempotency concurrency"},
		{"Set the theme to dark", "unclassified"},
		{"The set of books", list},
		{"The page looks calm", "unclassified"},
		{"A minute of accounting for capitals", "unclassified"},
		{"Il ne pleut pas dans la ville", "unclassified"},
	}
	for _, tt := range tests {
		if got := edgesOf(t, tt.text); got != tt.want {
			t.Errorf("edges of %q are %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestRequirements(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, json, want string }{
		{"shapes override the text", `[{"id":"R1","text":"sort the list","shapes":["io"]}]`, "concurrency"},
		{"no shapes on purpose", `[{"id":"R1","text":"sort the list","shapes":[]}]`, ""},
		{"no text but shapes", `[{"id":"R1","shapes":["io"]}]`, "concurrency"},
		{"a shape that is none", `[{"id":"R1","text":"x","shapes":["io","iO"]}]`, `requirement 1 ("R1"): shape "iO"; it must be one of numeric-range, collection, text, stateful, io`},
		{"a shape that is no text", `[{"id":"R1","text":"x","shapes":["io",1]}]`, `requirement 1: shapes holds "1"; it must be an array of texts`},
		{"shapes that are no array", `[{"id":"R1","text":"x","shapes":"io"}]`, `requirement 1: shapes is "\"io\""; it must be an array of texts`},
		{"shapes null", `[{"id":"R1","text":"x","shapes":null}]`, `requirement 1: shapes is "null"; it must be an array of texts`},
		{"no id", `[{"text":"x"}]`, "requirement 1: id is missing"},
		{"blank id", `[{"id":" ","text":"x"}]`, "requirement 1: id is empty"},
		{"id twice", `[{"id":"R1","text":"x"},{"id":"R1","text":"y"}]`, `requirement 2: the id "R1" stands twice; make it unique`},
		{"text that is none", `[{"id":"R1","text":5}]`, `requirement 1: text is "5"; it must be a text`},
		{"no text and no shapes", `[{"id":"R1"}]`, `requirement 1 ("R1") has neither text nor shapes; write one of them`},
		{"unknown key", `[{"id":"R1","text":"x","shape":["io"]}]`, `requirement 1: unknown key "shape"; it is one of id, text, shapes`},
		{"key twice", `[{"id":"R1","id":"R2","text":"x"}]`, `member 1: key "id" stands twice`},
		{"no array", `{"id":"R1"}`, "it must be an array"},
		{"null", `null`, "it must be an array"},
		{"no object", `["R1"]`, "member 1: it must be an object"},
		{"more than an array", `[] []`, "there is more after the array"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in, err := probe.DecodeInput([]byte(tt.json), false)
			var got []string
			if err == nil {
				var items []probe.Item
				items, err = probe.Edges(in.Requirements)
				for _, i := range items {
					got = append(got, i.Category)
				}
			}
			said := strings.Join(got, " ")
			if err != nil {
				said = err.Error()
			}
			if diff := cmp.Diff(tt.want, said); diff != "" {
				t.Errorf("edges (-want +got):\n%s", diff)
			}
		})
	}
}

// TestEdgeAuto resolves without asking: by the requirement's words, else by a
// property. Nothing is dismissed, and what is unclassified stays open.
func TestEdgeAuto(t *testing.T) {
	t.Parallel()
	requirements := []probe.Requirement{{ID: "R1", Text: "A score is at most 10, rounded"}, {ID: "R2", Text: "It looks calm"}}
	items, err := probe.Edges(requirements)
	if err != nil {
		t.Fatal(err)
	}
	report, err := probe.Analyze(probe.EdgeAuto(items, requirements), nil, probe.EdgeValidators())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, i := range report.Items {
		line := i.Category + " " + string(i.Status)
		if i.Verification != nil {
			line += " " + *i.Verification + ": " + *i.Resolution.Resolution
		}
		got = append(got, line)
	}
	want := []string{
		`boundary resolved explicit: the requirement says "at most"`,
		"precision resolved backstop: property: values between two steps and exactly half way round as stated, and sums do not drift",
		"unclassified unresolved",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(probe.Coverage{Applicable: 3, Resolved: 2, Unresolved: 1, ByVerification: []probe.TierCount{{Tier: "explicit", Count: 1}, {Tier: "backstop", Count: 1}}}, report.Coverage); diff != "" {
		t.Errorf("coverage (-want +got):\n%s", diff)
	}
}
