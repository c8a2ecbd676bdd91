package cli

import (
	"context"
	"fmt"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/report"
)

// published is one JSON Schema of the product's files.
type published struct {
	name string
	data func() []byte
}

func schemas() []published {
	return []published{
		{"report", report.JSONSchema},
		{"policy", func() []byte { return config.Schema(app.KnownNames()) }},
		{"ledger", ledger.JSONSchema},
	}
}

func schema() subcommand {
	return subcommand{
		name: "schema", args: "report|policy|ledger",
		summary: "print a published JSON Schema",
		examples: []example{
			{"surmise schema report", "what \"check --format json\" writes"},
			{"surmise schema policy", "the policy file, .github/surmise.yml"},
			{"surmise schema ledger", "one entry of the ledger"},
		},
		define: func(*flags) action {
			return func(_ context.Context, env Env, args []string) error {
				if err := onlyArgs(args, "report|policy|ledger"); err != nil {
					return err
				}
				var names []string
				for _, s := range schemas() {
					if s.name == args[0] {
						_, err := fmt.Fprintf(env.Stdout, "%s", s.data())
						return err
					}
					names = append(names, s.name)
				}
				return unknown("schema", args[0], names)
			}
		},
	}
}
