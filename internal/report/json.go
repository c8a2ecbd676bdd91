package report

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
)

// contract is the version of the JSON format.
const contract = 1

//go:embed report.schema.json
var schema []byte

// JSONSchema is the published JSON Schema of the JSON format.
func JSONSchema() []byte { return slices.Clone(schema) }

// The types below are the JSON contract, field by field. Arrays are never
// null; lines and columns are 1-based, and columns count code points.

type jsonReport struct {
	Schema          int               `json:"schema"`
	Tool            string            `json:"tool"`
	Head            string            `json:"head"`
	Base            string            `json:"base"`
	Verdict         jsonVerdict       `json:"verdict"`
	Findings        []jsonFinding     `json:"findings"`
	Ledger          []json.RawMessage `json:"ledger"`
	Questions       []jsonQuestion    `json:"questions"`
	Prohibitions    []jsonProhibition `json:"prohibitions"`
	Ambiguity       []jsonAmbiguity   `json:"ambiguity"`
	Changes         []jsonChange      `json:"changes"`
	NotInterrogated []jsonUnread      `json:"not_interrogated"`
	Limits          []string          `json:"limits"`
}

type jsonVerdict struct {
	Status  string       `json:"status"`
	Reasons []jsonReason `json:"reasons"`
}

// jsonReason is one leaf of the verdict tree.
type jsonReason struct {
	Part    string `json:"part"`    // discovery, assumptions, prohibitions
	Subject string `json:"subject"` // entry id, path or prohibition; the part itself if it has no leaves
	Status  string `json:"status"`
	Reason  string `json:"reason"`
}

