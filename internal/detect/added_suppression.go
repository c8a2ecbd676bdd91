package detect

import (
	"fmt"

	"github.com/surmise-ci/surmise/internal/finding"
)

func addedSuppression() Detector {
	return Detector{
		ID: "added-suppression",
		Doc: Doc{
			Title: "suppression added with what it hides",
			Text: "Finds a suppression that a change writes into a spec where it would hide a finding of high severity. A suppression " +
				"counts from the merge base on, and for what it silenced there: nothing that a change brings can silence the change. " +
				"The hidden findings stay open beside it. A suppression that hides less than high is listed as not counting yet.",
			Bad:   "The export is kept for TBD days. <!-- surmise:allow placeholder -- legal will say -->",
			Good:  "The export is kept for 30 days.",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.High,
		Kinds:   []string{"added-suppression"},
		Silence: reportSilencers,
	}
}

func reportSilencers(p *SilencePass) {
	for _, s := range p.Silencers {
		r := Result{
			Doc: s.Doc, Span: s.Place.Span, At: s.Statement,
			Hint:    "remove the comment and say in the spec what it leaves open",
			Default: "the suppression is not applied: what it covers counts",
		}
		for _, f := range s.Hidden {
			r.Members = append(r.Members, string(f.Fingerprint))
			r.Related = append(r.Related, finding.Related{Place: f.Place, Note: fmt.Sprintf("what it would hide: %s", f.Detector)})
		}
		what := "a high finding"
		if n := len(s.Hidden); n > 1 {
			what = fmt.Sprintf("%d high findings", n)
		}
		r.Message = "the change adds a suppression that would hide " + what
		p.Report(r)
	}
}
