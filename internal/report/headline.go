package report

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
)

// maxTitle is how many code points a title has at most.
const maxTitle = 255

// Title is the publication in one line of plain text: the worst of its pull
// requests, with the mode wherever the verdict does not simply gate.
func (p Publication) Title() string {
	pages := p.pages()
	if len(pages) == 0 {
		return "could not decide: no pull request has this head"
	}
	w := worst(pages)
	title := w.title()
	if len(pages) > 1 {
		title += fmt.Sprintf(" · pull request %d, the worst of %d", w.Number, len(pages))
	}
	return cutRunes(terminal(p.mode()+title), maxTitle)
}

// mode is what a title begins with where the verdict does not simply gate.
func (p Publication) mode() string {
	switch {
	case p.Policy.Mode == policy.ModeObserve:
		return "observing: "
	case p.Degraded != "":
		return "advisory: "
	case p.FailJob:
		return "fail-job: "
	}
	return ""
}

// success is what the check concludes with.
func (p Publication) success(pages []page) bool {
	if p.Policy.Mode == policy.ModeObserve {
		return true
	}
	return len(pages) > 0 && worst(pages).Report.Verdict.Status == gate.Pass
}

// title is one pull request's verdict with its counts.
func (p page) title() string {
	v := p.Report.Verdict
	switch v.Status {
	case gate.Pass:
		return p.passing()
	case gate.Error:
		return "could not decide: " + v.Reason
	}
	blocks := len(p.blocking()) + len(p.failing()) + p.Report.unreadBlocking()
	if p.Policy.Mode == policy.ModeObserve && blocks > 0 {
		return fmt.Sprintf("would block (%d)", blocks)
	}
	counts := p.counts()
	if counts == "" || blocks == 0 {
		return "could not decide: " + orElse(v.Reason, "nothing was looked at")
	}
	return counts
}

// counts are the things that are open.
func (p page) counts() string {
	part := func(n int, noun, rest string) string {
		if n == 0 {
			return ""
		}
		return count(n, noun) + rest
	}
	high := ""
	if n := len(p.blocking()); n > 0 {
		high = fmt.Sprintf("%d high open", n)
	}
	return join(" · ", high,
		part(len(p.failing()), "prohibition", " not held"),
		part(p.Report.unreadBlocking(), "spec", " not interrogated"),
		part(len(p.Report.open()), "question", ""))
}

// passing says what a pass rests on.
func (p page) passing() string {
	looked := p.Report.part(subjectDiscovery).Reason
	var high, cleared int
	by := make(map[string]int)
	for _, i := range p.items {
		if i.Severity != finding.High {
			continue
		}
		high++
		if how := clearedAs(i.Entry); how != "" {
			by[how]++
			cleared++
		}
	}
	var out string
	switch {
	case !p.Policy.Assumptions:
		out = "assumptions not gated: policy"
	case len(p.items) == 0 && strings.HasPrefix(looked, "no spec"):
		out = looked
	case len(p.items) == 0:
		out = "nothing left open · " + looked
	default:
		out = count(len(p.items), "assumption") + " recorded"
		if high > 0 {
			out += fmt.Sprintf(", %d high", high)
		}
		var parts []string
		for _, how := range []string{"confirmed", "acknowledged", "auto", "dismissed", "answered"} {
			if by[how] > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", by[how], how))
			}
		}
		if cleared > 0 {
			out += " (" + strings.Join(parts, ", ") + ")"
		}
	}
	out = join(" · ", out, gate.Held(tallyProhibitions(p.Report.Prohibitions)))
	if n := len(p.Report.open()); n > 0 {
		out += " · " + count(n, "question")
	}
	return out
}

// clearedAs is how an entry was cleared, in one word; "" if it is open.
func clearedAs(e ledger.Entry) string {
	if e.State == ledger.Open {
		return ""
	}
	for _, event := range e.Events {
		if event.Auto && event.Effect == ledger.Counts && event.Verb.State() == e.State {
			return "auto"
		}
	}
	return string(e.State)
}
