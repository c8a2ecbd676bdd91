// Package workspace reads the files of a working tree and of the revisions in
// its local git repository. It is confined to the tree by [os.Root], follows no
// link, enters no submodule, and runs git only with fixed arguments, a scrubbed
// environment, a deadline and bounded output. It knows no policy: which files
// are specs is the caller's word.
package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Refusal is the error for a file that is there but is not read. The other
// files of the tree are not concerned by it.
type Refusal struct {
	Path   string
	Reason string // "is a symbolic link"
}

// Error names the file and the reason.
func (r *Refusal) Error() string { return fmt.Sprintf("%q %s", r.Path, r.Reason) }

// Refused is the reason alone, for reports that name the path themselves.
func (r *Refusal) Refused() string { return r.Reason }

// Reasons for a [Refusal]; the size reason carries the numbers.
const (
	reasonLink      = "is a symbolic link, which is not followed"
	reasonSubmodule = "lies in a submodule, which is not entered"
	reasonIrregular = "is not a regular file"
)

func tooLarge(size int64, limit int) string {
	return fmt.Sprintf("is larger than the limit: %d bytes, limit %d", size, limit)
}

// Folder is a working tree: everything under one directory. Paths are
// slash-separated and relative to it.
type Folder struct {
	root *os.Root
	dir  string
}

// Open opens the working tree at dir. The caller closes it.
func Open(dir string) (*Folder, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open workspace %q: %w", dir, Cause(err))
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, fmt.Errorf("open workspace %q: %w", dir, Cause(err))
	}
	return &Folder{root: root, dir: abs}, nil
}

// Top is the nearest directory at or above dir that holds a git repository
// (".git", a folder or a file as in linked work trees), or "" if there is none.
func Top(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// Close releases the directory.
func (f *Folder) Close() error { return f.root.Close() }

// Dir is the absolute path of the directory.
func (f *Folder) Dir() string { return f.dir }

// FS is the tree as a file system, for callers that read data of their own.
// It follows links, but only inside the tree.
func (f *Folder) FS() fs.FS { return f.root.FS() }

// List names the files at or below the given paths, sorted, without repeats.
// Links and submodules are neither read nor entered; they are listed in opaque.
// ".git" and "node_modules" are left out. A path that does not exist lists
// nothing.
func (f *Folder) List(ctx context.Context, under []string) (files, opaque []string, err error) {
	fsys := f.root.FS()
	for _, start := range outermost(under) {
		if reason := f.blocked(start); reason != "" {
			opaque = append(opaque, start)
			continue
		}
		err := fs.WalkDir(fsys, start, func(name string, d fs.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil && errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules"):
				return fs.SkipDir
			case d.IsDir():
				if name != "." && f.exists(path.Join(name, ".git")) {
					opaque = append(opaque, name)
					return fs.SkipDir
				}
			case d.Type()&fs.ModeSymlink != 0:
				opaque = append(opaque, name)
			default:
				files = append(files, name)
			}
			return nil
		})
		if err != nil {
			return nil, nil, fmt.Errorf("list files under %q: %w", start, err)
		}
	}
	return sorted(files), sorted(opaque), nil
}

// Read returns the content of one file of at most limit bytes. A link, a
// special file or a larger one is a [Refusal]; a missing one is
// [fs.ErrNotExist].
func (f *Folder) Read(_ context.Context, name string, limit int) ([]byte, error) {
	if reason := f.blocked(name); reason != "" {
		return nil, &Refusal{Path: name, Reason: reason}
	}
	local := filepath.FromSlash(name)
	before, err := f.root.Lstat(local)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", name, Cause(err))
	}
	if !before.Mode().IsRegular() {
		return nil, &Refusal{Path: name, Reason: reasonIrregular}
	}
	file, err := f.root.Open(local)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", name, Cause(err))
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", name, Cause(err))
	}
	if !os.SameFile(before, info) {
		return nil, &Refusal{Path: name, Reason: "was replaced while it was read"}
	}
	if info.Size() > int64(limit) {
		return nil, &Refusal{Path: name, Reason: tooLarge(info.Size(), limit)}
	}
	data, err := io.ReadAll(io.LimitReader(file, int64(limit)+1))
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", name, Cause(err))
	}
	if len(data) > limit {
		return nil, &Refusal{Path: name, Reason: tooLarge(int64(len(data)), limit)}
	}
	return data, nil
}

// blocked is the reason why name is not entered: a link on the way to it or at
// it, or a repository of its own. os.Root keeps links inside the tree but
// follows them there, so every component is looked at.
func (f *Folder) blocked(name string) string {
	name = path.Clean(name)
	if name == "." {
		return ""
	}
	parts := strings.Split(name, "/")
	for i := range parts {
		prefix := strings.Join(parts[:i+1], "/")
		info, err := f.root.Lstat(filepath.FromSlash(prefix))
		switch {
		case err != nil:
			return ""
		case info.Mode()&fs.ModeSymlink != 0:
			return reasonLink
		case info.IsDir() && f.exists(prefix+"/.git"):
			return reasonSubmodule
		}
	}
	return ""
}

// Has reports whether there is anything at that path, a link included.
func (f *Folder) Has(name string) bool {
	return filepath.IsLocal(filepath.FromSlash(name)) && f.exists(name)
}

func (f *Folder) exists(name string) bool {
	_, err := f.root.Lstat(filepath.FromSlash(name))
	return err == nil
}

// outermost drops the paths that lie below another one of the list, so that
// nothing is walked twice.
func outermost(paths []string) []string {
	var clean []string
	for _, p := range paths {
		clean = append(clean, path.Clean(p))
	}
	clean = sorted(clean)
	return slices.DeleteFunc(slices.Clone(clean), func(p string) bool {
		return slices.ContainsFunc(clean, func(q string) bool { return q != p && below(p, q) })
	})
}

// below reports whether p is dir or lies under it.
func below(p, dir string) bool {
	return dir == "." || p == dir || strings.HasPrefix(p, dir+"/")
}

func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
