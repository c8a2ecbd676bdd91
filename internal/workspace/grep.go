package workspace

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
)

// Holding names the files of the working tree, untracked ones included, that
// end in one of the endings and hold one of the texts, sorted. Ignored files
// and those of submodules are left out. Binary files are not: what is binary is
// for the attributes of the tree to say, and so for who changes it.
func (g *Git) Holding(ctx context.Context, texts, endings []string) ([]string, error) {
	return g.grep(ctx, texts, endings, "--untracked")
}

// Holding names the files of the commit; see [Git.Holding].
func (r *Revision) Holding(ctx context.Context, texts, endings []string) ([]string, error) {
	names, err := r.git.grep(ctx, texts, endings, r.id)
	for i, name := range names {
		names[i] = strings.TrimPrefix(name, r.id+":")
	}
	return names, err
}

// grep searches where the last argument says: git reads only files with the
// right endings, on all processors.
func (g *Git) grep(ctx context.Context, texts, endings []string, where string) ([]string, error) {
	args := []string{"grep", "--files-with-matches", "--null", "--fixed-strings", "--text", "--no-recurse-submodules"}
	for _, t := range texts {
		args = append(args, "-e", t)
	}
	args = append(args, where, "--")
	for _, e := range endings {
		args = append(args, "*"+e)
	}
	patterns := Git{dir: g.dir, env: append(slices.Clone(g.env), "GIT_LITERAL_PATHSPECS=0")}
	out, err := patterns.run(ctx, args...)
	if exit, exited := errors.AsType[*exec.ExitError](err); exited && exit.ExitCode() == 1 {
		return nil, nil // nothing holds it
	}
	if err != nil {
		return nil, err
	}
	return sorted(strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")), nil
}
