//go:build unix

package workspace

import (
	"io/fs"
	"os"
	"syscall"
)

// hold takes a file for this process, until it is closed; an error if another
// one has it.
func hold(file *os.File) error {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// mine reports whether a file belongs to this user.
func mine(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
