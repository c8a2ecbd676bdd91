package gate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
)

// Discovery is what was looked for, and what came of it.
type Discovery struct {
	// Finished says that the search for specs came to its end. Nothing that an
	// unfinished search did not find can be called absent.
	Finished bool
	// Specs are the specs that were interrogated at the head.
	Specs int
	// Excluded are the files that would be specs, had the policy not taken them
	// out.
	Excluded int
	// Compared says that the merge base was read; Changed is then how many
	// specs differ from it, removed ones included.
	Compared bool
	Changed  int
	Unread   []Unread
}

// Input is what a decision is made from.
type Input struct {
	Policy       policy.Policy
	Discovery    Discovery
	Ledger       ledger.Ledger
	Prohibitions []Prohibition
}

// The subjects of the verdict and its three children.
const (
	subjectGate         = "gate"
	subjectDiscovery    = "discovery"
	subjectAssumptions  = "assumptions"
	subjectProhibitions = "prohibitions"
)

// Decide gives the verdict. It blocks if and only if something is open that
// the policy holds the change to: a spec that nobody could read, a high entry
// in scope, a prohibition without a passing outcome. A flagged one passes, and
// is told.
func Decide(in Input) Verdict {
	children := []Verdict{decideDiscovery(in), decideAssumptions(in), decideProhibitions(in)}
	root := Verdict{
		Subject:  subjectGate,
		Status:   worst(children[0].Status, children[1].Status, children[2].Status),
		Children: children,
	}
	var reasons []string
	for _, c := range children {
		blocks := c.Status != Pass
		silent := c.Subject == subjectProhibitions && len(c.Children) == 0
		if blocks || root.Status == Pass && !silent {
			reasons = append(reasons, c.Reason)
		}
	}
	root.Reason = strings.Join(reasons, "; ")
	return root
}

func decideDiscovery(in Input) Verdict {
	d := in.Discovery
	v := Verdict{Subject: subjectDiscovery}
	var unchanged int
	for _, u := range d.Unread {
		if u.Unchanged && d.Compared {
			unchanged++
			continue
		}
		v.Children = append(v.Children, Verdict{Subject: u.Path, Status: Fail, Reason: "not interrogated: " + u.Reason})
	}
	slices.SortFunc(v.Children, byText)
	switch {
	case !d.Finished:
		v.Status, v.Reason = Unknown, "the search for specs did not finish"
	case len(v.Children) > 0:
		v.Status, v.Reason = Fail, count(len(v.Children), "spec")+" not interrogated"
	case d.Specs == 0 && len(d.Unread) == 0 && d.Changed == 0:
		v.Status, v.Reason = noSpec(in.Policy, d.Excluded)
	case d.Compared && d.Changed == 0:
		v.Status, v.Reason = Pass, "no spec changed"
	case d.Compared:
		v.Status, v.Reason = Pass, fmt.Sprintf("%s interrogated, %d changed", count(d.Specs, "spec"), d.Changed)
	default:
		v.Status, v.Reason = Pass, count(d.Specs, "spec")+" interrogated"
	}
	if unchanged > 0 {
		v.Reason += fmt.Sprintf(", %d not looked at and unchanged", unchanged)
	}
	return v
}

// noSpec is the verdict where nothing is to be interrogated: globs that the
// policy writes and that leave nothing are a mistake.
func noSpec(p policy.Policy, excluded int) (Status, string) {
	status := Pass
	if p.Specs.Written {
		status = Error
	}
	switch {
	case excluded > 0:
		return status, NoneLeft(excluded)
	case p.Specs.Written:
		return status, "no file matches specs.include of the policy"
	}
	return status, "no spec yet"
}

// NoneLeft says that the policy takes out every file that would be a spec, and
// how many those are.
func NoneLeft(excluded int) string {
	return fmt.Sprintf("no spec is left: specs.exclude of the policy takes out all %d", excluded)
}

func decideAssumptions(in Input) Verdict {
	v := Verdict{Subject: subjectAssumptions}
	var high, before, blocking int
	cleared := make(map[string]int)
	for _, e := range in.Ledger.Entries {
		if problem := malformed(e); problem != "" {
			v.Children = append(v.Children, Verdict{Subject: e.ID, Status: Error, Reason: problem})
			continue
		}
		if e.PreExisting {
			before++
		}
		if e.Severity != finding.High {
			continue
		}
		high++
		stands := open(e, in.Policy)
		if !stands {
			cleared[clearing(e)]++
		}
		if stands && (in.Policy.Scope == policy.ScopeAll || !e.PreExisting) {
			blocking++
			v.Children = append(v.Children, Verdict{Subject: e.ID, Status: Fail, Reason: e.Why})
		}
	}
	slices.SortFunc(v.Children, byText)
	switch {
	case in.Policy.Scope != policy.ScopeChanged && in.Policy.Scope != policy.ScopeAll:
		v.Status, v.Reason = Error, fmt.Sprintf("the scope is %q; it must be one of changed, all", in.Policy.Scope)
	case len(v.Children) > blocking:
		v.Status, v.Reason = Error, count(len(v.Children)-blocking, "malformed ledger line")
	case !in.Discovery.Finished:
		v.Status, v.Reason = Unknown, "assumptions not looked at"
	case !in.Policy.Assumptions:
		v.Status, v.Reason, v.Children = Pass, "assumptions not gated: policy", nil
	case blocking > 0:
		v.Status, v.Reason = Fail, count(blocking, "high assumption")+" open"
	default:
		v.Status, v.Reason = Pass, recorded(len(in.Ledger.Entries), high, before, cleared)
	}
	return v
}

