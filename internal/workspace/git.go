package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Sentinel errors that callers turn into advice.
var (
	// ErrUnknownRevision says that a revision does not name a commit here.
	ErrUnknownRevision = errors.New("unknown revision")
	// ErrNoMergeBase says that two commits have no common ancestor in the local
	// history, which is also how a shallow clone looks.
	ErrNoMergeBase = errors.New("no common ancestor")
	// ErrForeignOwner says that git reads nothing of a repository, because
	// somebody else than the caller owns it.
	ErrForeignOwner = errors.New("git refuses a repository of another owner")
)

const (
	gitDeadline = time.Minute
	gitOutput   = 64 << 20 // a listing of about half a million files
	gitMessage  = 4 << 10
)

// Git is a local repository, read through the git program.
type Git struct {
	dir string
	env []string
}

// NewGit reads the repository of the working tree at dir. Of the environment
// that lookup yields, git sees only what it needs to start, to find its user's
// settings, and to know whose repository root may read: no GIT_ variable from
// outside reaches it.
func NewGit(dir string, lookup func(string) (string, bool)) *Git {
	env := []string{
		"GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_LITERAL_PATHSPECS=1", "LC_ALL=C",
	}
	for _, name := range []string{"PATH", "HOME", "USERPROFILE", "XDG_CONFIG_HOME", "SUDO_UID", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP"} {
		if value, ok := lookup(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return &Git{dir: dir, env: env}
}

// Resolve is the object id of the commit that ref names.
func (g *Git) Resolve(ctx context.Context, ref string) (string, error) {
	out, err := g.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		if _, exited := errors.AsType[*exec.ExitError](err); exited && !errors.Is(err, ErrForeignOwner) {
			return "", fmt.Errorf("%w %q", ErrUnknownRevision, ref)
		}
		return "", err
	}
	id := strings.TrimSpace(string(out))
	if !isObjectID(id) {
		return "", fmt.Errorf("%w %q", ErrUnknownRevision, ref)
	}
	return id, nil
}

// MergeBase is the best common ancestor of two commits, given by object id.
func (g *Git) MergeBase(ctx context.Context, a, b string) (string, error) {
	out, err := g.run(ctx, "merge-base", "--end-of-options", a, b)
	if exit, exited := errors.AsType[*exec.ExitError](err); exited && exit.ExitCode() == 1 {
		return "", fmt.Errorf("%w of %s and %s", ErrNoMergeBase, a, b)
	}
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(out)), nil
}

// Uncommitted lists what of the working tree no commit has, sorted: changed
// files, and untracked files and folders that are not ignored.
func (g *Git) Uncommitted(ctx context.Context) ([]string, error) {
	out, err := g.run(ctx, "status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=normal", "--ignore-submodules=all")
	if err != nil {
		return nil, err
	}
	var names []string
	for entry := range strings.SplitSeq(string(out), "\x00") {
		if len(entry) > len("XY ") {
			names = append(names, entry[len("XY "):])
		}
	}
	return sorted(names), nil
}

// run runs git to its end and returns its standard output. A failure carries
// what git said.
func (g *Git) run(ctx context.Context, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, gitDeadline)
	defer cancel()
	cmd := g.command(ctx, args...)
	stdout, stderr := &bounded{limit: gitOutput}, &bounded{limit: gitMessage}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	err := cmd.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, fmt.Errorf("git cannot be run; install it: %w", err)
	case ctx.Err() != nil:
		return nil, fmt.Errorf("run git %s: %w", args[0], ctx.Err())
	case err != nil:
		said, _, _ := strings.Cut(strings.TrimSpace(stderr.kept.String()), "\n")
		if strings.Contains(said, "dubious ownership") { // in English, by LC_ALL
			return nil, fmt.Errorf("%w: %q", ErrForeignOwner, g.dir)
		}
		return nil, fmt.Errorf("run git %s: %w: %q", args[0], err, said)
	case stdout.cut:
		return nil, fmt.Errorf("run git %s: output is larger than %d bytes", args[0], gitOutput)
	}
	return stdout.kept.Bytes(), nil
}

// command builds a git process that runs no hook, no file monitor, no pager and
// no external diff, whatever the repository's own settings say.
func (g *Git) command(ctx context.Context, args ...string) *exec.Cmd {
	fixed := []string{
		"--no-pager", "--no-replace-objects",
		"-c", "core.quotePath=false", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false",
	}
	cmd := exec.CommandContext(ctx, "git", append(fixed, args...)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = g.dir, g.env, 5*time.Second
	return cmd
}

func isObjectID(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}

// bounded keeps the first limit bytes and notes that more came. The buffer is
// not embedded: it would take a whole stream past the limit by its ReadFrom.
type bounded struct {
	kept  bytes.Buffer
	limit int
	cut   bool
}

// Write never fails, so that the process runs to its end.
func (b *bounded) Write(p []byte) (int, error) {
	if room := b.limit - b.kept.Len(); len(p) > room {
		b.cut = true
		b.kept.Write(p[:room])
		return len(p), nil
	}
	return b.kept.Write(p)
}
