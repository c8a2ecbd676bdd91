package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/runner"
	"github.com/surmise-ci/surmise/internal/workspace"
)

// workshop is what the benches of a run share: a throw-away folder with the
// head's tree, and what steps may see of the machine.
type workshop struct {
	self    string // the path of this program
	scratch *workspace.Scratch
	head    *workspace.Checkout
	sandbox runner.Sandbox
	repo    string   // the working tree, without links on the way to it
	path    []string // folders of programs, outside of repo
	carry   []string // below repo
	visible map[string]string
	caches  map[string]string
	built   string // the user's cache of Go's builds
}

// openWorkshop writes the head's tree out. The caller closes it.
func openWorkshop(ctx context.Context, env Env, git *workspace.Git, root, commit string, carry []string) (*workshop, []string, error) {
	repo, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, nil, err
	}
	helper, err := os.Executable()
	if err != nil {
		return nil, nil, fmt.Errorf("find the program itself: %w", err)
	}
	scratch, err := workspace.NewScratch()
	if err != nil {
		return nil, nil, err
	}
	w := &workshop{self: helper, scratch: scratch, repo: repo, sandbox: runner.Detect(ctx, helper), visible: map[string]string{}, caches: map[string]string{}}
	if err := w.open(ctx, git, commit); err != nil {
		return nil, nil, errors.Join(err, w.Close())
	}
	notes := w.carried(carry)
	w.path = searchPath(env.get("PATH"), repo)
	w.toolchains(ctx, env)
	return w, notes, nil
}

func (w *workshop) open(ctx context.Context, git *workspace.Git, commit string) error {
	pristine := filepath.Join(w.scratch.Dir(), "pristine")
	if err := os.Mkdir(pristine, 0o755); err != nil {
		return err
	}
	if i := w.sandbox.Isolation(); i.UID >= 0 && !i.Mounts {
		// Another user has to find the way to its folders.
		if err := os.Chmod(w.scratch.Dir(), 0o711); err != nil {
			return err
		}
	}
	var err error
	w.head, err = git.Checkout(ctx, commit, pristine)
	return err
}

// Close removes the folder.
func (w *workshop) Close() error { return w.scratch.Close() }

// carried finds what the policy lets runs see of the working tree, and says
// what is not there.
func (w *workshop) carried(names []string) []string {
	var notes []string
	for _, name := range names {
		full := filepath.Join(w.repo, filepath.FromSlash(name))
		switch info, err := os.Lstat(full); {
		case err != nil:
			notes = append(notes, fmt.Sprintf("prove.carry names %q, which is not there; install it first", name))
		case info.Mode()&fs.ModeSymlink != 0 || real(full) != full:
			notes = append(notes, fmt.Sprintf("prove.carry names %q, which is a symbolic link and is not carried", name))
		case w.head.Overlaps(name):
			notes = append(notes, fmt.Sprintf("prove.carry names %q, of which the repository tracks files; it is not carried", name))
		default:
			w.carry = append(w.carry, name)
		}
	}
	return notes
}

// bench is one of the folders of a workshop in which proofs are run.
type bench struct {
	*workshop
	scene runner.Scene
}

func (w *workshop) bench(n int) (*bench, error) {
	dir := filepath.Join(w.scratch.Dir(), "bench-"+strconv.Itoa(n))
	cache, err := w.goBuild(n)
	if err != nil {
		return nil, err
	}
	b := &bench{workshop: w, scene: runner.Scene{
		Root: w.scratch.Dir(), Tree: filepath.Join(dir, "tree"), Home: filepath.Join(dir, "home"), Temp: filepath.Join(dir, "temp"),
		Caches: []runner.Cache{cache}, Visible: map[string]string{},
	}}
	b.scene.At = b.scene.Tree
	if w.sandbox.Isolation().Mounts {
		// Where the tree is at home, what was installed there works.
		b.scene.At = w.repo
		for _, name := range w.carry {
			b.scene.Visible[filepath.Join(w.repo, filepath.FromSlash(name))] = filepath.Join(w.repo, filepath.FromSlash(name))
		}
	}
	for at, name := range w.visible {
		b.scene.Visible[at] = name
	}
	path := slices.Clone(w.path)
	for _, dir := range w.local() {
		path = append(path, b.at(dir))
	}
	b.scene.Path = strings.Join(path, string(filepath.ListSeparator))
	return b, nil
}

// goBuild is a bench's cache of Go's builds: what it builds itself, upon what
// the user has built, which is only read.
func (w *workshop) goBuild(n int) (runner.Cache, error) {
	dir := filepath.Join(w.scratch.Dir(), "go-build-"+strconv.Itoa(n))
	c := runner.Cache{At: filepath.Join(dir, "cache"), Dir: filepath.Join(dir, "cache"), Work: filepath.Join(dir, "work"), Lower: w.built}
	if w.sandbox.Isolation().Mounts {
		c.At = filepath.Join(w.scratch.Dir(), "go-build")
	}
	folders := []string{dir, c.Dir, c.Work}
	for i := range 256 {
		// Its folders have to be here, or they would be the user's.
		folders = append(folders, filepath.Join(c.Dir, fmt.Sprintf("%02x", i)))
	}
	for _, name := range folders {
		if err := os.Mkdir(name, 0o755); err != nil {
			return c, err
		}
		if err := w.sandbox.Give(name); err != nil {
			return c, err
		}
	}
	// It is not trimmed, since it does not live that long.
	trimmed := filepath.Join(c.Dir, "trim.txt")
	if err := os.WriteFile(trimmed, []byte(strconv.FormatInt(time.Now().Unix(), 10)), 0o644); err != nil {
		return c, err
	}
	return c, w.sandbox.Give(trimmed)
}

