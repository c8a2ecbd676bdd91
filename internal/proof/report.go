package proof

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/probe"
)

// support are our own reporters, plugins and drivers. A plan brings them into
// the temporary folder; they repeat what the runner says and decide nothing.
//
//go:embed support
var support embed.FS

// reportName is the file that reporters of ours write, once, next to
// themselves.
const reportName = "report.json"

// supportFiles are support files by name.
func supportFiles(names ...string) ([]File, error) {
	var out []File
	for _, name := range names {
		data, err := support.ReadFile("support/" + name)
		if err != nil {
			return nil, err
		}
		out = append(out, File{Name: name, Data: data})
	}
	return out, nil
}

// tool is the absolute path of a program.
func (h Host) tool(name string) (string, error) {
	if h.Tools[name] == "" {
		return "", fmt.Errorf("the program %s was not found; install it before the step that proves", name)
	}
	return h.Tools[name], nil
}

// nodeEnv is the environment of programs that Node runs: as in continuous
// integration and without colours.
func nodeEnv() []string { return []string{"CI=true", "NO_COLOR=1"} }

// launch is the plan that starts the command of a Node package with reporters
// of ours. The arguments after the target are the package's own.
func launch(c probe.Check, h Host, pkg string, reporters []string, args ...string) (Plan, error) {
	node, err := h.tool("node")
	if err != nil {
		return Plan{}, err
	}
	files, err := supportFiles(append([]string{"launch.cjs"}, reporters...)...)
	if err != nil {
		return Plan{}, err
	}
	argv := append([]string{node, path.Join(h.Temp, "launch.cjs"), pkg, fromDir(c, c.Target)}, args...)
	return Plan{Files: files, Steps: []Step{{
		Argv: argv, Dir: c.Dir, Env: nodeEnv(), Report: path.Join(h.Temp, reportName), Budget: budget(c),
	}}}, nil
}

// checkFile holds the keys of kinds that run one test of one file.
func checkFile(c probe.Check) error {
	if err := checkPath("check_target", c.Target); err != nil {
		return err
	}
	if strings.ContainsAny(c.Target, "*?[{") {
		return fmt.Errorf("check_target %s is a glob; name the one file that holds the test", quote(c.Target))
	}
	if c.Test == "" {
		return errors.New("check_test is empty; it must be the exact id of one test")
	}
	if err := checkName("check_test", c.Test); err != nil {
		return err
	}
	return checkPlace(c, "check_test")
}

// checkGuard holds the keys of kinds by which a rule guards files.
func checkGuard(c probe.Check) error {
	if err := checkPath("check_target", c.Target); err != nil {
		return err
	}
	if c.Rule == "" {
		return errors.New("check_rule is empty; it must be the id of one rule")
	}
	if err := checkName("check_rule", c.Rule); err != nil {
		return err
	}
	return checkPlace(c, "check_rule")
}

// checkPlace holds check_dir, where a runner starts, and the target in it.
func checkPlace(c probe.Check, subject string) error {
	if c.Dir != "" {
		if err := checkPath("check_dir", c.Dir); err != nil {
			return err
		}
		if !strings.HasPrefix(c.Target, c.Dir+"/") {
			return fmt.Errorf("check_target %s must lie below check_dir %s", quote(c.Target), quote(c.Dir))
		}
	}
	return checkRest(c, "check_target", "check_dir", subject)
}

// fromDir is a path of the tree as it reads from the folder where the runner
// starts.
func fromDir(c probe.Check, file string) string {
	if c.Dir == "" {
		return file
	}
	return strings.TrimPrefix(file, c.Dir+"/")
}

// asserted is a failure by assertion, with the place on its stack that raised
// it. frames are the stack's places, the innermost first; nil where the report
// has none. An error whose stack is empty was made up: no runner makes one.
func asserted(c probe.Check, frames []string) Result {
	if frames != nil && len(frames) == 0 {
		return Result{State: Failed, Class: Exception, Detail: "it does not say where it was raised"}
	}
	return Result{State: Failed, Class: Assertion, Raised: raised(c, frames)}
}

