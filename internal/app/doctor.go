package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
	"github.com/surmise-ci/surmise/internal/source"
)

// Patient is what [Doctor] looks at.
type Patient struct {
	Tree Tree
	// Rules is the platform; nil if it is not asked, for the reason Unasked.
	Rules   Rules
	Unasked string
	// ActionsApp is the id under which the platform's workflows publish checks;
	// 0 if it is not known.
	ActionsApp int64
	// Decisions are ledgers of what people decided here; nil if none was given.
	Decisions []ledger.Ledger
	// Commands are the words that begin a comment's command, without the slash.
	Commands []string
}

// ownName is the name of the check, and what the action's repository is called.
const ownName = "surmise"

// Rules tells what the platform demands before a merge.
type Rules interface {
	// Default is the default branch and its tip.
	Default(ctx context.Context) (branch, sha string, err error)
	// Required lists what a merge into the branch requires.
	Required(ctx context.Context, branch string) ([]pull.Requirement, error)
}

// Weight is how much a line of the doctor's matters.
type Weight uint8

// The weights.
const (
	Sound Weight = iota + 1 // as it should be
	Note                    // worth knowing
	Mend                    // keeps Surmise from doing its work
)

// Advice is one line of the doctor's.
type Advice struct {
	Weight Weight
	Path   string // the file; "" if it is about none
	At     source.Position
	Found  string
	Next   string // what to do; "" if there is nothing to do
}

// Diagnosis is what the doctor found, in the order of the files.
type Diagnosis struct {
	Advice    []Advice
	Guarantee string // what the set-up holds against, in one sentence
}

// Sound reports whether there is nothing to mend.
func (d Diagnosis) Sound() bool {
	return !slices.ContainsFunc(d.Advice, func(a Advice) bool { return a.Weight == Mend })
}

// Doctor looks whether a repository is set up so that Surmise can do its work:
// its workflows, its policy and specs, and with the platform at hand, what a
// merge requires. An error means that it could not look.
func Doctor(ctx context.Context, p Patient) (Diagnosis, error) {
	d := &doctor{patient: p}
	workflows, err := d.readWorkflows(ctx)
	if err != nil {
		return Diagnosis{}, err
	}
	if d.proofs, err = HasProofs(ctx, p.Tree); err != nil {
		return Diagnosis{}, err
	}
	deciders := d.workflows(workflows)
	if err := d.specs(ctx); err != nil {
		return Diagnosis{}, err
	}
	guarantee := d.required(ctx, deciders)
	return Diagnosis{Advice: d.advice, Guarantee: guarantee}, nil
}

// doctor collects the advice.
type doctor struct {
	patient Patient
	advice  []Advice
	unread  bool // a workflow that has to do with Surmise could not be read
	proofs  bool // something in the specs is held by a test
}

func (d *doctor) add(w Weight, name string, at source.Position, found, next string) {
	d.advice = append(d.advice, Advice{Weight: w, Path: name, At: at, Found: found, Next: next})
}

// workflowBytes bounds a workflow file; a real one has a few kilobytes.
const workflowBytes = config.MaxBytes

// readWorkflows reads the workflows that have to do with Surmise. One that
// does not hold the word neither runs it nor has a job of its name.
func (d *doctor) readWorkflows(ctx context.Context) ([]config.Workflow, error) {
	files, _, err := d.patient.Tree.List(ctx, []string{config.WorkflowDir})
	if err != nil {
		return nil, err
	}
	var out []config.Workflow
	for _, name := range files {
		if path.Dir(name) != config.WorkflowDir || path.Ext(name) != ".yml" && path.Ext(name) != ".yaml" {
			continue
		}
		data, err := d.patient.Tree.Read(ctx, name, workflowBytes)
		switch reason := refusal(err); {
		case reason != "":
			d.add(Mend, name, source.Position{}, "the workflow "+reason, "make it a plain file")
			d.unread = true
			continue
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return nil, err
		}
		if !bytes.Contains(data, []byte(ownName)) {
			continue
		}
		w, err := config.ReadWorkflow(name, data)
		if problems, ok := errors.AsType[source.Problems](err); ok {
			d.problems(problems, "mend it; the platform may not start the workflow as it is")
			d.unread = true
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, w)
	}
	return out, nil
}

