package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/source"
)

// decider is a job that publishes verdicts.
type decider struct {
	workflow config.Workflow
	job      config.Job
	step     config.Step
	ownApp   bool // with the token of an app of its own
	failJob  bool // the job carries the verdict
}

// workflows looks at every workflow and returns the jobs that decide.
func (d *doctor) workflows(all []config.Workflow) []decider {
	var out []decider
	for _, w := range all {
		for _, j := range w.Jobs {
			d.jobName(w, j)
			if i := slices.IndexFunc(j.Steps, decides); i >= 0 {
				out = append(out, newDecider(w, j, j.Steps[i]))
			}
		}
	}
	if len(out) == 0 && !d.unread {
		d.add(Mend, config.WorkflowDir, source.Position{}, "no workflow runs Surmise", `write one with "surmise init", and merge it`)
	}
	for i, one := range out {
		if i > 0 {
			d.add(Mend, one.workflow.Path, one.job.ID.At, "a second job runs Surmise and publishes the same check", "keep one of the two")
			continue
		}
		before := len(d.advice)
		d.decider(one)
		if len(d.advice) == before {
			d.add(Sound, one.workflow.Path, source.Position{}, "the workflow has the triggers and permissions that it needs, and no more", "")
		}
	}
	d.provers(all)
	return out
}

// isSurmise reports whether a step uses the action, from whatever mirror.
func isSurmise(uses string) bool {
	repository, _, ok := strings.Cut(uses, "@")
	_, name, slash := strings.Cut(repository, "/")
	return ok && slash && name == ownName
}

// decides reports whether a step publishes verdicts, proves whether it runs
// tests.
func decides(s config.Step) bool { return isSurmise(s.Uses.Value) && !proves(s) }

func proves(s config.Step) bool { return isSurmise(s.Uses.Value) && s.Input("run").Value == "prove" }

func newDecider(w config.Workflow, j config.Job, s config.Step) decider {
	mints := slices.ContainsFunc(j.Steps, func(s config.Step) bool { return mintsToken(s.Uses.Value) })
	return decider{
		workflow: w, job: j, step: s,
		ownApp:  mints && strings.Contains(s.Input("github-token").Value, "steps."),
		failJob: s.Input("fail-job").Value == "true",
	}
}

// mintsToken reports whether an action makes tokens of an app: the one thing
// in a deciding job that needs a secret.
func mintsToken(uses string) bool { return strings.Contains(uses, "create-github-app-token") }

// jobName refuses jobs whose own check would be taken for the verdict.
func (d *doctor) jobName(w config.Workflow, j config.Job) {
	name := j.Name
	if name.Value == "" {
		name = j.ID
	}
	if name.Value == ownName || strings.HasPrefix(name.Value, ownName+" (") {
		d.add(Mend, w.Path, name.At, fmt.Sprintf("the job is named %q like the check, and a green job would count as a pass", name.Value),
			fmt.Sprintf("name the job %q", ownName+"-runner"))
	}
}

func (d *doctor) decider(j decider) {
	d.triggers(j)
	d.condition(j)
	d.granted(j)
	d.concurrency(j)
	d.steps(j)
	for _, s := range j.workflow.Secrets {
		if s.Name.Value == "GITHUB_TOKEN" || mintsToken(s.Uses) {
			continue
		}
		d.add(Mend, j.workflow.Path, s.Name.At, fmt.Sprintf("the workflow uses the secret %q", s.Name.Value),
			"move it to another workflow; hostile pull requests start this one, and Surmise needs no secret")
	}
}

// trigger is an event that the deciding workflow needs.
type trigger struct {
	event string
	types []string
	usual []string // what the platform takes without types
	why   string   // what goes wrong without it
}

func triggers(proofs bool) []trigger {
	pr := []string{"opened", "synchronize", "reopened"}
	comment := []string{"created", "edited", "deleted"}
	queue := []string{"checks_requested"}
	out := []trigger{
		{pullTarget, append(slices.Clone(pr), "edited", "ready_for_review", "closed"), pr, "no pull request is decided"},
		{"issue_comment", comment, comment, "comments clear nothing"},
		{"merge_group", queue, queue, "a merge queue waits for ever"},
	}
	if proofs {
		out = append(out, trigger{"workflow_run", []string{"completed"}, []string{"completed", "requested", "in_progress"}, "proofs are not looked at when they are there"})
	}
	return out
}

const (
	pullTarget = "pull_request_target"
	pullPlain  = "pull_request"
)

