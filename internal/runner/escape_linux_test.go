package runner_test

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/runner"
)

// strong is a stage on a machine that grants full isolation. The tests of what
// isolation holds off say nothing on any other.
func strong(t *testing.T) (stage, bool) {
	s := newStage(t)
	t.Logf("isolation: %s", s.Isolation())
	return s, !s.Isolation().Weak()
}

// alive counts the processes that carry a marker in their arguments.
func alive(marker string) int {
	names, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	n := 0
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil && bytes.Contains(text, []byte(marker)) {
			n++
		}
	}
	return n
}

// TestNothingSurvives ends steps at their deadline whose children fork and
// leave the session.
func TestNothingSurvives(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	const groups, trials = 8, 25
	for group := range groups {
		t.Run(strconv.Itoa(group), func(t *testing.T) {
			t.Parallel()
			for i := range trials {
				marker := fmt.Sprintf("marker-%d-%d-%d", os.Getpid(), group, i)
				step := s.step("breed", marker, strconv.Itoa(i%4))
				step.Budget = 30 * time.Millisecond
				if got := s.Run(t.Context(), step, nil, s.scene); !got.TimedOut || got.Failed != "" {
					t.Fatalf("trial %d: got %+v, want a step that timed out", i, got)
				}
				if n := alive(marker); n > 0 {
					t.Fatalf("trial %d: %d processes survive", i, n)
				}
			}
		})
	}
}

// TestLeftover tells a step that ends well but leaves a process behind.
func TestLeftover(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	marker := fmt.Sprintf("leftover-%d", os.Getpid())
	if got := s.run(t, "orphan", marker); !got.Leftover || got.Exit != 0 || got.Failed != "" {
		t.Errorf("got %+v, want a step that left a process", got)
	}
	if n := alive(marker); n > 0 {
		t.Errorf("%d processes survive", n)
	}
}

// TestCallerDies kills the program in the middle of a step.
func TestCallerDies(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	marker := fmt.Sprintf("orphaned-%d", os.Getpid())
	cmd := exec.Command(s.program, "act", "caller", s.scene.Root, marker)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if !eventually(func() bool { return alive("sleep\x00"+marker) > 0 }) {
		t.Fatal("the step never started")
	}
	cmd.Process.Kill()
	cmd.Wait()
	if s.Isolation().Processes && !eventually(func() bool { return alive("sleep\x00"+marker) == 0 }) {
		t.Error("the step outlives the program")
	}
}

