package config

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/testkit"
)

func known() Known {
	return Known{
		Detectors: []string{"contradiction", "placeholder", "vague-term"},
		Areas:     []string{"acceptance-criteria", "requirements", "security"},
	}
}

// fixtures are the policy files of one folder by name.
func fixtures(t testing.TB, kind string) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob(testkit.Path(t, "testdata", "policy", kind, "*.yml"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no fixtures in %s: %v", kind, err)
	}
	out := make(map[string][]byte)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(name)] = data
	}
	return out
}

// TestRefusal shows every problem of the broken policies, as people see them.
func TestRefusal(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"bad", "beyond"} {
		for name, data := range fixtures(t, kind) {
			t.Run(kind+"/"+name, func(t *testing.T) {
				t.Parallel()
				got, err := Decode(Path, data, known())
				var problems source.Problems
				if !errors.As(err, &problems) {
					t.Fatalf("Decode gives %v, want problems", err)
				}
				if diff := cmp.Diff(policy.Policy{}, got); diff != "" {
					t.Errorf("a refused policy still decides (-want +got):\n%s", diff)
				}
				for _, p := range problems {
					if n := len([]rune(p.Message)); n > 120 || strings.HasSuffix(p.Message, ".") || strings.Contains(p.Message, "\n") {
						t.Errorf("message of %d characters: %q", n, p.Message)
					}
				}
				golden := testkit.Path(t, "testdata", "policy", kind, strings.TrimSuffix(name, ".yml")+".golden")
				testkit.Golden(t, golden, []byte(err.Error()+"\n"))
			})
		}
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	everything := policy.Policy{
		Specs: policy.Specs{
			Include: []string{"rfc/**/*.md", "{spec,prd}/*.md"},
			Exclude: append(policy.Default().Specs.Exclude, "rfc/drafts/**"),
			Written: true,
		},
		Scope: policy.ScopeAll, Edges: policy.AllEdges,
		Since: "0.2.0",
		Rules: policy.Rules{
			Detectors: map[string]finding.Severity{"vague-term": finding.Low, "placeholder": finding.Off},
			Areas:     map[string]finding.Severity{"security": finding.High},
		},
		Paths: []policy.PathRules{
			{Glob: "rfc/legacy/**", Rules: policy.Rules{Detectors: map[string]finding.Severity{"vague-term": finding.Off}}},
			{Glob: "rfc/core/*.md", Rules: policy.Rules{
				Detectors: map[string]finding.Severity{"contradiction": finding.High},
				Areas:     map[string]finding.Severity{"requirements": finding.Medium},
			}},
		},
		Clarification: policy.Clarification{
			TriggerThreshold: 70, MaxQuestions: 2, MinAcceptanceCriteria: 2,
			Signals: policy.Signals{NoAcceptanceCriteria: 50, NoTargetSurface: 10, UnboundedScope: 100},
		},
		Limits: policy.Limits{FileBytes: 1 << 20, RunBytes: 2 << 20, Nesting: 50, Brackets: 200},
		Mode:   policy.ModeObserve,
		People: policy.People{
			Minimum: pull.Maintain, Users: []string{"octocat", "hubot"}, Bots: []string{"release-helper[bot]"},
			SeparationOfDuties: true, RequiredHigh: 2,
		},
		RequireConfirm: true,
		Autonomous:     policy.Autonomous{Enabled: true, Authors: []string{"build-agent"}, Paths: []string{"rfc/agents/**"}},
		Prove: policy.Prove{
			Carry: []string{"node_modules", ".venv", "web/node_modules"}, Commands: [][]string{{"make", "check"}, {"perl", "t/rack.t", "..."}},
			AllowWeakIsolation: true, AllowMutation: true, Strict: true, Timeout: 120,
		},
	}
	emptySections := policy.Default()
	emptySections.Rules.Detectors = map[string]finding.Severity{}
	want := map[string]policy.Policy{
		"least.yml":          policy.Default(),
		"everything.yml":     everything,
		"empty_sections.yml": emptySections,
		"exclude_only.yml":   policy.Default(),
	}
	for name, data := range fixtures(t, "ok") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := Decode(Path, data, known())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want[name], got); diff != "" {
				t.Errorf("Decode (-want +got):\n%s", diff)
			}
			withBreaks := bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
			again, err := Decode(Path, append([]byte("\ufeff"), withBreaks...), known())
			if diff := cmp.Diff(got, again); err != nil || diff != "" {
				t.Errorf("with BOM and CRLF: %v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// TestSchema shows that editors and the program agree: the schema accepts what
// the decoder accepts and refuses what it refuses. The files under beyond are
// wrong in ways that no schema sees.
func TestSchema(t *testing.T) {
	t.Parallel()
	testkit.Golden(t, testkit.Path(t, "testdata", "policy", "schema.golden"), Schema(known()))
	schema := compile(t)
	for kind, want := range map[string]bool{"ok": true, "bad": false} {
		for name, data := range fixtures(t, kind) {
			t.Run(kind+"/"+name, func(t *testing.T) {
				t.Parallel()
				var value any
				if err := yaml.Load(data, &value); err != nil {
					t.Fatal(err)
				}
				err := schema.Validate(value)
				if got := err == nil; got != want {
					t.Errorf("the schema accepts: %v, want %v (%v)", got, want, err)
				}
			})
		}
	}
}

// TestSchemaRefusesEachWrong takes the policy with every key apart, so that no
// part of the schema is looser than the decoder: one key at a time is renamed,
// and one value at a time becomes something that no key accepts.
func TestSchemaRefusesEachWrong(t *testing.T) {
	t.Parallel()
	schema := compile(t)
	data := fixtures(t, "ok")["everything.yml"]
	lines := strings.Split(string(data), "\n")
	for i, line := range lines {
		key, value, ok := strings.Cut(line, ": ")
		if !ok || strings.HasPrefix(line, "#") || strings.ContainsAny(value, "{[") {
			continue
		}
		for _, wrong := range []string{key + "x: " + value, key + ": [[]]", key + ": null"} {
			broken := append([]string{}, lines...)
			broken[i] = wrong
			text := []byte(strings.Join(broken, "\n"))
			var tree any
			if err := yaml.Load(text, &tree); err != nil {
				t.Fatalf("%q: %v", wrong, err)
			}
			if schema.Validate(tree) == nil {
				t.Errorf("line %d: the schema accepts %q", i+1, wrong)
			}
			if _, err := Decode(Path, text, known()); err == nil {
				t.Errorf("line %d: the decoder accepts %q", i+1, wrong)
			}
		}
	}
}

func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema(known())))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("policy.json", parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("policy.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestTooLarge(t *testing.T) {
	t.Parallel()
	_, err := Decode("p.yml", bytes.Repeat([]byte("#"), MaxBytes+1), known())
	const want = "p.yml: the policy has 1048577 bytes; the limit is 1048576"
	if err == nil || err.Error() != want {
		t.Errorf("Decode gives %v, want %s", err, want)
	}
}

// FuzzDecode holds hostile files to the promise that they give a policy within
// bounds or problems with positions inside the file, and never a panic.
func FuzzDecode(f *testing.F) {
	for _, kind := range []string{"ok", "bad", "beyond"} {
		for _, data := range fixtures(f, kind) {
			f.Add(data)
		}
	}
	f.Add([]byte(strings.Repeat("[", 10_000)))
	f.Add([]byte(strings.Repeat("? ", 1000)))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Decode(Path, data, known())
		if err == nil {
			if l := p.Limits; l.FileBytes < 1 || l.RunBytes < l.FileBytes || l.Nesting < 1 || l.Brackets < 1 {
				t.Errorf("limits out of bounds: %+v", l)
			}
			return
		}
		var problems source.Problems
		if !errors.As(err, &problems) || len(problems) == 0 {
			t.Fatalf("error %v is no list of problems", err)
		}
	})
}
