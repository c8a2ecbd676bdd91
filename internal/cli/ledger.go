package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/app"
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
		name: "ledger", args: "verify DIR",
		summary:  "check a ledger folder",
		examples: []example{{"surmise ledger verify ledger/", "what \"check --ledger ledger/\" wrote"}},
		text: `
Every file must be an entry in its canonical form under the name of its id, and
ledger.md must be what the entries give. Anything else is told, all at once.
`,
		define: func(*flags) action { return runLedger },
	}
}

func runLedger(ctx context.Context, env Env, args []string) error {
	if len(args) > 0 && args[0] != "verify" {
		return unknown("ledger subcommand", args[0], []string{"verify"})
	}
	if err := onlyArgs(args, "verify", "DIR"); err != nil {
		return err
	}
	files, err := workspace.ReadFolder(ctx, resolve(env.Dir, args[1]), ledgerFiles, ledgerBytes)
	if err != nil {
		return &app.InputError{Err: err}
	}
	l, err := ledger.Verify(files, report.LedgerMarkdown)
	if err != nil {
		return err
	}
	noun := "entries"
	if len(l.Entries) == 1 {
		noun = "entry"
	}
	_, err = fmt.Fprintf(env.Stdout, "%d %s verified\n", len(l.Entries), noun)
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
