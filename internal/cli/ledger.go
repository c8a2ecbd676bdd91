package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/workspace"
)

// What is read of a ledger folder at most.
const (
	ledgerFiles = 100_000
	ledgerBytes = 16 << 20 // one file; ledger.md is the largest
)

func ledgerCommand() subcommand {
	return subcommand{
		name: "ledger", args: "list|show ID|export|verify SOURCE",
		summary: "read or check a ledger",
		examples: []example{
			{"surmise ledger list ledger/", "every entry on one line"},
			{"surmise ledger show a-7k3m9q report.json", "one entry, with who decided what on which words"},
			{"surmise ledger export --format json surmise-report/", "all of it in one file"},
			{"surmise ledger verify ledger/", "what \"check --ledger ledger/\" wrote"},
		},
		text: `
SOURCE is a ledger folder, as "check --ledger" writes it, a JSON report, or the
folder that a run of the action leaves. "export" writes the ledger in one
document: Markdown, or with --format json an array of entries.

For "verify" it is a ledger folder. Every file must be an entry in its canonical
form under the name of its id, and ledger.md must be what the entries give.
Anything else is told, all at once.
`,
		define: func(fs *flags) action {
			format := fs.String("format", formatText, "write as `FORMAT`: text or json")
			return func(ctx context.Context, env Env, args []string) error { return runLedger(ctx, env, *format, args) }
		},
	}
}

// The values of --format where a report is not what is written.
const (
	formatText = "text"
	formatJSON = "json"
)

func runLedger(ctx context.Context, env Env, format string, args []string) error {
	if err := choice("format", format, []string{formatText, formatJSON}); err != nil {
		return err
	}
	verbs := []string{"list", "show", "export", "verify"}
	if len(args) == 0 {
		return usagef("missing argument %s", strings.Join(verbs, "|"))
	}
	var write func(io.Writer, ledger.Ledger) error
	want := []string{args[0], "SOURCE"}
	asJSON := format == formatJSON
	switch args[0] {
	case "list":
		write = listLedger
		if asJSON {
			write = exportJSON
		}
	case "export":
		write = exportMarkdown
		if asJSON {
			write = exportJSON
		}
	case "show":
		want = []string{args[0], "ID", "SOURCE"}
		write = func(w io.Writer, l ledger.Ledger) error { return showEntry(w, l, args[1], args[2], asJSON) }
	case "verify":
		return verifyLedger(ctx, env, args)
	default:
		return unknown("ledger subcommand", args[0], verbs)
	}
	if err := onlyArgs(args, want...); err != nil {
		return err
	}
	l, err := readLedger(ctx, env.Dir, args[len(args)-1])
	if err != nil {
		return err
	}
	return write(env.Stdout, l)
}

func verifyLedger(ctx context.Context, env Env, args []string) error {
	if err := onlyArgs(args, "verify", "DIR"); err != nil {
		return err
	}
	l, err := verifyFolder(ctx, resolve(env.Dir, args[1]))
	if err != nil {
		return err
	}
	n := len(l.Entries) + len(l.Past)
	noun := "entries"
	if n == 1 {
		noun = "entry"
	}
	_, err = fmt.Fprintf(env.Stdout, "%d %s verified\n", n, noun)
	return err
}

// writeLedger makes the folder hold this ledger, whatever entries stood there.
func writeLedger(dir string, l ledger.Ledger) error {
	files, err := ledger.Files(l, report.LedgerMarkdown)
	if err != nil {
		return err
	}
	owned := func(name string) bool { return strings.HasPrefix(name, "a-") && strings.HasSuffix(name, ".json") }
	return workspace.WriteFolder(dir, files, owned)
}