func (d *doctor) triggers(j decider) {
	for _, t := range triggers(d.proofs) {
		e, ok := event(j.workflow, t.event)
		if !ok && t.event == pullTarget {
			if e, ok = event(j.workflow, pullPlain); ok {
				d.add(Note, j.workflow.Path, e.Name.At, "pull_request gives pull requests of forks a token that cannot publish",
					"use pull_request_target; nothing of the pull request is run or checked out")
			}
		}
		if !ok {
			d.add(Mend, j.workflow.Path, source.Position{}, fmt.Sprintf("the trigger %q is missing: %s", t.event, t.why),
				fmt.Sprintf("add to on: %q", t.event+": {types: ["+strings.Join(t.types, ", ")+"]}"))
			continue
		}
		d.types(j.workflow, e, t)
		d.filters(j.workflow, e)
	}
}

// types names the types of an event that do not start the workflow.
func (d *doctor) types(w config.Workflow, e config.Event, t trigger) {
	has := t.usual
	if e.Types != nil {
		has = nil
		for _, word := range e.Types {
			has = append(has, word.Value)
		}
	}
	var lacks []string
	for _, word := range t.types {
		if !slices.Contains(has, word) {
			lacks = append(lacks, word)
		}
	}
	if lacks == nil {
		return
	}
	at := e.Name.At
	if e.Types != nil {
		at = e.Types[0].At
	}
	d.add(Mend, w.Path, at, fmt.Sprintf("%s does not start on %s", e.Name.Value, quotedList(lacks)),
		"write types: ["+strings.Join(t.types, ", ")+"]")
}

// filters names what keeps a deciding event from some changes. The check then
// never comes, and where it is required, the merge waits for ever.
func (d *doctor) filters(w config.Workflow, e config.Event) {
	for _, f := range e.Filters {
		if strings.HasPrefix(f.Value, "branches") {
			d.add(Note, w.Path, f.At, fmt.Sprintf("%s has a filter %q: other branches get no check", e.Name.Value, f.Value), "require it on these branches only")
			continue
		}
		d.add(Mend, w.Path, f.At, fmt.Sprintf("%s has a filter %q: a change that it skips never gets the check", e.Name.Value, f.Value),
			"remove it; a change without a spec passes in silence")
	}
}

func event(w config.Workflow, name string) (config.Event, bool) {
	i := slices.IndexFunc(w.Events, func(e config.Event) bool { return e.Name.Value == name })
	if i < 0 {
		return config.Event{}, false
	}
	return w.Events[i], true
}

// slashed finds the words that a condition looks for in a comment.
var slashed = pattern.Lazy(`'(/[^']*)'`)

// condition looks whether the job's "if:" lets every command through.
func (d *doctor) condition(j decider) {
	text := j.job.If
	if !strings.Contains(text.Value, "comment.body") {
		if _, ok := event(j.workflow, "issue_comment"); ok {
			d.add(Note, j.workflow.Path, j.job.ID.At, "every comment starts a runner",
				`let "if:" look for the command words; "surmise init" writes it so`)
		}
		return
	}
	var looksFor []string
	for _, m := range slashed().FindAllStringSubmatch(text.Value, -1) {
		looksFor = append(looksFor, m[1])
	}
	var lacks []string
	for _, word := range d.patient.Commands {
		if !slices.ContainsFunc(looksFor, func(s string) bool { return strings.HasPrefix("/"+word, s) }) {
			lacks = append(lacks, "/"+word)
		}
	}
	if lacks != nil {
		d.add(Mend, j.workflow.Path, text.At, "the job's \"if:\" does not look for "+quotedList(lacks)+": nothing happens on it",
			"add it beside the other command words")
	}
	if !strings.Contains(text.Value, "changes.body.from") {
		d.add(Mend, j.workflow.Path, text.At, "the job's \"if:\" misses a command that was edited away, and it would go on counting",
			"look at github.event.changes.body.from too")
	}
}

// grants are the permissions that the deciding job needs; with proofs, to read
// their evidence too.
func grants(proofs bool) []config.Setting {
	pair := func(name, level string) config.Setting {
		return config.Setting{Name: config.Text{Value: name}, Value: config.Text{Value: level}}
	}
	out := []config.Setting{pair("contents", "read"), pair("checks", "write"), pair("pull-requests", "write")}
	if proofs {
		out = append(out, pair("actions", "read"))
	}
	return out
}

