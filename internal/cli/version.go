package cli

import (
	"context"
	"fmt"
)

func version() subcommand {
	return subcommand{
		name:     "version",
		summary:  "print the version",
		examples: []example{{"surmise version", "name and version, on one line"}},
		define: func(*flags) action {
			return func(_ context.Context, env Env, args []string) error {
				if err := onlyArgs(args); err != nil {
					return err
				}
				_, err := fmt.Fprintln(env.Stdout, tool)
				return err
			}
		},
	}
}
