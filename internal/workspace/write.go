package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Cause is an error of the system without the call and the path: the message
// that wraps it names both in the words of whoever asked.
func Cause(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// ReadFile returns a file that the person at the keyboard named, wherever it
// lies, if it has at most limit bytes. Its errors do not name the file, since
// the person wrote the name otherwise.
func ReadFile(name string, limit int) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, Cause(err)
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return nil, &Refusal{Path: name, Reason: "is a folder"}
	}
	data, err := io.ReadAll(io.LimitReader(file, int64(limit)+1))
	if err != nil {
		return nil, Cause(err)
	}
	if len(data) > limit {
		return nil, &Refusal{Path: name, Reason: tooLarge(int64(len(data)), limit)}
	}
	return data, nil
}

// WriteFile writes a file that the person at the keyboard named. What stood
// there is replaced as a whole or not at all.
func WriteFile(name string, data []byte) error {
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return fmt.Errorf("write %q: %w", name, Cause(err))
	}
	defer root.Close()
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		// A pipe or a device cannot be replaced; it is written to.
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return fmt.Errorf("write %q: %w", name, Cause(err))
		}
		return nil
	}
	return replace(root, filepath.Base(name), data)
}

// ReadFolder returns the files of the folder at dir by name, each of at most
// limit bytes and at most count of them. A folder that holds anything else than
// regular files is refused.
func ReadFolder(ctx context.Context, dir string, count, limit int) (map[string][]byte, error) {
	folder, err := Open(dir)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	entries, err := fs.ReadDir(folder.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("list folder %q: %w", dir, Cause(err))
	}
	if len(entries) > count {
		return nil, &Refusal{Path: dir, Reason: fmt.Sprintf("holds %d files; the limit is %d", len(entries), count)}
	}
	files := make(map[string][]byte, len(entries))
	for _, e := range entries {
		data, err := folder.Read(ctx, e.Name(), limit)
		if err != nil {
			return nil, err
		}
		files[e.Name()] = data
	}
	return files, nil
}

// WriteFolder makes the folder at dir hold exactly these files, besides those
// that are not the caller's: of the files there, it removes the ones that owned
// names and files does not. It writes through no link.
func WriteFolder(dir string, files map[string][]byte, owned func(name string) bool) error {
	if info, err := os.Lstat(dir); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return &Refusal{Path: dir, Reason: reasonLink}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("write folder %q: %w", dir, Cause(err))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("write folder %q: %w", dir, Cause(err))
	}
	defer root.Close()
	var names []string
	for name := range files {
		names = append(names, name)
	}
	for _, name := range sorted(names) {
		if err := replace(root, name, files[name]); err != nil {
			return err
		}
	}
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return fmt.Errorf("list folder %q: %w", dir, Cause(err))
	}
	for _, e := range entries {
		if _, kept := files[e.Name()]; kept || !e.Type().IsRegular() || !owned(e.Name()) {
			continue
		}
		if err := root.Remove(e.Name()); err != nil {
			return fmt.Errorf("remove stale file: %w", err)
		}
	}
	return nil
}

// replace writes a file beside the old one and moves it into its place. What
// is there and is no regular file is refused.
func replace(root *os.Root, name string, data []byte) error {
	if info, err := root.Lstat(name); err == nil && !info.Mode().IsRegular() {
		reason := reasonIrregular
		if info.Mode()&fs.ModeSymlink != 0 {
			reason = reasonLink
		}
		return &Refusal{Path: name, Reason: reason}
	}
	temporary := "." + name + ".tmp"
	if err := root.Remove(temporary); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("write %q: %w", name, Cause(err))
	}
	file, err := root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("write %q: %w", name, Cause(err))
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err == nil {
		err = root.Rename(temporary, name)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write %q: %w", name, Cause(err)), root.Remove(temporary))
	}
	return nil
}
