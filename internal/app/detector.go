package app

import (
	"sync"

	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/grill"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Detectors lists everything that reports findings: the detectors, the ambiguity
// score under these settings, and what is no finding in a document.
func Detectors(c policy.Clarification) []detect.Detector {
	return append(detectors(func(d *spec.Document) clarify.Score { return clarify.Measure(d, c) }), grilled(nil, ""))
}

func detectors(measure func(*spec.Document) clarify.Score) []detect.Detector {
	return append(detect.All(), ambiguityScore(measure), proverChanged())
}

// look is that with which documents are read and judged. It is built once for a
// run, and its tables of words as they are asked for.
type look struct {
	lexicon   *spec.Lexicon
	measure   func(*spec.Document) clarify.Score
	detectors []detect.Detector
}

func newLook(lexicon *spec.Lexicon, c policy.Clarification) look {
	measure := measureOnce(c)
	return look{lexicon, measure, detectors(measure)}
}

// measureOnce remembers the score of each document, whoever asks for it at the
// same time.
func measureOnce(c policy.Clarification) func(*spec.Document) clarify.Score {
	var known sync.Map
	return func(d *spec.Document) clarify.Score {
		if s, ok := known.Load(d); ok {
			return s.(clarify.Score)
		}
		s := clarify.Measure(d, c)
		known.Store(d, s)
		return s
	}
}

// ambiguityScore lets a gated score be a finding like any other: with a
// fingerprint, silenced where a spec or the policy silences it, and known from
// the merge base. The request's words are part of its identity.
func ambiguityScore(measure func(*spec.Document) clarify.Score) detect.Detector {
	return detect.Detector{
		ID: clarify.Detector, Doc: detect.Doc(clarify.About()),
		Class: finding.Ambiguous, Affects: "requirements", Severity: finding.High,
		Kinds: []string{"ambiguous-request"},
		Document: func(p *detect.Pass) {
			f, gated := clarify.Finding(p.Doc, measure(p.Doc))
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
	k.Areas = append(k.Areas, grill.Areas()...)
	k.Areas = unique(k.Areas)
	return k
}
