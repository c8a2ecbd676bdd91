package proof_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// capture is one file of testdata/proof/<kind>: a tree, a descriptor, what the
// real tools printed when each run was made in that tree, and what we say to
// it. Its comment is what the case shows, then a blank line, then the
// descriptor.
type capture struct {
	path      string
	about     string
	check     probe.Check
	tree      map[string]string
	violation string
	env       []string // what a runner that hands on its own environment would let in
	runs      map[proof.Role]proof.Transcript
	want      string
}

// root and temp stand in captures for the folders where the tools ran.
const (
	root = "/tree"
	temp = "/temp"
)

func roles() []proof.Role { return []proof.Role{proof.Baseline, proof.Violation, proof.Control} }

// captures are all cases of a kind.
func captures(t testing.TB, kind string) []capture {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(testkit.Root(t), "testdata", "proof", kind, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var out []capture
	for _, p := range paths {
		out = append(out, readCapture(t, p))
	}
	return out
}

func readCapture(t testing.TB, path string) capture {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c := capture{path: path, tree: map[string]string{}, runs: map[proof.Role]proof.Transcript{}}
	about, descriptor, ok := strings.Cut(string(archive.Comment), "\n\n")
	if !ok {
		t.Fatalf("%s: the comment is not what the case shows, a blank line and the descriptor", path)
	}
	c.about = about
	c.check = parseCheck(t, path, descriptor)
	files := map[string]string{}
	for _, f := range archive.Files {
		data := string(f.Data)
		name, quoted := strings.CutSuffix(f.Name, ".quoted")
		if quoted {
			if data, err = strconv.Unquote(strings.TrimSpace(data)); err != nil {
				t.Fatalf("%s: %s: %v", path, f.Name, err)
			}
		}
		if _, twice := files[name]; twice {
			t.Fatalf("%s: %s is there twice", path, name)
		}
		files[name] = data
		if below, ok := strings.CutPrefix(name, "tree/"); ok {
			c.tree[below] = data
		}
	}
	c.violation, c.want = files["violation"], files["want"]
	c.env = slices.Collect(strings.Lines(files["env"]))
	for _, role := range roles() {
		if steps, ok := files[string(role)+"/steps"]; ok {
			c.runs[role] = readTranscript(t, path, role, steps, files)
		}
	}
	return c
}

// stepLine is what became of one step, in a capture.
type stepLine struct {
	Exit     int
	Signal   string `json:",omitempty"`
	TimedOut bool   `json:",omitempty"`
	Stale    bool   `json:",omitempty"`
	Report   bool   `json:",omitempty"`
	Failed   string `json:",omitempty"`
}

func readTranscript(t testing.TB, path string, role proof.Role, steps string, files map[string]string) proof.Transcript {
	t.Helper()
	out := proof.Transcript{Role: role}
	for i, line := range strings.Split(strings.TrimSpace(steps), "\n") {
		var s stepLine
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatalf("%s: steps of the %s: %v", path, role, err)
		}
		at := fmt.Sprintf("%s/%d/", role, i)
		r := proof.StepRecord{
			Started: s.Failed == "", Exit: s.Exit, Signal: s.Signal, TimedOut: s.TimedOut, Stale: s.Stale, Failed: s.Failed,
			Stdout: []byte(files[at+"stdout"]), Stderr: []byte(files[at+"stderr"]),
		}
		if s.Report {
			r.Report = []byte(files[at+"report"])
		}
		out.Steps = append(out.Steps, r)
	}
	return out
}

