package clarify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

func parse(t testing.TB, f testkit.File) *spec.Document {
	t.Helper()
	file := source.New(f.Path, f.Data)
	tree, err := markdown.Parse(file, policy.Default().Limits)
	if err != nil {
		t.Fatalf("parse %q: %v", f.Path, err)
	}
	return spec.NewLexicon().Read(file, tree)
}

const (
	none   = "no_acceptance_criteria 60"
	vague  = "vague_description 25"
	target = "no_target_surface 20"
	scope  = "unbounded_scope 25"
)

func TestMeasure(t *testing.T) {
	t.Parallel()
	const criterion = "\n\n## Acceptance Criteria\n\n- A new account gets three hints, one after the other\n"
	for _, tt := range []struct {
		name    string
		text    string
		want    []string // signal and points
		score   int
		gated   bool
		finding bool
	}{
		{"motivating example: better", "make the dashboard better", []string{none, vague, target}, 100, true, true},
		{"motivating example as a title", "# Make the dashboard better\n", []string{none, vague, target}, 100, true, true},
		{"motivating example: fix", "# Fix the tests\n", []string{none, vague, target}, 100, true, true},
		{"a file is a target and no outcome", "Clean up `billing.rs` and what belongs to it somehow.", []string{none}, 60, true, true},
		{"no end", "# Port everything\n\nPort everything to the new layout that the company has.\n", []string{none, target, scope}, 100, true, true},
		{"no end that is denied", "# Port some of it\n\nPort not everything to the new layout of `crates/`.\n", []string{none}, 60, true, true},
		{"German", "# Das Dashboard soll hübscher werden, und zwar so bald wie möglich\n", []string{none, target}, 80, true, true},
		{"Chinese", "改善仪表板", []string{none, vague, target}, 100, true, true},
		{"one clear line", "The `export` command writes one CSV row per order and exits 1 if the file exists.", nil, 0, false, false},
		{"one clear line with a status", "Return 404 and not 500 for an unknown order id in `orders.go`.", nil, 0, false, false},
		{"exact edit", "# Fix a typo\n\nReplace \"teh\" with \"the\" in README.md.\n", nil, 0, false, false},
		{"binding sentence is its own criterion", "# Login\n\nThe login endpoint must refuse a sixth attempt within 10 minutes.\n", nil, 0, false, false},
		{"wording alone is held back", "# Better start\n\nImprove the whole app and its start screen." + criterion, []string{vague, scope}, 50, false, false},
		{"wording without a surface is not", "# Better start\n\nImprove the whole app." + criterion, []string{vague, target, scope}, 70, true, true},
		{"hollow criterion", "# Start screen\n\n## Acceptance Criteria\n\n- The feature works as expected by users\n", []string{none}, 60, true, false},
		{"criteria of any work", "# Better start\n\nMake the start better.\n\n## Acceptance Criteria\n\n- All tests pass and the code is reviewed\n- The documentation is updated\n",
			[]string{none, vague, target}, 100, true, false},
		{"long criterion that says nothing", "# Start screen\n\n## Acceptance Criteria\n\n- The new functionality works correctly and as expected for all users of the application\n", []string{none}, 60, true, false},
		{"some that is a number of things", "# Lookup\n\nThe lookup prints some unknown ids of `ids.go`, and exits with 2.\n", nil, 0, false, false},
		{"hollow criterion of a wish", "# Better start\n\nImprove everything.\n\n## Acceptance Criteria\n\n- It works\n", []string{none, vague, target, scope}, 100, true, true},
		{"normative", "# Codec\n\nKey words as in RFC 2119.\n\nA peer MUST be improved everywhere.\n", nil, 0, false, false},
		{"delta", "## ADDED Requirements\n\n### Requirement: Better\n\nIt SHALL be better.\n", nil, 0, false, false},
		{"spec-kit needs no surface", "# Feature Specification: Nicer start\n\n**Feature Branch**: `001-start`\n\n**Input**: User description: \"make the start better\"\n\n## Requirements\n\n- **FR-001**: The start MUST show three hints.\n", []string{none, vague}, 85, true, false},
		{"nothing", "\n", nil, 0, false, false},
		{"history", "# How it began\n\n" + strings.Repeat("The first locker stood in a barn and held better apples than any other. ", 12), nil, 0, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			doc := parse(t, testkit.File{Path: "spec.md", Data: []byte(tt.text)})
			got := clarify.Measure(doc, policy.Default().Clarification)
			var signals []string
			for _, r := range got.Reasons {
				signals = append(signals, fmt.Sprintf("%s %d", r.Signal, r.Points))
				if r.Text == "" || r.Place.Text == "" || doc.File.Excerpt(r.Place.Span) != r.Place.Text {
					t.Errorf("reason without a text or a place: %+v", r)
				}
			}
			if diff := cmp.Diff(tt.want, signals); diff != "" {
				t.Errorf("signals (-want +got)\n%s", diff)
			}
			if got.Score != tt.score || got.Gated != tt.gated {
				t.Errorf("score %d, gated %v, want %d, %v", got.Score, got.Gated, tt.score, tt.gated)
			}
			if _, ok := clarify.Finding(doc, got); ok != tt.finding {
				t.Errorf("finding %v, want %v", ok, tt.finding)
			}
		})
	}
}

