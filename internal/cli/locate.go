package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/workspace"
)

// place is the working tree of a run and the paths in it that were named.
type place struct {
	root  string
	inGit bool
	paths []string // slash-separated, relative to root; nil if none was named
}

// resolve makes a path that somebody typed absolute.
func resolve(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

// readNamed reads a file that somebody typed the name of, and calls it so if it
// cannot be read.
func readNamed(env Env, what, name string, limit int) ([]byte, error) {
	data, err := workspace.ReadFile(resolve(env.Dir, name), limit)
	if refused, ok := errors.AsType[*workspace.Refusal](err); ok {
		return nil, &app.InputError{Err: fmt.Errorf("the %s %q %s", what, name, refused.Reason)}
	}
	if err != nil {
		return nil, &app.InputError{Err: fmt.Errorf("read %s %q: %w", what, name, err)}
	}
	return data, nil
}

// locate finds the working tree: the git repository around the working
// directory, or the directory itself. Arguments that lie outside of it move
// the search to the folder that holds them all.
func locate(dir string, args []string) (place, error) {
	var full []string
	for _, a := range args {
		abs := resolve(dir, a)
		full = append(full, abs)
	}
	p := around(dir)
	if !allWithin(full, p.root) {
		common := folderOf(full[0])
		for _, f := range full[1:] {
			for !within(folderOf(f), common) {
				common = filepath.Dir(common)
			}
		}
		p = around(common)
	}
	for i, f := range full {
		rel, err := filepath.Rel(p.root, f)
		if err != nil {
			return place{}, &app.InputError{Err: fmt.Errorf("locate %q: %w", args[i], err)}
		}
		p.paths = append(p.paths, filepath.ToSlash(rel))
	}
	return p, nil
}

func around(dir string) place {
	if top := workspace.Top(dir); top != "" {
		return place{root: top, inGit: true}
	}
	return place{root: dir}
}

// folderOf is the folder itself, or the one that a file lies in.
func folderOf(name string) string {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return name
	}
	return filepath.Dir(name)
}

func within(name, dir string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func allWithin(names []string, dir string) bool {
	for _, n := range names {
		if !within(n, dir) {
			return false
		}
	}
	return true
}

// revisions are what --base compares with.
type revisions struct {
	mergeBase, tip *workspace.Revision
}

func (r revisions) close() {
	r.mergeBase.Close()
	r.tip.Close()
}

// foreignOwner is the advice on a repository that git does not read.
func foreignOwner(err error, root string) error {
	return &app.InputError{Err: err, Next: fmt.Sprintf("trust it with: git config --global --add safe.directory %q", root)}
}

// openBase resolves REF and its merge base with HEAD. The tip, whose policy
// counts, is that of REF, or of another revision if rules names one.
func openBase(ctx context.Context, env Env, p place, ref, rules string) (revisions, error) {
	if !p.inGit {
		return revisions{}, &app.InputError{Err: fmt.Errorf("--base needs a git repository, and %q is in none", p.root)}
	}
	git := workspace.NewGit(p.root, env.Lookup)
	tip, err := resolveRef(ctx, git, p, ref)
	if err != nil {
		return revisions{}, err
	}
	head, err := git.Resolve(ctx, "HEAD")
	if errors.Is(err, workspace.ErrUnknownRevision) {
		return revisions{}, &app.InputError{Err: errors.New("the repository has no commit yet"), Next: "check without --base"}
	}
	if err != nil {
		return revisions{}, err
	}
	base, err := git.MergeBase(ctx, tip, head)
	if errors.Is(err, workspace.ErrNoMergeBase) {
		return revisions{}, &app.InputError{Err: fmt.Errorf("%q and HEAD have no common ancestor here", ref),
			Next: "in a shallow clone, fetch more with \"git fetch --unshallow\""}
	}
	if err != nil {
		return revisions{}, err
	}
	var r revisions
	if r.mergeBase, err = git.Revision(ctx, base); err != nil {
		return revisions{}, err
	}
	if rules != "" {
		if tip, err = resolveRef(ctx, git, p, rules); err != nil {
			return revisions{}, err
		}
	}
	if r.tip, err = git.Revision(ctx, tip); err != nil {
		return revisions{}, err
	}
	return r, nil
}

// resolveRef is the commit that somebody named.
func resolveRef(ctx context.Context, git *workspace.Git, p place, ref string) (string, error) {
	id, err := git.Resolve(ctx, ref)
	switch {
	case errors.Is(err, workspace.ErrUnknownRevision):
		return "", &app.InputError{Err: err,
			Next: "fetch it with \"git fetch origin " + strings.TrimPrefix(ref, "origin/") + "\", or name another"}
	case errors.Is(err, workspace.ErrForeignOwner):
		return "", foreignOwner(err, p.root)
	}
	return id, err
}
