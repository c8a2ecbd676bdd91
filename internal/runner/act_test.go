//go:build unix

package runner_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"github.com/surmise-ci/surmise/internal/runner"
)

// act is what a step does: one thing, then it ends.
func act(what string, args []string) {
	switch what {
	case "print":
		fmt.Fprint(os.Stdout, args[0])
		fmt.Fprint(os.Stderr, args[1])
	case "exit":
		code, _ := strconv.Atoi(args[0])
		os.Exit(code)
	case "kill":
		self, _ := os.FindProcess(os.Getpid())
		self.Kill()
		time.Sleep(time.Minute)
	case "cat":
		io.Copy(os.Stdout, os.Stdin)
	case "env":
		fmt.Println(strings.Join(os.Environ(), "\n"))
	case "flood":
		for {
			os.Stdout.WriteString(strings.Repeat("x", 1<<16))
		}
	case "sleep":
		time.Sleep(time.Minute)
	case "breed":
		breed(args[0], args[1])
		time.Sleep(time.Minute)
	case "caller":
		caller(args[0], args[1])
	case "orphan":
		breed(args[0], "0")
	case "report":
		report(args[0], args[1], args[2])
	case "read":
		for _, name := range args {
			if data, err := os.ReadFile(name); err == nil {
				fmt.Printf("%s: %s\n", name, data)
			}
		}
	case "write":
		for _, name := range args {
			if err := os.WriteFile(name, []byte("changed"), 0o644); err == nil {
				fmt.Println("wrote", name)
			}
			if err := os.Remove(name); err == nil {
				fmt.Println("removed", name)
			}
		}
	case "remember":
		remember(args[0])
	case "loopback":
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err == nil {
			_, err = net.Dial("tcp", l.Addr().String())
		}
		fmt.Print(err)
	case "dial":
		for _, address := range args {
			network, where, _ := strings.Cut(address, ":")
			c, err := net.DialTimeout(network, where, time.Second)
			if err == nil {
				fmt.Println("reached", address)
				c.Close()
			}
		}
	case "exec":
		out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
		fmt.Printf("%v: %s", err, out)
	}
	os.Exit(0)
}

// breed starts a child that a session of its own takes out of the process
// group, which breeds in its turn.
func breed(marker, depth string) {
	n, _ := strconv.Atoi(depth)
	argv := []string{os.Args[0], "act", "sleep", marker}
	if n > 0 {
		argv = []string{os.Args[0], "act", "breed", marker, strconv.Itoa(n - 1)}
	}
	null, _ := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	_, err := os.StartProcess(argv[0], argv, &os.ProcAttr{Files: []*os.File{null, null, null}, Sys: session()})
	if err != nil {
		fmt.Println(err)
	}
}

func report(how, name, outside string) {
	switch how {
	case "write":
		os.WriteFile(name, []byte("report"), 0o644)
	case "touch":
		os.WriteFile(name, nil, 0o644)
	case "link":
		os.WriteFile(name+".real", []byte("report"), 0o644)
		os.Symlink(name+".real", name)
	case "hardlink":
		os.WriteFile(name+".real", []byte("report"), 0o644)
		os.Link(name+".real", name)
	case "mkdir":
		os.Mkdir(name, 0o755)
	case "pipe":
		syscall.Mkfifo(name, 0o644)
	case "old":
		os.WriteFile(name, []byte("report"), 0o644)
		hour := time.Now().Add(-time.Hour)
		os.Chtimes(name, hour, hour)
	case "linkdir":
		os.Rename(filepath.Dir(name), filepath.Dir(name)+".gone")
		os.Symlink(filepath.Dir(outside), filepath.Dir(name))
	case "large":
		os.WriteFile(name, make([]byte, 8<<20+1), 0o644)
	}
}

// remember keeps a word in the user's key ring, or says that it cannot.
func remember(word string) {
	calls := map[string][2]uintptr{"linux/amd64": {248, 250}, "linux/arm64": {217, 219}}[runtime.GOOS+"/"+runtime.GOARCH]
	sort, _ := syscall.BytePtrFromString("user")
	name, _ := syscall.BytePtrFromString(word)
	const search = 10
	ring := -4
	_, _, found := syscall.Syscall6(calls[1], search, uintptr(ring), uintptr(unsafe.Pointer(sort)), uintptr(unsafe.Pointer(name)), 0, 0)
	_, _, added := syscall.Syscall6(calls[0], uintptr(unsafe.Pointer(sort)), uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(name)), 1, uintptr(ring), 0)
	switch {
	case found == 0:
		fmt.Print("a run was here before")
	case added == 0:
		fmt.Print("a word is kept")
	default:
		fmt.Print("nothing kept")
	}
}

func session() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// caller is a program that runs a step; it is killed while it does.
func caller(root, marker string) {
	s := stage{program: os.Args[0]}
	s.Sandbox = runner.Detect(context.Background(), s.program)
	s.scene = runner.Scene{
		Root: root, Tree: filepath.Join(root, "tree"), At: filepath.Join(root, "tree"), Home: filepath.Join(root, "home"),
		Temp: filepath.Join(root, "temp"), Visible: map[string]string{s.program: s.program},
	}
	fmt.Println(s.Run(context.Background(), s.step("sleep", marker), nil, s.scene))
}
