package runner

import (
	"io/fs"
	"os"
	"os/exec"
)

func group(*exec.Cmd) {}

func endGroup(*exec.Cmd) {}

// ended is how a process ended.
func ended(s *os.ProcessState) (exit int, signal string) { return s.ExitCode(), "" }

// links is how many names a file has, as far as this system says.
func links(fs.FileInfo) uint64 { return 1 }

// platform are the variables that programs of this system need to start.
func platform() []string { return []string{"SYSTEMROOT=" + os.Getenv("SYSTEMROOT")} }