// raised is the first place that is the tree's own: assertions are raised in
// libraries.
func raised(c probe.Check, frames []string) Place {
	for _, frame := range frames {
		at := strings.LastIndexByte(frame, ':')
		if at < 0 || strings.HasPrefix(frame, "node:") {
			continue
		}
		file := path.Join(c.Dir, frame[:at])
		parts := strings.Split(file, "/")
		n, err := strconv.Atoi(frame[at+1:])
		if err == nil && parts[0] != ".." && !slices.Contains(parts, "node_modules") && !slices.Contains(parts, "site-packages") {
			return Place{file, n}
		}
	}
	return Place{}
}

// guarded are the guarded files as they read from the folder where the linter
// starts.
func (h Host) guarded(c probe.Check) ([]string, error) {
	if len(h.Guarded) == 0 {
		return nil, fmt.Errorf("check_target %s selects no tracked file; it must select the files that the rule guards", quote(c.Target))
	}
	out := make([]string, 0, len(h.Guarded))
	for _, file := range h.Guarded {
		if err := checkPath("a guarded file", file); err != nil {
			return nil, err
		}
		out = append(out, fromDir(c, file))
	}
	return out, nil
}

var reportKey = pattern.Lazy(`^[a-z]+$`)

// decode reads a report of our own making: one document, no key twice, no key
// that it does not know, none in another case.
func decode(data []byte, to any) error {
	v, err := parseJSON(data)
	if err != nil {
		return err
	}
	if key, strange := strangeKey(v); strange {
		return fmt.Errorf("the key %s is not known", quote(key))
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	return dec.Decode(to)
}

// strangeKey is a key that encoding/json could take for another one.
func strangeKey(v any) (string, bool) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if key, strange := strangeKey(e); strange {
				return key, true
			}
		}
	case map[string]any:
		for _, key := range sortedKeys(v) {
			if !reportKey().MatchString(key) {
				return key, true
			}
			if key, strange := strangeKey(v[key]); strange {
				return key, true
			}
		}
	}
	return "", false
}

// decodeLines reads a report of one document a line.
func decodeLines[T any](data []byte) ([]T, error) {
	var out []T
	for line := range bytes.Lines(data) {
		n := len(out) + 1
		if line[len(line)-1] != '\n' {
			return nil, fmt.Errorf("line %d of the report is not whole", n)
		}
		var v T
		if err := decode(line, &v); err != nil {
			return nil, fmt.Errorf("line %d of the report: %w", n, err)
		}
		out = append(out, v)
	}
	return out, nil
}

// last is the record of the step that yields the result.
func last(t Transcript) (StepRecord, bool) {
	if len(t.Steps) == 0 {
		return StepRecord{}, false
	}
	return t.Steps[len(t.Steps)-1], true
}

// agree holds a result to the exit status: zero exactly if everything passed.
func agree(r Result, exit int, clean bool) Result {
	if (exit == 0) != clean || r.State == Passed && !clean {
		verb := "is clean"
		if !clean {
			verb = "has a failure"
		}
		return Result{State: ExitMismatch, Detail: fmt.Sprintf("the report %s and the exit status is %d", verb, exit)}
	}
	return r
}

// launched is what the launcher says in place of a reporter.
type launched struct {
	Missing string `json:"missing"` // the package that the tree does not have
	Absent  string `json:"absent"`  // the target that is not there
	Died    string `json:"died"`    // the exit status without a report
}

func (l launched) result() (Result, bool) {
	switch {
	case l.Missing != "":
		return noRunner(l.Missing), true
	case l.Absent != "":
		return Result{State: NotFound, Detail: "there is no file " + quote(l.Absent)}, true
	case l.Died != "":
		return Result{State: Crashed, Detail: "it ended with the exit status " + quote(l.Died) + " before it could report"}, true
	}
	return Result{}, false
}

// noRunner is the result of a package that the tree does not have.
func noRunner(name string) Result {
	return Result{State: Infrastructure, Detail: name + " is not installed where the tree could find it; install it and name its folder in prove.carry"}
}

// foreign is the result of a report about something else.
func foreign(what string) Result {
	return Result{State: ForeignEvents, Detail: "it reported " + quote(what)}
}

func notFound(id string) Result {
	return Result{State: NotFound, Detail: "no result is about " + quote(id)}
}

func ambiguous(id string, n int) Result {
	return Result{State: Ambiguous, Detail: fmt.Sprintf("%s has %d results", quote(id), n)}
}