func (d *doctor) granted(j decider) {
	p := j.job.Permissions
	if p == nil {
		p = j.workflow.Permissions
	}
	if p == nil {
		d.add(Mend, j.workflow.Path, j.job.ID.At, "the job names no permissions, so the repository's settings decide", "write "+grantList(d.proofs))
		return
	}
	if p.All == "write-all" {
		d.add(Mend, j.workflow.Path, p.At, `the job has "write-all", and hostile pull requests start it`, "write "+grantList(d.proofs))
		return
	}
	needs := grants(d.proofs)
	for _, need := range needs {
		if level := p.Level(need.Name.Value); level != need.Value.Value && level != "write" {
			d.add(Mend, j.workflow.Path, p.At, fmt.Sprintf("the permission %q is missing; the job has %q", need.Name.Value+": "+need.Value.Value, level),
				"add it to the job's permissions")
		}
	}
	for _, s := range p.Scopes {
		needed := slices.ContainsFunc(needs, func(n config.Setting) bool { return n.Name.Value == s.Name.Value && n.Value.Value == "write" })
		reruns := d.proofs && s.Name.Value == "actions" // for /surmise recheck
		if s.Value.Value == "write" && !needed && !reruns {
			d.add(Mend, j.workflow.Path, s.Value.At, fmt.Sprintf("the job has %q, which Surmise does not need", s.Name.Value+": write"),
				"remove it, or move what needs it to another job")
		}
	}
}

func grantList(proofs bool) string {
	var out []string
	for _, g := range grants(proofs) {
		out = append(out, g.Name.Value+": "+g.Value.Value)
	}
	return "permissions: {" + strings.Join(out, ", ") + "}"
}

func (d *doctor) concurrency(j decider) {
	const next = `write it on the job, per pull request, as "surmise init" does`
	c := j.job.Concurrency
	switch {
	case j.workflow.Concurrency != nil:
		d.add(Mend, j.workflow.Path, j.workflow.Concurrency.At, "concurrency is the workflow's: a comment without a command would displace a waiting run", next)
	case c == nil:
		d.add(Mend, j.workflow.Path, j.job.ID.At, "the job has no concurrency: two runs would decide at once", next)
	}
	if c != nil && c.Cancels {
		d.add(Mend, j.workflow.Path, c.At, "concurrency cancels a run in progress, perhaps while it publishes", "write cancel-in-progress: false")
	}
}

// pinned is the one way to name an action that nobody can move.
var pinned = pattern.Lazy(`@[0-9a-f]{40}$|^docker://.*@sha256:[0-9a-f]{64}$`)

// headText is what a step says that fetches the head of a pull request.
var (
	headRef   = pattern.Lazy(`head|refs/pull|pull/|merge_commit_sha|merge_group`)
	headFetch = pattern.Lazy(`gh pr checkout|git (?:fetch|checkout|pull|clone|switch|worktree)\b.*(?:head|refs/pull|pull/)`)
)

// steps looks at everything that runs in the deciding workflow, since all of
// it holds the token.
func (d *doctor) steps(j decider) {
	const next = "remove it; Surmise reads specs as data and never checks anything out"
	w := j.workflow
	for _, job := range w.Jobs {
		uses := []config.Text{job.Uses}
		for _, s := range job.Steps {
			uses = append(uses, s.Uses)
			repository, _, _ := strings.Cut(s.Uses.Value, "@")
			ref := s.Input("ref").Value + " " + s.Input("repository").Value
			switch {
			case headFetch().MatchString(s.Run.Value):
				d.add(Mend, w.Path, s.Run.At, "a step fetches the head of the pull request into a job with a writing token", next)
			case strings.HasSuffix(repository, "/checkout") && headRef().MatchString(ref):
				d.add(Mend, w.Path, s.Uses.At, "a step checks out the head of the pull request in a job with a writing token", next)
			case strings.HasSuffix(repository, "/checkout"):
				d.add(Note, w.Path, s.Uses.At, "a step checks the repository out, which Surmise has no use for", "remove it")
			}
		}
		for _, u := range uses {
			if u.Value == "" || strings.HasPrefix(u.Value, "./") || pinned().MatchString(u.Value) {
				continue
			}
			d.add(Mend, w.Path, u.At, fmt.Sprintf("%q is not pinned: whoever moves the name runs with this token", u.Value),
				`write the 40 digits of its commit after the "@"; "git ls-remote" on its repository lists them`)
		}
	}
}

func quotedList(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	return strings.Join(quoted, ", ")
}
