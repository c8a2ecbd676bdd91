package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/policy"
)

// number is a whole number of the policy with its bounds, for the decoder and
// for the schema.
type number struct {
	key, text string
	min, max  int
	in        func(*policy.Policy) *int
}

func limitNumbers() []number {
	return []number{
		{"file_bytes", "The largest spec that is read.", 1024, 256 << 20, func(p *policy.Policy) *int { return &p.Limits.FileBytes }},
		{"run_bytes", "The most that one run reads.", 1024, 1 << 30, func(p *policy.Policy) *int { return &p.Limits.RunBytes }},
		{"nesting", "How deep blocks may nest.", 10, 1000, func(p *policy.Policy) *int { return &p.Limits.Nesting }},
		{"brackets", "How many opening brackets a paragraph may hold.", 100, 10_000, func(p *policy.Policy) *int { return &p.Limits.Brackets }},
	}
}

func clarificationNumbers() []number {
	return []number{
		{"trigger_threshold", "A score at or above it is a high entry.", 1, 100,
			func(p *policy.Policy) *int { return &p.Clarification.TriggerThreshold }},
		{"max_questions", "How many questions one pull request is asked in all; 0 asks none.", 0, 4,
			func(p *policy.Policy) *int { return &p.Clarification.MaxQuestions }},
		{"min_acceptance_criteria", "Fewer verifiable criteria than this raise the score.", 0, 100,
			func(p *policy.Policy) *int { return &p.Clarification.MinAcceptanceCriteria }},
	}
}

func signalNumbers() []number {
	const text = "Points that the signal adds to the score."
	return []number{
		{"no_acceptance_criteria", text, 0, 100, func(p *policy.Policy) *int { return &p.Clarification.Signals.NoAcceptanceCriteria }},
		{"vague_description", text, 0, 100, func(p *policy.Policy) *int { return &p.Clarification.Signals.VagueDescription }},
		{"no_target_surface", text, 0, 100, func(p *policy.Policy) *int { return &p.Clarification.Signals.NoTargetSurface }},
		{"unbounded_scope", text, 0, 100, func(p *policy.Policy) *int { return &p.Clarification.Signals.UnboundedScope }},
	}
}

// scopes and severities are the words that the policy uses for them.
func scopes() []string { return []string{string(policy.ScopeChanged), string(policy.ScopeAll)} }

func edgeChoices() []string { return []string{string(policy.CoveredEdges), string(policy.AllEdges)} }

func severities() []string {
	return []string{finding.High.String(), finding.Medium.String(), finding.Low.String(), finding.Off.String()}
}

// root decodes the whole policy.
func (d *decoder) root(n *yaml.Node) {
	p := &d.policy
	seen := d.fields("the policy", "", n, []field{
		{"version", d.version},
		{"specs", d.specs},
		{"scope", func(name string, n *yaml.Node) {
			if word, ok := d.word(name, n, scopes()); ok {
				p.Scope = policy.Scope(word)
			}
		}},
		{"since", func(name string, n *yaml.Node) {
			if text, ok := d.text(name, n, "a version, like 0.1.0"); ok && !policy.IsVersion(text) {
				d.add(at(n), "%s is %s; it must be a version, like 0.1.0", name, quote(text))
			} else if ok {
				p.Since = text
			}
		}},
		{"edges", func(name string, n *yaml.Node) {
			if word, ok := d.word(name, n, edgeChoices()); ok {
				p.Edges = policy.Edges(word)
			}
		}},
		{"assumptions", func(name string, n *yaml.Node) {
			if word, ok := d.word(name, n, []string{"on", "off"}); ok {
				p.Assumptions = word == "on"
			}
		}},
		{"detectors", func(name string, n *yaml.Node) { p.Rules.Detectors = d.detectors(name, n) }},
		{"areas", func(name string, n *yaml.Node) { p.Rules.Areas = d.areas(name, n) }},
		{"paths", d.paths},
		{"clarification", d.clarification},
		{"limits", d.limits},
		{"mode", func(name string, n *yaml.Node) {
			if word, ok := d.word(name, n, modes()); ok {
				p.Mode = policy.Mode(word)
			}
		}},
		{"people", d.people},
		{"require_confirm", d.truth(&p.RequireConfirm)},
		{"autonomous", d.autonomous},
		{"prove", d.prove},
	})
	if n.Kind == yaml.MappingNode && !slices.Contains(seen, "version") {
		d.add(at(n), "version is missing; the policy begins with \"version: %d\"", version)
	}
}

func (d *decoder) version(name string, n *yaml.Node) {
	if v, ok := d.integer(name, n); ok && v != version {
		d.add(at(n), "version is %d; it must be %d", v, version)
	}
}

