// Package report says what a run found, in every format. A report holds all
// that a sink may print and leaves it nothing to decide. Text that comes from
// a spec reaches an output only through that output's one sanitiser: it is
// written by whoever opened the pull request.
package report

import (
	"fmt"

	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/source"
)

// Report is one run's result. The zero report is undecided and says so in
// every format.
type Report struct {
	Tool  string   // "surmise 0.1.0"
	Base  string   // the base revision as resolved; "" without one
	Head  string   // the head revision; "" for a working tree
	Specs []string // paths interrogated

	Verdict      gate.Verdict
	Findings     []finding.Finding // all of them, ordered: active, suppressed and pre-existing
	Ledger       ledger.Ledger
	Questions    []ledger.Question // that were asked, each with where it stands
	Drafts       []clarify.Draft   // the specs with the answers to them written in
	Ambiguity    []clarify.Score
	Changes      []detect.Change
	Prohibitions []gate.Prohibition
	// Dismissed are the prohibitions that a spec declares and does not hold
	// anybody to, each with its reason. The gate does not look at them.
	Dismissed       []gate.Prohibition
	NotInterrogated []gate.Unread
	Limits          []string // every cap that was hit, every silence that a reader must know of

	Sources  map[finding.Side]map[string]*source.File // the files by side and path, for excerpts
	Headings map[finding.Side]map[string][]Heading    // theirs, for what is shown beside words that are gone
}

// Format is one way to write a report down.
type Format struct {
	ID     string
	Doc    string // one line for the command's help
	Render func(Report, Style) ([]byte, error)
}

// Style is what a format may do beyond plain bytes. Formats that have no use
// for it ignore it.
type Style struct {
	Color     bool // ANSI colour sequences are welcome
	Questions bool // the questions are shown in full
}

// Formats lists every format, the default one first.
func Formats() []Format {
	return []Format{
		{"text", "for people: each finding on its line, with the words underlined", renderText},
		{"json", "for programs: contract version 1, see \"surmise schema report\"", renderJSON},
		{"markdown", "for pull requests: tables, safe to paste", renderMarkdown},
		{"github", "for the log of a workflow: each finding as an annotation", renderGitHub},
	}
}

// index answers what renderers ask about single findings.
type index struct {
	ids    map[finding.Key]string
	blocks map[string]bool
}

// newIndex joins findings, ledger entries and verdict. Which entries block is
// the gate's word: the failing leaves of its verdict.
func newIndex(r Report) index {
	x := index{ids: make(map[finding.Key]string), blocks: make(map[string]bool)}
	for _, e := range r.Ledger.Entries {
		x.ids[finding.Key{Path: e.Spec.Path, Fingerprint: e.Fingerprint}] = e.ID
	}
	x.failing(r.Verdict)
	return x
}

func (x index) failing(v gate.Verdict) {
	if len(v.Children) == 0 && v.Status != gate.Pass {
		x.blocks[v.Subject] = true
	}
	for _, c := range v.Children {
		x.failing(c)
	}
}

// entry is the id of the finding's ledger entry, "" if it has none.
func (x index) entry(f finding.Finding) string {
	return x.ids[finding.Key{Path: f.Path, Fingerprint: f.Fingerprint}]
}

func (x index) blocking(f finding.Finding) bool {
	id := x.entry(f)
	return id != "" && x.blocks[id]
}

// tally is how many findings a report has of each sort; every finding is
// counted once.
type tally struct {
	blocking                          int
	high, medium, low                 int // open, not blocking
	preExisting, inline, policySilent int
}

func (r Report) tally(x index) tally {
	var t tally
	for _, f := range r.Findings {
		switch {
		case f.Suppressed != nil && f.Suppressed.Source == finding.ByPolicy:
			t.policySilent++
		case f.Suppressed != nil:
			t.inline++
		case !f.Active():
		case x.blocking(f):
			t.blocking++
		case f.PreExisting:
			t.preExisting++
		case f.Severity == finding.High:
			t.high++
		case f.Severity == finding.Medium:
			t.medium++
		default:
			t.low++
		}
	}
	return t
}

// shown are the findings that are laid before a reader one by one: active, and
// brought by the change or held against it.
func (r Report) shown(x index, keep func(finding.Finding) bool) []finding.Finding {
	var out []finding.Finding
	for _, f := range r.Findings {
		if f.Active() && (!f.PreExisting || x.blocking(f)) && keep(f) {
			out = append(out, f)
		}
	}
	return out
}