func parseCheck(t testing.TB, path, descriptor string) probe.Check {
	t.Helper()
	var c probe.Check
	for line := range strings.Lines(descriptor) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		key, value, _ := strings.Cut(line, ": ")
		to := map[string]*string{
			"check_kind": &c.Kind, "check_target": &c.Target, "check_test": &c.Test, "check_rule": &c.Rule, "check_violation": &c.Violation,
			"check_expect": &c.Expect, "check_control": &c.Control, "check_report": &c.Report, "check_dir": &c.Dir,
		}[key]
		var err error
		switch {
		case to != nil:
			*to = value
		case key == "check_argv":
			err = json.Unmarshal([]byte(value), &c.Argv)
		case key == "check_timeout":
			c.Timeout, err = strconv.Atoi(value)
		default:
			err = fmt.Errorf("key %q is not known", key)
		}
		if err != nil {
			t.Fatalf("%s: descriptor: %v", path, err)
		}
	}
	return c
}

// host is the host of captures.
func host(k proof.Kind, c probe.Check, tree map[string]string) proof.Host {
	h := proof.Host{Tree: root, Temp: temp, Tools: map[string]string{}, Caches: map[string]string{}}
	for _, tool := range proof.Tools(k, c) {
		h.Tools[tool.Name] = "/bin/" + tool.Name
	}
	if k.Guards {
		for path := range tree {
			if ok, _ := filepath.Match(c.Target, path); ok {
				h.Guarded = append(h.Guarded, path)
			}
		}
		slices.Sort(h.Guarded)
	}
	return h
}

// read gives what a kind says to each run that was captured.
func (c capture) read(t testing.TB) map[proof.Role]*proof.Result {
	t.Helper()
	k, ok := proof.Find(c.check.Kind)
	if !ok {
		t.Fatalf("%s: kind %q is not known", c.path, c.check.Kind)
	}
	plan, err := k.Plan(c.check, host(k, c.check, c.tree))
	if err != nil {
		t.Fatalf("%s: %v", c.path, err)
	}
	out := map[proof.Role]*proof.Result{}
	for role, transcript := range c.runs {
		r := proof.Read(k, c.check, plan, transcript)
		out[role] = &r
	}
	return out
}

// judge gives the case's ruling; a run that was not captured was not needed,
// because an earlier one decides.
func (c capture) judge(results map[proof.Role]*proof.Result) proof.Ruling {
	k := proof.Case{
		Prohibition: probe.Prohibition{ID: "P-001", Path: "spec.md", Tier: probe.Test, Check: c.check}, Line: 3,
		SelfTest: proof.SelfTest{SawPass: true, SawFail: true},
		Link:     proof.Link{Place: proof.Place{Path: c.check.Target}, Tagged: true},
		Baseline: results[proof.Baseline], Violation: results[proof.Violation], Control: results[proof.Control],
	}
	if k.Prohibition.Check.Violation == "" {
		k.Prohibition.Check.Violation = "violations/P-001.edit"
	}
	changes, refusal := c.changes(proof.Violation)
	if refusal != nil {
		k.Refusal = refusal
	}
	for _, change := range changes {
		k.Touched = append(k.Touched, proof.Place{Path: change.Path, Line: change.Line})
	}
	if v, err := proof.ParseViolation("violations/P-001.edit", []byte(c.violation)); err == nil {
		k.Mutated = v.Mutated()
	}
	if k.Violation != nil {
		k.NotBuilt = proof.NotBuilt(*k.Violation, k.Touched)
		blamed := proof.Blame(*k.Violation, changes)
		k.Violation = &blamed
	}
	return proof.Judge(k)
}

// changes are those of the tree in a run.
func (c capture) changes(role proof.Role) ([]proof.Change, *proof.Refusal) {
	if c.violation == "" || role == proof.Baseline {
		return nil, nil
	}
	read := func(path string) ([]byte, error) {
		data, ok := c.tree[path]
		if !ok {
			return nil, os.ErrNotExist
		}
		return []byte(data), nil
	}
	var refusal *proof.Refusal
	v, err := proof.ParseViolation("violations/P-001.edit", []byte(c.violation))
	if err == nil {
		k, _ := proof.Find(c.check.Kind)
		v = v.On(host(k, c.check, c.tree).Guarded)
		var changes []proof.Change
		if changes, err = proof.ApplyViolation(v, read); err == nil {
			if refusal = proof.RefuseChanges(v, changes, proof.Protected{}); refusal != nil {
				return nil, refusal
			}
			if refusal = proof.RefuseBlanks(c.check, v, changes); refusal != nil {
				return nil, refusal
			}
			if role == proof.Control {
				return proof.AutoControl(changes), nil
			}
			return changes, nil
		}
	}
	refusal, ok := err.(*proof.Refusal)
	if !ok {
		panic(err)
	}
	return nil, refusal
}

