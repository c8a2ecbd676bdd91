package runner

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// Values of the kernel that package syscall does not have. The number of the
// call is the same on every architecture.
const (
	sysOpenTree     = 428
	sysMoveMount    = 429
	sysMountSetattr = 442
	atFDCWD         = -100
	atEmptyPath     = 0x1000
	atRecursive     = 0x8000
	treeClone       = 1
	moveEmptyPath   = 4
	attrIDMap       = 0x100000
	attrReadOnly    = 0x1
	attrNoSUID      = 0x2
	openPath        = 0x200000 // O_PATH
)

// shared are the folders that processes leave things in for each other: each
// step gets empty ones. What the system keeps under /run speaks for users that
// the step must not speak for: container engines, agents, the message bus.
func shared() []string { return []string{"/tmp", "/var/tmp", "/dev/shm"} }

func mounts(j job) error {
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("make mounts private: %w", err)
	}
	binds, err := openBinds(j)
	if err != nil {
		return err
	}
	defer closeBinds(binds)

	writable := []string{}
	scratch := "mode=1777,size=" + strconv.Itoa(scratchBytes)
	for _, dir := range shared() {
		if !isFolder(dir) {
			continue
		}
		if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_NOSUID|syscall.MS_NODEV, scratch); err != nil {
			return fmt.Errorf("empty %q: %w", dir, err)
		}
		writable = append(writable, dir)
	}
	for _, dir := range outermost(append([]string{"/run", "/root", "/home"}, j.Hidden...)) {
		if !isFolder(dir) {
			continue
		}
		if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_NOSUID|syscall.MS_NODEV, "mode=755,size=16m"); err != nil {
			return fmt.Errorf("hide %q: %w", dir, err)
		}
	}
	for _, b := range binds {
		if err := b.mount(j.Isolation.UID >= 0); err != nil {
			return fmt.Errorf("show %q: %w", b.at, err)
		}
		if b.writable {
			writable = append(writable, b.at)
		}
	}
	if j.Isolation.Processes {
		if err := syscall.Mount("proc", "/proc", "proc", syscall.MS_NOSUID|syscall.MS_NODEV|syscall.MS_NOEXEC, ""); err != nil {
			return fmt.Errorf("mount the own processes: %w", err)
		}
	}
	if err := setAttributes("/", atRecursive, attrReadOnly|attrNoSUID, 0); err != nil {
		return fmt.Errorf("make everything read-only: %w", err)
	}
	for _, dir := range writable {
		if err := setAttributes(dir, 0, 0, attrReadOnly); err != nil {
			return fmt.Errorf("make %q writable: %w", dir, err)
		}
	}
	return nil
}

// bind is a file or folder that is seen at a path. It is held open, since the
// path that it lies at may be hidden by then.
type bind struct {
	at       string
	fd       int
	folder   bool
	writable bool
	lower    int // what lies under it, and the kernel's folder for that; 0 without
	work     int
}

// openBinds are the binds of a job, outer ones first.
func openBinds(j job) ([]bind, error) {
	var out []bind
	for _, set := range []struct {
		paths    map[string]string
		writable bool
	}{{j.Visible, false}, {j.Writable, true}} {
		for _, at := range slices.Sorted(maps.Keys(set.paths)) {
			fd, err := syscall.Open(set.paths[at], openPath|syscall.O_CLOEXEC, 0)
			if errors.Is(err, fs.ErrNotExist) && !set.writable {
				continue
			}
			if err != nil {
				closeBinds(out)
				return nil, fmt.Errorf("open %q: %w", set.paths[at], err)
			}
			b := bind{at: at, fd: fd, folder: isFolder(set.paths[at]), writable: set.writable}
			if c, ok := j.Layers[at]; ok {
				b.layer(c)
			}
			out = append(out, b)
		}
	}
	slices.SortStableFunc(out, func(a, b bind) int { return strings.Compare(a.at, b.at) })
	return out, nil
}

func closeBinds(binds []bind) {
	for _, b := range binds {
		for _, fd := range []int{b.fd, b.lower, b.work} {
			if fd > 0 {
				syscall.Close(fd)
			}
		}
	}
}

