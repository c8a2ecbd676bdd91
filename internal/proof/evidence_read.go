package proof

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/probe"
)

// DecodeEvidence reads a record that anybody may have written. Only the exact
// bytes that Encode gives are taken, so that a repeated, unknown or oddly
// spelled key, or anything after the record, is an error.
func DecodeEvidence(data []byte) (Evidence, error) {
	if len(data) > MaxEvidence {
		return Evidence{}, fmt.Errorf("evidence has %d bytes; at most %d are read", len(data), MaxEvidence)
	}
	var e Evidence
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&e); err != nil {
		return Evidence{}, fmt.Errorf("decode evidence: %w", err)
	}
	if e.Schema != evidenceSchema {
		return Evidence{}, fmt.Errorf("evidence has schema %d; this version reads %d", e.Schema, evidenceSchema)
	}
	if !bytes.Equal(e.Encode(), data) {
		return Evidence{}, fmt.Errorf("evidence is not in its canonical form; take it as surmise prove wrote it")
	}
	if err := e.validate(); err != nil {
		return Evidence{}, fmt.Errorf("evidence of %q: %w", e.Prohibition.ID, err)
	}
	return e, nil
}

var (
	digestForm = pattern.Lazy(`^[0-9a-f]{64}$`)
	objectForm = pattern.Lazy(`^([0-9a-f]{40}|[0-9a-f]{64})$`)
)

// validate holds every field to its form, and the fields to each other.
func (e Evidence) validate() error {
	for _, f := range []struct {
		name, value string
		form        *regexp.Regexp
		empty       bool
	}{
		{"tool.sha256", e.Tool.SHA256, digestForm(), true},
		{"prohibition.text_sha256", e.Prohibition.TextSHA256, digestForm(), false},
		{"prohibition.base_text_sha256", e.Prohibition.BaseTextSHA256, digestForm(), true},
		{"commit", e.Commit, objectForm(), false},
		{"base_commit", e.BaseCommit, objectForm(), true},
		{"tree", e.Tree, objectForm(), false},
		{"cached_from", e.CachedFrom, objectForm(), true},
	} {
		if (f.value != "" || !f.empty) && !f.form.MatchString(f.value) {
			return fmt.Errorf("%s is %s; it must be a digest", f.name, quote(f.value))
		}
	}
	switch {
	case e.Prohibition.ID == "" || e.Prohibition.SpecPath == "" || e.Prohibition.Line < 1:
		return fmt.Errorf("the prohibition has no id, path or line")
	case e.Prohibition.Tier != string(probe.Test):
		return fmt.Errorf("the tier is %s; only %q is proven", quote(e.Prohibition.Tier), probe.Test)
	}
	for _, t := range e.Runner.Tools {
		if t.Name == "" || t.SHA256 != "" && !digestForm().MatchString(t.SHA256) || Excerpt(t.Version) != t.Version {
			return fmt.Errorf("the tool %s has no name or digest", quote(t.Name))
		}
	}
	if err := validProof(e.Descriptor, e.Inputs, e.Runs, e.Code); err != nil {
		return err
	}
	if r := e.Replay; r != nil {
		if r.ID == "" {
			return fmt.Errorf("the replay has no id")
		}
		if err := validProof(r.Descriptor, r.Inputs, r.Runs, r.Code); err != nil {
			return fmt.Errorf("the replay: %w", err)
		}
	}
	return nil
}

// validProof holds what a record and its replay have in common to its form.
func validProof(d DescriptorRecord, in InputsRecord, runs []RunRecord, code Code) error {
	switch {
	case Describe(d.Check()).SHA256 != d.SHA256:
		return fmt.Errorf("the descriptor does not have the digest %s", quote(d.SHA256))
	case !slices.Contains(Codes(), code):
		return fmt.Errorf("the code %s is not known", quote(string(code)))
	}
	if err := in.validate(); err != nil {
		return err
	}
	kind, _ := Find(d.Kind)
	seen := map[Role]bool{}
	for i, r := range runs {
		err := r.validate()
		if err == nil {
			err = r.agree(kind.Guards)
		}
		if err != nil {
			return fmt.Errorf("run %d: %w", i+1, err)
		}
		if seen[r.Role] || r.Order != i+1 {
			return fmt.Errorf("run %d: the role %q or the order %d is there twice", i+1, r.Role, r.Order)
		}
		seen[r.Role] = true
	}
	return nil
}

