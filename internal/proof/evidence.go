package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
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
	Replay      *ReplayRecord     `json:"replay"`      // null where there was nothing to replay
}

// ReplayRecord is the base's own proof on the head: its test and its violation
// upon the head's code. It is made where the change touches one of them, and
// says whether the old proof still holds.
type ReplayRecord struct {
	ID         string           `json:"id"` // that the base knew the prohibition by
	Descriptor DescriptorRecord `json:"descriptor"`
	Inputs     InputsRecord     `json:"inputs"`
	SelfTest   SelfTestRecord   `json:"self_test"`
	Runs       []RunRecord      `json:"runs"`
	Code       Code             `json:"code"`
	Message    string           `json:"message"`
	Next       string           `json:"next"`
}

// ToolRecord is a program, by what it says of itself and by its content.
type ToolRecord struct {
	Name    string `json:"name"`
	Version string `json:"version"` // "" if it does not say
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
	Kind  string       `json:"kind"`
	Tools []ToolRecord `json:"tools"` // the programs of the kind that were there
	OS    string       `json:"os"`
	Arch  string       `json:"arch"`
}

// SandboxRecord is the isolation that was active. Weak is said where it was
// less than a user, processes and mounts of its own.
type SandboxRecord struct {
	UID     int  `json:"uid"` // of its own; -1 without one
	UserNS  bool `json:"userns"`
	PIDNS   bool `json:"pidns"`
	MountNS bool `json:"mntns"`
	NetNS   bool `json:"netns"`
	Limits  bool `json:"limits"`
	Weak    bool `json:"weak"`
}

// Missing names what a weak one lacked.
func (s SandboxRecord) Missing() []string {
	var out []string
	for _, part := range []struct {
		have bool
		name string
	}{{s.UID >= 0 || s.UserNS, "a user of its own"}, {s.PIDNS, "a process namespace"}, {s.MountNS, "a mount namespace"}} {
		if !part.have {
			out = append(out, part.name)
		}
	}
	if s.Weak && out == nil {
		out = append(out, "full isolation")
	}
	return out
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
	e.Inputs = e.Inputs.canonical()
	e.Runs = canonicalRuns(e.Runs)
	e.Runner.Tools = list(e.Runner.Tools)
	if e.Replay != nil {
		r := *e.Replay
		r.Descriptor.Argv = list(r.Descriptor.Argv)
		r.Inputs, r.Runs = r.Inputs.canonical(), canonicalRuns(r.Runs)
		e.Replay = &r
	}
	return e
}

func (in InputsRecord) canonical() InputsRecord {
	in.Touched, in.Configs = list(in.Touched), list(in.Configs)
	return in
}

func canonicalRuns(runs []RunRecord) []RunRecord {
	runs = list(runs)
	for i := range runs {
		runs[i].Steps = list(runs[i].Steps)
		for j := range runs[i].Steps {
			s := &runs[i].Steps[j]
			s.Argv, s.EnvNames = list(s.Argv), list(s.EnvNames)
		}
	}
	return runs
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
