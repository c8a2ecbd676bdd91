package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// flags is a flag set that lets flags follow arguments and names the nearest
// flag for one that does not exist.
type flags struct {
	*flag.FlagSet
}

func newFlags(name string) *flags {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return &flags{fs}
}

// parse reads flags wherever they stand and returns the arguments. After "--"
// everything is an argument.
func (f *flags) parse(args []string) (positional []string, helped bool, err error) {
	for len(args) > 0 {
		if err := f.known(args[0]); err != nil {
			return nil, false, err
		}
		err := f.Parse(args)
		switch {
		case errors.Is(err, flag.ErrHelp):
			return nil, true, nil
		case err != nil:
			return nil, false, f.mistake(err, args)
		}
		taken := len(args) - f.NArg()
		if taken > 0 && args[taken-1] == "--" {
			return append(positional, f.Args()...), false, nil
		}
		if f.NArg() == 0 {
			break
		}
		positional = append(positional, f.Arg(0))
		args = f.Args()[1:]
	}
	return positional, false, nil
}

// known checks the name of a flag; anything else is fine.
func (f *flags) known(arg string) error {
	name, isFlag := strings.CutPrefix(arg, "-")
	name, _, _ = strings.Cut(strings.TrimPrefix(name, "-"), "=")
	if !isFlag || name == "" || name == "h" || name == "help" || f.Lookup(name) != nil {
		return nil
	}
	var all []string
	f.VisitAll(func(fl *flag.Flag) { all = append(all, "--"+fl.Name) })
	if all == nil {
		return usagef("unknown flag %q; %s has no flags", arg, f.Name())
	}
	return unknown("flag", "--"+name, all)
}

// mistake finds the wrong flag among several: the flag package stops at the
// first one but does not say where.
func (f *flags) mistake(err error, args []string) error {
	for _, a := range args {
		if a == "--" || !strings.HasPrefix(a, "-") {
			continue
		}
		if unknown := f.known(a); unknown != nil {
			return unknown
		}
	}
	return &usageError{strings.ReplaceAll(err.Error(), "flag needs an argument: -", "missing value for --")}
}

// help lists the flags with their values and meanings.
func (f *flags) help(b *strings.Builder) {
	var rows [][2]string
	f.VisitAll(func(fl *flag.Flag) {
		value, says := flag.UnquoteUsage(fl)
		rows = append(rows, [2]string{strings.TrimSpace("--" + fl.Name + " " + value), says})
	})
	columns(b, rows)
}

// columns writes rows of two, aligned.
func columns(b *strings.Builder, rows [][2]string) {
	width := 0
	for _, r := range rows {
		width = max(width, len(r[0]))
	}
	for _, r := range rows {
		fmt.Fprintf(b, "  %-*s  %s\n", width, r[0], r[1])
	}
}
