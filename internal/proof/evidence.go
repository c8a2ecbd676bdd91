package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/probe"
)

// evidenceSchema is the version of the record.
const evidenceSchema = 1

// MaxEvidence is the size in bytes beyond which a record is not read.
const MaxEvidence = 1 << 20

// Evidence is the record of one proof. It names the variables of the
// environment and never holds their values. Everything but the outcomes of the
// runs can be recomputed from git objects, and has to be before it counts.
type Evidence struct {
	Schema      int               `json:"schema"`
	Tool        ToolRecord        `json:"tool"`
	Prohibition ProhibitionRecord `json:"prohibition"`
	Descriptor  DescriptorRecord  `json:"descriptor"`
	Commit      string            `json:"commit"`
	BaseCommit  string            `json:"base_commit"`
	Tree        string            `json:"tree"`
	Inputs      InputsRecord      `json:"inputs"`
	SelfTest    SelfTestRecord    `json:"self_test"`
	Runs        []RunRecord       `json:"runs"`
	Runner      RunnerRecord      `json:"runner"`
	Sandbox     SandboxRecord     `json:"sandbox"`
	Code        Code              `json:"code"`
	Message     string            `json:"message"`
	Next        string            `json:"next"`
	CachedFrom  string            `json:"cached_from"` // commit whose proof was used again; ""
}

// ToolRecord is the program that made the record.
type ToolRecord struct {
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
}

// ProhibitionRecord is the statement as the spec made it.
type ProhibitionRecord struct {
	ID             string `json:"id"`
	Tier           string `json:"tier"`
	TextSHA256     string `json:"text_sha256"`
	SpecPath       string `json:"spec_path"`
	Line           int    `json:"line"`
	BaseTextSHA256 string `json:"base_text_sha256"` // "" if base has no such item
}

// DescriptorRecord is the descriptor, with the digest of its canonical form.
type DescriptorRecord struct {
	Kind      string   `json:"check_kind"`
	Target    string   `json:"check_target"`
	Test      string   `json:"check_test"`
	Rule      string   `json:"check_rule"`
	Violation string   `json:"check_violation"`
	Expect    string   `json:"check_expect"`
	Control   string   `json:"check_control"`
	Timeout   int      `json:"check_timeout"`
	Argv      []string `json:"check_argv"`
	Report    string   `json:"check_report"`
	Dir       string   `json:"check_dir"`
	SHA256    string   `json:"sha256"`
}

// FileRecord is a file by content.
type FileRecord struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// ChangeRecord is a file before and after.
type ChangeRecord struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// InputsRecord is what the outcome depends on.
type InputsRecord struct {
	TestFile  FileRecord     `json:"test_file"`
	TestLine  int            `json:"test_line"`
	TestBlock string         `json:"test_block_sha256"`
	Violation FileRecord     `json:"violation"`
	Touched   []ChangeRecord `json:"touched"`
	Mutation  bool           `json:"mutation"`
	Control   string         `json:"control_sha256"`
	Configs   []FileRecord   `json:"config_files"`
	NotBuilt  bool           `json:"not_built"` // the test is built from no changed file
	Tagged    bool           `json:"tagged"`
}

// SelfTestRecord is what the kind's own bundle gave.
type SelfTestRecord struct {
	SawPass bool   `json:"saw_pass"`
	SawFail bool   `json:"saw_fail"`
	Detail  string `json:"detail"`
}

// StepEvidence is one process of a run.
type StepEvidence struct {
	Argv       []string `json:"argv"`
	Dir        string   `json:"cwd"`
	EnvNames   []string `json:"env_names"`
	Build      bool     `json:"build"`
	DurationMS int64    `json:"duration_ms"`
	Exit       int      `json:"exit"`
	Signal     string   `json:"signal"`
	TimedOut   bool     `json:"timed_out"`
	Truncated  bool     `json:"truncated"`
	Leftover   bool     `json:"leftover"`
	Stdout     string   `json:"stdout_sha256"`
	Stderr     string   `json:"stderr_sha256"`
	Report     string   `json:"report_sha256"` // "" if none was written
}

// RunRecord is one run.
type RunRecord struct {
	Role       Role           `json:"role"`
	Order      int            `json:"order"` // counts from 1
	Started    string         `json:"started"`
	Steps      []StepEvidence `json:"steps"`
	Outcome    State          `json:"outcome"`
	Class      Class          `json:"failure_class"`
	Matched    bool           `json:"expect_matched"`
	Message    string         `json:"message_excerpt"`
	Detail     string         `json:"detail"`
	TreeBefore string         `json:"tree_sha256_before"`
	TreeAfter  string         `json:"tree_sha256_after"`
}