func (d *doctor) problems(problems source.Problems, next string) {
	for _, p := range problems {
		d.add(Mend, p.Path, p.At, p.Message, next)
	}
}

// specs looks at the policy and at what it makes of the specs.
func (d *doctor) specs(ctx context.Context) error {
	p, _, err := loadPolicy(ctx, Request{Head: d.patient.Tree})
	if problems, ok := errors.AsType[source.Problems](err); ok {
		d.problems(problems, `mend it; "surmise schema policy" prints what there is`)
		return nil
	}
	if err != nil {
		return err
	}
	d.decisions(p)
	strays, err := strayPolicies(ctx, d.patient.Tree)
	if err != nil {
		return err
	}
	for _, name := range strays {
		d.add(Mend, name, source.Position{}, "the file is not read: the policy is "+config.Path, "move it there, or remove it")
	}
	s, err := selectSpecs(ctx, d.patient.Tree, p, nil)
	if err != nil {
		return err
	}
	if p.Specs.Written {
		d.globs(p, slices.Concat(s.specs, s.opaque))
	}
	if len(s.specs)+len(s.opaque) == 0 {
		if s.excluded > 0 {
			d.add(Mend, config.Path, source.Position{}, fmt.Sprintf("specs.exclude takes out all of %s", counted(s.excluded, "spec")), "narrow its globs")
		} else if !p.Specs.Written {
			d.add(Note, "", source.Position{}, "no spec yet: the default globs match no file",
				"write one, such as SPEC.md or docs/specs/NAME.md, or set specs.include in "+config.Path)
		}
		return nil
	}
	i, err := interrogate(ctx, Request{Head: d.patient.Tree})
	if err != nil {
		return err
	}
	d.add(Sound, "", source.Position{}, fmt.Sprintf("%s interrogated: %s", counted(len(i.report.Specs), "spec"), shortList(i.report.Specs)), "")
	for _, u := range i.report.NotInterrogated {
		d.add(Mend, u.Path, source.Position{}, "not interrogated: "+u.Reason, "mend the file, or exclude it in specs.exclude of "+config.Path)
	}
	for _, idle := range i.idle {
		found, next, ok := strings.Cut(idle.Message, "; ")
		if !ok {
			next = "mend or remove the comment"
		}
		d.add(Mend, idle.Path, idle.At, found, next)
	}
	return nil
}

// What it takes to speak of a habit: decisions enough, and most of them alike.
const (
	enoughDecisions  = 5
	mostlyDismissed  = 2 // of mostlyDismissedN
	mostlyDismissedN = 3
)

// decisions looks for detectors whose findings people here mostly dismiss. What
// the policy already says of one is its owners' word.
func (d *doctor) decisions(p policy.Policy) {
	for _, t := range ledger.Tallies(d.patient.Decisions) {
		_, ruled := p.Rules.Detectors[t.Source]
		if ruled || t.Decided < enoughDecisions || t.Dismissed*mostlyDismissedN < t.Decided*mostlyDismissed {
			continue
		}
		d.add(Note, config.Path, source.Position{}, fmt.Sprintf("%q dismissed %d of %d times here", t.Source, t.Dismissed, t.Decided),
			fmt.Sprintf("if its findings are no gaps here, add under detectors: \"%s: low\"", t.Source))
	}
}

// globs names what the policy includes and what is not there.
func (d *doctor) globs(p policy.Policy, found []string) {
	for _, glob := range p.Specs.Include {
		one := policy.Policy{Specs: policy.Specs{Include: []string{glob}}}
		if !slices.ContainsFunc(found, one.IsSpec) {
			d.add(Mend, config.Path, source.Position{}, fmt.Sprintf("specs.include: %q matches no file", glob), "mend or remove the glob")
		}
	}
}

