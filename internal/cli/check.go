package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/workspace"
)

// stdinName is how reports name what came through standard input.
const stdinName = "<stdin>"

func check() subcommand {
	return subcommand{
		name: "check", args: "[PATH...]",
		summary: "find what specs leave open",
		examples: []example{
			{"surmise check", "every spec that the policy's globs name"},
			{"surmise check docs/spec.md specs/", "a file, and the specs of a folder"},
			{"surmise check --base origin/main", "what changed since the branch left main"},
			{"surmise check --questions docs/spec.md", "with the questions that an author can answer"},
			{"surmise check --grill report.md docs/spec.md", "with what a grill report says of the spec"},
			{"surmise check --format json --output report.json", "for programs"},
			{"surmise check - < draft.md", "standard input"},
		},
		text: `
A folder stands for the specs below it that the policy knows, or if it holds
none, for every Markdown file below it. A .feature file is read where it is
named or the policy includes it. A file that is named and is neither that nor
Markdown nor plain text is refused. Reported paths are relative to the root of
the git repository, or without one, to the working directory.

Without --base everything is in scope, and the policy is the one in the working
tree, .github/surmise.yml. With --base the working tree is compared with the
merge base of REF and HEAD: only what the change brought can block, and policy
and suppressions count as they stand there, not in the working tree.

A grill report is a file of this machine, and only adds findings. The action
takes none: it checks nothing out, and a report that the pull request brought
would be the author's own choice of questions.
`,
		define: func(fs *flags) action {
			var o checkOptions
			fs.StringVar(&o.base, "base", "", "compare with the merge base of `REF` and HEAD")
			fs.StringVar(&o.config, "config", "", "use the policy in `FILE`, whatever else there is")
			fs.StringVar(&o.format, "format", report.Formats()[0].ID, "write the report as `FORMAT`: text, json, markdown or github")
			fs.StringVar(&o.output, "output", "", "write the report to `FILE` instead of standard output")
			fs.StringVar(&o.ledger, "ledger", "", "write the ledger to the folder `DIR`, one file an entry")
			fs.BoolVar(&o.exitZero, "exit-zero", false, "exit 0 even if the gate blocks")
			fs.StringVar(&o.grill, "grill", "", "add the findings of the grill report `FILE`")
			fs.BoolVar(&o.questions, "questions", false, "show in full what is worth asking the author")
			fs.StringVar(&o.color, "color", colorAuto, "colour the text report: `WHEN` is auto, always or never")
			return o.run
		},
	}
}

// The values of --color. auto colours a terminal unless NO_COLOR is set.
const (
	colorAuto   = "auto"
	colorAlways = "always"
	colorNever  = "never"
)

type checkOptions struct {
	base, config, format, output, ledger, color string
	grill                                       string
	exitZero, questions                         bool
}

// run is called once the flags are parsed; the options are read through the
// pointer that the flags were bound to.
func (o *checkOptions) run(ctx context.Context, env Env, args []string) error {
	format, err := o.renderer()
	if err != nil {
		return err
	}
	if err := choice("color", o.color, []string{colorAuto, colorAlways, colorNever}); err != nil {
		return err
	}
	request := app.Request{Tool: tool}
	if args, err = o.stdin(env, args, &request); err != nil {
		return err
	}
	if o.config != "" {
		data, err := readNamed(env, "policy", o.config, config.MaxBytes)
		if err != nil {
			return err
		}
		request.Policy = &app.Document{Path: o.config, Data: data}
	}
	if o.grill != "" {
		data, err := readNamed(env, "grill report", o.grill, policy.Default().Limits.FileBytes)
		if err != nil {
			return err
		}
		request.Grill = &app.Document{Path: o.grill, Data: data}
	}
	closeAll, err := o.open(ctx, env, args, &request)
	if err != nil {
		return err
	}
	defer closeAll()

	r, err := app.Interrogate(ctx, request)
	if err != nil {
		return err
	}
	if o.ledger != "" {
		if err := writeLedger(resolve(env.Dir, o.ledger), r.Ledger); err != nil {
			return err
		}
	}
	out, err := format.Render(r, report.Style{Color: o.colored(env), Questions: o.questions})
	if err != nil {
		return err
	}
	if err := o.write(env, out); err != nil {
		return err
	}
	return o.outcome(r.Verdict.Status)
}

func (o *checkOptions) renderer() (report.Format, error) {
	var ids []string
	for _, f := range report.Formats() {
		if f.ID == o.format {
			return f, nil
		}
		ids = append(ids, f.ID)
	}
	return report.Format{}, choice("format", o.format, ids)
}

// stdin takes "-" out of the arguments and reads standard input for it.
func (o *checkOptions) stdin(env Env, args []string, r *app.Request) ([]string, error) {
	var rest []string
	for _, a := range args {
		if a != "-" {
			rest = append(rest, a)
			continue
		}
		if r.Documents != nil {
			return nil, usagef("standard input is named twice")
		}
		if o.base != "" {
			return nil, usagef("--base has nothing to compare standard input with; name a file")
		}
		data, err := io.ReadAll(io.LimitReader(env.Stdin, int64(policy.Default().Limits.RunBytes)+1))
		if err != nil {
			return nil, fmt.Errorf("read standard input: %w", err)
		}
		r.Documents = []app.Document{{Path: stdinName, Data: data}}
	}
	return rest, nil
}

// open finds the working tree and, with --base, the revisions to compare with.
func (o *checkOptions) open(ctx context.Context, env Env, args []string, r *app.Request) (closeAll func(), err error) {
	place, err := locate(env.Dir, args)
	if err != nil {
		return nil, err
	}
	folder, err := workspace.Open(place.root)
	if err != nil {
		return nil, err
	}
	r.Head, r.Paths = folder, place.paths
	if place.inGit {
		r.Finder = workspace.NewGit(place.root, env.Lookup)
	}
	if o.base == "" {
		return func() { folder.Close() }, nil
	}
	revisions, err := openBase(ctx, env, place, o.base, "")
	if err != nil {
		folder.Close()
		return nil, err
	}
	r.Base, r.Tip = revisions.mergeBase, revisions.tip
	r.BaseTip, r.BaseName = revisions.tip, o.base
	return func() {
		revisions.close()
		folder.Close()
	}, nil
}

func (o *checkOptions) colored(env Env) bool {
	switch o.color {
	case colorAlways:
		return true
	case colorNever:
		return false
	}
	unwanted, _ := env.Lookup("NO_COLOR")
	return env.Terminal && unwanted == "" && o.output == ""
}

func (o *checkOptions) write(env Env, out []byte) error {
	if o.output != "" {
		return workspace.WriteFile(resolve(env.Dir, o.output), out)
	}
	_, err := env.Stdout.Write(out)
	return err
}

func (o *checkOptions) outcome(s gate.Status) error {
	switch {
	case s == gate.Error:
		return errUndecided
	case s == gate.Pass || o.exitZero:
		return nil
	}
	return errBlocks
}