// RunnerRecord is what ran the tests.
type RunnerRecord struct {
	Kind    string `json:"kind"`
	Version string `json:"version"` // as the tool says it
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// SandboxRecord is the isolation that was active. Weak is said where it was
// less than an own user with own processes.
type SandboxRecord struct {
	UID     int  `json:"uid"`
	PIDNS   bool `json:"pidns"`
	MountNS bool `json:"mntns"`
	NetNS   bool `json:"netns"`
	Limits  bool `json:"limits"`
	Weak    bool `json:"weak"`
}

// Describe is the record of a descriptor.
func Describe(c probe.Check) DescriptorRecord {
	d := DescriptorRecord{
		Kind: c.Kind, Target: c.Target, Test: c.Test, Rule: c.Rule, Violation: c.Violation, Expect: c.Expect,
		Control: c.Control, Timeout: c.Timeout, Argv: append([]string{}, c.Argv...), Report: c.Report, Dir: c.Dir,
	}
	d.SHA256 = SHA256(encode(d))
	return d
}

// Check is the descriptor of a record.
func (d DescriptorRecord) Check() probe.Check {
	c := probe.Check{
		Kind: d.Kind, Target: d.Target, Test: d.Test, Rule: d.Rule, Violation: d.Violation, Expect: d.Expect,
		Control: d.Control, Timeout: d.Timeout, Report: d.Report, Dir: d.Dir,
	}
	if len(d.Argv) > 0 {
		c.Argv = slices.Clone(d.Argv)
	}
	return c
}

// SHA256 is the digest of data in hexadecimal.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Encode is the one form of the record: the same evidence, the same bytes.
func (e Evidence) Encode() []byte { return encode(e.canonical()) }

// Digest addresses the record by its content.
func (e Evidence) Digest() string { return SHA256(e.Encode()) }

// Excerpt is as much of a text as a record keeps: valid UTF-8 of at most 2,000
// bytes.
func Excerpt(s string) string {
	const most = 2000
	s = string(bytes.ToValidUTF8([]byte(s), []byte("\uFFFD")))
	if len(s) <= most {
		return s
	}
	cut := most - len("…")
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// canonical has no nil list, so that absent and empty are one form.
func (e Evidence) canonical() Evidence {
	e.Schema = evidenceSchema
	e.Descriptor.Argv = list(e.Descriptor.Argv)
	e.Inputs.Touched = list(e.Inputs.Touched)
	e.Inputs.Configs = list(e.Inputs.Configs)
	e.Runs = list(e.Runs)
	for i := range e.Runs {
		e.Runs[i].Steps = list(e.Runs[i].Steps)
		for j := range e.Runs[i].Steps {
			s := &e.Runs[i].Steps[j]
			s.Argv, s.EnvNames = list(s.Argv), list(s.EnvNames)
		}
	}
	return e
}

// list is a copy that is not nil.
func list[T any](in []T) []T { return append([]T{}, in...) }

func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("encode evidence: " + err.Error()) // strings, numbers and lists only
	}
	return b.Bytes()
}

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
	digestForm = regexp.MustCompile(`^[0-9a-f]{64}$`)
	objectForm = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`)
)

// validate holds every field to its form, and the fields to each other.
func (e Evidence) validate() error {
	for _, f := range []struct {
		name, value string
		form        *regexp.Regexp
		empty       bool
	}{
		{"tool.sha256", e.Tool.SHA256, digestForm, true},
		{"prohibition.text_sha256", e.Prohibition.TextSHA256, digestForm, false},
		{"prohibition.base_text_sha256", e.Prohibition.BaseTextSHA256, digestForm, true},
		{"commit", e.Commit, objectForm, false},
		{"base_commit", e.BaseCommit, objectForm, true},
		{"tree", e.Tree, objectForm, false},
		{"inputs.test_file.sha256", e.Inputs.TestFile.SHA256, digestForm, true},
		{"inputs.test_block_sha256", e.Inputs.TestBlock, digestForm, true},
		{"inputs.violation.sha256", e.Inputs.Violation.SHA256, digestForm, true},
		{"inputs.control_sha256", e.Inputs.Control, digestForm, true},
		{"cached_from", e.CachedFrom, objectForm, true},
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
	case Describe(e.Descriptor.Check()).SHA256 != e.Descriptor.SHA256:
		return fmt.Errorf("the descriptor does not have the digest %s", quote(e.Descriptor.SHA256))
	case !slices.Contains(Codes(), e.Code):
		return fmt.Errorf("the code %s is not known", quote(string(e.Code)))
	}
	for _, t := range e.Inputs.Touched {
		if t.Path == "" || t.Before != "" && !digestForm.MatchString(t.Before) || t.After != "" && !digestForm.MatchString(t.After) {
			return fmt.Errorf("the change of %s has no path or digest", quote(t.Path))
		}
	}
	for _, f := range e.Inputs.Configs {
		if f.Path == "" || !digestForm.MatchString(f.SHA256) {
			return fmt.Errorf("the file %s has no path or digest", quote(f.Path))
		}
	}
	kind, _ := Find(e.Descriptor.Kind)
	seen := map[Role]bool{}
	for i, r := range e.Runs {
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
		if d != "" && !digestForm.MatchString(d) {
			return fmt.Errorf("the tree %s is no digest", quote(d))
		}
	}
	for i, s := range r.Steps {
		for _, d := range []string{s.Stdout, s.Stderr, s.Report} {
			if d != "" && !digestForm.MatchString(d) {
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
	c := Case{
		Prohibition: p, Line: line,
		SelfTest: SelfTest{SawPass: e.SelfTest.SawPass, SawFail: e.SelfTest.SawFail, Detail: e.SelfTest.Detail},
		Link:     Link{Place: Place{e.Inputs.TestFile.Path, e.Inputs.TestLine}, Tagged: e.Inputs.Tagged},
		Mutated:  e.Inputs.Mutation,
		NotBuilt: e.Inputs.NotBuilt,
	}
	for _, t := range e.Inputs.Touched {
		c.Touched = append(c.Touched, Place{t.Path, t.Line})
	}
	for _, r := range e.Runs {
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
