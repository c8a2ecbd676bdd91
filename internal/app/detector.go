package app

import (
	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/policy"
)

// Detectors lists everything that reports findings: the detectors, and last the
// ambiguity score under these settings.
func Detectors(c policy.Clarification) []detect.Detector {
	return append(detect.All(), ambiguityScore(c))
}

// ambiguityScore lets a gated score be a finding like any other: with a
// fingerprint, silenced where a spec or the policy silences it, and known from
// the merge base. The request's words are part of its identity.
func ambiguityScore(c policy.Clarification) detect.Detector {
	return detect.Detector{
		ID: clarify.Detector, Doc: detect.Doc(clarify.About()),
		Class: finding.Ambiguous, Affects: "requirements", Severity: finding.High,
		Document: func(p *detect.Pass) {
			f, gated := clarify.Finding(p.Doc, clarify.Measure(p.Doc, c))
			if !gated {
				return
			}
			p.Report(detect.Result{
				Span: f.Span, Message: f.Message, Hint: f.Hint, Default: f.Default,
				Related: f.Related, Members: []string{f.Identity.Text},
			})
		},
	}
}

// KnownNames are the names that a policy may use: those of the detectors and
// their areas.
func KnownNames() config.Known {
	var k config.Known
	for _, d := range Detectors(policy.Clarification{}) {
		k.Detectors = append(k.Detectors, d.ID)
		k.Areas = append(k.Areas, d.Affects)
	}
	k.Areas = unique(k.Areas)
	return k
}
