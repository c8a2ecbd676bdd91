package cli_test

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/surmise-ci/surmise/internal/cli"
	"github.com/surmise-ci/surmise/internal/runner"
	"github.com/surmise-ci/surmise/internal/testkit"
)

func TestMain(m *testing.M) {
	if runner.Helper(os.Args) {
		return
	}
	testscript.Main(m, map[string]func(){"surmise": surmise})
}

// surmise is the program as the scripts run it.
func surmise() {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	os.Exit(cli.Run(context.Background(), cli.Env{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Dir: dir, Lookup: os.LookupEnv,
	}))
}

// TestScripts runs the transcripts of every subcommand. With -update their
// golden files are rewritten.
func TestScripts(t *testing.T) {
	t.Parallel()
	// Proofs build upon what this very test was built with.
	built := sync.OnceValue(func() string {
		out, _ := exec.Command("go", "env", "GOCACHE").Output()
		return strings.TrimSpace(string(out))
	})
	testscript.Run(t, testscript.Params{
		Dir:                 testkit.Path(t, "testdata", "script"),
		UpdateScripts:       testkit.Updating(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GOCACHE", built())
			env.Setenv("SAMPLE", testkit.Path(t, "testdata", "sample", "spec.md"))
			env.Setenv("DATA", testkit.Path(t, "testdata", "eval"))
			env.Setenv("LEDGER", testkit.Path(t, "testdata", "ledger"))
			for _, who := range []string{"AUTHOR", "COMMITTER"} {
				env.Setenv("GIT_"+who+"_NAME", "Octo")
				env.Setenv("GIT_"+who+"_EMAIL", "octo@example.com")
				env.Setenv("GIT_"+who+"_DATE", "2026-01-02T03:04:05Z")
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exitcode": exitcode},
	})
}

// exitcode is "exitcode N PROGRAM ARGS...": it runs a program and demands
// exactly that exit code.
func exitcode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode N PROGRAM ARGS...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		exit, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("run %q: %v", args[1], err)
		}
		got = strconv.Itoa(exit.ExitCode())
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}
