package detect

import (
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

func noCriterion() Detector {
	return Detector{
		ID: "no-criterion",
		Doc: Doc{
			Title: "no verifiable criterion",
			Text: "Finds documents that ask for something and hold no criterion by which anybody could see it met. What " +
				"counts is the document's own convention: an item under Acceptance, Success or Done or under a story, a " +
				"scenario with an outcome, an EARS line, and in prose that binds by must, shall or should the sentence itself. A " +
				"criterion names an observable subject and outcome: \"works as expected\", TBD and \"done\" are none, and " +
				"neither is what is asked of any work, such as \"all tests pass\". " +
				"Documents without requirements, stories or scenarios are silent.",
			Bad:   "## Acceptance Criteria\n\n- The export works as expected",
			Good:  "## Acceptance Criteria\n\n- The export button downloads a CSV file with one row per invoice",
			Since: "0.1.0",
		},
		Class: finding.Missing, Affects: "acceptance-criteria", Severity: finding.High,
		Kinds: []string{"missing-acceptance-criteria"},
		Document: func(p *Pass) {
			if !p.Doc.Bears() || len(p.Doc.Verifiable()) > 0 {
				return
			}
			var praise []finding.Related
			for _, s := range p.Doc.Hollow() {
				if len(praise) < mostShown {
					praise = append(praise, finding.Related{Place: finding.PlaceOf(p.Doc.File, finding.Head, s.Span), Note: "says nothing that can be seen"})
				}
			}
			p.Report(Result{
				Span: titleSpan(p.Doc), Related: praise,
				Message: "no criterion here can be checked: state at least one observable outcome",
				Hint:    "add acceptance criteria, or a scenario, that name what is done and what is then to be seen",
				Default: "the work counts as done when its author says so",
			})
		},
	}
}

// mostShown is how many hollow criteria the finding points at.
const mostShown = 3

// titleSpan is where a finding about a whole document stands: the title line,
// else the first statement.
func titleSpan(doc *spec.Document) source.Span {
	if t := doc.Title(); t != nil {
		return t.Heading.Span
	}
	if len(doc.Statements) > 0 {
		return doc.Statements[0].Span
	}
	return source.Span{}
}
