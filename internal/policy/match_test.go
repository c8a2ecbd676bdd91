package policy

import (
	"testing"

	"github.com/surmise-ci/surmise/internal/finding"
)

func TestIsSpec(t *testing.T) {
	t.Parallel()
	written := Policy{Specs: Specs{Include: []string{"rfc/**/*.md", "{a,b}.md"}, Exclude: []string{"rfc/old/**"}}}
	tests := []struct {
		name   string
		policy Policy
		path   string
		want   bool
	}{
		{"root spec", Default(), "SPEC.md", true},
		{"case matters", Default(), "spec.md", false},
		{"readme", Default(), "README.md", false},
		{"prd", Default(), "docs/prd-billing.md", true},
		{"prd below", Default(), "docs/old/prd.md", false},
		{"docs specs", Default(), "docs/specs/a/b/c.md", true},
		{"spec-kit", Default(), "specs/001-login/spec.md", true},
		{"spec-kit plan", Default(), "specs/001-login/plan.md", false},
		{"openspec", Default(), "openspec/specs/auth/spec.md", true},
		{"openspec delta", Default(), "openspec/changes/add-2fa/specs/auth/spec.md", true},
		{"openspec archive", Default(), "openspec/changes/archive/2025-01-01-add-2fa/specs/auth/spec.md", false},
		{"kiro", Default(), ".kiro/specs/login/requirements.md", true},
		{"kiro design", Default(), ".kiro/specs/login/design.md", false},
		{"not cleaned", Default(), "./SPEC.md", true},
		{"zero policy", Policy{}, "SPEC.md", false},
		{"written", written, "rfc/x/1.md", true},
		{"alternatives", written, "b.md", true},
		{"written replaces", written, "SPEC.md", false},
		{"excluded", written, "rfc/old/1.md", false},
		{"broken glob", Policy{Specs: Specs{Include: []string{"[a"}}}, "[a", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.policy.IsSpec(tt.path); got != tt.want {
				t.Errorf("IsSpec(%q) = %v, want %v", tt.path, got, tt.want)
			}
		})
	}
}

func TestSeverity(t *testing.T) {
	t.Parallel()
	type severities = map[string]finding.Severity
	p := Policy{
		Rules: Rules{Detectors: severities{"vague-term": finding.Low}, Areas: severities{"security": finding.High}},
		Paths: []PathRules{
			{Glob: "legacy/**", Rules: Rules{Detectors: severities{"vague-term": finding.Off}, Areas: severities{"security": finding.Low}}},
			{Glob: "legacy/core/**", Rules: Rules{Detectors: severities{"vague-term": finding.High}}},
		},
	}
	tests := []struct {
		name                 string
		policy               Policy
		detector, area, path string
		want                 finding.Severity
	}{
		{"nothing written", Default(), "vague-term", "requirements", "SPEC.md", finding.Medium},
		{"not concerned", p, "placeholder", "requirements", "SPEC.md", finding.Medium},
		{"detector", p, "vague-term", "requirements", "SPEC.md", finding.Low},
		{"area", p, "placeholder", "security", "SPEC.md", finding.High},
		{"detector beats area", p, "vague-term", "security", "SPEC.md", finding.Low},
		{"path beats all", p, "vague-term", "requirements", "legacy/a.md", finding.Off},
		{"an area of a path beats a detector of all", p, "placeholder", "security", "legacy/a.md", finding.Low},
		{"last path wins", p, "vague-term", "requirements", "legacy/core/a.md", finding.High},
		{"silent path falls through", p, "placeholder", "security", "legacy/core/a.md", finding.Low},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.policy.Severity(tt.detector, tt.area, tt.path, finding.Medium); got != tt.want {
				t.Errorf("Severity(%q, %q, %q) = %v, want %v", tt.detector, tt.area, tt.path, got, tt.want)
			}
		})
	}
}

func TestCheckGlob(t *testing.T) {
	t.Parallel()
	for _, glob := range append(Default().Specs.Include, Default().Specs.Exclude...) {
		if got := CheckGlob(glob); got != "" {
			t.Errorf("CheckGlob(%q) = %q, though it is a default", glob, got)
		}
	}
	for _, glob := range []string{"", "/docs/*.md", "docs/", "./docs/*.md", "../*.md", "a//b.md", "a/./b.md", "[a", "{a,b", `a\`} {
		if CheckGlob(glob) == "" {
			t.Errorf("CheckGlob(%q) finds nothing wrong", glob)
		}
	}
}

func TestExcludesAll(t *testing.T) {
	t.Parallel()
	include := Default().Specs.Include
	for _, tt := range []struct {
		name             string
		include, exclude []string
		want             bool
	}{
		{"nothing", include, nil, false},
		{"a folder", include, []string{"docs/specs/**"}, false},
		{"everything", include, []string{"docs/old/**", "**"}, true},
		{"every Markdown file", include, []string{"**/*.md"}, true},
		{"each glob by itself", []string{"rfc/*.md", "SPEC.md"}, []string{"SPEC.md", "rfc/**"}, true},
		{"all but one glob", []string{"rfc/*.md", "SPEC.md"}, []string{"rfc/**"}, false},
		{"alternatives", []string{"{a,b}.md"}, []string{"a.md"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := (Specs{Include: tt.include, Exclude: tt.exclude}).ExcludesAll(); got != tt.want {
				t.Errorf("ExcludesAll() = %v, want %v", got, tt.want)
			}
		})
	}
}
