package detect_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// found is one line a finding: where, which, and what silences it.
func found(findings []finding.Finding) []string {
	var out []string
	for _, f := range findings {
		line := fmt.Sprintf("%s %s:%d %s %s", f.Side, f.Path, f.At.Start.Line, f.Severity, f.Detector)
		if f.PreExisting {
			line += " pre-existing"
		}
		if s := f.Suppressed; s != nil {
			line += fmt.Sprintf(" suppressed %s: %s", s.Source, s.Reason)
		}
		if s := f.Unaccepted; s != nil {
			line += " unaccepted: " + s.Reason
		}
		out = append(out, line)
	}
	return out
}

const frame = "# Parcel tracking\n\n## Requirements\n\n"

// criterion makes the frame a document with a verifiable criterion.
const criterion = "\n## Acceptance Criteria\n\n- A scanned parcel is listed within 5 s.\n"

func TestSuppression(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body    string
		want, notices []string
	}{
		{"in the statement", "- The app MUST be fast. <!-- surmise:allow vague-term -- see the budget -->\n- The app MUST be fast.\n",
			[]string{"head a.md:5 medium vague-term suppressed inline: see the budget", "head a.md:6 medium vague-term"}, nil},
		{"before a paragraph", "<!-- surmise:allow vague-term -- see the budget -->\n\nThe app MUST be fast.\n\nThe app MUST be fast.\n",
			[]string{"head a.md:7 medium vague-term suppressed inline: see the budget", "head a.md:9 medium vague-term"}, nil},
		{"before a list", "<!--\nsurmise:allow vague-term\n  -- see the budget\n-->\n- The app MUST be fast.\n- The app MUST be fast.\n\nThe app MUST be fast.\n",
			[]string{
				"head a.md:9 medium vague-term suppressed inline: see the budget",
				"head a.md:10 medium vague-term suppressed inline: see the budget", "head a.md:12 medium vague-term",
			}, nil},
		{"at the end of an item", "- Labels MUST be printed.\n\n  <!-- surmise:allow vague-term -- see the budget -->\n\n- The app MUST be fast.\n- The app MUST be fast.\n",
			[]string{"head a.md:9 medium vague-term suppressed inline: see the budget", "head a.md:10 medium vague-term"}, nil},
		{"several", "- The app MUST be fast within TBD. <!-- surmise:allow placeholder , vague-term -- a -- b -->\n",
			[]string{"head a.md:5 medium vague-term suppressed inline: a -- b", "head a.md:5 high placeholder suppressed inline: a -- b"}, nil},
		{"another detector", "- The app MUST be fast. <!-- surmise:allow placeholder -- later -->\n",
			[]string{"head a.md:5 medium vague-term"},
			[]string{`a.md:5:25: the suppression of "placeholder" silences nothing; remove it`}},
		{"no reason", "- The app MUST be fast. <!-- surmise:allow vague-term -->\n",
			[]string{"head a.md:5 medium vague-term"},
			[]string{`a.md:5:25: "surmise:allow" gives no reason; write "-- REASON" after the detector`}},
		{"empty reason", "- The app MUST be fast. <!-- surmise:allow vague-term -- -->\n",
			[]string{"head a.md:5 medium vague-term"},
			[]string{`a.md:5:25: "surmise:allow" gives no reason; write "-- REASON" after the detector`}},
		{"no detector", "- The app MUST be fast. <!-- surmise:allow -- because -->\n",
			[]string{"head a.md:5 medium vague-term"},
			[]string{`a.md:5:25: "surmise:allow" names no detector; write it before "-- REASON"`}},
		{"one unknown of two", "- The app MUST be fast. <!-- surmise:allow vague-term, vague-terms -- because -->\n",
			[]string{"head a.md:5 medium vague-term"},
			[]string{`a.md:5:25: unknown detector "vague-terms"; did you mean "vague-term"?`}},
		{"another word", "- The app MUST be fast. <!-- surmise:ignore vague-term -- because -->\n",
			[]string{"head a.md:5 medium vague-term"},
			[]string{`a.md:5:25: unknown "surmise:ignore"; it must be "surmise:allow"`}},
		{"ordinary comment", "- The app MUST be fast. <!-- allow vague-term -- because -->\n",
			[]string{"head a.md:5 medium vague-term"}, nil},
		{"in code", "- The app MUST be fast. `<!-- surmise:allow vague-term -- because -->`\n",
			[]string{"head a.md:5 medium vague-term"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in := detect.Input{Head: documents(t, map[string]string{"a.md": frame + tt.body + criterion})}
			findings := detect.Run(detect.All(), in)
			if diff := cmp.Diff(tt.want, found(findings)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.notices, detect.Notices(detect.All(), in, findings)); diff != "" {
				t.Errorf("notices (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNothingAfterSuppression(t *testing.T) {
	t.Parallel()
	in := detect.Input{Head: documents(t, map[string]string{"a.md": frame + criterion + "\n<!-- surmise:allow vague-term -- because -->\n"})}
	want := []string{`a.md:10:1: "surmise:allow" has nothing after it to speak for`}
	if diff := cmp.Diff(want, detect.Notices(detect.All(), in, detect.Run(detect.All(), in))); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
}

// TestSuppressionAgainstBase shows that nothing which a change writes can
// silence the change.
func TestSuppressionAgainstBase(t *testing.T) {
	t.Parallel()
	const (
		fast    = "- The app MUST be fast.\n"
		allowed = "- The app MUST be fast. <!-- surmise:allow vague-term -- see the budget -->\n"
		open    = "- Labels MUST be printed within TBD. <!-- surmise:allow placeholder -- later -->\n"
	)
	doc := func(body string) string { return frame + body + criterion }
	tests := []struct {
		name          string
		base, head    map[string]string
		policy        policy.Policy
		want, notices []string
	}{
		{"stands at the base", map[string]string{"a.md": doc(allowed)}, map[string]string{"a.md": "\n" + doc(allowed)}, policy.Policy{},
			[]string{"head a.md:6 medium vague-term pre-existing suppressed inline: see the budget"}, nil},
		{"moves with its file", map[string]string{"a.md": doc(allowed)}, map[string]string{"b.md": doc(allowed)}, policy.Policy{},
			[]string{"head b.md:5 medium vague-term pre-existing suppressed inline: see the budget"}, nil},
		{"is added to old words", map[string]string{"a.md": doc(fast)}, map[string]string{"a.md": doc(allowed)}, policy.Policy{},
			[]string{"head a.md:5 medium vague-term pre-existing unaccepted: see the budget"},
			[]string{`a.md:5:25: the suppression of "vague-term" is not at the merge base and does not count yet`}},
		{"comes with new words", map[string]string{"a.md": doc("")}, map[string]string{"a.md": doc(allowed)}, policy.Policy{},
			[]string{"head a.md:5 medium vague-term unaccepted: see the budget"},
			[]string{`a.md:5:25: the suppression of "vague-term" is not at the merge base and does not count yet`}},
		{"would hide a high one", map[string]string{}, map[string]string{"a.md": doc(open)}, policy.Policy{},
			[]string{"head a.md:5 high placeholder unaccepted: later", "head a.md:5 high added-suppression"},
			[]string{`a.md:5:38: the suppression of "placeholder" is not at the merge base and does not count yet`}},
		{"hides what the policy made high", map[string]string{"a.md": doc("")}, map[string]string{"a.md": doc(allowed)},
			policy.Policy{Rules: policy.Rules{Detectors: map[string]finding.Severity{"vague-term": finding.High}}},
			[]string{"head a.md:5 high vague-term unaccepted: see the budget", "head a.md:5 high added-suppression"},
			[]string{`a.md:5:25: the suppression of "vague-term" is not at the merge base and does not count yet`}},
		{"hides what the policy made low", map[string]string{}, map[string]string{"a.md": doc(open)},
			policy.Policy{Rules: policy.Rules{Detectors: map[string]finding.Severity{"placeholder": finding.Low}}},
			[]string{"head a.md:5 low placeholder unaccepted: later"},
			[]string{`a.md:5:38: the suppression of "placeholder" is not at the merge base and does not count yet`}},
		{"is taken away", map[string]string{"a.md": doc(allowed)}, map[string]string{"a.md": doc(fast)}, policy.Policy{},
			[]string{"head a.md:5 medium vague-term pre-existing"}, nil},
		{"speaks of a removal", map[string]string{"a.md": doc("- **FR-001**: Labels MUST be printed within 5 s.\n- **FR-002**: Labels MUST carry a code. <!-- surmise:allow removed-requirement -- goes in spring -->\n")},
			map[string]string{"a.md": doc("- **FR-001**: Labels MUST be printed within 5 s.\n")}, policy.Policy{},
			[]string{"base a.md:6 high removed-requirement suppressed inline: goes in spring"}, nil},
		{"is copied", map[string]string{"a.md": doc(allowed)}, map[string]string{"a.md": doc(allowed), "b.md": doc(allowed)}, policy.Policy{},
			[]string{
				"head a.md:5 medium vague-term pre-existing suppressed inline: see the budget",
				"head b.md:5 medium vague-term unaccepted: see the budget",
			},
			[]string{`b.md:5:25: the suppression of "vague-term" is not at the merge base and does not count yet`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in := detect.Input{Head: documents(t, tt.head), Base: documents(t, tt.base), Policy: tt.policy}
			in.Comparison = detect.Compare(in.Base, in.Head)
			findings := detect.Run(detect.All(), in)
			if diff := cmp.Diff(tt.want, found(findings)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.notices, detect.Notices(detect.All(), in, findings)); diff != "" {
				t.Errorf("notices (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPolicyWeighs(t *testing.T) {
	t.Parallel()
	docs := documents(t, map[string]string{
		"a.md": frame + "- Refunds MUST end within 30 days.\n- Refunds MUST end within 60 days.\n- The app MUST be fast. <!-- surmise:allow vague-term -- agreed -->\n" + criterion,
	})
	severities := func(detector string, s finding.Severity) policy.Policy {
		return policy.Policy{Rules: policy.Rules{Detectors: map[string]finding.Severity{detector: s}}}
	}
	const allowed = "head a.md:7 medium vague-term suppressed inline: agreed"
	tests := []struct {
		name          string
		policy        policy.Policy
		want, notices []string
	}{
		{"none", policy.Policy{}, []string{"head a.md:6 high contradiction", allowed}, nil},
		{"lowers a contradiction", severities("contradiction", finding.Low), []string{"head a.md:6 low contradiction", allowed},
			[]string{`the policy lowers "contradiction" from high to low: 1 finding`}},
		{"switches a contradiction off", severities("contradiction", finding.Off),
			[]string{"head a.md:6 high contradiction suppressed policy: off in the policy", allowed},
			[]string{`the policy lowers "contradiction" from high to off: 1 finding`}},
		{"off and allowed", severities("vague-term", finding.Off), []string{"head a.md:6 high contradiction", allowed}, nil},
		{"raises", severities("vague-term", finding.High),
			[]string{"head a.md:6 high contradiction", "head a.md:7 high vague-term suppressed inline: agreed"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in := detect.Input{Head: docs, Policy: tt.policy}
			findings := detect.Run(detect.All(), in)
			if diff := cmp.Diff(tt.want, found(findings)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.notices, detect.Notices(detect.All(), in, findings)); diff != "" {
				t.Errorf("notices (-want +got):\n%s", diff)
			}
		})
	}
}

// TestIdentity shows what a change of a spec may touch without touching what
// was decided about it, and what it may not.
func TestIdentity(t *testing.T) {
	t.Parallel()
	const text = "# Parcels\n\n## 2. Rules\n\nFor each `label`:\n\n- The *app* MUST be TBD and hold 5 m of `tape roll`, see [it](x.md)\n\n" +
		"## Acceptance Criteria\n\n- A scanned parcel is listed within 5 s.\n"
	fingerprint := func(old, with string) finding.Fingerprint {
		changed := replaceOnce(t, text, old, with)
		for _, f := range detect.Run(detect.All(), detect.Input{Head: documents(t, map[string]string{"a.md": changed})}) {
			if f.Detector == "placeholder" {
				return f.Fingerprint
			}
		}
		t.Fatalf("no placeholder in %q", changed)
		return ""
	}
	same := fingerprint("", "")
	for _, tt := range []struct {
		name, old, with string
		same            bool
	}{
		{"wrapping", "TBD and", "TBD\n  and", true},
		{"white space", "TBD and", "TBD   and", true},
		{"emphasis", "*app*", "**app**", true},
		{"no emphasis", "*app*", "app", true},
		{"list marker", "- The", "* The", true},
		{"numbered list", "- The", "1. The", true},
		{"heading number", "2. Rules", "3. Rules", true},
		{"heading level", "## 2.", "### 2.", true},
		{"words above", "# Parcels\n", "# Parcels\n\nAbout parcels.\n", true},
		{"digits", "5 m of", "6 m of", false},
		{"sign", "5 m of", "-5 m of", false},
		{"unit", "5 m of", "5 km of", false},
		{"negation", "MUST be", "MUST not be", false},
		{"modal case", "MUST be", "must be", false},
		{"code", "`tape roll`", "`tape-roll`", false},
		{"code or prose", "`tape roll`", "tape roll", false},
		{"link target", "(x.md)", "(y.md)", false},
		{"lead-in", "For each `label`", "For some `label`", false},
		{"heading", "2. Rules", "2. Advice", false},
	} {
		if got := fingerprint(tt.old, tt.with); (got == same) != tt.same {
			t.Errorf("%s: the fingerprint stays: %v, want %v", tt.name, got == same, tt.same)
		}
	}
}

func replaceOnce(t *testing.T, text, old, with string) string {
	t.Helper()
	if old == "" {
		return text
	}
	if strings.Count(text, old) != 1 {
		t.Fatalf("%q stands %d times in the text", old, strings.Count(text, old))
	}
	return strings.Replace(text, old, with, 1)
}

// documents parses files in path order.
func documents(t *testing.T, files map[string]string) []*spec.Document {
	t.Helper()
	var out []*spec.Document
	for _, path := range slices.Sorted(maps.Keys(files)) {
		out = append(out, parse(t, testkit.File{Path: path, Data: []byte(files[path])}))
	}
	return out
}

// TestSince shows that a policy takes detectors up to a version: newer ones weigh
// at most low, unless a rule names them, and the report says so.
func TestSince(t *testing.T) {
	t.Parallel()
	detectors := detect.All()
	for i := range detectors {
		if detectors[i].ID == "placeholder" {
			detectors[i].Doc.Since = "99.0.0"
		}
	}
	docs := documents(t, map[string]string{"a.md": "# Lamps\n\n## Requirements\n\n- Lamps MUST be fast within TBD.\n"})
	taken := `"placeholder" came with 99.0.0, after the policy's since 98.1.0: 1 finding at most low`
	for _, tt := range []struct {
		name, since  string
		rules        policy.Rules
		want, notice []string
	}{
		{"no since", "", policy.Rules{}, []string{"medium vague-term", "high placeholder"}, nil},
		{"the version that brought it", "99.0.0", policy.Rules{}, []string{"medium vague-term", "high placeholder"}, nil},
		{"an earlier version", "98.1.0", policy.Rules{}, []string{"medium vague-term", "low placeholder"}, []string{taken}},
		{"a rule names it", "98.1.0", policy.Rules{Detectors: map[string]finding.Severity{"placeholder": finding.High}},
			[]string{"medium vague-term", "high placeholder"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in := detect.Input{Head: docs, Policy: policy.Policy{Since: tt.since, Rules: tt.rules}}
			findings := detect.Run(detectors, in)
			var got []string
			for _, f := range findings {
				if f.Detector == "placeholder" || f.Detector == "vague-term" {
					got = append(got, f.Severity.String()+" "+f.Detector)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.notice, detect.Notices(detectors, in, findings)); diff != "" {
				t.Errorf("notices (-want +got):\n%s", diff)
			}
		})
	}
}
