package detect

import (
	"fmt"
	"maps"
	"slices"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// weigh gives findings the severities of the policy. What the policy switches
// off stays in the list as suppressed, so that a reader sees that it is; what
// is off of itself and stays off is dropped.
func weigh(detectors []Detector, p policy.Policy, findings []finding.Finding) []finding.Finding {
	since := make(map[string]string, len(detectors))
	for i := range detectors {
		since[detectors[i].ID] = detectors[i].Doc.Since
	}
	out := findings[:0]
	for _, f := range findings {
		f.Own = f.Severity
		f.Severity = p.Severity(f.Detector, f.Affects, f.Path, p.Settled(since[f.Detector], f.Own))
		if f.Severity == finding.Off {
			f.Severity = f.Own
			if f.Suppressed == nil {
				f.Suppressed = &finding.Suppression{Reason: "off in the policy", Source: finding.ByPolicy}
			}
		}
		if f.Severity != finding.Off {
			out = append(out, f)
		}
	}
	return out
}

// Silencer is a suppression that the change brought, with the high findings
// that it would hide if it counted.
type Silencer struct {
	Doc       *spec.Document
	Place     finding.Place
	Statement *spec.Statement // the first that it governs; nil if there is none
	Hidden    []finding.Finding
}

// silencers are those suppressions of the head that do not count and would
// hide something high, in source order.
func silencers(docs []*spec.Document, own allowances, findings []finding.Finding) []Silencer {
	hidden := make(map[finding.Place][]finding.Finding)
	for _, f := range findings {
		if f.Unaccepted != nil && f.Active() && f.Severity == finding.High {
			hidden[f.Unaccepted.At] = append(hidden[f.Unaccepted.At], f)
		}
	}
	var out []Silencer
	for _, d := range docs {
		for _, a := range own[d.File.Path()] {
			if h := hidden[a.at]; len(h) > 0 {
				out = append(out, Silencer{Doc: d, Place: a.at, Statement: a.statement, Hidden: h})
			}
		}
	}
	return out
}

// Notices says what a reader must know of the silences of a run, given what
// [Run] returned for it: suppressions that are malformed, silence nothing, or
// do not count yet, and contradictions that the policy plays down.
func Notices(detectors []Detector, in Input, findings []finding.Finding) []string {
	var out []string
	for _, p := range IdleSuppressions(detectors, in, findings) {
		out = append(out, p.String())
	}
	out = append(out, newcomers(detectors, in.Policy, findings)...)
	return append(out, playedDown(findings)...)
}

// newcomers says which detectors found something that weighs less because they
// came after the version that the policy takes.
func newcomers(detectors []Detector, p policy.Policy, findings []finding.Finding) []string {
	var out []string
	for _, d := range detectors {
		n := 0
		for _, f := range findings {
			if f.Detector == d.ID && f.Severity < f.Own && p.Settled(d.Doc.Since, f.Own) != f.Own {
				n++
			}
		}
		if n > 0 {
			out = append(out, fmt.Sprintf("%q came with %s, after the policy's since %s: %s at most low",
				d.ID, d.Doc.Since, p.Since, count(n, "finding")))
		}
	}
	return out
}

// IdleSuppressions are the suppressions of the head that do not do what they
// are there for, by path and place: malformed ones, those that silence nothing,
// and those that do not count yet. Findings are what [Run] returned.
func IdleSuppressions(detectors []Detector, in Input, findings []finding.Finding) []source.Problem {
	var out []source.Problem
	own := readAllowances(in.Head, finding.Head, detectors)
	effects := effectsOf(findings)
	for _, path := range slices.Sorted(maps.Keys(own)) {
		for _, a := range own[path] {
			add := func(text string) {
				out = append(out, source.Problem{Path: path, At: a.at.At.Start, Message: text})
			}
			if a.problem != "" {
				add(a.problem)
				continue
			}
			for _, id := range a.detectors {
				if text := effects.amiss(a, id); text != "" {
					add(text)
				}
			}
		}
	}
	return out
}

// silence is one detector at the place where an allowance names it.
type silence struct {
	path     string
	side     finding.Side
	at       source.Span
	detector string
}

// effects is what allowances do: true for those that silence something, false
// for those that would if they counted.
type effects map[silence]bool

func effectsOf(findings []finding.Finding) effects {
	out := make(effects)
	for i := range findings {
		f := &findings[i]
		if s := f.Suppressed; s != nil && s.Source == finding.Inline {
			out[silence{s.At.Path, s.At.Side, s.At.Span, f.Detector}] = true
		}
		if s := f.Unaccepted; s != nil {
			if key := (silence{s.At.Path, s.At.Side, s.At.Span, f.Detector}); !out[key] {
				out[key] = false
			}
		}
	}
	return out
}

// amiss says what is wrong with an allowance of one detector; "" if it does
// what it is there for.
func (e effects) amiss(a allowance, detector string) string {
	works, known := e[silence{a.at.Path, a.at.Side, a.at.Span, detector}]
	switch {
	case works:
		return ""
	case known:
		return fmt.Sprintf("the suppression of %q is not at the merge base and does not count yet", detector)
	}
	return fmt.Sprintf("the suppression of %q silences nothing; remove it", detector)
}

// playedDown counts, by detector and severity, the contradictions that weigh
// less than they would without the policy.
func playedDown(findings []finding.Finding) []string {
	counts := make(map[string]int)
	for _, f := range findings {
		now := f.Severity
		if f.Suppressed != nil && f.Suppressed.Source == finding.ByPolicy {
			now = finding.Off
		}
		if f.Class == finding.Contradictory && now < f.Own {
			counts[fmt.Sprintf("the policy lowers %q from %s to %s", f.Detector, f.Own, now)]++
		}
	}
	var out []string
	for _, text := range slices.Sorted(maps.Keys(counts)) {
		noun := "findings"
		if counts[text] == 1 {
			noun = "finding"
		}
		out = append(out, fmt.Sprintf("%s: %d %s", text, counts[text], noun))
	}
	return out
}
