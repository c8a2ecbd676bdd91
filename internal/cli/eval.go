package cli

import (
	"context"
	"fmt"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/workspace"
)

func eval() subcommand {
	return subcommand{
		name: "eval", args: "DIR",
		summary:  "measure the detectors on labelled specs",
		examples: []example{{"surmise eval data/", "precision, recall and alert budget"}},
		text: `
DIR holds labels.jsonl with corpus/, or pairs/, or sets/. Every figure comes
from what "check --format json" emits under the default policy. If DIR holds
floors.json, a figure below its floor makes the exit code 1.
`,
		define: func(*flags) action {
			return func(ctx context.Context, env Env, args []string) error {
				if err := onlyArgs(args, "DIR"); err != nil {
					return err
				}
				folder, err := workspace.Open(resolve(env.Dir, args[0]))
				if err != nil {
					return &app.InputError{Err: err}
				}
				defer folder.Close()
				evaluation, err := app.Eval(ctx, folder.FS())
				if err != nil {
					return &app.InputError{Err: fmt.Errorf("evaluate %q: %w", args[0], err)}
				}
				if err := evaluation.WriteText(env.Stdout); err != nil {
					return err
				}
				if len(evaluation.Below) > 0 {
					return errBlocks
				}
				return nil
			}
		},
	}
}