func TestMeasurePolicy(t *testing.T) {
	t.Parallel()
	doc := parse(t, testkit.File{Path: "spec.md", Data: []byte("# Make the dashboard better\n")})
	for _, tt := range []struct {
		name   string
		change func(*policy.Clarification)
		score  int
		gated  bool
	}{
		{"default", func(*policy.Clarification) {}, 100, true},
		{"disabled", func(p *policy.Clarification) { p.Enabled = false }, 0, false},
		{"weights", func(p *policy.Clarification) {
			p.Signals = policy.Signals{NoAcceptanceCriteria: 10, VagueDescription: 9, NoTargetSurface: 8, UnboundedScope: 7}
		}, 27, false},
		{"at the threshold", func(p *policy.Clarification) {
			p.TriggerThreshold, p.Signals = 27, policy.Signals{NoAcceptanceCriteria: 10, VagueDescription: 9, NoTargetSurface: 8}
		}, 27, true},
		{"no criteria asked for", func(p *policy.Clarification) { p.MinAcceptanceCriteria = 0 }, 45, false},
		{"threshold zero without a reason", func(p *policy.Clarification) {
			p.TriggerThreshold, p.Signals = 0, policy.Signals{}
		}, 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := policy.Default().Clarification
			tt.change(&p)
			got := clarify.Measure(doc, p)
			if got.Score != tt.score || got.Gated != tt.gated {
				t.Errorf("score %d, gated %v, want %d, %v", got.Score, got.Gated, tt.score, tt.gated)
			}
		})
	}
}

func TestMinimumOfCriteria(t *testing.T) {
	t.Parallel()
	doc := parse(t, testkit.File{Path: "spec.md", Data: []byte(
		"# Start screen\n\n## Acceptance Criteria\n\n- A new account gets three hints\n- It works\n")})
	p := policy.Default().Clarification
	p.MinAcceptanceCriteria = 2
	got := clarify.Measure(doc, p)
	if len(got.Reasons) != 1 || got.Reasons[0].Text != "1 of the 2 required criteria can be checked" {
		t.Errorf("reasons %+v, want one that counts", got.Reasons)
	}
}

func TestFinding(t *testing.T) {
	t.Parallel()
	doc := parse(t, testkit.File{Path: "spec.md", Data: []byte("# Start\n\nMake the start better for the people who come.\n")})
	got, ok := clarify.Finding(doc, clarify.Measure(doc, policy.Default().Clarification))
	if !ok {
		t.Fatal("the score is no finding")
	}
	want := finding.Finding{
		Detector: "ambiguity-score", Severity: finding.High, Class: finding.Ambiguous, Affects: "requirements",
		Place:   finding.PlaceOf(doc.File, finding.Head, source.Span{Start: 0, End: 7}),
		Heading: "Start",
		Message: "ambiguity 100/100: the request leaves open what is wanted",
		Hint: "add a criterion that says what is then to be seen (60: no criterion names an observable outcome); " +
			"say what changes, by how much (25: \"better\" without a measure); " +
			"name the file, command, screen or component (20: no file, command, screen or component is named)",
		Default: "the narrowest reading of the request that its words allow",
		Related: []finding.Related{{
			Place: finding.PlaceOf(doc.File, finding.Head, source.Span{Start: 24, End: 30}), Note: "\"better\" without a measure",
		}},
		Identity: finding.Identity{Text: "Start\nMake the start better for the people who come.", Anchor: "Start"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("finding (-want +got)\n%s", diff)
	}
}

func TestAbout(t *testing.T) {
	t.Parallel()
	about := clarify.About()
	for text, want := range map[string]bool{about.Bad: true, about.Good: false} {
		doc := parse(t, testkit.File{Path: "spec.md", Data: []byte(text + "\n")})
		if _, ok := clarify.Finding(doc, clarify.Measure(doc, policy.Default().Clarification)); ok != want {
			t.Errorf("%q is flagged: %v, want %v", text, ok, want)
		}
	}
}

// TestCorpus holds the score to real specs: none that somebody wrote out is
// stopped for its request alone, and every point has its place.
func TestCorpus(t *testing.T) {
	t.Parallel()
	for _, f := range testkit.Corpus(t) {
		doc := parse(t, f)
		score := clarify.Measure(doc, policy.Default().Clarification)
		if got, ok := clarify.Finding(doc, score); ok {
			t.Errorf("%s: %s (%s)", f.Path, got.Message, got.Hint)
		}
		for _, r := range score.Reasons {
			if doc.File.Excerpt(r.Place.Span) != r.Place.Text || r.Place.Text == "" {
				t.Errorf("%s: %s stands at %q", f.Path, r.Signal, r.Place.Text)
			}
		}
	}
}

func BenchmarkMeasure(b *testing.B) {
	doc := parse(b, testkit.File{Path: "spec.md", Data: []byte(
		"# Start\n\n## Overview\n\n" + strings.Repeat("The start shows hints that people asked for. ", 2000) +
			"\n\n## Requirements\n\n- Three hints\n")})
	b.SetBytes(int64(doc.File.Len()))
	for b.Loop() {
		clarify.Measure(doc, policy.Default().Clarification)
	}
}
