package cli

import (
	"fmt"
	"io"
	"strings"
)

// help writes the program's help, or that of one subcommand.
func help(env Env, args []string) error {
	if len(args) > 1 {
		return usagef("unexpected argument %q", args[1])
	}
	text := overview()
	if len(args) == 1 {
		cmd, err := find(args[0])
		if err != nil {
			return err
		}
		text = cmd.help()
	}
	_, err := io.WriteString(env.Stdout, text)
	return err
}

func overview() string {
	var b strings.Builder
	b.WriteString("Surmise interrogates specs: it finds what they leave open, and blocks while it matters.\n\nEXAMPLES\n")
	writeExamples(&b, []example{
		{"surmise check", "every spec of the repository"},
		{"surmise check docs/spec.md", "one file"},
		{"surmise check --base origin/main", "what this branch changes"},
		{"surmise explain vague-term", "what a detector looks for"},
	})
	b.WriteString("\nSUBCOMMANDS\n")
	var rows [][2]string
	for _, c := range subcommands() {
		rows = append(rows, [2]string{c.name, c.summary})
	}
	columns(&b, rows)
	b.WriteString("\nEXIT CODES\n")
	columns(&b, exitCodes())
	b.WriteString("\n\"surmise help SUBCOMMAND\" says more.\n")
	return b.String()
}

func exitCodes() [][2]string {
	return [][2]string{
		{fmt.Sprint(exitPasses), "passes"},
		{fmt.Sprint(exitBlocks), "blocks: something high is open, or was not looked at"},
		{fmt.Sprint(exitUsage), "the command line is wrong"},
		{fmt.Sprint(exitInput), "invalid policy, ledger, spec set or input"},
		{fmt.Sprint(exitUndecided), "could not decide"},
	}
}

func (c subcommand) help() string {
	var b strings.Builder
	fmt.Fprintf(&b, "surmise %s: %s\n\nEXAMPLES\n", c.name, c.summary)
	writeExamples(&b, c.examples)
	fs := newFlags(c.name)
	c.define(fs)
	var flags strings.Builder
	fs.help(&flags)
	usage := "surmise " + c.name
	if flags.Len() > 0 {
		usage += " [flags]"
	}
	fmt.Fprintf(&b, "\nUSAGE\n  %s\n", strings.TrimSpace(usage+" "+c.args))
	if flags.Len() > 0 {
		fmt.Fprintf(&b, "\nFLAGS\n%s", flags.String())
	}
	if c.text != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(c.text))
	}
	return b.String()
}

func writeExamples(b *strings.Builder, examples []example) {
	var rows [][2]string
	for _, e := range examples {
		rows = append(rows, [2]string{e.line, e.says})
	}
	columns(b, rows)
}