// Lay replaces the tree by the head's.
func (b *bench) Lay(ctx context.Context, changes map[string][]byte, without []string) error {
	return b.lay(ctx, func() error { return b.head.CopyTo(b.scene.Tree, changes, without, b.sandbox.Give) })
}

// LayFiles replaces the tree by files.
func (b *bench) LayFiles(ctx context.Context, files map[string][]byte) error {
	return b.lay(ctx, func() error { return workspace.WriteTree(b.scene.Tree, files, b.sandbox.Give) })
}

func (b *bench) lay(ctx context.Context, write func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	dir := filepath.Dir(b.scene.Tree)
	if err := workspace.Clear(dir); err != nil {
		return err
	}
	for _, name := range []string{dir, b.scene.Tree, b.scene.Home, b.scene.Temp} {
		if err := os.Mkdir(name, 0o755); err != nil {
			return err
		}
		if name != dir {
			if err := b.sandbox.Give(name); err != nil {
				return err
			}
		}
	}
	if err := write(); err != nil {
		return err
	}
	if b.sandbox.Isolation().Mounts {
		return nil
	}
	for _, name := range b.carry {
		local := filepath.FromSlash(name)
		if err := workspace.Copy(filepath.Join(b.repo, local), filepath.Join(b.scene.Tree, local), b.sandbox.Give); err != nil {
			return err
		}
	}
	return nil
}

// Digest is that of the head's files as they are laid out.
func (b *bench) Digest() (string, error) { return b.head.Digest(b.scene.Tree) }

// Support writes files of a plan.
func (b *bench) Support(files []proof.File) error {
	data := make(map[string][]byte, len(files))
	for _, f := range files {
		data[f.Name] = f.Data
	}
	return workspace.WriteTree(b.scene.Temp, data, b.sandbox.Give)
}

// Host is what plans may know.
func (b *bench) Host(tools []proof.Tool) proof.Host {
	h := proof.Host{Tree: b.scene.At, Temp: b.scene.Temp, Tools: map[string]string{}, Caches: maps.Clone(b.caches)}
	h.Caches["go-build"] = b.scene.Caches[0].At
	h.Caches["go-tool"] = h.Caches["go-build"]
	for _, tool := range tools {
		if program := b.program(tool); program != "" {
			h.Tools[tool.Name] = b.at(program)
		}
	}
	return h
}

// at is the path at which steps see something of the working tree, and any
// other path as it is.
func (b *bench) at(name string) string {
	if rel, err := filepath.Rel(b.repo, name); err == nil && filepath.IsLocal(rel) {
		return filepath.Join(b.scene.At, rel)
	}
	return name
}

// Version is what a program says of itself, and its digest. What says nothing has
// no version.
func (b *bench) Version(ctx context.Context, tool proof.Tool) proof.ToolRecord {
	r := proof.ToolRecord{Name: tool.Name}
	program := b.program(tool)
	if program == "" {
		return r
	}
	if digest, err := fileDigest(program); err == nil {
		r.SHA256 = digest
	}
	ask := "--version"
	if tool.Name == "go" {
		ask = "version"
	}
	said := b.sandbox.Run(ctx, proof.Step{Argv: []string{b.at(program), ask}, Budget: versionBudget}, nil, b.scene)
	if said.Started && said.Exit == 0 && !said.TimedOut {
		line, _, _ := strings.Cut(strings.TrimSpace(string(said.Stdout)), "\n")
		r.Version = proof.Excerpt(strings.TrimSpace(line))
	}
	return r
}

// versionBudget is how long a program may take to say its version.
const versionBudget = 10 * time.Second

// fileDigest is the SHA-256 of a file in hexadecimal.
func fileDigest(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("read %q: %w", name, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Run runs a step.
func (b *bench) Run(ctx context.Context, step proof.Step, before []proof.StepRecord) proof.StepRecord {
	return b.sandbox.Run(ctx, step, before, b.scene)
}

// Environment names a step's variables.
func (b *bench) Environment(step proof.Step) []string { return runner.Environment(step, b.scene) }

// Isolation is what holds the steps.
func (b *bench) Isolation() proof.SandboxRecord {
	i := b.sandbox.Isolation()
	return proof.SandboxRecord{UID: i.UID, UserNS: i.Users, PIDNS: i.Processes, MountNS: i.Mounts, NetNS: i.Network, Limits: i.Limits, Weak: i.Weak()}
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// concurrency is how many of these jobs run at once: one for each processor,
// but not so many that they slow each other down into their deadlines.
func concurrency(jobs int) int {
	return max(1, min(runtime.GOMAXPROCS(0), jobs, 4))
}
