package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// scratchPrefix begins the names of throw-away folders.
const scratchPrefix = "surmise-prove-"

// scratchLock is the file in a throw-away folder that its owner holds.
const scratchLock = "lock"

// Scratch is a throw-away folder in the folder for temporary files. One whose
// owner was killed is removed by the next owner of one.
type Scratch struct {
	dir  string
	lock *os.File
}

// NewScratch makes a throw-away folder, and removes those that nobody holds
// any more. The caller closes it.
func NewScratch() (*Scratch, error) {
	temp, err := filepath.EvalSymlinks(os.TempDir())
	if err != nil {
		return nil, fmt.Errorf("make throw-away folder: %w", err)
	}
	abandoned, err := filepath.Glob(filepath.Join(temp, scratchPrefix+"*"))
	if err != nil {
		return nil, fmt.Errorf("list throw-away folders: %w", err)
	}
	for _, dir := range abandoned {
		sweep(dir)
	}
	dir, err := os.MkdirTemp(temp, scratchPrefix)
	if err != nil {
		return nil, fmt.Errorf("make throw-away folder: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(dir, scratchLock), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		err = hold(lock)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make throw-away folder: %w", err), os.RemoveAll(dir))
	}
	return &Scratch{dir: dir, lock: lock}, nil
}

// Dir is the absolute path of the folder, without links on the way to it.
func (s *Scratch) Dir() string { return s.dir }

// Close removes the folder and everything in it.
func (s *Scratch) Close() error {
	return errors.Join(s.lock.Close(), Clear(s.dir))
}

// sweep removes a throw-away folder of this user's that nobody holds. It fails
// in silence: the folder is none of this run's business.
func sweep(dir string) {
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() || !mine(info) {
		return
	}
	lock, err := os.OpenFile(filepath.Join(dir, scratchLock), os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return // it is being made, or removed
	}
	if err != nil {
		return
	}
	free := hold(lock) == nil
	lock.Close()
	if free {
		Clear(dir)
	}
}

// Clear removes a folder and everything in it, folders included that their
// owner made read-only.
func Clear(dir string) error {
	if err := os.RemoveAll(dir); err == nil {
		return nil
	}
	filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			os.Chmod(name, 0o700)
		}
		return nil
	})
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("remove throw-away folder: %w", err)
	}
	return nil
}