func (in InputsRecord) validate() error {
	for _, f := range []struct{ name, value string }{
		{"inputs.test_file.sha256", in.TestFile.SHA256},
		{"inputs.test_block_sha256", in.TestBlock},
		{"inputs.violation.sha256", in.Violation.SHA256},
		{"inputs.control_sha256", in.Control},
	} {
		if f.value != "" && !digestForm().MatchString(f.value) {
			return fmt.Errorf("%s is %s; it must be a digest", f.name, quote(f.value))
		}
	}
	for _, t := range in.Touched {
		if t.Path == "" || t.Before != "" && !digestForm().MatchString(t.Before) || t.After != "" && !digestForm().MatchString(t.After) {
			return fmt.Errorf("the change of %s has no path or digest", quote(t.Path))
		}
	}
	for _, f := range in.Configs {
		if f.Path == "" || !digestForm().MatchString(f.SHA256) {
			return fmt.Errorf("the file %s has no path or digest", quote(f.Path))
		}
	}
	return nil
}

func (r RunRecord) validate() error {
	switch {
	case !slices.Contains([]Role{Baseline, Control, Violation, Again}, r.Role):
		return fmt.Errorf("the role %s is not known", quote(string(r.Role)))
	case !slices.Contains(States(), r.Outcome):
		return fmt.Errorf("the outcome %s is not known", quote(string(r.Outcome)))
	case !slices.Contains([]Class{Assertion, Panic, Exception, Unclear}, r.Class):
		return fmt.Errorf("the failure class %s is not known", quote(string(r.Class)))
	case r.Class != Unclear && r.Outcome != Failed:
		return fmt.Errorf("the outcome %q has a failure class", r.Outcome)
	case Excerpt(r.Message) != r.Message || Excerpt(r.Detail) != r.Detail:
		return fmt.Errorf("the message is longer than an excerpt")
	case len(r.Steps) == 0:
		return fmt.Errorf("it has no steps")
	}
	if _, err := time.Parse(time.RFC3339, r.Started); err != nil {
		return fmt.Errorf("started is %s; it must be a time with its zone", quote(r.Started))
	}
	for _, d := range []string{r.TreeBefore, r.TreeAfter} {
		if d != "" && !digestForm().MatchString(d) {
			return fmt.Errorf("the tree %s is no digest", quote(d))
		}
	}
	for i, s := range r.Steps {
		for _, d := range []string{s.Stdout, s.Stderr, s.Report} {
			if d != "" && !digestForm().MatchString(d) {
				return fmt.Errorf("step %d: the output %s is no digest", i+1, quote(d))
			}
		}
		if s.DurationMS < 0 || len(s.Argv) == 0 {
			return fmt.Errorf("step %d has no argv, or a negative duration", i+1)
		}
	}
	return nil
}

// agree holds the outcome to what became of the processes. A linter's exit
// status says whether it ran, and not what it found, if a driver of ours tells.
func (r RunRecord) agree(linter bool) error {
	if r.Outcome != Passed && r.Outcome != Failed {
		return nil
	}
	nonzero := false
	for i, s := range r.Steps {
		switch {
		case s.TimedOut, s.Truncated, s.Leftover, s.Signal != "", s.Build && s.Exit != 0, r.Outcome == Passed && s.Exit != 0 && !linter:
			return fmt.Errorf("step %d did not end well, but the outcome is %q", i+1, r.Outcome)
		}
		nonzero = nonzero || s.Exit != 0
	}
	if r.Outcome == Failed && !nonzero && !linter {
		return fmt.Errorf("every step ended with 0, but the outcome is %q", r.Outcome)
	}
	return nil
}

// Case is what the record says, for Judge, about a prohibition as the spec
// declares it: nothing of the statement or its descriptor is taken from the
// record.
func (e Evidence) Case(p probe.Prohibition, line int) Case {
	return recordedCase(p, line, e.SelfTest, e.Inputs, e.Runs)
}

// Case is what the replay says about a prohibition as the base declared it.
func (r ReplayRecord) Case(p probe.Prohibition, line int) Case {
	return recordedCase(p, line, r.SelfTest, r.Inputs, r.Runs)
}

func recordedCase(p probe.Prohibition, line int, test SelfTestRecord, in InputsRecord, runs []RunRecord) Case {
	c := Case{
		Prohibition: p, Line: line,
		SelfTest: SelfTest(test),
		Link:     Link{Place: Place{in.TestFile.Path, in.TestLine}, Tagged: in.Tagged},
		Mutated:  in.Mutation,
		NotBuilt: in.NotBuilt,
	}
	for _, t := range in.Touched {
		c.Touched = append(c.Touched, Place{t.Path, t.Line})
	}
	for _, r := range runs {
		result := &Result{State: r.Outcome, Class: r.Class, Message: r.Message, Detail: r.Detail, Matched: r.Matched}
		switch r.Role {
		case Baseline:
			c.Baseline = result
		case Control:
			c.Control = result
		case Violation:
			c.Violation = result
		case Again:
			c.Again = result
		}
	}
	return c
}
