package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/pull"
	"github.com/surmise-ci/surmise/internal/workspace"
)

func simulate() subcommand {
	return subcommand{
		name: "simulate", args: "COMMENT",
		summary: "say what a comment would do",
		examples: []example{
			{`surmise simulate --as octocat "/confirm a-7k3m9q"`, "on the specs of the working tree"},
			{`surmise simulate --as octocat --base main "/ack all"`, "on what this branch changes"},
			{`surmise simulate --as octocat --permission read --report report.json "/ack 1"`, "on a recorded report"},
		},
		text: `
Nothing is written anywhere. The comment goes through the rules that the action
applies on a pull request: what counts as a command, who may decide, what an id
or number stands for. What is accepted or refused is told, and the verdict after
it, which is also the exit code. COMMENT is Markdown, "-" is standard input.

--report names a JSON report, or the folder that a run of the action leaves;
decisions that it holds stay. The policy is that of the working tree, and with
--base that of REF.
`,
		define: func(fs *flags) action {
			var o simulateOptions
			fs.StringVar(&o.login, "as", "", "`LOGIN` of who comments")
			fs.StringVar(&o.author, "author", "", "`LOGIN` of the pull request's author, if it matters")
			fs.StringVar(&o.permission, "permission", pull.Write.String(), "what they may do in the repository: `LEVEL` is none to admin")
			fs.StringVar(&o.report, "report", "", "comment on the recorded report `FILE`")
			fs.StringVar(&o.base, "base", "", "comment on what changed since the merge base of `REF` and HEAD")
			return o.run
		},
	}
}

type simulateOptions struct {
	login, author, permission, report, base string
}

func (o *simulateOptions) run(ctx context.Context, env Env, args []string) error {
	if err := onlyArgs(args, "COMMENT"); err != nil {
		return err
	}
	s, err := o.supposition(env, args[0])
	if err != nil {
		return err
	}
	out, err := o.suppose(ctx, env, s)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(env.Stdout, supposedText(out)); err != nil {
		return err
	}
	if out.Verdict.Status != gate.Pass {
		return errBlocks
	}
	return nil
}

func (o *simulateOptions) supposition(env Env, comment string) (app.Supposition, error) {
	s := app.Supposition{Login: strings.TrimPrefix(o.login, "@"), Author: strings.TrimPrefix(o.author, "@"), Body: comment}
	var levels []string
	for p := pull.None; p <= pull.Admin; p++ {
		levels = append(levels, p.String())
	}
	switch {
	case s.Login == "":
		return s, usagef("missing --as LOGIN: who comments")
	case o.report != "" && o.base != "":
		return s, usagef("--report and --base exclude each other: a report says what it was compared with")
	}
	if err := choice("permission", o.permission, levels); err != nil {
		return s, err
	}
	s.Permission = pull.Permission(slices.Index(levels, o.permission))
	if comment == "-" {
		const most = 1 << 20
		data, err := io.ReadAll(io.LimitReader(env.Stdin, most))
		if err != nil {
			return s, fmt.Errorf("read standard input: %w", err)
		}
		s.Body = string(data)
	}
	return s, nil
}

func (o *simulateOptions) suppose(ctx context.Context, env Env, s app.Supposition) (app.Supposed, error) {
	place := around(env.Dir)
	folder, err := workspace.Open(place.root)
	if err != nil {
		return app.Supposed{}, err
	}
	defer folder.Close()
	r := app.Request{Tool: tool, Head: folder}
	if o.report != "" {
		recorded, err := readRecorded(env.Dir, o.report)
		if err != nil {
			return app.Supposed{}, err
		}
		var record ledger.Record
		if recorded.record != nil {
			record = *recorded.record
		}
		return app.SimulateReport(ctx, recorded.Recorded, record, r, s)
	}
	if o.base != "" {
		revisions, err := openBase(ctx, env, place, o.base, "")
		if err != nil {
			return app.Supposed{}, err
		}
		defer revisions.close()
		r.Base, r.Tip = revisions.mergeBase, revisions.tip
	}
	return app.SimulateTree(ctx, r, s)
}

// supposedText says what came of each command, and the verdict after all.
func supposedText(s app.Supposed) string {
	var b strings.Builder
	if len(s.Answers) == 0 {
		b.WriteString("no command: nothing in the comment is read as one, so it changes nothing\n")
	}
	for _, a := range s.Answers {
		fmt.Fprintf(&b, "%s\n", plain(a.Request.Text))
		switch {
		case a.Refused != "":
			fmt.Fprintf(&b, "  ✗ refused: %s\n", plain(a.Message))
			if a.Hint != "" {
				fmt.Fprintf(&b, "    %s\n", plain(a.Hint))
			}
			if a.Silent {
				b.WriteString("    nobody is answered\n")
			}
		default:
			b.WriteString("  ✓ accepted\n")
		}
	}
	for _, e := range s.Touched {
		last := e.Events[len(e.Events)-1]
		effect := string(last.Effect)
		if last.Why != "" {
			effect += ", " + plain(last.Why)
		}
		fmt.Fprintf(&b, "%s %s: %s, now %s\n", e.ID, quoteShort(e.Gap), effect, e.State)
	}
	for _, d := range s.Drafts {
		fmt.Fprintf(&b, "suggested for %s\n", plain(d.Path))
		for _, c := range d.Changes {
			fmt.Fprintf(&b, "  line %d\n", c.Line)
			for line := range strings.SplitSeq(c.After, "\n") {
				fmt.Fprintf(&b, "    %s\n", plain(line))
			}
		}
	}
	b.WriteString(verdictText(s.Verdict))
	return b.String()
}

// verdictText is a verdict with what keeps it from passing.
func verdictText(v gate.Verdict) string {
	if v.Status == gate.Pass {
		return "✓ passes\n"
	}
	var b strings.Builder
	b.WriteString("✗ blocks\n")
	if v.Status == gate.Error {
		b.Reset()
		b.WriteString("✗ could not decide\n")
	}
	for _, part := range v.Children {
		leaves := part.Children
		if len(leaves) == 0 {
			leaves = []gate.Verdict{part}
		}
		for _, leaf := range leaves {
			if leaf.Status != gate.Pass {
				fmt.Fprintf(&b, "  %s: %s\n", plain(leaf.Subject), plain(leaf.Reason))
			}
		}
	}
	return b.String()
}
