package workspace

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
)

// Create writes a new file and the folders that it lies in. A file that is
// there stays as it is, and is [io/fs.ErrExist]; it writes through no link and
// into no submodule.
func (f *Folder) Create(name string, data []byte) error {
	dir := path.Dir(name)
	if reason := f.blocked(dir); reason != "" {
		return &Refusal{Path: dir, Reason: reason}
	}
	if err := f.root.MkdirAll(filepath.FromSlash(dir), 0o755); err != nil {
		return fmt.Errorf("create %q: %w", name, Cause(err))
	}
	local := filepath.FromSlash(name)
	file, err := f.root.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("create %q: %w", name, Cause(err))
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(fmt.Errorf("create %q: %w", name, Cause(err)), f.root.Remove(local))
	}
	return nil
}
