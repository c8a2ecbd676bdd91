// Command surmise interrogates specs: it finds what they leave open.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/surmise-ci/surmise/internal/cli"
	"github.com/surmise-ci/surmise/internal/runner"
)

// grace is how long an interrupted run has to end by itself. Some of its work
// cannot be stopped on the way.
const grace = 5 * time.Second

// collectAt is how many percent the heap grows between two collections. A run
// is short and its heap small: twice the usual growth spends less time on
// collecting, for about a sixth more memory on a folder of specs.
const collectAt = 200

func main() {
	// "surmise prove" starts the program again, to set up what holds a test.
	if runner.Helper(os.Args) {
		return
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the process at once
		time.Sleep(grace)
		os.Exit(4)
	})
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, "surmise:", err)
		os.Exit(4)
	}
	info, err := os.Stdout.Stat()
	code := cli.Run(ctx, cli.Env{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Dir: dir, Lookup: os.LookupEnv, Terminal: err == nil && info.Mode()&os.ModeCharDevice != 0,
	})
	stop()
	os.Exit(code)
}
