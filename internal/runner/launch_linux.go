package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"github.com/surmise-ci/surmise/internal/proof"
)

// Capabilities: those that the helper keeps in a user namespace of its own,
// where they reach nothing outside of it, and those that it takes to give a step
// another user.
const (
	capOverride = 1 // of permissions: layered mounts need it
	capKill     = 5
	capSetgid   = 6
	capSetuid   = 7
	capSetpcap  = 8
	capNetAdmin = 12
	capSysAdmin = 21
)

// The first of the users that no system hands out to people, and how many are
// used of them.
const (
	firstUID = 61184
	manyUIDs = 4096
)

// Detect finds out what this machine grants by trying it. helper is the path of
// a program that calls [Helper].
func Detect(ctx context.Context, helper string) Sandbox {
	root := os.Geteuid() == 0
	var tries []Isolation
	own := -1
	if root {
		own = firstUID + os.Getpid()%manyUIDs
		tries = append(tries,
			Isolation{UID: own, Processes: true, Mounts: true, Network: true},
			Isolation{UID: own, Processes: true, Mounts: true})
	} else {
		tries = append(tries,
			Isolation{UID: own, Users: true, Processes: true, Mounts: true, Network: true},
			Isolation{UID: own, Users: true, Processes: true, Mounts: true})
	}
	tries = append(tries, Isolation{UID: own}, Isolation{UID: -1})
	for _, try := range tries {
		try.Unprivileged, try.Limits = true, true
		s := Sandbox{helper: helper, isolation: try}
		if s.launch(ctx, job{Isolation: try, Dir: "/", Budget: 10 * time.Second}, nil).Failed == "" {
			return s
		}
	}
	return Sandbox{helper: helper, isolation: Isolation{UID: -1}}
}

// launch starts the helper and waits for it. The thread is kept because the
// helper dies with it.
func (s Sandbox) launch(ctx context.Context, j job, stdin []byte) (record proof.StepRecord) {
	order, err := orderFile(j)
	if err != nil {
		return proof.StepRecord{Failed: err.Error()}
	}
	defer order.Close()
	answer, say, err := os.Pipe()
	if err != nil {
		return proof.StepRecord{Failed: err.Error()}
	}
	defer answer.Close()
	defer say.Close()

	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	// The helper keeps the deadline; this one is for a helper that cannot.
	ctx, cancel := context.WithTimeout(ctx, j.Budget+2*waitDelay)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.helper)
	cmd.Args = []string{HelperName}
	cmd.Env = []string{}
	cmd.Dir = "/"
	cmd.ExtraFiles = []*os.File{order, say}
	if owners, err := s.owners(j); err != nil {
		return proof.StepRecord{Failed: err.Error()}
	} else if owners != nil {
		defer owners.Close()
		cmd.ExtraFiles = append(cmd.ExtraFiles, owners)
	}
	cmd.SysProcAttr = attributes(j.Isolation)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	if err := complete(cmd, cancel, stdin, &record, func() { say.Close() }); err != nil {
		return proof.StepRecord{Failed: err.Error()}
	}
	text, err := io.ReadAll(io.LimitReader(answer, 1<<16))
	var out outcome
	if err != nil || json.Unmarshal(text, &out) != nil {
		out = outcome{Failed: fmt.Sprintf("the helper ended without an answer: %s", cmd.ProcessState)}
	}
	record.Started, record.Exit, record.Signal = out.Started, out.Exit, out.Signal
	record.TimedOut, record.Leftover = out.TimedOut, out.Leftover || record.Leftover
	switch {
	case record.Truncated:
		// Ended by us, since it said too much.
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		record.Started, record.TimedOut = true, true
	case ctx.Err() != nil:
		record.Failed = "it was called off"
	default:
		record.Failed = out.Failed
	}
	return record
}

// attributes are how the kernel starts the helper.
func attributes(i Isolation) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	if i.Processes {
		a.Cloneflags |= syscall.CLONE_NEWPID | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS
	}
	if i.Mounts {
		a.Cloneflags |= syscall.CLONE_NEWNS
	}
	if i.Network {
		a.Cloneflags |= syscall.CLONE_NEWNET
	}
	if i.Users {
		a.Cloneflags |= syscall.CLONE_NEWUSER
		uid, gid := os.Getuid(), os.Getgid()
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}}
		a.AmbientCaps = []uintptr{capOverride, capKill, capSetpcap, capNetAdmin, capSysAdmin}
	}
	return a
}

// owners is a user namespace that makes the files under a job's caches the
// step's own: it has to be able to write anew what is there already. nil if
// they are so without it.
func (s Sandbox) owners(j job) (*os.File, error) {
	var lower string
	for _, c := range j.Layers {
		lower = c.Lower
	}
	info, err := os.Stat(lower)
	if err != nil || s.isolation.UID < 0 {
		return nil, nil
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil, nil
	}
	// A process that is stopped before it has begun holds the namespace.
	holder, err := os.StartProcess(s.helper, []string{HelperName}, &os.ProcAttr{Sys: &syscall.SysProcAttr{
		Ptrace: true, Pdeathsig: syscall.SIGKILL, Cloneflags: syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: int(stat.Uid), HostID: s.isolation.UID, Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: int(stat.Gid), HostID: s.isolation.UID, Size: 1}},
	}})
	if err != nil {
		return nil, nil // no user namespaces, and so no such cache
	}
	namespace, err := os.Open(fmt.Sprintf("/proc/%d/ns/user", holder.Pid))
	holder.Kill()
	holder.Wait()
	return namespace, err
}

// orderFile holds the job; it has no name that anything else could open.
func orderFile(j job) (*os.File, error) {
	file, err := os.CreateTemp("", "surmise-order-")
	if err != nil {
		return nil, err
	}
	err = errors.Join(os.Remove(file.Name()), json.NewEncoder(file).Encode(j))
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// Give makes a file or folder the sandbox's own, so that steps may write it.
func (s Sandbox) Give(name string) error {
	if s.isolation.UID < 0 {
		return nil
	}
	return os.Lchown(name, s.isolation.UID, s.isolation.UID)
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
