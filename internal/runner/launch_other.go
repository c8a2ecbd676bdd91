//go:build !linux

package runner

import (
	"context"
	"errors"
	"os/exec"

	"github.com/surmise-ci/surmise/internal/proof"
)

// Detect is the isolation of systems without namespaces: a process group at
// most.
func Detect(context.Context, string) Sandbox { return Sandbox{isolation: Isolation{UID: -1}} }

// Advice is how to get full isolation.
func (Sandbox) Advice() string { return "run it on Linux, whose namespaces isolate tests" }

// Helper reports false: there is no helper on this system.
func Helper([]string) bool { return false }

// Give does nothing: steps run as the caller.
func (Sandbox) Give(string) error { return nil }

func (s Sandbox) launch(ctx context.Context, j job, stdin []byte) (record proof.StepRecord) {
	ctx, cancel := context.WithTimeout(ctx, j.Budget)
	defer cancel()
	cmd := exec.CommandContext(ctx, j.Argv[0], j.Argv[1:]...)
	cmd.Env, cmd.Dir = j.Env, j.Dir
	group(cmd)
	if err := complete(cmd, cancel, stdin, &record, func() { record.Started = true }); err != nil {
		return proof.StepRecord{Failed: err.Error()}
	}
	endGroup(cmd)
	record.Exit, record.Signal = ended(cmd.ProcessState)
	switch {
	case record.Truncated:
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		record.TimedOut = true
	case ctx.Err() != nil:
		record.Failed = "it was called off"
	}
	return record
}