// open reports whether nobody has cleared an entry. An acknowledgement does not
// clear a contradiction, nor anything where the policy asks for more; a replay
// gives no such state, and the gate does not rely on that.
func open(e ledger.Entry, p policy.Policy) bool {
	acknowledged := e.State == ledger.Acknowledged
	return !e.State.Cleared() || acknowledged && (p.RequireConfirm || e.Nature() == ledger.Contradiction)
}

// auto is how an entry is cleared without people.
const auto = "auto"

// clearing says how a cleared entry was cleared.
func clearing(e ledger.Entry) string {
	byPeople := slices.ContainsFunc(e.Events, func(ev ledger.Event) bool {
		return ev.Effect == ledger.Counts && ev.Verb.Clears() && !ev.Auto
	})
	if !byPeople {
		return auto
	}
	return string(e.State)
}

// recorded says what a pass assumed, and how the high entries were cleared.
func recorded(all, high, before int, cleared map[string]int) string {
	if all == 0 {
		return "nothing assumed"
	}
	out := count(all, "assumption") + " recorded"
	if high > 0 {
		out += fmt.Sprintf(", %d high", high)
		var how []string
		for _, word := range []string{string(ledger.Confirmed), string(ledger.Answered), string(ledger.Dismissed), string(ledger.Acknowledged), auto} {
			if n := cleared[word]; n > 0 {
				how = append(how, fmt.Sprintf("%d %s", n, word))
			}
		}
		if len(how) > 0 {
			out += " (" + strings.Join(how, ", ") + ")"
		}
	}
	if before > 0 {
		out += fmt.Sprintf(", %d from before the change", before)
	}
	return out
}

// malformed says what is wrong with an entry that no ledger can hold: one that
// was built, not decoded. "" is nothing.
func malformed(e ledger.Entry) string {
	switch {
	case e.Kind != ledger.Assumption:
		return fmt.Sprintf("the kind is %q; it must be one of assumption", e.Kind)
	case e.State != ledger.Open && !e.State.Cleared():
		return fmt.Sprintf("the state is %q; an entry of the head is open or cleared", e.State)
	case !e.Explained():
		return fmt.Sprintf("the state is %q, and its events do not say so", e.State)
	case e.Severity != finding.High && e.Severity != finding.Medium:
		return "the severity is neither high nor medium"
	}
	return ""
}

func decideProhibitions(in Input) Verdict {
	v := Verdict{Subject: subjectProhibitions}
	if len(in.Prohibitions) == 0 {
		v.Status, v.Reason = Unknown, "prohibitions not looked at"
		if in.Discovery.Finished {
			v.Status, v.Reason = Pass, "no prohibition declared"
		}
		return v
	}
	statuses := make([]Status, 0, len(in.Prohibitions))
	var failing, flagged, judged int
	for _, p := range in.Prohibitions {
		s := worst(p.Outcome)
		switch {
		case s != Pass:
			failing++
		case p.Flagged:
			flagged++
		case p.Tier == ByPeople:
			judged++
		}
		statuses = append(statuses, s)
		v.Children = append(v.Children, Verdict{Subject: p.ID, Status: s, Reason: cmp.Or(p.Reason, p.Outcome.String())})
	}
	slices.SortFunc(v.Children, byText)
	v.Status = worst(statuses...)
	if failing > 0 {
		v.Reason = fmt.Sprintf("%d of %s not held", failing, count(len(v.Children), "prohibition"))
		return v
	}
	v.Reason = Held(len(v.Children)-flagged-judged, judged, flagged)
	return v
}

// Held says how prohibitions are held: by tests, by people's word, or by
// nobody's.
func Held(proven, judged, flagged int) string {
	var parts []string
	if proven > 0 {
		parts = append(parts, count(proven, "prohibition")+" proven")
	}
	if judged > 0 {
		parts = append(parts, count(judged, "prohibition")+" judged to hold")
	}
	if flagged > 0 {
		parts = append(parts, "complete with "+count(flagged, "flagged prohibition"))
	}
	return strings.Join(parts, ", ")
}

func byText(a, b Verdict) int {
	return cmp.Or(strings.Compare(a.Subject, b.Subject), cmp.Compare(b.Status.rank(), a.Status.rank()), strings.Compare(a.Reason, b.Reason))
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
