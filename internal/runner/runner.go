// Package runner starts the processes of proofs and holds them: no shell, a
// short list of variables, pipes only, capped output, deadlines, and as much
// isolation as the machine grants. Code that it runs is hostile. It judges
// nothing: whatever happened becomes a record.
//
// On Linux a step is started through a helper, the program itself under the
// name [HelperName], which becomes the first process of the step's own
// namespaces, sets them up, gives up every privilege for the step, and takes
// every process with it when it ends. A program that uses the package calls
// [Helper] first thing in main.
package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/proof"
)

// HelperName is the name under which the program is started as the helper.
const HelperName = "surmise-sandbox"

// The limits of every step. A step's own budget comes before the defaults.
const (
	outputCap    = 8 << 20
	buildBudget  = 5 * time.Minute
	runBudget    = time.Minute
	waitDelay    = 3 * time.Second
	openFiles    = 4096
	processes    = 2048
	fileSize     = 4 << 30
	scratchBytes = 1 << 30
)

// Isolation is what holds a step. The zero value holds nothing.
type Isolation struct {
	UID          int  // of its own that steps run as; -1 if they run as the caller
	Processes    bool // own process namespace: nothing outside is seen, nothing survives
	Mounts       bool // own mounts: everything but the step's folders is read-only
	Users        bool // own user namespace, without a single privilege outside
	Network      bool // no network but its own loopback
	Unprivileged bool // no way to gain privileges, by sudo or otherwise
	Limits       bool
}

// Weak reports whether a step could reach the caller's processes or files.
func (i Isolation) Weak() bool { return len(i.Missing()) > 0 }

// Missing names what full isolation lacks. The network is no part of it: it
// is cut where it can be.
func (i Isolation) Missing() []string {
	var out []string
	for _, part := range []struct {
		have bool
		name string
	}{
		{i.UID >= 0 || i.Users, "a user of its own"},
		{i.Processes, "a process namespace"},
		{i.Mounts, "a mount namespace"},
		{i.Unprivileged, "the ban on new privileges"},
	} {
		if !part.have {
			out = append(out, part.name)
		}
	}
	return out
}

// String is the level, and what is missing.
func (i Isolation) String() string {
	if missing := i.Missing(); len(missing) > 0 {
		return "weak: without " + strings.Join(missing, ", ")
	}
	return "full"
}

// Sandbox runs steps with the isolation that this machine grants.
type Sandbox struct {
	helper    string // path of the program
	isolation Isolation
}

// Isolation is what holds the steps of this sandbox.
func (s Sandbox) Isolation() Isolation { return s.isolation }

// Scene is where a step runs.
type Scene struct {
	Root string // the throw-away folder that holds everything below
	Tree string // folder of the tree, below Root
	// At is the path at which the step sees the tree; the same as Tree where
	// there are no own mounts.
	At   string
	Home string // below Root
	Temp string // below Root
	Path string // of programs, as in the variable
	// Caches are folders that a step may write which names them, and that no
	// other step sees.
	Caches []Cache
	// Visible are files and folders outside of Root that steps need to read:
	// toolchains, and what is carried. A key is the path at which it is seen.
	Visible map[string]string
	Hidden  []string // folders that appear empty
}

// Cache is a folder that steps see at At. What they write goes to Dir, below the
// scene's root. With own mounts they see the files of Lower too, which
// are never written.
type Cache struct {
	At    string
	Dir   string
	Lower string // "" without one
	Work  string // an empty folder beside Dir, for the kernel's use
}

// Run runs one step to its end, or to its deadline. The records of the steps
// before it are given to a step that names its program by them.
func (s Sandbox) Run(ctx context.Context, step proof.Step, before []proof.StepRecord, scene Scene) proof.StepRecord {
	argv, err := arguments(step, before)
	if err != nil {
		return proof.StepRecord{Failed: err.Error()}
	}
	dir, err := below(scene.At, step.Dir)
	if err != nil {
		return proof.StepRecord{Failed: err.Error()}
	}
	report, err := prepareReport(scene, step.Report)
	if err != nil {
		return proof.StepRecord{Failed: err.Error()}
	}
	budget := step.Budget
	if budget <= 0 && step.Build {
		budget = buildBudget
	} else if budget <= 0 {
		budget = runBudget
	}
	j := job{
		Argv: argv, Env: environment(step, scene), Dir: dir, Budget: budget, Isolation: s.isolation,
		Writable: scene.writable(step), Hidden: scene.hidden(step), Visible: scene.visible(step), Layers: scene.layers(step),
	}
	record := s.launch(ctx, j, step.Stdin)
	if record.Started && !record.TimedOut && step.Report != "" {
		report.read(&record)
	}
	return record
}

