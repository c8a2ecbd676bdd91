package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// maxBlob is the size of a file beyond which a tree is not written out.
const maxBlob = 512 << 20

// Checkout is the tree of a commit, written out from its objects into a folder
// of the caller's. The repository is only read: no hook, filter or attribute is
// heeded, since every file is the object's own bytes, and neither the index nor
// anything else of it is written. Submodules are empty folders.
type Checkout struct {
	ID    string // of the tree
	dir   string
	files []checkoutFile // sorted by path
}

// checkoutFile is a file or a link.
type checkoutFile struct {
	path   string
	mode   fs.FileMode // permissions; [fs.ModeSymlink] for a link
	digest [sha256.Size]byte
}

// Checkout writes the tree of the commit with this object id into dir, which
// must be an empty folder.
func (g *Git) Checkout(ctx context.Context, commit, dir string) (*Checkout, error) {
	id, err := g.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", commit+"^{tree}")
	if err != nil {
		return nil, err
	}
	out, err := g.run(ctx, "ls-tree", "-r", "-z", "-l", "--full-tree", "--end-of-options", commit)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("write tree: %w", err)
	}
	defer root.Close()
	blobs, err := g.startBatch(ctx)
	if err != nil {
		return nil, err
	}
	defer blobs.close()
	c := &Checkout{ID: strings.TrimSpace(string(id)), dir: dir}
	w := treeWriter{root: root, made: map[string]bool{".": true}}
	for line := range bytes.SplitSeq(bytes.TrimSuffix(out, []byte{0}), []byte{0}) {
		if len(line) == 0 {
			continue
		}
		name, entry, mode, err := parseCheckoutLine(string(line))
		if err != nil {
			return nil, err
		}
		if mode.IsDir() {
			if err := w.folder(name); err != nil {
				return nil, err
			}
			continue
		}
		data, err := blobs.read(entry)
		if err != nil {
			return nil, fmt.Errorf("read %q: %w", name, Cause(err))
		}
		if err := w.write(name, data, mode); err != nil {
			return nil, err
		}
		c.files = append(c.files, checkoutFile{name, mode, sha256.Sum256(data)})
	}
	if err := w.finish(); err != nil {
		return nil, err
	}
	slices.SortFunc(c.files, func(a, b checkoutFile) int { return strings.Compare(a.path, b.path) })
	return c, nil
}

// parseCheckoutLine reads "MODE TYPE OBJECT SIZE\tPATH". A submodule is a
// folder.
func parseCheckoutLine(line string) (name string, entry treeEntry, mode fs.FileMode, err error) {
	meta, name, tabbed := strings.Cut(line, "\t")
	fields := strings.Fields(meta)
	if !tabbed || len(fields) != 4 || !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", entry, 0, fmt.Errorf("read git listing: unexpected line %q", line)
	}
	switch fields[0] {
	case "160000":
		return name, entry, fs.ModeDir, nil
	case "120000":
		mode = fs.ModeSymlink
	case "100755":
		mode = 0o755
	default:
		mode = 0o644
	}
	size, err := strconv.ParseInt(fields[3], 10, 64)
	if err != nil {
		return "", entry, 0, fmt.Errorf("read git listing: unexpected size in %q", line)
	}
	if size > maxBlob {
		return "", entry, 0, &Refusal{Path: name, Reason: tooLarge(size, maxBlob)}
	}
	return name, treeEntry{object: fields[2], size: size}, mode, nil
}

// treeWriter writes files below a folder. Links come last, so that nothing is
// written through one.
type treeWriter struct {
	root  *os.Root
	made  map[string]bool
	links [][2]string
	give  func(string) error // what is done to each file and folder; may be nil
}

func (w *treeWriter) folder(name string) error {
	if w.made[name] {
		return nil
	}
	if err := w.folder(path.Dir(name)); err != nil {
		return err
	}
	if err := w.root.Mkdir(filepath.FromSlash(name), 0o755); err != nil {
		return fmt.Errorf("write tree: %w", err)
	}
	w.made[name] = true
	return w.given(name)
}

func (w *treeWriter) write(name string, data []byte, mode fs.FileMode) error {
	if err := w.folder(path.Dir(name)); err != nil {
		return err
	}
	if mode&fs.ModeSymlink != 0 {
		w.links = append(w.links, [2]string{name, string(data)})
		return nil
	}
	return w.file(name, bytes.NewReader(data), mode)
}

func (w *treeWriter) file(name string, data io.Reader, mode fs.FileMode) error {
	file, err := w.root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("write tree: %w", err)
	}
	_, err = io.Copy(file, data)
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write tree: %w", err)
	}
	return w.given(name)
}

func (w *treeWriter) finish() error {
	for _, l := range w.links {
		if err := w.root.Symlink(l[1], filepath.FromSlash(l[0])); err != nil {
			return fmt.Errorf("write tree: %w", err)
		}
		if err := w.given(l[0]); err != nil {
			return err
		}
	}
	return nil
}

func (w *treeWriter) given(name string) error {
	if w.give == nil {
		return nil
	}
	return w.give(filepath.Join(w.root.Name(), filepath.FromSlash(name)))
}

// Files lists the regular files of the tree, sorted.
func (c *Checkout) Files() []string {
	var out []string
	for _, f := range c.files {
		if f.mode.IsRegular() {
			out = append(out, f.path)
		}
	}
	return out
}

// Overlaps reports whether the tree has anything at that path, below it, or a
// file or link on the way to it.
func (c *Checkout) Overlaps(name string) bool {
	return slices.ContainsFunc(c.files, func(f checkoutFile) bool { return below(f.path, name) || below(name, f.path) })
}

