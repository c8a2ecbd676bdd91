// Package finding is what detectors say: one located result with its severity,
// its class, the words it is about and the way to make it go away. A finding
// is data; an error is the tool not doing its work.
package finding

import (
	"cmp"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/source"
)

// Severity is how bad a finding is. It comes from the detector's fixed entry,
// moved only by policy. The zero value is Off: nothing is emitted.
type Severity uint8

// The severities. High blocks; medium is annotated; low is only listed.
const (
	Off Severity = iota
	Low
	Medium
	High
)

// String is the severity as policies and reports write it.
func (s Severity) String() string { return [...]string{"off", "low", "medium", "high"}[s] }

// ParseSeverity reads exactly the words that [Severity.String] writes.
func ParseSeverity(text string) (Severity, bool) {
	for s := Off; s <= High; s++ {
		if text == s.String() {
			return s, true
		}
	}
	return Off, false
}

// Class is the kind of gap, in the four classes of the assumption ledger.
type Class string

// The classes.
const (
	Ambiguous      Class = "ambiguous"
	Contradictory  Class = "contradictory"
	Underspecified Class = "underspecified"
	Missing        Class = "missing"
)

// Classes lists them in the order reports use.
func Classes() []Class { return []Class{Ambiguous, Contradictory, Underspecified, Missing} }

// Side says in which revision a span lies.
type Side string

// The sides. A removal lies in the base: its words are not in the head.
const (
	Head Side = "head"
	Base Side = "base"
)

// Place is a span in one revision of one file.
type Place struct {
	Path string
	Side Side
	Span source.Span
	At   source.Range
	Text string // the excerpt at Span, byte for byte
}

// PlaceOf fills a place from the file it lies in.
func PlaceOf(f *source.File, side Side, s source.Span) Place {
	return Place{Path: f.Path(), Side: side, Span: s, At: f.Range(s), Text: f.Excerpt(s)}
}

// Related is a second place that a finding needs to be understood.
type Related struct {
	Place
	Note string // what this place says: "the other bound"
}

// Identity is what a finding's fingerprint is made of. Two findings with equal
// identities in one file are told apart by their ordinal.
type Identity struct {
	Text    string   // the governing statement, canonical
	Context []string // lead-in and parent items, outermost first
	Headers []string // table heads
	Anchor  string   // explicit id, else heading title
	Members []string // a grouped finding's members; order does not matter
}

// Where a suppression is written.
const (
	Inline   = "inline" // in the spec itself
	ByPolicy = "policy"
)

// Suppression is an explained silence.
type Suppression struct {
	Reason string
	Source string // Inline or ByPolicy
	At     Place  // where an inline one is written
}

// Finding is one result of one detector. Place, Message, Hint and Default are
// always set.
type Finding struct {
	Detector string
	Severity Severity // what it weighs here; see Own
	Own      Severity // the detector's severity, before policy moved it
	Class    Class
	Affects  string // area: "security", "acceptance-criteria", "requirements"
	Place
	Heading  string // title of the section it lies in; "" before the first heading
	Message  string // one sentence without a final stop
	Hint     string // what clears it
	Edit     string // what clears it in place of the words at Place; "" where only a person can know
	Default  string // the stated default taken while it is open; never an invented answer
	Related  []Related
	Identity Identity

	Fingerprint Fingerprint  // set by [Finish]
	Suppressed  *Suppression // nil if it counts
	// Unaccepted is a suppression that the change itself brought: it covers
	// this finding but silences nothing until it stands at the merge base.
	Unaccepted  *Suppression
	PreExisting bool        // stood at the merge base
	Predecessor Fingerprint // the finding at the merge base whose words changed into these; "" without one
}

// Active reports whether the finding counts: nothing silences it.
func (f *Finding) Active() bool { return f.Suppressed == nil && f.Severity != Off }

// Whole reports whether the finding is about its document, not about some words
// in it.
func (f *Finding) Whole() bool { return f.Identity.Text == "" }

// Compare orders findings for every output: by path, place, detector, message.
func Compare(a, b Finding) int {
	return cmp.Or(
		strings.Compare(a.Path, b.Path),
		strings.Compare(string(b.Side), string(a.Side)), // head before base
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		strings.Compare(a.Detector, b.Detector),
		strings.Compare(a.Message, b.Message),
	)
}

// Finish sorts findings and gives each its fingerprint. Equal identities are
// numbered in source order within their file, so that no two findings of a
// file share a fingerprint.
func Finish(findings []Finding) []Finding {
	slices.SortFunc(findings, Compare)
	seen := make(map[string]int)
	begun := make(map[string]digest) // the last of each detector
	for i := range findings {
		f := &findings[i]
		d, ok := begun[f.Detector]
		if !ok || !d.is(f.Detector, f.Identity) {
			d = newDigest(f.Detector, f.Identity)
			begun[f.Detector] = d
		}
		f.Fingerprint = d.fingerprint(f.Identity.Members, 0)
		key := f.Path + "\x00" + string(f.Fingerprint)
		if n := seen[key]; n > 0 {
			f.Fingerprint = d.fingerprint(f.Identity.Members, n)
		}
		seen[key]++
	}
	return findings
}