// headline is the report in one line.
func (r Report) headline(x index) string {
	specs := count(len(r.Specs), "spec")
	t := r.tally(x)
	counts := t.counts()
	switch r.Verdict.Status {
	case gate.Pass:
		switch {
		case len(r.Specs) == 0:
			return "passes: " + r.part(subjectDiscovery).Reason
		case counts == "":
			counts = "nothing left open"
		}
		return fmt.Sprintf("passes: %s — %s", join(" · ", counts, gate.Held(tallyProhibitions(r.Prohibitions))), specs)
	case gate.Fail:
		if unread := r.unreadBlocking(); unread > 0 {
			counts = join(" · ", fmt.Sprintf("%d not interrogated", unread), counts)
		}
		if failing := len(r.failing()); failing > 0 {
			counts = join(" · ", counts, count(failing, "prohibition")+" not held")
		}
		return fmt.Sprintf("blocks: %s — %s", orElse(counts, r.Verdict.Reason), specs)
	case gate.Error:
		return "could not decide: " + r.Verdict.Reason
	}
	return "undecided: " + orElse(r.Verdict.Reason, "nothing was looked at")
}

// subjectDiscovery is the verdict's child about what was looked for.
const subjectDiscovery = "discovery"

// part is one child of the verdict.
func (r Report) part(subject string) gate.Verdict {
	for _, c := range r.Verdict.Children {
		if c.Subject == subject {
			return c
		}
	}
	return r.Verdict
}

func (t tally) counts() string {
	part := func(n int, what string) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprintf("%d %s", n, what)
	}
	return join(" · ", part(t.blocking, "high open"), part(t.high, "high, not gated"), part(t.medium, "medium"), part(t.low, "low"))
}

// aside says what is counted but not laid open.
func (t tally) aside() string {
	var out string
	if t.preExisting > 0 {
		out = fmt.Sprintf("%d stood before the change", t.preExisting)
	}
	if n := t.inline + t.policySilent; n > 0 {
		out = join(" · ", out, fmt.Sprintf("%d suppressed (%d in the spec, %d by policy)", n, t.inline, t.policySilent))
	}
	return out
}

func (r Report) unreadBlocking() int {
	n := 0
	for _, u := range r.NotInterrogated {
		if !u.Unchanged {
			n++
		}
	}
	return n
}

// gated are the scores that say more than a finding does: those at or above
// the threshold.
func (r Report) gated() []clarify.Score {
	var out []clarify.Score
	for _, s := range r.Ambiguity {
		if s.Gated {
			out = append(out, s)
		}
	}
	return out
}

// maxNew is how many new requirements a meaning diff names: a new spec is
// read, not diffed. What was lost is always named.
const maxNew = 10

// meaning splits the changes into those that are listed, and what is said of
// the others: how many more are new, and how many kept their claim.
func (r Report) meaning() (listed []detect.Change, rest string) {
	var added, same int
	for _, c := range r.Changes {
		switch c.Kind {
		case detect.Reworded:
			same++
			continue
		case detect.Added:
			if added++; added > maxNew {
				continue
			}
		}
		listed = append(listed, c)
	}
	var more, kept string
	if added > maxNew {
		more = fmt.Sprintf("%d more new", added-maxNew)
	}
	if same > 0 {
		kept = fmt.Sprintf("%d re-worded, same claim", same)
	}
	return listed, join(" · ", more, kept)
}

// revisionPath is the path of a place; one at the base is written as git does,
// with the revision before it.
func (r Report) revisionPath(p finding.Place) string {
	if p.Side != finding.Base {
		return p.Path
	}
	return orElse(r.Base[:min(len(r.Base), shortRevision)], "base") + ":" + p.Path
}

// shortRevision is how much of a revision's id people are shown.
const shortRevision = 7

// place is where a change stands now, else where it stood.
func place(c detect.Change) finding.Place {
	if c.After.Path != "" {
		return c.After
	}
	return c.Before
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// join joins what is not empty.
func join(sep string, parts ...string) string {
	out := ""
	for _, p := range parts {
		if p != "" && out != "" {
			out += sep
		}
		out += p
	}
	return out
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// clears is what makes a finding go away, with the edit that would do it.
func clears(f finding.Finding) string {
	if f.Edit == "" {
		return f.Hint
	}
	return fmt.Sprintf("%s; suggested: %q in place of %q", f.Hint, shortenTo(f.Edit, maxWords), shortenTo(f.Text, maxWords))
}
