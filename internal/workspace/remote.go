package workspace

import (
	"context"
	"errors"
	"os/exec"
	"strings"
)

// Remote is the address of the repository's remote "origin"; "" without one.
func (g *Git) Remote(ctx context.Context) (string, error) {
	out, err := g.run(ctx, "config", "--get", "remote.origin.url")
	if exit, exited := errors.AsType[*exec.ExitError](err); exited && exit.ExitCode() == 1 {
		return "", nil
	}
	return strings.TrimSpace(string(out)), err
}