// The sentences of the guarantee.
const (
	guaranteeNone   = "none: no merge needs the check, so a red one blocks nothing"
	guaranteeBasic  = "Basic: holds against mistakes, hostile text and people without write access; who can write can forge the check"
	guaranteeStrong = "Strong: holds against people with write access too, since only your own app's check, or the workflow itself, counts"
	guaranteeUnseen = "at most %s, and only if a merge needs the check: that was not looked at, %s"
)

// required looks whether a merge needs the verdict, and from whom.
func (d *doctor) required(ctx context.Context, deciders []decider) string {
	most := "Basic"
	if slices.ContainsFunc(deciders, func(j decider) bool { return j.ownApp || j.failJob }) {
		most = "Strong"
	}
	if d.patient.Rules == nil {
		return fmt.Sprintf(guaranteeUnseen, most, d.patient.Unasked)
	}
	branch, _, err := d.patient.Rules.Default(ctx)
	var all []pull.Requirement
	if err == nil {
		all, err = d.patient.Rules.Required(ctx, branch)
	}
	if err != nil {
		d.add(Mend, "", source.Position{}, "what a merge requires could not be read: "+err.Error(),
			"give a token that may read the repository, or run \"surmise doctor --offline\"")
		return fmt.Sprintf(guaranteeUnseen, most, "the platform did not tell")
	}
	if slices.ContainsFunc(all, func(r pull.Requirement) bool { return d.runsAlways(r, deciders) }) {
		d.add(Sound, "", source.Position{}, fmt.Sprintf("a merge into %q requires the workflow itself", branch), "")
		return guaranteeStrong
	}
	i := slices.IndexFunc(all, func(r pull.Requirement) bool { return r.Check == ownName })
	if i < 0 {
		d.add(Mend, "", source.Position{}, fmt.Sprintf("a merge into %q does not require the check %q", branch, ownName),
			"require it under Settings, Rules, Rulesets, with its source; it is offered once it passed")
		return guaranteeNone
	}
	return d.bound(branch, all[i], deciders)
}

// runsAlways reports whether a requirement is a workflow whose job carries the
// verdict.
func (d *doctor) runsAlways(r pull.Requirement, deciders []decider) bool {
	return r.Workflow != "" && slices.ContainsFunc(deciders, func(j decider) bool {
		return j.failJob && j.workflow.Path == r.Workflow
	})
}

// bound looks at the source that the required check must come from.
func (d *doctor) bound(branch string, r pull.Requirement, deciders []decider) string {
	own := slices.ContainsFunc(deciders, func(j decider) bool { return j.ownApp })
	actions := d.patient.ActionsApp
	switch {
	case r.App == 0:
		d.add(Mend, "", source.Position{}, fmt.Sprintf("a merge into %q takes the check %q from any source", branch, ownName),
			"choose the source of the check in the ruleset: GitHub Actions, or your own app")
		return guaranteeBasic
	case own && r.App == actions:
		d.add(Mend, "", source.Position{}, "the required check must come from GitHub Actions, and the workflow publishes as your own app",
			"choose your app as the source of the check in the ruleset")
		return guaranteeBasic
	case !own && actions != 0 && r.App != actions && len(deciders) > 0:
		d.add(Mend, "", source.Position{}, fmt.Sprintf("the required check must come from app %d, and the workflow publishes as GitHub Actions", r.App),
			"give the app's token to the input github-token, or choose GitHub Actions as the source")
		return guaranteeBasic
	}
	d.add(Sound, "", source.Position{}, fmt.Sprintf("a merge into %q requires the check %q from app %d", branch, ownName, r.App), "")
	if own {
		return guaranteeStrong
	}
	return guaranteeBasic
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
