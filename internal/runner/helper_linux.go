package runner

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// The helper's files besides the standard streams.
const (
	orderFD  = 3
	answerFD = 4
	ownersFD = 5 // if the job has layers and the step a user of its own
)

// Values of the kernel that package syscall does not have.
const (
	prSetDumpable   = 4
	prCapBSetDrop   = 24
	prSetSubreaper  = 36
	prSetNoNewPrivs = 38
	prCapAmbient    = 47
	ambientClearAll = 4
	lastCapability  = 63
	rlimitNPROC     = 6
)

// settle is how long processes may outlive the step that started them.
const settle = 400 * time.Millisecond

// Helper reports whether the program was started as the helper, and if it was,
// does the helper's work first. The caller then ends the program.
func Helper(args []string) bool {
	if len(args) != 1 || args[0] != HelperName {
		return false
	}
	// Privileges belong to threads, and the step is started from this one.
	runtime.LockOSThread()
	syscall.Umask(0o022)
	answer := os.NewFile(answerFD, "answer")
	syscall.CloseOnExec(orderFD)
	syscall.CloseOnExec(answerFD)
	syscall.CloseOnExec(ownersFD)
	var j job
	err := json.NewDecoder(os.NewFile(orderFD, "order")).Decode(&j)
	out := outcome{}
	if err == nil {
		out, err = help(j)
	}
	if err != nil {
		out.Failed = err.Error()
	}
	if text, err := json.Marshal(out); err == nil {
		answer.Write(text)
	}
	return true
}

func help(j job) (outcome, error) {
	if err := confine(j); err != nil {
		return outcome{}, err
	}
	if len(j.Argv) == 0 {
		if j.Isolation.UID >= 0 && !mayBecome() {
			return outcome{}, errors.New("no other user can be had")
		}
		return outcome{}, nil
	}
	attributes := &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	if uid := j.Isolation.UID; uid >= 0 {
		attributes.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}
		for fd := range 3 {
			// So that the step can open its own streams by name.
			if err := syscall.Fchown(fd, uid, uid); err != nil && !errors.Is(err, syscall.EROFS) {
				return outcome{}, fmt.Errorf("hand over stream %d: %w", fd, err)
			}
		}
	}
	events := make(chan os.Signal, 16)
	signal.Notify(events, syscall.SIGCHLD, syscall.SIGTERM)
	pid, err := syscall.ForkExec(j.Argv[0], j.Argv, &syscall.ProcAttr{
		Dir: j.Dir, Env: j.Env, Files: []uintptr{0, 1, 2}, Sys: attributes,
	})
	if err != nil {
		return outcome{}, fmt.Errorf("start %q: %w", j.Argv[0], err)
	}
	for fd := range 3 {
		syscall.Close(fd)
	}
	k := keeper{main: pid, own: j.Isolation.Processes, out: outcome{Started: true}}
	k.keep(events, j.Budget)
	return k.out, nil
}

// confine makes the helper's namespaces what a step may see, and closes every
// way to new privileges, and from one run to another.
func confine(j job) error {
	i := j.Isolation
	if i.Mounts {
		if err := mounts(j); err != nil {
			return err
		}
	}
	if i.Network {
		if err := loopback(); err != nil {
			return fmt.Errorf("bring up loopback: %w", err)
		}
	}
	calls := [][5]uintptr{{prSetNoNewPrivs, 1}, {prSetDumpable, 0}, {prSetSubreaper, 1}}
	if i.Users {
		calls = append(calls, [5]uintptr{prCapAmbient, ambientClearAll})
	}
	for _, c := range calls {
		if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, c[0], c[1], c[2], c[3], c[4], 0); errno != 0 {
			return fmt.Errorf("give up privileges (%d): %w", c[0], errno)
		}
	}
	for c := range uintptr(lastCapability + 1) {
		// What the kernel does not know, and what we may not drop, is not there.
		syscall.RawSyscall6(syscall.SYS_PRCTL, prCapBSetDrop, c, 0, 0, 0, 0)
	}
	if err := forgetful(); err != nil {
		return err
	}
	return limit(i)
}

// mayBecome reports whether this process may start another as a user of its
// own, and end it.
func mayBecome() bool {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(status), "\nCapEff:\t")
	line, _, _ := strings.Cut(rest, "\n")
	have, err := strconv.ParseUint(line, 16, 64)
	const need = 1<<capKill | 1<<capSetgid | 1<<capSetuid
	return err == nil && have&need == need
}

// limit sets what the step may use of the machine.
func limit(i Isolation) error {
	limits := []struct {
		what  int
		value uint64
	}{{syscall.RLIMIT_CORE, 0}, {syscall.RLIMIT_NOFILE, openFiles}, {syscall.RLIMIT_FSIZE, fileSize}}
	if i.UID >= 0 || i.Users {
		// The count is the user's: only one of its own can be held to it.
		limits = append(limits, struct {
			what  int
			value uint64
		}{rlimitNPROC, processes})
	}
	for _, l := range limits {
		var old syscall.Rlimit
		if err := syscall.Getrlimit(l.what, &old); err != nil {
			return fmt.Errorf("read limit %d: %w", l.what, err)
		}
		value := min(l.value, old.Max)
		if err := syscall.Setrlimit(l.what, &syscall.Rlimit{Cur: value, Max: value}); err != nil {
			return fmt.Errorf("set limit %d: %w", l.what, err)
		}
	}
	return nil
}

// keeper watches a step. Every process that the step leaves becomes the
// helper's child, so that none is left once there are no children.
type keeper struct {
	main int
	own  bool // every other process that can be seen is the step's
	out  outcome
}

func (k *keeper) keep(events <-chan os.Signal, budget time.Duration) {
	deadline, ended := time.NewTimer(budget), false
	var grace <-chan time.Time
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		done, none := k.reap()
		if done && !ended {
			ended = true
			deadline.Stop()
			grace = time.After(settle)
		}
		if none {
			return
		}
		select {
		case s := <-events:
			if s == syscall.SIGTERM {
				k.clear()
				return
			}
		case <-tick.C: // signals of one sort may be merged
		case <-deadline.C:
			k.out.TimedOut = true
			k.clear()
			return
		case <-grace:
			k.out.Leftover = true
			k.clear()
			return
		}
	}
}

// reap takes the children that have ended. It reports whether the step's own
// process is one of them, and whether there are no children at all.
func (k *keeper) reap() (done, none bool) {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil:
			return done, true
		case pid == 0:
			return done, false
		case pid == k.main:
			done = true
			k.out.Exit = status.ExitStatus()
			if status.Signaled() {
				k.out.Exit, k.out.Signal = 128+int(status.Signal()), signalName(status.Signal())
			}
		}
	}
}

// clear ends every process of the step and waits until none is left.
func (k *keeper) clear() {
	for range 500 {
		if k.own {
			syscall.Kill(-1, syscall.SIGKILL)
		} else {
			for _, pid := range descendants() {
				syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		if _, none := k.reap(); none {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// descendants lists the processes that came from this one.
func descendants() []int {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	children := map[int][]int{}
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		// The program's name may hold anything, so the last bracket counts.
		_, rest, _ := strings.Cut(string(text[strings.LastIndexByte(string(text), ')')+1:]), " ")
		if fields := strings.Fields(rest); len(fields) > 1 {
			parent, _ := strconv.Atoi(fields[1])
			children[parent] = append(children[parent], pid)
		}
	}
	var out []int
	next := []int{os.Getpid()}
	for len(next) > 0 {
		found := children[next[0]]
		next = append(next[1:], found...)
		out = append(out, found...)
	}
	return out
}