// Environment names the variables that a step gets.
func Environment(step proof.Step, scene Scene) []string {
	var names []string
	for _, pair := range environment(step, scene) {
		name, _, _ := strings.Cut(pair, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// environment is the whole of what a step gets: nothing of the caller's.
func environment(step proof.Step, scene Scene) []string {
	env := []string{"PATH=" + scene.Path, "HOME=" + scene.Home, "TMPDIR=" + scene.Temp, "LANG=C.UTF-8", "TZ=UTC"}
	return append(append(env, platform()...), step.Env...)
}

// arguments are the program, absolute, and what it is given.
func arguments(step proof.Step, before []proof.StepRecord) ([]string, error) {
	argv := step.Argv
	if step.Program != nil {
		program, err := step.Program(before)
		if err != nil {
			return nil, err
		}
		argv = append([]string{program}, argv...)
	}
	if len(argv) == 0 || !filepath.IsAbs(argv[0]) {
		return nil, fmt.Errorf("the program of %q is not an absolute path", argv)
	}
	if slices.ContainsFunc(argv, func(a string) bool { return strings.IndexByte(a, 0) >= 0 }) {
		return nil, errors.New("an argument holds a NUL byte")
	}
	return argv, nil
}

// below joins a slash-separated path that must not leave dir.
func below(dir, name string) (string, error) {
	if name == "" {
		return dir, nil
	}
	local, err := filepath.Localize(name)
	if err != nil {
		return "", fmt.Errorf("the folder %q is not below the tree", name)
	}
	return filepath.Join(dir, local), nil
}

// writable are the folders that a step may write, by the path at which it sees
// them.
func (s Scene) writable(step proof.Step) map[string]string {
	out := map[string]string{s.At: s.Tree, s.Home: s.Home, s.Temp: s.Temp}
	for _, c := range s.Caches {
		if step.Cache == c.At {
			out[c.At] = c.Dir
		}
	}
	return out
}

// visible are the files and folders that a step can read, by the path at which
// it sees them.
func (s Scene) visible(step proof.Step) map[string]string {
	out := maps.Clone(s.Visible)
	for _, c := range s.Caches {
		if rel, err := filepath.Rel(c.At, step.Kept); step.Kept != "" && err == nil && filepath.IsLocal(rel) {
			out[step.Kept] = filepath.Join(c.Dir, rel)
		}
	}
	return out
}

// layers are the caches of a step that lie upon other files.
func (s Scene) layers(step proof.Step) map[string]Cache {
	out := map[string]Cache{}
	for _, c := range s.Caches {
		if step.Cache == c.At && c.Lower != "" {
			out[c.At] = c
		}
	}
	return out
}

// hidden are the folders that appear empty. The throw-away folder is one of
// them, so that no step sees another one's.
func (s Scene) hidden(step proof.Step) []string {
	return append(slices.Clone(s.Hidden), s.Root)
}

// job is what the helper is told.
type job struct {
	Argv      []string // none: only try the isolation
	Env       []string
	Dir       string
	Budget    time.Duration
	Isolation Isolation
	Writable  map[string]string
	Visible   map[string]string
	Layers    map[string]Cache
	Hidden    []string
}

// outcome is what the helper says in the end. The zero value is a helper that
// died.
type outcome struct {
	Failed   string
	Started  bool
	Exit     int
	Signal   string
	TimedOut bool
	Leftover bool
}

// capped keeps what fits and calls full once when more comes. It is no
// [bytes.Buffer], whose ReadFrom would take everything.
type capped struct {
	kept []byte
	full func()
	cut  bool
}

// Write never fails: the process is ended by full, not by a broken pipe.
func (c *capped) Write(p []byte) (int, error) {
	room := min(outputCap-len(c.kept), len(p))
	c.kept = append(c.kept, p[:room]...)
	if room < len(p) && !c.cut {
		c.cut = true
		c.full()
	}
	return len(p), nil
}

// complete runs a command with its streams captured and fills the record's
// output. It reports an error of the machine, not of the program.
func complete(cmd *exec.Cmd, stop func(), stdin []byte, r *proof.StepRecord, started func()) error {
	stdout, stderr := &capped{full: stop}, &capped{full: stop}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if stdin != nil {
		cmd.Stdin = bytes.NewReader(stdin)
	}
	cmd.WaitDelay = waitDelay
	if err := cmd.Start(); err != nil {
		return err
	}
	started()
	err := cmd.Wait()
	r.Stdout, r.Stderr = stdout.kept, stderr.kept
	r.Truncated = stdout.cut || stderr.cut
	if errors.Is(err, exec.ErrWaitDelay) {
		r.Leftover = true
	}
	return nil
}

// exists reports whether there is anything at a path.
func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
