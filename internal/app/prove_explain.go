package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/proof"
)

// Explanation is how a prohibition is proven, or why it cannot be.
type Explanation struct {
	Declared
	Title   string // of its kind
	Test    proof.Place
	Tagged  bool
	Ruling  *proof.Ruling // what is decided without a run; nil if it has to be run
	Changes []ExplainedChange
	Steps   [][]string // the command lines of one run, in order
}

// ExplainedChange is what a run does to a file, as lines that begin with "-"
// or "+" and their numbers.
type ExplainedChange struct {
	Role  proof.Role
	Path  string
	Lines []string
}

// The most that is shown of a violation where it is not the subject.
const (
	caughtLines = 4
	caughtWidth = 100
)

// caught is what changes do, in a few short lines: enough for a reviewer to see
// what a test holds against.
func caught(changes []proof.Change) []string {
	var out []string
	for _, c := range changes {
		for _, line := range lineDiff(string(c.Before), string(c.After)) {
			out = append(out, shortenTo(strings.Join(strings.Fields(line), " "), caughtWidth))
		}
	}
	if more := len(out) - caughtLines; more > 0 {
		out = append(out[:caughtLines], fmt.Sprintf("… and %s more", counted(more, "line")))
	}
	return out
}

// ExplainProof plans the only prohibition of a request and runs nothing. The
// bench is asked for its host only.
func ExplainProof(r ProveRequest) (Explanation, error) {
	if len(r.Prohibitions) != 1 || len(r.Benches) == 0 {
		return Explanation{}, fmt.Errorf("explain %d prohibitions on %d benches; it is one on one", len(r.Prohibitions), len(r.Benches))
	}
	plan := newPlanner(r).plan(r.Prohibitions[0])
	out := Explanation{Declared: plan.Declared, Title: plan.kind.Doc.Title, Test: plan.judged.Link.Place, Tagged: plan.judged.Link.Tagged}
	if !plan.runs() {
		ruling := proof.Judge(plan.judged)
		out.Ruling = &ruling
		return out, nil
	}
	for _, role := range []proof.Role{proof.Violation, proof.Control} {
		for _, c := range map[proof.Role][]proof.Change{proof.Violation: plan.violation, proof.Control: plan.control}[role] {
			out.Changes = append(out.Changes, ExplainedChange{role, c.Path, lineDiff(string(c.Before), string(c.After))})
		}
	}
	check := plan.planCheck(r.Policy)
	host := r.Benches[0].Host(proof.Tools(plan.kind, check))
	host.Guarded = plan.guarded
	steps, err := plan.kind.Plan(check, host)
	if err != nil {
		ruling := proof.Judge(proof.Case{Prohibition: plan.Prohibition, Line: plan.Line, Refusal: &proof.Refusal{
			Code: proof.Infra, Place: proof.Place{Path: plan.Path, Line: plan.Line}, Text: err.Error(), Next: "install it, and run this again"}})
		out.Ruling = &ruling
		return out, nil
	}
	for _, s := range steps.Steps {
		argv := slices.Clone(s.Argv)
		if s.Program != nil {
			argv = append([]string{"(built before)"}, argv...)
		}
		for i := range argv {
			argv[i] = strings.ReplaceAll(argv[i], "\n", `\n`)
		}
		out.Steps = append(out.Steps, argv)
	}
	return out, nil
}
