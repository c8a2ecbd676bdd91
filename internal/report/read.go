package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/source"
)

// Recorded is a report that was read back: as much of it as decisions follow
// from. It is what somebody says that a run said, and is good for answering
// "what if", never for deciding.
type Recorded struct {
	Head, Base      string
	Status          gate.Status
	Reasons         []Reason
	Ledger          ledger.Ledger
	Prohibitions    []gate.Prohibition
	Questions       []ledger.Question
	NotInterrogated []gate.Unread
}

// Reason is one leaf of a verdict.
type Reason struct {
	Part    string // discovery, assumptions or prohibitions
	Subject string
	Status  gate.Status
	Text    string
}

// ReadJSON reads what the JSON format writes. It is strict: what the contract
// does not know, or knows otherwise, is an error that names the place. The path
// is used in messages only.
func ReadJSON(path string, data []byte) (Recorded, error) {
	var in jsonReport
	if err := strictJSON(data, &in); err != nil {
		return Recorded{}, readProblem(path, data, err)
	}
	if in.Schema != contract {
		return Recorded{}, problem(path, "schema is %d; it must be %d", in.Schema, contract)
	}
	out := Recorded{Head: in.Head, Base: in.Base}
	statuses := statusReader{path: path}
	out.Status = statuses.read("verdict.status", in.Verdict.Status)
	for i, r := range in.Verdict.Reasons {
		status := statuses.read(fmt.Sprintf("verdict.reasons[%d].status", i), r.Status)
		out.Reasons = append(out.Reasons, Reason{Part: r.Part, Subject: r.Subject, Status: status, Text: r.Reason})
	}
	for i, p := range in.Prohibitions {
		outcome := statuses.read(fmt.Sprintf("prohibitions[%d].outcome", i), p.Outcome)
		if outcome == gate.Skipped && p.Code == gate.CodeDismissed {
			continue
		}
		out.Prohibitions = append(out.Prohibitions, gate.Prohibition{
			ID: p.ID, Statement: p.Statement, Path: p.Path, Line: p.Line, Tier: p.Tier, Outcome: outcome,
			Flagged: p.Flagged, Code: p.Code, Reason: p.Reason, Evidence: p.Evidence,
		})
	}
	if statuses.err != nil {
		return Recorded{}, statuses.err
	}
	for _, u := range in.NotInterrogated {
		out.NotInterrogated = append(out.NotInterrogated, gate.Unread(u))
	}
	for i, raw := range in.Ledger {
		e, err := ledger.Decode(fmt.Sprintf("%s, ledger[%d]", path, i), raw)
		if err != nil {
			return Recorded{}, err
		}
		if e.State.Past() {
			out.Ledger.Past = append(out.Ledger.Past, e)
		} else {
			out.Ledger.Entries = append(out.Ledger.Entries, e)
		}
	}
	for i, asked := range in.Questions {
		q, err := readQuestion(path, i, asked, out.Ledger)
		if err != nil {
			return Recorded{}, err
		}
		out.Questions = append(out.Questions, q)
	}
	return out, nil
}

// statusReader reads statuses and keeps the first that is none.
type statusReader struct {
	path string
	err  error
}

func (r *statusReader) read(name, word string) gate.Status {
	for s := gate.Unknown; s <= gate.Skipped; s++ {
		if s.String() == word {
			return s
		}
	}
	if r.err == nil {
		r.err = problem(r.path, "%s is %q; it must be one of unknown, pass, fail, error, skipped", name, word)
	}
	return gate.Error
}

// strictJSON reads exactly one value.
func strictJSON(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more after the report")
	}
	return nil
}

// readProblem says where a file stops being a report.
func readProblem(path string, data []byte, err error) error {
	p := source.Problem{Path: path, Message: fmt.Sprintf("no report of the JSON format: %v", err)}
	f := source.New(path, data)
	syntax, isSyntax := errors.AsType[*json.SyntaxError](err)
	wrong, isWrong := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case isSyntax:
		p.At = f.Position(int(min(syntax.Offset, int64(f.Len()))))
	case isWrong:
		p.At = f.Position(int(min(wrong.Offset, int64(f.Len()))))
		p.Message = fmt.Sprintf("%s is a JSON %s; the contract has another type there", orElse(wrong.Field, "the report"), wrong.Value)
	}
	return source.Problems{p}
}

func problem(path, format string, args ...any) error {
	return source.Problems{{Path: path, Message: fmt.Sprintf(format, args...)}}
}