func (d *decoder) specs(name string, n *yaml.Node) {
	var out *yaml.Node
	defer func() {
		if out != nil && len(d.problems) == 0 && d.policy.Specs.ExcludesAll() {
			d.add(at(out), "specs.exclude leaves nothing of specs.include; narrow its globs")
		}
	}()
	d.fields(name, name+".", n, []field{
		{"include", func(name string, n *yaml.Node) {
			globs := d.globs(name, n)
			if n.Kind == yaml.SequenceNode && len(n.Content) == 0 {
				d.add(at(n), "%s is empty; name at least one glob, or leave the key out for the defaults", name)
			}
			d.policy.Specs.Include, d.policy.Specs.Written = globs, true
		}},
		// What is never a spec stays so: a written list adds to the default one.
		{"exclude", func(name string, n *yaml.Node) {
			out = n
			d.policy.Specs.Exclude = append(d.policy.Specs.Exclude, d.globs(name, n)...)
		}},
	})
}

func (d *decoder) detectors(name string, n *yaml.Node) map[string]finding.Severity {
	return d.severityOf(name, n, "detector", d.known.Detectors)
}

func (d *decoder) areas(name string, n *yaml.Node) map[string]finding.Severity {
	return d.severityOf(name, n, "area", d.known.Areas)
}

// severityOf decodes a mapping from names to severities.
func (d *decoder) severityOf(name string, n *yaml.Node, noun string, known []string) map[string]finding.Severity {
	out := make(map[string]finding.Severity)
	for key, value := range d.pairs(name, n) {
		if !slices.Contains(known, key.Value) {
			d.unknown(key, fmt.Sprintf("unknown %s %s", noun, quote(key.Value)), known)
			continue
		}
		if word, ok := d.word(name+"."+key.Value, value, severities()); ok {
			out[key.Value], _ = finding.ParseSeverity(word)
		}
	}
	return out
}

func (d *decoder) paths(name string, n *yaml.Node) {
	for i, item := range d.items(name, n) {
		var rules policy.PathRules
		name := fmt.Sprintf("%s[%d]", name, i)
		seen := d.fields(name, name+".", item, []field{
			{"glob", func(name string, n *yaml.Node) { rules.Glob = d.glob(name, n) }},
			{"detectors", func(name string, n *yaml.Node) { rules.Rules.Detectors = d.detectors(name, n) }},
			{"areas", func(name string, n *yaml.Node) { rules.Rules.Areas = d.areas(name, n) }},
		})
		if item.Kind == yaml.MappingNode && !slices.Contains(seen, "glob") {
			d.add(at(item), "%s has no glob; write which specs its rules are for", name)
		}
		if item.Kind == yaml.MappingNode && !slices.Contains(seen, "detectors") && !slices.Contains(seen, "areas") {
			d.add(at(item), "%s has no rules; write detectors or areas", name)
		}
		d.policy.Paths = append(d.policy.Paths, rules)
	}
}

func (d *decoder) clarification(name string, n *yaml.Node) {
	d.fields(name, name+".", n, append([]field{
		{"enabled", d.truth(&d.policy.Clarification.Enabled)},
		{"signals", func(name string, n *yaml.Node) { d.fields(name, name+".", n, d.numbers(signalNumbers())) }},
	}, d.numbers(clarificationNumbers())...))
}

func (d *decoder) limits(name string, n *yaml.Node) {
	d.fields(name, name+".", n, d.numbers(limitNumbers()))
	if l := d.policy.Limits; l.RunBytes < l.FileBytes {
		d.add(at(n), "limits.run_bytes is %d; it must be at least limits.file_bytes, %d", l.RunBytes, l.FileBytes)
	}
}

// numbers are the fields that decode a table of numbers.
func (d *decoder) numbers(table []number) []field {
	out := make([]field, len(table))
	for i, num := range table {
		out[i] = field{num.key, func(name string, n *yaml.Node) {
			v, ok := d.integer(name, n)
			switch {
			case !ok:
			case v < num.min || v > num.max:
				d.add(at(n), "%s is %s; it must be a whole number from %d to %d", name, quote(n.Value), num.min, num.max)
			default:
				*num.in(&d.policy) = v
			}
		}}
	}
	return out
}

// globs decodes a list of globs.
func (d *decoder) globs(name string, n *yaml.Node) []string {
	var out []string
	for i, item := range d.items(name, n) {
		out = append(out, d.glob(fmt.Sprintf("%s[%d]", name, i), item))
	}
	return out
}

func (d *decoder) glob(name string, n *yaml.Node) string {
	text, ok := d.text(name, n, "a glob")
	if problem := policy.CheckGlob(text); ok && problem != "" {
		d.add(at(n), "%s: %s %s", name, quote(text), problem)
	}
	return text
}

// names lists the keys of fields for messages.
func names(fields []field) []string {
	known := make(map[string]bool, len(fields))
	for _, f := range fields {
		known[f.key] = true
	}
	return slices.Sorted(maps.Keys(known))
}

func list(words []string) string { return strings.Join(words, ", ") }