type jsonPlace struct {
	Path      string `json:"path"`
	Side      string `json:"side"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
	Excerpt   string `json:"excerpt"`
}

type jsonFinding struct {
	Detector string `json:"detector"`
	Severity string `json:"severity"`
	Class    string `json:"class"`
	Affects  string `json:"affects"`
	Message  string `json:"message"`
	Hint     string `json:"hint"`
	Edit     string `json:"edit"`
	jsonPlace
	Related     []jsonRelated    `json:"related"`
	Fingerprint string           `json:"fingerprint"`
	Entry       *string          `json:"entry"` // null for what has no ledger entry
	PreExisting bool             `json:"pre_existing"`
	Suppressed  *jsonSuppression `json:"suppressed"` // null if it counts
}

type jsonRelated struct {
	jsonPlace
	Note string `json:"note"`
}

type jsonSuppression struct {
	Reason string `json:"reason"`
	Source string `json:"source"`
}

type jsonProhibition struct {
	ID        string `json:"id"`
	Statement string `json:"statement"`
	Path      string `json:"path"`
	Line      int    `json:"line"`
	Tier      string `json:"tier"` // "" if it has none
	Outcome   string `json:"outcome"`
	Flagged   bool   `json:"flagged"`
	Code      string `json:"code"`
	Reason    string `json:"reason"`
	Evidence  string `json:"evidence"`
}

type jsonAmbiguity struct {
	Path    string           `json:"path"`
	Score   int              `json:"score"`
	Gated   bool             `json:"gated"`
	Reasons []jsonScorePoint `json:"reasons"`
}

type jsonScorePoint struct {
	Signal string `json:"signal"`
	Points int    `json:"points"`
	Text   string `json:"text"`
	jsonPlace
}

type jsonChange struct {
	Kind    string     `json:"kind"`
	Subject string     `json:"subject"`
	Text    string     `json:"text"`
	Before  *jsonPlace `json:"before"` // null if new
	After   *jsonPlace `json:"after"`  // null if removed
}

type jsonUnread struct {
	Path      string `json:"path"`
	Reason    string `json:"reason"`
	Unchanged bool   `json:"unchanged"`
}

func renderJSON(r Report, _ Style) ([]byte, error) {
	x := newIndex(r)
	out := jsonReport{
		Schema: contract, Tool: r.Tool, Head: r.Head, Base: r.Base,
		Verdict:         jsonVerdict{Status: r.Verdict.Status.String(), Reasons: reasons(r.Verdict)},
		Findings:        each(r.Findings, x.json),
		Ledger:          []json.RawMessage{},
		Questions:       each(r.Questions, x.question),
		Prohibitions:    each(slices.Concat(r.Prohibitions, r.Dismissed), prohibitionJSON),
		Ambiguity:       make([]jsonAmbiguity, 0, len(r.Ambiguity)),
		Changes:         make([]jsonChange, 0, len(r.Changes)),
		NotInterrogated: each(r.NotInterrogated, func(u gate.Unread) jsonUnread { return jsonUnread(u) }),
		Limits:          append([]string{}, r.Limits...),
	}
	for _, e := range slices.Concat(r.Ledger.Entries, r.Ledger.Past) {
		data, err := ledger.Encode(e)
		if err != nil {
			return nil, fmt.Errorf("encode ledger entry %q: %w", e.ID, err)
		}
		out.Ledger = append(out.Ledger, data)
	}
	for _, s := range r.Ambiguity {
		a := jsonAmbiguity{Path: s.Path, Score: s.Score, Gated: s.Gated, Reasons: []jsonScorePoint{}}
		for _, p := range s.Reasons {
			a.Reasons = append(a.Reasons, jsonScorePoint{Signal: p.Signal, Points: p.Points, Text: p.Text, jsonPlace: placeJSON(p.Place)})
		}
		out.Ambiguity = append(out.Ambiguity, a)
	}
	for _, c := range r.Changes {
		out.Changes = append(out.Changes, jsonChange{
			Kind: string(c.Kind), Subject: c.Subject, Text: c.Text,
			Before: placeOrNull(c.Before), After: placeOrNull(c.After),
		})
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return nil, fmt.Errorf("encode report: %w", err)
	}
	return b.Bytes(), nil
}

// reasons are the leaves of the verdict's children that say why it is as it
// is: those that do not pass, or without any, what the passes say.
func reasons(v gate.Verdict) []jsonReason {
	out := []jsonReason{}
	for _, part := range v.Children {
		if (part.Status == gate.Pass) != (v.Status == gate.Pass) {
			continue
		}
		leaves := part.Children
		if len(leaves) == 0 || part.Status == gate.Pass {
			leaves = []gate.Verdict{part}
		}
		for _, leaf := range leaves {
			if leaf.Status == gate.Pass && v.Status != gate.Pass {
				continue
			}
			out = append(out, jsonReason{part.Subject, leaf.Subject, leaf.Status.String(), leaf.Reason})
		}
	}
	return out
}

func (x index) json(f finding.Finding) jsonFinding {
	out := jsonFinding{
		Detector: f.Detector, Severity: f.Severity.String(), Class: string(f.Class), Affects: f.Affects,
		Message: f.Message, Hint: f.Hint, Edit: f.Edit, jsonPlace: placeJSON(f.Place),
		Related: each(f.Related, func(r finding.Related) jsonRelated {
			return jsonRelated{jsonPlace: placeJSON(r.Place), Note: r.Note}
		}),
		Fingerprint: string(f.Fingerprint), PreExisting: f.PreExisting,
	}
	if id := x.entry(f); id != "" {
		out.Entry = &id
	}
	if s := f.Suppressed; s != nil {
		out.Suppressed = &jsonSuppression{Reason: s.Reason, Source: s.Source}
	}
	return out
}

func prohibitionJSON(p gate.Prohibition) jsonProhibition {
	return jsonProhibition{p.ID, p.Statement, p.Path, p.Line, p.Tier, p.Outcome.String(), p.Flagged, p.Code, p.Reason, p.Evidence}
}

func placeJSON(p finding.Place) jsonPlace {
	return jsonPlace{
		Path: p.Path, Side: orElse(string(p.Side), string(finding.Head)),
		Line: p.At.Start.Line, Column: p.At.Start.Column, EndLine: p.At.End.Line, EndColumn: p.At.End.Column,
		Excerpt: p.Text,
	}
}

func placeOrNull(p finding.Place) *jsonPlace {
	if p.Path == "" {
		return nil
	}
	out := placeJSON(p)
	return &out
}

// each maps a list; the result is never nil.
func each[T, U any](list []T, f func(T) U) []U {
	out := make([]U, 0, len(list))
	for _, v := range list {
		out = append(out, f(v))
	}
	return out
}
