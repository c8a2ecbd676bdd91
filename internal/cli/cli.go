// Package cli is the command line: the table of subcommands, their flags and
// help, the wiring of adapters into use cases, and the exit codes. Streams,
// environment and working directory are given, so that a test can be the shell.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/nearest"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/workspace"
)

// Version is the version of the program.
const Version = "0.1.0"

// tool is how reports name the program.
const tool = "surmise " + Version

// The exit codes. They do not depend on the format.
const (
	exitPasses    = 0 // the gate passes, or the subcommand did its work
	exitBlocks    = 1 // the gate blocks: something is open, or was not looked at
	exitUsage     = 2 // the command line is wrong
	exitInput     = 3 // invalid policy, ledger, spec set or input
	exitUndecided = 4 // the work could not be finished
)

// Env is the world as the program was started in it.
type Env struct {
	Args           []string // without the program's name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Dir            string // working directory, absolute
	Lookup         func(string) (string, bool)
	Terminal       bool // Stdout is a terminal
}

// get is a variable of the environment; "" if it is not set.
func (e Env) get(name string) string {
	value, _ := e.Lookup(name)
	return value
}

// usageError is a mistake on the command line.
type usageError struct{ message string }

// Error is the message.
func (e *usageError) Error() string { return e.message }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// errBlocks ends a run that said all there is to say, and whose answer is no:
// the gate blocks, or something is to be mended.
var errBlocks = errors.New("the gate blocks")

// errUndecided ends a run whose report was written and says that it could not
// decide.
var errUndecided = errors.New("could not decide")

// subcommand is one row of the table. Its define function declares flags and
// returns what runs once they are parsed.
type subcommand struct {
	name     string
	args     string // "[PATH...]"
	summary  string
	text     string // what the help says besides
	examples []example
	define   func(*flags) action
}

type example struct{ line, says string }

// action does a subcommand's work. Its arguments are what is left of the
// command line after the flags.
type action func(ctx context.Context, env Env, args []string) error

// subcommands is the table, in the order of the help.
func subcommands() []subcommand {
	return []subcommand{check(), actionCommand(), prove(), locateCommand(), probeCommand(), explain(), simulate(), ledgerCommand(), initCommand(), doctor(), eval(), schema(), version()}
}

// Run runs the program and returns its exit code.
func Run(ctx context.Context, env Env) int {
	err := dispatch(ctx, env)
	if err == nil {
		return exitPasses
	}
	code := exitCode(err)
	if !errors.Is(err, errBlocks) && !errors.Is(err, errUndecided) {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintf(env.Stderr, "surmise: %s\n", line)
		}
	}
	return code
}

func exitCode(err error) int {
	_, usage := errors.AsType[*usageError](err)
	_, input := errors.AsType[*app.InputError](err)
	_, problems := errors.AsType[source.Problems](err)
	_, refused := errors.AsType[*workspace.Refusal](err)
	switch {
	case errors.Is(err, errBlocks):
		return exitBlocks
	case usage:
		return exitUsage
	case input || problems || refused:
		return exitInput
	}
	return exitUndecided
}

func dispatch(ctx context.Context, env Env) error {
	if len(env.Args) == 0 {
		return usagef("no subcommand; %s", oneOf(names()))
	}
	name, rest := env.Args[0], env.Args[1:]
	switch name {
	case "-h", "--help", "-help", "help":
		return help(env, rest)
	case "--version", "-version":
		name = "version"
	}
	cmd, err := find(name)
	if err != nil {
		return err
	}
	fs := newFlags(cmd.name)
	act := cmd.define(fs)
	args, helped, err := fs.parse(rest)
	if err != nil {
		return err
	}
	if helped {
		_, err := io.WriteString(env.Stdout, cmd.help())
		return err
	}
	return act(ctx, env, args)
}

func find(name string) (subcommand, error) {
	for _, c := range subcommands() {
		if c.name == name {
			return c, nil
		}
	}
	return subcommand{}, unknown("subcommand", name, names())
}

func names() []string {
	var out []string
	for _, c := range subcommands() {
		out = append(out, c.name)
	}
	return out
}

// unknown is the mistake of a name that does not exist, with the nearest one.
func unknown(what, name string, known []string) error {
	if near := nearest.Name(name, known); near != "" {
		return usagef("unknown %s %q; did you mean %q?", what, name, near)
	}
	return usagef("unknown %s %q; %s", what, name, oneOf(known))
}

func oneOf(names []string) string { return "it is one of " + strings.Join(names, ", ") }

// onlyArgs checks how many arguments a subcommand got.
func onlyArgs(args []string, want ...string) error {
	switch {
	case len(args) < len(want):
		return usagef("missing argument %s", want[len(args)])
	case len(args) > len(want):
		return usagef("unexpected argument %q", args[len(want)])
	}
	return nil
}

// choice checks a flag's value against its list.
func choice(flag, value string, known []string) error {
	if slices.Contains(known, value) {
		return nil
	}
	return unknown("value for --"+flag, value, known)
}
