//go:build unix && !linux

package runner

import (
	"io/fs"
	"os"
	"os/exec"
	"syscall"
)

// group starts a command in a process group of its own, which ends with it.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// endGroup ends what the command left in its group.
func endGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// ended is how a process ended.
func ended(s *os.ProcessState) (exit int, signal string) {
	if status, ok := s.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal()), signalName(status.Signal())
	}
	return s.ExitCode(), ""
}

// links is how many names a file has.
func links(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}

// platform are the variables that programs of this system need to start.
func platform() []string { return nil }
