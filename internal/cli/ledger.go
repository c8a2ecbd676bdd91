package cli

import (
	"context"

	"github.com/surmise-ci/surmise/internal/ledger"
)

func ledgerCommand() subcommand {
	return subcommand{
		name: "ledger", args: "verify DIR",
		summary:  "check a ledger folder",
		examples: []example{{"surmise ledger verify ledger/", "every entry file, strictly"}},
		define: func(*flags) action {
			return func(_ context.Context, env Env, args []string) error {
				return onlyArgs(args, "verify", "DIR")
			}
		},
	}
}

func writeLedger(dir string, l ledger.Ledger) error { return nil }