// layer opens what a cache lies upon. One that cannot be opened is left out:
// a cache saves time and nothing else.
func (b *bind) layer(c Cache) {
	lower, err := syscall.Open(c.Lower, openPath|syscall.O_CLOEXEC|syscall.O_DIRECTORY, 0)
	if err != nil {
		return
	}
	work, err := syscall.Open(c.Work, openPath|syscall.O_CLOEXEC|syscall.O_DIRECTORY, 0)
	if err != nil {
		syscall.Close(lower)
		return
	}
	b.lower, b.work = lower, work
}

// overlay mounts a cache upon what lies under it, and reports whether it could.
func (b bind) overlay(own bool) bool {
	if b.lower == 0 {
		return false
	}
	lower := "/proc/self/fd/" + strconv.Itoa(b.lower)
	if own {
		if b.reown() != nil {
			return false
		}
		lower = b.at
	}
	options := fmt.Sprintf("lowerdir=%s,upperdir=/proc/self/fd/%d,workdir=/proc/self/fd/%d", lower, b.fd, b.work)
	for _, more := range []string{"", ",userxattr"} {
		if syscall.Mount("overlay", b.at, "overlay", syscall.MS_NOSUID|syscall.MS_NODEV, options+more) == nil {
			return true
		}
	}
	return false
}

// reown mounts what lies under a cache at the cache's path, with the step's
// user as the owner of its files.
func (b bind) reown() error {
	empty, err := syscall.BytePtrFromString("")
	if err != nil {
		return err
	}
	tree, _, errno := syscall.Syscall(sysOpenTree, uintptr(b.lower), uintptr(unsafe.Pointer(empty)), treeClone|syscall.O_CLOEXEC|atEmptyPath)
	if errno != 0 {
		return errno
	}
	defer syscall.Close(int(tree))
	if err := setAttributesAt(int(tree), "", atEmptyPath, mountAttributes{set: attrIDMap, userns: ownersFD}); err != nil {
		return err
	}
	at, err := syscall.BytePtrFromString(b.at)
	if err != nil {
		return err
	}
	cwd := atFDCWD
	_, _, errno = syscall.Syscall6(sysMoveMount, tree, uintptr(unsafe.Pointer(empty)), uintptr(cwd), uintptr(unsafe.Pointer(at)), moveEmptyPath, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// mount shows the file or folder at its path. No link may lead there: an
// earlier step could have put one into the tree.
func (b bind) mount(own bool) error {
	there := b.at
	for !exists(there) {
		there = filepath.Dir(there)
	}
	if real, err := filepath.EvalSymlinks(there); err != nil || real != there {
		return fmt.Errorf("%q leads elsewhere", there)
	}
	if there != b.at {
		if err := os.MkdirAll(filepath.Dir(b.at), 0o755); err != nil {
			return err
		}
		if err := b.place(); err != nil {
			return err
		}
	}
	if b.overlay(own) {
		return nil
	}
	return syscall.Mount("/proc/self/fd/"+strconv.Itoa(b.fd), b.at, "", syscall.MS_BIND|syscall.MS_REC, "")
}

// place makes something to mount upon.
func (b bind) place() error {
	if b.folder {
		return os.Mkdir(b.at, 0o755)
	}
	return os.WriteFile(b.at, nil, 0o644)
}

// mountAttributes is the kernel's struct mount_attr.
type mountAttributes struct{ set, clear, propagation, userns uint64 }

func setAttributes(dir string, flags uint, set, clear uint64) error {
	return setAttributesAt(atFDCWD, dir, flags, mountAttributes{set: set, clear: clear})
}

func setAttributesAt(fd int, dir string, flags uint, a mountAttributes) error {
	name, err := syscall.BytePtrFromString(dir)
	if err != nil {
		return err
	}
	_, _, errno := syscall.Syscall6(sysMountSetattr, uintptr(fd), uintptr(unsafe.Pointer(name)), uintptr(flags),
		uintptr(unsafe.Pointer(&a)), unsafe.Sizeof(a), 0)
	if errno != 0 {
		return errno
	}
	return nil
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// outermost drops what lies below another one.
func outermost(dirs []string) []string {
	slices.Sort(dirs)
	var out []string
	for _, d := range dirs {
		if !slices.ContainsFunc(out, func(o string) bool { return d == o || strings.HasPrefix(d, o+"/") }) {
			out = append(out, d)
		}
	}
	return out
}