// describe is the "want" of a case.
func describe(ruling proof.Ruling, results map[proof.Role]*proof.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n-> %s\n", ruling.Code, ruling.Message, ruling.Next)
	for _, role := range roles() {
		r := results[role]
		if r == nil {
			continue
		}
		fmt.Fprintf(&b, "%s: %s", role, r.State)
		if r.Class != "" {
			fmt.Fprintf(&b, " (%s)", r.Class)
		}
		if r.Matched {
			b.WriteString(" as expected")
		}
		if r.Detail != "" {
			fmt.Fprintf(&b, ": %s", r.Detail)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// write stores a case.
func (c capture) write(t testing.TB) {
	t.Helper()
	a := &txtar.Archive{Comment: []byte(c.about + "\n\n" + descriptorText(c.check))}
	add := func(name, data string) {
		if data == "" && !strings.HasPrefix(name, "tree/") {
			return
		}
		if needsQuotes(data) {
			name, data = name+".quoted", strconv.Quote(data)+"\n"
		}
		a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(data)})
	}
	for _, path := range sorted(c.tree) {
		add("tree/"+path, c.tree[path])
	}
	add("violation", c.violation)
	add("env", strings.Join(c.env, ""))
	for _, role := range roles() {
		run, ok := c.runs[role]
		if !ok {
			continue
		}
		var steps strings.Builder
		for _, s := range run.Steps {
			line, err := json.Marshal(stepLine{s.Exit, s.Signal, s.TimedOut, s.Stale, s.Report != nil, s.Failed})
			if err != nil {
				t.Fatal(err)
			}
			steps.Write(append(line, '\n'))
		}
		add(string(role)+"/steps", steps.String())
		for i, s := range run.Steps {
			at := fmt.Sprintf("%s/%d/", role, i)
			add(at+"stdout", string(s.Stdout))
			add(at+"stderr", string(s.Stderr))
			add(at+"report", string(s.Report))
		}
	}
	add("want", c.want)
	if err := os.WriteFile(c.path, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}

// needsQuotes reports whether an archive would not give the data back.
func needsQuotes(data string) bool {
	a := txtar.Parse(txtar.Format(&txtar.Archive{Files: []txtar.File{{Name: "x", Data: []byte(data)}}}))
	return len(a.Files) != 1 || string(a.Files[0].Data) != data || strings.ContainsAny(data, "\r\x00\x16\x1b")
}

func descriptorText(c probe.Check) string {
	var b strings.Builder
	for _, f := range []struct{ key, value string }{
		{"check_kind", c.Kind}, {"check_target", c.Target}, {"check_test", c.Test}, {"check_rule", c.Rule}, {"check_violation", c.Violation},
		{"check_expect", c.Expect}, {"check_control", c.Control}, {"check_report", c.Report}, {"check_dir", c.Dir},
	} {
		if f.value != "" {
			fmt.Fprintf(&b, "%s: %s\n", f.key, f.value)
		}
	}
	if len(c.Argv) > 0 {
		argv, err := json.Marshal(c.Argv)
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(&b, "check_argv: %s\n", argv)
	}
	if c.Timeout > 0 {
		fmt.Fprintf(&b, "check_timeout: %d\n", c.Timeout)
	}
	return b.String()
}

func sorted[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