// Read returns one regular file of the tree; a link is a [Refusal].
func (c *Checkout) Read(name string) ([]byte, error) {
	i, ok := slices.BinarySearchFunc(c.files, name, func(f checkoutFile, name string) int { return strings.Compare(f.path, name) })
	switch {
	case ok && c.files[i].mode.IsRegular():
		return os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(name)))
	case ok:
		return nil, &Refusal{Path: name, Reason: reasonLink}
	case slices.ContainsFunc(c.files, func(f checkoutFile) bool { return f.mode&fs.ModeSymlink != 0 && below(name, f.path) }):
		return nil, &Refusal{Path: name, Reason: reasonLink}
	}
	return nil, fmt.Errorf("read %q: %w", name, fs.ErrNotExist)
}

// CopyTo writes the tree anew into dir, an empty folder, with other contents
// for the files that changes names, whether the tree has them or not, and without
// those that without names. Every file is a copy, with the time of now. give is
// called with each file and folder.
func (c *Checkout) CopyTo(dir string, changes map[string][]byte, without []string, give func(string) error) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("write tree: %w", err)
	}
	defer root.Close()
	w := treeWriter{root: root, made: map[string]bool{".": true}, give: give}
	for _, f := range c.files {
		if slices.Contains(without, f.path) {
			continue
		}
		if err := c.copyFile(&w, f, changes); err != nil {
			return err
		}
	}
	var added []string
	for name := range changes {
		_, there := slices.BinarySearchFunc(c.files, name, func(f checkoutFile, name string) int { return strings.Compare(f.path, name) })
		if !there && !slices.Contains(without, name) {
			added = append(added, name)
		}
	}
	for _, name := range sorted(added) {
		if err := w.write(name, changes[name], 0o755); err != nil {
			return err
		}
	}
	return w.finish()
}

func (c *Checkout) copyFile(w *treeWriter, f checkoutFile, changes map[string][]byte) error {
	full := filepath.Join(c.dir, filepath.FromSlash(f.path))
	if data, changed := changes[f.path]; changed {
		return w.write(f.path, data, f.mode)
	}
	if f.mode&fs.ModeSymlink != 0 {
		to, err := os.Readlink(full)
		if err != nil {
			return fmt.Errorf("copy tree: %w", err)
		}
		return w.write(f.path, []byte(to), f.mode)
	}
	if err := w.folder(path.Dir(f.path)); err != nil {
		return err
	}
	from, err := os.Open(full)
	if err != nil {
		return fmt.Errorf("copy tree: %w", err)
	}
	defer from.Close()
	return w.file(f.path, from, f.mode)
}

// Digest is the SHA-256 of the tree's files as they stand in dir: of each its
// path, its mode and its content. What the tree does not have is not looked at;
// what is gone counts as gone.
func (c *Checkout) Digest(dir string) (string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", fmt.Errorf("read tree: %w", err)
	}
	defer root.Close()
	sum := sha256.New()
	for _, f := range c.files {
		mode, digest, err := digestFile(root, f.path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%s %s %s\n", mode, hex.EncodeToString(digest), strconv.Quote(f.path))
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func digestFile(root *os.Root, name string) (mode string, digest []byte, err error) {
	local := filepath.FromSlash(name)
	info, err := root.Lstat(local)
	switch {
	case err != nil:
		return "gone", nil, nil // or behind a link that leads out of the tree
	case info.Mode()&fs.ModeSymlink != 0:
		to, err := root.Readlink(local)
		if err != nil {
			return "", nil, fmt.Errorf("read tree: %w", err)
		}
		d := sha256.Sum256([]byte(to))
		return "link", d[:], nil
	case !info.Mode().IsRegular():
		return "other", nil, nil
	}
	file, err := root.Open(local)
	if err != nil {
		return "unreadable", nil, nil
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", nil, fmt.Errorf("read tree: %w", err)
	}
	mode = "file"
	if info.Mode()&0o100 != 0 {
		mode = "program"
	}
	return mode, sum.Sum(nil), nil
}

// WriteTree writes files, by their slash-separated paths, into dir, an empty
// folder.
func WriteTree(dir string, files map[string][]byte, give func(string) error) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("write tree: %w", err)
	}
	defer root.Close()
	w := treeWriter{root: root, made: map[string]bool{".": true}, give: give}
	var names []string
	for name := range files {
		names = append(names, name)
	}
	for _, name := range sorted(names) {
		if err := w.write(name, files[name], 0o755); err != nil {
			return err
		}
	}
	return nil
}

// Copy copies a file, or a folder and everything in it, to a place that is not
// there yet. Links are copied as links.
func Copy(from, to string, give func(string) error) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return fmt.Errorf("copy %q: %w", from, err)
	}
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if err := copyEntry(name, filepath.Join(to, rel), d); err != nil {
			return err
		}
		return give(filepath.Join(to, rel))
	})
	if err != nil {
		return fmt.Errorf("copy %q: %w", from, err)
	}
	return nil
}

func copyEntry(from, to string, d fs.DirEntry) error {
	info, err := d.Info()
	switch {
	case err != nil:
		return err
	case d.IsDir():
		return os.Mkdir(to, 0o755)
	case d.Type()&fs.ModeSymlink != 0:
		target, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return os.Symlink(target, to)
	case !d.Type().IsRegular():
		return &Refusal{Path: from, Reason: reasonIrregular}
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
