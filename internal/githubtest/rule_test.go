package githubtest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/githubtest"
)

func TestRequirements(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	if a := c.repo("GET", "/branches/main", ""); a.body["protected"] != false || len(c.repo("GET", "/rules/branches/main", "").list) != 0 {
		t.Errorf("without any: %s", a.raw)
	}
	r.RequireCheck("main", "surmise", githubtest.ActionsApp)
	r.RequireCheck("main", "lint", 0)
	r.RequireWorkflow("main", ".github/workflows/surmise.yml")
	r.RequireCheck("next", "other", 0)
	r.ProtectWithCheck("main", "build", 0)
	rules := any(c.repo("GET", "/rules/branches/main", "").list)
	if diff := cmp.Diff([]any{"required_status_checks", "required_status_checks", "workflows"}, each(rules, "type")); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	want := []any{
		[]any{fields{"context": "surmise", "integration_id": 15368.0}}, []any{fields{"context": "lint"}}, nil,
	}
	if diff := cmp.Diff(want, each(rules, "parameters", "required_status_checks")); diff != "" {
		t.Errorf("checks (-want +got):\n%s", diff)
	}
	if got := each(each(rules, "parameters", "workflows")[2], "path"); !cmp.Equal(got, []any{".github/workflows/surmise.yml"}) {
		t.Errorf("workflows: %v", got)
	}
	a := c.repo("GET", "/branches/main", "")
	if got := dig(a.body["protection"], "required_status_checks", "checks"); a.body["protected"] != true || !cmp.Equal(got, any([]any{fields{"context": "build", "app_id": nil}})) {
		t.Errorf("protection: %s", a.raw)
	}
}