func eventually(what func() bool) bool {
	for range 500 {
		if what() {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// TestSecretsAreOutOfReach looks for what the caller knows: its environment,
// its files, its processes.
func TestSecretsAreOutOfReach(t *testing.T) {
	t.Parallel()
	s, ok := strong(t)
	if !ok {
		return
	}
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("hidden"), 0o644); err != nil {
		t.Fatal(err)
	}
	self := strconv.Itoa(os.Getpid())
	got := s.run(t, "read", secret, "/proc/"+self+"/environ", "/proc/"+self+"/cmdline", "/proc/1/environ", "/etc/shadow",
		"/proc/1/fd/4", "/proc/1/mem", "/root/.bashrc")
	for line := range strings.Lines(string(got.Stdout)) {
		if !strings.HasSuffix(line, ": \n") {
			t.Errorf("could read %q", line)
		}
	}
	if n := strings.Count(string(got.Stdout), "environ"); n > 0 {
		t.Errorf("could open an environment:\n%s", got.Stdout)
	}
	if got := s.run(t, "exec", "/bin/ls", "/proc"); strings.Contains(string(got.Stdout), "\n"+self+"\n") {
		t.Errorf("sees the caller:\n%s", got.Stdout)
	}
}

// TestFilesStay tries to write what is not the step's.
func TestFilesStay(t *testing.T) {
	t.Parallel()
	s, ok := strong(t)
	if !ok {
		return
	}
	carried := filepath.Join(t.TempDir(), "carried")
	if err := os.WriteFile(carried, []byte("kept"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(carried, 0o666); err != nil {
		t.Fatal(err)
	}
	s.scene.Visible[carried] = carried
	s.scene.Visible[filepath.Join(s.scene.At, "carried")] = carried
	mine := filepath.Join(s.scene.At, "mine")
	got := s.run(t, "write", carried, filepath.Join(s.scene.At, "carried"), s.program, "/etc/hosts", "/usr/new", "/new",
		"/proc/sys/kernel/core_pattern", mine)
	s.run(t, "write", filepath.Join(s.scene.Root, "new"))
	if exists(filepath.Join(s.scene.Root, "new")) {
		t.Error("wrote beside its own folders")
	}
	if diff := strings.TrimSpace(string(got.Stdout)); diff != "wrote "+mine+"\nremoved "+mine {
		t.Errorf("wrote more than its own file:\n%s", got.Stdout)
	}
	if !equal(t, carried, []byte("kept")) {
		t.Error("the carried file was changed")
	}
}

// TestRunsLeaveNothing tries to leave word for the next run where the kernel
// keeps things for a user, and not for a process.
func TestRunsLeaveNothing(t *testing.T) {
	t.Parallel()
	s, ok := strong(t)
	if !ok {
		return
	}
	word := fmt.Sprintf("word-%d", os.Getpid())
	for range 2 {
		if got := s.run(t, "remember", word); got.Failed != "" || string(got.Stdout) != "nothing kept" {
			t.Errorf("got %+v, want a step that can keep nothing", got)
		}
	}
}

// TestCachesAreForBuilds shows a cache to a step that names it and to no other,
// and keeps what lies under it as it is.
func TestCachesAreForBuilds(t *testing.T) {
	t.Parallel()
	s, ok := strong(t)
	if !ok {
		return
	}
	lower := t.TempDir()
	old := filepath.Join(lower, "old")
	if err := os.WriteFile(old, []byte("kept"), 0o644); err != nil {
		t.Fatal(err)
	}
	cache := runner.Cache{At: filepath.Join(s.scene.Root, "cache"), Dir: filepath.Join(s.scene.Root, "upper"), Work: filepath.Join(s.scene.Root, "work"), Lower: lower}
	for _, dir := range []string{cache.Dir, cache.Work} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := s.Give(dir); err != nil {
			t.Fatal(err)
		}
	}
	// What the kernel leaves there nobody may enter.
	t.Cleanup(func() { os.Chmod(filepath.Join(cache.Work, "work"), 0o700) })
	s.scene.Caches = []runner.Cache{cache}
	seen, entry := filepath.Join(cache.At, "old"), filepath.Join(cache.At, "entry")
	for _, build := range []bool{true, false} {
		name := ""
		if build {
			name = cache.At
		}
		read := s.step("read", seen)
		read.Build, read.Cache = true, name
		if got := s.Run(t.Context(), read, nil, s.scene); strings.Contains(string(got.Stdout), "kept") != build {
			t.Errorf("build %t: read %q", build, got.Stdout)
		}
		write := s.step("write", entry, seen)
		write.Build, write.Cache = true, name
		got := s.Run(t.Context(), write, nil, s.scene)
		for _, name := range []string{entry, seen} {
			if wrote := strings.Contains(string(got.Stdout), "wrote "+name); wrote != build {
				t.Errorf("build %t: wrote %q", build, got.Stdout)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(cache.Dir, "program"), []byte("runs"), 0o644); err != nil {
		t.Fatal(err)
	}
	one := s.step("read", filepath.Join(cache.At, "program"), seen)
	one.Kept = filepath.Join(cache.At, "program")
	if got := s.Run(t.Context(), one, nil, s.scene); string(got.Stdout) != one.Kept+": runs\n" {
		t.Errorf("read %q, want the one file that is kept for the step; %s", got.Stdout, got.Failed)
	}
	if !equal(t, old, []byte("kept")) {
		t.Error("what lies under the cache was changed")
	}
}

func TestNetwork(t *testing.T) {
	t.Parallel()
	s, ok := strong(t)
	if !ok {
		return
	}
	if got := s.run(t, "loopback"); string(got.Stdout) != "<nil>" {
		t.Errorf("loopback: %s", got.Stdout)
	}
	if !s.Isolation().Network {
		return
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	socket := filepath.Join(t.TempDir(), "engine.sock")
	u, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	a, err := net.Listen("unix", "@surmise-test-"+strconv.Itoa(os.Getpid()))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	got := s.run(t, "dial", "tcp:"+l.Addr().String(), "unix:"+socket, "unix:"+a.Addr().String(), "unix:/var/run/docker.sock", "unix:/run/docker.sock")
	if len(got.Stdout) > 0 {
		t.Errorf("reached the caller's world:\n%s", got.Stdout)
	}
}

// TestNoPrivileges runs a program that would give its caller root, as sudo
// does, and asks for what the step may do.
func TestNoPrivileges(t *testing.T) {
	t.Parallel()
	s, ok := strong(t)
	if !ok {
		return
	}
	if got := s.run(t, "exec", "/usr/bin/sudo", "-n", "true"); strings.HasPrefix(string(got.Stdout), "<nil>") {
		t.Error("sudo works")
	}
	got := s.run(t, "read", "/proc/self/status")
	status := string(got.Stdout)
	for _, want := range []string{"NoNewPrivs:\t1", "CapEff:\t0000000000000000", "CapPrm:\t0000000000000000", "CapAmb:\t0000000000000000"} {
		if !strings.Contains(status, want) {
			t.Errorf("%q is missing from the status:\n%s", want, status)
		}
	}
	if s.Isolation().UID < 0 {
		return
	}
	for _, want := range []string{"CapBnd:\t0000000000000000", "Groups:\t \n", fmt.Sprintf("Uid:\t%[1]d\t%[1]d\t%[1]d\t%[1]d", s.Isolation().UID)} {
		if !strings.Contains(status, want) {
			t.Errorf("%q is missing from the status:\n%s", want, status)
		}
	}
	// The test binary as a program of root's with the set-user-ID bit.
	program := filepath.Join(t.TempDir(), "raise")
	data, err := os.ReadFile("/bin/cat")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, data, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(program, os.ModeSetuid|0o755); err != nil {
		t.Fatal(err)
	}
	s.scene.Visible[program] = program
	record := s.Run(t.Context(), proof.Step{Argv: []string{program, "/proc/self/status"}}, nil, s.scene)
	if out := string(record.Stdout); !strings.Contains(out, fmt.Sprintf("Uid:\t%[1]d\t%[1]d", s.Isolation().UID)) {
		t.Errorf("a set-user-ID program raised the step: %+v\n%s", record, out)
	}
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
