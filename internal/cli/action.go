package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"

	"github.com/surmise-ci/surmise/internal/actions"
	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/github"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/workspace"
)

// actionCommand is what action.yml runs.
func actionCommand() subcommand {
	return subcommand{
		name: "action", summary: "decide a pull request, in a workflow",
		text: "Runs as a step of a GitHub Actions job: it reads the event, interrogates the specs of the pull request through\n" +
			"the API, hears the comments, and publishes the check run \"surmise\". Nothing of the pull request is checked out\n" +
			"or run. It exits 0 once a verdict is published, whatever it says, and 4 if none could be.",
		examples: []example{{"surmise action", "as action.yml calls it"}},
		define: func(*flags) action {
			return func(ctx context.Context, env Env, args []string) error {
				if len(args) > 0 {
					return usagef("action takes no arguments, got %q", args[0])
				}
				return runAction(ctx, env)
			}
		},
	}
}

// platform is the adapter as the use cases see it.
type platform struct{ *github.Client }

// Revision hands a tree on as the interface that is asked for.
func (p platform) Revision(ctx context.Context, sha string) (app.Snapshot, error) {
	return p.Client.Revision(ctx, sha)
}

func runAction(ctx context.Context, env Env) error {
	step, err := actions.New(env.get, env.Stdout)
	if err != nil {
		return err
	}
	at, err := step.Context()
	if err != nil {
		return err
	}
	in, err := step.Inputs()
	if err != nil {
		return err
	}
	event, err := step.Event()
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(actions.Log(env.Stderr), nil))
	trigger, idle := triggerOf(event, at.Workflow)
	if idle != "" {
		return concludeStep(step, at, in, app.Outcome{Idle: idle})
	}
	client, err := github.New(github.Options{
		APIURL: at.APIURL, GraphQLURL: at.GraphQLURL, Repository: at.Repository, Token: in.Token.Reveal(),
		UserAgent: tool, ReadOnly: event.ReadOnly(), Log: log,
	})
	if err != nil {
		return err
	}
	a := app.Action{
		Tool: tool, Repository: at.Repository, Level: report.Basic, FailJob: in.FailJob, Host: platform{client}, Log: log,
		RunURL: fmt.Sprintf("%s/%s/actions/runs/%d", at.ServerURL, at.Repository, at.RunID),
	}
	if in.OwnApp && event.Kind != actions.PullRequest {
		a.Level = report.Strong
	}
	out, err := a.Run(ctx, trigger)
	return errors.Join(err, concludeStep(step, at, in, out))
}

// triggerOf is what an event asks for, or why it asks for nothing.
func triggerOf(e actions.Event, workflow string) (t app.Trigger, idle string) {
	t = app.Trigger{Number: e.Number, Comment: e.Comment, Pusher: e.Pusher()}
	switch e.Kind {
	case actions.PullRequestTarget:
		t.Kind = app.OnRequest
	case actions.PullRequest:
		t.Kind, t.Workflow = app.OnHead, workflow
		if workflow == "" {
			t.Workflow = workflowPath
		}
	case actions.IssueComment:
		if e.Number == 0 {
			return t, "the comment is not on a pull request"
		}
		t.Kind = app.OnComment
	case actions.MergeGroup:
		t.Kind, t.HeadSHA, t.BaseRef = app.OnGroup, e.HeadSHA, e.BaseRef
	case actions.WorkflowRun:
		if e.By != actions.PullRequest && e.By != actions.MergeGroup {
			return t, fmt.Sprintf("the run was started by %q, which proves nothing", e.By)
		}
		t.Kind, t.HeadSHA, t.BaseRef = app.OnEvidence, e.HeadSHA, e.BaseRef
	case actions.Dispatch, actions.Schedule:
		t.Kind = app.OnSweep
	}
	return t, ""
}

// concludeStep tells the runner what came of it. Without a published verdict
// the step fails, unless there was nothing to decide.
func concludeStep(step *actions.Runtime, at actions.Context, in actions.Inputs, out app.Outcome) error {
	summary := out.Summary
	if out.Idle != "" {
		summary = "Surmise had nothing to decide: " + out.Idle + ".\n"
	}
	problems := []error{step.Summarise(summary)}
	outputs := actions.Outputs{}
	if len(out.Checks) > 0 {
		outputs.HighOpen, outputs.QuestionsOpen, outputs.ProhibitionsFailing = out.Open()
		outputs.Conclusion = "failure"
		if out.Passes() {
			outputs.Conclusion = "success"
		}
		dir := filepath.Join(at.Temp, "surmise-report")
		if err := keepReport(dir, out.Checks[0]); err != nil {
			problems = append(problems, err)
		} else {
			outputs.LedgerPath = filepath.Join(dir, ledgerFolder)
			outputs.ReportPath = filepath.Join(dir, reportFile)
			outputs.PromptPath = filepath.Join(dir, promptFile)
		}
	}
	problems = append(problems, step.SetOutputs(outputs))
	withheld := ""
	for _, c := range out.Checks {
		if c.Withheld != "" {
			withheld = c.Withheld
			problems = append(problems, step.Annotate(c.Check.Annotations))
		}
	}
	if err := errors.Join(problems...); err != nil {
		return err
	}
	switch {
	case in.FailJob && !out.Passes():
		return errBlocks
	case withheld != "" && !in.FailJob:
		return errors.New(withheld)
	}
	return nil
}

// The files of the artifact.
const (
	ledgerFolder = "ledger"
	reportFile   = "report.json"
	promptFile   = "prompt.md"
)

// keepReport writes what a run leaves behind: the ledger of the first pull
// request, the report as programs and people read it, and the open list.
func keepReport(dir string, c app.Checked) error {
	r := c.Publication.Requests[0].Report
	if err := writeLedger(filepath.Join(dir, ledgerFolder), r.Ledger); err != nil {
		return err
	}
	var records strings.Builder
	for _, r := range c.Publication.Requests {
		records.WriteString(r.Record + "\n")
	}
	files := map[string]string{promptFile: c.Publication.Prompt(), recordFile: records.String(), "summary.md": c.Check.Summary}
	for _, spec := range r.Clarified() {
		files[spec.Name] = spec.Text
	}
	for _, f := range report.Formats() {
		if f.ID == "json" {
			data, err := f.Render(r, report.Style{})
			if err != nil {
				return err
			}
			files[reportFile] = string(data)
		}
	}
	for name, text := range files {
		if err := workspace.WriteFile(filepath.Join(dir, name), []byte(text)); err != nil {
			return err
		}
	}
	return nil
}
