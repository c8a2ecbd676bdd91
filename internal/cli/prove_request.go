package cli

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/workspace"
)

// asked is what is to be proven. The revisions are open until it is closed.
type asked struct {
	app.ProveRequest
	declared app.Declarations
	open     []*workspace.Revision
}

func (a *asked) close() {
	for _, r := range a.open {
		r.Close()
	}
}

// request reads what is to be proven. The caller closes it, whatever the error.
func (s *proving) request(ctx context.Context, env Env, o *proveOptions) (*asked, error) {
	a := &asked{ProveRequest: app.ProveRequest{
		Tool: proof.ToolRecord{Name: "surmise", Version: Version}, Commit: s.head, Now: time.Now,
		Machine: proof.RunnerRecord{OS: runtime.GOOS, Arch: runtime.GOARCH},
	}}
	head, err := s.git.Revision(ctx, s.head)
	if err != nil {
		return a, err
	}
	a.open = append(a.open, head)
	var base revisions
	if o.base != "" {
		if base, err = openBase(ctx, env, s.place, o.base, o.policy); err != nil {
			return a, err
		}
		a.open = append(a.open, base.mergeBase, base.tip)
		a.Base = base.mergeBase.ID()
	}
	var tip app.Tree
	if base.tip != nil {
		tip = base.tip
	}
	var notes []string
	if a.Policy, notes, err = app.PolicyOf(ctx, head, tip); err != nil {
		return a, err
	}
	note(env, notes...)
	if a.declared, err = app.Declare(ctx, head, a.Policy, s.paths); err != nil {
		return a, err
	}
	if s.paths == nil {
		outside, err := app.Elsewhere(ctx, head, head, a.Policy, a.declared)
		if err != nil {
			return a, err
		}
		note(env, outside...)
	}
	if a.declared.Required, err = s.wanted(a.declared.Required); err != nil {
		return a, err
	}
	if base.mergeBase != nil {
		if err := a.against(ctx, head, base.mergeBase, s.paths); err != nil {
			return a, err
		}
	}
	a.Prohibitions, a.Specs = a.declared.Required, a.declared.Paths
	return a, nil
}

// against fills in what stood at the merge base. What cannot be read there, held
// nothing.
func (a *asked) against(ctx context.Context, head, base *workspace.Revision, paths []string) error {
	old, err := app.Declare(ctx, base, a.Policy, paths)
	if err != nil && exitCode(err) != exitInput {
		return err
	}
	a.declared.Against(old)
	files, err := readable(ctx, base)
	a.Before = earlier{files, head}
	return err
}

// earlier is a base whose files are read one by one.
type earlier struct {
	revisionSubject
	head *workspace.Revision
}

// Same compares object ids.
func (e earlier) Same(name string) bool {
	object := e.revision.Object(name)
	return object != "" && object == e.head.Object(name)
}

// wanted are the prohibitions that were asked for; all of them by default.
func (s *proving) wanted(all []app.Declared) ([]app.Declared, error) {
	if s.ids == nil {
		return all, nil
	}
	var out []app.Declared
	for _, id := range s.ids {
		n := len(out)
		var known []string
		for _, d := range all {
			known = append(known, d.ID)
			if strings.EqualFold(d.ID, id) {
				out = append(out, d)
			}
		}
		if len(out) == n && len(known) == 0 {
			return nil, &app.InputError{Err: fmt.Errorf("no prohibition of the specs at HEAD is held by test"), Next: "declare " + id + " with verification: test, and commit it"}
		}
		if len(out) == n {
			return nil, unknown("prohibition", id, known)
		}
	}
	return out, nil
}
