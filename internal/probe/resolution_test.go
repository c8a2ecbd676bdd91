package probe_test

import (
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/probe"
)

func of(s string) *string { return &s }

// TestValidate walks the rules in their order: where several are broken, the
// first one is told.
func TestValidate(t *testing.T) {
	t.Parallel()
	edge, prohibition := probe.EdgeValidators(), probe.ProhibitionValidators()
	tests := []struct {
		name string
		v    probe.Validators
		r    probe.Resolution
		want string
	}{
		{"unresolved", edge, probe.Resolution{Status: probe.Unresolved}, ""},
		{"dismissed", edge, probe.Resolution{Status: probe.Dismissed, Reason: of("no need")}, ""},
		{"explicit", edge, probe.Resolution{Status: probe.Resolved, Verification: of("explicit"), Resolution: of("at most 5")}, ""},
		{"a prohibition needs no resolution", prohibition, probe.Resolution{Status: probe.Resolved, Verification: of("judgment")}, ""},
		{"no status", edge, probe.Resolution{Verification: of("x"), Reason: of("")}, `status is ""; it must be one of resolved, dismissed, unresolved`},
		{"unknown status", edge, probe.Resolution{Status: "covered"}, `status is "covered"; it must be one of resolved, dismissed, unresolved`},
		{"verification of what is dismissed", edge, probe.Resolution{Status: probe.Dismissed, Verification: of("explicit")},
			`verification is "explicit", and the status is dismissed; only what is resolved has a verification`},
		{"empty verification of what is unresolved", edge, probe.Resolution{Status: probe.Unresolved, Verification: of(""), Reason: of("x")},
			`verification is "", and the status is unresolved; only what is resolved has a verification`},
		{"reason of what is unresolved", edge, probe.Resolution{Status: probe.Unresolved, Reason: of("")},
			"a resolution or reason, and the status is unresolved; resolve or dismiss it, or leave them out"},
		{"resolution of what is unresolved", edge, probe.Resolution{Status: probe.Unresolved, Resolution: of("x")},
			"a resolution or reason, and the status is unresolved; resolve or dismiss it, or leave them out"},
		{"dismissed without a reason", edge, probe.Resolution{Status: probe.Dismissed}, "dismissed without a reason; write why in reason"},
		{"dismissed with a blank reason", edge, probe.Resolution{Status: probe.Dismissed, Reason: of(" \t")}, "dismissed without a reason; write why in reason"},
		{"resolved without a verification", edge, probe.Resolution{Status: probe.Resolved}, "resolved without a verification; it must be one of explicit, backstop"},
		{"a tier of the other probe", edge, probe.Resolution{Status: probe.Resolved, Verification: of("test")}, `verification is "test"; it must be one of explicit, backstop`},
		{"the other way round", prohibition, probe.Resolution{Status: probe.Resolved, Verification: of("backstop")}, `verification is "backstop"; it must be one of test, judgment`},
		{"a backstop without words", edge, probe.Resolution{Status: probe.Resolved, Verification: of("backstop"), Resolution: of(" ")},
			"resolved without a resolution; write what holds or which test holds it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := ""
			if err := tt.v.Validate(tt.r); err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("problem (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAnalyze(t *testing.T) {
	t.Parallel()
	open := probe.Resolution{Status: probe.Unresolved}
	item := func(id, category string, r probe.Resolution) probe.Item {
		return probe.Item{RequirementID: id, Category: category, Resolution: r}
	}
	gone := probe.Resolution{Status: probe.Dismissed, Reason: of("no need")}
	tests := []struct {
		name    string
		items   []probe.Item
		answers []probe.Answer
		want    string
	}{
		{"an answer to nothing", []probe.Item{item("R1", "boundary", open)}, []probe.Answer{{"R2", "boundary", gone}}, `resolution 1 is for no item: "R2" has none of the category "boundary"`},
		{"an answer to another category", []probe.Item{item("R1", "boundary", open)}, []probe.Answer{{"R1", "ordering", gone}}, `resolution 1 is for no item: "R1" has none of the category "ordering"`},
		{"two answers", []probe.Item{item("R1", "boundary", open)}, []probe.Answer{{"R1", "boundary", gone}, {"R1", "boundary", gone}}, `resolution 2: "R1" has two of the category "boundary"; keep one`},
		{"an answer that is none", []probe.Item{item("R1", "boundary", open)}, []probe.Answer{{"R1", "boundary", probe.Resolution{Status: "done"}}},
			`resolution 1 ("R1", "boundary"): status is "done"; it must be one of resolved, dismissed, unresolved`},
		{"an unknown category", []probe.Item{item("R1", "edges", open)}, nil,
			`item 1 ("R1"): category is "edges"; it must be one of boundary, adjacency, empty, encoding, ordering, precision, idempotency, concurrency`},
		{"an item that is taken as it is", []probe.Item{item("R1", "boundary", probe.Resolution{Status: probe.Resolved})}, nil,
			`item 1 ("R1", "boundary"): resolved without a verification; it must be one of explicit, backstop`},
		{"unclassified", []probe.Item{item("R1", "unclassified", open)}, nil, ""},
		{"all dismissed", []probe.Item{item("R1", "boundary", open), item("R1", "empty", gone), item("R2", "empty", gone)}, []probe.Answer{{"R1", "boundary", gone}}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			report, err := probe.Analyze(tt.items, tt.answers, probe.EdgeValidators())
			got := ""
			if err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("problem (-want +got):\n%s", diff)
			}
			if tt.name == "all dismissed" && (report.Coverage.Resolved != 3 || report.Coverage.ByVerification[0].Count+report.Coverage.ByVerification[1].Count != 0) {
				t.Errorf("coverage %+v: what is dismissed is closed and verified by nothing", report.Coverage)
			}
		})
	}
}

// TestCoverageProperties: whatever the items, all are counted once, no tier
// counts what is not resolved, the same items give the same bytes, and an
// answer to nothing is an error.
func TestCoverageProperties(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(3))
	v := probe.EdgeValidators()
	for range 300 {
		var items []probe.Item
		tiers := map[string]int{}
		for i := range r.Intn(12) {
			item := probe.Item{RequirementID: "R" + string(rune('a'+i)), Category: v.Categories[r.Intn(len(v.Categories))], Resolution: probe.Resolution{Status: probe.Unresolved}}
			switch r.Intn(3) {
			case 0:
				item.Resolution = probe.Resolution{Status: probe.Dismissed, Reason: of("x")}
			case 1:
				tier := v.Tiers[r.Intn(2)]
				tiers[tier]++
				item.Resolution = probe.Resolution{Status: probe.Resolved, Verification: &tier, Resolution: of("x")}
			}
			items = append(items, item)
		}
		report, err := probe.Analyze(items, nil, v)
		if err != nil {
			t.Fatal(err)
		}
		c, sum := report.Coverage, 0
		for _, tier := range c.ByVerification {
			sum += tier.Count
			if tier.Count != tiers[tier.Tier] {
				t.Errorf("%d of %s, want %d", tier.Count, tier.Tier, tiers[tier.Tier])
			}
		}
		if c.Applicable != len(items) || c.Applicable != c.Resolved+c.Unresolved || sum > c.Resolved {
			t.Errorf("coverage %+v of %d items", c, len(items))
		}
		first, err := report.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if second, _ := report.Encode(); string(first) != string(second) {
			t.Error("two encodings differ")
		}
		if _, err := probe.Analyze(items, []probe.Answer{{"nobody", "boundary", probe.Resolution{Status: probe.Unresolved}}}, v); err == nil {
			t.Error("an answer to nothing is no error")
		}
	}
}

