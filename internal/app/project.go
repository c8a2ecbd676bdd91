package app

import (
	"context"
	"fmt"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Project is a plan with the prohibitions that a spec declares in its front
// matter, and how many they are. Every other byte of the plan is as it was. A
// spec whose declarations cannot all be read projects nothing.
func Project(ctx context.Context, t Tree, p policy.Policy, specPath, planPath string) ([]byte, int, error) {
	in := newReader(p.Limits, spec.NewLexicon())
	for _, name := range []string{specPath, planPath} {
		data, err := t.Read(ctx, name, p.Limits.FileBytes)
		if err != nil {
			return nil, 0, &InputError{Err: err, Next: "name a spec and a plan that are there"}
		}
		in.document(name, data)
	}
	read := in.finish()
	for _, u := range read.unread {
		return nil, 0, &InputError{Err: fmt.Errorf("%q %s", u.Path, u.Reason)}
	}
	declared, err := declareAll(ctx, t, read.docs[:1])
	if err != nil {
		return nil, 0, err
	}
	own := declared.Specs[0]
	read.declared = declared
	var problems source.Problems
	for _, b := range own.Problems {
		problems = append(problems, source.Problem{Path: b.Path, At: read.fileOf(b.Path).Position(b.Span.Start), Message: b.Message})
	}
	if err := problems.Err(); err != nil {
		return nil, 0, err
	}
	plan := read.docs[1]
	var span source.Span
	if len(plan.Blocks) > 0 && plan.Blocks[0].Kind == spec.FrontMatter {
		span = plan.Blocks[0].Span
	}
	data, err := config.WriteFrontMatter(plan.File, span, own.Items)
	return data, len(own.Items), err
}
