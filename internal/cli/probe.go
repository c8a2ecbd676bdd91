package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/workspace"
)

// maxProbe bounds a file that a probe reads.
const maxProbe = 16 << 20

func probeCommand() subcommand {
	return subcommand{
		name: "probe", args: "edge|prohibition FILE [RESOLUTIONS]",
		summary: "ask requirements about their edges, or about what they forbid",
		examples: []example{
			{"surmise probe edge requirements.json", "the edges that nobody spoke of"},
			{"surmise probe edge requirements.json resolutions.json", "and how far they are resolved"},
			{"surmise probe prohibition items.json --auto", "what nobody resolved, resolved without asking"},
			{"surmise probe project docs/spec.md plan.md", "a spec's prohibitions, into a plan's front matter"},
		},
		text: `
FILE is a JSON array of requirements: {"id": "R1", "text": "...", "shapes": [...]}.
Without shapes, which are numeric-range, collection, text, stateful and io, the
English words of the text decide. For "prohibition" a member that has a
statement is an item: {"requirement_id", "category", "statement", "status",
"verification", "resolution", "reason"}, with the check_ keys of a declaration.

RESOLUTIONS is a JSON array of {"requirement_id", "category", "status",
"verification", "resolution", "reason"}. The status is resolved, dismissed (with
a reason) or unresolved; what is resolved has a verification: explicit or
backstop of an edge, with a resolution in words, test or judgment of a
prohibition. --auto dismisses nothing and names no file that is not named.

The report is JSON. What is malformed is told on standard error, with exit
code 2 and nothing on standard output.

"project" replaces must_haves.prohibitions of the second file by what the first
one declares, and leaves every other byte alone.
`,
		define: func(fs *flags) action {
			auto := fs.Bool("auto", false, "resolve what is unresolved, without asking")
			return func(ctx context.Context, env Env, args []string) error { return runProbe(ctx, env, *auto, args) }
		},
	}
}

func runProbe(ctx context.Context, env Env, auto bool, args []string) error {
	verbs := []string{"edge", "prohibition", "project"}
	if len(args) == 0 {
		return usagef("missing argument %s", strings.Join(verbs, "|"))
	}
	var analyze func(env Env, auto bool, name string, answers []probe.Answer) (probe.Report, error)
	switch args[0] {
	case "edge":
		analyze = probeEdges
	case "prohibition":
		analyze = probeProhibitions
	case "project":
		return runProject(ctx, env, args)
	default:
		return unknown("probe", args[0], verbs)
	}
	if len(args) > 3 {
		return usagef("unexpected argument %q", args[3])
	}
	if len(args) < 2 {
		return usagef("missing argument FILE")
	}
	var answers []probe.Answer
	if len(args) == 3 {
		data, err := probeFile(env, args[2])
		if err != nil {
			return err
		}
		if answers, err = probe.DecodeAnswers(data); err != nil {
			return usagef("%s: %v", args[2], err)
		}
	}
	report, err := analyze(env, auto, args[1], answers)
	if err != nil {
		return err
	}
	out, err := report.Encode()
	if err != nil {
		return err
	}
	_, err = env.Stdout.Write(out)
	return err
}

func probeEdges(env Env, auto bool, name string, answers []probe.Answer) (probe.Report, error) {
	in, err := probeInput(env, name, false)
	if err != nil {
		return probe.Report{}, err
	}
	items, err := probe.Edges(in.Requirements)
	if err != nil {
		return probe.Report{}, usagef("%s: %v", name, err)
	}
	if len(items) == 0 {
		fmt.Fprintln(env.Stderr, "surmise: no edge applies to any requirement; see whether these are all of them")
	}
	return probeReport(name, items, answers, probe.EdgeValidators(), func(items []probe.Item) []probe.Item {
		if !auto {
			return items
		}
		return probe.EdgeAuto(items, in.Requirements)
	})
}

func probeProhibitions(env Env, auto bool, name string, answers []probe.Answer) (probe.Report, error) {
	in, err := probeInput(env, name, true)
	if err != nil {
		return probe.Report{}, err
	}
	items, referred := probe.Candidates(in.Items, in.Requirements)
	for _, line := range referred {
		fmt.Fprintf(env.Stderr, "surmise: %s\n", plain(line))
	}
	return probeReport(name, items, answers, probe.ProhibitionValidators(), func(items []probe.Item) []probe.Item {
		if !auto {
			return items
		}
		return probe.ProhibitionAuto(items)
	})
}

// probeReport resolves items, by the answers and then by themselves.
func probeReport(name string, items []probe.Item, answers []probe.Answer, v probe.Validators, finish func([]probe.Item) []probe.Item) (probe.Report, error) {
	report, err := probe.Analyze(items, answers, v)
	if err == nil {
		report, err = probe.Analyze(finish(report.Items), nil, v)
	}
	if err != nil {
		return probe.Report{}, usagef("%s: %v", name, err)
	}
	return report, nil
}

func probeInput(env Env, name string, items bool) (probe.Input, error) {
	data, err := probeFile(env, name)
	if err != nil {
		return probe.Input{}, err
	}
	in, err := probe.DecodeInput(data, items)
	if err != nil {
		return probe.Input{}, usagef("%s: %v", name, err)
	}
	return in, nil
}

// probeFile reads what a probe is given; what cannot be read is as malformed as
// what makes no sense.
func probeFile(env Env, name string) ([]byte, error) {
	data, err := workspace.ReadFile(resolve(env.Dir, name), maxProbe)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, usagef("%s: there is no such file", name)
	case err != nil:
		return nil, usagef("%s: %v", name, err)
	}
	return data, nil
}

func runProject(ctx context.Context, env Env, args []string) error {
	if err := onlyArgs(args, "project", "SPEC", "PLAN"); err != nil {
		return err
	}
	place, err := locate(env.Dir, args[1:])
	if err != nil {
		return err
	}
	folder, err := workspace.Open(place.root)
	if err != nil {
		return err
	}
	defer folder.Close()
	data, n, err := app.Project(ctx, folder, policy.Default(), place.paths[0], place.paths[1])
	if err != nil {
		return err
	}
	if err := workspace.WriteFile(resolve(env.Dir, args[2]), data); err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.Stdout, "%s: %d prohibitions of %s\n", plain(args[2]), n, plain(args[1]))
	return err
}