// TestCandidates: what others own is referred, what is proposed stays, and
// without asking a test is only named where an item names one.
func TestCandidates(t *testing.T) {
	t.Parallel()
	in, err := probe.DecodeInput([]byte(`[
		{"requirement_id": "R1", "category": "values", "statement": "must not nag"},
		{"requirement_id": "R2", "category": "x", "statement": "must not", "status": "dismissed", "reason": "why", "verification": null},
		{"requirement_id": "R3", "category": "safety", "statement": "never allow SQL injections or SQL injection"},
		{"requirement_id": "R4", "category": "x", "statement": "must not log", "check_kind": "node-test", "check_target": "a.cjs", "check_violation_fixture": "b.cjs"},
		{"id": "R5", "text": "A desk must  not lend twice."},
		{"id": "R6", "text": "A desk lends."}
	]`), true)
	if err != nil {
		t.Fatal(err)
	}
	items, referred := probe.Candidates(in.Items, in.Requirements)
	if diff := cmp.Diff([]string{"R3: injection is for the security review and its linters; not taken up"}, referred); diff != "" {
		t.Errorf("referred (-want +got):\n%s", diff)
	}
	report, err := probe.Analyze(probe.ProhibitionAuto(items), nil, probe.ProhibitionValidators())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, i := range report.Items {
		line := i.RequirementID + " " + i.Category + " " + string(i.Status) + " |" + i.Prohibition.Statement + "| " + i.Prohibition.Check.Violation
		if i.Verification != nil {
			line += " " + *i.Verification
		}
		got = append(got, line)
	}
	want := []string{
		"R1 values resolved |must not nag|  judgment", "R2 x dismissed |must not| ", "R4 x resolved |must not log| b.cjs test",
		"R5 unclassified resolved |A desk must not lend twice.|  judgment", "R6 unclassified unresolved || ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
}
