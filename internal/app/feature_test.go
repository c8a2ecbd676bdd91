package app_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/pull"
)

// TestFeatures interrogates .feature files that somebody named or that the
// policy includes.
func TestFeatures(t *testing.T) {
	t.Parallel()
	const (
		head   = "Feature: Rack\n\n  Scenario: Stand\n    Given a rider at 30 km/h\n"
		clear  = head + "    Then `rack.html` shows one stand\n"
		vague  = head + "    Then `rack.html` shows a user-friendly page\n"
		mute   = head + "    # surmise:allow vague-term -- the design system says what it is\n    Then `rack.html` shows a user-friendly page\n"
		broken = head + "    Tehn `rack.html` shows one stand\n"
		policy = "version: 1\nspecs:\n  include: [\"features/**/*.feature\"]\n"
	)
	tests := []struct {
		name  string
		head  tree
		paths []string
		want  outline
	}{
		{"not by default", tree{"features/a.feature": vague}, nil, outline{Status: "pass"}},
		{"clear", tree{"features/a.feature": clear}, []string{"features/a.feature"}, outline{Status: "pass", Specs: []string{"features/a.feature"}}},
		{"named", tree{"features/a.feature": vague}, []string{"features/a.feature"},
			outline{Status: "pass", Specs: []string{"features/a.feature"}, Open: []string{"features/a.feature vague-term"}}},
		{"by the policy", tree{"features/a.feature": vague, ".github/surmise.yml": policy}, nil,
			outline{Status: "pass", Specs: []string{"features/a.feature"}, Open: []string{"features/a.feature vague-term"}}},
		{"silenced by a comment", tree{"features/a.feature": mute}, []string{"features/a.feature"},
			outline{Status: "pass", Specs: []string{"features/a.feature"}}},
		{"malformed", tree{"features/a.feature": broken}, []string{"features/a.feature"},
			outline{Status: "fail", Unread: []string{"features/a.feature line 5: Gherkin does not allow \"Tehn `rack.html` shows one stand\" here"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := outlineOf(interrogate(t, app.Request{Head: tt.head, Paths: tt.paths}))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("report (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDraftOfFeature holds the draft of a feature to Gherkin: an answer that
// only a list could hold is left to the author.
func TestDraftOfFeature(t *testing.T) {
	t.Parallel()
	const text = "Feature: Make the rack better\n\n  Improve everything about the rack.\n\n  Scenario: A stand\n    When a rider arrives within 5\n    Then it works\n"
	ctx := context.Background()
	request := app.Request{Tool: "test", Documents: []app.Document{{Path: "features/rack.feature", Data: []byte(text)}}}
	before, err := app.Interrogate(ctx, request)
	if err != nil {
		t.Fatal(err)
	}
	if len(before.Questions) == 0 {
		t.Fatalf("the feature asks nothing: %+v", before.Findings)
	}
	var answers []string
	for _, q := range before.Questions {
		answers = append(answers, "/answer "+q.ID+" -- The page `rack.html` shows 12 stands within 2 seconds")
	}
	after, err := app.SimulateTree(ctx, request, app.Supposition{Login: "ann", Permission: pull.Write, Body: strings.Join(answers, "\n")})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range after.Answers {
		if a.Refused != "" {
			t.Errorf("refused: %s", a.Message)
		}
	}
	if len(after.Drafts) != 1 || len(after.Drafts[0].Left) == 0 {
		t.Fatalf("drafts: %+v", after.Drafts)
	}
	if got := after.Drafts[0].Text; strings.Contains(got, "\n#") || strings.Contains(got, "\n- ") {
		t.Errorf("the draft holds Markdown:\n%s", got)
	}
}
